import { marksOf } from './amounts.ts'
import { dateMarksOf } from './dates.ts'
import type { CsvForm, CsvRow } from './csv-rows.ts'
import { formOf, rowsOf } from './csv-rows.ts'
import type { Encoding, TextSample } from './file-text.ts'
import { findHeader } from './find-header.ts'
import { foldSpellings } from './fold-spellings.ts'
import type { ColumnPlan, DateOrder } from './understand-column.ts'
import { dateOrderOf, decimalOf, isBlank, trimmed, understandColumn } from './understand-column.ts'

/** How one file of rows is read. */
export interface FilePlan {
  /** How its text is parsed; null for a sheet, which has cells. */
  readonly csv: CsvText | null
  readonly columns: readonly ColumnPlan[]
  /** The number of cells of every row. */
  readonly width: number
  /** Lines before the data. */
  readonly skip: number
  /** As in the file; empty if it has none. */
  readonly header: readonly string[]
  /** Indexes of columns that are nearly always filled. A total leaves most of them blank. */
  readonly usual: readonly number[]
  /** Kinds of rows that are not data, if the sample has some. Checking for them costs time in each statement. */
  readonly has: {
    readonly totals: boolean
    /** Indexes of columns that are blank in the first or last row alone, whose amounts are the sums of all others. Default: none. */
    readonly unnamedTotals: readonly number[]
    /** All columns of a total row are filled, and its amounts are the sums of the others. */
    readonly fullTotals: boolean
    readonly blankRows: boolean
    readonly headers: boolean
  }
  /** Replaced spellings in the sample, by the column's name. */
  readonly folds: Folds
  readonly doubts: readonly string[]
}

export interface CsvText {
  readonly form: CsvForm
  readonly encoding: Encoding
}

/** Of a sheet: each row has content. A row ends with its last filled cell, so a short one is no doubt. */
export function planSheet(rows: readonly CsvRow[]): FilePlan {
  const plan = planRows([...rows.slice(0, 200), ...some(rows.slice(200))], widthOf(rows), false)
  return { ...plan, csv: null, doubts: [] }
}

export function planCsv(sample: TextSample): FilePlan {
  const [first = '', ...others] = sample.pieces
  const form = formOf(first)
  const start = rowsOf(first, form)
  const width = widthOf(start)
  const later = others.flatMap((piece) => rowsOf(piece, form).filter(({ cells }) => cells.length === width))
  const rows = [...start.slice(0, 200), ...some([...start.slice(200), ...later])]
  const hasBlankRows = sample.pieces.some((piece) => /^[\s,;|]*[,;|][\s,;|]*$/m.test(piece))
  return { ...planRows(rows, width, hasBlankRows), csv: { form, encoding: sample.encoding } }
}

/** Spellings by the name of the column. */
export type Folds = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Each row has at least one cell. */
function planRows(rows: readonly CsvRow[], width: number, hasBlankRows: boolean): Omit<FilePlan, 'csv'> {
  const header = findHeader(rows, width)
  const below = rows.slice(header.rowsBefore)
  const data = below.filter(({ cells }) => !isSameRow(cells, header.cells))
  // For a column of only `1,234` or `03/04/2026`, its neighbours decide.
  const around = { decimal: decimalAround(data), dateOrder: dateOrderAround(data) }
  const columns = header.names.flatMap((name, at): readonly ColumnPlan[] => {
    if (name === null) return []
    const cells = data.map((row) => row.cells[at] ?? '')
    return [understandColumn({ name, at, cells: withoutTotals(cells), ...around })]
  })
  const unnamed = unnamedTotal(data, columns)
  const plain = data.filter(
    (row) => row !== unnamed && !row.cells.some((cell) => totalWord.test(trimmed(cell))),
  )
  const usual = header.names.flatMap((_, at) => (isUsuallyFilled(plain, at) ? [at] : []))
  const short = data.filter(({ cells }) => cells.length < width).length
  return {
    columns,
    width,
    skip: header.line === null ? (data[0]?.line ?? 0) : header.line + 1,
    header: header.cells,
    usual,
    has: {
      totals: plain.length < data.length - (unnamed === null ? 0 : 1),
      unnamedTotals: unnamed === null ? [] : blankIn(unnamed, columns, usual),
      fullTotals: plain.length < data.length && isSummed(data, plain, columns),
      blankRows: hasBlankRows,
      headers: data.length < below.length,
    },
    folds: foldsIn(data, columns),
    doubts:
      short > data.length * 0.05
        ? [`many lines have fewer than ${width} columns; what is missing counts as blank`]
        : [],
  }
}

/** A first or last row that leaves a text or a day blank which all others have, and whose amounts are the sums of the others. */
function unnamedTotal(data: readonly CsvRow[], columns: readonly ColumnPlan[]): CsvRow | null {
  const ends = new Set([data[0], data.at(-1)])
  for (const row of ends) {
    const plain = data.filter((one) => one !== row)
    if (row === undefined || plain.length < fewestSummed || data.length > mostRows) continue
    const usual = columns.flatMap(({ at }) =>
      plain.every(({ cells }) => !isBlank(cells[at] ?? '')) ? [at] : [],
    )
    if (blankIn(row, columns, usual).length > 0 && agreeing(row, plain, columns) > 1) return row
  }
  return null
}

