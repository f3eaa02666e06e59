import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { quotedName } from '../../quoted-name.ts'
import { SourceError } from '../../source.ts'
import type { DataFile } from './data-file.ts'
import { isOfCells } from './data-file.ts'
import { declaredPlan } from './declared-files.ts'
import { columnKey, type SeenColumn } from './align-columns.ts'
import { pathText } from './path-text.ts'
import { sqlText } from './sql-text.ts'
import { typedSql } from './file-sql.ts'
import { sampleText } from './file-text.ts'
import { foldSpellings } from './fold-spellings.ts'
import type { FilePlan, Folds } from './plan-file.ts'
import { planCsv, planSheet } from './plan-file.ts'
import { dropRepeated, type Repeated } from './repeated-rows.ts'
import { loadRows, mostUnpacked, scanSql, wayOf, type Room, type Way } from './raw-rows.ts'
import { agreed, type UnitedFiles } from './unite-files.ts'
import { Workbook } from './workbook.ts'

export interface FileReading {
  readonly file: DataFile
  readonly plan: FilePlan
  readonly way: Way
}

/** A file's columns, without reading all of it. */
export async function columnsIn(
  connection: DuckDBConnection,
  file: DataFile,
  memory: number,
): Promise<readonly SeenColumn[]> {
  if ((await stat(file.path)).size === 0) return []
  if (isOfCells(file)) return (await planOf(file, memory)).columns
  const plan = file.reader === 'database' ? null : await declaredPlan(connection, file)
  if (plan !== null) return plan.columns.map(({ name }) => ({ name, kind: null }))
  const found = await connection.runAndReadAll(`describe select * from ${typedScan(file)}`)
  return found.getRows().map(([name]) => ({ name: String(name), kind: null }))
}

/** How the files of one table are read, inferred from their content. */
export async function readFiles(
  connection: DuckDBConnection,
  { files: all, marks: allMarks }: UnitedFiles,
  room: Room,
): Promise<FilesReading> {
  const twins = await twinsOf(all)
  const files = all.filter((file) => !twins.has(file))
  const marks = files.map((file) => allMarks[all.indexOf(file)] ?? file.name)
  const planned: { file: DataFile; plan: FilePlan }[] = []
  for (const file of files) {
    const plan = isOfCells(file)
      ? await planOf(file, room.memory)
      : file.reader === 'database'
        ? null
        : await declaredPlan(connection, file)
    if (plan !== null) planned.push({ file, plan })
  }
  const columns = agreed(planned.map(({ plan }) => plan.columns))
  const readings: FileReading[] = []
  for (const [place, { file, plan }] of planned.entries()) {
    const agreedColumns = columns[place] ?? plan.columns
    const names = new Map(plan.columns.map(({ name }, at) => [name, agreedColumns[at]?.name ?? name]))
    const folds = new Map(Array.from(plan.folds, ([name, same]) => [names.get(name) ?? name, same]))
    const own: FilePlan = { ...plan, columns: agreedColumns, folds }
    readings.push({ file, plan: own, way: await wayOf(connection, file, own, room) })
  }
  const reading = new FilesReading(
    new Map(files.map((file, at) => [file, marks[at] ?? file.name])),
    readings,
    room.memory,
    twins,
  )
  if (!room.isSmall) reading.foldAsSeen()
  return reading
}

export class FilesReading {
  /** With what tells each from the others. */
  readonly #files: ReadonlyMap<DataFile, string>
  readonly #memory: number
  /** Files with the same content as another, which is read instead. */
  readonly twins: ReadonlyMap<DataFile, DataFile>
  /** What stands in several files. */
  repeated: Repeated | null = null
  readonly #loaded = new Set<string>()
  /** Of the files with cells, and of others whose texts are amounts or dates. */
  readonly readings: readonly FileReading[]
  /** Replaced spellings, by the column's name. */
  folds: Folds = new Map()

  constructor(
    files: ReadonlyMap<DataFile, string>,
    readings: readonly FileReading[],
    memory: number,
    twins: ReadonlyMap<DataFile, DataFile>,
  ) {
    this.twins = twins
    this.#files = files
    this.readings = readings
    this.#memory = memory
  }

  /** All rows of all files, with the file's mark in a column if there are several. */
  async sql(connection: DuckDBConnection): Promise<string> {
    const parts: string[] = []
    for (const [file, mark] of this.#files) {
      const reading = this.readings.find((each) => each.file === file)
      if (reading?.plan.columns.length === 0) continue
      const rows =
        reading === undefined
          ? `select * from ${typedScan(file)}`
          : typedSql(reading.plan, await this.raw(connection, reading), this.folds)
      parts.push(
        this.#files.size === 1
          ? rows
          : `select *, ${sqlText(mark)} as ${quotedName(this.#fileColumn())} from (${rows})`,
      )
    }
    if (parts.length === 0) throw new SourceError('failed', `${this.#names} has no rows now; write it again`)
    return parts.join(' union all by name ')
  }

