import type { DatabaseSync } from 'node:sqlite'
import { quotedName } from '../quoted-name.ts'

/** Tables that hold the same for another year or month, and the name under which they are read as one. */
export interface UnitedTables {
  readonly name: string
  readonly tables: readonly string[]
}

/** Makes a view over `sales_2025` and `sales_2026`, and over others whose names differ by a year or month. */
export function uniteTables(db: DatabaseSync): readonly UnitedTables[] {
  const listed = db
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .all()
    .map(({ name }) => String(name))
  const families = familiesOf(listed).filter((family) => haveSameColumns(db, family.tables))
  for (const { name, tables } of families) {
    const columns = columnsOf(db, tables[0] ?? '')
      .map(quotedName)
      .join(', ')
    const parts = tables.map((table) => `select ${columns} from main.${quotedName(table)}`)
    db.exec(`create temp view ${quotedName(name)} as ${parts.join(' union all ')}`)
  }
  return families
}

/** Names that are the same but for a year, perhaps with a month, at the end. */
function familiesOf(names: readonly string[]): readonly UnitedTables[] {
  const taken = new Set(names.map((name) => name.toLowerCase()))
  const dated = names.flatMap((table) => {
    const stem = /^(.*?\p{L})[_ -]*(?:19|20)\d{2}(?:[_ -]?(?:0[1-9]|1[0-2]))?$/u.exec(table)?.[1]
    return stem === undefined ? [] : [{ stem, table }]
  })
  return Array.from(Map.groupBy(dated, ({ stem }) => stem.toLowerCase()).values(), (some) => ({
    name: some[0]?.stem ?? '',
    tables: some.map(({ table }) => table),
  })).filter(
    ({ name, tables }) => tables.length > 1 && tables.length <= mostUnited && !taken.has(name.toLowerCase()),
  )
}

/** SQLite takes no more parts in one statement. */
const mostUnited = 500

function haveSameColumns(db: DatabaseSync, tables: readonly string[]): boolean {
  const key = (table: string): string =>
    columnsOf(db, table)
      .map((name) => name.toLowerCase())
      .toSorted()
      .join('\n')
  return new Set(tables.map(key)).size === 1
}

function columnsOf(db: DatabaseSync, table: string): string[] {
  return db
    .prepare('select name from pragma_table_xinfo(?) where hidden <> 1 order by cid')
    .all(table)
    .map(({ name }) => String(name))
}
