import type { Condition, Dataset, Expression, Field, Ontology, Query } from '@quipu/query'
import { conditionsOf } from '../doubt/query-parts.ts'
import { buyerOf, staffOf } from '../frames/measured.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMoment, isPeople, nameFields, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'

/** What "and who", "and when", "and where" show of the rows that a query lists. Nothing where several would fit. */
export function columnsFor(
  asked: 'who' | 'for whom' | 'when' | 'where' | 'why',
  query: Query,
  ontology: Ontology,
): readonly Expression[] {
  const dataset = ontology.datasets.find(({ name }) => name === query.subject)
  if (dataset === undefined) return []
  const shown = new Set(query.outputs.map(({ expression }) => JSON.stringify(expression)))
  const found = columnsOf(asked, dataset, query, ontology)
  return found.filter((one) => !shown.has(JSON.stringify(one)))
}

function columnsOf(
  asked: 'who' | 'for whom' | 'when' | 'where' | 'why',
  dataset: Dataset,
  query: Query,
  ontology: Ontology,
): readonly Expression[] {
  if (asked === 'when') return momentsOf(dataset, query)
  if (asked === 'where') return placesOf(dataset, ontology)
  if (asked === 'why') return reasonsOf(dataset)
  return peopleOf(dataset, asked === 'who' ? staffOf(ontology) : buyerOf(ontology), ontology, asked)
}

/** "what did we give up and when": the rows with this date, by name, where the query shows the date alone. */
export function datedRows(query: Query, ontology: Ontology): Query | null {
  const [only, ...more] = query.outputs.map(({ expression }) => expression)
  const dataset = ontology.datasets.find(({ name }) => name === query.subject)
  if (only?.kind !== 'field' || more.length > 0 || dataset === undefined || query.where !== null) return null
  const field = visible(dataset).find(({ name }) => name === only.field)
  if (field === undefined || only.dataset !== dataset.name || !isMoment(field)) return null
  return {
    ...query,
    outputs: [...namesOf(dataset), only].map((expression) => ({ expression, label: '' })),
    where: { kind: 'not', of: { kind: 'null', of: only } },
  }
}

/** The only field that says why: `leave reason`, `cause`. */
function reasonsOf(dataset: Dataset): readonly Expression[] {
  const [only, ...more] = visible(dataset).filter(
    ({ label, type }) => type === 'text' && /\b(?:reasons?|cause|because|why|motive)\b/i.test(label),
  )
  return only === undefined || more.length > 0 ? [] : [fieldRef(dataset, only)]
}

function namesOf(dataset: Dataset): readonly Expression[] {
  return nameFields(dataset).map((field) => fieldRef(dataset, field))
}

function peopleOf(
  dataset: Dataset,
  likely: Dataset | null,
  ontology: Ontology,
  asked: string,
): readonly Expression[] {
  const staff = staffOf(ontology)
  // Work is done for others than those who do it.
  const people = parentsOf(dataset, ontology).filter(
    (one) => isPeople(one) && (asked === 'who' || one !== staff),
  )
  const [only, ...more] = people.some((one) => one === likely)
    ? people.filter((one) => one === likely)
    : people
  return only === undefined || more.length > 0 ? [] : namesOf(only)
}

/** The date that narrows the rows, or else the one on which they happened. */
function momentsOf(dataset: Dataset, { where }: Query): readonly Expression[] {
  const named = conditionsOf(where).flatMap((one) => datesIn(one, dataset))
  // The day on which somebody came is not when they do something.
  const own = named[0] ?? (isPeople(dataset) ? null : eventMoment(dataset))
  return own === null ? [] : [fieldRef(dataset, own)]
}

function datesIn(condition: Condition, dataset: Dataset): readonly Field[] {
  const text = JSON.stringify(condition)
  return visible(dataset).filter(
    (field) => isMoment(field) && text.includes(JSON.stringify(fieldRef(dataset, field))),
  )
}

function placesOf(dataset: Dataset, ontology: Ontology): readonly Expression[] {
  const [only, ...more] = parentsOf(dataset, ontology).filter(({ label }) => isPlace(label))
  if (only !== undefined) return more.length > 0 ? [] : placeNames(only)
  const [field, ...others] = visible(dataset).filter(({ label, type }) => type === 'text' && isPlace(label))
  return field === undefined || others.length > 0 ? [] : [fieldRef(dataset, field)]
}

/** The name of a place; beside a mere code, what says where it is. */
function placeNames(dataset: Dataset): readonly Expression[] {
  const names = nameFields(dataset)
  if (names.some(({ role }) => role !== 'identifier')) return namesOf(dataset)
  const texts = visible(dataset).filter(
    ({ label, type, role }) => type === 'text' && role !== 'identifier' && isPlace(label),
  )
  return [...names, ...texts].map((field) => fieldRef(dataset, field))
}

function isPlace(label: string): boolean {
  return nameWords(label).some((word) => places.has(word))
}

const places: ReadonlySet<string> = new Set(
  'location site place branch city town room warehouse store shop depot area venue station shelf building office address yard hall garden berth bay'.split(
    ' ',
  ),
)
