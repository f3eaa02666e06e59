import type { FieldRef, Query } from '@quipu/query'
import type { Effect } from './doubt.ts'
import { allOf, conjuncts, isSame } from '../restate/fields.ts'

/** Entry point: applies the effect of an answer to a query. The caller handles other readings and fiscal starts; they leave the query unchanged. */
export function applyEffect(query: Query, effect: Effect, timeField: FieldRef | null): Query {
  switch (effect.kind) {
    case 'condition':
      return { ...query, where: allOf([...conjuncts(query.where), effect.condition]) }
    case 'top': {
      const orderBy = effect.by ? [{ expression: effect.by, direction: 'desc' as const }] : query.orderBy
      return { ...query, limit: effect.limit, orderBy }
    }
    case 'period':
      return timeField === null ? query : within(query, timeField, effect)
    case 'reading':
    case 'fiscal-start':
    case 'nothing':
      return query
  }
}

/** Replaces an existing period on the same field. */
function within(query: Query, field: FieldRef, { range }: Extract<Effect, { kind: 'period' }>): Query {
  const others = conjuncts(query.where).filter((one) => !(one.kind === 'during' && isSame(one.of, field)))
  if (range.start === null && range.end === null) return { ...query, where: allOf(others) }
  return {
    ...query,
    where: allOf([...others, { kind: 'during', of: field, start: range.start, end: range.end }]),
  }
}
