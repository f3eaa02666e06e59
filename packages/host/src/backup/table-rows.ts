import { z } from 'zod'
import type { FrozenStore, TextRow } from '../storage/store.ts'
import type { Sequences, Table } from './manifest.ts'

/** The tables of Quipu, without any others in the same database. */
export async function listTables(store: FrozenStore): Promise<Table[]> {
  const rows = await store.texts(tablesWithColumns)
  return rows.map(([name, columns]) => ({
    name: name ?? '',
    columns: z.array(z.string()).parse(JSON.parse(columns ?? '[]')),
  }))
}

export async function listMigrations(store: FrozenStore) {
  const rows = await store.texts('select module, id, checksum from schema_migrations order by module, id')
  return rows.map(([module, id, checksum]) => ({
    module: module ?? '',
    id: id ?? '',
    checksum: checksum ?? '',
  }))
}

export async function readSequences(store: FrozenStore): Promise<Sequences> {
  const names = await store.texts(ownSequences)
  const sequences: Sequences = []
  for (const [name] of names) {
    const [row] = await store.texts(`select last_value, is_called from ${name}`)
    sequences.push({ name: name ?? '', value: row?.[0] ?? '1', isCalled: row?.[1] === 't' })
  }
  return sequences
}

/** All rows of a table, a few megabytes at a time. */
export async function* readRows(
  store: FrozenStore,
  { name, columns }: Table,
): AsyncGenerator<readonly TextRow[]> {
  await store.texts(
    `declare backup_rows no scroll cursor for select ${columns.map(quoted).join(', ')} from ${name}`,
  )
  let many = 100
  for (;;) {
    const rows = await store.texts(`fetch forward ${many} from backup_rows`)
    if (rows.length === 0) break
    yield rows
    const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0)
    many = Math.max(10, Math.min(5_000, Math.floor((wantedBytes * rows.length) / Math.max(bytes, 1))))
  }
  await store.texts('close backup_rows')
}

export function bytesOf(row: TextRow): number {
  return row.reduce((sum, value) => sum + (value?.length ?? 0) + 8, 0)
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const wantedBytes = 2 * 1024 * 1024

const ownTables = `c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
  and c.relname <> 'schema_migrations' and has_table_privilege('quipu_system', c.oid, 'select')`

/** Without generated columns. */
const tablesWithColumns = `select c.relname, json_agg(a.attname order by a.attnum)
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where ${ownTables} group by c.relname order by c.relname`

const ownSequences = `select s.relname from pg_class s
  join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
  join pg_class c on c.oid = d.refobjid
  where s.relkind = 'S' and ${ownTables} order by s.relname`
