import { isBlank, trimmed } from './cells.ts'
import type { ColumnPlan } from './column-plan.ts'
import type { CsvRow } from './csv-rows.ts'

/** A text alone in its row: a footnote, `Page 2 of 3`, the heading of a group, or a ruler. */
export function isAlone({ cells }: CsvRow): boolean {
  const [only, ...others] = cells.map(trimmed).filter((cell) => cell !== '')
  return only !== undefined && others.length === 0 && loneText.test(only)
}

/** Words, or no digit at all. */
const loneText = /\p{L}{2}|^[^0-9]+$/u

/** Whether the rows of a table fill enough for a row with one text to be none of them: three columns, one of them amounts or dates. */
export function fillEnough(rows: readonly CsvRow[], columns: readonly ColumnPlan[]): boolean {
  const usual = columns.filter(
    ({ at }) => rows.filter(({ cells }) => !isBlank(trimmed(cells[at] ?? ''))).length >= rows.length * 0.9,
  )
  return (
    rows.length >= fewestRows && usual.length >= fewestColumns && usual.some(({ kind }) => isMeasured(kind))
  )
}

const fewestRows = 2
const fewestColumns = 3

function isMeasured(kind: ColumnPlan['kind']): boolean {
  return kind === 'whole' || kind === 'amount' || kind === 'date' || kind === 'timestamp'
}

/** The same as `isAlone`, for the columns `t0`, `t1`, …. */
export function aloneSql(columns: readonly ColumnPlan[]): string {
  const cells = columns.map(({ at }) => `t${at}`)
  const filled = cells.map((cell) => `cast(${cell} is not null as integer)`).join(' + ')
  return `(${filled} = 1 and regexp_matches(coalesce(${cells.join(', ')}), '\\p{L}{2}|^[^0-9]+$'))`
}
