import type { Condition, Query } from '@quipu/query'
import { traitsOf } from './query-traits.ts'

/** Whether a query takes rows of a dataset and also says that there are none: no row can meet both. */
export function isJoinedAndDenied(query: Query): boolean {
  const conditions = conjunctsOf(query.where)
  const denied = conditions.flatMap((each) => (isBareDenial(each) ? [each] : []))
  if (denied.length === 0) return false
  const rest = conditions.filter((each) => !isBareDenial(each) && each.kind !== 'related')
  const { datasets } = traitsOf({ ...query, where: rest.length === 0 ? null : { kind: 'and', of: rest } })
  return denied.some(({ of }) => of.query.subject !== query.subject && datasets.has(of.query.subject))
}

type Related = Extract<Condition, { kind: 'related' }>

/** "There are no rows", without a condition on these rows. */
function isBareDenial(condition: Condition): condition is { readonly kind: 'not'; readonly of: Related } {
  return (
    condition.kind === 'not' &&
    condition.of.kind === 'related' &&
    condition.of.query.where === null &&
    condition.of.query.having === null
  )
}

function conjunctsOf(where: Condition | null): readonly Condition[] {
  if (where === null) return []
  return where.kind === 'and' ? where.of.flatMap(conjunctsOf) : [where]
}
