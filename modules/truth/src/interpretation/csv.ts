import { parse } from 'csv-parse/sync'
import type { Format } from './statement/interpretation.ts'
import { Unreadable } from './statement/interpretation.ts'
import { limits } from './statement/limits.ts'
import { noteStatement } from './note.ts'
import { excerpt, interpretationOf } from './statement/statements.ts'
import type { Table } from './tables.ts'
import { readTable } from './tables.ts'
import { decodeText, headOf } from './text.ts'

/** Values separated by commas, semicolons, tabs or bars. */
export const csv: Format = {
  name: 'csv',
  recognises: ({ bytes }) => delimiterOf(headOf(bytes, 16_384)) !== undefined,
  interpret: async ({ bytes }) => {
    const text = decodeText(bytes)
    const { rows, isCut } = rowsOf(text)
    const found = readTable(tableOf(rows))
    if (found === undefined) {
      if (!isRegular(rows))
        throw new Unreadable('The lines have no columns in common. The file was read as text.')
      return interpretationOf({
        interpreter: 'csv@2',
        mimeType: 'text/csv',
        statements: [noteStatement(text)],
        pages: [text],
        notes: ['The headings of the table name nothing that is known. It was kept as a note.'],
      })
    }
    const notes = isCut
      ? [`The table has more than ${maxRows} rows. The first ${limits.statements} were read.`]
      : found.notes
    return interpretationOf({
      interpreter: 'csv@2',
      mimeType: 'text/csv',
      statements: found.statements,
      pages: [text],
      notes,
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

/** The separator that splits each of the first lines into the same number of columns, at least two. */
function delimiterOf(head: string): string | undefined {
  if (head.includes('\0')) return undefined
  const lines = head.split(/\r?\n/).filter((line) => line.trim() !== '')
  // The last line may be cut. In a table of one row it is needed.
  const some = (lines.length > 2 ? lines.slice(0, -1) : lines).slice(0, 10)
  if (some.length < 2) return undefined
  const scored = [',', ';', '\t', '|'].map((mark) => ({
    mark,
    counts: some.map((line) => countOutsideQuotes(line, mark)),
  }))
  const even = scored.filter(
    ({ counts }) =>
      counts[0]! >= 1 && counts.filter((count) => count === counts[0]).length >= some.length * 0.8,
  )
  return even.toSorted((a, b) => b.counts[0]! - a.counts[0]!)[0]?.mark
}

function countOutsideQuotes(line: string, mark: string): number {
  return line.replace(/"(?:[^"]|"")*"/g, '').split(mark).length - 1
}

function isRegular(rows: readonly (readonly string[])[]): boolean {
  const width = rows[0]?.length ?? 0
  return width >= 3 && rows.filter((row) => row.length === width).length >= rows.length * 0.9
}
