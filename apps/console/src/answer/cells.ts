import type { AnswerColumn, Cell } from './answer.ts'

/** `isName`: its numbers are names, such as those of invoices, though its own name does not say so. */
export type ShownColumn = AnswerColumn & { readonly isName?: boolean }

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
const broken = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A cell as text. Numbers of a column with years or ids are not grouped by thousands. */
export function cellText(cell: Cell | undefined, column: ShownColumn, numbers = whole): string {
  if (cell === null || cell === undefined) return '–'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (typeof cell === 'string') return periodText(cell, column.period)
  return isName(column) && Number.isInteger(cell) ? String(cell) : numbers.format(cell)
}

/** A year, quarter or month is its first day in the data; people call it by its name. */
function periodText(text: string, period: AnswerColumn['period']): string {
  const [, year, month] = /^(\d{4})-(\d\d)-01/.exec(text) ?? []
  if (year === undefined) return text
  if (period === 'year') return year
  if (period === 'quarter') return `Q${Math.ceil(Number(month) / 3)} ${year}`
  return period === 'month' ? `${year}-${month}` : text
}

/** The number format of a column: all with two decimals if one of them has any. */
export function numbersOf(cells: readonly (Cell | undefined)[]): Intl.NumberFormat {
  return cells.some((cell) => typeof cell === 'number' && !Number.isInteger(cell)) ? broken : whole
}

export function isNumeric(column: ShownColumn): boolean {
  return ['number', 'integer', 'decimal'].includes(column.type) && !isName(column)
}

/** Years and ids are written as numbers and used as names. */
function isName({ name, isName: isKnown = false }: ShownColumn): boolean {
  return isKnown || /\b(?:year|id|no|nr)\b|^(?!total|sum|av|max|min).*_(?:id|no|nr|number|code)$/i.test(name)
}

/** The sort key of a column: rows without a value come first. */
export function sortValue(cell: Cell | undefined): string | number {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'boolean' ? Number(cell) : cell
}
