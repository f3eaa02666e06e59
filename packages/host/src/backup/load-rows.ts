import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Session } from '../storage/session.ts'
import type { TextRow } from '../storage/store.ts'
import type { Sequences, Table } from './manifest.ts'
import { bytesOf, quoted } from './table-rows.ts'

/**
 * Fills the tables of a store in one transaction. Foreign keys are dropped and added again, which checks each of them,
 * so that the order of the tables does not matter.
 */
export class RowLoader {
  readonly #session: Session
  readonly #tables: ReadonlyMap<string, Table>
  #foreignKeys: readonly ForeignKey[] = []

  static async begin(session: Session, tables: readonly Table[]): Promise<RowLoader> {
    const loader = new RowLoader(session, tables)
    await session.script('begin')
    await loader.#clear()
    return loader
  }

  private constructor(session: Session, tables: readonly Table[]) {
    this.#session = session
    this.#tables = new Map(tables.map((table) => [table.name, table]))
  }

  async load(name: string, lines: AsyncIterable<Uint8Array>): Promise<number> {
    const table = this.#tables.get(name)
    if (table === undefined)
      throw new Error(`The backup has rows of ${name}, which its manifest does not name`)
    let count = 0
    for await (const rows of batches(lines, table.columns.length)) {
      await this.#session.run([insertOf(table, rows)])
      count += rows.length
    }
    return count
  }

  async setSequences(sequences: Sequences): Promise<void> {
    for (const { name, value, isCalled } of sequences) {
      const sql = 'select setval($1::regclass, $2::bigint, $3::boolean)'
      await this.#session.run([{ sql, values: [quoted(name), value, String(isCalled)] }])
    }
  }

  async commit(): Promise<void> {
    for (const { name, table, definition } of this.#foreignKeys)
      await this.#session.script(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
    for (const name of this.#tables.keys())
      await this.#session.script(`alter table ${quoted(name)} enable trigger user`)
    await this.#session.script('commit')
    await this.#session.script('analyze')
  }

  async #clear(): Promise<void> {
    const { rows } = await this.#session.run([{ sql: foreignKeys, values: [] }])
    this.#foreignKeys = rows.map(([name, table, definition]) => ({
      name: name ?? '',
      table: table ?? '',
      definition: definition ?? '',
    }))
    for (const { name, table } of this.#foreignKeys)
      await this.#session.script(`alter table ${table} drop constraint ${quoted(name)}`)
    const names = [...this.#tables.keys()].map(quoted)
    for (const name of names) await this.#session.script(`alter table ${name} disable trigger user`)
    await this.#session.script(`truncate ${names.join(', ')}`)
  }
}

interface ForeignKey {
  readonly name: string
  readonly table: string
  readonly definition: string
}

const foreignKeys = `select conname, conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
  where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace order by conrelid, conname`

/** The wire counts parameters in 16 bits. */
const mostParameters = 60_000
const mostRows = 500
const mostBytes = 4 * 1024 * 1024
const Row = z.array(z.string().nullable())

async function* batches(
  lines: AsyncIterable<Uint8Array>,
  columns: number,
): AsyncGenerator<readonly TextRow[]> {
  const most = Math.max(1, Math.min(mostRows, Math.floor(mostParameters / Math.max(1, columns))))
  let rows: TextRow[] = []
  let bytes = 0
  for await (const line of createInterface({ input: Readable.from(lines), crlfDelay: Infinity })) {
    const row = Row.parse(JSON.parse(line))
    if (row.length !== columns)
      throw new Error('A row of the backup has another number of values than its table')
    rows.push(row)
    bytes += bytesOf(row)
    if (rows.length < most && bytes < mostBytes) continue
    yield rows
    rows = []
    bytes = 0
  }
  if (rows.length > 0) yield rows
}

function insertOf({ name, columns }: Table, rows: readonly TextRow[]) {
  const width = columns.length
  const places = rows.map(
    (_, row) => `(${columns.map((_column, at) => `$${row * width + at + 1}`).join(', ')})`,
  )
  const sql = `insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) overriding system value values ${places.join(', ')}`
  return { sql, values: rows.flat() }
}
