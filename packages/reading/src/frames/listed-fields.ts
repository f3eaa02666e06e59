import type { Dataset, Expression, FieldRef, Ontology } from '@quipu/query'
import { field as fieldOf } from '../interpret/builder.ts'
import { keyFields, nameFields } from '../lexicon/dataset-fields.ts'
import { markOf } from '../lexicon/unique-codes.ts'

export function listWith(dataset: Dataset, also: readonly FieldRef[]): readonly Expression[] {
  const own = listOf(dataset)
  const shown = new Set(own.map((one) => JSON.stringify(one)))
  return [...own, ...also.filter((one) => !shown.has(JSON.stringify(one)))]
}

/** Whether some rows name nobody whom the list would show. */
export function mayLack(
  { name, fields }: Dataset,
  also: readonly FieldRef[],
  { relationships }: Ontology,
): boolean {
  const others = new Set(also.map(({ dataset }) => dataset).filter((other) => other !== name))
  const links = relationships.filter(({ from, to }) => from === name && others.has(to))
  const isFar = [...others].some((other) => !links.some(({ to }) => to === other))
  return (
    isFar ||
    fields.some(
      (field) =>
        field.statistics.nulls > 0 && links.some(({ fromFields }) => fromFields.includes(field.name)),
    )
  )
}

function listOf(dataset: Dataset): readonly Expression[] {
  const mark = markOf(dataset)
  const names = nameFields(dataset)
  const [only] = names
  // A plan or a kind that many rows share tells none of them apart.
  const isShared =
    names.length === 1 && only?.role !== 'identifier' && (only?.statistics.distinct ?? 0) * 5 < dataset.rows
  const keys = isShared ? keyFields(dataset).filter((key) => !names.includes(key)) : []
  return [...keys, ...names, ...(mark === null ? [] : [mark])].map((one) => fieldOf(dataset, one))
}
