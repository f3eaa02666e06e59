import type { AnswerColumn, Cell } from './answer.ts'

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
const broken = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A cell as people read it. Numbers of a column that holds years or ids are not grouped by thousands. */
export function cellText(cell: Cell | undefined, column: AnswerColumn, numbers = whole): string {
  if (cell === null || cell === undefined) return '–'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (typeof cell === 'string') return cell
  return /\b(year|id)\b|_id$/i.test(column.name) ? String(cell) : numbers.format(cell)
}

/** How the numbers of a column are written: all with two decimals where one of them has any. */
export function numbersOf(cells: readonly (Cell | undefined)[]): Intl.NumberFormat {
  return cells.some((cell) => typeof cell === 'number' && !Number.isInteger(cell)) ? broken : whole
}

export function isNumeric({ type }: AnswerColumn): boolean {
  return type === 'number' || type === 'integer' || type === 'decimal'
}

/** By what a column is sorted: rows without a value come first. */
export function sortValue(cell: Cell | undefined): string | number {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'boolean' ? Number(cell) : cell
}
