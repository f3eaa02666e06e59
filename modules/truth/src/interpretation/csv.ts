import { parse } from 'csv-parse/sync'
import type { Format } from './statement/interpretation.ts'
import { Unreadable } from './statement/interpretation.ts'
import { limits } from './statement/limits.ts'
import { noteStatement } from './note.ts'
import { excerpt, interpretationOf } from './statement/statements.ts'
import type { Table } from './tables.ts'
import { mostLinesAbove, readTable } from './tables.ts'
import { decodeText, headOf } from './text.ts'

/** Values separated by commas, semicolons, tabs or bars. */
export const csv: Format = {
  name: 'csv',
  recognises: ({ bytes }) => delimiterOf(headOf(bytes, 16_384)) !== undefined,
  interpret: async ({ bytes, filename }) => {
    const text = decodeText(bytes)
    const { rows, isCut } = rowsOf(text)
    const found = readTable(tableOf(rows))
    const isText = found.statements.length === 0
    if (isText && !found.hasHeadings && !isRegular(rows))
      throw new Unreadable('The lines have no columns in common. The file was read as text.')
    const notes = isCut
      ? [`The table has more than ${maxRows} rows. The first ${limits.statements} were read.`]
      : found.notes
    return interpretationOf({
      interpreter: 'csv@3',
      mimeType: 'text/csv',
      statements: isText ? [noteStatement(text, filename)] : found.statements,
      pages: [text],
      notes: isText ? found.notes : notes,
    })
  },
}

export function tableOf(rows: readonly (readonly string[])[], sheet?: string): Table {
  return {
    rows,
    span: (row, column) => ({
      kind: 'cell',
      ...(sheet === undefined ? {} : { sheet }),
      row: row + 1,
      column: column + 1,
      text: excerpt(rows[row]?.[column] ?? ''),
    }),
  }
}

const maxRows = 50_000

function rowsOf(text: string): { readonly rows: readonly (readonly string[])[]; readonly isCut: boolean } {
  const delimiter = delimiterOf(text.slice(0, 16_384)) ?? ','
  try {
    const rows: unknown = parse(text, {
      delimiter,
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: false,
      to: maxRows + 1,
    })
    return { rows: rows as string[][], isCut: (rows as string[][]).length > maxRows }
  } catch (cause) {
    throw new Unreadable('The quotes of the table do not match. It was read as text.', { cause })
  }
}

/**
 * The separator that splits the lines into the same number of columns, at least two. Banks write some lines with other columns
 * above the headings.
 */
function delimiterOf(head: string): string | undefined {
  if (head.includes('\0')) return undefined
  const lines = head.split(/\r?\n/).filter((line) => line.trim() !== '')
  // The last line may be cut. In a table of one row it is needed.
  const some = (lines.length > 2 ? lines.slice(0, -1) : lines).slice(0, mostLinesAbove + 10)
  const even = [',', ';', '\t', '|'].flatMap((mark) => {
    const counts = some.map((line) => countOutsideQuotes(line, mark))
    const usual = usualOf(counts)
    const table = counts.slice(counts.indexOf(usual))
    const isEven = table.filter((count) => count === usual).length >= table.length * 0.8
    // A text has lines of any form above those with tabs or a comma.
    const isTable = table.length === counts.length || (usual > 1 && mark !== '\t')
    return usual >= 1 && table.length >= 2 && isEven && isTable
      ? [{ mark, columns: usual * table.length }]
      : []
  })
  return even.toSorted((a, b) => b.columns - a.columns)[0]?.mark
}

/** The number that most lines have; of two equally frequent ones the greater. */
function usualOf(counts: readonly number[]): number {
  const times = Map.groupBy(counts, (count) => count)
  const [usual = 0] = [...times.keys()].toSorted(
    (a, b) => times.get(b)!.length - times.get(a)!.length || b - a,
  )
  return usual
}

function countOutsideQuotes(line: string, mark: string): number {
  return line.replace(/"(?:[^"]|"")*"/g, '').split(mark).length - 1
}

function isRegular(rows: readonly (readonly string[])[]): boolean {
  const width = rows[0]?.length ?? 0
  return width >= 3 && rows.filter((row) => row.length === width).length >= rows.length * 0.9
}
