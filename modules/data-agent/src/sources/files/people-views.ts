import type { DuckDBConnection } from '@duckdb/node-api'
import { quotedName } from '../quoted-name.ts'

/** The people of an export, each once: they have no file of their own, only a column. */
export interface PeopleView {
  readonly name: string
  readonly column: string
  /** The tables and columns that name them. */
  readonly named: readonly { readonly table: string; readonly column: string }[]
}

const people = 'customer client buyer guest patient student pupil donor tenant subscriber passenger'.split(
  ' ',
)

interface PeopleTables {
  /** Every table of the source. */
  readonly all: readonly string[]
  /** Those in memory, whose columns are looked at. */
  readonly copied: readonly string[]
  /** Only these views are made again, and those that are no longer found are dropped. Default: all that are found are made. */
  readonly before?: readonly PeopleView[]
}

/** Makes a view of the customers, clients and so on that only columns name, so that they can be counted and asked about. */
export async function makePeopleViews(
  connection: DuckDBConnection,
  { all, copied, before }: PeopleTables,
): Promise<readonly PeopleView[]> {
  const known = new Set(before?.map(({ name }) => name))
  const columns = await columnsOf(connection, copied)
  const views: PeopleView[] = []
  for (const word of people) {
    const name = `${word}s`
    if (before !== undefined && !known.has(name)) continue
    const named = []
    // The table about them is left alone, also if it is too large for the memory.
    const isOwn = all.some((table) => wordsOf(table).includes(word))
    for (const one of isOwn ? [] : peopleColumns(word, columns))
      if (await isRepeated(connection, one)) named.push(one)
    const view = `main.${quotedName(name)}`
    const [first] = named
    if (first === undefined) {
      if (known.has(name)) await connection.run(`drop view if exists ${view}`)
      continue
    }
    const parts = named.map(
      ({ table, column }) =>
        `select distinct ${quotedName(column)} as ${quotedName(first.column)} from main.${quotedName(table)} where ${quotedName(column)} is not null`,
    )
    await connection.run(`create or replace view ${view} as ${parts.join(' union ')}`)
    views.push({ name, column: first.column, named })
  }
  return views
}

interface NamedColumn {
  readonly table: string
  readonly column: string
  readonly isText: boolean
}

/** By a description of each table: `duckdb_columns` may show placeholders for a view that was not used before. */
async function columnsOf(
  connection: DuckDBConnection,
  tables: readonly string[],
): Promise<readonly NamedColumn[]> {
  const columns: NamedColumn[] = []
  for (const table of tables) {
    const found = await connection.runAndReadAll(`describe main.${quotedName(table)}`)
    for (const [column, type] of found.getRows())
      columns.push({ table, column: String(column), isText: type === 'VARCHAR' })
  }
  return columns
}

/** The columns that name such people, where no column numbers them. */
function peopleColumns(word: string, columns: readonly NamedColumn[]): readonly NamedColumn[] {
  const isNumbered = columns.some(({ column }) => {
    const [first, second] = wordsOf(column)
    return first === word && second !== undefined && second !== 'name'
  })
  // Where one file has their name and another an e-mail address, it is not known who is the same.
  const isAlsoCalled = columns.some(({ column }) =>
    wordsOf(column).some((one) => otherNames.has(one) || (one !== word && people.includes(one))),
  )
  if (isNumbered || isAlsoCalled) return []
  return columns.filter(({ column, isText }) => {
    const own = wordsOf(column)
    return isText && own[0] === word && (own.length === 1 || (own.length === 2 && own[1] === 'name'))
  })
}

const otherNames: ReadonlySet<string> = new Set([
  'email',
  'mail',
  'username',
  'login',
  'billing',
  'recipient',
])

/** Singular, in lower case. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.replace(/s$/, ''))
}

const fewestRows = 10
const mostDifferent = 0.9

/** A column that names another person in each row says nothing more than its rows do. */
async function isRepeated(connection: DuckDBConnection, { table, column }: NamedColumn): Promise<boolean> {
  const name = quotedName(column)
  const found = await connection.runAndReadAll(
    `select count(${name})::double, count(distinct ${name})::double from main.${quotedName(table)}`,
  )
  const [[rows, different] = []] = found.getRows().map((row) => row.map(Number))
  return (
    rows !== undefined &&
    different !== undefined &&
    rows >= fewestRows &&
    different > 1 &&
    different <= rows * mostDifferent
  )
}
