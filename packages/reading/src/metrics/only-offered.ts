import type { Dataset } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Schema } from './field-finder.ts'

const list = (text: string): readonly string[] => text.split(', ')
/** States of what was asked about or offered, and to which nobody has agreed. */
const offered = list(
  'quote, quoted, quotation, quote sent, quote given, open quote, quote expired, quote lost, estimate, estimated, estimate sent, offer, offered, offer sent, proposal, proposal sent, proposed, enquiry, inquiry, enquired, new enquiry, lead, prospect, provisional, provisionally booked, tentative, pencilled, penciled, pencilled in, penciled in, unconfirmed, not confirmed, to be confirmed, awaiting confirmation, lost enquiry, lost inquiry, enquiry lost, lost quote, option held',
)
/**
 * A place on hold is not booked yet, nor is one for which somebody waits, or that was given up; an order on hold was placed. "Held" is
 * no such word, unless places are given up too: it says that something took place.
 */
const keptFree = list('hold, on hold, option, optioned, soft hold, released, waiting, waiting list')
const kept: ReadonlySet<string> = new Set(
  'booking reservation hire rental seat ticket enrolment enrollment registration'.split(' '),
)
const offers: ReadonlySet<string> = new Set(
  'quote quotation estimate offer proposal enquiry inquiry lead opportunity deal request application'.split(
    ' ',
  ),
)

/** States of rows that are no sale yet. Of quotes and enquiries themselves they are the ordinary ones. */
export function offeredStates(dataset: Dataset, { values }: Pick<Schema, 'values'>): readonly string[] {
  const { name } = dataset
  const words = nameWords(dataset.label)
  if (words.some((word) => offers.has(word))) return []
  if (!words.some((word) => kept.has(word)) || isWork(dataset)) return offered
  const isReleased = values.exact('released').some(({ dataset }) => dataset === name)
  return [...offered, ...keptFree, ...(isReleased ? ['held'] : [])]
}

/** A ticket that somebody solves is no place that is kept free: on hold, the work on it rests. */
function isWork(dataset: Dataset): boolean {
  return visible(dataset).some(
    (field) => isMoment(field) && /\b(?:solved?|resolved|repl(?:y|ied)|respon\w+|fixed)\b/i.test(field.label),
  )
}

/** What goes out and is due back: "returned" is how it should end. */
export function comesBack(dataset: Dataset): boolean {
  return (
    nameWords(dataset.label).some((word) => lent.has(word)) ||
    visible(dataset).some((field) => isMoment(field) && dueBack.test(field.label))
  )
}

const lent: ReadonlySet<string> = new Set('rental rent hire loan lease borrowing'.split(' '))
const dueBack =
  /\b(?:due|expected|planned|agreed|should be) (?:back|in|return\w*)\b|\b(?:back|return\w*) (?:by|due|expected|planned)\b|\b(?:came|brought|comes?) back\b/i
