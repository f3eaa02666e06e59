import { marksOf } from './amounts.ts'
import { dateMarksOf, type DateMarks } from './dates.ts'

export type ColumnKind = 'whole' | 'amount' | 'date' | 'timestamp' | 'time' | 'yes-no' | 'text' | 'empty'

/** The inferred type of one column of one file, from its cells alone. */
export interface ColumnPlan {
  readonly name: string
  /** Its place among the cells of a row. */
  readonly at: number
  readonly kind: ColumnKind
  /** The meaning of the mark in `1,234`. */
  readonly decimal: ',' | '.'
  /** For `strptime`, the most frequent first. */
  readonly formats: readonly string[]
  readonly unit: string | null
  /** Doubts that a person should know. */
  readonly doubts: readonly string[]
  /** A cross or a yes in some rows and nothing in the others: a blank cell means no. */
  readonly isMark?: boolean
  /** E-mail addresses, which mean the same in capitals. */
  readonly isAddress?: boolean
}

export interface ColumnEvidence {
  readonly name: string
  readonly at: number
  /** As in the file. */
  readonly cells: readonly string[]
  /** From the other columns of the file; null if they are ambiguous too. */
  readonly decimal: ',' | '.' | null
  readonly dateOrder: DateOrder | null
}

/** What comes first in `03/04/2026`. */
export type DateOrder = 'day' | 'month'

export function understandColumn({ name, at, cells, decimal, dateOrder }: ColumnEvidence): ColumnPlan {
  const plain: ColumnPlan = {
    name,
    at,
    kind: 'text',
    decimal: decimal ?? '.',
    formats: [],
    unit: null,
    doubts: [],
  }
  const filled = cells.map(trimmed).filter((cell) => !isBlank(cell))
  if (filled.length === 0)
    return { ...plain, kind: cells.some((cell) => trimmed(cell) !== '') ? 'text' : 'empty' }
  if (
    filled.length > 1 &&
    filled.length < cells.length &&
    filled.every((cell) => marks.has(cell.toLowerCase()))
  )
    return { ...plain, kind: 'yes-no', isMark: true }
  if (filled.every((cell) => yes.has(cell.toLowerCase()) || no.has(cell.toLowerCase())))
    return { ...plain, kind: isYesNo(filled) ? 'yes-no' : numeric(filled, plain, decimal).kind }
  if (filled.every((cell) => formula.test(cell))) return { ...plain, doubts: [onlyFormulas] }
  if (filled.every((cell) => address.test(cell))) return { ...plain, isAddress: true }
  if (filled.every((cell) => timeOfDay.test(cell))) return { ...plain, kind: 'time' }
  const isNumbered = numberName.test(name) && filled.every((cell) => /^\d+$/.test(cell))
  if (!codeName.test(name) && !isNumbered) {
    const dates = datesIn(filled, plain, dateOrder)
    if (dates !== null) return dates
  }
  return numeric(filled, plain, decimal)
}

