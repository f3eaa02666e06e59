import type { Cell, Condition, Expression, Field, Ontology, Query } from '@quipu/query'
import { mapped } from './interpret/mapped.ts'
import type { Plan } from './plan/plan.ts'
import type { Reading } from './plan/reading.ts'
import { fieldOf } from './restate/fields.ts'
import { renewed } from './several/renewed.ts'

/**
 * Data as people write it: a text that is left blank is missing, and `Dog`, `dog` and `dog ` are one value. So a condition that a text is empty
 * includes blank ones, and a condition on a value includes its other spellings in the same field.
 */
export function withDataAsWritten(plan: Plan, ontology: Ontology): Plan {
  if (plan.status !== 'readings') return plan
  const [first, ...rest] = plan.readings
  return { ...plan, readings: [asWritten(first, ontology), ...rest.map((one) => asWritten(one, ontology))] }
}

function asWritten(reading: Reading, ontology: Ontology): Reading {
  const query: Query = mapped(reading.query, (part) =>
    isCondition(part) ? conditionOf(part, ontology) : part,
  )
  return JSON.stringify(query) === JSON.stringify(reading.query)
    ? reading
    : (renewed(reading, query, [], ontology) ?? reading)
}

function isCondition(part: object): part is Extract<Condition, { kind: 'null' | 'compare' | 'in' }> {
  return 'kind' in part && (part.kind === 'null' || part.kind === 'compare' || part.kind === 'in')
}

function conditionOf(
  one: Extract<Condition, { kind: 'null' | 'compare' | 'in' }>,
  ontology: Ontology,
): Condition {
  if (one.kind === 'null') {
    const field = textOf(one.of, ontology)
    const blanks = field === null ? [] : blanksOf(field)
    return blanks.length === 0 ? one : { kind: 'or', of: [one, { kind: 'in', of: one.of, values: blanks }] }
  }
  if (one.kind === 'in') {
    const values = one.values.flatMap((value) => spellingsOf(one.of, value, ontology))
    return values.length === one.values.length ? one : { ...one, values: [...new Set(values)] }
  }
  const { left, operator, right } = one
  if (right.kind !== 'literal' || (operator !== '=' && operator !== '!=') || one.fold === true) return one
  const values = spellingsOf(left, right.value, ontology)
  if (values.length < 2) return one
  const isIn: Condition = { kind: 'in', of: left, values }
  return operator === '=' ? isIn : { kind: 'not', of: isIn }
}

function textOf(of: Expression, ontology: Ontology): Field | null {
  const field = of.kind === 'field' ? fieldOf(ontology, of) : null
  return field?.type === 'text' ? field : null
}

/** The least text of a field that has blank ones is blank. */
function blanksOf({ statistics: { min } }: Field): readonly string[] {
  return typeof min === 'string' && min.trim() === '' ? [...new Set(['', min])] : []
}

/** The value itself first. */
function spellingsOf(of: Expression, value: Cell, { values, ...ontology }: Ontology): readonly Cell[] {
  if (of.kind !== 'field' || typeof value !== 'string' || textOf(of, { values, ...ontology }) === null)
    return [value]
  const own = plain(value)
  const others = values
    .exact(value)
    .flatMap((one) =>
      one.dataset === of.dataset && one.field === of.field && one.value !== value && plain(one.value) === own
        ? [one.value]
        : [],
    )
  return [value, ...others]
}

function plain(value: string): string {
  return value.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
