import type { DuckDBConnection } from '@duckdb/node-api'
import { quotedName } from '../../quoted-name.ts'

/** What stands in several files of one table, because they were exported twice or their periods overlap. */
export interface Repeated {
  /** The column that tells the rows of each file apart. */
  readonly key: string
  /** Rows that another file has too, in all columns; they were taken out. */
  readonly dropped: number
  /** Rows of which another file says something else; they stayed. */
  readonly changed: number
}

interface FileRows {
  /** The qualified name of the copy. */
  readonly table: string
  /** The column with the file of each row. */
  readonly file: string
  /** The columns that all files have. */
  readonly columns: readonly string[]
  /** Those of them with dates. */
  readonly dates: readonly string[]
}

/** Leaves each row that stands in several files once. Null if there are none, or if nothing tells them from other rows of the same number. */
export async function dropRepeated(connection: DuckDBConnection, rows: FileRows): Promise<Repeated | null> {
  const key = await keyOf(connection, rows)
  const others = rows.columns.filter((name) => name !== key)
  if (key === null || others.length < fewestOthers) return null
  const { table } = rows
  const [k, file] = [quotedName(key), quotedName(rows.file)]
  const whole = `(${others.map(quotedName).join(', ')})`
  const days = rows.dates.filter((name) => name !== key)
  const isSameDay =
    days.length === 0 ? 'false' : days.map((name) => `count(distinct ${quotedName(name)}) = 1`).join(' and ')
  const found = await connection.runAndReadAll(
    `select count(*), count(*) filter (kinds = 1), count(*) filter (kinds > 1 and same_day) from (
      select ${k}, count(distinct ${whole}) as kinds, ${isSameDay} as same_day from ${table} group by 1 having count(*) > 1)`,
  )
  const [repeated = 0, same = 0, sameDay = 0] = (found.getRows()[0] ?? []).map(Number)
  // Numbers that begin again in each file stand beside other values.
  if (same < repeated * mostlySame) {
    return sameDay >= repeated * mostlySame && sameDay > 0 ? { key, dropped: 0, changed: sameDay } : null
  }
  if (same === 0) return null
  const before = await countOf(connection, table)
  await connection.run(
    `delete from ${table} where rowid in (select rowid from (
      select rowid, row_number() over (partition by ${k} order by ${file}) as place,
        count(distinct ${whole}) over (partition by ${k}) as kinds from ${table}) where place > 1 and kinds = 1)`,
  )
  return { key, dropped: before - (await countOf(connection, table)), changed: repeated - same }
}

const fewestOthers = 2
const mostlySame = 0.5

async function countOf(connection: DuckDBConnection, table: string): Promise<number> {
  return Number((await connection.runAndReadAll(`select count(*) from ${table}`)).getRows()[0]?.[0])
}

/** The first column whose values are different within each file, and of which several files have some. */
async function keyOf(
  connection: DuckDBConnection,
  { table, file, columns }: FileRows,
): Promise<string | null> {
  if (columns.length === 0) return null
  const counts = columns.flatMap((name) => {
    const column = quotedName(name)
    return [
      `count(${column})`,
      `count(distinct (${quotedName(file)}, ${column}))`,
      `count(distinct ${column})`,
    ]
  })
  const found = await connection.runAndReadAll(`select count(*), ${counts.join(', ')} from ${table}`)
  const [rows = 0, ...figures] = (found.getRows()[0] ?? []).map(Number)
  const isKey = (at: number): boolean =>
    figures[at * 3] === rows && figures[at * 3 + 1] === rows && (figures[at * 3 + 2] ?? rows) < rows
  return columns.find((_, at) => isKey(at)) ?? null
}
