import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import { eventsNamed } from '../business/event-names.ts'
import { reachesOne } from '../business/nearest.ts'
import { field as fieldRef } from '../interpret/builder.ts'
import { nounsOf } from '../interpret/whole-phrase.ts'
import { isMoment, isPeople, nameFields, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { FilterSlot, Frame } from '../plan/frame.ts'
import { endMoment } from '../business/end-moment.ts'

const when =
  /^when (?:is|are|was|were|did|do|does|will|has|have)(?: (?:their|its|his|her|the|they|those|these|it|that|he|she|each|each of them|everyone))?(?: (.+))?$/iu
const what =
  /^(?:(?:what|which) (?:is|are|was|were) |(?:please )?(?:show|give|list|add)(?: me| us)?(?: also)? |with |what about |how about )?(?:their|its|his|her) (.+)$/iu
const plain = /^(?:with )?the (.+)$/iu
const last =
  /^(?:last|final) day(?: (?:here|with us|at work))?$|^(?:end|ends?|ending|leave|leaving|leaving date|stop|finish|run out|expire|over)$/iu

interface Found {
  readonly dataset: Dataset
  readonly field: Field
}

/** "when is their last day", "and their email": a property of the rows that were listed. Null for another question. */
export function fieldOfShown(
  words: string,
  frame: Frame,
  ontology: Ontology,
  isAddition: boolean,
): Frame | null {
  const subject = ontology.datasets.find(({ name }) => name === frame.subject)
  if (subject === undefined || frame.measures.length > 0 || frame.groups.length > 0) return null
  const text = words.replace(/[\s?!.,]+$/u, '')
  const asked = when.exec(text)
  const [, phrase = asked?.[1]] = what.exec(text) ?? (isAddition ? plain.exec(text) : null) ?? []
  if (asked === null && phrase === undefined) return null
  const near = [subject, ...relatedIn(frame.filters, subject, ontology)]
  const found = near.flatMap((dataset): readonly Found[] => {
    const field =
      asked === null ? fieldNamed(phrase ?? '', dataset, ontology) : momentAsked(phrase, dataset, ontology)
    return field === null ? [] : [{ dataset, field }]
  })
  const [first] = found
  return first === undefined ? null : withField(first, subject, frame, ontology)
}

/** Other rows that the list is narrowed by, each of which belongs to one row of the list. */
function relatedIn(filters: readonly FilterSlot[], subject: Dataset, ontology: Ontology): readonly Dataset[] {
  const names = new Set(filters.flatMap(({ condition }) => [...(rowsOf(condition)?.names ?? [])]))
  return ontology.datasets.filter(
    (each) => each !== subject && names.has(each.name) && reachesOne(each.name, subject.name, ontology),
  )
}

/** What a condition says about rows: itself, or what the related rows have to meet. */
function rowsOf(
  condition: Condition,
): { readonly names: readonly string[]; readonly own: Condition | null } | null {
  if (condition.kind === 'compare' && condition.left.kind === 'field')
    return { names: [condition.left.dataset], own: condition }
  if (condition.kind !== 'related' || condition.query.having !== null) return null
  return { names: [condition.query.subject], own: condition.query.where }
}

/** The date that is asked for: the end, the one that an event names, or the only one. */
function momentAsked(phrase: string | undefined, dataset: Dataset, ontology: Ontology): Field | null {
  if (phrase === undefined) return null
  if (last.test(phrase)) return endMoment(dataset)
  const named = fieldNamed(phrase, dataset, ontology)
  if (named !== null && isMoment(named)) return named
  const events = phrase
    .split(' ')
    .flatMap((word) => eventsNamed(word, ontology))
    .filter((one) => one.dataset === dataset)
  const fields = [...new Set(events.map(({ field }) => field))].filter(isMoment)
  return fields.length === 1 ? (fields[0] ?? null) : null
}

/** The only property that is called so, or whose name has all these words. */
function fieldNamed(phrase: string, dataset: Dataset, ontology: Ontology): Field | null {
  const called = nounsOf(phrase, ontology, 0.85).flatMap((one) =>
    one.kind === 'field' && one.dataset === dataset ? [one.field] : [],
  )
  const [best] = called
  if (best !== undefined) return best
  const words = nameWords(phrase)
  const part = visible(dataset).filter(
    (field) => words.length > 0 && words.every((word) => nameWords(field.label).includes(word)),
  )
  return part.length === 1 ? (part[0] ?? null) : null
}

/** The list with the property beside it: of its own rows, or of those that it is narrowed by. */
function withField(
  { dataset, field }: Found,
  subject: Dataset,
  frame: Frame,
  ontology: Ontology,
): Frame | null {
  const ref = fieldRef(dataset, field)
  if (dataset === subject) return { ...frame, also: [...(frame.also ?? []), ref] }
  const filters = frame.filters.map((one): FilterSlot | null => {
    const rows = rowsOf(one.condition)
    if (rows === null || !rows.names.includes(dataset.name)) return one
    return rows.own === null ? null : { ...one, condition: rows.own }
  })
  const isNegated = frame.filters.some(({ condition }) => JSON.stringify(condition).includes('"not"'))
  if (isNegated && !isPeople(subject)) return null
  const names = nameFields(subject).map((one) => fieldRef(subject, one))
  const kept = filters.filter((one) => one !== null)
  if (names.length === 0 || !reachesOne(dataset.name, subject.name, ontology)) return null
  return { ...frame, subject: dataset.name, filters: kept, also: [...names, ref] }
}
