import { marksOf } from './amounts.ts'
import { isBlank, no, trimmed, yes } from './cells.ts'
import type { ColumnPlan } from './column-plan.ts'
import type { CsvRow } from './csv-rows.ts'
import { dateMarksOf } from './dates.ts'

/** How rows with more cells than the header has names are put together again. */
export interface Repair {
  /** Of the header. */
  readonly width: number
  readonly delimiter: string
  /** Places of amounts whose decimal comma was taken for a delimiter: they go together with the next cell. */
  readonly decimals: readonly number[]
}

/** How many cells of a row have something. */
export function filledWidth(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1
}

/**
 * The places of amounts with decimal commas, where commas also separate the cells and nothing is quoted: all rows have as many cells too
 * many. Null if it is not so, or if it could be several places.
 */
export function splitDecimals(rows: readonly CsvRow[], width: number): readonly number[] | null {
  const widths = new Set(rows.map(({ cells }) => filledWidth(cells)))
  const [given = 0] = widths
  if (widths.size !== 1 || given <= width || rows.length < fewestRows) return null
  const places = Array.from({ length: given - 1 }, (_, at) => at).filter((at) =>
    rows.every(
      ({ cells }) => wholePart.test(trimmed(cells[at] ?? '')) && fraction.test(trimmed(cells[at + 1] ?? '')),
    ),
  )
  const isApart = places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0) + 1)
  return places.length === given - width && isApart ? places : null
}

const fewestRows = 3
const wholePart = /^[^\d,]{0,4}\d{1,3}(?:[. ’']?\d{3})*$/
const fraction = /^\d{2}(?:\D{0,4})$/

/** The row as it was meant: with decimals, or with a text that has the delimiter in it. Null if nothing fits. */
export function repairedCells(
  cells: readonly string[],
  repair: Repair,
  columns: readonly ColumnPlan[],
): readonly string[] | null {
  const { width, delimiter, decimals } = repair
  if (decimals.length > 0) {
    const first = decimals.toReversed().reduce((row, at) => joinedAt(row, at, 1, ','), cells)
    return first.slice(0, width)
  }
  const extra = filledWidth(cells) - width
  if (extra <= 0 || fits(cells, columns)) return cells
  const options = Array.from({ length: width }, (_, at) => at)
    .filter((at) => columns.find((column) => column.at === at)?.kind === 'text')
    .map((at) => ({ at, row: joinedAt(cells, at, extra, delimiter) }))
    .filter(({ row }) => fits(row, columns))
  // `12 High Street, Flat 2`: a blank follows a comma of a text.
  const spaced = options.find(({ at }) =>
    cells.slice(at + 1, at + 1 + extra).every((cell) => /^\s/.test(cell)),
  )
  return (spaced ?? options[0])?.row.slice(0, width) ?? null
}

function joinedAt(cells: readonly string[], at: number, more: number, mark: string): readonly string[] {
  return [...cells.slice(0, at), cells.slice(at, at + 1 + more).join(mark), ...cells.slice(at + 1 + more)]
}

/** Whether each cell can be read as its column is, and none is left over. */
function fits(cells: readonly string[], columns: readonly ColumnPlan[]): boolean {
  return columns.every(({ at, kind }) => {
    const cell = trimmed(cells[at] ?? '')
    if (isBlank(cell)) return true
    if (kind === 'whole' || kind === 'amount') return marksOf(cell) !== null
    if (kind === 'date' || kind === 'timestamp') return dateMarksOf(cell) !== null
    if (kind === 'yes-no') return yes.has(cell.toLowerCase()) || no.has(cell.toLowerCase())
    return true
  })
}
