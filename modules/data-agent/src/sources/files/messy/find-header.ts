import { marksOf } from './amounts.ts'
import { isBlank, trimmed } from './cells.ts'
import type { CsvRow } from './csv-rows.ts'
import { dateMarksOf } from './dates.ts'

export interface Header {
  /** Null if the file begins with data. */
  readonly line: number | null
  /** The number of rows in the sample before the first row of data. */
  readonly rowsBefore: number
  /** A unique name for each column; null for a column without a name and without a value. */
  readonly names: readonly (string | null)[]
  readonly cells: readonly string[]
  /** What a second line of the header says below a name, such as `kg`. */
  readonly units: readonly (string | null)[]
}

/** The row that names the columns: the first wide one that contains only words. Titles may precede it. */
export function findHeader(rows: readonly CsvRow[], width: number): Header {
  const usual = usualWidth(rows)
  const at = rows
    .slice(0, farthest)
    .findIndex(({ cells }) => filledIn(cells) >= Math.max(usual > 1 ? 2 : 1, usual * 0.6))
  const row = rows[at]
  const isHeader = row !== undefined && isHeading(row, rows[at + 1])
  const cells = isHeader ? row.cells.map(trimmed) : []
  const lower = isHeader ? secondLine(cells, rows.slice(at + 1), width) : null
  const rowsBefore = isHeader ? at + (lower === null ? 1 : 2) : Math.max(0, at)
  const data = rows.slice(rowsBefore)
  const isUsed = (column: number) => data.some((each) => trimmed(each.cells[column] ?? '') !== '')
  const upper = lower === null ? upperLine(rows, at, cells) : null
  const said = lower === null ? cells : joined(cells, lower.names)
  const full = upper === null ? said : joined(upper, said)
  const names = Array.from({ length: width }, (_, column) => {
    const name = (full[column] ?? '').replace(/\s+/g, ' ').trim()
    if (name !== '') return name
    return isUsed(column) ? `Column ${column + 1}` : null
  })
  const line = isHeader ? (rows[rowsBefore - 1]?.line ?? row.line) : null
  return { line, rowsBefore, names: withOwnNames(names), cells, units: lower?.units ?? [] }
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

/** Words, and months or days above amounts: `Product, 2025-01, 2025-02`. */
function isHeading({ cells }: CsvRow, below: CsvRow | undefined): boolean {
  const isAmount = (cell: string): boolean => marksOf(cell) !== null && dateMarksOf(cell) === null
  return (
    cells.some((cell) => trimmed(cell) !== '' && isWord(trimmed(cell))) &&
    cells.every((cell, at) => {
      const text = trimmed(cell)
      return isWord(text) || (dateMarksOf(text) !== null && isAmount(trimmed(below?.cells[at] ?? '')))
    })
  )
}

function isWord(cell: string): boolean {
  if (cell === '') return true
  // A year can be the heading of a column.
  if (/^(?:19|20)\d{2}$/.test(cell)) return true
  return !isBlank(cell) && marksOf(cell) === null && dateMarksOf(cell) === null
}

interface SecondLine {
  readonly names: readonly string[]
  readonly units: readonly (string | null)[]
}

/** `kg` below `Weight`, or `Units, Revenue` below `Q1`: words where the rows below have amounts or days. Null if the next row is data. */
function secondLine(
  header: readonly string[],
  [next, ...rows]: readonly CsvRow[],
  width: number,
): SecondLine | null {
  const below = rows.slice(0, lookedAt)
  if (next === undefined || below.length < 2) return null
  const cells = Array.from({ length: width }, (_, at) => trimmed(next.cells[at] ?? ''))
  const filled = cells.flatMap((cell, at) => (cell === '' ? [] : [at]))
  const isMeasured = (at: number): boolean => {
    const values = below.map((row) => trimmed(row.cells[at] ?? '')).filter((cell) => !isBlank(cell))
    const read = values.filter((cell) => marksOf(cell) !== null || dateMarksOf(cell) !== null)
    return values.length > 0 && read.length >= values.length * 0.9
  }
  const fits = (at: number): boolean =>
    isMeasured(at) || (header[at] ?? '') === '' || header[at] === cells[at]
  const isSecond =
    filled.some(isMeasured) &&
    filled.every((at) => isWord(cells[at] ?? '') && fits(at)) &&
    new Set(filled.map((at) => cells[at])).size > (filled.length > 3 ? 1 : 0)
  if (!isSecond) return null
  const units = cells.map((cell) => unitIn(cell))
  return { names: cells.map((cell, at) => (units[at] === null ? cell : '')), units }
}

const lookedAt = 50

function unitIn(cell: string): string | null {
  return cell === '' ? null : (marksOf(`1 ${cell.replace(/^[([](.*)[)\]]$/, '$1')}`)?.unit ?? null)
}

/** `Q1` two columns wide above `Units, Revenue, Units, Revenue`: the row right above a header that says the same twice. */
function upperLine(rows: readonly CsvRow[], at: number, header: readonly string[]): readonly string[] | null {
  const [above, row] = [rows[at - 1], rows[at]]
  const names = header.filter((name) => name !== '')
  if (above === undefined || above.line + 1 !== row?.line || new Set(names).size === names.length) return null
  const cells = above.cells.map(trimmed)
  return filledIn(cells) > 1 && cells.every(isWord) ? cells : null
}

/** Each name below that of its group, which stands above the first of its columns alone. */
function joined(upper: readonly string[], lower: readonly string[]): string[] {
  const twice = new Set(lower.filter((name, at) => name !== '' && lower.indexOf(name) !== at))
  let group = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    const [own, below] = [upper[at] ?? '', lower[at] ?? '']
    if (own !== '') group = own
    if (below === '' || below === own) return own
    return own !== '' || twice.has(below) ? `${group} ${below}`.trim() : below
  })
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
