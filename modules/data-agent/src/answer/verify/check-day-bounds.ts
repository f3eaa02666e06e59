import { visibleText } from '@quipu/query'
import type { Condition, Expression, Field, JoinPlan, Ontology } from '@quipu/query'
import { wrong } from './prober.ts'
import type { Finding } from './prober.ts'

/** A day that bounds moments ends or begins at its midnight, which leaves out or takes in the hours of that day. */
export function checkDayBounds(joins: JoinPlan | null, { datasets }: Ontology): readonly Finding[] {
  const says = new Set<string>()
  for (const [{ where }] of joins?.trees ?? [])
    for (const { of, operator, bound } of boundsIn(where)) {
      const found = of.kind === 'field' ? datasets.find(({ name }) => name === of.dataset) : undefined
      const field = found?.fields.find(({ name }) => of.kind === 'field' && name === of.field)
      const day = bound.kind === 'literal' ? String(bound.value) : ''
      if (field === undefined || !hasHours(field) || !/^\d{4}-\d\d-\d\d$/.test(day)) continue
      says.add(
        operator === '<='
          ? `${visibleText(field.label)} has times: up to ${day} ends at 00:00 of that day, and its hours are left out.`
          : `${visibleText(field.label)} has times: after ${day} begins at 00:00 of that day, and its hours are in.`,
      )
    }
  return [...says].map((sentence) =>
    wrong('partial-period', 'warning', `${sentence} A period takes whole days.`),
  )
}

interface Bound {
  readonly of: Expression
  readonly operator: '<=' | '>'
  readonly bound: Expression
}

function boundsIn(condition: Condition | null): readonly Bound[] {
  if (condition === null) return []
  const { kind } = condition
  if (kind === 'and' || kind === 'or') return condition.of.flatMap(boundsIn)
  if (kind === 'not') return boundsIn(condition.of)
  if (kind === 'between') return [{ of: condition.of, operator: '<=', bound: condition.high }]
  if (kind !== 'compare') return []
  const { left, operator, right } = condition
  return operator === '<=' || operator === '>' ? [{ of: left, operator, bound: right }] : []
}

/** Some moment of it is not a midnight. */
function hasHours({ role, sample, statistics: { min, max } }: Field): boolean {
  const moments = [min, max, ...sample].map(String)
  return role === 'time' && moments.some((one) => /\d[T ](?!00:00(?::00)?)\d\d:\d\d/.test(one))
}
