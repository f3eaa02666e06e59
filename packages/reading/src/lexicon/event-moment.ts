import type { Dataset, Field } from '@quipu/query'
import { agreedMoment } from './agreed-times.ts'
import { arrangedFor, isLater, isSeldomSet } from './arranged-times.ts'
import { isMoment, visible } from './dataset-fields.ts'
import { stemsOf } from './event-fields.ts'
import { nameWords } from './name-words.ts'
import { remembered } from './remembered.ts'

/** The time at which a row of a dataset happened: the order date of an order, not its delivery or due date. */
export const eventMoment: (dataset: Dataset) => Field | null = remembered((dataset) => {
  const agreed = agreedMoment(dataset)
  if (agreed !== null) return agreed
  const arranged = arrangedFor(dataset)
  if (arranged !== null) return arranged.held
  const own = nameWords(dataset.label).flatMap((word) => [...stemsOf(word)])
  const isHeld = nameWords(dataset.label).some((word) => meetings.has(word))
  const isAwaited = visible(dataset).some((field) => isMoment(field) && awaited.test(field.label))
  const scored = visible(dataset)
    // What is expected first comes in later, and some of it has not come in yet.
    .filter(({ label, statistics }) => !(isAwaited && statistics.nulls > 0 && comesIn.test(label)))
    .filter((field) => isMoment(field) && field.timeFormat !== 'other-text' && !isPartOfTime(field))
    .filter((field) => !isSeldomSet(field, dataset))
    .map((field, at) => ({
      field,
      score: (isPaidOn(field, dataset) ? ownDate : scoreOf(field, own, isHeld)) - at / 100,
    }))
    .toSorted((a, b) => b.score - a.score)
  return scored[0]?.field ?? null
})

/** The day on which a payment was made is its own, and no later one. */
export function isPaidOn({ label }: Field, dataset: Dataset): boolean {
  return paidOn.test(label) && payments.test(dataset.label)
}

const paidOn = /^(?:date )?(?:paid|payment)(?: on| at| date| day)?$/i
const payments = /\b(?:payments?|payouts?|repayments?)$/i
const ownDate = 6

const awaited = /\b(?:expected|promised)\b/i
const comesIn = /\breceived\b/i

function scoreOf(field: Field, own: readonly string[], isHeld: boolean): number {
  const { label, statistics } = field
  const words = nameWords(label)
  const stems = words.flatMap((word) => [...stemsOf(word)])
  const isOwn = stems.some((stem) => own.includes(stem)) ? 3 : 0
  const isBegin = words.some((word) => begins.has(word)) || stems.some((stem) => beginStems.has(stem)) ? 2 : 0
  const isPlain = words.every((word) => plain.has(word)) ? 2.5 : 0
  if (isHeld && words.some((word) => held.has(word))) return 6
  // The start of a period is what the row is for, and not when it came about.
  const isPeriod = words.includes('period') ? -4 : 0
  return isOwn + isBegin + isPlain + isPeriod + (isLater(field) ? -4 : 0) + (statistics.nulls === 0 ? 1 : 0)
}

/** What is held at a time that was agreed on before: it happens then, not when it was booked. */
const meetings: ReadonlySet<string> = new Set(
  'appointment lesson class session meeting consultation show performance visit screening course exam shift rota roster'.split(
    ' ',
  ),
)
const held: ReadonlySet<string> = new Set('schedule scheduled start appointment held begin'.split(' '))

function isPartOfTime({ label, type }: Field): boolean {
  return type === 'number' && /\b(?:month|day|hour|quarter)\b/i.test(label)
}

const plain: ReadonlySet<string> = new Set('date time day at on timestamp datetime when moment'.split(' '))
const beginWords =
  'order raise issue place create sell sale occur open start book invoice transaction purchase sign join hire register make add enroll admit submit report receive record'
const begins: ReadonlySet<string> = new Set(beginWords.split(' '))
const beginStems: ReadonlySet<string> = new Set(beginWords.split(' ').flatMap((word) => [...stemsOf(word)]))
