import type { Condition, Expression, FieldRef, Query } from '@quipu/query'
import { operandsOf, partsOfExpression } from '@quipu/query'
import { QueryError } from './query-error.ts'

/** A figure over several rows. */
export function isMeasure(of: Expression): boolean {
  if (of.kind === 'aggregate' || of.kind === 'metric' || of.kind === 'share' || of.kind === 'running')
    return true
  return partsOfExpression(of).some(isMeasure)
}

/** Refuses a column that mixes values of single rows with figures over several, and aggregates where only single rows are allowed. */
export function checkGrain(query: Query, path: string, isInner: boolean): void {
  checkRows(query.where, `${path}.where`)
  query.groupBy.forEach((key, index) => {
    if (isMeasure(key))
      throw new QueryError(`${path}.group[${index}]`, 'Rows cannot be grouped by an aggregate.')
  })
  if (!isGrouped(query) || isInner) return
  const keys = new Set(query.groupBy.map(keyOf))
  const places = [
    ...query.outputs.map(({ expression }, index) => [expression, `${path}.select[${index}]`] as const),
    ...operandsOf(query.having).map((one) => [one, `${path}.having`] as const),
    ...query.orderBy.map(({ expression }, index) => [expression, `${path}.order[${index}]`] as const),
    ...(query.limitPer ?? []).map((one, index) => [one, `${path}.per[${index}]`] as const),
  ]
  for (const [expression, at] of places) {
    const loose = looseField(expression, keys)
    if (loose === null) continue
    throw new QueryError(
      at,
      `${loose.as ?? loose.dataset}.${loose.field} has one value for each row, but the query gives one row for each group. Add it to "select" or "group", or aggregate it.`,
    )
  }
}

/** The fields by which groups are ordered or filtered, and that are no group keys yet. */
export function looseFields(query: Query): readonly FieldRef[] {
  if (!isGrouped(query)) return []
  const keys = new Set(query.groupBy.map(keyOf))
  const found: FieldRef[] = []
  const used = [
    ...[...query.outputs, ...query.orderBy].map(({ expression }) => expression),
    ...operandsOf(query.having),
    ...(query.limitPer ?? []),
  ]
  for (const expression of used) {
    const loose = looseField(expression, keys)
    if (loose === null) continue
    found.push(loose)
    keys.add(keyOf(loose))
  }
  return found
}

/** The query gives one row for each group, or one row for all. */
export function isGrouped(query: Query): boolean {
  return (
    query.groupBy.length > 0 ||
    query.having !== null ||
    [...query.outputs, ...query.orderBy].some(({ expression }) => isMeasure(expression))
  )
}

/** A field outside of every aggregate that is no group key. */
function looseField(of: Expression, keys: ReadonlySet<string>): FieldRef | null {
  if (keys.has(keyOf(of)) || of.kind === 'aggregate' || of.kind === 'metric') return null
  if (of.kind === 'field') return of
  for (const inner of partsOfExpression(of)) {
    const found = looseField(inner, keys)
    if (found !== null) return found
  }
  return null
}

function checkRows(where: Condition | null, path: string): void {
  if (operandsOf(where).some(isMeasure))
    throw new QueryError(path, 'A condition on an aggregate belongs into "having".')
}

function keyOf(of: Expression): string {
  return JSON.stringify(of)
}
