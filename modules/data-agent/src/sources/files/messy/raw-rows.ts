import type { DuckDBConnection } from '@duckdb/node-api'
import { quotedName } from '../../quoted-name.ts'
import { SourceError } from '../../source.ts'
import type { DataFile } from './data-file.ts'
import { pathText } from './path-text.ts'
import { CsvParser } from './csv-rows.ts'
import { decodedText } from './file-text.ts'
import type { CsvPlan } from './plan-file.ts'

/**
 * DuckDB reads a file by itself, on several threads where no line end is quoted, unless it stumbles over a line. Then
 * we take it apart if it is small, and else do without such lines.
 */
export type Way = 'parallel' | 'serial' | 'own' | 'lenient'

export interface Room {
  /** For everything, in bytes. */
  readonly memory: number
  /** Whether a copy of the file fits. */
  readonly isSmall: boolean
}

export async function wayOf(
  connection: DuckDBConnection,
  file: DataFile,
  plan: CsvPlan,
  { memory, isSmall }: Room,
): Promise<Way> {
  if (plan.encoding !== 'utf-8') {
    if (isSmall) return 'own'
    throw new SourceError(
      'refused',
      'A file is too large for its encoding; save it as UTF-8 and connect it again',
    )
  }
  for (const way of ['parallel', 'serial'] as const) {
    try {
      // The last column too: cells that nobody asks for are not looked at.
      await connection.run(
        `select count(c0), count(c${plan.width - 1}) from ${scanSql(file, plan, way, memory)}`,
      )
      return way
    } catch (error) {
      if (!(error instanceof Error) || /interrupt|^Out of Memory/i.test(error.message)) throw error
    }
  }
  return isSmall ? 'own' : 'lenient'
}

/** What DuckDB reads the cells from, as `c0`, `c1`, …. */
export function scanSql(
  { path }: Pick<DataFile, 'path'>,
  plan: CsvPlan,
  way: Exclude<Way, 'own'>,
  memory: number,
): string {
  // Two buffers, 32 MB each by default, are held at a time; one holds at least the longest line, 2 MB.
  const buffer = Math.round(Math.min(32 * 2 ** 20, Math.max(2 * 2 ** 20, memory / 16)))
  const columns = Array.from({ length: plan.width }, (_, place) => `c${place}: 'varchar'`)
  const options = [
    'auto_detect = false',
    `delim = '${plan.form.delimiter}'`,
    `quote = '"'`,
    `escape = '${plan.form.escape}'`,
    'header = false',
    `skip = ${plan.skip}`,
    'null_padding = true',
    `parallel = ${way === 'parallel'}`,
    `ignore_errors = ${way === 'lenient'}`,
    `buffer_size = ${buffer}`,
    `columns = {${columns.join(', ')}}`,
  ]
  return `read_csv(${pathText(path)}, ${options.join(', ')})`
}

/** Fills a table with the cells of a file that we take apart ourselves. */
export async function loadRows(
  connection: DuckDBConnection,
  { path }: DataFile,
  plan: CsvPlan,
  table: string,
): Promise<void> {
  const columns = Array.from({ length: plan.width }, (_, place) => `c${place} varchar`)
  await connection.run(`create or replace table copies.${quotedName(table)} (${columns.join(', ')})`)
  const appender = await connection.createAppender(table, 'copies')
  const parser = new CsvParser(plan.form)
  const take = (text: string, isLast: boolean): void => {
    for (const { cells, line } of parser.rows(text, isLast)) {
      if (line < plan.skip) continue
      for (let place = 0; place < plan.width; place += 1) {
        const cell = cells[place]
        if (cell === undefined) appender.appendNull()
        else appender.appendVarchar(cell)
      }
      appender.endRow()
    }
  }
  for await (const text of decodedText(path, plan.encoding)) take(text, false)
  take('', true)
  appender.closeSync()
}
