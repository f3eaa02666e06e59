import { marksOf } from './amounts.ts'
import { dateMarksOf } from './dates.ts'
import type { CsvForm, CsvRow } from './csv-rows.ts'
import { formOf, rowsOf } from './csv-rows.ts'
import type { Encoding, TextSample } from './file-text.ts'
import { blocksOf } from './blocks.ts'
import { fillOf, filledRows, type Fill } from './fill-down.ts'
import { findHeader, type Header } from './find-header.ts'
import { filledWidth, repairedCells, splitDecimals, type Repair } from './repair-rows.ts'
import { foldSpellings } from './fold-spellings.ts'
import { fillEnough, isAlone } from './lone-cells.ts'
import { blankIn, isSummed, totalWord, unnamedSubtotals, unnamedTotal, withoutTotals } from './total-rows.ts'
import type { ColumnPlan, DateOrder } from './column-plan.ts'
import { isBlank, trimmed } from './cells.ts'
import { understandColumn } from './understand-column.ts'
import { dateOrderOf } from './understand-dates.ts'
import { decimalOf } from './understand-numbers.ts'

/** How one file of rows is read. */
export interface FilePlan {
  /** The cells of a file that declares its types, as a relation. Default: the file has cells alone. */
  readonly declared?: string
  /** How its text is parsed; null for a sheet, which has cells, and for a file that declares its types. */
  readonly csv: CsvText | null
  readonly columns: readonly ColumnPlan[]
  /** The number of cells of every row. */
  readonly width: number
  /** Lines before the data. */
  readonly skip: number
  /** The line after the data, if another table follows. */
  readonly until: number | null
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
    /** Rows with one text alone. */
    readonly loneCells: boolean
  }
  /** Replaced spellings in the sample, by the column's name. */
  readonly folds: Folds
  readonly doubts: readonly string[]
  /** For rows with more cells than the header. Default: there are none. */
  readonly repair?: Repair
  /** For a first column whose blank cells mean the value above. Default: they are blank. */
  readonly fill?: Fill
}

export interface CsvText {
  readonly form: CsvForm
  readonly encoding: Encoding
}

/** Of a sheet: each row has content. A row ends with its last filled cell, so a short one is no doubt. */
export function planSheet(all: readonly CsvRow[], place?: number): FilePlan {
  const block = place === undefined ? null : blocksOf(all)[place]
  const rows = block === null ? all : (block?.rows ?? [])
  const seen = [...rows.slice(0, 200), ...some(rows.slice(200))]
  const plan = planRows(seen, {
    width: widthOf(rows),
    hasBlankRows: false,
    isWhole: seen.length === rows.length,
    isSheet: true,
  })
  return { ...plan, csv: null, until: block?.until ?? null }
}

export function planCsv(sample: TextSample, place?: number): FilePlan {
  const whole = csvOf(sample)
  const block = place === undefined ? null : blocksOf(whole.rows)[place]
  const own = block === null ? whole.rows : (block?.rows ?? [])
  const csv = block === null ? whole : { ...whole, rows: own, width: widthOf(own) }
  const { rows, width, hasBlankRows } = csv
  const plan = planRows(rows, { width, hasBlankRows, isWhole: sample.isWhole && rows.length <= mostRows })
  const named = filledWidth(plan.header)
  const wide = rows.filter((row) => row.line >= plan.skip && filledWidth(row.cells) > named)
  const until = block?.until ?? null
  const full: FilePlan = { ...plan, csv: { form: csv.form, encoding: sample.encoding }, until }
  if (plan.header.length === 0 || wide.length === 0) return full
  const repaired = sample.isWhole ? repairedPlan(csv, plan, named) : null
  if (repaired !== null) return { ...full, ...repaired }
  const many = `${wide.length} line${wide.length === 1 ? ' has' : 's have'} more cells than the header has names; values may stand in the wrong columns`
  return { ...full, doubts: [...plan.doubts, many] }
}

/** The plan for rows that are put together again; null if that does not explain all of them. */
function repairedPlan(
  { rows, form, hasBlankRows }: CsvSample,
  { skip }: Pick<FilePlan, 'skip'>,
  width: number,
): Partial<FilePlan> | null {
  const below = rows.filter((row) => row.line >= skip)
  const { delimiter } = form
  const decimals = delimiter === ',' ? splitDecimals(below, width) : null
  const repair: Repair = { width, delimiter, decimals: decimals ?? [] }
  const narrow = rows.filter((row) => row.line < skip || filledWidth(row.cells) <= width)
  if (decimals === null && narrow.length * 2 < rows.length) return null
  const known = decimals === null ? planRows(narrow, { width, hasBlankRows, isWhole: false }).columns : []
  const mended = rows.map((row) => {
    if (row.line < skip) return row
    const cells = repairedCells(row.cells, repair, known)
    return cells === null || filledWidth(cells) > width ? null : { ...row, cells }
  })
  const all = mended.filter((row) => row !== null)
  return all.length < rows.length
    ? null
    : { ...planRows(all, { width, hasBlankRows, isWhole: true }), repair }
}

