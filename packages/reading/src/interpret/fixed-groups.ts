import type { Query } from '@quipu/query'
import { conjuncts, isSame } from '../restate/fields.ts'

/** "how many shops sell Greek food in each city": of a field that has one value, the groups are those of the other fields. */
export function withoutFixedGroups(query: Query): Query {
  const fixed = conjuncts(query.where).flatMap((one) =>
    one.kind === 'compare' && one.operator === '=' && one.right.kind === 'literal' ? [one.left] : [],
  )
  const isFixed = (expression: unknown): boolean => fixed.some((one) => isSame(one, expression))
  const groupBy = query.groupBy.filter((by) => !isFixed(by))
  if (groupBy.length === 0 || groupBy.length === query.groupBy.length) return query
  return { ...query, groupBy, outputs: query.outputs.filter(({ expression }) => !isFixed(expression)) }
}
