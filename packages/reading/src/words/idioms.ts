/** Rewrites idioms in plain words that the reader knows. Every other word keeps its place. */
export function withoutIdioms(question: string): string {
  return rewritten(question, idioms)
}

/** Replaces each idiom, one after the other. */
export function rewritten(question: string, list: readonly Idiom[]): string {
  return list.reduce(
    (text, { pattern, plain }) =>
      text.replaceAll(pattern, (...found: readonly (string | undefined)[]) => fitted(found, plain)),
    question,
  )
}

export interface Idiom {
  readonly pattern: RegExp
  /** What it means. `$1` to `$3` are the first groups of the pattern. */
  readonly plain: string
}

const idioms: readonly Idiom[] = [
  // "sales per member of staff"
  { pattern: /\bmember of (?:the |our )?(?:staff|team)\b/gi, plain: 'employee' },
  { pattern: /\bmembers of (?:the |our )?(?:staff|team)\b/gi, plain: 'employees' },
  // "average sale", and not the average price of it nor the "average sales" of months
  { pattern: /\b(average|avg|mean) sale\b(?! (?:price|per|value|amount|size))/gi, plain: '$1 sale value' },
  // "which events are coming up in the next two weeks"
  { pattern: /\b(?:are |is )?coming up(?= (?:in|within|over|during|this|next|on)\b)/gi, plain: '' },
  // "what's in the book for tomorrow"
  {
    pattern: /\b(?:in|on) (?:the|our) (?:books?|diary|calendar|schedule|planner|agenda)\b(?: for\b)?/gi,
    plain: 'booked for',
  },
  // "what should have been delivered by now but is not"
  {
    pattern:
      /\bshould have (?:been (?:\p{L}+)|gone out|gone|shipped|left|arrived|come in|come back|come|finished)(?: (?:by now|already|yet))?(?:,? but (?:(?:is|are|was|were|has|have)(?: not|n't)(?: been)?(?: yet)?|\p{L}+n't(?: been)?(?: yet)?))?$/giu,
    plain: 'are overdue',
  },
  // "what share of parcels ends up in a claim"
  { pattern: /\bend(?:s|ed|ing)? up (?:in|with)\b/gi, plain: 'with' },
  // "how many percent of orders end in a complaint"
  { pattern: /(?<=\bof (?:our |the |all )?\p{L}+(?: \p{L}+)? )end(?:s|ed)? in(?= an?\b)/giu, plain: 'with' },
  // "sales by country of origin"
  { pattern: /\b(country|countries|nation|nations|region|place|town) of origins?\b/gi, plain: '$1' },
  // "this yr", "last qtr"
  { pattern: /\byrs?\b/gi, plain: 'year' },
  { pattern: /\bqtr\b/gi, plain: 'quarter' },
  { pattern: /\bmn?ths?\b/gi, plain: 'month' },
  // "have not ordered anything"
  {
    pattern:
      /(?<=\b(?:not|never|\p{L}+n't|\p{L}+nt) (?:ever |yet )?(?:order|ship|book|rent|hire|buy|purchase|bought|sold|pa)(?:ed|ped|d|id)?) (?:anything|something)\b(?: at all)?/giu,
    plain: '',
  },
  // "last months sales", "this weeks orders"
  { pattern: /\b((?:last|this|next) (?:year|month|week|quarter))s(?= \p{L})/giu, plain: '$1' },
  // "how many new clubs did we win"
  {
    pattern:
      /(?<=\bnew \p{L}+(?: \p{L}+)? (?:did|have|do) we )(?:win|won|gain|gained|acquire|acquired|attract|attracted|pick up|picked up)\b/giu,
    plain: 'get',
  },
  // "how many were returned, and what percentage is that"
  {
    pattern: /\bwhat (?:percentage|percent) (?:is|are|was) (?:that|those|it)\b/gi,
    plain: 'what share is that',
  },
  // "what does each customer owe us"
  { pattern: /\bwhat(?= (?:do|does|did) (?:\p{L}+ ){1,4}owe\b)/giu, plain: 'how much' },
  // "which van costs us the most to run"
  { pattern: /(?<=\b(?:most|least)) to (?:run|operate|keep|maintain|keep going)\b/gi, plain: '' },
]

function fitted([all = '', ...groups]: readonly (string | undefined)[], plain: string): string {
  // After the groups come the place of the match and the whole text.
  const said = (at: string): string => {
    const group: unknown = groups[Number(at) - 1]
    return typeof group === 'string' ? group : ''
  }
  return plain.replaceAll(/\$([1-3])/g, (_, at: string) => said(at)).padEnd(all.length)
}
