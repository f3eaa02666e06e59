import type { DuckDBConnection } from '@duckdb/node-api'
import type { Understood } from '@quipu/query'
import { describeColumn, describeTable, type ColumnCounts, type FileCounts } from './describe-reading.ts'
import { countsSql, loneTextsSql, oddCellsSql } from './file-sql.ts'
import { fileName, type FileReading, type FilesReading } from './read-files.ts'

export interface TableReport {
  /** Null if the files declare their types. */
  readonly table: Understood | null
  readonly columns: ReadonlyMap<string, ColumnReport>
}

export interface ColumnReport {
  readonly reading: Understood
  readonly unit: string | null
}

/** Counts all cells of all files, with some unreadable examples. */
export async function reportOf(connection: DuckDBConnection, reading: FilesReading): Promise<TableReport> {
  const files: FileCounts[] = []
  for (const each of reading.readings) files.push(await countFile(connection, reading, each))
  await reading.release(connection)
  if (files.length === 0) return { table: null, columns: new Map() }
  const byName = Map.groupBy(
    files.flatMap((file) => file.columns),
    ({ column }) => column.name,
  )
  const columns = Array.from(byName, ([name, parts]) => {
    const units = new Set(parts.flatMap(({ column }) => column.unit ?? []))
    const unit = units.size === 1 ? ([...units][0] ?? null) : null
    const holders = files.filter((file) => file.columns.some(({ column }) => column.name === name))
    const onlyIn = holders.length === files.length ? null : holders.map(({ file }) => file)
    return [name, { reading: describeColumn(parts, onlyIn), unit }] as const
  })
  const same = { twins: reading.twins, repeated: reading.repeated }
  return { table: withoutRepeated(describeTable(files), same), columns: new Map(columns) }
}

/** What stands in several files is counted once, and said. */
function withoutRepeated(
  { understood, doubts }: Understood,
  { twins, repeated }: Pick<FilesReading, 'twins' | 'repeated'>,
): Understood {
  const copies = Array.from(
    twins,
    ([file, kept]) => `${fileName(file)} has the same content as ${fileName(kept)} and is left out.`,
  )
  const { key = '', dropped = 0, changed = 0 } = repeated ?? {}
  const once = dropped === 0 ? [] : [`${rowsOf(dropped)} that another file has too left out.`]
  const twice = `${rowsOf(changed)} with the ${key} of a row in another file, which says something else: they may be counted twice`
  return {
    understood: [understood, ...copies, ...once].join(' '),
    doubts: changed === 0 ? doubts : [...doubts, twice],
  }
}

function rowsOf(count: number): string {
  return `${count.toLocaleString('en-US')} row${count === 1 ? '' : 's'}`
}

async function countFile(
  connection: DuckDBConnection,
  reading: FilesReading,
  { file, plan, way }: FileReading,
): Promise<FileCounts> {
  const raw = await reading.raw(connection, { file, plan, way })
  const counted = await connection.runAndReadAll(countsSql(plan, raw))
  const [rows = 0, totals = 0, alone = 0, ...figures] = (counted.getRows()[0] ?? []).map(Number)
  const columns: ColumnCounts[] = []
  for (const [place, column] of plan.columns.entries()) {
    const filled = figures[place * 2] ?? 0
    const read = figures[place * 2 + 1] ?? 0
    const odd =
      read < filled ? (await connection.runAndReadAll(oddCellsSql(plan, column, raw))).getRows() : []
    const lone = alone > 0 ? (await connection.runAndReadAll(loneTextsSql(plan, column, raw))).getRows() : []
    columns.push({
      column,
      lone: lone.map(([text]) => String(text)),
      filled,
      read,
      odd: odd.map(([cell]) => String(cell)),
      folds: reading.folds.get(column.name) ?? new Map(),
    })
  }
  const lenient =
    'lines that have more columns than the others, or a quotation mark without its pair, are left out'
  const doubts = way === 'lenient' ? [...plan.doubts, lenient] : plan.doubts
  return { file: fileName(file), note: file.note ?? null, rows, totals, alone, doubts, columns }
}
