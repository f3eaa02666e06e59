import type { Cell } from '@quipu/query'
import type { ForeignKey, Table, TableColumn } from '../source.ts'
import type { UnitedTables } from './united-tables.ts'
import { typeOfDeclared } from './sqlite-types.ts'

/** The result of a statement, with the declared types of its columns. */
export interface Asked {
  readonly columns: readonly { readonly name: string; readonly declared: string | null }[]
  readonly rows: readonly (readonly Cell[])[]
}

type Ask = (sql: string, parameters?: readonly string[]) => Promise<Asked>

const sampledRows = 200

/** Every table and view of the main schema, with keys as declared. */
export async function listTables(ask: Ask, united: readonly UnitedTables[] = []): Promise<readonly Table[]> {
  const { rows } = await ask(
    `select name, type from pragma_table_list where schema in ('main', 'temp') and type in ('table', 'view')
     and name not like 'sqlite\\_%' escape '\\' order by type, name`,
  )
  const tables: Table[] = []
  for (const [name, type] of rows) {
    const described = await describe(String(name), type === 'view', ask)
    if (described) tables.push(described)
  }
  const whole = tables.map((table) => ({ ...table, foreignKeys: completed(table, tables) }))
  return whole.map((table) => placed(table, whole, united))
}

/** A table of one year is a part of all years, which refer to what it refers to. */
function placed(table: Table, all: readonly Table[], united: readonly UnitedTables[]): Table {
  const isPartOf = united.find(({ tables }) => tables.includes(table.name))?.name
  if (isPartOf !== undefined) return { ...table, isPartOf }
  const family = united.find(({ name }) => name === table.name)
  const first = all.find(({ name }) => name === family?.tables[0])
  if (family === undefined || first === undefined) return table
  const understood = `The tables ${family.tables.join(', ')} are read as one.`
  return { ...table, foreignKeys: first.foreignKeys, reading: { understood, doubts: [] } }
}

/** Null for a view whose tables are missing: it cannot be read. */
async function describe(name: string, isView: boolean, ask: Ask): Promise<Table | null> {
  try {
    const columns = await ask(
      `select name, type, "notnull", pk from pragma_table_xinfo(?1) where hidden <> 1 order by cid`,
      [name],
    )
    const sample = await ask(`select * from ${quote(name)} limit ${sampledRows}`)
    const place = new Map(sample.columns.map((column, index) => [column.name, index]))
    return {
      name,
      source: `main.${name}`,
      path: [name],
      comment: null,
      columns: columns.rows.map((row) => describeColumn(row, place, sample.rows)),
      primaryKey: columns.rows
        .filter(([, , , order]) => Number(order) > 0)
        .toSorted((one, other) => Number(one[3]) - Number(other[3]))
        .map(([column]) => String(column)),
      uniqueKeys: isView ? [] : await uniqueKeys(name, ask),
      foreignKeys: isView ? [] : await foreignKeys(name, ask),
    }
  } catch (error) {
    if (isView) return null
    throw error
  }
}

function describeColumn(
  [name, declared, notNull, key]: readonly Cell[],
  place: ReadonlyMap<string, number>,
  rows: readonly (readonly Cell[])[],
): TableColumn {
  const nativeType = String(declared ?? '')
  const index = place.get(String(name))
  const values = index === undefined ? [] : rows.map((row) => row[index] ?? null)
  return {
    name: String(name),
    ...typeOfDeclared(nativeType, values),
    nativeType,
    isNullable: notNull !== 1 && !(Number(key) > 0 && /^integer$/i.test(nativeType)),
    comment: null,
  }
}

async function uniqueKeys(name: string, ask: Ask): Promise<string[][]> {
  const { rows } = await ask(
    `select l.name, i.name from pragma_index_list(?1) as l, pragma_index_info(l.name) as i
     where l."unique" = 1 and l.partial = 0 and l.origin <> 'pk' order by l.seq, i.seqno`,
    [name],
  )
  const keys = Map.groupBy(rows, ([index]) => String(index))
  return [...keys.values()]
    .filter((columns) => columns.every(([, column]) => column !== null))
    .map((columns) => columns.map(([, column]) => String(column)))
}

async function foreignKeys(name: string, ask: Ask): Promise<ForeignKey[]> {
  const { rows } = await ask(
    `select id, "table", "from", "to" from pragma_foreign_key_list(?1) order by id, seq`,
    [name],
  )
  return [...Map.groupBy(rows, ([id]) => id).values()].toReversed().map((columns) => ({
    columns: columns.map(([, , from]) => String(from)),
    toTable: String(columns[0]?.[1]),
    toColumns: columns.flatMap(([, , , to]) => (to === null ? [] : [String(to)])),
  }))
}

/** A reference that names no column means the other table's primary key; one to a missing table is ignored. */
function completed(table: Table, all: readonly Table[]): ForeignKey[] {
  return table.foreignKeys.flatMap((key) => {
    const target = all.find(({ name }) => name.toLowerCase() === key.toTable.toLowerCase())
    if (!target) return []
    const toColumns = (key.toColumns.length > 0 ? key.toColumns : target.primaryKey).map((each) =>
      asDeclared(target, each),
    )
    const columns = key.columns.map((each) => asDeclared(table, each))
    return toColumns.length === columns.length ? [{ columns, toTable: target.name, toColumns }] : []
  })
}

/** Foreign keys may write a column in another case than its table. */
function asDeclared(table: Table, column: string): string {
  return table.columns.find(({ name }) => name.toLowerCase() === column.toLowerCase())?.name ?? column
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
