import { metricExpression, type Dataset, type Field, type FieldRef, type Ontology } from '@quipu/query'
import { field as fieldOf } from '../interpret/builder.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { businessOf } from '../business/business.ts'
import { eventsOf } from '../metrics/occupancy.ts'
import type { MeasureSlot } from '../plan/frame.ts'
import type { FrameDraft } from './frame-draft.ts'
import { isHeadcount } from './headcounts.ts'
import { isLater } from '../lexicon/arranged-times.ts'
import { momentOf } from '../business/moments.ts'
import { eventMoment } from '../lexicon/event-moment.ts'
import { takenSpanOf, type TakenSpan } from '../metrics/taken-span.ts'
import type { Scan } from './scan.ts'

const sales: ReadonlySet<string> = new Set(
  'sell sold book order purchase buy reserve enter record create register issue'
    .split(' ')
    .flatMap((word) => [...stemsOf(word)]),
)

/** When what was sold takes place: the day of a visit, beside the day on which its ticket was sold. */
export function happeningMoment(dataset: Dataset): Field | null {
  const sold = eventMoment(dataset)
  if (sold === null || !sold.label.toLowerCase().split(' ').some(isSaleWord)) return null
  const [only, ...more] = visible(dataset).filter(
    (field) =>
      field !== sold &&
      isMoment(field) &&
      field.type !== 'number' &&
      field.statistics.nulls * 20 <= dataset.rows &&
      !isLater(field),
  )
  return only === undefined || more.length > 0 ? null : only
}

function isSaleWord(word: string): boolean {
  return [...stemsOf(word)].some((stem) => sales.has(stem))
}

/** The date of the event, where the question is about those who came. Null where it is about sales. */
export function heldOn({ scan, measures: [slot], home, ontology }: FrameDraft): FieldRef | null {
  // Hours that are added up lie where they begin, and not where they were booked.
  if (slot?.kind === 'span' && slot.isSum === true) return slot.from
  const { event, bookings } = eventsOf(ontology) ?? {}
  // Who came to an event, and who did not, came on its day, whenever they booked.
  if (event !== undefined && bookings?.name === home) {
    const isOfEvent =
      (slot?.kind === 'metric' && ofEvents.has(slot.name)) ||
      scan.mentions.some(({ text }) => comes.test(text))
    const held = isOfEvent ? eventMoment(event) : null
    if (held !== null) return fieldOf(event, held)
  }
  const dataset = ontology.datasets.find(({ name }) => name === home)
  const begun = isOfStay(scan, slot) ? beginOfStay(momentOf(home, ontology)?.dataset, ontology) : null
  if (begun !== null) return fieldOf(begun.dataset, begun.begin)
  const happening = dataset === undefined ? null : happeningMoment(dataset)
  if (dataset === undefined || happening === null) return null
  const counted =
    slot?.kind === 'field' ? dataset.fields.find(({ name }) => name === slot.field.field) : undefined
  const isOfPeople = counted !== undefined && isHeadcount(counted)
  const isOfComing =
    scan.isRate && scan.mentions.some((one) => one.at === scan.rateAt - 1 && comes.test(one.text))
  return isOfPeople || isOfComing ? fieldOf(dataset, happening) : null
}

/** The first day of what is booked from one day to another, beside the day of booking. */
function beginOfStay(name: string | undefined, ontology: Ontology): TakenSpan | null {
  const dataset = ontology.datasets.find((each) => each.name === name)
  const span = dataset === undefined ? null : takenSpanOf(dataset, ontology)
  const booked = dataset === undefined ? null : eventMoment(dataset)
  if (span === null || booked === null || booked === span.begin) return null
  return booked.label.toLowerCase().split(' ').some(isSaleWord) ? span : null
}

/** What people pay and how long they stay belongs to the days of their stay, and so does who did not come. Bookings are counted when they are made. */
function isOfStay(scan: Scan, slot: MeasureSlot | undefined): boolean {
  if (slot === undefined) return false
  if (slot.kind !== 'count') return true
  return scan.rank?.by === 'busy' || scan.mentions.some(({ text }) => comes.test(text))
}

