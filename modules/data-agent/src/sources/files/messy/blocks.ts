import { marksOf } from './amounts.ts'
import { isBlank, trimmed } from './cells.ts'
import type { CsvRow } from './csv-rows.ts'
import { dateMarksOf } from './dates.ts'
import { findHeader } from './find-header.ts'
import { isAlone } from './lone-cells.ts'

/** One of several tables that stand below one another. */
export interface Block {
  readonly rows: readonly CsvRow[]
  /** The line above it, if that has one text alone. */
  readonly title: string | null
  /** The line after its last one. Null for the last block. */
  readonly until: number | null
}

/** A table ends where, after a gap, a row of other words stands where it has amounts or days, and amounts or days follow. */
export function blocksOf(rows: readonly CsvRow[]): readonly Block[] {
  const width = Math.max(1, ...rows.map(({ cells }) => cells.length))
  const header = findHeader(rows, width)
  const title = titleAbove(rows, header.rowsBefore - 1)
  if (header.line === null || rows.length < fewestRows) return [{ rows, title, until: null }]
  const at = rows.findIndex(
    (_, place) => place > header.rowsBefore && isOtherHeader(rows, place, header.rowsBefore, header.cells),
  )
  if (at < 0) return [{ rows, title, until: null }]
  const from = titleAbove(rows, at) === null ? at : at - 1
  const until = rows[from]?.line ?? null
  return [{ rows: rows.slice(0, from), title, until }, ...blocksOf(rows.slice(from))]
}

const fewestRows = 4

function titleAbove(rows: readonly CsvRow[], at: number): string | null {
  const above = rows[at - 1]
  if (above === undefined || !isAlone(above)) return null
  return above.cells.map(trimmed).find((cell) => cell !== '') ?? null
}

function isOtherHeader(
  rows: readonly CsvRow[],
  at: number,
  begin: number,
  header: readonly string[],
): boolean {
  const [before, row] = [rows[at - 1], rows[at]]
  if (before === undefined || row === undefined) return false
  if (row.line === before.line + 1 && !isAlone(before)) return false
  const cells = row.cells.map(trimmed)
  const filled = cells.flatMap((cell, place) => (cell === '' ? [] : [place]))
  if (filled.length < 2 || filled.some((place) => isMeasure(cells[place] ?? ''))) return false
  if (filled.every((place) => cells[place] === header[place])) return false
  const isMeasured = (some: readonly CsvRow[], place: number): boolean => {
    const values = some.map((each) => trimmed(each.cells[place] ?? '')).filter((cell) => !isBlank(cell))
    return values.length > 0 && values.filter(isMeasure).length >= values.length * 0.8
  }
  const above = rows.slice(begin, at).filter((each) => !isAlone(each))
  const below = rows.slice(at + 1, at + 1 + lookedAt)
  return filled.some((place) => isMeasured(above, place)) && filled.some((place) => isMeasured(below, place))
}

const lookedAt = 20

function isMeasure(cell: string): boolean {
  return marksOf(cell) !== null || dateMarksOf(cell) !== null
}
