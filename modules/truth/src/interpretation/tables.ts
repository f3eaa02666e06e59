import type { Statement } from '../model/observation.ts'
import { canonicalText } from '../model/ids.ts'
import { keysOf } from '../model/identity.ts'
import { schemas } from '../model/schemas.ts'
import type { Span } from '../model/span.ts'
import { mannerOf, readerOf, withTime } from './column-values.ts'
import { currencyOfHeading, fieldOfHeading, plainHeading } from './headings.ts'
import { limits } from './statement/limits.ts'
import type { Fact } from './statement/statements.ts'
import { specificities, statementOf } from './statement/statements.ts'
import { columnNames, isLineOfGoods, typesOf } from './table-columns.ts'
import { readRows } from './table-rows.ts'

/** A table: rows of cells, and the place of each cell. */
export interface Table {
  readonly rows: readonly (readonly string[])[]
  span(row: number, column: number): Span
}

export interface TableReading {
  readonly statements: readonly Statement[]
  readonly notes: readonly string[]
  /** Whether its first line names its columns: then it is a table, even if it has only two columns. */
  readonly hasHeadings: boolean
}

/** One entity per row: of the type that the headings identify, otherwise a row of its table. */
export function readTable(table: Table): TableReading {
  const headerRow = table.rows.slice(0, mostLinesAbove).findIndex((row) => kindsOf(row).length > 0)
  for (const kind of kindsOf(table.rows[headerRow] ?? [])) {
    const found = readAs(kind, table, headerRow)
    if (!isMixedUp(kind, found.statements)) return found
  }
  return readRows(table)
}

/** A bank writes some lines above the headings. */
export const mostLinesAbove = 20

/** The types that the headings may mean, the one with most columns first. Lines of goods are neither payments nor people. */
function kindsOf(header: readonly string[]): readonly string[] {
  const given = header.filter((heading) => heading.trim() !== '')
  const fields = (entityType: string) => given.map((heading) => fieldOf(entityType, heading))
  const isGoods = isLineOfGoods(given.map(plainHeading))
  return typesOf(fields, given.length).filter((entityType) => !isGoods || entityType === 'invoice')
}

function fieldOf(entityType: string, heading: string): string {
  return fieldOfHeading(columnNames.get(entityType)!, heading)
}

/** Whether rows say different things about the same entity: then they are parts of such entities, as the lines of an invoice are. */
function isMixedUp(entityType: string, statements: readonly Statement[]): boolean {
  const schema = schemas.get(entityType)!
  if (schema.isRepeatable === true) return false
  const said = new Map<string, Statement['fields']>()
  let contradicted = 0
  for (const { fields } of statements) {
    const { entityId } = keysOf(schema, fields)
    const before = said.get(entityId)
    if (before === undefined) said.set(entityId, fields)
    else if (contradicts(before, fields, Object.keys(schema.fields))) contradicted += 1
  }
  return contradicted > statements.length / 10
}

function contradicts(
  before: Statement['fields'],
  now: Statement['fields'],
  names: readonly string[],
): boolean {
  return names.some((name) => {
    const [one, other] = [before[name], now[name]]
    return one !== undefined && other !== undefined && canonicalText(one) !== canonicalText(other)
  })
}

function readAs(entityType: string, table: Table, headerRow: number): TableReading {
  const header = table.rows[headerRow]!
  const schema = schemas.get(entityType)!
  const notes: string[] = []
  const body = table.rows.slice(headerRow + 1)
  const read = body.slice(0, limits.statements)
  const manner = mannerOf([header, ...read])
  const order = [...columnNames.get(entityType)!.values()]
  const columns = header
    .map((heading, index) => {
      const field = fieldOf(entityType, heading)
      const values = read.map((row) => row[index] ?? '')
      const type = field in pairs ? 'number' : schema.fields[field]?.type
      const onOpenDate = () => notes.push(openDate(heading))
      return { field, heading, index, values, read: readerOf(type, values, manner, onOpenDate) }
    })
    .map((column, index, all) => ({ ...column, field: ownOrOther(column, all[index - 1], all) }))
    // Two columns may be for one field, such as two dates: the heading that is listed first counts, the other is kept.
    .toSorted((a, b) => rankOf(entityType, a.heading) - rankOf(entityType, b.heading))
  const currency = order.includes('currency') ? currencyFact(table, headerRow) : undefined
  const statements = read.flatMap((row, offset) => {
    if (row.every((cell) => cell.trim() === '')) return []
    const facts: Record<string, Fact | undefined> = {}
    for (const { field, heading, index, read: readCell } of columns) {
      const cell = row[index] ?? ''
      const timed = withTime(facts[field]?.value, cell)
      if (timed !== undefined) facts[field] = { ...facts[field]!, value: timed }
      const value = timed === undefined ? readCell(cell) : undefined
      if (value === undefined || field === '') continue
      const span = table.span(headerRow + 1 + offset, index)
      const own = plainHeading(heading)
      if (facts[field] === undefined) facts[field] = { value, span }
      else if (facts[own] === undefined) facts[own] = { value: cell.trim(), span }
    }
    const all = { ...facts, currency: facts['currency'] ?? currency }
    return [statementOf(entityType, withSign(entityType, all), specificities.native)]
  })
  if (body.length > limits.statements)
    notes.unshift(`The table has ${body.length} rows. The first ${limits.statements} were read.`)
  return { statements, notes: [...new Set(notes)], hasHeadings: true }
}

function openDate(heading: string): string {
  return `Dates in the column ${heading} can be read with the day or the month first, and nothing settles it. They were left out. Write them as 2026-12-31 and send the file again.`
}

function rankOf(entityType: string, heading: string): number {
  return [...columnNames.get(entityType)!.keys()].indexOf(plainHeading(heading))
}

interface Column {
  readonly field: string
  readonly values: readonly string[]
}

/** A statement is of one account. A column of accounts that follows the other side, or whose values vary, is of the other side. */
function ownOrOther(column: Column, before: Column | undefined, all: readonly Column[]): string {
  const has = (field: string) => all.some((one) => one.field === field)
  if (column.field !== 'account' || has('counterparty_iban') || !has('counterparty_name')) return column.field
  const varies = new Set(column.values.map((value) => value.trim()).filter(Boolean)).size > 1
  return varies || before?.field === 'counterparty_name' ? 'counterparty_iban' : column.field
}

/** The currency that a heading names, such as `Amount (EUR)`, if the headings name only one. */
function currencyFact(table: Table, headerRow: number): Fact<string> | undefined {
  const found = table.rows[headerRow]!.flatMap((heading, index) => {
    const code = currencyOfHeading(heading)
    return code === undefined ? [] : [{ value: code, span: table.span(headerRow, index) }]
  })
  return new Set(found.map(({ value }) => value)).size === 1 ? found[0] : undefined
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
