import type { Condition, Dataset, Ontology, Query } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { stateField } from '../metrics/not-sold.ts'
import { traitsOf } from './query-traits.ts'

/** "who has not paid" where these people pay for several kinds of rows: all of them. Empty where the question names one. */
export function debtsLeftOpen(
  query: Query,
  ontology: Ontology,
  said: ReadonlySet<string>,
): readonly Dataset[] {
  if (!said.has('pay') && !said.has('paid')) return []
  const denied = deniedIn(query.where)
  const payable = ontology.datasets.filter(
    (dataset) =>
      ontology.relationships.some(({ from, to }) => from === dataset.name && to === query.subject) &&
      isPaid(dataset, ontology),
  )
  const isNamed = payable.some(({ label }) => nameWords(label).some((word) => said.has(word)))
  const isOne = payable.some(({ name }) => denied.has(name))
  return isOne && !isNamed && payable.length > 1 ? payable : []
}

/** The datasets of which a condition says that there are no rows. */
function deniedIn(where: Condition | null): ReadonlySet<string> {
  const all = where === null ? [] : where.kind === 'and' ? where.of : [where]
  return new Set(all.flatMap((each) => (each.kind === 'not' ? [...traitsOf(each.of).datasets] : [])))
}

/** Rows that say whether or when they were paid. */
function isPaid(dataset: Dataset, ontology: Ontology): boolean {
  const isPayment = ({ label }: Dataset['fields'][number]): boolean =>
    /\b(?:paid|settled|collected)\b/i.test(label)
  return (
    visible(dataset).some((field) => isMoment(field) && isPayment(field)) ||
    stateField(dataset, ['paid', 'unpaid', 'overdue'], ontology) !== null
  )
}
