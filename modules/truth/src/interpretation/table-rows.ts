import { cutText } from '../model/cut-text.ts'
import type { Statement } from '../model/observation.ts'
import type { Manner } from './column-values.ts'
import { mannerOf, readerOf, typeOfCells } from './column-values.ts'
import { plainHeading } from './headings.ts'
import type { Fact } from './statement/statements.ts'
import { excerpt, specificities, statementOf } from './statement/statements.ts'
import { columnNames } from './table-columns.ts'
import type { Table, TableReading } from './tables.ts'

/**
 * A table of no known type. If a column names its rows, each row is remembered by that name, with its headings as fields. Rows
 * without a name, such as sales of a day, are figures: they stay together in one text.
 */
export function readRows(table: Table): TableReading {
  const headerRow = table.rows.findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length > 1)
  if (headerRow < 0) return { statements: [], notes: [], hasHeadings: false }
  if (!isHeader(table, headerRow)) return { statements: [], notes: [noHeadings], hasHeadings: false }
  const header = table.rows[headerRow]!
  const body = table.rows
    .slice(headerRow + 1)
    .map((cells, offset) => ({ cells, row: headerRow + 1 + offset }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const manner = mannerOf(body.map(({ cells }) => cells))
  const columns = columnsOf(header, body, manner)
  if (body.length > mostRows || columns.length > mostColumns) return asText('The table is large', body.length)
  const key = keyOf(columns)
  if (key === undefined)
    return asText('No column of the table gives each row a name or number of its own', body.length)
  const headings = header.map((heading) => heading.trim()).join(' | ')
  const headingSpan = { ...table.span(headerRow, 0), text: excerpt(headings) }
  const statements = body.flatMap(({ cells, row }): readonly Statement[] => {
    const name = cells[key.index]?.trim() ?? ''
    if (name === '') return []
    const facts: Record<string, Fact> = {
      row_name: { value: name, span: table.span(row, key.index) },
      table_columns: { value: cutText(headings), span: headingSpan },
    }
    for (const { field, index, read } of columns) {
      const value = read(cells[index] ?? '')
      if (value !== undefined && field !== '') facts[field] = { value, span: table.span(row, index) }
    }
    return [statementOf('table_row', facts, specificities.native)]
  })
  return { statements, notes: [rowsNote(statements.length, header[key.index] ?? '')], hasHeadings: true }
}

interface Column {
  readonly index: number
  readonly field: string
  readonly heading: string
  readonly values: readonly string[]
  readonly type: ReturnType<typeof typeOfCells>
  readonly read: ReturnType<typeof readerOf>
}

const mostRows = 1_000
const mostColumns = 100

/** The headings are words, each once. Below them stands something else: numbers, dates, codes; or the headings are known words. */
function isHeader({ rows }: Table, row: number): boolean {
  const header = rows[row]!.map((cell) => cell.trim())
  const width = header.findLastIndex((cell) => cell !== '') + 1
  const named = header.slice(0, width)
  const below = rows.slice(row + 1, row + 51).filter((cells) => cells.some((cell) => cell.trim() !== ''))
  if (width < 2 || below.length === 0 || named.slice(1).includes('')) return false
  if (named.some((cell) => cell.length > 60 || (cell !== '' && !isWord(cell)))) return false
  if (new Set(named.map((cell) => cell.toLowerCase())).size < width) return false
  const even = below.filter((cells) => cells.findLastIndex((cell) => cell.trim() !== '') < width).length
  if (even < below.length * 0.9) return false
  const hasFigures = named.some((_, index) =>
    below.every((cells) => (cells[index] ?? '').trim() === '' || /\d/.test(cells[index]!)),
  )
  return hasFigures || named.filter((heading) => knownHeadings.has(plainHeading(heading))).length >= 2
}

function isWord(cell: string): boolean {
  return /\p{L}/u.test(cell) && typeOfCells([cell]) === 'text'
}

const knownHeadings: ReadonlySet<string> = new Set(
  [...columnNames.values()].flatMap((names) => [...names.keys()]),
)

function columnsOf(
  header: readonly string[],
  body: readonly { readonly cells: readonly string[] }[],
  manner: Manner,
): readonly Column[] {
  const taken = new Set(['row_name', 'table_columns'])
  return header.map((heading, index) => {
    const values = body.map(({ cells }) => cells[index] ?? '')
    const plain = plainHeading(heading)
    const field = taken.has(plain) ? `${plain}_${index + 1}` : plain
    taken.add(field)
    const type = typeOfCells(values)
    // A date that nothing settles stays as it is written.
    const read = readerOf(type === 'number' ? type : undefined, values, manner, () => {})
    return { index, field, heading, values, type, read: type === 'date' ? dayOf(values, manner) : read }
  })
}

function dayOf(values: readonly string[], manner: Manner): Column['read'] {
  const read = readerOf('moment', values, manner, () => {})
  return (cell) => read(cell) ?? (cell.trim() || undefined)
}

/**
 * The column that names the rows: its values differ. It is headed as a number or name, or it is the first one, in words. What
 * happened on a date is not a thing: it needs a number or name of its own.
 */
function keyOf(columns: readonly Column[]): Column | undefined {
  const distinct = columns.filter(
    ({ values, type }) => type !== 'date' && new Set(values.map(plainHeading)).size === values.length,
  )
  const headed = distinct.find(({ heading }) => namingHeading.test(heading.trim()))
  if (headed !== undefined) return headed
  const [first] = columns
  const isNamed = first !== undefined && first.type === 'text' && distinct.includes(first)
  return isNamed && !columns.some(({ field }) => occurrenceHeading.test(field)) ? first : undefined
}

const namingHeading =
  /(?:^|[\s._#/(-])(?:id|no|nr|n[°º]|num|number|code|sku|ean|gtin|isbn|serial|key|ref|reference|name|title)\b|\p{L}(?:nr|nummer|name|code|titel|schlüssel)\.?$|(?:^|\s)(?:nummer|numéro|nom|número|nombre|nome|numero|titel|titre|référence|réf|bezeichnung|kürzel)\b/iu

const occurrenceHeading = /^(?:date|day|time|datum|tag|zeit|uhrzeit|fecha|data|jour|heure|month|monat|mois)$/

function rowsNote(count: number, heading: string): string {
  const column = heading.trim() === '' ? 'the first column' : `the column ${heading.trim()}`
  return `The headings name no known type, so each of the ${count} rows is remembered by ${column}, with its headings as fields. ${askData}`
}

function asText(reason: string, count: number): TableReading {
  return {
    hasHeadings: true,
    statements: [],
    notes: [`${reason}, so its ${count} rows are kept together as one text. ${askData}`],
  }
}

const noHeadings =
  'The lines look like a table without headings, so they are kept together as one text. Write the names of the columns into the first line and send it again.'
const askData = 'To ask about sums and groups, add the file on the page Data.'
