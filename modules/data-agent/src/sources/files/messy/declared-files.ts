import {
  DuckDBListType,
  DuckDBStructType,
  DuckDBTypeId,
  type DuckDBConnection,
  type DuckDBType,
} from '@duckdb/node-api'
import { singularLabel } from '@quipu/query'
import { quotedName } from '../../quoted-name.ts'
import { marksOf } from './amounts.ts'
import type { ColumnPlan } from './column-plan.ts'
import type { DataFile } from './data-file.ts'
import { dateMarksOf } from './dates.ts'
import { pathText } from './path-text.ts'
import type { FilePlan } from './plan-file.ts'
import { sqlText } from './sql-text.ts'
import { trimmed } from './cells.ts'
import { understandColumn } from './understand-column.ts'
import { dateOrderOf } from './understand-dates.ts'
import { decimalOf } from './understand-numbers.ts'

/** A column of a file that declares its types, or a part of one. */
interface DeclaredColumn {
  readonly name: string
  readonly sql: string
  readonly type: DuckDBType
}

interface Relation {
  readonly from: string
  readonly columns: readonly DeclaredColumn[]
  /** Whether it is the file as it is. */
  readonly isPlain: boolean
}

/** Names of the lists of records in a file: the lines of its orders. */
export async function listsIn(connection: DuckDBConnection, file: DataFile): Promise<readonly string[]> {
  const columns = await columnsOf(connection, file)
  if ((await wrapped(connection, file, columns)) !== null) return []
  return columns.filter(({ type }) => recordsOf(type) !== null).map(({ name }) => name)
}

/**
 * How a file that declares its types is read where its texts are amounts or dates, or where it has records within records. Null if it
 * is read as it is.
 */
export async function declaredPlan(connection: DuckDBConnection, file: DataFile): Promise<FilePlan | null> {
  const { from, columns: all, isPlain } = await relationOf(connection, file)
  const columns = withOwnNames(all)
  const texts = columns.filter(({ type }) => type.typeId === DuckDBTypeId.VARCHAR && type.alias === undefined)
  const cells = await sampleOf(connection, from, texts)
  const marks = cells.flat().slice(0, mostMarks)
  const around = {
    decimal: decimalOf(marks.map(marksOf).filter((mark) => mark !== null)),
    dateOrder: dateOrderOf(marks.map(dateMarksOf).filter((mark) => mark !== null)),
  }
  const plans = columns.map(({ name }, at): ColumnPlan => {
    const place = texts.findIndex((text) => text.name === name)
    const own = place < 0 ? null : understandColumn({ name, at, cells: cells[place] ?? [], ...around })
    return own === null || own.kind === 'empty' || own.kind === 'text' ? declared(name, at) : own
  })
  if (isPlain && plans.every(({ kind }) => kind === 'declared')) return null
  return {
    csv: null,
    declared: `(select ${columns.map(({ sql }, at) => `${sql} as c${at}`).join(', ')} from ${from})`,
    columns: plans,
    width: columns.length,
    skip: 0,
    until: null,
    header: [],
    usual: [],
    has: {
      totals: false,
      unnamedTotals: [],
      fullTotals: false,
      blankRows: false,
      headers: false,
      loneCells: false,
    },
    folds: new Map(),
    doubts: [],
  }
}

const mostMarks = 5_000
const mostSampled = 10_000

function declared(name: string, at: number): ColumnPlan {
  return { name, at, kind: 'declared', decimal: '.', formats: [], unit: null, doubts: [] }
}

async function sampleOf(
  connection: DuckDBConnection,
  from: string,
  columns: readonly DeclaredColumn[],
): Promise<readonly (readonly string[])[]> {
  if (columns.length === 0) return []
  const found = await connection.runAndReadAll(
    `select ${columns.map(({ sql }) => sql).join(', ')} from ${from} limit ${mostSampled}`,
  )
  const rows = found.getRows()
  return columns.map((_, at) => rows.map((row) => (row[at] === null ? '' : trimmed(String(row[at])))))
}

