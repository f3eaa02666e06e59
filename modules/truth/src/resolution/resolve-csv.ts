import { ToolError } from '@quipu/kit'
import { parse } from 'csv-parse/sync'
import { resolveRecords, type ListedRecord } from './resolve-records.ts'

/**
 * Reads a list of records and writes `record_id,entity_id`. Every column is a field, whatever its name, except the id and
 * `source`, which separates two lists.
 */
export function resolveCsv(text: string, options: { readonly sureOnly?: boolean } = {}): string {
  const clusters = resolveRecords(recordsFrom(text), options)
  const rows = clusters.flatMap(({ ids }) => ids.map((id) => `${quoted(id)},${quoted(ids[0]!)}\n`))
  return `record_id,entity_id\n${rows.join('')}`
}

function recordsFrom(text: string): readonly ListedRecord[] {
  const [head, ...rows] = rowsOf(text)
  if (head === undefined) throw unreadable('The file is empty. Its first line must name the columns.')
  const names = head.map((name) => name.trim())
  const idColumn = idColumnOf(names, rows)
  const sourceColumn = names.findIndex((name) => name.toLowerCase() === 'source')
  const seen = new Set<string>()
  return rows.map((row, at) => {
    const id = idColumn === -1 ? String(at + 1) : (row[idColumn] ?? '').trim()
    if (id === '') throw unreadable(`Record ${at + 1} has no ${names[idColumn]}. Give every record an id.`)
    if (seen.has(id)) throw unreadable(`Record ${at + 1} repeats an id. Give every record an id of its own.`)
    seen.add(id)
    const fields = names.flatMap((name, column) => {
      const value = row[column] ?? ''
      const isField = column !== idColumn && column !== sourceColumn && value.trim() !== ''
      return isField ? [[name === '' ? `column ${column + 1}` : name, [value]] as const] : []
    })
    return {
      id,
      fields: Object.fromEntries(fields),
      ...(sourceColumn === -1 ? {} : { source: (row[sourceColumn] ?? '').trim() }),
    }
  })
}

function rowsOf(text: string): readonly (readonly string[])[] {
  try {
    return parse(text, { bom: true, relaxColumnCount: true, relaxQuotes: true, skipEmptyLines: true })
  } catch {
    // The parser's message may quote the file.
    throw unreadable('The file is not readable as CSV. Check its quotation marks.')
  }
}

function unreadable(message: string): ToolError {
  return new ToolError('VALIDATION_ERROR', message)
}

/** A column of this name, otherwise a first column with unique values. -1: rows are counted. */
function idColumnOf(names: readonly string[], rows: readonly (readonly string[])[]): number {
  const lower = names.map((name) => name.toLowerCase())
  const named = ['record_id', 'id'].map((name) => lower.indexOf(name)).find((column) => column !== -1)
  if (named !== undefined) return named
  const first = new Set(rows.map((row) => (row[0] ?? '').trim()))
  return (lower[0] ?? '').endsWith('id') && first.size === rows.length && !first.has('') ? 0 : -1
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
