/**
 * Leaves out how a question is led in and out, and says words for "now", "until now" and "in total" in one way each. `isName`: the
 * phrase is a name in the data. Every other word keeps its place.
 */
export function withoutSmallTalk(question: string, isName: (phrase: string) => boolean): string {
  return steps.reduce(
    (text, { pattern, plain }) =>
      text.replace(pattern, (...found: readonly unknown[]) => {
        const all = String(found[0])
        if (isName(all.trim().toLowerCase())) return all
        return ((typeof found[1] === 'string' ? found[1] : '') + plain).padEnd(all.length)
      }),
    question,
  )
}

interface Step {
  readonly pattern: RegExp
  /** What follows the first group of the pattern, which is kept. */
  readonly plain: string
}

const asking = String.raw`(?:how|what|which|who|whose|whom|when|where|what['’]s|who['’]s)`
const whose = '(?:the|our|my|all|every|each|any|some|a|an|this|that|those|these|last|next)'

// At the start.
const sounds =
  "(?:ok(?:ay)?|alright|all right|hm+|um+|uh+|erm?|oh|ah|aha|well then|so then|hey|hi|hello|hi there|hello there|hey there|good (?:morning|afternoon|evening)|by the way|btw|quick (?:question|one)|(?:one|another) (?:more |last |quick )?(?:question|thing)|just (?:curious|wondering|a question|checking|out of interest)|out of (?:curiosity|interest)|for (?:my|our) (?:info|information|records)|let(?:'s|s| us| me) see|let me think|anyway|in that case|maybe|perhaps|honestly|actually|basically|obviously|sorry|excuse me|i mean|please|kindly)"
/** Words that are left out only where a mark follows them. */
const marked =
  '(?:right|well|so|now|now then|then|good|great|perfect|nice|fine|cool|lovely|super|thanks|thank you|cheers|yes|yeah|yep|sure|question|got it|i see|interesting)'
const lead = String.raw`^(?:\W*(?:${sounds}(?:\s*[,:;.!…–-]+)?\s+(?=\S)|${marked}\s*[,:;.!…–-]+\s+|so\s+(?!far\b|much\b|many\b|long\b|little\b|few\b|called\b)(?=\S)|(?:well|now)\s+(?=${asking}\b|by\b|per\b|only\b|and\b|the\b|just\b)))+`

// What leads to a question in a question.
const modal =
  '(?:can|could|would|will|may|might) (?:you|we|i|someone|anyone|anybody|somebody)(?: (?:please|kindly|maybe|quickly|just|also|perhaps|possibly))*'
const wish = String.raw`(?:i|we)(?:(?:['’]d| would)(?: just| really| also)? (?:like|love|want)|(?:['’]m| am|['’]re| are)(?: just| really| also)? (?:trying|keen|looking)| (?:just |really |also )?(?:want|need|wish|wanted|must|have))(?: to)?`
const telling = String.raw`(?:tell|show|give|let|remind|find|work|look|figure|calculate|compute|determine|check|see|know|understand|count|say|list|report)(?: (?:me|us))?(?: (?:know|see|out|up|of|about|again|exactly))*`
const knowing = String.raw`(?:do (?:you|we|i) (?:happen to |already |actually )?(?:know|remember|see)|do (?:you|we) have (?:an|any) idea(?: of)?|any idea(?: of)?|i wonder|i (?:was|am|have been) (?:just )?(?:wondering|curious|interested in|asking myself)|i['’]m (?:just )?(?:wondering|curious|interested in)|(?:my|the) question is|(?:it would|it['’]d) be (?:nice|good|great|useful|helpful|interesting) to (?:know|see)|what (?:i|we)(?:['’]d| would)? (?:want|need|like) to (?:know|see) is)`
const indirect = String.raw`^(\W*(?:(?:and|but|also) )?)(?:please )?(?:(?:${modal} |${wish} )?${telling}|${knowing})[,:]? (?=${asking}\b)`

// What leads to a thing.
const getting =
  '(?:see|have|get|show|give|look up|look at|pull up|bring up|call up|find|check|tell me about|read out|send|provide|present|print|list|display)(?: (?:me|us))?'