interface CsvSample {
  readonly rows: readonly CsvRow[]
  readonly width: number
  readonly form: CsvForm
  readonly hasBlankRows: boolean
}

function csvOf(sample: TextSample): CsvSample {
  const [first = '', ...others] = sample.pieces
  const form = formOf(first)
  const start = rowsOf(first, form)
  const width = widthOf(start)
  const later = others.flatMap((piece) => rowsOf(piece, form).filter(({ cells }) => cells.length === width))
  const rows = [...start.slice(0, 200), ...some([...start.slice(200), ...later])]
  const hasBlankRows = sample.pieces.some((piece) => /^[\s,;|]*[,;|][\s,;|]*$/m.test(piece))
  return { rows, width, form, hasBlankRows }
}

/** Spellings by the name of the column. */
export type Folds = ReadonlyMap<string, ReadonlyMap<string, string>>

interface RowsForm {
  readonly width: number
  readonly hasBlankRows: boolean
  /** The rows are all of the file, one after another. */
  readonly isWhole: boolean
  /** Rows end with their last filled cell. */
  readonly isSheet?: boolean
}

function saysTotal({ cells }: CsvRow): boolean {
  return cells.some((cell) => totalWord.test(trimmed(cell)))
}

/** Each row has at least one cell. */
function planRows(
  rows: readonly CsvRow[],
  { width, hasBlankRows, isWhole, isSheet = false }: RowsForm,
): Omit<FilePlan, 'csv' | 'until'> {
  const header = findHeader(rows, width)
  const below = rows.slice(header.rowsBefore)
  const each = below.filter(({ cells }) => !isSameRow(cells, header.cells))
  const full = each.filter((row) => !isAlone(row))
  const fullColumns = full.length < each.length ? columnsOf(full, header) : []
  const records = full.filter((row) => !saysTotal(row))
  const hasLoneCells = full.length < each.length && fillEnough(records, fullColumns)
  const data = hasLoneCells ? full : each
  const columns = hasLoneCells ? fullColumns : columnsOf(data, header)
  const unnamed = data.length > mostRows ? null : unnamedTotal(data, columns)
  const plain = data.filter((row) => row !== unnamed && !saysTotal(row))
  const lone = hasLoneCells ? each.filter((row) => !full.includes(row)) : []
  const fill = isWhole ? fillOf(plain, columns, lone) : null
  if (fill !== null) {
    const filled = planRows(filledRows(rows, fill), { width, hasBlankRows, isWhole: false, isSheet })
    return {
      ...filled,
      fill,
      doubts: [...filled.doubts, `blank cells of ${fill.name} are taken for the value above`],
    }
  }
  const usual = header.names.flatMap((_, at) => (isUsuallyFilled(plain, at) ? [at] : []))
  const subtotals = unnamed === null ? unnamedSubtotals(plain, columns) : []
  const named = filledWidth(header.cells) || width
  const short = data.filter(({ cells }) => cells.length < named).length
  return {
    columns,
    width,
    skip: header.line === null ? (each[0]?.line ?? 0) : header.line + 1,
    header: header.cells,
    usual,
    has: {
      totals: plain.length < data.length - (unnamed === null ? 0 : 1),
      unnamedTotals: unnamed === null ? subtotals : blankIn(unnamed, columns, usual),
      fullTotals: plain.length < data.length && isSummed(data, plain, columns),
      blankRows: hasBlankRows,
      headers: each.length < below.length,
      loneCells: hasLoneCells,
    },
    folds: foldsIn(data, columns),
    doubts:
      !isSheet && short > data.length * 0.05
        ? [`many lines have fewer than ${named} columns; what is missing counts as blank`]
        : [],
  }
}

function columnsOf(data: readonly CsvRow[], { names, units }: Header): readonly ColumnPlan[] {
  // For a column of only `1,234` or `03/04/2026`, its neighbours decide.
  const around = { decimal: decimalAround(data), dateOrder: dateOrderAround(data) }
  return names.flatMap((name, at): readonly ColumnPlan[] => {
    if (name === null) return []
    const cells = data.map((row) => row.cells[at] ?? '')
    const column = understandColumn({ name, at, cells: withoutTotals(cells), ...around })
    const unit = units[at] ?? null
    return [
      column.kind === 'whole' || column.kind === 'amount' ? { ...column, unit: column.unit ?? unit } : column,
    ]
  })
}

/** Enough to infer the format of a column, from all parts of the file. */
function some(rows: readonly CsvRow[]): readonly CsvRow[] {
  const step = Math.ceil(rows.length / mostRows)
  return step <= 1 ? rows : rows.filter((_, place) => place % step === 0)
}

const mostRows = 10_000

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

/** The titles of the tables that stand below one another in a file; one if it is one table. */
export function tablesIn(sample: TextSample): readonly (string | null)[] {
  return sample.isWhole ? blocksOf(csvOf(sample).rows).map(({ title }) => title) : [null]
}
