import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import { compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { flagValues } from '../lexicon/flags.ts'
import { kindsOf } from '../metrics/kinds.ts'
import { deadFlag, deadMoments, deadStates, stateField, unsaidMoments } from '../metrics/not-sold.ts'

/** Leaves out rows that were cancelled or never became valid, and those that are estimates and the like among bills. */
export function notDead(
  dataset: Dataset,
  ontology: Ontology,
  states: readonly string[] = deadStates,
): readonly Condition[] {
  return [...notDeadStates(dataset, ontology, states), ...notDeadKinds(dataset, ontology)]
}

/** Leaves out rows of a kind that never was a sale: an estimate among invoices. */
export function notDeadKinds(dataset: Dataset, ontology: Ontology): readonly Condition[] {
  const kinds = kindsOf(dataset, ontology)
  if (kinds === null || kinds.dead.length === 0) return []
  const isOut: Condition = { kind: 'not', of: inStates({ ...kinds, values: kinds.dead }) }
  if (kinds.field.statistics.nulls === 0) return [isOut]
  return [{ kind: 'or', of: [{ kind: 'null', of: fieldOf(kinds.dataset, kinds.field) }, isOut] }]
}

function notDeadStates(
  dataset: Dataset,
  ontology: Ontology,
  states: readonly string[],
): readonly Condition[] {
  const dead = stateField(dataset, states, ontology)
  if (dead === null) return notMarked(dataset)
  const isOut: Condition = { kind: 'not', of: inStates(dead) }
  const days = unsaidMoments(dataset, dead).map((field): Condition => ({
    kind: 'null',
    of: fieldOf(dataset, field),
  }))
  if (dead.field.statistics.nulls === 0) return [isOut, ...days]
  return [{ kind: 'or', of: [{ kind: 'null', of: fieldOf(dead.dataset, dead.field) }, isOut] }, ...days]
}

/** `cancelled_on`: rows with this day are those that were called off. */
export function isCallingOff({ label }: Field): boolean {
  return /\b(?:cancel\w*|void\w*|reject\w*|declin\w*|fail\w*|withdr[ae]w\w*|revers\w*)\b/i.test(label)
}

/** Rows without a mark such as `is_void`, or without a day such as `voided_on`. */
function notMarked(dataset: Dataset): readonly Condition[] {
  const mark = deadFlag(dataset)
  const values = mark === null ? null : flagValues(mark)
  if (mark === null || values === null)
    return deadMoments(dataset).map((field) => ({ kind: 'null', of: fieldOf(dataset, field) }))
  const of = fieldOf(dataset, mark)
  const isEmpty: Condition = { kind: 'null', of }
  const empty = mark.statistics.nulls > 0 ? [isEmpty] : []
  const without = [...empty, ...(values.no === null ? [] : [compare(of, '=', literal(values.no))])]
  const [only, ...more] = without
  return only === undefined ? [] : more.length === 0 ? [only] : [{ kind: 'or', of: without }]
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
