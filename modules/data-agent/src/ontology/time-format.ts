import type { TimeFormat } from '@quipu/query'

/** The time format of texts; null if they are not dates. */
export function textTimeFormat(values: readonly string[]): TimeFormat | null {
  const filled = values
    .map((value) => value.trim())
    .filter((value) => value !== '' && !/^(?:null|n\/?a|-+)$/i.test(value) && !noDay.test(value))
  if (filled.length === 0) return null
  const most = (pattern: RegExp) =>
    filled.filter((value) => pattern.test(value)).length >= filled.length * 0.95
  if (most(isoDate)) return 'iso-date'
  if (most(isoMoment)) return 'iso-timestamp'
  if (most(/^(?:1[5-9]|20)\d{2}$/)) return 'year'
  if (most(/^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/)) return 'digits'
  if (filled.every((value) => isoMonth.test(value))) return 'year-month'
  return fixedOrder(filled) ?? (most(otherDate) ? 'other-text' : null)
}

/** Whether the day or the month is written first, where all values have the same width and one of them tells. */
function fixedOrder(values: readonly string[]): TimeFormat | null {
  const parts = values.map((value) => ordered.exec(value))
  if (parts.some((found) => found === null)) return null
  const most = (place: number): number => Math.max(...parts.map((found) => Number(found?.[place])))
  const [first, second] = [most(1), most(3)]
  if (first <= 12 && second <= 12) return parts[0]?.[2] === '.' ? 'day-first' : null
  if (first > 31 || second > 31 || (first > 12 && second > 12)) return null
  return first > 12 ? 'day-first' : 'month-first'
}

const ordered = /^(\d{2})([/.-])(\d{2})\2(?:19|20)\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?$/

/** The least and the greatest date, as ISO text. */
export function rangeOfDates(
  values: readonly string[],
  format: TimeFormat,
): readonly [string, string] | null {
  const texts = values.map((value) => value.trim()).filter((value) => value !== '' && !noDay.test(value))
  const written = texts.map((text) => (format === 'digits' ? fromDigits(text) : fromOrdered(text, format)))
  const [first, ...others] = written.toSorted()
  return first === undefined ? null : [first, others.at(-1) ?? first]
}

/** Digits that stand for no day. */
const noDay = /^(?:0+|9999\d{4})$/

function fromDigits(text: string): string {
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`
}

function fromOrdered(text: string, format: TimeFormat): string {
  if (format === 'year-month') return `${text}-01`
  const [one, other] = [text.slice(0, 2), text.slice(3, 5)]
  const [day, month] = format === 'day-first' ? [one, other] : [other, one]
  return `${text.slice(6, 10)}-${month}-${day}${text.slice(10)}`
}

/** The time format of numbers whose name suggests time. */
export function numberTimeFormat(min: number, max: number, words: readonly string[]): TimeFormat | null {
  if (words.some((word) => yearWords.has(word)) && min >= 1000 && max <= 2200) return 'year'
  if (!words.some((word) => momentWords.has(word))) return null
  if (isDay(min) && isDay(max)) return 'digits'
  if (min >= 3e11 && max < 1e13) return 'epoch-milliseconds'
  return min >= 3e8 && max < 1e10 ? 'epoch-seconds' : null
}

/** 20260131 */
function isDay(number: number): boolean {
  return /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(String(number))
}

const isoMonth = /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/
const isoDate = /^\d{4}-\d{2}-\d{2}$/
const isoMoment =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{0,2}))?)?$/
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*'
const otherDate = new RegExp(
  [
    String.raw`^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}(?:[ T,]+\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?)?$`,
    String.raw`^\d{1,2}(?:st|nd|rd|th)?[ -]${month},?[ -]?\d{2,4}`,
    String.raw`^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?${month}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}`,
    String.raw`^\d{4}-\d{2}$`,
    String.raw`^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? \d{1,2} ${month} \d{4}`,
  ].join('|'),
  'i',
)
const yearWords = new Set([
  'year',
  'yr',
  'founded',
  'established',
  'since',
  'opened',
  'season',
  'built',
  'opening',
  'released',
  'vintage',
  'published',
  'launched',
  'completed',
  'constructed',
  'introduced',
  'produced',
  'manufactured',
  'formed',
  'born',
  'died',
  'joined',
  'started',
  'ended',
  'closed',
  'graduated',
  'retired',
])
const momentWords = new Set([
  'at',
  'time',
  'timestamp',
  'date',
  'ts',
  'created',
  'updated',
  'modified',
  'epoch',
  'on',
  'when',
  'day',
  'dat',
])
