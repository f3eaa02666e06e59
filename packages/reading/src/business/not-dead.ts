import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import { compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { deadStates, stateField } from '../metrics/not-sold.ts'

/** Leaves out rows that were cancelled or never became valid. */
export function notDead(
  dataset: Dataset,
  ontology: Ontology,
  states: readonly string[] = deadStates,
): readonly Condition[] {
  const dead = stateField(dataset, states, ontology)
  if (dead === null) return []
  const isOut: Condition = { kind: 'not', of: inStates(dead) }
  if (dead.field.statistics.nulls === 0) return [isOut]
  return [{ kind: 'or', of: [{ kind: 'null', of: fieldOf(dead.dataset, dead.field) }, isOut] }]
}

/** The rows with one of these values. */
export function inStates({
  dataset,
  field,
  values,
}: {
  readonly dataset: Dataset
  readonly field: Field
  readonly values: readonly string[]
}): Condition {
  const of = fieldOf(dataset, field)
  const [only, ...others] = values
  return others.length === 0 && only !== undefined
    ? compare(of, '=', literal(only))
    : { kind: 'in', of, values: [...values] }
}