const fewestSummed = 3

/** The columns that are no amounts, that rows usually fill, and that this one leaves blank. */
function blankIn(
  { cells }: CsvRow,
  columns: readonly ColumnPlan[],
  usual: readonly number[],
): readonly number[] {
  return columns.flatMap(({ at, kind }) =>
    kind !== 'amount' && kind !== 'whole' && usual.includes(at) && isBlank(cells[at] ?? '') ? [at] : [],
  )
}

/** How many amounts of a row, other than 0, are the sums of those of the others. */
function agreeing(row: CsvRow, plain: readonly CsvRow[], columns: readonly ColumnPlan[]): number {
  return columns.filter(({ kind, at, decimal }) => {
    const own = kind === 'amount' || kind === 'whole' ? numberIn(row.cells[at] ?? '', decimal) : 0
    const sum = own === 0 ? 1 : plain.reduce((all, { cells }) => all + numberIn(cells[at] ?? '', decimal), 0)
    return own !== 0 && Math.abs(sum - own) <= Math.abs(sum) * 0.001
  }).length
}

/** Whether the amounts in the rows that say “total” are the sums of the other rows. */
function isSummed(
  data: readonly CsvRow[],
  plain: readonly CsvRow[],
  columns: readonly ColumnPlan[],
): boolean {
  const amounts = columns.filter(({ kind }) => kind === 'amount' || kind === 'whole')
  const [total, ...more] = data.filter((row) => !plain.includes(row))
  if (total === undefined || more.length > 0 || plain.length < 2) return false
  const valueOf = ({ cells }: CsvRow, { at, decimal }: ColumnPlan): number =>
    numberIn(cells[at] ?? '', decimal)
  const said = amounts.filter((column) => valueOf(total, column) !== 0)
  const agrees = said.filter((column) => {
    const sum = plain.reduce((all, row) => all + valueOf(row, column), 0)
    return Math.abs(sum - valueOf(total, column)) <= Math.abs(sum) * 0.001
  })
  return agrees.length > 0 && agrees.length * 2 >= said.length
}

/** Roughly: 0 for a blank cell. */
function numberIn(cell: string, decimal: ',' | '.'): number {
  const digits = trimmed(cell).replace(/[^\d.,-]/g, '')
  const plain = decimal === ',' ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
  return Number(plain) || 0
}

/** Enough to infer the format of a column, from all parts of the file. */
function some(rows: readonly CsvRow[]): readonly CsvRow[] {
  const step = Math.ceil(rows.length / mostRows)
  return step <= 1 ? rows : rows.filter((_, place) => place % step === 0)
}

const mostRows = 10_000

/** A total in the last line. */
export const totalWord =
  /^(?:(?:grand|sub)[ -]?)?(?:total|totals|totale|totaux|sum|summe|gesamt|gesamtsumme|zwischensumme|insgesamt|somme|suma)(?:\b.{0,20})?$/i

function withoutTotals(cells: readonly string[]): readonly string[] {
  return cells.filter((cell) => !totalWord.test(trimmed(cell)))
}

function isSameRow(cells: readonly string[], header: readonly string[]): boolean {
  return header.length > 1 && header.every((name, at) => name === trimmed(cells[at] ?? ''))
}

function foldsIn(data: readonly CsvRow[], columns: readonly ColumnPlan[]): Folds {
  const found = new Map<string, ReadonlyMap<string, string>>()
  for (const { at, name, kind } of columns) {
    if (kind !== 'text') continue
    const counts = new Map<string, number>()
    for (const { cells } of data) {
      const cell = trimmed(cells[at] ?? '')
      if (!isBlank(cell)) counts.set(cell, (counts.get(cell) ?? 0) + 1)
      if (counts.size > mostValues) break
    }
    const folds = counts.size > mostValues ? new Map<string, string>() : foldSpellings(counts)
    if (folds.size > 0) found.set(name, folds)
  }
  return found
}

const mostValues = 1_000

function widthOf(rows: readonly CsvRow[]): number {
  return rows.reduce((most, { cells }) => {
    let filled = cells.length
    while (filled > 0 && (cells[filled - 1] ?? '').trim() === '') filled -= 1
    return Math.max(most, filled, Math.min(cells.length, most))
  }, 1)
}

function decimalAround(data: readonly CsvRow[]): ',' | '.' | null {
  const marks = data
    .slice(0, 500)
    .flatMap(({ cells }) => cells.map((cell) => marksOf(trimmed(cell))))
    .filter((mark) => mark !== null)
  return decimalOf(marks)
}

function dateOrderAround(data: readonly CsvRow[]): DateOrder | null {
  const marks = data
    .slice(0, 500)
    .flatMap(({ cells }) => cells.map((cell) => dateMarksOf(trimmed(cell))))
    .filter((mark) => mark !== null)
  return dateOrderOf(marks)
}

function isUsuallyFilled(data: readonly CsvRow[], at: number): boolean {
  const filled = data.filter(({ cells }) => !isBlank(trimmed(cells[at] ?? ''))).length
  return filled > 0 && filled >= data.length * 0.9
}
