import { partsOfExpression, type Expression, type Ontology, type Query } from '@quipu/query'
import { isPeople } from '../lexicon/dataset-fields.ts'
import { nameWords, rawWords } from '../lexicon/name-words.ts'
import type { Assumption } from '../plan/reading.ts'
import { traitsOf } from './query-traits.ts'

/**
 * Says that rows which name nobody are not counted, where people are counted by another word than their own ("participants" for
 * members) through rows that may leave them out.
 */
export function unnamedPeople(query: Query, ontology: Ontology, question: string): readonly Assumption[] {
  const said = new Set(rawWords(question))
  const { datasets } = traitsOf(query)
  const counted = new Set(query.outputs.flatMap(({ expression }) => countedIn(expression)))
  return ontology.datasets
    .filter(
      (people) =>
        counted.has(people.name) &&
        isPeople(people) &&
        !nameWords(people.label).some((word) => said.has(word)),
    )
    .flatMap((people) =>
      ontology.relationships.flatMap(({ from, to, fromFields: [name] }): readonly Assumption[] => {
        const rows = ontology.datasets.find((each) => each.name === from)
        const field = rows?.fields.find((each) => each.name === name)
        const isBetween = ontology.relationships.some(
          (other) => other.from === from && other.to !== people.name && datasets.has(other.to),
        )
        const isOpen = to === people.name && (field?.statistics.nulls ?? 0) > 0
        if (rows === undefined || !isOpen || !(isBetween || datasets.has(from))) return []
        const says = `${people.label} are counted, each once. ${rows.label} that name none of them are left out.`
        return [{ about: 'rows left out', says, changesNumbers: true }]
      }),
    )
}

/** The datasets whose rows are counted. */
function countedIn(expression: Expression): readonly string[] {
  if (expression.kind !== 'aggregate') return partsOfExpression(expression).flatMap(countedIn)
  const { of } = expression
  return expression.function === 'count' && (of.kind === 'rows' || of.kind === 'field') ? [of.dataset] : []
}
