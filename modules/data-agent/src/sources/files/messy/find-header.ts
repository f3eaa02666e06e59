import { marksOf } from './amounts.ts'
import type { CsvRow } from './csv-rows.ts'
import { dateMarksOf } from './dates.ts'
import { isBlank, trimmed } from './understand-column.ts'

export interface Header {
  /** Null if the file begins with data. */
  readonly line: number | null
  /** The number of rows in the sample before the first row of data. */
  readonly rowsBefore: number
  /** A unique name for each column; null for a column without a name and without a value. */
  readonly names: readonly (string | null)[]
  readonly cells: readonly string[]
}

/** The row that names the columns: the first wide one that contains only words. Titles may precede it. */
export function findHeader(rows: readonly CsvRow[], width: number): Header {
  const usual = usualWidth(rows)
  const at = rows
    .slice(0, farthest)
    .findIndex(({ cells }) => filledIn(cells) >= Math.max(usual > 1 ? 2 : 1, usual * 0.6))
  const row = rows[at]
  const isHeader = row !== undefined && row.cells.every((cell) => isWord(trimmed(cell)))
  const cells = isHeader ? row.cells.map(trimmed) : []
  const rowsBefore = isHeader ? at + 1 : Math.max(0, at)
  const data = rows.slice(rowsBefore)
  const isUsed = (column: number) => data.some((each) => trimmed(each.cells[column] ?? '') !== '')
  const names = Array.from({ length: width }, (_, column) => {
    const name = (cells[column] ?? '').replace(/\s+/g, ' ')
    if (name !== '') return name
    return isUsed(column) ? `Column ${column + 1}` : null
  })
  return { line: isHeader ? row.line : null, rowsBefore, names: withOwnNames(names), cells }
}

const farthest = 30

function filledIn(cells: readonly string[]): number {
  return cells.filter((cell) => trimmed(cell) !== '').length
}

/** The width of most rows below the first ones. */
function usualWidth(rows: readonly CsvRow[]): number {
  const widths = rows.slice(0, 200).map(({ cells }) => cells.length)
  const counts = Map.groupBy(widths, (width) => width)
  const [most] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)
  return most?.[0] ?? 0
}

function isWord(cell: string): boolean {
  if (cell === '') return true
  // A year can be the heading of a column.
  if (/^(?:19|20)\d{2}$/.test(cell)) return true
  return !isBlank(cell) && marksOf(cell) === null && dateMarksOf(cell) === null
}

/** SQL treats `Name` and `name` as equal. */
function withOwnNames(names: readonly (string | null)[]): (string | null)[] {
  const taken = new Set<string>()
  return names.map((given) => {
    if (given === null) return null
    let name = given
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${given}_${number}`
    taken.add(name.toLowerCase())
    return name
  })
}