const wanting = String.raw`^(\W*(?:(?:and|but|also) )?)(?:please )?(?:${modal} ${getting}|${wish} ${getting}|(?:i|we)(?:['’]d| would)? (?:need|want|like)|let (?:me|us) (?:see|have)|(?:pull|bring|call|look) up|tell (?:me|us) about|(?:get|send|provide|give|show) (?:me|us)|i(?:['’]m| am) (?:looking for|interested in)) (?!to\b|if\b|whether\b)(?=\p{L}|\d)`
const working = String.raw`^(\W*(?:(?:and|but|also) )?)(?:please )?(?:(?:${modal} |${wish} )?(?:calculate|compute|work out|figure out|determine)) (?=${whose}\b|\p{L}+)`
const overview = String.raw`^\W*(?:(?:show me|give me|list|what (?:is|are))\s+)?(?:(?:a|an|the|our) )?(?:(?:full|quick|short|complete|brief|little|small) )?(?:list|listing|overview|summary|rundown|report|breakdown|table|run-down) (?:of|on|for|with) (?:all )?(?:of )?(?=\p{L})`

/** "show me jobs per month" asks for what "jobs per month" does. What is shown by name or date is only sorted. */
const they = '(?:that|it|this|those|these|them|they)'
const isSorted = String.raw`by (?:the |their )?(?:\p{L}+ )?(?:names?|dates?|amount|value|price|age|size|title|time)\b`
const shownPer = String.raw`^\W*(?:(?:show|give|display)(?!(?:\s+(?:me|us))?\s+${they}\b)(?:\s+(?:me|us))?|what\s+(?:is|are|was|were)(?!\s+${they}\b)(?=\s+(?:\p{L}+\s+){1,4}per\b))\s+(?=.*\b(?:per|for each|for every|(?!${isSorted})by)\b)`

// At the end.
const closing = String.raw`(?<!\b(?:by|per|each|in|with|of|for|and|which|what))(?:,? (?:please|pls|plz|thanks(?: a lot)?|thank you|cheers|by any chance|if possible|if you can|for me|though|if any|anyway|do you know|can you tell me|could you tell me|would you say|do you think|you know|or so|more or less|roughly|approximately|exactly|precisely))+(?=\W*$)`
const askedAgain = String.raw`(^\W*(?:and )?(?:what|who|which|how much|how many|where|when)\b.* (?:is|are|was|were|did|do|does)\b.*?),? again(?=\W*$)`

// What nothing is named by: "anything overdue", "is there anybody without a card", "the value of everything on order".
const being = '(?:is|are|was|were|has|have|had|did|does|do|goes|go|needs|need|comes|came)'
const exists = String.raw`^\W*(?:(?:is|are|was|were) there |do we have |have we got |have we |is |are )?`
const anything = String.raw`${exists}(?:anything|something|any things)(?: else)?(?: that| which)? (?!${being}\b)(?=\p{L})`
const anythingIs = String.raw`${exists}(?:anything|something|any things)(?: else)?(?: that| which)? (?=${being}\b)`
const anybody = String.raw`${exists}(?:anyone|anybody|someone|somebody)(?: else)?(?: that| who)? (?=\p{L})`
const everything = String.raw`(?:what is |show me )?(?:the )?(?:total )?(?:value|worth|amount|sum) of (?:everything|all)(?: (?:that|which))? (?:(?:is|are|was|were) )?(?=(?:on|in|un\p{L}+|over\p{L}+|out\p{L}+|not|still|ready|open|due)\b)`

// In the middle.
const now = String.raw`(?:right now|at the (?:moment|minute|present time|present)|at present|presently|as of (?:right )?(?:now|today|this moment)|as at today|these days|nowadays|as we speak|as (?:things|it|matters)(?: now| currently)? stands?|at (?:this|the current|the present) (?:very )?(?:point|moment|time|stage|minute|second|instant)(?: in time)?|for the (?:moment|time being)|for now|just now|this very (?:moment|minute|second|instant))`
/** "what is out of stock today": how things are, not what happened on the day. */
const today = String.raw`(?<=\b(?:is|are|['’]s|do we have|have we got)\b.*\b(?:out of stock|sold out|in stock|on hand|low on|below|unpaid|overdue|outstanding|owed?|owes|vacant|still open|active)\b.*)today(?=\W*$)`
const elsewhen = String.raw`(?! (?:last|next|of|in|a|the|this|that)\b| (?:year|month|week|quarter)s?\b)`
const soFar = String.raw`(?:so far|(?:up )?(?:until|till|to) (?:now|today|this (?:day|point|moment))|up until (?:now|today)|thus far|to date|as yet)`
const period = 'this (?:year|month|week|quarter)'
// "from May until today" and "year to date" are periods.
const alone = String.raw`(?<!\b(?:from|since|between)\b.*|\b(?:year|month|quarter|week)[ -]|\bup |\b${period}\s+)${soFar}(?!\s+${period}\b)`
const beginning = String.raw`(?:since (?:the (?:very )?(?:beginning|start)|day one|we (?:started|began|opened))(?! of\b)|from the (?:very )?(?:beginning|start)(?: on| onwards)?(?! of\b)|(?:of|for) all time|all[- ]time)`
const total = String.raw`(?:all told|all in all|in sum(?! of)|as a whole|across the board|(?:all )?(?:taken|put|added) together|when added up|summed up|in aggregate|all in(?=\W*$))`

