import type { DuckDBConnection } from '@duckdb/node-api'
import { quotedName } from '../../quoted-name.ts'
import { SourceError } from '../../source.ts'
import type { DataFile } from './data-file.ts'
import { pathText } from './path-text.ts'
import type { CsvRow } from './csv-rows.ts'
import { CsvParser } from './csv-rows.ts'
import { decodedText } from './file-text.ts'
import type { CsvText, FilePlan } from './plan-file.ts'
import { Filler } from './fill-down.ts'
import { repairedCells } from './repair-rows.ts'
import { Workbook } from './workbook.ts'

/**
 * DuckDB reads a file by itself, on several threads if no line end is quoted, unless it fails on a line. Then
 * we parse it if it is small, and otherwise skip such lines.
 */
export type Way = 'parallel' | 'serial' | 'own' | 'lenient' | 'declared'

export interface Room {
  /** For everything, in bytes. */
  readonly memory: number
  /** Whether a copy of the file fits. */
  readonly isSmall: boolean
}

export async function wayOf(
  connection: DuckDBConnection,
  file: DataFile,
  plan: FilePlan,
  { memory, isSmall }: Room,
): Promise<Way> {
  if (plan.declared !== undefined) return 'declared'
  if (plan.csv?.encoding !== 'utf-8') {
    if (isSmall) return 'own'
    throw tooLarge()
  }
  const { until, repair, fill, csv } = plan
  if (csv.form.endsWithLine === true || until !== null || repair !== undefined || fill !== undefined)
    return isSmall ? 'own' : 'lenient'
  for (const way of ['parallel', 'serial'] as const) {
    try {
      // The last column too: DuckDB does not check cells that the statement does not use.
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

/** The relation from which DuckDB reads the cells, as `c0`, `c1`, …. */
export function scanSql(
  { path }: Pick<DataFile, 'path'>,
  { csv, skip, width }: FilePlan,
  way: Exclude<Way, 'own' | 'declared'>,
  memory: number,
): string {
  if (csv === null) throw new Error('A sheet is loaded, not scanned')
  // Two buffers, 32 MB each by default, are used at a time; one must fit the longest line, 2 MB.
  const buffer = Math.round(Math.min(32 * 2 ** 20, Math.max(2 * 2 ** 20, memory / 16)))
  const columns = Array.from({ length: width }, (_, place) => `c${place}: 'varchar'`)
  const options = [
    'auto_detect = false',
    `delim = '${csv.form.delimiter}'`,
    `quote = '"'`,
    `escape = '${csv.form.escape}'`,
    'header = false',
    `skip = ${skip}`,
    'null_padding = true',
    `parallel = ${way === 'parallel'}`,
    `ignore_errors = ${way === 'lenient'}`,
    `buffer_size = ${buffer}`,
    `columns = {${columns.join(', ')}}`,
  ]
  return `read_csv(${pathText(path)}, ${options.join(', ')})`
}

/** Fills a table with the cells of a file that we parse ourselves. */
export async function loadRows(
  connection: DuckDBConnection,
  file: DataFile,
  plan: FilePlan,
  { table, memory }: { readonly table: string; readonly memory: number },
): Promise<void> {
  const columns = Array.from({ length: plan.width }, (_, place) => `c${place} varchar`)
  await connection.run(`create or replace table copies.${quotedName(table)} (${columns.join(', ')})`)
  const appender = await connection.createAppender(table, 'copies')
  const filler = plan.fill === undefined ? null : new Filler(plan.fill)
  const all = plan.csv === null ? sheetRows(file, memory) : csvRows(file, plan.csv)
  for await (const { cells: written, line } of all) {
    if (line < plan.skip || written.every((cell) => cell.trim() === '')) continue
    if (plan.until !== null && line >= plan.until) break
    const mended = plan.repair === undefined ? null : repairedCells(written, plan.repair, plan.columns)
    const cells = filler?.filled(mended ?? written) ?? mended ?? written
    for (let place = 0; place < plan.width; place += 1) {
      const cell = cells[place]
      if (cell === undefined) appender.appendNull()
      else appender.appendVarchar(cell)
    }
    appender.endRow()
  }
  appender.closeSync()
}

export function tooLarge(): SourceError {
  return new SourceError('memory', 'A file is too large to be taken apart in memory; save it as CSV in UTF-8')
}

/** The largest unpacked size of a workbook. Its cells take several times as much. */
export function mostUnpacked(memory: number): number {
  return memory / 4
}

async function* sheetRows({ path, part = '' }: DataFile, memory: number): AsyncGenerator<CsvRow> {
  yield* (await Workbook.open(path, mostUnpacked(memory))).rows(part)
}

async function* csvRows({ path }: DataFile, { form, encoding }: CsvText): AsyncGenerator<CsvRow> {
  const parser = new CsvParser(form)
  for await (const text of decodedText(path, encoding)) yield* parser.rows(text, false)
  yield* parser.rows('', true)
}
