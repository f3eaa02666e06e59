import type { DuckDBType, DuckDBValue } from '@duckdb/node-api'
import {
  DuckDBBlobValue,
  DuckDBDecimalValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
} from '@duckdb/node-api'
import type { Cell, ColumnType } from '@quipu/query'
import { wholeNumber } from '../cells.ts'

export function duckdbCell(value: DuckDBValue): Cell {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') return wholeNumber(String(value))
  if (value instanceof DuckDBDecimalValue)
    return value.scale === 0 ? wholeNumber(String(value)) : Number(String(value))
  if (value instanceof DuckDBTimestampTZValue)
    return isoMoment(String(new DuckDBTimestampValue(value.micros)), 'Z')
  if (isTimestamp(value)) return isoMoment(String(value), '')
  return value instanceof DuckDBBlobValue ? Buffer.from(value.bytes).toString('hex') : String(value)
}

export function duckdbType(type: DuckDBType | string): { type: ColumnType; isInteger: boolean } {
  const name = String(type)
  if (/^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/.test(name)) return { type: 'number', isInteger: true }
  const decimal = /^DECIMAL\(\d+,\s*(\d+)\)$/.exec(name)
  if (decimal || /^(FLOAT|DOUBLE)$/.test(name)) return { type: 'number', isInteger: decimal?.[1] === '0' }
  return { type: plainTypes[name] ?? otherType(name), isInteger: false }
}

const plainTypes: Readonly<Record<string, ColumnType>> = {
  VARCHAR: 'text',
  UUID: 'text',
  DATE: 'date',
  BOOLEAN: 'boolean',
}

function otherType(name: string): ColumnType {
  if (/[[\]]|^(STRUCT|MAP|UNION)/.test(name)) return 'other'
  if (name.startsWith('TIMESTAMP')) return 'timestamp'
  if (name.startsWith('TIME')) return 'time'
  return name.startsWith('ENUM') ? 'text' : 'other'
}

function isTimestamp(value: DuckDBValue): boolean {
  return (
    value instanceof DuckDBTimestampValue ||
    value instanceof DuckDBTimestampSecondsValue ||
    value instanceof DuckDBTimestampMillisecondsValue ||
    value instanceof DuckDBTimestampNanosecondsValue
  )
}

function isoMoment(text: string, zone: string): string {
  return /^\d{4}-/.test(text) ? text.replace(' ', 'T') + zone : text
}
