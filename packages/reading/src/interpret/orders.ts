import type { Order } from '@quipu/query'
import { buildAmount, directionOf } from './amounts.ts'
import { type Building } from './builder.ts'
import { same, type BuiltOutput } from './outputs.ts'

export function ordersOf(building: Building, shown: readonly BuiltOutput[]): readonly Order[] {
  return building.draft.orders.flatMap((order) => {
    const { amount } = order
    if (amount.noun === null && amount.adjective === null && amount.aggregate === null) {
      const first = shown.find((each) => each.draft !== null) ?? shown[0]
      return first === undefined ? [] : [{ expression: first.expression, direction: order.direction }]
    }
    const built = buildAmount(building, amount, building.draft.subject)
    if (built === null) return []
    const shownCount = amount.aggregate === 'count' ? shown.find((each) => each.isAggregate) : undefined
    if (shownCount !== undefined && built.isAggregate)
      return [{ expression: shownCount.expression, direction: order.direction }]
    const over = built.isAggregate
      ? undefined
      : shown.find(
          (each) =>
            each.isAggregate &&
            each.expression.kind === 'aggregate' &&
            same(each.expression.of, built.expression),
        )
    return [
      { expression: over?.expression ?? built.expression, direction: directionOf(order.direction, built) },
    ]
  })
}
