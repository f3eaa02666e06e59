import type { Json } from '@quipu/kit'
import { isMoment } from '../model/field-value.ts'
import type { FieldType } from '../model/schema.ts'
import type { DecimalMark } from './statement/amounts.ts'
import { decimalMarkIn, parseAmount } from './statement/amounts.ts'
import type { DateOrder } from './statement/dates.ts'
import { dateOrderIn, datesIn, settledDay } from './statement/dates.ts'

/** How one cell of a column is read. */
export type Read = (cell: string) => Json | undefined

/** What the whole table says about its numbers and dates, for columns that do not say it themselves. */
export interface Manner {
  readonly mark: DecimalMark
  readonly order: DateOrder | undefined
}

/** Numbers with a decimal comma are written where the day comes first. */
export function mannerOf(rows: readonly (readonly string[])[]): Manner {
  const text = rows
    .slice(0, 200)
    .map((row) => row.join('\n'))
    .join('\n')
  const mark = decimalMarkIn(text) ?? '.'
  return { mark, order: dateOrderIn(text) ?? (mark === ',' ? 'day-first' : undefined) }
}

/** How the cells of one column are read. The whole column decides how numbers and dates are read, then the table. */
export function readerOf(
  type: FieldType | undefined,
  values: readonly string[],
  manner: Manner,
  onOpenDate: () => void,
): Read {
  if (type === 'number') {
    const mark = decimalMarkIn(values.join('\n')) ?? manner.mark
    return (cell) => numberOf(cell, mark)
  }
  if (type === 'date' || type === 'moment') {
    const order = dateOrderIn(values.join('\n')) ?? manner.order
    return (cell) => dateOf(cell.trim(), order, type, onOpenDate)
  }
  if (type === 'list')
    return (cell) =>
      cell
        .split(/[;|]/)
        .map((one) => one.trim())
        .filter((one) => one !== '')
  return (cell) => cell.trim() || undefined
}

function numberOf(cell: string, mark: DecimalMark): number | undefined {
  const plain = cell
    .replace(/[^\d.,'’\-−+()\s]/g, '')
    .replace(/^\s*\((.*)\)\s*$/, '-$1')
    .trim()
  return parseAmount(plain, mark)
}

function dateOf(
  cell: string,
  order: DateOrder | undefined,
  type: 'date' | 'moment',
  onOpenDate: () => void,
): string | undefined {
  const iso = cell.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})/, '$1T$2')
  if (isMoment(iso)) return type === 'date' ? iso.slice(0, 10) : iso
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(cell)
  const [date] = datesIn(compact === null ? cell : `${compact[1]}-${compact[2]}-${compact[3]}`)
  if (date === undefined) return undefined
  const day = settledDay(date, order)
  if (day === undefined) onOpenDate()
  return day
}

/** `10:30` or `2:30:00 PM`, as 14:30:00. */
function timeIn(cell: string): string | undefined {
  const found = /^(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap])?\.?m?\.?$/i.exec(cell.trim())
  if (found === null) return undefined
  const half = found[4]?.toLowerCase()
  const hour = half === undefined ? Number(found[1]) : (Number(found[1]) % 12) + (half === 'p' ? 12 : 0)
  return hour > 23 ? undefined : `${String(hour).padStart(2, '0')}:${found[2]}:${found[3] ?? '00'}`
}

/** A day whose time of day stands in a column of its own. Midnight adds nothing: such a day is a whole one. */
export function withTime(day: Json | undefined, cell: string): string | undefined {
  const time = timeIn(cell)
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day) || time === undefined) return undefined
  return time === '00:00:00' ? day : `${day}T${time}`
}

/** What the cells of a column are if nothing but they say it. A code, such as 00123, and a phone number are texts. */
export function typeOfCells(values: readonly string[]): 'number' | 'date' | 'text' {
  const given = values.map((value) => value.trim()).filter((value) => value !== '')
  if (given.length === 0) return 'text'
  if (given.every((value) => quantity.test(value))) return 'number'
  return given.every((value) => isWholeDate(value)) ? 'date' : 'text'
}

function isWholeDate(value: string): boolean {
  if (isMoment(value)) return true
  const [date, ...more] = datesIn(value)
  return date?.start === 0 && date.end === value.length && more.length === 0
}

const currency = '(?:[A-Z]{3}|[€£$¥])'
const quantity = new RegExp(
  `^[-−]?\\s?${currency}?\\s?[-−]?(?:0|[1-9]\\d*|[1-9]\\d{0,2}(?:[.,'’\\u00a0\\u202f ]\\d{3})+)(?:[.,]\\d+)?\\s?${currency}?$`,
)