/** The records of a file with the parts of their parts side by side: `customer.city` is `customer city`. */
async function relationOf(connection: DuckDBConnection, file: DataFile): Promise<Relation> {
  const columns = await columnsOf(connection, file)
  const from = scanOf(file)
  const list = columns.find(({ name }) => name === file.list)
  const [key] = columns.filter(({ type }) => isPlainType(type))
  if (list !== undefined) {
    const item = recordsOf(list.type)
    const own = key === undefined ? '' : `${key.sql} as key, `
    const parent = { name: `${parentOf(file)} ${key?.name ?? ''}`, sql: 'key', type: key?.type ?? list.type }
    return {
      from: `(select ${own}unnest(${list.sql}) as item from ${from})`,
      columns: [
        ...(key === undefined ? [] : [parent]),
        ...partsOf({ name: '', sql: 'item', type: item ?? list.type }),
      ],
      isPlain: false,
    }
  }
  const wrapping = await wrapped(connection, file, columns)
  if (wrapping !== null)
    return {
      from: `(select unnest(${wrapping.sql}) as item from ${from})`,
      columns: partsOf({ name: '', sql: 'item', type: recordsOf(wrapping.type) ?? wrapping.type }),
      isPlain: false,
    }
  const flat = columns.filter(({ type }) => recordsOf(type) === null).flatMap((column) => partsOf(column))
  return { from, columns: flat, isPlain: flat.length === columns.length }
}

/** An export that is one record with the list of all rows. */
async function wrapped(
  connection: DuckDBConnection,
  file: DataFile,
  columns: readonly DeclaredColumn[],
): Promise<DeclaredColumn | null> {
  const [list, ...others] = columns.filter(({ type }) => recordsOf(type) !== null)
  if (file.reader !== 'read_json' || list === undefined || others.length > 0) return null
  const counted = await connection.runAndReadAll(
    `select count(*) from (select 1 from ${scanOf(file)} limit 2)`,
  )
  return Number(counted.getRows()[0]?.[0]) === 1 ? list : null
}

async function columnsOf(connection: DuckDBConnection, file: DataFile): Promise<readonly DeclaredColumn[]> {
  const found = await connection.runAndReadAll(`select * from ${scanOf(file)} limit 0`)
  const types = found.columnTypes()
  return found.columnNames().flatMap((name, at): readonly DeclaredColumn[] => {
    const type = types[at]
    return type === undefined ? [] : [{ name, sql: quotedName(name), type }]
  })
}

function scanOf({ path, reader }: DataFile): string {
  return `${reader}(${pathText(path)})`
}

/** `order` for the lines of `orders.json`. */
function parentOf({ parent = '' }: DataFile): string {
  return singularLabel(parent)
}

function partsOf(column: DeclaredColumn, depth = 0): readonly DeclaredColumn[] {
  const { name, sql, type } = column
  if (!(type instanceof DuckDBStructType) || depth > deepest) return [column]
  return type.entryNames.flatMap((entry, at): readonly DeclaredColumn[] => {
    const part = type.entryTypes[at]
    if (part === undefined) return []
    const own = {
      name: `${name} ${entry}`.trim(),
      sql: `struct_extract(${sql}, ${sqlText(entry)})`,
      type: part,
    }
    return partsOf(own, depth + 1)
  })
}

const deepest = 3

function recordsOf(type: DuckDBType): DuckDBStructType | null {
  return type instanceof DuckDBListType && type.valueType instanceof DuckDBStructType ? type.valueType : null
}

function isPlainType(type: DuckDBType): boolean {
  return !(type instanceof DuckDBListType) && !(type instanceof DuckDBStructType)
}

function withOwnNames(columns: readonly DeclaredColumn[]): readonly DeclaredColumn[] {
  const taken = new Set<string>()
  return columns.map((column) => {
    let { name } = column
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${column.name}_${number}`
    taken.add(name.toLowerCase())
    return { ...column, name }
  })
}
