import { mendedDate, mendedSql } from './date-words.ts'
import { sqlText } from './sql-text.ts'

/** The date format of a text, as far as the text itself is unambiguous. */
export interface DateMarks {
  /** For `strptime`; two of them if the order of day and month is ambiguous. */
  readonly formats: readonly string[]
  /** Which comes first, if the format is ambiguous and the values fit only one order; otherwise null. */
  readonly first: 'day' | 'month' | null
  readonly isUnsure: boolean
  readonly hasTime: boolean
}

const months = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
const fullMonths = '(?:january|february|march|april|may|june|july|august|september|october|november|december)'
const clock = /(T|,? +|,? at )(\d{1,2}:\d{2})(:\d{2})?(\.\d{1,6})?( ?[ap]m)? ?(Z|[+-]\d{2}:?\d{2})?$/i

export function dateMarksOf(written: string): DateMarks | null {
  const text = mendedDate(written)
  const time = clock.exec(text)
  const day = time === null ? text : text.slice(0, time.index)
  const found = dayMarks(day)
  if (found === null || time === null) return found
  const [, before = ' ', , seconds, fraction, half] = time
  const hour = half === undefined ? '%H' : '%I'
  const suffix = `${hour}:%M${seconds === undefined ? '' : ':%S'}${fraction === undefined ? '' : '.%f'}${half === undefined ? '' : half.startsWith(' ') ? ' %p' : '%p'}`
  const gap = before.trim() === '' ? ' ' : before
  return { ...found, hasTime: true, formats: found.formats.map((format) => `${format}${gap}${suffix}`) }
}

/** `Mon 14 Apr 2025` and `Monday, 14/04/2025` are read without the day of the week. */
function dayMarks(text: string): DateMarks | null {
  const [named = '', full] = weekday.exec(text) ?? []
  const found = dayAlone(text.slice(named.length))
  if (found === null || named === '') return found
  const prefix = `${full === undefined ? '%a' : '%A'}${named.replace(/^[a-z]+/i, '')}`
  return { ...found, formats: found.formats.map((format) => `${prefix}${format}`) }
}

const weekday =
  /^(?:(monday|tuesday|wednesday|thursday|friday|saturday|sunday)|mon|tue|wed|thu|fri|sat|sun)[,.]? /i

function dayAlone(text: string): DateMarks | null {
  const plain = (format: string): DateMarks => ({
    formats: [format],
    first: null,
    isUnsure: false,
    hasTime: false,
  })
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text)
  if (iso !== null) return isDay(Number(iso[4]), Number(iso[3])) ? plain(`%Y${iso[2]}%m${iso[2]}%d`) : null
  // 20250131
  if (/^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(text)) return plain('%Y%m%d')
  const parts = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text)
  if (parts !== null) return orderOf(Number(parts[1]), Number(parts[3]), parts[2] ?? '', parts[4] ?? '')
  return namedMonth(text, plain) ?? wholeMonth(text, plain)
}

/** `Sep 2025`, `September-2025` or `Sep-25`, which spreadsheets write for a month: its first day. */
function wholeMonth(text: string, plain: (format: string) => DateMarks): DateMarks | null {
  const named = new RegExp(String.raw`^(?:(${fullMonths})|${months})([ ./-]+)(\d{4}|\d{2})$`, 'i').exec(text)
  if (named !== null) {
    const [, full, gap = '', year = ''] = named
    // After a space, two digits may be a day.
    if (year.length === 2 && gap !== '-') return null
    return plain(`${full === undefined ? '%b' : '%B'}${gap}${year.length === 2 ? '%y' : '%Y'}`)
  }
  const digits = /^(?:(?:19|20)\d{2}([-/])(?:0[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])([-/])(?:19|20)\d{2})$/.exec(
    text,
  )
  if (digits === null) return null
  return plain(digits[1] === undefined ? `%m${digits[2]}%Y` : `%Y${digits[1]}%m`)
}

function orderOf(one: number, other: number, mark: string, year: string): DateMarks | null {
  const years = year.length === 2 ? '%y' : '%Y'
  const dayFirst = `%d${mark}%m${mark}${years}`
  const monthFirst = `%m${mark}%d${mark}${years}`
  const canDayFirst = isDay(one, other)
  const canMonthFirst = isDay(other, one)
  if (!canDayFirst && !canMonthFirst) return null
  const base = { hasTime: false }
  if (canDayFirst && canMonthFirst)
    return { ...base, formats: [dayFirst, monthFirst], first: null, isUnsure: one !== other }
  return canDayFirst
    ? { ...base, formats: [dayFirst], first: 'day', isUnsure: false }
    : { ...base, formats: [monthFirst], first: 'month', isUnsure: false }
}

function namedMonth(text: string, plain: (format: string) => DateMarks): DateMarks | null {
  const dayThen = new RegExp(
    String.raw`^\d{1,2}([ .-]+)(?:(${fullMonths})|${months})([ .,-]+)(\d{4}|\d{2})$`,
    'i',
  ).exec(text)
  if (dayThen !== null) {
    const [, gap = '', full, gap2 = '', year = ''] = dayThen
    return plain(`%d${gap}${full === undefined ? '%b' : '%B'}${gap2}${year.length === 2 ? '%y' : '%Y'}`)
  }
  const monthThen = new RegExp(String.raw`^(?:(${fullMonths})|${months})([ .]+)\d{1,2}(,? )\d{4}$`, 'i').exec(
    text,
  )
  if (monthThen === null) return null
  const [, full, gap = '', gap2 = ''] = monthThen
  return plain(`${full === undefined ? '%b' : '%B'}${gap}%d${gap2}%Y`)
}

function isDay(day: number, month: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31
}

/** A day as spreadsheets count them, such as 45658, between 1954 and 2091. */
export const serialDay = /^[2-6]\d{4}(?:\.\d+)?$/

export interface MomentForm {
  /** For `strptime`. */
  readonly formats: readonly string[]
  readonly isDate: boolean
  /** Some have words that `strptime` does not know. */
  readonly isWorded: boolean
  /** Some are days as spreadsheets count them. */
  readonly hasSerials: boolean
}

/** The local time of a text (an SQL expression); null if it is not a time. */
export function momentSql(written: string, { formats, isDate, isWorded, hasSerials }: MomentForm): string {
  const text = isWorded ? mendedSql(written) : written
  // `%Y` also accepts two digits, as a year of the first century, so the short form is tried first.
  const ordered = formats.toSorted((one, other) => Number(other.includes('%y')) - Number(one.includes('%y')))
  const list = ordered.map(sqlText).join(', ')
  const local = isDate
    ? text
    : `regexp_replace(${text}, '(:[0-9]{2}(?:\\.[0-9]+)?) ?(?:Z|[+-][0-9]{2}:?[0-9]{2})$', '\\1')`
  const moment = `try_strptime(${local}, [${list}])`
  const ofFormat = `when year(${moment}) >= 1000 then ${isDate ? `cast(${moment} as date)` : moment}`
  const counted = `timestamp '1899-12-30' + to_seconds(round(try_cast(${written} as double) * 86400))`
  const ofSerial = `when regexp_matches(${written}, ${sqlText(serialDay.source.replaceAll(String.raw`\d`, '[0-9]'))}) then ${isDate ? `cast(${counted} as date)` : counted}`
  return `case ${[...(hasSerials ? [ofSerial] : []), ...(formats.length > 0 ? [ofFormat] : [])].join(' ')} end`
}