/** `=B2*2`, `=SUM(A1:A9)`: what a spreadsheet computes, saved without its result. */
const formula = /^=[-+(]?\$?[A-Z]+(?:\$?\d|\()/i
const onlyFormulas = 'its cells are formulas without their results; save the file again with values'

const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const timeOfDay = /^\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?$/i

const outer = /^[\s\u00A0\u202F\uFEFF]+|[\s\u00A0\u202F\uFEFF]+$/g

export function trimmed(cell: string): string {
  return cell.replace(outer, '')
}

/** Texts for a blank value. */
export function isBlank(text: string): boolean {
  return blanks.has(text.toLowerCase())
}

export const blanks: ReadonlySet<string> = new Set([
  '',
  '-',
  '--',
  '–',
  '—',
  'n/a',
  '#n/a',
  'n.a.',
  'null',
  'nan',
  'none',
  'nil',
  '#value!',
  '#ref!',
  '#div/0!',
  '?',
])

export const yes: ReadonlySet<string> = new Set(
  'yes y true t ja oui si sí sim x ✓ ✔ wahr vrai 1 on'.split(' '),
)
export const no: ReadonlySet<string> = new Set('no n false f nein non não 0 off falsch faux ✗'.split(' '))

/** What people put into a cell to mark a row, and into no other. */
const marks: ReadonlySet<string> = new Set('x yes y ja oui ✓ ✔'.split(' '))

/** A column of only ones and zeros is a number; one of only one letter is not a flag either. */
function isYesNo(filled: readonly string[]): boolean {
  const words = new Set(filled.map((cell) => cell.toLowerCase()))
  if ([...words].every((word) => word === '0' || word === '1')) return false
  return [...words].some((word) => yes.has(word)) && [...words].some((word) => no.has(word))
}

/** Names of columns whose digits are a name, not a number. */
const codeName =
  /\b(zip|postal|post ?code|plz|phone|mobile|telephone|tel|fax|iban|bic|isbn|ean|upc|gtin|vat (?:id|no|number)|tax (?:id|no|number)|ssn|sku|barcode)\b/i

/** Names of columns whose eight digits are no date. */
const numberName = /(?:\b|_)(?:id|no|nr|num|number|code|ref|reference)\.?$|#/i

/** The share of other cells that may be neither a number nor a date: `tbd`, `see note`. */
const mostOdd = 0.1
/** Other cells with digits, such as `12a`: then all cells may be names. */
const mostCodes = 0.01

function isMost(filled: readonly string[], odd: readonly string[]): boolean {
  if (odd.length === filled.length) return false
  const codes = odd.filter((cell) => /\d/.test(cell) && cell.length < 25)
  return odd.length <= filled.length * mostOdd && codes.length <= Math.max(filled.length * mostCodes, 0)
}

/** The order of the dates that have only one, or of most of them. Null where none tells. */
export function dateOrderOf(marks: readonly DateMarks[]): DateOrder | null {
  const dayFirst = marks.filter(({ first }) => first === 'day').length
  const monthFirst = marks.filter(({ first }) => first === 'month').length
  return dayFirst === monthFirst ? null : dayFirst > monthFirst ? 'day' : 'month'
}

function datesIn(filled: readonly string[], plain: ColumnPlan, around: DateOrder | null): ColumnPlan | null {
  const marks = filled.map(dateMarksOf)
  const read = marks.filter((mark) => mark !== null)
  if (read.length < filled.length * (1 - mostOdd)) return null
  const dayFirst = read.filter(({ first }) => first === 'day').length
  const monthFirst = read.filter(({ first }) => first === 'month').length
  const unsure = read.filter(({ isUnsure }) => isUnsure).length
  // Countries that write dates with dots put the day first.
  const dotted = read.filter(({ formats }) => formats[0]?.includes('%d.%m') === true).length
  const isOpen = dayFirst === 0 && monthFirst === 0 && dotted === 0
  // Invoices of the first days of each month: the other dates of the file decide.
  const isDayFirst = isOpen
    ? around === 'day'
    : dayFirst === monthFirst
      ? dotted > 0 || dayFirst > 0
      : dayFirst > monthFirst
  const doubts: string[] = []
  if (unsure > 0 && isOpen && around === null)
    doubts.push(
      `nothing in it tells whether the day or the month comes first; ${isDayFirst ? 'day first' : 'month first'} is assumed`,
    )
  if (unsure > 0 && dayFirst > 0 && monthFirst > 0)
    doubts.push(
      `some dates have the day first and some the month; where both fit, ${isDayFirst ? 'day first' : 'month first'} is assumed`,
    )
  const counts = new Map<string, number>()
  for (const { formats, first } of read) {
    const chosen = first === null && formats.length > 1 && !isDayFirst ? formats[1] : formats[0]
    if (chosen !== undefined) counts.set(chosen, (counts.get(chosen) ?? 0) + 1)
  }
  const formats = [...counts].toSorted(([, one], [, other]) => other - one).map(([format]) => format)
  const hasTime = read.some((mark) => mark.hasTime)
  return { ...plain, kind: hasTime ? 'timestamp' : 'date', formats: formats.slice(0, 20), doubts }
}

function numeric(filled: readonly string[], plain: ColumnPlan, around: ',' | '.' | null): ColumnPlan {
  const marks = filled.map(marksOf)
  const odd = filled.filter((_, place) => marks[place] === null)
  const read = marks.filter((mark) => mark !== null)
  if (!isMost(filled, odd) || isCode(filled, plain.name)) return plain
  const units = Map.groupBy(
    read.flatMap(({ unit }) => (unit === null ? [] : [unit])),
    (unit) => unit,
  )
  const unit = units.size === 1 ? ([...units.keys()][0] ?? null) : null
  const doubts: string[] = []
  if (units.size > 1)
    doubts.push(
      `${[...units.keys()].join(' and ')} stand in one column and are not converted into each other`,
    )
  const own = decimalOf(read)
  const unsure = read.flatMap(({ unsure }) => (unsure === null ? [] : [unsure]))
  const decimal = own ?? around ?? '.'
  if (unsure.length > 0 && own === null && around === null && !isGrouped(filled, read))
    doubts.push(
      `nothing tells whether ${unsure[0] === ',' ? '1,234' : '1.234'} is a thousand or a fraction; ${unsure[0] === decimal ? 'a fraction' : 'a thousand'} is assumed`,
    )
  const isWhole = read.every((mark) => mark.isWhole || (mark.unsure !== null && mark.unsure !== decimal))
  return { ...plain, kind: isWhole && units.size === 0 ? 'whole' : 'amount', decimal, unit, doubts }
}

/** The decimal mark, if some value is unambiguous. */
export function decimalOf(marks: readonly { readonly decimal: ',' | '.' | null }[]): ',' | '.' | null {
  const commas = marks.filter(({ decimal }) => decimal === ',').length
  const dots = marks.filter(({ decimal }) => decimal === '.').length
  return commas === dots ? null : commas > dots ? ',' : '.'
}

/** Every number from a thousand on has the comma, so it separates thousands. */
function isGrouped(
  filled: readonly string[],
  marks: readonly { readonly unsure: ',' | '.' | null }[],
): boolean {
  return (
    marks.every(({ unsure }) => unsure !== '.') &&
    filled.every((cell) => !/\d{4}/.test(cell)) &&
    filled.length > 1
  )
}

/** Leading zeros, too many digits for a number, or a column name for identifiers. */
function isCode(filled: readonly string[], name: string): boolean {
  const isDigits = filled.every((cell) => /^[+\d][\d ()/.-]*$/.test(cell))
  if (!isDigits) return false
  if (codeName.test(name) && filled.every((cell) => /^\+?[\d ()/.-]+$/.test(cell))) return true
  return filled.some((cell) => /^0\d+$/.test(cell)) || filled.some((cell) => /^\d{16,}$/.test(cell))
}
