import type { Dataset, Field, FieldRef, Ontology, Output, Query } from '@quipu/query'
import { isPeople, nameFields, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { datasetOf, isSame, refTo } from '../restate/fields.ts'

/**
 * A figure for each `customer`, a text of the row beside the number of the customer: two who have the same name stay two, by their number.
 * Null where no name is a copy, or where the names are as many as the numbers.
 */
export function withCopiedNames(query: Query, ontology: Ontology): Query | null {
  if (query.combine !== null || query.appearances.length > 0) return null
  for (const ref of query.groupBy) {
    if (ref.kind !== 'field') continue
    const key = numberBeside(ref, ontology)
    if (key === null || query.groupBy.some((one) => isSame(one, key))) continue
    const at = query.outputs.findIndex(({ expression }) => isSame(expression, ref))
    if (at < 0) continue
    const shown: Output = { expression: key, label: '' }
    return { ...query, outputs: query.outputs.toSpliced(at + 1, 0, shown), groupBy: [...query.groupBy, key] }
  }
  return null
}

function numberBeside(ref: FieldRef, ontology: Ontology): FieldRef | null {
  const dataset = datasetOf(ontology, ref.dataset)
  const name = dataset?.fields.find((one) => one.name === ref.field)
  if (dataset === null || name === undefined || name.type !== 'text') return null
  const found = ontology.relationships.flatMap(({ from, to, fromFields }): readonly Field[] => {
    const people = from === dataset.name ? datasetOf(ontology, to) : null
    const key = visible(dataset).find((one) => one.name === fromFields[0])
    const isCopy = people !== null && isPeople(people) && isCalledAfter(name, people) && hasNamesakes(people)
    return isCopy && key !== undefined && fromFields.length === 1 && key !== name ? [key] : []
  })
  const [key, ...more] = found
  const isMore = key !== undefined && key.statistics.distinct > 1.05 * name.statistics.distinct
  return isMore && more.length === 0 ? refTo(dataset, key) : null
}

function isCalledAfter({ label }: Field, people: Dataset): boolean {
  const own = nameWords(people.label).at(-1)
  return own !== undefined && nameWords(label).includes(own)
}

function hasNamesakes(people: Dataset): boolean {
  return nameFields(people).some(
    ({ isUnique, statistics }) => !isUnique && statistics.distinct < people.rows - statistics.nulls,
  )
}
