import type { Understood } from '@quipu/query'
import type { ColumnPlan } from './column-plan.ts'

export interface ColumnCounts {
  readonly column: ColumnPlan
  readonly filled: number
  readonly read: number
  /** Some unreadable values. */
  readonly odd: readonly string[]
  /** Some texts that stand alone in their rows, which are left out. */
  readonly lone: readonly string[]
  /** Spellings that are replaced by another. */
  readonly folds: ReadonlyMap<string, string>
}

export interface FileCounts {
  readonly file: string
  /** What was left out beside it, as a sentence. */
  readonly note: string | null
  readonly rows: number
  readonly totals: number
  /** Rows with one text alone. */
  readonly alone: number
  readonly doubts: readonly string[]
  readonly columns: readonly ColumnCounts[]
}

export function describeTable(files: readonly FileCounts[]): Understood {
  const rows = sum(files.map((file) => file.rows - file.totals - file.alone))
  const totals = sum(files.map((file) => file.totals))
  const [first] = files
  const from =
    files.length === 1
      ? `${number(rows)} rows of ${first?.file ?? ''}`
      : `${number(rows)} rows of ${files.length} files with ${sameColumns(files)}: ${files.map(({ file }) => file).join(', ')}`
  const left = totals === 0 ? '' : ` ${count(totals, 'row')} with a total left out.`
  const alone = sum(files.map((file) => file.alone))
  const lone = alone === 0 ? '' : ` ${count(alone, 'row')} with one text alone left out.`
  return {
    understood: [`${from}.${left}${lone}`, ...new Set(files.flatMap(({ note }) => note ?? []))].join(' '),
    doubts: [...new Set(files.flatMap((file) => file.doubts))],
  }
}

function sameColumns(files: readonly FileCounts[]): string {
  const names = new Set(files.flatMap((file) => file.columns.map(({ column }) => column.name)))
  return files.every((file) => file.columns.length === names.size)
    ? 'the same columns'
    : 'nearly the same columns'
}

/** The same column of each file that has it. */
export function describeColumn(
  parts: readonly ColumnCounts[],
  onlyIn: readonly string[] | null = null,
): Understood {
  const [first] = parts
  if (first === undefined) return { understood: 'Nothing is known of it.', doubts: [] }
  const filled = sum(parts.map((part) => part.filled))
  const read = sum(parts.map((part) => part.read))
  const odd = [...new Set(parts.flatMap((part) => part.odd))].slice(0, 5).map(shown)
  const doubts = [...new Set(parts.flatMap(({ column }) => column.doubts))]
  const units = [...new Set(parts.flatMap(({ column }) => column.unit ?? []))]
  const kind = what(first.column, units)
  const left = filled - read
  if (left > 0)
    doubts.unshift(
      `${number(left)} of ${number(filled)} values could not be read as ${kind} and are left out, such as ${odd.join(', ')}`,
    )
  if (filled === 0) return { understood: 'It is empty.', doubts }
  const all = filled === 1 ? 'The only value' : `All ${number(filled)} values`
  const amount = left > 0 ? `${number(read)} of ${number(filled)} values` : all
  const order = orderOf(parts.map(({ column }) => column))
  const lone = [...new Set(parts.flatMap((part) => part.lone))].slice(0, 3).map(shown)
  const without = lone.length === 0 ? '' : ` Left out, because alone in its row: ${lone.join(', ')}.`
  const said = `${amount} read as ${kind}${order}.${without}`
  if (onlyIn !== null) doubts.push(`only the rows of ${onlyIn.join(', ')} have it`)
  const folds = new Map(parts.flatMap((part) => [...part.folds]))
  return { understood: folds.size === 0 ? said : `${said} ${spellings(folds)}`, doubts }
}

const names: Readonly<Record<ColumnPlan['kind'], string>> = {
  whole: 'whole numbers',
  amount: 'numbers',
  date: 'dates',
  timestamp: 'moments',
  time: 'times of day',
  'yes-no': 'yes or no',
  text: 'text',
  empty: 'text',
  declared: 'the file declares them',
}

function what({ kind }: ColumnPlan, units: readonly string[]): string {
  if (kind !== 'amount' || units.length === 0) return names[kind]
  return units.join() === 'percent' ? 'percentages' : `amounts in ${units.join(' and ')}`
}

function orderOf(columns: readonly ColumnPlan[]): string {
  const formats = columns.flatMap((column) => column.formats)
  const has = (order: RegExp) => formats.some((format) => order.test(format))
  const dayFirst = has(/^%d[./-]/)
  const monthFirst = has(/^%m[./-]/)
  if (dayFirst === monthFirst) return ''
  return dayFirst ? ', the day before the month' : ', the month before the day'
}

function spellings(folds: ReadonlyMap<string, string>): string {
  const some = [...folds].slice(0, 5).map(([written, value]) => `${shown(written)} as ${shown(value)}`)
  const more = folds.size > some.length ? ` and ${number(folds.size - some.length)} more` : ''
  return `Spellings counted as one value: ${some.join(', ')}${more}.`
}

function shown(cell: string): string {
  const short = cell.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 40)
  return `"${short}"`
}

function count(amount: number, noun: string): string {
  return `${number(amount)} ${noun}${amount === 1 ? '' : 's'}`
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
