import { fitted, plainLine, widthOf } from './text-width.ts'

export type Cell = string | number | boolean | null

export interface TableColumn {
  readonly label: string
  readonly type: string
  /** Its cells are the first days of such periods. */
  readonly period?: string | undefined
}

/** Which part of the rows is shown. */
interface Extent {
  /** How many there are in all. Default: those given. */
  readonly total?: number | undefined
  readonly most?: number | undefined
}

const mostRows = 50
const narrowest = 6
const gap = 2

/** Rows under headings, no line wider than the terminal: the widest columns give way first. */
export function drawTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly Cell[])[],
  terminalWidth: number,
  { total = rows.length, most = mostRows }: Extent = {},
): string {
  const shown = rows.slice(0, most)
  const headings = columns.map(({ label }) => plainLine(label))
  const decimals = columns.map((_, index) => decimalsOf(shown.map((row) => row[index] ?? null)))
  const cells = shown.map((row) =>
    columns.map((column, index) => cellText(row[index] ?? null, column, decimals[index] ?? 0)),
  )
  const natural = headings.map((heading, index) =>
    Math.max(widthOf(heading), ...cells.map((row) => widthOf(row[index] ?? ''))),
  )
  const widths = within(natural, terminalWidth)
  const line = (texts: readonly string[]) =>
    widths
      .map((width, index) => fitted(texts[index] ?? '', width, isNumeric(columns[index]) ? 'right' : 'left'))
      .join(' '.repeat(gap))
      .trimEnd()
  const rest = total - shown.length
  const inJson = total > rows.length ? `the first ${rows.length}` : 'them all'
  return [
    line(headings),
    widths.map((width) => '─'.repeat(width)).join(' '.repeat(gap)),
    ...cells.map(line),
    ...(rest > 0 ? [`… and ${rest} more${rows.length > shown.length ? `; --json has ${inJson}` : ''}`] : []),
  ].join('\n')
}

/** Numbers as people write them; other values unchanged. */
export function numberText(value: number, decimals = 0): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: 2 })
}

/** The same for a whole column, so that its numbers can be compared at a glance. */
function decimalsOf(cells: readonly Cell[]): number {
  return cells.some((cell) => typeof cell === 'number' && !Number.isInteger(cell)) ? 2 : 0
}

function cellText(cell: Cell, { label, period }: TableColumn, decimals: number): string {
  if (cell === null) return '–'
  // A year is not a quantity.
  if (typeof cell === 'number') return /\byear\b/i.test(label) ? String(cell) : numberText(cell, decimals)
  return typeof cell === 'string' ? periodText(plainLine(cell), period) : String(cell)
}

/** A year, quarter or month is its first day in the data; people call it by its name. */
function periodText(text: string, period: string | undefined): string {
  const [, year, month] = /^(\d{4})-(\d\d)-01/.exec(text) ?? []
  if (year === undefined) return text
  if (period === 'year') return year
  if (period === 'quarter') return `Q${Math.ceil(Number(month) / 3)} ${year}`
  return period === 'month' ? `${year}-${month}` : text
}

function isNumeric(column: TableColumn | undefined): boolean {
  return column?.type === 'number'
}

function within(natural: readonly number[], terminalWidth: number): readonly number[] {
  const widths = [...natural]
  const room = terminalWidth - gap * (widths.length - 1)
  while (widths.reduce((sum, width) => sum + width, 0) > room) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= narrowest) return widths
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}
