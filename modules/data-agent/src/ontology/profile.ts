import type { Cell, ColumnType, Dialect } from '@quipu/query'
import { quotedName } from '../sources/quoted-name.ts'
import type { QueryLimits, ResultSet, Source, Table, TableColumn } from '../sources/source.ts'
import { SourceError } from '../sources/source.ts'

/** Statistics of the columns of one table. */
export interface TableProfile {
  readonly table: Table
  readonly rows: number
  readonly columns: readonly ColumnProfile[]
}

export interface ColumnProfile {
  readonly column: TableColumn
  /** The type of the values, if the database allows them to differ from the declared type. */
  readonly type: ColumnType
  readonly isInteger: boolean
  /** Numbers without fractions, whatever the declared type. */
  readonly isWhole: boolean
  readonly nulls: number
  readonly distinct: number
  readonly min: Cell
  readonly max: Cell
  /** False if the table was too large to be counted in time: the figures are 0 and have no meaning. */
  readonly isCounted: boolean
  /** Of text, in characters. */
  readonly meanLength: number
  /** Whole numbers such as 20260131. The figures are those of the days; a 0 or 99999999 for none counts as empty. */
  readonly areDays?: true
}

/** Of a secret column only counts are ever read. */
export async function profileTable(
  source: Source,
  table: Table,
  isSecret: (column: TableColumn) => boolean,
  limits: QueryLimits,
): Promise<TableProfile> {
  const columns: ColumnProfile[] = []
  let rows = 0
  for (let first = 0; first === 0 || first < table.columns.length; first += columnsAtOnce) {
    const some = table.columns.slice(first, first + columnsAtOnce)
    const reader = await figures(source, table, some, isSecret, limits)
    rows = reader.rows
    columns.push(...some.map((column, place) => reader.profile(column, place)))
  }
  return { table, rows, columns }
}

/** Databases limit the outputs of a statement; PostgreSQL to 1,664. */
const columnsAtOnce = 100

async function figures(
  source: Source,
  table: Table,
  columns: readonly TableColumn[],
  isSecret: (column: TableColumn) => boolean,
  limits: QueryLimits,
) {
  const parts = columns.flatMap((column) => expressions(source, column, isSecret(column)))
  const sql = `select ${['count(*)', ...parts].join(', ')} from ${nameOf(table)}`
  const result = await inTime(source.query({ sql, parameters: [] }, limits))
  const row = result?.rows[0] ?? []
  const rows = result === undefined ? await countRows(source, table, limits) : numberOf(row[0])
  return {
    rows,
    profile: (column: TableColumn, place: number) => {
      if (result === undefined) return uncounted(column)
      return readProfile(column, rows, row.slice(1 + place * figuresEach))
    },
  }
}

/** Undefined if it takes too long: a table too large to be counted can still be asked about. */
export async function inTime(result: Promise<ResultSet>): Promise<ResultSet | undefined> {
  try {
    return await result
  } catch (error) {
    if (error instanceof SourceError && error.failure === 'timeout') return undefined
    throw error
  }
}

async function countRows(source: Source, table: Table, limits: QueryLimits): Promise<number> {
  const sql = `select count(*) from ${nameOf(table)}`
  const result = await inTime(source.query({ sql, parameters: [] }, limits))
  // At least one row, the exact number is unknown.
  return result === undefined ? 1 : numberOf(result.rows[0]?.[0])
}

function uncounted(column: TableColumn): ColumnProfile {
  const isWhole = column.type === 'number' && column.isInteger
  const nothing = { nulls: 0, distinct: 0, min: null, max: null, meanLength: 0, isCounted: false }
  return { column, type: column.type, isInteger: column.isInteger, isWhole, ...nothing }
}

const figuresEach = 7

/** Count, distinct, least, greatest, mean length, and how many are text or fractions against the type. */
function expressions({ dialect }: Source, column: TableColumn, isSecret: boolean): string[] {
  const name = quotedName(column.name)
  if (column.type === 'other') return [`count(${name})`, '0', 'null', 'null', '0', '0', '0']
  const text = asText(name, dialect)
  const counts = [`count(${name})`, `count(distinct ${name})`]
  if (isSecret) return [...counts, 'null', 'null', '0', '0', '0']
  const ordered = column.type === 'text' ? text : name
  const range = column.type === 'boolean' ? ['null', 'null'] : [`min(${ordered})`, `max(${ordered})`]
  const length = column.type === 'text' || dialect === 'sqlite' ? `avg(length(${text}))` : '0'
  const texts = column.type === 'number' && dialect === 'sqlite' ? `sum(typeof(${name}) = 'text')` : '0'
  return [...counts, ...range, length, texts, fractions(column, name)]
}

function fractions(column: TableColumn, name: string): string {
  if (column.type !== 'number' || column.isInteger) return '0'
  return `sum(case when ${name} <> round(${name}) then 1 else 0 end)`
}

function readProfile(column: TableColumn, rows: number, row: readonly Cell[]): ColumnProfile {
  const [counted, distinct, min = null, max = null, meanLength, texts, fractions] = row
  const count = numberOf(counted)
  const isText = column.type === 'number' && count > 0 && numberOf(texts) * 2 > count
  return {
    column,
    type: isText ? 'text' : column.type,
    isInteger: column.isInteger && !isText,
    isWhole: column.type === 'number' && !isText && numberOf(fractions) === 0,
    nulls: rows - count,
    distinct: numberOf(distinct),
    min: column.type === 'number' && !isText ? numeric(min) : min,
    max: column.type === 'number' && !isText ? numeric(max) : max,
    isCounted: true,
    meanLength: numberOf(meanLength),
  }
}

/** In a column of numbers a text such as `n/a` would come last in SQLite's order. */
function numeric(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell
  return cell.trim() !== '' && Number.isFinite(Number(cell)) ? Number(cell) : null
}

export function asText(name: string, dialect: Dialect): string {
  if (dialect === 'sqlite') return name
  return `cast(${name} as ${dialect === 'mysql' ? 'char' : 'text'})`
}

export function numberOf(cell: Cell | undefined): number {
  const number = Number(cell ?? 0)
  return Number.isFinite(number) ? number : 0
}

export function nameOf(table: Pick<Table, 'path'>): string {
  return table.path.map(quotedName).join('.')
}
