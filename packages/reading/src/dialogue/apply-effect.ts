import type { FieldRef, Query } from '@quipu/query'
import type { Effect } from './doubt.ts'
import { allOf, conjuncts, isSame } from '../restate/fields.ts'

/** Door: a query with what an answer adds. Other readings and fiscal starts are for the caller, and leave it as it is. */
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

/** The period takes the place of one that is there on the same field. */
function within(query: Query, field: FieldRef, { range }: Extract<Effect, { kind: 'period' }>): Query {
  const others = conjuncts(query.where).filter((one) => !(one.kind === 'during' && isSame(one.of, field)))
  if (range.start === null && range.end === null) return { ...query, where: allOf(others) }
  return {
    ...query,
    where: allOf([...others, { kind: 'during', of: field, start: range.start, end: range.end }]),
  }
}
