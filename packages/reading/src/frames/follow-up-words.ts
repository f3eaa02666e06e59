const they = '(?:that|it|this|those|these|them|the same(?: thing| figures?| numbers?)?|same)'
const ask =
  '(?:(?:please|kindly|can you|could you|can i|could i|i want to|i would like to|i need to|let me|now) )*'
const shown = new RegExp(
  `^${ask}(?:(?:show|give|list|display|see|get|have|tell|do|present|break|split|divide|group|report|plot)(?: me| us)? ${they}(?: (?:down|up|out|again|split|broken down|grouped|divided))*|(?:what|how) (?:does|do|did|would) ${they} look(?: like)?(?: (?:split|broken down|when split))?|how (?:is|are|was|were) ${they} (?:split|divided|spread|distributed)(?: up)?|${they}(?: again)?(?: (?:split|broken down))?),? (?=(?:by|per|for|in|as|only|without|split|across|over|into|on)\\b)`,
  'iu',
)
const byTwo =
  /^((?:split |broken down |break down |grouped )?(?:by|per) (?:the )?[\p{L} -]+?) and (?:the )?(?!by\b|per\b)([\p{L} -]+)$/iu

/** "give me the top 10", "who are the best 3" */
const topAsked = new RegExp(
  String.raw`^${ask}(?:(?:show|give|list|get|tell|see|display|just|only|what are|who are|which are)(?: me| us)? )+(?=(?:only |just )?(?:the )?(?:top|best|bottom|worst|first|last|biggest|largest|highest|lowest) \S+$)`,
  'iu',
)
/** Says a follow-up as shortly as slots know it: "show me that by month" is "by month". */
export function plainFollowUp(question: string): string {
  const text = question
    .trim()
    .replace(/[?.!\s]+$/u, '')
    .replace(
      /^(?:(?:and|ok(?:ay)?|so|now|then|but)[,\s]+)+(?=(?:show|give|list|can|could|break|split|display)\b)/iu,
      '',
    )
    .replace(/[,\s]+(?:please|thanks|thank you|too|as well|then)$/iu, '')
    .replace(shown, '')
    .replace(topAsked, '')
    .replace(/^(?:across|over)(?= (?:the )?(?:months|weeks|days|years|quarters)$)/iu, 'by')
    .replace(
      /\b(?:broken down|break (?:it |that |this )?down|divided|grouped|separated?) (?=(?:by|per)\b)/iu,
      '',
    )
    .replace(
      /\b(?:excluding|except(?: for)?|leaving out|leave out|ignoring|ignore|not counting|don't count|apart from|other than|minus|exclude)(?: the)? (?=\p{L})/iu,
      'not the ',
    )
  return text.replace(byTwo, '$1 and by $2')
}

export interface PartOfThat {
  /** What the part is narrowed to, as a follow-up of its own. */
  readonly words: string
  readonly isShare: boolean
}

const partOf = new RegExp(
  String.raw`^\W*(?:(?:and|so|but|ok) )*(how much|how many|what (?:share|percentage|percent|proportion|part)|which (?:share|percentage|part)|how many percent|what %)(?: \p{L}+)? of (?:that|it|this|those|these|them)(?: \p{L}+)?? (?:is|are|was|were|has been|have been|had been|came|comes|come|went|goes|go|did we get|do we get|we(?:re| are))(?: still| already| through| via| to| from| by| in| with| for| the| at| on| paid by| paid in)* (.+?)\W*$`,
  'iu',
)

/** "how much of that was online". Null for another question. */
export function partOfThat(question: string): PartOfThat | null {
  const [, asked, rest] = partOf.exec(question) ?? []
  if (asked === undefined || rest === undefined) return null
  return { words: `only ${rest}`, isShare: !/^how (?:much|many)$/i.test(asked) }
}
