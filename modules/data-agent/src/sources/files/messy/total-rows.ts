import type { ColumnPlan } from './column-plan.ts'
import { isBlank, trimmed } from './cells.ts'
import type { CsvRow } from './csv-rows.ts'

/** A first or last row that leaves a text or a day blank which all others have, and whose amounts are the sums of the others. */
export function unnamedTotal(data: readonly CsvRow[], columns: readonly ColumnPlan[]): CsvRow | null {
  const ends = new Set([data[0], data.at(-1)])
  for (const row of ends) {
    const plain = data.filter((one) => one !== row)
    if (row === undefined || plain.length < fewestSummed) continue
    const usual = columns.flatMap(({ at }) =>
      plain.every(({ cells }) => !isBlank(cells[at] ?? '')) ? [at] : [],
    )
    const summed = columns.filter((column) => !isNumbering(plain, column))
    const isSum =
      agreeing(row, plain, columns) > 1 || (plain.length >= clearlyMany && agreeing(row, plain, summed) > 0)
    if (blankIn(row, columns, usual).length > 0 && isSum) return row
  }
  return null
}

const fewestSummed = 3
/** So many rows do not add up to another one by chance. */
const clearlyMany = 6

/**
 * The columns that are blank in rows with sums alone, below each group: texts and days that all others fill. Empty if there are no such
 * rows, or if their amounts are not the sums of the rows above them.
 */
export function unnamedSubtotals(data: readonly CsvRow[], columns: readonly ColumnPlan[]): readonly number[] {
  const filledIn = (rows: readonly CsvRow[], at: number): number =>
    rows.filter(({ cells }) => !isBlank(trimmed(cells[at] ?? ''))).length
  const texts = columns.filter(({ kind }) => kind !== 'amount' && kind !== 'whole' && kind !== 'empty')
  const often = texts.filter(({ at }) => filledIn(data, at) * 2 > data.length)
  const others = data.filter(({ cells }) => often.some(({ at }) => !isBlank(trimmed(cells[at] ?? ''))))
  const named = often.filter(({ at }) => filledIn(others, at) >= others.length * 0.9)
  const isSum = ({ cells }: CsvRow): boolean => named.every(({ at }) => isBlank(trimmed(cells[at] ?? '')))
  const sums = data.filter(isSum)
  if (named.length < 2 || sums.length === 0 || sums.length * 2 > data.length) return []
  // Numbers of rows, such as 1, 2 and 3, are sums by chance.
  const summed = columns.filter((column) => !isNumbering(others, column))
  const agreed = agreedSums(data, isSum, (row, above) => agreeing(row, above, summed) > 0)
  return agreed >= sums.length * mostlyAgreed ? named.map(({ at }) => at) : []
}

function isNumbering(rows: readonly CsvRow[], { at, decimal }: ColumnPlan): boolean {
  const values = rows.map(({ cells }) => numberIn(cells[at] ?? '', decimal))
  return values.every((value, place) => place === 0 || value > (values[place - 1] ?? 0))
}

/** A group may be cut by hand. */
const mostlyAgreed = 0.8

/** The columns that are no amounts, that rows usually fill, and that this one leaves blank. */
export function blankIn(
  { cells }: CsvRow,
  columns: readonly ColumnPlan[],
  usual: readonly number[],
): readonly number[] {
  return columns.flatMap(({ at, kind }) =>
    kind !== 'amount' && kind !== 'whole' && usual.includes(at) && isBlank(cells[at] ?? '') ? [at] : [],
  )
}

/** How many amounts of a row, other than 0, are the sums of those of the others. */
function agreeing(row: CsvRow, plain: readonly CsvRow[], columns: readonly ColumnPlan[]): number {
  return columns.filter(({ kind, at, decimal }) => {
    const own = kind === 'amount' || kind === 'whole' ? numberIn(row.cells[at] ?? '', decimal) : 0
    const sum = own === 0 ? 1 : plain.reduce((all, { cells }) => all + numberIn(cells[at] ?? '', decimal), 0)
    return own !== 0 && Math.abs(sum - own) <= Math.abs(sum) * 0.001
  }).length
}

/** Whether the amounts in the rows that say “total” are the sums of the other rows, or of those since the total before. */
export function isSummed(
  data: readonly CsvRow[],
  plain: readonly CsvRow[],
  columns: readonly ColumnPlan[],
): boolean {
  const others = new Set(plain)
  const amounts = columns.filter(({ kind }) => kind === 'amount' || kind === 'whole')
  const agrees = (row: CsvRow, above: readonly CsvRow[]): boolean => {
    const said = amounts.filter(({ at, decimal }) => numberIn(row.cells[at] ?? '', decimal) !== 0)
    const agreed = agreeing(row, above, amounts)
    return above.length > 0 && agreed > 0 && agreed * 2 >= said.length
  }
  const sums = data.length - plain.length
  return (
    plain.length > 1 && sums > 0 && agreedSums(data, (row) => !others.has(row), agrees) >= sums * mostlyAgreed
  )
}

/** How many rows with sums agree with the rows since the sum before, or with all others. */
function agreedSums(
  data: readonly CsvRow[],
  isSum: (row: CsvRow) => boolean,
  agrees: (row: CsvRow, others: readonly CsvRow[]) => boolean,
): number {
  const all = data.filter((row) => !isSum(row))
  let above: CsvRow[] = []
  let agreed = 0
  for (const row of data) {
    if (!isSum(row)) above.push(row)
    else {
      if (agrees(row, above) || agrees(row, all)) agreed += 1
      above = []
    }
  }
  return agreed
}

/** Roughly: 0 for a blank cell. */
function numberIn(cell: string, decimal: ',' | '.'): number {
  const digits = trimmed(cell).replace(/[^\d.,-]/g, '')
  const plain = decimal === ',' ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
  return Number(plain) || 0
}

const totals =
  'total|totals|totale|totaux|sum|summe|gesamt|gesamtsumme|zwischensumme|insgesamt|somme|suma|totaal|totalt|résultat'
const results = 'ergebnis|gesamtergebnis|teilergebnis|zwischensumme'

/** `Total`, `Grand total:`, `Subtotal Berlin`, and `Berlin Total`, which spreadsheets write below each group. */
export const totalWord = new RegExp(
  String.raw`^(?:(?:(?:grand|sub|sous)[ -]?)?(?:${totals})(?:\b.{0,20})?|(?:${results})|.{1,60} (?:(?:grand |sub)?(?:${totals}|${results})):?)$`,
  'i',
)

export function withoutTotals(cells: readonly string[]): readonly string[] {
  return cells.filter((cell) => !totalWord.test(trimmed(cell)))
}
