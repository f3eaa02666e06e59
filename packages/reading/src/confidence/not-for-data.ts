/** Why the words are not a question about data. Null when they may be one. */
export function whyNotForData(question: string): string | null {
  const text = question.normalize('NFKC').trim()
  if (!/[\p{L}\p{N}]/u.test(text)) return 'This contains no question.'
  return (
    rules.find(({ pattern, unless }) => pattern.test(text) && unless?.test(text) !== true)?.reason ??
    (isForeign(text) ? 'Questions are understood in English only.' : null)
  )
}

interface Rule {
  readonly pattern: RegExp
  readonly unless?: RegExp
  readonly reason: string
}

const polite = String.raw`^(?:(?:please|kindly|now|then|and|also|can you|could you|would you|will you|i want you to|i need you to|i would like you to|go and|just)[,\s]+)*`
const shown = String.raw`(?:me\s+)?(?:a|an|the|another)?\s*(?:\w+\s+)?(?:list|table|chart|graph|report|summary|overview|breakdown|ranking|histogram)\b`

const rules: readonly Rule[] = [
  {
    pattern:
      /;\s*(?:drop|delete|insert|update|alter|truncate|create|grant|select)\b|^\s*(?:insert\s+into|delete\s+from|drop\s+(?:table|database|view|index|schema|column)|alter\s+table|truncate\s+(?:table\s+)?\w+|create\s+(?:or\s+replace\s+)?(?:table|view|index|user|role|database)|grant\s+\w+\s+on|update\s+\w+\s+set|pragma\s|attach\s+database|copy\s+\w+\s+(?:from|to))\b|\bunion\s+(?:all\s+)?select\b|'\s*(?:or|and)\s+'?1'?\s*=\s*'?1|^\s*(?:select\s+(?:\*|count\s*\(|[\w."]+(?:\s*,\s*[\w."]+)*)\s+from\s+[\w."]+\s*(?:$|;|(?:where|group|order|limit|join)\b)|with\s+\w+\s+as\s*\()/i,
    reason: 'This is SQL. Ask in words; the query is written from them.',
  },
  {
    pattern: new RegExp(
      String.raw`${polite}(?:(?:delete|remove|erase|drop|truncate|insert|update|modify|overwrite|rename|edit|add|create|approve|assign|send|notify|upload|restore|revoke)\s+(?!by\b|up\b|of\b)|(?:set|change|cancel|e-?mail|schedule|book|reserve|buy|pay|refund|transfer|import|grant)\s+(?:the|a|an|this|that|these|those|my|our|his|her|their|all|every)\s)`,
      'i',
    ),
    unless: new RegExp(String.raw`${polite}(?:create|add|update|send)\s+(?:${shown}|me\s+on\b)`, 'i'),
    reason: 'Questions only read the data; nothing in it can be changed from here.',
  },
  {
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|instructions?|rules|prompts?|restrictions?|guidelines)\b|\b(?:system|hidden|initial) (?:prompt|message|instructions?)\b|\byou are now\b|\b(?:pretend|act) (?:to be|as|you are|like)\b|\b(?:jailbreak|developer mode)\b|\bapi[ _-]?keys?\b|\byour (?:password|credentials|instructions)\b/i,
    reason: 'This asks for something other than the data.',
  },
  {
    pattern:
      /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you|bye|goodbye|ok|okay|yes|no|cool|great|help|test|lol)[\s.!?,]*(?:there|everyone|again|a lot|so much)?[\s.!?]*$|^(?:how are you|who are you|what are you|what can you do|what is your name|what's up|are you (?:a|an|there|real|human)\b|tell me (?:a|another) (?:joke|story|secret|poem))|\bdo you (?:like|love|think|feel|believe|want|prefer|dream)\b|\bwrite (?:me )?(?:a|an) (?:poem|story|essay|song|letter|email|code|program|function|script)\b|^translate\b/i,
    reason: 'This is not a question about the data.',
  },
  {
    pattern:
      /^(?:(?:so |and |but )?why|(?:explain|tell me|any idea|do you know) (?:me )?why|how come|what (?:explains|caused|causes|drives)|how (?:can|could|should|would|to|might)\b(?! (?:many|much|often))|how do (?:i|you|we) (?!have\b)|should (?:i|we|you|our|the)\b|(?:what|which|who|when|where) (?:\w+ )?should\b|what can (?:i|we) do\b|is it (?:a )?(?:good|bad|safe|legal|possible|worth|true)\b|what (?:would|will) happen\b|what if\b|will (?:we|our|it|there|they|i)\b|(?:is|are) (?:it|we|they|there|our \w+|the \w+) going to\b|(?:how|what) .{0,30}\bwould (?:we|i|it|our|they)\b.{0,40}\bif\b|what do you (?:think|suggest|recommend)|(?:recommend|suggest|advise)\b|predict\b|forecast\b|how likely\b|what are the (?:chances|odds)\b|(?:can|could) you (?:recommend|suggest|advise)\b|where (?:is|are) .{2,40}\b(?:going|heading|headed)\b(?! to\b)|.{0,40}\b(?:should|can|could|do|may|might) (?:we|i) (?:expect|anticipate)\b)/i,
    unless: /\b(?:vary|varies|differ|differs|change|changes|compare|compares|break down|correlate)\b/i,
    reason: 'Data shows what happened; this asks for a reason, advice or a forecast.',
  },
  {
    pattern:
      /\b(?:nicest|friendliest|kindest|prettiest|funniest|smartest|happiest|laziest|rudest|sweetest|coolest|most (?:beautiful|friendly|likeable|annoying|talented|trustworthy|honest))\b/i,
    unless: /\b(?:reviews?|comments?|feedback|surveys?|ratings?|rated|scores?)\b/i,
    reason: 'Data shows what happened; this asks for an opinion.',
  },
  {
    pattern: /\bwhat (?:do|does|did) .{2,40}\b(?:say|think|feel)\b.{0,10}\b(?:about|of)\b/i,
    unless: /\b(?:reviews?|comments?|feedback|surveys?|ratings?)\b/i,
    reason: 'Data shows what happened; this asks for an opinion.',
  },
]

/** Common words of other languages that are not English words. */
const foreign: ReadonlySet<string> = new Set(
  'el los las del una unos que cuántos cuantos cuántas cuál cuáles quién dónde cuándo por para con muestra lista todos hay tiene tienen nombres le les des une du quel quelle quels quelles combien sont est dans avec pour nous vous ils elles qui où quand liste montre tous der das und ist sind wie viele welche welcher welches wer wo wann gibt zeige alle den dem ein eine einen für mit von nach im il gli dei della degli quanti quante quali sono chi dove quando mostra tutti nel os das dos quantos quantas quais qual quem onde mostre todos hoeveel het een zijn welke wie wanneer toon ilu jest są jak ile hur många vilka är och hvor mange er og'.split(
    ' ',
  ),
)
const english =
  /^(?:the|of|is|are|was|were|what|which|who|how|many|much|show|list|give|find|each|all|for|by|with|and|to|in|from|that|have|has|there|per|total|average|number)$/i

function isForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length
  if (letters.length > 3 && latin < letters.length / 2) return true
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const strange = words.filter((word) => foreign.has(word)).length
  const known = words.filter((word) => english.test(word)).length
  return strange >= 2 && strange > known
}
