import type { ConditionDraft } from '../grammar/draft.ts'
import { resolved, type Building } from './builder.ts'

/** "not based in Peru", "not majoring in 600" where the verb is the field of the value: the value is denied. From the verb to what is said of it. */
export function deniedFields(building: Building): ReadonlyMap<ConditionDraft, ConditionDraft> {
  const { conditions } = building.draft
  return new Map(
    conditions.flatMap((each, at) => {
      const noun =
        each.kind === 'exists' && each.negated ? resolved(building, each.amount?.noun ?? null) : null
      const next = conditions[at + 1]
      if (noun?.kind !== 'field' || next === undefined || next.negated || next.clause !== each.clause)
        return []
      const value = next.kind === 'value' ? building.resolution.values.get(next) : undefined
      const isSame = value?.dataset === noun.dataset.name && value.field === noun.field.name
      const isNumber =
        next.kind === 'compare' &&
        next.amount === null &&
        next.operand?.kind === 'number' &&
        next.operator === '='
      return isSame || (isNumber && noun.field.type === 'number') ? [[each, next] as const] : []
    }),
  )
}
