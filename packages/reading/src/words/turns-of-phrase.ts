import { rewritten, type Idiom } from './idioms.ts'

/** Leaves out what points back to things of the same question, and says parts plainly. */
export function withoutTurns(question: string): string {
  return rewritten(question, turns)
}

const them = '(?:them|it|him|her|he\\/she|he or she|they|he|she)'

const turns: readonly Idiom[] = [
  // "the regions with the most depots associated with them"
  {
    pattern: new RegExp(
      String.raw` (?:that (?:are|is) )?(?:associated|connected|linked|related|belonging)(?: (?:with|to))? ${them}(?=\W*$|[,.;?])`,
      'giu',
    ),
    plain: '',
  },
  // "which clerk sold the most, and how many sales did he/she have that year"
  {
    pattern: new RegExp(
      String.raw`(?<=\band how many \p{L}+(?: \p{L}+)?) (?:did|do|does|have|has) ${them} (?:have|make|get|do|hold|write|win|publish|teach|taught|had|made|written)(?: in)?(?: (?:that|this) (?:year|month|week|quarter|period))?(?=\W*$)`,
      'giu',
    ),
    plain: '',
  },
  // "the proportion of boats that leak to boats that do not": one number beside another, and no part of a whole.
  {
    pattern:
      /\b(?:proportion|fraction) of(?= (?:the |all )?(?:\p{L}+ ){0,2}?(\p{L}{3,})\b.* to (?:the |all )?(?:\p{L}+ ){0,2}?\1\b)/giu,
    plain: 'ratio of',
  },
  // "Match strings exactly": how values are compared is not asked for.
  {
    pattern:
      /(?<=[?.]) *(?:please )?(?:match|compare|treat) [^.?]*\b(?:exactly|case[- ]?(?:in)?sensitive(?:ly)?)\b[^.?]*\.?$/giu,
    plain: '',
  },
  // "the best-rated hotels", "the highest-paid clerk"
  { pattern: /\b(highest|lowest|best|worst|top|most|least)-(?=\p{L}{3,}ed\b|paid\b)/giu, plain: '$1 ' },
  // "members that are part of a team"
  { pattern: /\b(is|are|was|were)( not)? (?:a )?part of\b/giu, plain: '$1$2 in' },
]
