import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { quotedName } from '../quoted-name.ts'
import { SourceError } from '../source.ts'
import { makePeopleViews, type PeopleView } from './people-views.ts'
import { isOfCells, type DataFile } from './messy/data-file.ts'
import { foldAcross } from './messy/fold-across.ts'
import { expandFiles } from './messy/expand-files.ts'
import { mostUnpacked, tooLarge } from './messy/raw-rows.ts'
import { uniteFiles } from './messy/unite-files.ts'
import type { UnitedFiles } from './messy/unite-files.ts'
import { columnsIn, readFiles, type FilesReading } from './messy/read-files.ts'
import { reportOf, type TableReport } from './messy/report.ts'
import { splitOf, type Split } from './messy/split-lines.ts'

interface Kept {
  readonly stamp: string
  /** Its share of the space for copies, in bytes; 0 if it is read with each statement. */
  readonly room: number
  readonly reading: FilesReading
  report?: TableReport
}

/**
 * Each file, or several files that belong together, are one view. Small CSV and JSON files are copied into memory once,
 * with typed columns; the view then reads the copy. An export of orders line by line is two views.
 */
export class FileTables {
  readonly #files: readonly DataFile[]
  #tables: ReadonlyMap<string, UnitedFiles> = new Map()
  /** The size of all copied files, in bytes. */
  readonly #most: number
  /** For copies and statements together, in bytes. */
  readonly #memory: number
  readonly #kept = new Map<string, Kept>()
  /** Of tables that hold orders and their lines. */
  readonly #splits = new Map<string, Split>()
  /** Of people that only columns of the tables name. */
  #people: readonly PeopleView[] = []
  #turn: Promise<unknown> = Promise.resolve()

  constructor(files: readonly DataFile[], memoryMb: number) {
    this.#files = files
    this.#memory = memoryMb * 2 ** 20
    this.#most = Math.min(mostCopied, this.#memory / 4)
  }