const ofEvents: ReadonlySet<string> = new Set(['attendance', 'average_attendance', 'occupancy'])
const comes = /^(?:no.?shows?|attend\w*|absen\w+|used?|show.?up|turn.?up|check.?in)$/i

/**
 * When a sale was billed, where it has a date of its invoice and none that is named after it: what a job comes to is known then.
 * Any sum lies on the day that is empty in as many rows as its amount is.
 */
export function billedOn(draft: FrameDraft): FieldRef | null {
  const { measures, home, notes, ontology } = draft
  const [slot] = measures
  const found = slot === undefined ? null : (billDate(slot, home, ontology) ?? setWithAmount(slot, ontology))
  if (found === null) return null
  const { dataset, own, field } = found
  const says = `The period is that of “${field.label}”; ${dataset.label} also have a “${own.label}”.`
  notes.push({ about: 'date', says, changesNumbers: true })
  return fieldOf(dataset, field)
}

interface OtherDate {
  readonly dataset: Dataset
  readonly own: Field
  readonly field: Field
}

function billDate(slot: MeasureSlot, home: string, ontology: Ontology): OtherDate | null {
  const { trade } = businessOf(ontology)
  const header = trade?.header
  const isMoney =
    slot.kind === 'metric' ||
    slot.kind === 'mean' ||
    (slot.kind === 'field' && slot.field.field === trade?.total?.name)
  const homes = [header?.name, trade?.lines?.dataset.name]
  if (header === undefined || !isMoney || !homes.includes(home)) return null
  const own = eventMoment(header)
  const words = nameWords(header.label)
  if (own === null || nameWords(own.label).some((word) => words.includes(word))) return null
  const [billed, ...more] = visible(header).filter(
    (field) => isMoment(field) && /^(?:invoiced?|billed|bill)(?: (?:date|on|at|day))?$/i.test(field.label),
  )
  return billed === undefined || more.length > 0 || billed === own
    ? null
    : { dataset: header, own, field: billed }
}

/** The date that is empty in as many rows as the amount is: what a job comes to is known on that day, and not when it came in. */
function setWithAmount(slot: MeasureSlot, ontology: Ontology): OtherDate | null {
  const summed = summedBy(slot, ontology)
  const dataset = ontology.datasets.find(({ name }) => name === summed?.dataset)
  const amount = dataset?.fields.find(({ name }) => name === summed?.field)
  const own = dataset === undefined ? null : eventMoment(dataset)
  const empty = amount?.statistics.nulls ?? 0
  if (dataset === undefined || own === null || empty === 0 || own.statistics.nulls > 0) return null
  const [only, ...more] = visible(dataset).filter(
    (field) => isMoment(field) && field.statistics.nulls === empty,
  )
  return only === undefined || more.length > 0 ? null : { dataset, own, field: only }
}

function summedBy(slot: MeasureSlot, ontology: Ontology): FieldRef | null {
  if (slot.kind === 'field') return slot.function === 'sum' ? slot.field : null
  const of = slot.kind === 'metric' ? metricExpression(slot.name, ontology) : null
  return of?.kind === 'aggregate' && of.function === 'sum' && of.of.kind === 'field' ? of.of : null
}

/** Says which of two dates a period is read by. */
export function noteDates({ moment, notes, ontology }: FrameDraft): void {
  const dataset = ontology.datasets.find(({ name }) => name === moment?.dataset)
  const happening =
    dataset === undefined
      ? null
      : (happeningMoment(dataset) ?? beginOfStay(dataset.name, ontology)?.begin ?? null)
  const sold = dataset === undefined ? null : eventMoment(dataset)
  if (dataset === undefined || happening === null || sold?.name !== moment?.field) return
  const says = `The period is that of “${sold?.label ?? ''}”; ${dataset.label} also have a “${happening.label}”.`
  notes.push({ about: 'date', says, changesNumbers: true })
}
