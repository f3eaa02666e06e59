import type { Cell, ColumnType } from '@quipu/query'
import { wholeNumber } from '../cells.ts'

/** From PostgreSQL's text format, with ISO dates and UTC set. */
export function postgresCell(text: string | null, oid: number): Cell {
  if (text === null) return null
  if (integers.has(oid)) return wholeNumber(text)
  if (oid === 1700 && /^-?\d+$/.test(text)) return wholeNumber(text)
  if (decimals.has(oid)) return Number.isFinite(Number(text)) ? Number(text) : text
  if (oid === 16) return text === 't'
  if (oid === 1114) return text.replace(' ', 'T')
  if (oid === 1184) return text.replace(' ', 'T').replace(/\+00$/, 'Z')
  return oid === 17 ? text.replace(/^\\x/, '') : text
}

/** `kind` is PostgreSQL's: b for base types, e for enumerations. */
export function postgresType(oid: number, kind = 'b'): { type: ColumnType; isInteger: boolean } {
  if (integers.has(oid)) return { type: 'number', isInteger: true }
  if (decimals.has(oid)) return { type: 'number', isInteger: false }
  return { type: kind === 'e' ? 'text' : (types.get(oid) ?? 'other'), isInteger: false }
}

const integers: ReadonlySet<number> = new Set([20, 21, 23, 26])
const decimals: ReadonlySet<number> = new Set([700, 701, 1700])
const types: ReadonlyMap<number, ColumnType> = new Map([
  [16, 'boolean'],
  [18, 'text'],
  [19, 'text'],
  [25, 'text'],
  [705, 'text'],
  [1042, 'text'],
  [1043, 'text'],
  [2950, 'text'],
  [1082, 'date'],
  [1114, 'timestamp'],
  [1184, 'timestamp'],
  [1083, 'time'],
  [1266, 'time'],
])
