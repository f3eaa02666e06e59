import { isBlank, trimmed } from './cells.ts'
import type { ColumnPlan } from './column-plan.ts'
import type { CsvRow } from './csv-rows.ts'

/** A first column whose blank cells mean the value above, as in a list by groups. */
export interface Fill {
  readonly at: number
  /** Of the column; a header that is repeated is no value. */
  readonly name: string
  /** Columns that rows usually fill. A row with few of them, such as a total, is not filled. */
  readonly others: readonly number[]
}

/** Null if blank cells of the first column are blank. `lone` are rows with one text, which may be the name of a group. */
export function fillOf(
  data: readonly CsvRow[],
  columns: readonly ColumnPlan[],
  lone: readonly CsvRow[],
): Fill | null {
  const [first, ...rest] = columns
  const [start] = data
  if (first === undefined || start === undefined || !grouping.has(first.kind)) return null
  const isFilled = ({ cells }: CsvRow, at: number): boolean => !isBlank(trimmed(cells[at] ?? ''))
  const others = rest
    .filter(({ at }) => data.filter((row) => isFilled(row, at)).length >= data.length * 0.8)
    .map(({ at }) => at)
  const blank = data.filter((row) => !isFilled(row, first.at))
  const names = [...data, ...lone]
    .map(({ cells }) => trimmed(cells[first.at] ?? ''))
    .filter((cell) => !isBlank(cell))
  const isBegun =
    isFilled(start, first.at) || lone.some((row) => row.line < start.line && isFilled(row, first.at))
  const isApart = names.length > 1 && new Set(names).size >= names.length * 0.8
  if (!isBegun || !isApart || others.length < 2 || blank.length < data.length * fewestBlank) return null
  return { at: first.at, name: first.name, others }
}

const grouping: ReadonlySet<ColumnPlan['kind']> = new Set(['text', 'date', 'whole'])
/** A missing name here and there is no group. */
const fewestBlank = 0.35

/** The rows one after another, with the value above where the first cell is blank. */
export class Filler {
  readonly #fill: Fill
  #above = ''

  constructor(fill: Fill) {
    this.#fill = fill
  }

  filled(cells: readonly string[]): readonly string[] {
    const { at, name, others } = this.#fill
    const own = cells[at] ?? ''
    if (!isBlank(trimmed(own))) {
      if (trimmed(own) !== name) this.#above = own
      return cells
    }
    const full = others.filter((other) => !isBlank(trimmed(cells[other] ?? ''))).length
    return full * 2 > others.length ? cells.with(at, this.#above) : cells
  }
}

export function filledRows(rows: readonly CsvRow[], fill: Fill): CsvRow[] {
  const filler = new Filler(fill)
  return rows.map((row) => ({ ...row, cells: filler.filled(row.cells) }))
}
