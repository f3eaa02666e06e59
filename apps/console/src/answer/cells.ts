import type { AnswerColumn, Cell } from './answer.ts'

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })

/** A cell as people read it. Numbers of a column that holds years or ids are not grouped by thousands. */
export function cellText(cell: Cell | undefined, column: AnswerColumn): string {
  if (cell === null || cell === undefined) return '–'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (typeof cell === 'string') return cell
  return /\b(year|id)\b|_id$/i.test(column.name) ? String(cell) : numbers.format(cell)
}

export function isNumeric({ type }: AnswerColumn): boolean {
  return type === 'number' || type === 'integer' || type === 'decimal'
}

/** By what a column is sorted: rows without a value come first. */
export function sortValue(cell: Cell | undefined): string | number {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'boolean' ? Number(cell) : cell
}
