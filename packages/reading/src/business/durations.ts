import type { Dataset, Field, Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { endOf, stemsOf } from '../lexicon/event-fields.ts'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { MeasureSlot } from '../plan/frame.ts'

/** How long each row lasts: a field that says so, or else the time from its start to its end. */
export function durationOf(dataset: Dataset): MeasureSlot | null {
  const named = visible(dataset).filter(
    (field) =>
      isMeasure(field) &&
      nameWords(field.label).some((word) => lasting.has(word)) &&
      !/\b(?:breaks?|pauses?|late|delay|notice|old|age)\b/i.test(field.label),
  )
  const [only, ...more] = named
  if (only !== undefined && more.length === 0)
    return { kind: 'field', field: fieldRef(dataset, only), function: 'avg' }
  // The end of a trial is not the end of what was tried.
  const moments = visible(dataset).filter((field) => isMoment(field) && !/\btrial\b/i.test(field.label))
  const pairs = edges.flatMap(([start, end]) => {
    const from = moments.find(({ label }) => isNamed(label, start))
    const to = moments.find(({ label }) => isNamed(label, end))
    return from === undefined || to === undefined || from === to ? [] : [{ from, to }]
  })
  const [pair] = pairs
  if (pair === undefined || only !== undefined) return null
  const isOfDays = [pair.from, pair.to].every(
    ({ type, timeFormat }) => type === 'date' && timeFormat !== 'iso-timestamp',
  )
  return {
    kind: 'span',
    from: fieldRef(dataset, pair.from),
    to: fieldRef(dataset, pair.to),
    unit: isOfDays ? 'day' : 'hour',
    isOfDays,
  }
}

const lasting: ReadonlySet<string> = new Set('duration length night minute runtime hour day'.split(' '))
const edges: readonly (readonly [string, string])[] = [
  ['check in', 'check out'],
  ['start', 'end'],
  ['begin', 'end'],
  ['open', 'close'],
  ['rent', 'return'],
  ['borrow', 'return'],
  ['start', 'finish'],
  ['open', 'resolve'],
  ['open', 'finish'],
  ['report', 'finish'],
  ['report', 'resolve'],
  ['report', 'close'],
  ['report', 'fix'],
  ['request', 'complete'],
  ['start', 'complete'],
  ['receive', 'finish'],
  ['create', 'close'],
]

/** The label begins with these words, the first of them in any form of the verb. */
function isNamed(label: string, phrase: string): boolean {
  const [verb = '', ...rest] = phrase.split(' ')
  const all = label.toLowerCase().split(' ')
  const stems = stemsOf(verb)
  // `shift start` and `start` are the same.
  const from = all.findIndex((word) => [...stemsOf(word)].some((stem) => stems.has(stem)))
  const [first = '', ...others] = all.slice(from === 1 ? 1 : 0)
  return [...stemsOf(first)].some((stem) => stems.has(stem)) && rest.every((word, i) => others[i] === word)
}

/** The day on which people began, and the field that is set when they leave. */
export function serviceOf(
  dataset: Dataset,
  ontology: Ontology,
): { readonly start: Field; readonly end: Field | null } | null {
  const start = visible(dataset).find(
    (field) =>
      isMoment(field) &&
      !/\bout\b/i.test(field.label) &&
      [...stemsOfLabel(field)].some((stem) => begins.has(stem)),
  )
  return start === undefined ? null : { start, end: endOf(dataset, ontology) }
}

function stemsOfLabel({ label }: Field): ReadonlySet<string> {
  return new Set(
    label
      .toLowerCase()
      .split(' ')
      .flatMap((word) => [...stemsOf(word)]),
  )
}

const begins: ReadonlySet<string> = new Set(
  'hire start join employ begin since enter enroll move'.split(' ').flatMap((word) => [...stemsOf(word)]),
)
