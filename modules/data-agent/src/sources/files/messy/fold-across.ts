import type { DuckDBConnection } from '@duckdb/node-api'
import { quotedName } from '../../quoted-name.ts'
import { sqlText } from './sql-text.ts'

interface TextColumn {
  readonly table: string
  readonly column: string
  readonly values: readonly string[]
  /** No two rows have the same value, and none is empty. */
  readonly isKey: boolean
}

/** Writes what refers to the rows of another file as that file writes it: `COM100` for `com100`. */
export async function foldAcross(connection: DuckDBConnection): Promise<void> {
  const columns = await textColumns(connection)
  const keys = columns.filter(({ isKey }) => isKey)
  for (const column of columns.filter(({ isKey }) => !isKey)) {
    const others = [...keys, ...betterWritten(column, columns)].filter(({ table }) => table !== column.table)
    const [folds] = others.map((key) => foldsTo(column.values, key.values)).filter(({ size }) => size > 0)
    if (folds === undefined) continue
    const name = quotedName(column.column)
    const values = Array.from(folds, ([written, value]) => `(${sqlText(written)}, ${sqlText(value)})`)
    await connection.run(
      `update copies.${quotedName(column.table)} set ${name} = said.value from (values ${values.join(', ')}) said(written, value) where ${name} = said.written`,
    )
  }
}

/** Of another file, which writes `Mill Lane` for the `MILL LANE` of this one. */
function betterWritten({ values }: TextColumn, columns: readonly TextColumn[]): readonly TextColumn[] {
  const isPlain = (value: string): boolean => value === value.toUpperCase() || value === value.toLowerCase()
  if (values.length > mostNames || !values.every(isPlain)) return []
  return columns.filter(
    (other) => other.values.length <= mostNames && other.values.every((value) => !isPlain(value)),
  )
}

/** A list of places or kinds is short. */
const mostNames = 50

/** The key for each value that differs from it by case, spaces or dashes alone. Empty if many values are no keys at all. */
function foldsTo(values: readonly string[], keys: readonly string[]): ReadonlyMap<string, string> {
  const none = new Map<string, string>()
  if (values.length < fewest) return none
  const byFold = new Map(keys.map((key) => [folded(key), key]))
  // Keys that differ by case alone mean different things.
  if (byFold.size < keys.length) return none
  const pairs = values.map((value): readonly [string, string | undefined] => [
    value,
    byFold.get(folded(value)),
  ])
  const known = pairs.flatMap(([value, key]) => (key === undefined ? [] : [[value, key] as const]))
  if (known.length < pairs.length * mostlyKeys) return none
  return new Map(known.filter(([value, key]) => value !== key))
}

/** Fewer values may be equal by chance. */
const fewest = 3
/** A till also sells what is on no list. */
const mostlyKeys = 0.8
const mostValues = 5_000

/** `w1001` for `W-1001`; words keep their spaces. */
function folded(text: string): string {
  const plain = text.toLowerCase().replace(/\s+/g, ' ').trim()
  return /\d/.test(plain) ? plain.replace(/(?<=[a-z\d])[ ._/-](?=[a-z\d])/g, '') : plain
}

async function textColumns(connection: DuckDBConnection): Promise<TextColumn[]> {
  const found = await connection.runAndReadAll(
    `select table_name, column_name from information_schema.columns where table_schema = 'copies' and data_type = 'VARCHAR'`,
  )
  const columns: TextColumn[] = []
  for (const [table, column] of found.getRows().map((row) => row.map(String))) {
    if (table === undefined || column === undefined) continue
    const name = quotedName(column)
    const from = `from copies.${quotedName(table)}`
    const counted = await connection.runAndReadAll(`select count(*) ${from}`)
    const rows = Number(counted.getRows()[0]?.[0])
    // A value more shows that there are too many, without all of them being kept.
    const seen = await connection.runAndReadAll(`select distinct ${name} ${from} limit ${mostValues + 1}`)
    const values = seen.getRows().flatMap(([value]) => (value === null ? [] : [String(value)]))
    if (values.length < fewest || values.length > mostValues) continue
    columns.push({ table, column, values: values.toSorted(), isKey: rows === values.length })
  }
  return columns
}
