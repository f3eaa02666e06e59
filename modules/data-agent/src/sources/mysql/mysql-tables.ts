import type { Connection, RowDataPacket } from 'mysql2/promise'
import type { ForeignKey, Table } from '../source.ts'
import { columnType } from './mysql-cells.ts'

interface Column {
  readonly table: string
  readonly name: string
  readonly native: string
  readonly nullable: string
  readonly comment: string
}

interface KeyColumn {
  readonly table: string
  readonly key: string
  readonly kind: string
  readonly name: string
  readonly toTable: string | null
  readonly toColumn: string | null
}

/** Tables and views of the connected database that its user may read. */
export async function listTables(connection: Connection): Promise<readonly Table[]> {
  const rows = async <Row>(sql: string): Promise<readonly Row[]> => {
    const [found] = await connection.query<RowDataPacket[]>(sql)
    return found as unknown as readonly Row[]
  }
  const tables = await rows<{ name: string; comment: string; database: string }>(tablesSql)
  const columns = Map.groupBy(await rows<Column>(columnsSql), ({ table }) => table)
  const keys = Map.groupBy(await rows<KeyColumn>(keysSql), ({ table }) => table)
  const indexes = Map.groupBy(await rows<KeyColumn>(indexesSql), ({ table }) => table)
  return tables.flatMap(({ name, comment, database }) => {
    const own = columns.get(name) ?? []
    if (own.length === 0) return []
    const unique = columnsByKey(indexes.get(name) ?? [])
    return [
      {
        name,
        source: `${database}.${name}`,
        path: [name],
        // A view has this word as its comment.
        comment: comment === '' || comment === 'VIEW' ? null : comment,
        columns: own.map((column) => ({
          name: column.name,
          ...columnType(column.native),
          nativeType: column.native,
          isNullable: column.nullable === 'YES',
          comment: column.comment === '' ? null : column.comment,
        })),
        primaryKey: unique.get('PRIMARY') ?? [],
        uniqueKeys: [...unique].flatMap(([key, names]) => (key === 'PRIMARY' ? [] : [names])),
        foreignKeys: foreignKeysOf(keys.get(name) ?? []),
      },
    ]
  })
}

function columnsByKey(parts: readonly KeyColumn[]): ReadonlyMap<string, readonly string[]> {
  const byKey = Map.groupBy(parts, ({ key }) => key)
  return new Map(Array.from(byKey, ([key, columns]) => [key, columns.map(({ name }) => name)]))
}

function foreignKeysOf(parts: readonly KeyColumn[]): ForeignKey[] {
  return [...Map.groupBy(parts, ({ key }) => key).values()].flatMap((columns) => {
    const toTable = columns[0]?.toTable
    if (toTable === undefined || toTable === null) return []
    return [
      {
        columns: columns.map(({ name }) => name),
        toTable,
        toColumns: columns.map(({ toColumn }) => toColumn ?? ''),
      },
    ]
  })
}

const tablesSql = `
  select table_name as "name", table_comment as "comment", table_schema as "database"
  from information_schema.tables where table_schema = database() order by table_name`

const columnsSql = `
  select table_name as "table", column_name as "name", column_type as "native", is_nullable as "nullable",
    column_comment as "comment"
  from information_schema.columns where table_schema = database() order by table_name, ordinal_position`

const keysSql = `
  select table_name as "table", constraint_name as "key", 'f' as "kind", column_name as "name",
    referenced_table_name as "toTable", referenced_column_name as "toColumn"
  from information_schema.key_column_usage
  where table_schema = database() and referenced_table_schema = database()
  order by table_name, constraint_name, ordinal_position`

/** An index on a prefix of a text does not make the text unique. */
const indexesSql = `
  select table_name as "table", index_name as "key", 'u' as "kind", column_name as "name", null as "toTable",
    null as "toColumn"
  from information_schema.statistics s
  where table_schema = database() and non_unique = 0 and not exists (
    select 1 from information_schema.statistics p
    where p.table_schema = s.table_schema and p.table_name = s.table_name and p.index_name = s.index_name
      and (p.sub_part is not null or p.column_name is null))
  order by table_name, index_name, seq_in_index`
