import type { Dataset, Field, Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { clocksOf } from '../lexicon/clocks.ts'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { isLasting } from '../metrics/plans.ts'
import type { Frame, MeasureSlot, Note, SpanUnit } from '../plan/frame.ts'
import { carveBetween, carveStay, type Stay } from './carve-stay.ts'
import type { ReadHead } from './clause-reading.ts'
import { clocksNamed, clockUntil } from '../business/clock-spans.ts'
import { durationOf, serviceOf } from '../business/durations.ts'
import { spanSlot } from './from-to.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { momentNamed } from '../business/named-moments.ts'
import { reachesOne } from '../business/nearest.ts'
import { validOnly } from './states.ts'

/** "how long do members stay", "how long does a repair take", "average length of a visit": reads what lasts as a number of rows, and measures these. */
export function readStay(question: string, ontology: Ontology, readHead: ReadHead): Frame | null {
  const stay = carveStay(question)
  if (stay === null) return betweenClocks(question, ontology, readHead)
  if (stay.head === null) return ofVisits(stay, visitsOf(ontology, null), ontology, readHead)
  const frame = readHead(`how many ${stay.head} ${stay.rest}`.trim())
  const own = frame === null ? null : rowsOf(frame, ontology)
  const slots = own === null || frame === null ? [] : lengthsOf(own, stay, ontology).filter(isWhole(frame))
  if (frame !== null && own !== null && slots.length > 0) return measuring(frame, own, slots, { ontology })
  // "how long does a car stay": what records that it came.
  const thing = own ?? ownerOf(stay.head, ontology, readHead)
  return thing === null ? null : ofVisits(stay, visitsOf(ontology, thing), ontology, readHead)
}

/** Hours that rows of one kind note may be those of a part of each. */
function isWhole({ filters }: Frame): (slot: MeasureSlot) => boolean {
  return ({ kind }) => kind === 'span' || filters.length === 0
}

/** "how long from booking to delivery", where rows hold both as times of day. */
export function betweenClocks(question: string, ontology: Ontology, readHead: ReadHead): Frame | null {
  const asked = carveBetween(question)
  if (asked === null) return null
  const span =
    asked.from === null ? clockUntil(asked.to, ontology) : clocksNamed(asked.from, asked.to, ontology)
  const frame = span === null ? null : readHead(`how many ${span.dataset.label} ${asked.rest}`.trim())
  if (span === null || frame === null || rowsOf(frame, ontology) !== span.dataset) return null
  return measuring(frame, span.dataset, clockSlots(span.dataset, span, asked.unit), { ontology })
}

function ownerOf(head: string, ontology: Ontology, readHead: ReadHead): Dataset | null {
  const frame = readHead(`how many ${head}`)
  return frame === null ? null : rowsOf(frame, ontology)
}

/** The only rows that are counted, and nothing else. */
function rowsOf({ measures, rank, share, against }: Frame, { datasets }: Ontology): Dataset | null {
  const [slot, ...more] = measures
  if (slot?.kind !== 'count' || more.length > 0 || rank !== null || share !== null || against !== null)
    return null
  return datasets.find(({ name }) => name === slot.dataset) ?? null
}

function ofVisits(stay: Stay, visits: Dataset | null, ontology: Ontology, readHead: ReadHead): Frame | null {
  const span = visits === null ? null : inAndOut(visits)
  if (visits === null || span === null) return null
  const frame = readHead(`how many ${visits.label} ${stay.rest}`.trim())
  const [slot] = frame?.measures ?? []
  if (frame === null || slot?.kind !== 'count' || slot.dataset !== visits.name) return null
  const says = `What counts are ${visits.label}, from “${span.from.label}” to “${span.to.label}”.`
  const note: Note = { about: 'what counts', says, changesNumbers: false }
  return measuring(frame, visits, slotsOf(visits, span, stay.unit), { ontology, notes: [note] })
}

/** The mean of these rows, without those that were called off. */
function measuring(
  frame: Frame,
  home: Dataset,
  measures: readonly MeasureSlot[],
  { ontology, notes = [] }: { readonly ontology: Ontology; readonly notes?: readonly Note[] },
): Frame {
  // What ran for a time and was cancelled lasted until then.
  const valid = isPeople(home) || isLasting(home) ? null : validOnly(home.name, ontology)
  const isSaid = frame.filters.some(({ key }) => key === valid?.key || key.startsWith('state '))
  const own = valid === null || isSaid ? null : valid
  return {
    ...frame,
    subject: home.name,
    measures,
    filters: own === null ? frame.filters : [...frame.filters, { key: own.key, condition: own.condition }],
    notes: [
      ...frame.notes,
      ...notes,
      ...(own === null ? [] : [{ about: 'what counts', says: own.says, changesNumbers: false }]),
    ],
  }
}

interface Ends {
  readonly from: Field
  readonly to: Field
}

/** The only rows with a time of coming in and one of going out, of this thing where one is named. */
function visitsOf(ontology: Ontology, thing: Dataset | null): Dataset | null {
  const all = ontology.datasets.filter(
    (each) =>
      !each.isHidden &&
      inAndOut(each) !== null &&
      (thing === null || reachesOne(each.name, thing.name, ontology)),
  )
  // People come in; what is brought in for them stays without them.
  const ofPeople = all.filter((each) => parentsOf(each, ontology).some(isPeople))
  const [only, ...more] = ofPeople.length > 0 ? ofPeople : all
  return only === undefined || more.length > 0 ? null : only
}

/** `in_ts` and `out_ts`, `arrived` and `left`, `check in` and `check out`. */
function inAndOut(dataset: Dataset): Ends | null {
  const moments = visible(dataset).filter(isMoment)
  const find = (words: RegExp): Field | undefined => moments.find(({ label }) => words.test(label))
  const from = find(/\b(?:in|arriv\w*|entered|entry)\b/i)
  const to = find(/\b(?:out|left|leaves?|depart\w*|exit)\b/i)
  if (from === undefined || to === undefined || from === to || isPeople(dataset)) return null
  // What is lent goes out before it comes in.
  return isEarlier(to, from) ? { from: to, to: from } : { from, to }
}

function isEarlier(one: Field, other: Field): boolean {
  const day = ({ statistics }: Field): string => String(statistics.min ?? '').slice(0, 10)
  return day(one) < day(other)
}

/** `from_ts` and `to_ts` of a booking. */
function fromAndTo(dataset: Dataset): Ends | null {
  const moments = visible(dataset).filter(isMoment)
  const from = moments.find(({ label }) => /\bfrom\b/i.test(label))
  const to = moments.find(({ label }) => /\b(?:to|until|till)\b/i.test(label))
  return from === undefined || to === undefined ? null : { from, to }
}

/** How long each row lasts, in the unit that is asked for. Empty where the data does not say. */
function lengthsOf(dataset: Dataset, { unit, isTaking }: Stay, ontology: Ontology): readonly MeasureSlot[] {
  if (isPeople(dataset)) {
    const service = serviceOf(dataset, ontology)
    if (service === null || service.end === null || isTaking) return []
    const ends = { from: service.start, to: service.end }
    return slotsOf(dataset, ends, unit, 'month')
  }
  const ends = inAndOut(dataset) ?? fromAndTo(dataset)
  if (ends !== null) return slotsOf(dataset, ends, unit)
  const duration = durationOf(dataset)
  const clocks = duration === null ? clocksOf(dataset) : null
  if (clocks !== null) return clockSlots(dataset, clocks, unit)
  if (duration?.kind === 'span') {
    const isFiner = duration.isOfDays && (unit === 'hour' || unit === 'minute')
    return isFiner ? [] : [unit === null ? duration : { ...duration, unit }]
  }
  if (duration?.kind === 'field') return isIn(duration.field.field, unit, dataset) ? [duration] : []
  const done = isTaking ? untilDone(dataset) : null
  return done === null ? [] : slotsOf(dataset, done, unit)
}

/** A field of minutes does not answer in days. */
function isIn(name: string, unit: SpanUnit | null, { fields }: Dataset): boolean {
  const label = fields.find((field) => field.name === name)?.label ?? ''
  return unit === null || nameWords(label).includes(unit)
}

/** From the date of a row until it was done. */
function untilDone(dataset: Dataset): Ends | null {
  const from = eventMoment(dataset)
  const fields = dataset.fields.filter(
    (field) => field !== from && !/\b(?:due|promised|planned)\b/i.test(field.label),
  )
  const to = momentNamed(
    { ...dataset, fields },
    'complete finish deliver ready resolve solve close collect return',
  )
  return from === null || to === null ? null : { from, to }
}

/** Times of day, in the unit that is asked for, or else in minutes and hours. */
function clockSlots(dataset: Dataset, { from, to }: Ends, unit: SpanUnit | null): readonly MeasureSlot[] {
  return (unit === null ? (['minute', 'hour'] as const) : [unit]).map((one) => ({
    kind: 'span',
    from: fieldRef(dataset, from),
    to: fieldRef(dataset, to),
    unit: one,
    isOfDays: false,
  }))
}

/** In the unit that is asked for, or else in days and in the unit that such a time is usually said in. */
function slotsOf(
  dataset: Dataset,
  { from, to }: Ends,
  unit: SpanUnit | null,
  usual: SpanUnit = 'hour',
): readonly MeasureSlot[] {
  const span = { home: dataset, from: { dataset, field: from }, to: { dataset, field: to } }
  const inDays = spanSlot(span, 'day')
  const hasHours = inDays.kind === 'span' && !inDays.isOfDays
  // Days do not say how many hours were worked.
  if (unit !== null) return hasHours || !/^(?:hour|minute)$/.test(unit) ? [spanSlot(span, unit)] : []
  return hasHours || usual !== 'hour' ? [spanSlot(span, usual), inDays] : [inDays]
}
