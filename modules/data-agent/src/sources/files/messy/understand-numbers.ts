import { marksOf } from './amounts.ts'
import { codeName } from './code-names.ts'
import type { ColumnPlan } from './column-plan.ts'
import { isMost } from './odd-cells.ts'

export function numeric(filled: readonly string[], plain: ColumnPlan, around: ',' | '.' | null): ColumnPlan {
  const marks = filled.map(marksOf)
  const odd = filled.filter((_, place) => marks[place] === null)
  const read = marks.filter((mark) => mark !== null)
  if (!isMost(filled, odd) || isCode(filled, plain.name)) return plain
  const units = Map.groupBy(
    read.flatMap(({ unit }) => (unit === null ? [] : [unit])),
    (unit) => unit,
  )
  const unit = units.size === 1 ? ([...units.keys()][0] ?? null) : null
  const doubts: string[] = []
  if (units.size > 1)
    doubts.push(
      `${[...units.keys()].join(' and ')} stand in one column and are not converted into each other`,
    )
  const own = decimalOf(read)
  const unsure = read.flatMap(({ unsure }) => (unsure === null ? [] : [unsure]))
  const decimal = own ?? around ?? thousandsIn(filled, unsure) ?? '.'
  if (read.some(({ isDebit }) => isDebit)) doubts.push('amounts that are marked as a debit count as negative')
  if (unsure.length > 0 && own === null && around === null && !isGrouped(filled, read))
    doubts.push(
      `nothing tells whether ${unsure[0] === ',' ? '1,234' : '1.234'} is a thousand or a fraction; ${unsure[0] === decimal ? 'a fraction' : 'a thousand'} is assumed`,
    )
  const rounded = filled.find((cell) => roundedCode.test(cell))
  if (rounded !== undefined)
    doubts.push(`a spreadsheet has cut numbers such as ${rounded}, so that different ones look the same`)
  const isWhole = read.every((mark) => mark.isWhole || (mark.unsure !== null && mark.unsure !== decimal))
  return { ...plain, kind: isWhole && units.size === 0 ? 'whole' : 'amount', decimal, unit, doubts }
}

/** `750` beside `1.250` and `2.000`: fractions would have fewer digits now and then, so the mark is not the decimal one. */
function thousandsIn(filled: readonly string[], unsure: readonly (',' | '.')[]): ',' | '.' | null {
  const [mark] = unsure
  const isSmall = (cell: string): boolean => /^\D*\d{1,3}\D*$/.test(cell)
  if (mark === undefined || new Set(unsure).size > 1 || unsure.length < fewestGrouped) return null
  return filled.some(isSmall) ? (mark === ',' ? '.' : ',') : null
}

/** `4.00638E+12` for thirteen digits. */
const roundedCode = /^\d[.,]\d{3,}E\+(?:0?9|\d{2})$/i

const fewestGrouped = 2

/** The decimal mark, if some value is unambiguous. */
export function decimalOf(marks: readonly { readonly decimal: ',' | '.' | null }[]): ',' | '.' | null {
  const commas = marks.filter(({ decimal }) => decimal === ',').length
  const dots = marks.filter(({ decimal }) => decimal === '.').length
  return commas === dots ? null : commas > dots ? ',' : '.'
}

/** Every number from a thousand on has the comma, so it separates thousands. */
function isGrouped(
  filled: readonly string[],
  marks: readonly { readonly unsure: ',' | '.' | null }[],
): boolean {
  return (
    marks.every(({ unsure }) => unsure !== '.') &&
    filled.every((cell) => !/\d{4}/.test(cell)) &&
    filled.length > 1
  )
}

/** Leading zeros, too many digits for a number, or a column name for identifiers. */
function isCode(filled: readonly string[], name: string): boolean {
  const isDigits = filled.every((cell) => /^[+\d][\d ()/.-]*$/.test(cell))
  if (!isDigits) return false
  if (codeName.test(name) && filled.every((cell) => /^\+?[\d ()/.-]+$/.test(cell))) return true
  return filled.some((cell) => /^0\d+$/.test(cell)) || filled.some((cell) => /^\d{16,}$/.test(cell))
}
