import type { Dataset, Expression, Field, Ontology, Query } from '@quipu/query'
import { aggregate, field as fieldOf } from '../interpret/builder.ts'
import { mapped } from '../interpret/mapped.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { numberOf } from '../metrics/sale-number.ts'
import { businessOf } from './business.ts'
import { numberOfWhole } from './whole-number.ts'

/** The number by which rows are counted that have one row for each line: of sales, and of rows that are called after the number. */
export function sharedNumber(dataset: Dataset, ontology: Ontology): Field | null {
  const { trade, streams } = businessOf(ontology)
  const sold = [trade, ...streams.map((stream) => stream.trade)].find((one) => one?.header === dataset)
  if (sold !== undefined && sold !== null) return sold.number
  const number = dataset.isHidden ? null : numberOf(dataset, ontology)
  const own = nameWords(dataset.label)
  return number !== null && nameWords(number.label).some((word) => own.includes(word))
    ? number
    : numberOfWhole(dataset, ontology)
}

/** Whether a question names the rows as such. */
const lines = /\b(?:lines?|rows?|positions?|entries|records)\b/i

/** Counts what has a row for each of its lines by the number that these rows share. Lines stay lines where they are named. */
export function countedByNumber(query: Query, ontology: Ontology, question: string): Query {
  if (lines.test(question)) return query
  return mapped(query, (part) => {
    const count = part as Expression
    if (count.kind !== 'aggregate' || count.function !== 'count' || count.of.kind !== 'rows') return part
    const { dataset: name, as } = count.of
    const dataset = ontology.datasets.find((each) => each.name === name)
    const number = dataset === undefined || as !== undefined ? null : sharedNumber(dataset, ontology)
    if (dataset === undefined || number === null) return part
    return { ...count, ...aggregate('count', fieldOf(dataset, number), true) }
  })
}

/** The other way round, where the question names lines. */
export function countedByLine(query: Query, ontology: Ontology, question: string): Query {
  if (!lines.test(question)) return query
  return mapped(query, (part) => {
    const count = part as Expression
    if (count.kind !== 'aggregate' || count.function !== 'count' || count.of.kind !== 'field') return part
    const { dataset: name, field } = count.of
    const dataset = ontology.datasets.find((each) => each.name === name)
    if (dataset === undefined || sharedNumber(dataset, ontology)?.name !== field) return part
    return { ...count, of: { kind: 'rows', dataset: name }, distinct: false }
  })
}
