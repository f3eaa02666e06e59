import type { Idiom } from './idioms.ts'
import { rewritten } from './idioms.ts'

/** Says plainly in which order rows are wanted: "from the highest to the lowest price", "the highest price first", "starting with the best". */
export function withOrderSaid(question: string): string {
  return rewritten(question, orders)
}

const high = '(?:highest|largest|biggest|greatest|longest|best|top|most)'
const low = '(?:lowest|smallest|least|shortest|worst|fewest|bottom)'
const sorted =
  '(?:(?:ordered|sorted|ranked|arranged|listed|order|sort|rank|list)(?: them| these| the results?)?)'
const what = String.raw`((?:\p{L}+ ){0,3}\p{L}+)`
const end = String.raw`(?=\W*$|[.,;?!])`

const orders: readonly Idiom[] = [
  // "ordered from highest to lowest altitude"
  {
    pattern: new RegExp(
      String.raw`\b(${sorted}) from (?:the )?${high} to (?:the )?${low} ${what}${end}`,
      'giu',
    ),
    plain: '$1 by $2 in descending order',
  },
  {
    pattern: new RegExp(
      String.raw`\b(${sorted}) from (?:the )?${low} to (?:the )?${high} ${what}${end}`,
      'giu',
    ),
    plain: '$1 by $2 in ascending order',
  },
  // "starting from the best ratings to the lowest"
  {
    pattern: new RegExp(
      String.raw`\bstarting (?:from|with|at) (?:the )?(?:one with |those with )?(?:the )?${high} ${what}(?:(?: down)? to (?:the )?${low}(?: ones?)?)?${end}`,
      'giu',
    ),
    plain: 'ordered by $1 in descending order',
  },
  {
    pattern: new RegExp(
      String.raw`\bstarting (?:from|with|at) (?:the )?(?:one with |those with )?(?:the )?${low} ${what}(?:(?: up)? to (?:the )?${high}(?: ones?)?)?${end}`,
      'giu',
    ),
    plain: 'ordered by $1 in ascending order',
  },
  // "ordered by the highest average price first"
  {
    pattern: new RegExp(String.raw`\b(${sorted} by) (?:the )?${high} ${what} first${end}`, 'giu'),
    plain: '$1 $2 in descending order',
  },
  {
    pattern: new RegExp(String.raw`\b(${sorted} by) (?:the )?${low} ${what} first${end}`, 'giu'),
    plain: '$1 $2 in ascending order',
  },
]
