import type { DuckDBConnection } from '@duckdb/node-api'
import { stat } from 'node:fs/promises'
import { quotedName } from '../../quoted-name.ts'
import { SourceError } from '../../source.ts'
import type { DataFile } from './data-file.ts'
import { blocksOf } from './blocks.ts'
import { listsIn } from './declared-files.ts'
import { sampleText } from './file-text.ts'
import { tablesIn } from './plan-file.ts'
import { sqlText } from './sql-text.ts'
import { Workbook } from './workbook.ts'

/** Runs before DuckDB is locked: a database file stays attached, read-only, for the life of the process. */
export async function attachDatabases(
  connection: DuckDBConnection,
  files: readonly DataFile[],
): Promise<void> {
  for (const [place, file] of databases(files)) {
    try {
      await connection.run(`attach ${sqlText(file.path)} as ${attached(place)} (read_only)`)
    } catch (cause) {
      throw new SourceError(
        'failed',
        'A DuckDB database cannot be opened: it is damaged, of a newer version, or another program writes to it',
        { cause },
      )
    }
  }
}

/** A workbook gives a table for each sheet, a database one for each of its tables and views. */
export async function expandFiles(
  connection: DuckDBConnection,
  files: readonly DataFile[],
  most: number,
): Promise<DataFile[]> {
  const all: DataFile[] = []
  const places = new Map(databases(files).map(([place, file]) => [file, place]))
  for (const file of files) {
    if (file.reader === 'workbook') all.push(...(await sheetsOf(file, most)))
    else if (file.reader === 'database')
      all.push(...(await tablesOf(connection, file, places.get(file) ?? 0)))
    else if (file.reader === 'read_csv') all.push(...(await tablesBelow(file)))
    else if (file.reader === 'read_json') all.push(file, ...(await listsOf(connection, file)))
    else all.push(file)
  }
  return withOwnNames(all)
}

function databases(files: readonly DataFile[]): [number, DataFile][] {
  return files.flatMap((file, place) => (file.reader === 'database' ? [[place, file]] : []))
}

function attached(place: number): string {
  return `attached_${place}`
}

/** A sheet has its own name; the only sheet of a workbook has the name of the file. */
async function sheetsOf(file: DataFile, most: number): Promise<DataFile[]> {
  const book = await Workbook.open(file.path, most)
  const { sheets, hidden } = book
  const left = `Left out, because hidden: sheet ${hidden.join(', ')}.`
  return sheets.flatMap((part) => {
    const sheet: DataFile = {
      ...file,
      part,
      name: sheets.length === 1 ? file.name : part,
      ...(hidden.length === 0 ? {} : { note: left }),
    }
    return blocksIn(
      sheet,
      blocksOf(book.rows(part)).map(({ title }) => title),
    )
  })
}

/** Orders with lists of lines are two tables. */
async function listsOf(connection: DuckDBConnection, file: DataFile): Promise<DataFile[]> {
  if ((await stat(file.path)).size === 0) return []
  const lists = await listsIn(connection, file)
  return lists.map((list) => ({ ...file, list, parent: file.name, name: `${file.name} ${list}` }))
}

/** Most files are one table. */
async function tablesBelow(file: DataFile): Promise<DataFile[]> {
  const { size } = await stat(file.path)
  return size === 0 ? [file] : blocksIn(file, tablesIn(await sampleText(file.path, size)))
}

/** Tables below one another are called by their titles, or by their file with a number. */
function blocksIn(file: DataFile, titles: readonly (string | null)[]): DataFile[] {
  if (titles.length === 1) return [file]
  return titles.map((title, block) => {
    const name = title?.slice(0, longestTitle) ?? (block === 0 ? file.name : `${file.name} ${block + 1}`)
    return { ...file, block, name }
  })
}

const longestTitle = 60

async function tablesOf(connection: DuckDBConnection, file: DataFile, place: number): Promise<DataFile[]> {
  const found = await connection.runAndReadAll(
    `select schema_name, table_name from (select database_name, schema_name, table_name from duckdb_tables()
      union all select database_name, schema_name, view_name from duckdb_views() where not internal)
      where database_name = '${attached(place)}' order by 1, 2`,
  )
  return found.getRows().map(([schema, table]) => ({
    ...file,
    name: schema === 'main' ? String(table) : `${String(schema)}.${String(table)}`,
    part: [attached(place), String(schema), String(table)].map(quotedName).join('.'),
  }))
}

/** `orders.csv` beside `orders.json`: the second is `orders_2`. */
function withOwnNames(files: readonly DataFile[]): DataFile[] {
  const taken = new Set<string>()
  return files.map((file) => {
    let { name } = file
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${file.name}_${number}`
    taken.add(name.toLowerCase())
    return { ...file, name }
  })
}
