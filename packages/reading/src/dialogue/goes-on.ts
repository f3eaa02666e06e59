/**
 * Whether the words only make sense after another question: alone they ask for nothing, or point to something that they do not
 * name. `isFirst`: nothing was answered before. Otherwise "how many did they buy" may be read alone, with a warning.
 */
export function goesOn(question: string, isFirst: boolean): boolean {
  const text = question
    .toLowerCase()
    .replace(/^\W*(?:(?:and|so|but|ok(?:ay)?|now|then|also|please)\W+)*/u, '')
    .replace(/(?:\W+(?:please|thanks|then|too))?\W*$/u, '')
  const of = ofEach.exec(text)
  const isOfOthers = of !== null && !named.test(of[0])
  return isOfOthers || fragments.some((pattern) => pattern.test(text)) || pointsOut(text, isFirst)
}

const they = '(?:that|it|this|those|these|them)'
const unit = '(?:day|week|month|quarter|year|season)s?'
const month =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|christmas|easter)'
const year = '(?:19|20)\\d\\d'
const period = `(?:(?:the |that |this |same )?(?:(?:last|this|next|previous|past|same) )?(?:\\d+ |few |two |three )?(?:${unit}|${month}|${year})(?: ${year})?(?: (?:before|earlier|ago|so far|prior|to date))*(?: (?:that|this|last year|a year (?:ago|before|earlier)))?)`

/** "the average price of each" */
const ofEach =
  /^(?:what (?:is|are|was|were) )?(?:the|their|its|average|mean|total)\b.* (?:of|for) (?:each|every one|each one|each of (?:them|those|these)|them|those|these)$/u
/** "what are the card types, and how many cards are there of each": the same question says of what. */
const named = /\S+ \S+ \S+.*[,;?] *(?:and )?(?:how|what|which|the)\b/u

const fragments: readonly RegExp[] = [
  // "by channel", "per dentist and month", "split by card, cash etc", "split that into a and b"
  /^(?:by|per|split by|for each)\s+\S+(?:\s+\S+)?$/u,
  // "by where it was sold", "the average price of each"
  /^(?:split (?:it |that |this )?)?(?:by|per) (?:where|who|whom|what|when|how)\b/u,
  new RegExp(
    `^(?:split|broken?|break|divided?|group(?:ed)?|separated?)(?: ${they})?(?: (?:up|down|out))?,? (?:by|into|in|per|between)\\b`,
    'u',
  ),
  // "show me that by month", not "show me this year's revenue"
  new RegExp(
    `^(?:can (?:you|i)|could you )?\\s*(?:show|give|list|see|have|tell|do)(?: me)? ${they}(?=$| (?:by|per|as|in|for|split|broken|grouped|sorted|again|over|with|without|only|instead|on|from)\\b)`,
    'u',
  ),
  // "same for the quarter before", "only germany", "in percent", "and last year"
  /^(?:the )?same\b(?! (?:customer|client|person|day)s?\b)/u,
  /^(?:only|just) (?:the |for |in |from |those )?\p{L}+(?: \p{L}+)?$/u,
  /^(?:only|just) (?:the |those )?ones\b/u,
  /^(?:in|as) (?:an? )?(?:percent(?:age)?s?|per cent|%|shares?|fractions?|euros?|dollars?|pounds?|money|cash|units?|pieces?|kilos?|kilograms?|kg|tonnes?|lit(?:re|er)s?|hours?|minutes?|jars?|bottles?|boxes)(?: of (?:the )?total)?$/u,
  new RegExp(
    `^(?:(?:for|in|during|what about|how about|from|since|compared (?:to|with)|vs|versus|against) )?${period}$`,
    'u',
  ),
  // "for which events", "which branches have it", "which guests are those", "which ones", "with whom"
  /^(?:for|at|in|from|by|with|to|on|of) (?:which|what|whose) \p{L}+(?: (?:is|are|was|were) (?:that|those|they|it))?$/u,
  /^(?:for|from|by|with|to) whom$/u,
  /^(?:which|what) (?:\p{L}+ ){0,2}(?:have|has|had|got|sell|sold|use|used) (?:it|them|those|that)$/u,
  /^(?:which ones?|who|whose|why|where|when)(?: exactly)?$/u,
  // "how many tickets sold for each": it names nothing that there are several of.
  /^(?!.*(?:\b(?:and|with|who|that|which|are|is|have|has)\b|[,;:?]))(?:\S+ ){1,6}for each(?: one)?$/u,
  // "how many hours each": of those that were shown.
  /^(?:and )?how (?:many|much)(?: \p{L}+)? each$/u,
  /\b(?:is|are|was|were) (?:(?:those|these|they)|(?:that|it) (?:for|from|with|about))$/u,
  /^(?:which|what|who)\b.{0,30}\b(?:is|are|was|were) (?:that|those|these|it) (?:for|from|about|with|by)$/u,
  /^(?:how many|what)\s+(?:\S+\s+){1,2}(?:is|are|was|were) (?:that|those|it)(?: in (?:total|all)| altogether)?$/u,
  /^(?:why|where|when|how) (?:is|are|was|were|did|do|does) (?:they|their|its|those|these|it|that)\b/u,
]

/** Somebody or something that is named before. */
const pointer =
  /\b(?:for|from|on|with|by) (?:those|these|them)$|\bof (?:those|these|them)\b(?! (?:who|that|which)\b)|\b(?:how much|what (?:share|percentage|part|proportion)|how many percent) of (?:that|it|this)\b/u
const somebody = /\b(?:did|do|does|have|has|had) (?:they|those|these)\b/u
/** Where another part of the same question begins, so that what it points to may stand before it. */
const inside = /\S+ \S+ \S+.*(?:\b(?:and|but|who|that|which|whose|if|when)\b|[,;:?])/u

function pointsOut(text: string, isFirst: boolean): boolean {
  const found = pointer.exec(text) ?? (isFirst ? somebody.exec(text) : null)
  return found !== null && !inside.test(text.slice(0, found.index))
}
