import type { Json } from '@quipu/kit'
import type { Statement } from '../model/observation.ts'
import type { Span } from '../model/span.ts'
import { decimalMarkIn, parseAmount } from './statement/amounts.ts'
import { dateOrderIn, datesIn, settledDay } from './statement/dates.ts'
import { isMoment } from '../model/field-value.ts'
import { schemas } from '../model/schemas.ts'
import { limits } from './statement/limits.ts'
import type { Fact } from './statement/statements.ts'
import { specificities, statementOf } from './statement/statements.ts'
import { columnNames, requiredFields } from './table-columns.ts'

/** A table: rows of cells, and the place of each cell. */
export interface Table {
  readonly rows: readonly (readonly string[])[]
  span(row: number, column: number): Span
}

export interface TableReading {
  readonly statements: readonly Statement[]
  readonly notes: readonly string[]
}

/** One entity per row, if the headings identify a type. Columns without a matching field are kept as they are. */
export function readTable(table: Table): TableReading | undefined {
  const headerRow = table.rows.slice(0, 20).findIndex((row) => kindOf(row) !== undefined)
  const header = table.rows[headerRow]
  if (header === undefined) return undefined
  const entityType = kindOf(header)!
  const notes: string[] = []
  const body = table.rows.slice(headerRow + 1)
  const names = [...columnNames.get(entityType)!.keys()]
  const columns = columnsOf(entityType, header)
    .map((field, index) => {
      const values = body.slice(0, limits.statements).map((row) => row[index] ?? '')
      return { field, index, read: readerOf(entityType, field, values, header[index] ?? '', notes) }
    })
    // Two columns may be for one field, such as two dates: the heading that is listed first counts, the other is kept.
    .toSorted(
      (a, b) => names.indexOf(plainHeading(header[a.index]!)) - names.indexOf(plainHeading(header[b.index]!)),
    )
  const statements = body.slice(0, limits.statements).flatMap((row, offset) => {
    if (row.every((cell) => cell.trim() === '')) return []
    const facts: Record<string, Fact | undefined> = {}
    for (const { field, index, read } of columns) {
      const cell = row[index] ?? ''
      const value = read(cell)
      if (value === undefined || field === '') continue
      const span = table.span(headerRow + 1 + offset, index)
      const own = plainHeading(header[index] ?? '')
      if (facts[field] === undefined) facts[field] = { value, span }
      else if (facts[own] === undefined) facts[own] = { value: cell.trim(), span }
    }
    return [statementOf(entityType, withSign(entityType, facts), specificities.native)]
  })
  if (body.length > limits.statements)
    notes.unshift(`The table has ${body.length} rows. The first ${limits.statements} were read.`)
  return { statements, notes: [...new Set(notes)] }
}

/** The type that matches most headings. Undefined if the identifying columns are missing. */
function kindOf(header: readonly string[]): string | undefined {
  const scored = [...columnNames.keys()].flatMap((entityType) => {
    const known = columnsOf(entityType, header).filter(
      (field) => field in (schemas.get(entityType)?.fields ?? {}) || field in pairs,
    )
    const hasRequired = requiredFields[entityType]!.some((fields) =>
      fields.every((field) => known.includes(field)),
    )
    return hasRequired && known.length >= 2 ? [{ entityType, count: known.length }] : []
  })
  return scored.toSorted((a, b) => b.count - a.count)[0]?.entityType
}

/** The field of each column. A column without a matching field is named by its heading. */
function columnsOf(entityType: string, header: readonly string[]): readonly string[] {
  const names = columnNames.get(entityType)!
  return header.map((heading) => {
    const plain = plainHeading(heading)
    return names.get(plain) ?? (plain in (schemas.get(entityType)?.fields ?? {}) ? plain : plain)
  })
}

export function plainHeading(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
}

/** Debit and credit in separate columns. */
const pairs: Readonly<Record<string, number>> = { debit: -1, credit: 1 }

function withSign(
  entityType: string,
  facts: Record<string, Fact | undefined>,
): Record<string, Fact | undefined> {
  if (entityType !== 'transaction' || facts['amount'] !== undefined) return facts
  const { debit, credit, ...rest } = facts
  const found = [debit, credit].find((fact) => typeof fact?.value === 'number' && fact.value !== 0)
  if (found === undefined || typeof found.value !== 'number') return facts
  const size = Math.abs(found.value)
  return { ...rest, amount: { value: found === debit ? -size : size, span: found.span } }
}

type Read = (cell: string) => Json | undefined

/** How the cells of one column are read. The whole column decides how numbers and dates are read. */
function readerOf(
  entityType: string,
  field: string,
  values: readonly string[],
  heading: string,
  notes: string[],
): Read {
  const type = field in pairs ? 'number' : schemas.get(entityType)?.fields[field]?.type
  const text: Read = (cell) => cell.trim() || undefined
  if (type === 'number') {
    const mark = decimalMarkIn(values.join('\n')) ?? '.'
    return (cell) =>
      parseAmount(
        cell
          .replace(/[^\d.,'’\-−+()\s]/g, '')
          .replace(/^\s*\((.*)\)\s*$/, '-$1')
          .trim(),
        mark,
      )
  }
  if (type === 'date' || type === 'moment') {
    const order = dateOrderIn(values.join('\n'))
    return (cell) => dateOf(cell.trim(), order, type, heading, notes)
  }
  if (type === 'list')
    return (cell) =>
      cell
        .split(/[;|]/)
        .map((one) => one.trim())
        .filter((one) => one !== '')
  return text
}

function dateOf(
  cell: string,
  order: Parameters<typeof settledDay>[1],
  type: 'date' | 'moment',
  heading: string,
  notes: string[],
): string | undefined {
  const iso = cell.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})/, '$1T$2')
  if (isMoment(iso)) return type === 'date' ? iso.slice(0, 10) : iso
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(cell)
  const [date] = datesIn(compact === null ? cell : `${compact[1]}-${compact[2]}-${compact[3]}`)
  if (date === undefined) return undefined
  const day = settledDay(date, order)
  if (day === undefined)
    notes.push(
      `Dates in the column ${heading} can be read with the day or the month first, and nothing settles it. They were left out. Write them as 2026-12-31 and send the file again.`,
    )
  return day
}
