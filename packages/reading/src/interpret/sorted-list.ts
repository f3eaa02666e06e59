import type { Order } from '@quipu/query'
import { singular } from '../words/word-forms.ts'
import { buildAmount } from './amounts.ts'
import type { Building } from './builder.ts'
import { same, type BuiltOutput } from './outputs.ts'
import type { Piece } from './piece.ts'

/** "the longest rivers, from longest to shortest": all of them in that order, with the sort key. */
export function sortedList(
  building: Building,
  pieces: readonly Piece[],
  shown: readonly BuiltOutput[],
): { readonly order: Order; readonly shown: readonly BuiltOutput[] } | null {
  const { orders, groups, subject } = building.draft
  const [order, ...moreOrders] = orders
  const [ranked, ...moreRanked] = pieces.filter((each) => each.ranking !== null)
  const ranking = ranked?.ranking
  if (order === undefined || moreOrders.length > 0 || groups.length > 0) return null
  if (ranking === undefined || ranking === null || moreRanked.length > 0) return null
  const name = (ranking.of ?? subject)?.chunk.text.toLowerCase() ?? ''
  if (ranked?.draft.limit !== null || building.draft.limit !== null || singular(name) === name) return null
  const { expression, dataset, field, isAggregate } = ranking.amount
  const isPlain = order.amount.noun === null && order.amount.aggregate === null
  const built = isPlain ? null : buildAmount(building, order.amount, subject)
  if (!isPlain && (built === null || !same(built.expression, expression))) return null
  const label = field === null ? `number of ${dataset.label}` : field.label
  const isShown = shown.some((each) => same(each.expression, expression))
  return {
    order: { expression, direction: order.direction },
    shown: isShown ? [] : [{ expression, label, isAggregate, draft: null, dataset }],
  }
}
