import { isMoment } from '../model/field-value.ts'
import type { Span } from '../model/span.ts'
import { textSpan } from './statement/statements.ts'

/** Everything before the first empty line, without the line that a mailbox puts before a message. */
export function headerBlock(source: string): string {
  const from = source.replace(/^\s+/, '').replace(/^>?From [^\n]*\n/, '')
  return from
    .split(/\r?\n\r?\n/, 1)[0]!
    .replace(/\s+$/, '')
    .slice(0, 65_536)
}

/** The value of the first header of this name, with its folds. */
export function headerSpan(text: string, name: string): Span | undefined {
  const end = /\r?\n\r?\n|\n\n/.exec(text)?.index ?? text.length
  const found = new RegExp(`^${name}[ \\t]*:[ \\t]*`, 'im').exec(text.slice(0, end))
  if (found === null) return undefined
  const start = found.index + found[0].length
  const rest = /^[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/.exec(text.slice(start, end))![0].trimEnd()
  return textSpan(text, start, start + rest.length)
}

/** The value on one line. */
export function headerValue(text: string, span: Span): string {
  if (span.kind !== 'text') return ''
  return text.slice(span.start, span.end).replace(/\r?\n[ \t]+/g, ' ')
}

/** `Mon, 6 Jun 2005 22:21:22 +0200` as `2005-06-06T22:21:22+02:00`. */
export function mailDate(value: string): string | undefined {
  const plain = value.replace(/\([^()]*\)/g, ' ')
  const found =
    /(\d{1,2})[\s-]+([A-Za-z]{3})[a-z]*[\s-]+(\d{2,4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{4}|[A-Za-z]{1,4})?/.exec(
      plain,
    )
  if (found === null) return isMoment(plain.trim()) ? plain.trim() : undefined
  const [, day, monthName, year, hours, minutes, seconds = '00', zone = ''] = found
  const month = months.indexOf(monthName!.toLowerCase()) + 1
  const two = (part: string | number) => String(part).padStart(2, '0')
  const offset = offsetOf(zone)
  const moment = `${fullYear(year!)}-${two(month)}-${two(day!)}T${two(hours!)}:${minutes}:${seconds}${offset}`
  return isMoment(moment) ? moment : undefined
}

function offsetOf(zone: string): string {
  if (/^[+-]\d{4}$/.test(zone)) return `${zone.slice(0, 3)}:${zone.slice(3)}`
  const hours = zones[zone.toUpperCase()]
  if (hours === undefined) return zone === '' ? '' : 'Z'
  return hours === 0 ? 'Z' : `-${String(-hours).padStart(2, '0')}:00`
}

function fullYear(year: string): string {
  if (year.length >= 4) return year
  return String(Number(year) + (Number(year) < 50 ? 2000 : 1900))
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** The zone names of RFC 5322. Other names are taken as UTC. */
const zones: Readonly<Record<string, number>> = {
  UT: 0,
  GMT: 0,
  UTC: 0,
  Z: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
}
