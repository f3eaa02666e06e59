import type { Json } from '@quipu/kit'
import type { FieldSchema, FieldType } from './schema.ts'

/** The value in the form of the field's type, or undefined if it does not fit. An explicit null stays null. */
export function fieldValue(field: FieldSchema, value: Json): Json | undefined {
  return value === null ? null : converters[field.type](value)
}

/** What to send, for a message about a value that does not fit. */
export const typeInWords: Readonly<Record<FieldType, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a day as YYYY-MM-DD',
  moment: 'a day or time in ISO 8601',
  currency: 'an ISO 4217 code such as EUR',
  list: 'a list of texts',
  json: 'any JSON',
}

export function isDay(text: string): boolean {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (found === null) return false
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  // The store has no year 0.
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  const daysInMonth = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day <= daysInMonth[month - 1]!
}

/** A day, a local time or a time with its offset. */
export function isMoment(text: string): boolean {
  const found =
    /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text)
  if (found === null || !isDay(found[1]!)) return false
  return Number(found[2] ?? 0) < 24 && Number(found[3] ?? 0) < 60 && Number(found[4] ?? 0) < 61
}

/** The instant in UTC. A day begins at midnight; a time without an offset is taken as UTC. */
export function instantOf(moment: string): string | undefined {
  if (!isMoment(moment)) return undefined
  const withTime = moment.includes('T') ? moment : `${moment}T00:00:00`
  const withOffset = /(?:Z|[+-]\d{2}:?\d{2})$/.test(withTime) ? withTime : `${withTime}Z`
  const date = new Date(withOffset.replace(/([+-]\d{2})(\d{2})$/, '$1:$2').replace(/:60(?=[.Z+-])/, ':59'))
  return Number.isNaN(date.valueOf()) ? undefined : date.toISOString()
}

const converters: Readonly<Record<FieldType, (value: Exclude<Json, null>) => Json | undefined>> = {
  text: (value) => {
    if (typeof value === 'string') return value
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
  },
  number: (value) => {
    if (typeof value === 'number') return Object.is(value, -0) ? 0 : value
    return typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined
  },
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  date: (value) => {
    if (typeof value !== 'string') return undefined
    if (isDay(value)) return value
    return isMoment(value) ? value.slice(0, 10) : undefined
  },
  moment: (value) => (typeof value === 'string' && isMoment(value) ? value : undefined),
  currency: (value) =>
    typeof value === 'string' && /^[A-Za-z]{3}$/.test(value.trim()) ? value.trim().toUpperCase() : undefined,
  list: (value) => (Array.isArray(value) ? value : [value]),
  json: (value) => value,
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}
