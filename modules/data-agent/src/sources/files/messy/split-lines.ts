import type { DuckDBConnection } from '@duckdb/node-api'
import { quotedName } from '../../quoted-name.ts'

/**
 * A table with a row for each line of an order, where only one line has the columns of the order itself. Web shops
 * export orders like this.
 */
export interface Split {
  /** What an order and its lines share, such as the order number. */
  readonly key: string
  /** A column that exactly one row of each key fills. */
  readonly mark: string
  /** Columns that no other row fills. */
  readonly heads: readonly string[]
  readonly lines: readonly string[]
}

interface Counted {
  readonly name: string
  readonly filled: number
  readonly distinct: number
}

/** Null if each row stands for itself. */
export async function splitOf(connection: DuckDBConnection, table: string): Promise<Split | null> {
  const { rows, columns } = await countsOf(connection, table)
  for (const key of columns) {
    if (key.filled < rows || key.distinct < fewest || rows - key.distinct < fewest) continue
    for (const mark of columns) {
      if (mark.filled !== key.distinct || !(await isOncePerKey(connection, table, key, mark))) continue
      const later = await filledWithout(connection, table, columns, mark)
      const isHead = ({ name, filled }: Counted) => name !== key.name && filled > 0 && later.get(name) === 0
      const heads = columns.filter(isHead)
      const lines = columns.filter(({ name, filled }) => name !== key.name && filled >= rows / 2)
      if (heads.length < fewestColumns || lines.length < fewestColumns) continue
      const repeated = await repeatedOf(connection, table, columns, key, heads)
      // What each line repeats is of the order too, if the lines have columns of their own besides.
      const isTooFew = lines.length - repeated.length < fewestColumns
      const headNames = [...heads.map(({ name }) => name), ...(isTooFew ? [] : repeated)]
      const others = columns.map(({ name }) => name).filter((name) => !headNames.includes(name))
      return { key: key.name, mark: mark.name, heads: [key.name, ...headNames], lines: others }
    }
  }
  return null
}

/**
 * Columns that all rows of an order fill with the same, such as its day or its buyer. `Lineitem taxable` stays with the other
 * columns of a line, and so does what is the same in the whole table.
 */
async function repeatedOf(
  connection: DuckDBConnection,
  table: string,
  columns: readonly Counted[],
  key: Counted,
  heads: readonly Counted[],
): Promise<readonly string[]> {
  const rest = columns.filter((one) => one !== key && !heads.includes(one))
  if (key.filled - key.distinct < fewestRepeated) return []
  const kinds = await figuresOf(
    connection,
    rest
      .map(({ name }) => `count(distinct (${quotedName(key.name)}, ${quotedName(name)}))`)
      .concat(rest.map(({ name }) => `count(distinct ${quotedName(name)})`))
      .join(', '),
    table,
  )
  const isSame = (at: number): boolean =>
    kinds[at] === key.distinct && (kinds[rest.length + at] ?? 0) > 1 && (rest[at]?.filled ?? 0) >= key.filled
  const ofLine = new Set(rest.flatMap(({ name }, at) => (isSame(at) ? [] : [firstWord(name)])))
  return rest.flatMap(({ name }, at) => (isSame(at) && !ofLine.has(firstWord(name)) ? [name] : []))
}

/** By chance, a few orders may have lines that are all of one kind. */
const fewestRepeated = 20

function firstWord(name: string): string {
  return /^[\p{L}\p{N}]+/u.exec(name)?.[0].toLowerCase() ?? name
}

/** Two tables by themselves are worth it only if there are some of each. */
const fewest = 3
const fewestColumns = 2

async function countsOf(
  connection: DuckDBConnection,
  table: string,
): Promise<{ readonly rows: number; readonly columns: readonly Counted[] }> {
  const described = await connection.runAndReadAll(`describe select * from ${table}`)
  const names = described.getRows().map(([name]) => String(name))
  const figures = names.flatMap((name) => [
    `count(${quotedName(name)})`,
    `approx_count_distinct(${quotedName(name)})`,
  ])
  const [rows = 0, ...counts] = await figuresOf(connection, `count(*), ${figures.join(', ')}`, table)
  const columns: Counted[] = []
  for (const [at, name] of names.entries()) {
    const filled = counts[at * 2] ?? 0
    const about = counts[at * 2 + 1] ?? 0
    // The exact number costs more, and only a possible key needs it.
    const isPossible = filled === rows && about >= fewest && about < rows
    const [exact = about] = isPossible
      ? await figuresOf(connection, `count(distinct ${quotedName(name)})`, table)
      : []
    columns.push({ name, filled, distinct: exact })
  }
  return { rows, columns }
}

async function isOncePerKey(
  connection: DuckDBConnection,
  table: string,
  key: Counted,
  mark: Counted,
): Promise<boolean> {
  const filled = `${table} where ${quotedName(mark.name)} is not null`
  const [keys] = await figuresOf(connection, `count(distinct ${quotedName(key.name)})`, filled)
  return keys === key.distinct
}

/** How many of the rows without the mark fill each column. */
async function filledWithout(
  connection: DuckDBConnection,
  table: string,
  columns: readonly Counted[],
  mark: Counted,
): Promise<ReadonlyMap<string, number>> {
  const counts = await figuresOf(
    connection,
    columns.map(({ name }) => `count(${quotedName(name)})`).join(', '),
    `${table} where ${quotedName(mark.name)} is null`,
  )
  return new Map(columns.map(({ name }, at) => [name, counts[at] ?? 0]))
}

async function figuresOf(connection: DuckDBConnection, figures: string, from: string): Promise<number[]> {
  const found = await connection.runAndReadAll(`select ${figures} from ${from}`)
  return (found.getRows()[0] ?? []).map(Number)
}
