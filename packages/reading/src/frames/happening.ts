import type { Dataset, Field, FieldRef } from '@quipu/query'
import { field as fieldOf } from '../interpret/builder.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { stemsOf } from '../lexicon/event-fields.ts'
import type { FrameDraft } from './frame-draft.ts'
import { isHeadcount } from './headcounts.ts'
import { isLater } from '../lexicon/arranged-times.ts'
import { eventMoment } from './moments.ts'

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

/** Says which of two dates a period is read by. */
export function noteDates({ moment, notes, ontology }: FrameDraft): void {
  const dataset = ontology.datasets.find(({ name }) => name === moment?.dataset)
  const happening = dataset === undefined ? null : happeningMoment(dataset)
  const sold = dataset === undefined ? null : eventMoment(dataset)
  if (dataset === undefined || happening === null || sold?.name !== moment?.field) return
  const says = `The period is that of “${sold?.label ?? ''}”; ${dataset.label} also have a “${happening.label}”.`
  notes.push({ about: 'date', says, changesNumbers: true })
}
