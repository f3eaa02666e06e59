import type { TimeFormat } from '@quipu/query'

/** The time format of texts; null if they are not dates. */
export function textTimeFormat(values: readonly string[]): TimeFormat | null {
  const filled = values
    .map((value) => value.trim())
    .filter((value) => value !== '' && !/^(?:null|n\/?a|-+)$/i.test(value))
  if (filled.length === 0) return null
  const most = (pattern: RegExp) =>
    filled.filter((value) => pattern.test(value)).length >= filled.length * 0.95
  if (most(isoDate)) return 'iso-date'
  if (most(isoMoment)) return 'iso-timestamp'
  if (most(/^(?:1[5-9]|20)\d{2}$/)) return 'year'
  return most(otherDate) ? 'other-text' : null
}

/** The time format of numbers whose name suggests time. */
export function numberTimeFormat(min: number, max: number, words: readonly string[]): TimeFormat | null {
  if (words.some((word) => yearWords.has(word)) && min >= 1000 && max <= 2200) return 'year'
  if (!words.some((word) => momentWords.has(word))) return null
  if (min >= 3e11 && max < 1e13) return 'epoch-milliseconds'
  return min >= 3e8 && max < 1e10 ? 'epoch-seconds' : null
}

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
])