  /** The relation with the cells of a file; loaded first if we parse it ourselves. */
  async raw(connection: DuckDBConnection, { file, plan, way }: FileReading): Promise<string> {
    // All files of a table are open at once.
    if (plan.declared !== undefined) return plan.declared
    if (way !== 'own' && way !== 'declared') return scanSql(file, plan, way, this.#memory / this.#files.size)
    const name = `cells of ${file.name}`
    if (!this.#loaded.has(name)) await loadRows(connection, file, plan, { table: name, memory: this.#memory })
    this.#loaded.add(name)
    return `copies.${quotedName(name)}`
  }

  async release(connection: DuckDBConnection): Promise<void> {
    for (const name of this.#loaded) await connection.run(`drop table if exists copies.${quotedName(name)}`)
    this.#loaded.clear()
  }

  /** Whether its rows are only in memory, so it cannot be read with each statement. */
  get isLoaded(): boolean {
    return this.#loaded.size > 0
  }

  /** Writes one spelling of each value into a copy. */
  async foldCopy(connection: DuckDBConnection, table: string): Promise<void> {
    const folds = new Map<string, ReadonlyMap<string, string>>()
    for (const column of this.#texts()) {
      const name = quotedName(column)
      const found = await connection.runAndReadAll(
        `select ${name}, count(*) from ${table} where ${name} is not null group by 1 limit ${mostSpellings + 1}`,
      )
      const rows = found.getRows()
      if (rows.length > mostSpellings) continue
      const spellings = foldSpellings(new Map(rows.map(([text, count]) => [String(text), Number(count)])))
      if (spellings.size === 0) continue
      folds.set(column, spellings)
      const values = Array.from(spellings, ([written, value]) => `(${sqlText(written)}, ${sqlText(value)})`)
      await connection.run(
        `update ${table} set ${name} = said.value from (values ${values.join(', ')}) said(written, value) where ${name} = said.written`,
      )
    }
    this.folds = folds
  }

  /** Leaves what stands in several files once in a copy. */
  async dropRepeated(connection: DuckDBConnection, table: string): Promise<void> {
    this.repeated = null
    // Files of places have numbers of their own.
    const isOfPlaces = [...this.#files].some(([file, mark]) => mark !== file.name)
    if (isOfPlaces || this.#files.size < 2 || this.readings.length < this.#files.size) return
    const [first, ...others] = this.readings.map(({ plan }) => plan.columns)
    const shared = (first ?? []).filter(({ name }) =>
      others.every((columns) => columns.some((other) => other.name === name)),
    )
    const isDate = ({ kind }: { readonly kind: string }) => kind === 'date' || kind === 'timestamp'
    this.repeated = await dropRepeated(connection, {
      table,
      file: this.#fileColumn(),
      columns: shared.map(({ name }) => name),
      dates: shared.filter(isDate).map(({ name }) => name),
    })
  }

  /** For files too large for a copy: the spellings in the samples. */
  foldAsSeen(): void {
    const all = this.readings.flatMap(({ plan }) => [...plan.folds])
    const byColumn = Map.groupBy(all, ([column]) => column)
    this.folds = new Map(
      Array.from(byColumn, ([column, some]) => [column, new Map(some.flatMap(([, folds]) => [...folds]))]),
    )
  }

  get #names(): string {
    return [...this.#files.keys()].map(fileName).join(', ')
  }

  #texts(): string[] {
    const texts = this.readings
      .flatMap(({ plan }) => plan.columns)
      .flatMap(({ name, kind }) => (kind === 'text' ? [name] : []))
    return [...new Set(texts)]
  }

  #fileColumn(): string {
    const taken = new Set(
      this.readings.flatMap(({ plan }) => plan.columns.map(({ name }) => columnKey(name))),
    )
    return (
      ['File', 'Source file', 'Read from file'].find((name) => !taken.has(columnKey(name))) ?? 'File name'
    )
  }
}

const mostSpellings = 5_000

/** Of the files as they are now, by path: each is inspected to find those that belong together, and then read. */
const plans = new Map<string, { readonly stamp: string; readonly plan: FilePlan }>()

async function planOf({ path, reader, part = '', block }: DataFile, memory: number): Promise<FilePlan> {
  const { size, ino, mtimeMs, ctimeMs } = await stat(path)
  const stamp = [size, ino, mtimeMs, ctimeMs].join(' ')
  const key = JSON.stringify([path, part, block ?? null])
  const known = plans.get(key)
  if (known?.stamp === stamp) return known.plan
  const plan =
    reader === 'workbook'
      ? planSheet((await Workbook.open(path, mostUnpacked(memory))).rows(part), block)
      : planCsv(await sampleText(path, size), block)
  plans.set(key, { stamp, plan })
  return plan
}

/** Files of the same content, each with the one of the shortest name, which is read instead. */
async function twinsOf(files: readonly DataFile[]): Promise<ReadonlyMap<DataFile, DataFile>> {
  const twins = new Map<DataFile, DataFile>()
  const whole = files.filter(({ part, block, list }) => [part, block, list].every((one) => one === undefined))
  const sizes = await Promise.all(whole.map(async ({ path }) => (await stat(path)).size))
  const bySize = Map.groupBy(whole, (file) => sizes[whole.indexOf(file)] ?? 0)
  for (const some of bySize.values()) {
    if (some.length < 2) continue
    const hashes = await Promise.all(some.map(({ path }) => hashOf(path)))
    for (const same of Map.groupBy(some, (file) => hashes[some.indexOf(file)] ?? '').values()) {
      const [kept, ...others] = same.toSorted((one, other) => one.name.length - other.name.length)
      if (kept !== undefined) for (const other of others) twins.set(other, kept)
    }
  }
  return twins
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return hash.digest('hex')
}

function typedScan({ path, reader, part }: DataFile): string {
  if (reader === 'database' && part !== undefined) return part
  return `${reader}(${pathText(path)})`
}

/** The name for people. */
export function fileName({ path, part, block }: DataFile): string {
  const table = block === undefined ? '' : `, table ${block + 1}`
  return `${basename(path)}${part === undefined ? '' : `, sheet ${part}`}${table}`
}
