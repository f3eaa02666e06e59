import type { Dataset, Field, Ontology, Query } from '@quipu/query'
import { emptyQuery, field as fieldRef } from '../interpret/builder.ts'
import { isLater } from '../lexicon/arranged-times.ts'
import { isMoment, isPeople, keyFields, visible } from '../lexicon/dataset-fields.ts'
import type { EventField } from '../lexicon/event-fields.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import type { FilterSlot, MeasureSlot, SpanUnit } from '../plan/frame.ts'
import { asBusiness, measured, mentionsOf, type Asked, type Measured, type Of } from './measured.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { reachesOne } from '../business/nearest.ts'
import type { Mention, Scan } from './scan.ts'

interface Point {
  readonly dataset: Dataset
  readonly field: Field
}

interface Span {
  readonly home: Dataset
  readonly from: Point
  readonly to: Point
}

type End = Of<'value'> | Of<'verb'> | Of<'thing'>

/** "how many days from drop off until it is ready": the mean time between two moments of a row, or of a row and what it belongs to. */
export function timeFromTo({ scan, ontology }: Asked): Measured | null {
  const ends = endsOf(scan)
  const [first, second, ...more] = ends
  if (scan.long === null || scan.rank !== null || second === undefined || first === undefined) return null
  const start = startOf(first, second)
  if (more.length > 0 || start === null) return null
  const [from, to] = start === first ? [first, second] : [second, first]
  const pairs = pointsOf(from).flatMap((one) =>
    pointsOf(to).flatMap((other) => {
      const home = homeOfBoth(one, other, ontology)
      return home === null || one.field === other.field ? [] : [{ home, from: one, to: other }]
    }),
  )
  const own = pairs.filter((one) => one.from.dataset === one.to.dataset)
  const [span, ...others] = own.length > 0 ? own : pairs
  if (span === undefined || others.length > 0) return null
  return asBusiness(
    measured([spanSlot(span, scan.long)], span.home, [
      from,
      to,
      ...mentionsOf(scan, 'verb'),
      ...people(scan),
    ]),
  )
}

/** What may be an end of the time: events, and things that have a date of their own. */
function endsOf(scan: Scan): readonly End[] {
  return scan.mentions.filter(
    (one): one is End =>
      one.mode !== 'by' &&
      one.mode !== 'not' &&
      ((one.kind === 'value' && one.events.length > 0) ||
        (one.kind === 'verb' && one.events.length > 0 && one.verb !== 'charge') ||
        (one.kind === 'thing' && eventMoment(one.dataset) !== null && !isPeople(one.dataset))),
  )
}

/** "from X until Y", "between X and Y", "Y after X": what stands after such a word is the start. */
function startOf(first: End, second: End): End | null {
  if (second.mode === 'after') return first.mode === 'after' ? null : second
  return first.mode === 'after' ? first : null
}

function pointsOf(end: End): readonly Point[] {
  if (end.kind === 'thing') {
    const field = eventMoment(end.dataset)
    return field === null ? [] : [{ dataset: end.dataset, field }]
  }
  return end.events
}

function homeOfBoth(from: Point, to: Point, ontology: Ontology): Dataset | null {
  const isOne = from.dataset === to.dataset || reachesOne(to.dataset.name, from.dataset.name, ontology)
  return isOne ? to.dataset : null
}

function people(scan: Scan): readonly Mention[] {
  return mentionsOf(scan, 'thing').filter(({ dataset, mode }) => mode === 'plain' && isPeople(dataset))
}

/** The beginning of what an event ends: the date of the row, or else that of the bill or order which the row belongs to. */
export function spanTo({ dataset, field }: EventField, ontology: Ontology): Span | null {
  const to: Point = { dataset, field }
  const named = eventMoment(dataset)
  const isStart = named === null || (named !== field && isBefore(named, field))
  const own = isStart ? named : (firstBefore(dataset, field) ?? named)
  if (own !== null && own !== field) return { home: dataset, from: { dataset, field: own }, to }
  const before = parentsOf(dataset, ontology).flatMap((parent) => {
    const start = isPeople(parent) ? null : eventMoment(parent)
    const isFirst =
      start !== null && String(start.statistics.min ?? '').slice(0, 10) <= String(field.statistics.min ?? '')
    return start !== null && isFirst && parent.rows * 20 > dataset.rows
      ? [{ dataset: parent, field: start }]
      : []
  })
  const [from, ...more] = before
  return from === undefined || more.length > 0 ? null : { home: dataset, from, to }
}

/** Every row has it, it was there before the other, and it is no plan. */
function firstBefore(dataset: Dataset, field: Field): Field | null {
  const [only, ...more] = visible(dataset).filter(
    (each) =>
      each !== field &&
      isMoment(each) &&
      !isLater(each) &&
      !isPlan.test(each.label) &&
      each.statistics.nulls === 0 &&
      isBefore(each, field),
  )
  return only === undefined || more.length > 0 ? null : only
}

const isPlan =
  /\b(?:due|promised|expected|planned|wanted|needed|required|requested|estimated|target|deadline)\b/i

function isBefore(one: Field, other: Field): boolean {
  const edge = ({ statistics }: Field, which: 'min' | 'max'): string =>
    String(statistics[which] ?? '').slice(0, 10)
  return edge(one, 'min') <= edge(other, 'min')
}

/** What always comes first is the start, in whatever order the question names the two. */
function inOrder({ from, to }: Span): Pick<Span, 'from' | 'to'> {
  const edge = ({ field }: Point, which: 'min' | 'max'): string =>
    String(field.statistics[which] ?? '').slice(0, 10)
  const isTurned =
    from.dataset === to.dataset &&
    edge(to, 'min') !== '' &&
    edge(to, 'min') < edge(from, 'min') &&
    edge(to, 'max') <= edge(from, 'max') &&
    // What comes later is missing more often.
    to.field.statistics.nulls <= from.field.statistics.nulls
  return isTurned ? { from: to, to: from } : { from, to }
}

/** "how long until somebody arrives": of several visits to one fault, the first. Null where each has one. */
export function firstOfEach({ home, from, to }: Span, { relationships }: Ontology): FilterSlot | null {
  const link = relationships.find((one) => one.from === home.name && one.to === from.dataset.name)
  const belongs = home.fields.find(({ name }) => name === link?.fromFields[0])
  const [key, ...more] = keyFields(home)
  if (belongs === undefined || key === undefined || more.length > 0) return null
  if (belongs.statistics.distinct + belongs.statistics.nulls >= home.rows) return null
  const [of, moment] = [fieldRef(home, key), fieldRef(home, to.field)]
  const query: Query = {
    ...emptyQuery(home),
    outputs: [{ expression: of, label: '' }],
    where: { kind: 'not', of: { kind: 'null', of: moment } },
    orderBy: [{ expression: moment, direction: 'asc' }],
    limit: 1,
    limitPer: [fieldRef(home, belongs)],
  }
  return { key: `first ${to.field.name}`, condition: { kind: 'member', of, query } }
}

export function spanSlot(span: Span, unit: SpanUnit): MeasureSlot {
  const { from, to } = inOrder(span)
  const isDay = ({ field: { type, timeFormat } }: Point): boolean =>
    type === 'date' && timeFormat !== 'iso-timestamp'
  // A day without an hour counts as a whole.
  const isOfDays = isDay(from) || isDay(to)
  return {
    kind: 'span',
    ...(isOfDays && isDay(from) !== isDay(to) ? { isByDay: true } : {}),
    from: fieldRef(from.dataset, from.field),
    to: fieldRef(to.dataset, to.field),
    unit,
    isOfDays,
  }
}
