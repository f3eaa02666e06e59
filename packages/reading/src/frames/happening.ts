import type { Dataset, Field, FieldRef } from '@quipu/query'
import { field as fieldOf } from '../interpret/builder.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { businessOf } from '../business/business.ts'
import type { FrameDraft } from './frame-draft.ts'
import { isHeadcount } from './headcounts.ts'
import { isLater } from '../lexicon/arranged-times.ts'
import { eventMoment } from '../business/moments.ts'

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
  const dataset = ontology.datasets.find(({ name }) => name === home)
  const happening = dataset === undefined ? null : happeningMoment(dataset)
  if (dataset === undefined || happening === null) return null
  const counted =
    slot?.kind === 'field' ? dataset.fields.find(({ name }) => name === slot.field.field) : undefined
  const isOfPeople = counted !== undefined && isHeadcount(counted)
  const isOfComing =
    scan.isRate && scan.mentions.some((one) => one.at === scan.rateAt - 1 && comes.test(one.text))
  return isOfPeople || isOfComing ? fieldOf(dataset, happening) : null
}

const comes = /^(?:no.?shows?|attend\w*|absen\w+|used?|show.?up|turn.?up|check.?in)$/i

/**
 * When a sale was billed, where it has a date of its invoice and none that is named after it: what a job comes to is known then.
 * Null for other figures than those of sales.
 */
export function billedOn({ measures: [slot], home, notes, ontology }: FrameDraft): FieldRef | null {
  const { trade } = businessOf(ontology)
  const header = trade?.header
  const isMoney =
    slot?.kind === 'metric' ||
    slot?.kind === 'mean' ||
    (slot?.kind === 'field' && slot.field.field === trade?.total?.name)
  const homes = [header?.name, trade?.lines?.dataset.name]
  if (header === undefined || !isMoney || !homes.includes(home)) return null
  const own = eventMoment(header)
  const words = nameWords(header.label)
  if (own === null || nameWords(own.label).some((word) => words.includes(word))) return null
  const [billed, ...more] = visible(header).filter(
    (field) => isMoment(field) && /^(?:invoiced?|billed|bill)(?: (?:date|on|at|day))?$/i.test(field.label),
  )
  if (billed === undefined || more.length > 0 || billed === own) return null
  const says = `The period is that of “${billed.label}”; ${header.label} also have a “${own.label}”.`
  notes.push({ about: 'date', says, changesNumbers: true })
  return fieldOf(header, billed)
}

/** Says which of two dates a period is read by. */
export function noteDates({ moment, notes, ontology }: FrameDraft): void {
  const dataset = ontology.datasets.find(({ name }) => name === moment?.dataset)
  const happening = dataset === undefined ? null : happeningMoment(dataset)
  const sold = dataset === undefined ? null : eventMoment(dataset)
  if (dataset === undefined || happening === null || sold?.name !== moment?.field) return
  const says = `The period is that of “${sold?.label ?? ''}”; ${dataset.label} also have a “${happening.label}”.`
  notes.push({ about: 'date', says, changesNumbers: true })
}
