import {
  partsOfExpression,
  type Condition,
  type Dataset,
  type Expression,
  type Field,
  type Ontology,
  type Query,
} from '@quipu/query'
import { isFirstAndLast, nameFields } from '../lexicon/dataset-fields.ts'

type Aggregate = Extract<Expression, { kind: 'aggregate' }>
type Ref = Extract<Expression, { kind: 'field' }>

/** Whether rows are counted by what tells them apart: there is 1 of each. */
export function countsOne(query: Query, ontology: Ontology): boolean {
  const counted = [...query.outputs, ...query.orderBy].flatMap(({ expression }) => aggregatesIn(expression))
  const keys = query.groupBy.flatMap((key) => (key.kind === 'field' ? (fieldAt(key, ontology) ?? []) : []))
  return keys.some((at) => {
    const isKey = tellsApart(at, query.limit !== null) && at.dataset.primaryKey.length <= 1
    if (!isKey && !isWholeName(at.dataset, keys)) return false
    return counted.some(
      (one) =>
        one.function === 'count' &&
        (one.of.kind === 'rows' || (one.distinct && one.of.kind === 'field')) &&
        (one.of.dataset === at.dataset.name || isOneOf(at, one.of.dataset, ontology)) &&
        (one.of.as === undefined || one.of.as === null),
    )
  })
}

/** A first and a last name tell people apart as well as anything that a question names. */
function isWholeName(dataset: Dataset, keys: readonly At[]): boolean {
  const names = nameFields(dataset)
  return isFirstAndLast(names) && names.every((name) => keys.some(({ field }) => field === name))
}

/** Each row of the one dataset has one of the other: counted for each of these rows, there is 1. */
function isOneOf({ dataset, field }: At, other: string, ontology: Ontology): boolean {
  return (
    field.isPrimaryKey &&
    ontology.relationships.some(
      ({ from, to, cardinality }) =>
        from === dataset.name && to === other && from !== to && cardinality === 'many-to-one',
    )
  )
}

/** A key, or in a ranking also a name that hardly any two rows share. */
function tellsApart({ dataset, field }: At, isRanked: boolean): boolean {
  if (field.isPrimaryKey || field.isUnique) return true
  return (
    isRanked &&
    nameFields(dataset).every((one) => one === field) &&
    field.statistics.distinct >= 0.9 * dataset.rows
  )
}

/** The condition holds for one row of what is counted: its name, which no other row has. */
export function namesOne(condition: Condition, counted: Expression, ontology: Ontology): boolean {
  if (counted.kind !== 'rows' || condition.kind !== 'compare' || condition.operator !== '=') return false
  if (condition.left.kind !== 'field') return false
  // A film has one distributor: counting those of one film gives 1.
  const { dataset } = condition.left
  const isOf = ontology.relationships.some(
    ({ from, to, cardinality }) =>
      from === dataset && to === counted.dataset && from !== to && cardinality === 'many-to-one',
  )
  if (dataset !== counted.dataset && !isOf) return false
  const least = isOf ? 0.9 : 1
  const at = fieldAt(condition.left, ontology)
  if (at === undefined || nameFields(at.dataset).length > 1) return false
  return (
    nameFields(at.dataset).includes(at.field) &&
    at.dataset.rows > 1 &&
    at.field.statistics.distinct >= least * at.dataset.rows
  )
}

/** A field with the dataset that has it. */
export interface At {
  readonly dataset: Dataset
  readonly field: Field
}

export function fieldAt(ref: Ref, { datasets }: Ontology): At | undefined {
  const dataset = datasets.find(({ name }) => name === ref.dataset)
  const field = dataset?.fields.find(({ name }) => name === ref.field)
  return dataset === undefined || field === undefined ? undefined : { dataset, field }
}

export function aggregatesIn(expression: Expression): readonly Aggregate[] {
  return expression.kind === 'aggregate' ? [expression] : partsOfExpression(expression).flatMap(aggregatesIn)
}
