import { rewritten, type Idiom } from './idioms.ts'

/** Leaves out words of spoken English that say nothing in a question, and says others plainly. Every other word keeps its place. */
export function withoutLooseTalk(question: string): string {
  return rewritten(question, loose)
}

const nobody = '(?:nobody|no one|no-one|noone)'
const denied = String.raw`\b(?:not|never|\p{L}+n['’]t)`

const hadToBe = String.raw`\b(?:had to be|have to be|has to be|were|was|got|have been|had been|has been) \p{L}+(?: (?:away|out|back|off|up|down))?`

const weLack = String.raw`(?:have we(?: still)?(?: got)? no|do we(?: still)? have no|we(?: have|['’]ve)?(?: got| have)? no|(?:do|did) we not have (?:an?|the|any)|(?:do not|don['’]?t) we have (?:an?|the|any)|we (?:do not|don['’]?t) have (?:an?|the|any)|are we(?: still)? (?:missing|lacking|without) (?:an?|the)|we are (?:missing|lacking) (?:an?|the)|we(?: still)? lack (?:an?|the))`

const loose: readonly Idiom[] = [
  // "how much tax do we have to hand over for last quarter"
  {
    pattern:
      /\b(?:do|did|will) we (?:have|need) to (?:hand over|pass on|remit|declare|report)(?: for)?(?=\W*$| (?:for |in |this |last |next |since )?\p{L})/giu,
    plain: '',
  },
  // "how many guests have we got no email address for", "clients we don't have a phone number for": they have none.
  {
    pattern: new RegExp(
      String.raw`(?<!\p{L})(?:(?<=\S\s)(?:that|who|which|whom) )?${weLack} (\p{L}+(?: \p{L}+){0,2}?) (?:for|of|from)(?: on file)?(?=\W*$)`,
      'giu',
    ),
    plain: 'have no $1',
  },
  // "how much Acme stuff did we sell"
  {
    pattern:
      /(?<=\b(?:how (?:much|many)|what|all|sales of|of|the) (?:[\p{L}\d&]+ ){1,3})(?:stuff|things|gear|merch|bits and pieces|bits)\b(?= |\?|$)/giu,
    plain: '',
  },
  // "which of the two shops sold more": of all that there are.
  {
    pattern:
      /\bwhich of (?:the|our|my) (?:two|three|four|five|both )?\s*(\p{L}+(?: \p{L}+)?) (sold|sells|sell|took|takes|made|makes|earned|earns|did|does|brought in|brings in|had|has|got|gets|did) (?:more|better)\b(?! than)/giu,
    plain: 'which $1 $2 the most',
  },
  // "per member of staff", "each member of the crew"
  { pattern: /\bmembers? of (?:the |our )?(staff|team|crew)\b/gi, plain: '$1' },
  // "how many jobs is each team working on right now"
  {
    pattern:
      /\b(how many \p{L}+(?: \p{L}+)?) (?:is|are) ((?:each|every|our|the) (?:\p{L}+ )?\p{L}+?) (?:currently |still |now )?working on(?: (?:right now|now|currently|at the moment|at present|today))?(?=\W*$)/giu,
    plain: '$1 does $2 have right now',
  },
  // "the whole chairs group": all of it, anyway.
  {
    pattern:
      /\bthe (?:whole|entire|complete) (?=(?:\p{L}+ ){1,2}(?:group|category|range|department|family|collection|section|division|class)\b)/giu,
    plain: 'the ',
  },
  // "average nr of guests"
  { pattern: /\b(?:nr|num|nbr)\.? of\b|\bno\. of\b|(?<!\S)# of\b/gi, plain: 'number of' },
  // "how many tickets has nobody picked up"
  {
    pattern: new RegExp(
      String.raw`\b(?:has|have|had|did) ${nobody}(?: (?:ever|yet))?\b(?! (?:picked|taken|answer|answered|let|open|opened|on|assigned|down|for)\b|\W*$)`,
      'giu',
    ),
    plain: 'are not',
  },
  // "boats nobody has cleaned"
  {
    pattern: new RegExp(
      String.raw`(?:\b(?:that|which|who) )?\b${nobody} (?:has|have|had|did)(?: (?:ever|yet))?(?: been)?\b(?! (?:picked up|taken on|answered)\b)`,
      'giu',
    ),
    plain: 'not',
  },
  // "finished but nobody picked them up yet"
  {
    pattern: new RegExp(
      String.raw`(?<=\b(?:and|but|that|which|though|although) )${nobody} (?:has |have |had |ever |yet )*(\p{L}{2,}(?:ed|en|ught|ld|id)|took|came|got) (?:them|it|those|these)(?: (up|off|out|back|away|in|down))?(?: yet)?(?=\W|$)`,
      'giu',
    ),
    plain: 'not $1 $2',
  },
  // "customers who haven't brought us anything": they did not buy.
  {
    pattern: new RegExp(
      String.raw`(${denied})(?: ever)? (?:brought|bring|given|give|sent|send|handed) us (?:anything|something|any \p{L}+)`,
      'giu',
    ),
    plain: '$1 bought',
  },
  // "never enrolled in anything", "have not used anything at all"
  {
    pattern: new RegExp(
      String.raw`(?<=${denied}(?: \p{L}+){1,3}?) (?:(?:in|of|on|with|from|for|to|at) )?(?:anything|something)\b(?: at all)?`,
      'giu',
    ),
    plain: '',
  },
  // "how many things had to be thrown away this year because they were burnt": those that were burnt.
  {
    pattern: new RegExp(
      String.raw`(?<=\bhow many )(?:items|things|pieces|units) ${hadToBe}((?: (?:this|last) \p{L}+)?),? because (?:they|it) (?:were |was |are |is |had |have |has |got )?([^,?]+)`,
      'giu',
    ),
    plain: '$2$1',
  },
  {
    pattern: new RegExp(
      String.raw`${hadToBe}((?: (?:this|last) \p{L}+)?),? because (?:they|it) (?:were |was |are |is |had |have |has |got )?`,
      'giu',
    ),
    plain: '$1 ',
  },
  // "how much money is overdue"
  { pattern: /(?<=\bhow much) (?:money|cash)(?= (?:is|are|was|were|do|does|have|has)\b)/giu, plain: '' },
  // "how much deposit money do we hold"
  {
    pattern:
      /\b(?!(?:the|most|least|any|some|much|more|less|our|us|me|pay|paid|make|made|earn|earned|owe|owes|spend|spent|raise|raised|lose|lost|save|saved|of|for|in|by|and|no|with)\b)(\p{L}{3,}) money(?= (?:are|is|do|did|we|have|has|was|were)\b)/giu,
    plain: '$1',
  },
  // "how long do people wait to pay", "how many days do they need to pay"
  {
    pattern: /(?<=\bhow (?:long|many \p{L}+) .{1,40}\b)(?:wait|need)(?:s|ed)?(?= to (?!be\b|get\b)\p{L})/giu,
    plain: 'take',
  },
  // "how many days pass between order and delivery"
  {
    pattern:
      /(?<=\bhow (?:long|much time|many \p{L}+) )(?:(?:pass|passes|passed|lie|lies|elapse|elapses|go by|goes by|are there|is there|are|is|is it|does it take|usually pass) )?between (?:the |an? |our )?(\p{L}+(?: \p{L}+)?) and (?=\p{L})/giu,
    plain: 'from $1 to ',
  },
  // "how many deliveries came too late"
  {
    pattern:
      /\b(?:came|come|comes|arrived|arrive|arrives|were|was|are|is|got here|went out|been) too late\b|\b(?:arrived|arrive|arrives|got here|came in) late\b/giu,
    plain: 'were late',
  },
  // "the gift cards that are out there", "sold out everywhere"
  { pattern: /(?: that are| which are)? (?:out there|in circulation|everywhere)\b/giu, plain: '' },
  // "who took care of the most requests"
  {
    pattern:
      /\b(?:dealt with|deals with|deal with|dealing with|took care of|takes care of|take care of|taken care of|saw to|sees to)(?= (?:the )?(?:most|fewest|least)\b)/giu,
    plain: 'handled',
  },
  // "which court was booked for the most hours"
  {
    pattern:
      /\b(?:(?:was|were|been|is|are|got|gets) )?(?:booked|used|uses|rented|hired|reserved|taken|occupied|played)(?: out)?(?: for)?(?= (?:the )?(?:most|fewest|least) (?:hours|hrs)\b)/giu,
    plain: 'has',
  },
  // "how much do we have to pay our suppliers in the next 30 days"
  {
    pattern:
      /^(\W*)(?:how much(?: money)?|what) (?:do|must|will) we (?:still |yet )?(?:have to |need to |must )?(?:pay|owe)(?= (?:.* )?(?:in|within|over|during|by|this|next|until)\b.*\b(?:next|coming|this|end)\b)/giu,
    plain: '$1how much do we owe',
  },
  {
    pattern: /\bhow much(?: money)? do we (?:still )?(?:have|need) to pay(?= (?:our|the|to)\b)/giu,
    plain: 'how much do we owe',
  },
  // "the main reasons"
  {
    pattern:
      /\b(?:main|chief|key|principal|most common|commonest|most frequent|usual|biggest|top) (?=(?:reason|cause|ground|motive)s?\b)/giu,
    plain: '',
  },
  // "which menu has done the most covers"
  { pattern: /\b(has|have|had) done(?= (?:the )?(?:most|least|fewest)\b)/giu, plain: '$1' },
  // "what is booked in for tomorrow"
  {
    pattern: /\b(booked|pencilled|scheduled|logged|signed) in(?= (?:for|on|today|tomorrow|this|next)\b)/giu,
    plain: '$1',
  },
  // "how much is that all together", "how long is it all together"
  { pattern: /\ball together\b/giu, plain: 'altogether' },
  // Politeness.
  {
    pattern:
      /\b(?:by any chance|if possible|if you can|for me|thanks(?: a lot)?|thank you|cheers|quickly tell me|just wondering|i wonder|any idea)\b[,.!]?/giu,
    plain: '',
  },
  // "what do we actually earn", "did anybody ever cancel at all"
  { pattern: /\b(?:actually|basically|roughly|at all|in fact|really)\b/giu, plain: '' },
]
