import type { Dataset, Field } from '@quipu/query'
import { clocksOf } from './clocks.ts'
import { isClock, isMoment, visible } from './dataset-fields.ts'
import { isLater } from './arranged-times.ts'

/** Whether a date says no time of day: none of its known values has one, or all are at midnight. */
export function isMereDay({ type, timeFormat, sample, statistics }: Field): boolean {
  if (timeFormat === 'epoch-seconds' || timeFormat === 'epoch-milliseconds') return false
  if (type === 'date' && timeFormat !== 'iso-timestamp') return true
  const known = [statistics.min, statistics.max, ...sample].filter((one) => one !== null).map(String)
  return known.length > 0 && known.every((one) => !timeOfDay.test(one) || midnight.test(one))
}

const timeOfDay = /\d{1,2}:\d{2}/
const midnight = /(?:^|[T ])(?:0?0:00(?::00(?:\.0+)?)?(?!\S* ?pm)|12:00(?::00)? ?am)/i

/** The time of day that belongs to a mere date, in the same rows: `visit time` beside `visit date`. Null where none clearly does. */
export function clockBeside(date: Field, dataset: Dataset): Field | null {
  const fields = visible(dataset)
  const clocks = fields.filter(isClock)
  const own = stemOf(date)
  const [same, ...alike] = clocks.filter((clock) => stemOf(clock) === own)
  if (same !== undefined) return alike.length === 0 ? same : null
  const dates = fields.filter((field) => isMoment(field) && field !== date)
  // `delivery time` belongs to `delivery date`.
  const free = clocks.filter((clock) => !dates.some((other) => isOf(clock, other)))
  const near = free.filter((clock) => isOf(clock, date))
  if (near.length > 0) return near.length === 1 ? (near[0] ?? null) : null
  if (isLater(date) || dates.some((other) => stemOf(other) === '')) return null
  const plain = free.filter((clock) => stemOf(clock) === '')
  if (plain.length > 0) return plain.length === 1 ? (plain[0] ?? null) : null
  const { from, to } = clocksOf(dataset) ?? {}
  if (from !== undefined) return free.includes(from) ? from : null
  const [only, ...more] = free
  return only === undefined || more.length > 0 || only === to ? null : only
}

function isOf(clock: Field, date: Field): boolean {
  const [one, other] = [stemOf(clock).split(' '), stemOf(date).split(' ')]
  return one[0] !== '' && one.some((word) => other.includes(word))
}

/** What a date or a time of day is of: `ap` for `ap dt` and `ap tm`. Empty for a mere `date` or `time`. */
function stemOf({ label }: Field): string {
  return label
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !ofTime.has(word))
    .join(' ')
}

const ofTime: ReadonlySet<string> = new Set(
  'date dt day time tm tim hour hr clock on at of the timestamp datetime'.split(' '),
)
