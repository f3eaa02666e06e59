import type { ColumnPlan, DateOrder } from './column-plan.ts'
import { mendedDate } from './date-words.ts'
import { dateMarksOf, serialDay, type DateMarks } from './dates.ts'
import { mostOdd } from './odd-cells.ts'

/** The order of the dates that have only one, or of most of them. Null where none tells. */
export function dateOrderOf(marks: readonly DateMarks[]): DateOrder | null {
  const dayFirst = marks.filter(({ first }) => first === 'day').length
  const monthFirst = marks.filter(({ first }) => first === 'month').length
  return dayFirst === monthFirst ? null : dayFirst > monthFirst ? 'day' : 'month'
}

/** The dates of a column; null if its cells are something else. `around` is what the other dates of the file say. */
export function datesIn(
  filled: readonly string[],
  plain: ColumnPlan,
  around: DateOrder | null,
): ColumnPlan | null {
  const marks = filled.map(dateMarksOf)
  const read = marks.filter((mark) => mark !== null)
  const serials = filled.filter((cell) => serialDay.test(cell)).length
  const hasSerials = serials > 0 && (dayName.test(plain.name) || read.length >= filled.length * fewestDates)
  if (read.length + (hasSerials ? serials : 0) < filled.length * (1 - mostOdd)) return null
  const { isDayFirst, doubts } = orderIn(filled, read, plain, around)
  const counts = new Map<string, number>()
  for (const { formats, first } of read) {
    const chosen = first === null && formats.length > 1 && !isDayFirst ? formats[1] : formats[0]
    if (chosen !== undefined) counts.set(chosen, (counts.get(chosen) ?? 0) + 1)
  }
  const formats = [...counts].toSorted(([, one], [, other]) => other - one).map(([format]) => format)
  const hasTime =
    read.some((mark) => mark.hasTime) ||
    (hasSerials && filled.some((cell) => serialDay.test(cell) && cell.includes('.')))
  const isWorded = filled.some((cell) => mendedDate(cell) !== cell)
  const [serial = ''] = hasSerials ? filled.filter((cell) => serialDay.test(cell)) : []
  const counted = `numbers such as ${serial} are read as days, as spreadsheets count them`
  return {
    ...plain,
    kind: hasTime ? 'timestamp' : 'date',
    formats: formats.slice(0, 20),
    doubts: [...doubts, ...(hasSerials ? [counted] : [])],
    ...(isWorded ? { isWorded } : {}),
    ...(hasSerials ? { hasSerials } : {}),
  }
}

/** Names of columns whose five digits are a day. */
const dayName =
  /(?:^|[\s_.-])(?:date|day|dated|datum|tag|jour|fecha|data|dia|born|birthday|due|when)(?:$|[\s_.-])|(?:date|datum)$|[\s_](?:on|at)$/i
/** The share of dates beside which five digits are a day too. */
const fewestDates = 0.2

function orderIn(
  filled: readonly string[],
  read: readonly DateMarks[],
  { decimal }: ColumnPlan,
  around: DateOrder | null,
): { readonly isDayFirst: boolean; readonly doubts: readonly string[] } {
  const dayFirst = read.filter(({ first }) => first === 'day').length
  const monthFirst = read.filter(({ first }) => first === 'month').length
  const unsure = read.filter(({ isUnsure }) => isUnsure).length
  // Countries that write dates with dots put the day first.
  const dotted = read.filter(({ formats }) => formats[0]?.includes('%d.%m') === true).length
  if (dayFirst > 0 || monthFirst > 0 || dotted > 0) {
    const isDayFirst = dayFirst === monthFirst ? dotted > 0 || dayFirst > 0 : dayFirst > monthFirst
    const both = `some dates have the day first and some the month; where both fit, ${saying(isDayFirst)} is assumed`
    return { isDayFirst, doubts: unsure > 0 && dayFirst > 0 && monthFirst > 0 ? [both] : [] }
  }
  // Invoices of the first days of each month: the other dates of the file decide, or the order of the rows.
  if (around !== null) return { isDayFirst: around === 'day', doubts: [] }
  const sorted = unsure === 0 ? null : orderOfRows(filled)
  if (sorted?.isSure === true) return { isDayFirst: sorted.order === 'day', doubts: [] }
  // Countries with decimal commas put the day first.
  const isDayFirst = sorted === null ? decimal === ',' : sorted.order === 'day'
  const open = `nothing in it tells whether the day or the month comes first; ${saying(isDayFirst)} is assumed`
  return { isDayFirst, doubts: unsure > 0 ? [open] : [] }
}

function saying(isDayFirst: boolean): string {
  return isDayFirst ? 'day first' : 'month first'
}

/** The order of day and month with which the rows stand by time, which they do not with the other. */
function orderOfRows(
  filled: readonly string[],
): { readonly order: DateOrder; readonly isSure: boolean } | null {
  const parts = filled.flatMap((cell) => {
    const found = numbered.exec(cell)
    return found === null ? [] : [found.slice(1, 4).map(Number)]
  })
  const day = inOrder(parts.map(([one = 0, other = 0, year = 0]) => year * 400 + other * 32 + one))
  const month = inOrder(parts.map(([one = 0, other = 0, year = 0]) => year * 400 + one * 32 + other))
  const [best, other] = day > month ? [day, month] : [month, day]
  if (new Set(filled).size < fewestDays) return null
  const isClear = best >= mostlyInOrder && best - other >= clearlyMore
  if (!isClear && !(best === 1 && other < 1)) return null
  return { order: day > month ? 'day' : 'month', isSure: best >= nearlyAll }
}

const numbered = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})/
const fewestDays = 8
const mostlyInOrder = 0.7
const nearlyAll = 0.95
const clearlyMore = 0.2

/** The share of neighbours of which the later is not earlier, or not later. */
function inOrder(values: readonly number[]): number {
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0))
  const up = steps.filter((step) => step >= 0).length
  const down = steps.filter((step) => step <= 0).length
  return Math.max(up, down) / Math.max(1, steps.length)
}