const anywhere = (phrase: string, flags = 'giu'): RegExp =>
  new RegExp(String.raw`(?<![\p{L}'’-])${phrase}(?![\p{L}'’-])`, flags)

const steps: readonly Step[] = [
  { pattern: new RegExp(lead, 'iu'), plain: '' },
  { pattern: new RegExp(indirect, 'iu'), plain: '' },
  { pattern: new RegExp(working, 'iu'), plain: 'what is ' },
  { pattern: new RegExp(wanting, 'iu'), plain: 'show me ' },
  { pattern: new RegExp(overview, 'iu'), plain: 'show me ' },
  { pattern: new RegExp(shownPer, 'iu'), plain: '' },
  { pattern: new RegExp(closing, 'iu'), plain: '' },
  { pattern: new RegExp(askedAgain, 'iu'), plain: '' },
  { pattern: new RegExp(anythingIs, 'iu'), plain: 'what ' },
  { pattern: new RegExp(anything, 'iu'), plain: 'what is ' },
  { pattern: new RegExp(anybody, 'iu'), plain: 'who ' },
  { pattern: new RegExp(`^\\W*${everything}`, 'iu'), plain: 'how much is ' },
  // "how many members are on file", "how many members exist"
  {
    pattern:
      /\b(?:(?:are|is) )?(?:on file|on record|in (?:the|our|your) (?:system|database|records)|in existence)(?=\W*$)/giu,
    plain: '',
  },
  { pattern: /(?<=^\W*how many\b.*) exists?(?=\W*$)/giu, plain: ' are there' },
  // "how many teas do we carry", "which sizes do we stock": those that there are.
  {
    pattern:
      /(?<=^\W*(?:how many|which|what) .*)\bdo we (?:currently )?(?:carry|offer|stock|keep|list|provide|run|own|operate|employ)(?=\W*$)/giu,
    plain: 'do we have',
  },
  // "how many practices do we work for": those that there are.
  {
    pattern:
      /(?<=^\W*how many (?:\p{L}+ ){1,3})do we (?:currently |still )?(?:work (?:for|with)|deal with|look after|serve|supply|manage|handle|have on (?:our|the) books)(?=\W*$)/giu,
    plain: 'do we have',
  },
  // "how many dogs do we have on the books"
  { pattern: /(?<=\b(?:have|got|are|is))(?: currently)? on (?:our|the) books(?=\W*$)/giu, plain: '' },
  // "when did Acme last order something"
  { pattern: /(?<=\blast \p{L}+) (?:something|anything)(?=\W*$)/giu, plain: '' },
  // "do you have", asked of the program
  { pattern: /\b(?:do you have|have you got)\b/giu, plain: 'do we have' },
  // "about how many", "how many in total are"
  {
    pattern:
      /\b(?:about|around|exactly|just|precisely|roughly|approximately|in total|altogether),? (?=how (?:many|much)\b)/giu,
    plain: '',
  },
  { pattern: /(?<=\bhow many )(?:total|overall|in total|altogether) (?=\p{L})/giu, plain: '' },
  { pattern: anywhere(`(${period}),? ${soFar}`), plain: ' so far' },
  { pattern: anywhere(`(?!so far)${soFar},? (${period})`), plain: ' so far' },
  { pattern: anywhere(alone), plain: '' },
  { pattern: anywhere(`${now}${elsewhen}`), plain: 'currently' },
  { pattern: anywhere(today), plain: 'currently' },
  { pattern: anywhere(beginning), plain: '' },
  { pattern: anywhere(total), plain: 'in total' },
]