  async make(connection: DuckDBConnection): Promise<void> {
    await connection.run('create schema copies')
    const named = []
    for (const file of await expandFiles(connection, this.#files, mostUnpacked(this.#memory))) {
      const columns = await columnsIn(connection, file, this.#memory)
      if (columns.length > 0) named.push({ file, columns })
    }
    if (named.length === 0) throw nothingIn(this.#files)
    this.#tables = new Map(uniteFiles(named).map((table) => [table.name.toLowerCase(), table]))
    for (const table of this.#tables.values()) await this.#make(connection, table)
    await foldAcross(connection)
    await this.#makePeople(connection)
  }

  /** Tables of files with cells that are in memory can be looked at. */
  async #makePeople(connection: DuckDBConnection, before?: readonly PeopleView[]): Promise<void> {
    const copied = [...this.#tables.values()].flatMap(({ name, files }) =>
      files.every(isOfCells) && (this.#kept.get(name)?.room ?? 0) > 0 ? this.#namesOf(name) : [],
    )
    const tables = { all: this.#ownNames, copied, ...(before === undefined ? {} : { before }) }
    this.#people = await makePeopleViews(connection, tables)
  }

  /** The people that only columns of the tables name. */
  get people(): readonly PeopleView[] {
    return this.#people
  }

  get names(): readonly string[] {
    return [...this.#ownNames, ...this.#people.map(({ name }) => name)]
  }

  /** Of the tables in files. */
  get #ownNames(): readonly string[] {
    return [...this.#tables.values()].flatMap(({ name }) => this.#namesOf(name))
  }

  #namesOf(table: string): readonly string[] {
    return this.#splits.has(table) ? [table, linesOf(table)] : [table]
  }

  has(name: string): boolean {
    return this.#tablesOf(name).length > 0
  }

  filesOf(name: string): readonly DataFile[] {
    return this.#tablesOf(name).flatMap(({ files }) => files)
  }

  /** The tables whose rows a name stands for: several for people that several tables name. */
  #tablesOf(name: string): readonly UnitedFiles[] {
    const view = this.#people.find((one) => one.name.toLowerCase() === name.toLowerCase())
    const names = view === undefined ? [name] : view.named.map(({ table }) => table)
    return names.flatMap((one) => this.#tableOf(one) ?? [])
  }

  /** Updates tables whose files have changed. Default: all tables. */
  async renew(
    connection: DuckDBConnection,
    stopped: AbortSignal,
    names: readonly string[] = this.names,
  ): Promise<void> {
    for (const table of new Set(names.flatMap((name) => this.#tablesOf(name)))) {
      if (await this.#isOld(table))
        await this.#inTurn(async () => {
          stopped.throwIfAborted()
          if (!(await this.#isOld(table))) return
          await this.#make(connection, table)
          await foldAcross(connection)
          if (this.#people.length > 0) await this.#makePeople(connection, this.#people)
        })
    }
  }

  /** Called after a statement: a result that was read during a change is neither the old nor the new content. */
  async demandUnchanged(names: readonly string[]): Promise<void> {
    for (const table of new Set(names.flatMap((name) => this.#tablesOf(name)))) {
      if (this.#kept.get(table.name)?.room === 0 && (await this.#isOld(table))) throw changes()
    }
  }

  /** The report on a table, counted over all of its rows. */
  async report(connection: DuckDBConnection, name: string): Promise<TableReport | undefined> {
    const table = this.#tableOf(name)
    const kept = table === undefined ? undefined : this.#kept.get(table.name)
    if (table === undefined || kept === undefined) return undefined
    kept.report ??= await reportOf(connection, kept.reading)
    const { report } = kept
    const split = this.#splits.get(table.name)
    if (split === undefined || report.table === null) return report
    const two = `Each ${split.key} has one row in ${table.name} and its lines in ${linesOf(table.name)}.`
    return { ...report, table: { ...report.table, understood: `${report.table.understood} ${two}` } }
  }

  /** By its name, or by the name of its lines. */
  #tableOf(name: string): UnitedFiles | undefined {
    const own = this.#tables.get(name.toLowerCase())
    if (own !== undefined) return own
    const whole = [...this.#splits.keys()].find(
      (table) => linesOf(table).toLowerCase() === name.toLowerCase(),
    )
    return whole === undefined ? undefined : this.#tables.get(whole.toLowerCase())
  }

  async #isOld({ name, files }: UnitedFiles): Promise<boolean> {
    return this.#kept.get(name)?.stamp !== (await stampOf(files)).stamp
  }

  /** Two connections must not replace one view at the same time. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }

  async #make(connection: DuckDBConnection, table: UnitedFiles): Promise<void> {
    this.#kept.delete(table.name)
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const { stamp, size } = await stampOf(table.files)
      const room = table.files.some(({ reader }) => isFast(reader)) ? Infinity : size
      const taken = [...this.#kept.values()].reduce((sum, kept) => sum + kept.room, 0)
      const isSmall = taken + room <= this.#most
      const reading = await readFiles(connection, table, { memory: this.#memory, isSmall })
      const isCopied = isSmall && (await this.#copied(connection, table.name, reading))
      if (!isCopied && reading.isLoaded) throw tooLarge()
      if (!isCopied) await readAnew(connection, table.name, await reading.sql(connection))
      await reading.release(connection)
      const split = isCopied ? await this.#split(connection, table) : null
      if (split === null) this.#splits.delete(table.name)
      else this.#splits.set(table.name, split)
      if (stamp !== (await stampOf(table.files)).stamp) continue
      this.#kept.set(table.name, { stamp, room: isCopied ? Math.max(1, room) : 0, reading })
      return
    }
    throw changes()
  }

  /** Orders and their lines as two views of the copy, so that what an order comes to is counted once. */
  async #split(connection: DuckDBConnection, { name, files }: UnitedFiles): Promise<Split | null> {
    const lines = linesOf(name)
    const copy = `copies.${quotedName(name)}`
    const isRows = files.every(isOfCells) && !this.#tables.has(lines.toLowerCase())
    const split = isRows ? await splitOf(connection, copy) : null
    const asView = (view: string, columns: readonly string[], where: string) =>
      connection.run(
        `create or replace view main.${quotedName(view)} as select ${columns.map(quotedName).join(', ')} from ${copy} where ${where}`,
      )
    if (split !== null) {
      await asView(name, split.heads, `${quotedName(split.mark)} is not null`)
      await asView(lines, split.lines, 'true')
    } else if (this.#splits.has(name)) await connection.run(`drop view if exists main.${quotedName(lines)}`)
    return split
  }

  /** False if it does not fit or cannot be read to its end; then a statement that uses it reports the error. */
  async #copied(connection: DuckDBConnection, table: string, reading: FilesReading): Promise<boolean> {
    const name = quotedName(table)
    const sql = await reading.sql(connection)
    await connection.run('begin')
    try {
      await connection.run(`create or replace table copies.${name} as ${sql}`)
      await reading.foldCopy(connection, `copies.${name}`)
      await reading.dropRepeated(connection, `copies.${name}`)
      await connection.run(`create or replace view main.${name} as select * from copies.${name}`)
      const isSmall = (await memoryOf(connection)) <= this.#memory / 2
      await connection.run(isSmall ? 'commit' : 'rollback')
      return isSmall
    } catch (error) {
      await connection.run('rollback')
      if (error instanceof Error && /interrupt/i.test(error.message)) throw error
      return false
    }
  }
}

/** The name of the lines of the orders in this table. */
function linesOf(table: string): string {
  return `${table} lines`
}

/** Formats of which only the needed columns are read. */
function isFast(reader: DataFile['reader']): boolean {
  return reader === 'read_parquet' || reader === 'database'
}

const mostCopied = 256 * 2 ** 20
const attempts = 3

function nothingIn(files: readonly DataFile[]): SourceError {
  const names = files.slice(0, 3).map(({ path }) => basename(path).slice(0, 100))
  const more = files.length > names.length ? ', …' : ''
  return new SourceError('failed', `There is nothing in ${names.join(', ')}${more}; send files with rows`)
}

function changes(): SourceError {
  return new SourceError('failed', 'A file changes while it is read; ask again when it is written')
}

async function memoryOf(connection: DuckDBConnection): Promise<number> {
  const found = await connection.runAndReadAll('select sum(memory_usage_bytes)::double from duckdb_memory()')
  return Number(found.getRows()[0]?.[0])
}

async function readAnew(connection: DuckDBConnection, table: string, sql: string): Promise<void> {
  const name = quotedName(table)
  await connection.run(`create or replace view main.${name} as ${sql}`)
  await connection.run(`drop table if exists copies.${name}`)
}

/** Changes with the content: the files' identity, size and times. Compressed files become about eight times as large. */
async function stampOf(
  files: readonly DataFile[],
): Promise<{ readonly stamp: string; readonly size: number }> {
  const stamps: string[] = []
  let size = 0
  for (const { path } of files) {
    try {
      const found = await stat(path, { bigint: true })
      const { dev, ino, mtimeNs, ctimeNs } = found
      stamps.push([dev, ino, found.size, mtimeNs, ctimeNs].join(' '))
      size += Number(found.size) * (/\.(?:gz|xls[xm])$/i.test(path) ? 8 : 1)
    } catch (cause) {
      throw new SourceError('missing', 'The file is not there; check its path', { cause })
    }
  }
  return { stamp: stamps.join('\n'), size }
}
