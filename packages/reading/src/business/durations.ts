import type { Dataset, Field, Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { endOf, stemsOf } from '../lexicon/event-fields.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
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
  return pair === undefined || only !== undefined ? null : spanOf(dataset, pair)
}

interface Pair {
  readonly from: Field
  readonly to: Field
}

function spanOf(dataset: Dataset, { from, to }: Pair): MeasureSlot {
  const isDay = ({ type, timeFormat }: Field): boolean => type === 'date' && timeFormat !== 'iso-timestamp'
  const isOfDays = isDay(from) || isDay(to)
  return {
    kind: 'span',
    from: fieldRef(dataset, from),
    to: fieldRef(dataset, to),
    unit: isOfDays ? 'day' : 'hour',
    isOfDays,
    ...(isDay(from) === isDay(to) ? {} : { isByDay: true }),
  }
}

/** How long rows take: as they last, or else from the day on which they came about to the one on which they were done or came back. */
export function timeTakenBy(dataset: Dataset): MeasureSlot | null {
  const pair = fromStartToEnd(dataset, visible(dataset).filter(isMoment))
  return durationOf(dataset) ?? (pair === null ? null : spanOf(dataset, pair))
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
  ['arrive', 'leave'],
  ['arrive', 'left'],
  ['arrive', 'depart'],
]

/** Words for the end of work, and for the end of what was lent. */
const ends = 'finish complete resolve close fix ready done return back end'.split(' ')

/** From the day on which rows came about to the one that says by its name that they are over, in the order of the dates in the rows. */
function fromStartToEnd(dataset: Dataset, moments: readonly Field[]): Pair | null {
  const from = eventMoment(dataset)
  const done = moments.filter(
    (field) => field !== from && field.statistics.nulls > 0 && !isAhead.test(field.label),
  )
  const [to] = ends.flatMap((end) => {
    const stems = stemsOf(end)
    return done.filter((field) => [...stemsOfLabel(field)].some((stem) => stems.has(stem)))
  })
  if (from === null || to === undefined || from.statistics.nulls > 0 || isAhead.test(from.label)) return null
  const first = ({ statistics }: Field): string => String(statistics.min ?? '').slice(0, 10)
  return first(from) <= first(to) ? { from, to } : null
}

/** A day that is set before. */
const isAhead =
  /\b(?:due|promised|expected|planned|wanted|needed|required|estimated|target|deadline|until|till|next)\b/i

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
