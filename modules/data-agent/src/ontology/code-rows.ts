import type { Dataset, Field } from '@quipu/query'
import { quotedName } from '../sources/quoted-name.ts'
import type { QueryLimits, Source } from '../sources/source.ts'
import { inTime } from './profile.ts'

/** The columns of a table that says what the codes of other tables mean. */
export interface CodeColumns {
  readonly dataset: Dataset
  /** Names the table of the coded column, where a column does. */
  readonly table: Field | null
  /** Names the coded column, or the group of codes. */
  readonly column: Field | null
  readonly code: Field
  readonly text: Field
}

/** Nearly all values of the column must be among the codes. */
export function explains(codes: ReadonlyMap<string, string>, values: readonly string[]): boolean {
  const filled = values.filter((value) => value.trim() !== '')
  const known = filled.filter((value) => codes.has(value))
  return filled.length > 0 && known.length * 10 >= filled.length * 9
}

export function bare(name: string): string {
  return letters(name.split('.').at(-1) ?? name)
}

export function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** `grade` of `grade_cd`. */
export function withoutCode(name: string): string {
  return name.replace(/[_ ]?(?:cd|cde|code|typecode)s?$/i, '')
}

export async function rowsOf(
  source: Source,
  { dataset, table, column, code, text }: CodeColumns,
  limits: QueryLimits,
): Promise<readonly (readonly (string | null)[])[]> {
  const names = [table, column, code, text].map((field) =>
    field === null ? 'null' : quotedName(field.column),
  )
  const sql = `select ${names.join(', ')} from ${dataset.path.map(quotedName).join('.')}`
  const result = await inTime(source.query({ sql, parameters: [] }, { ...limits, maxRows: mostRows }))
  return (result?.rows ?? []).map((row) => row.map((cell) => (cell === null ? null : String(cell))))
}

const mostRows = 5000
