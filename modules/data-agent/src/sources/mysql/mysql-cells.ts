import type { Cell, ColumnType } from '@quipu/query'
import { wholeNumber } from '../cells.ts'

/** The driver's description of a result column. */
export interface MysqlField {
  readonly name: string
  readonly columnType: number
  readonly columnLength: number
  /** 63 is binary. */
  readonly characterSet: number
}

/** From the driver's value, with dates as text and long numbers as digits. */
export function mysqlCell(value: unknown, field: MysqlField): Cell {
  if (value === null || value === undefined) return null
  const { type, isInteger } = resultType(field)
  if (field.columnType === codes.bit && Buffer.isBuffer(value))
    return wholeNumber(String(BigInt(`0x${value.toString('hex') || '0'}`)))
  if (Buffer.isBuffer(value)) return value.toString('hex')
  if (type === 'boolean') return Number(value) !== 0
  // Numbers and texts are left, and the parsed value of a JSON column.
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (type === 'number') return isInteger ? wholeNumber(text) : finite(text)
  // A day that does not exist, which older servers allow.
  if (type === 'date' || type === 'timestamp') return text.startsWith('0000-') ? null : moment(text)
  return text
}

export function resultType({ columnType, columnLength, characterSet }: MysqlField): {
  readonly type: ColumnType
  readonly isInteger: boolean
} {
  if (columnType === codes.tiny && columnLength === 1) return { type: 'boolean', isInteger: false }
  if (integers.has(columnType)) return { type: 'number', isInteger: true }
  if (decimals.has(columnType)) return { type: 'number', isInteger: false }
  if (texts.has(columnType)) return { type: characterSet === 63 ? 'other' : 'text', isInteger: false }
  return { type: plain.get(columnType) ?? 'other', isInteger: false }
}

/** By the type name in the catalogue: `tinyint(1)`, `decimal(10,2)`. */
export function columnType(native: string): { readonly type: ColumnType; readonly isInteger: boolean } {
  const name = native.toLowerCase()
  if (/^(?:tinyint\(1\)|bool)/.test(name)) return { type: 'boolean', isInteger: false }
  if (/^(?:tiny|small|medium|big)?int|^year|^bit/.test(name)) return { type: 'number', isInteger: true }
  if (/^(?:decimal|numeric|float|double|real)/.test(name))
    return { type: 'number', isInteger: /^(?:decimal|numeric)\(\d+(?:,\s*0)?\)/.test(name) }
  if (/^(?:var)?char|text$|^enum|^set|^uuid|^json/.test(name)) return { type: 'text', isInteger: false }
  if (/^(?:datetime|timestamp)/.test(name)) return { type: 'timestamp', isInteger: false }
  if (name === 'date') return { type: 'date', isInteger: false }
  return { type: name.startsWith('time') ? 'time' : 'other', isInteger: false }
}

function finite(text: string): Cell {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

function moment(text: string): string {
  return text.replace(' ', 'T').replace(/\.0+$/, '')
}

/** The numbers of types in the protocol. */
const codes = { tiny: 1, bit: 16 } as const
const integers: ReadonlySet<number> = new Set([1, 2, 3, 8, 9, 13, 16])
const decimals: ReadonlySet<number> = new Set([0, 4, 5, 246])
const texts: ReadonlySet<number> = new Set([15, 249, 250, 251, 252, 253, 254])
const plain: ReadonlyMap<number, ColumnType> = new Map([
  [7, 'timestamp'],
  [10, 'date'],
  [11, 'time'],
  [12, 'timestamp'],
  [245, 'text'],
  [247, 'text'],
  [248, 'text'],
])
