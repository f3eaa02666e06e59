import type { Cell, Dialect } from '../model/statement.ts'
import type { LiteralType } from './ast.ts'

/** Writes a value into SQL text. No character of the value can end the literal. */
export function inlineLiteral(value: Cell, type: LiteralType, dialect: Dialect): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return dialect === 'sqlite' ? (value ? '1' : '0') : value ? 'TRUE' : 'FALSE'
  if (type === 'factor' && typeof value === 'number') return value.toFixed(1)
  if (typeof value === 'number') return numberText(value, dialect)
  if (dialect === 'sqlite') return quoteText(value, dialect)
  if (type === 'date') return `DATE ${quoteText(value, dialect)}`
  if (type === 'timestamp') return `TIMESTAMP ${quoteText(value, dialect)}`
  if (type === 'moment') return `TIMESTAMPTZ ${quoteText(value, dialect)}`
  return quoteText(value, dialect)
}

/** `?1` or `$1`, with a cast where the database could not infer the type or would infer a narrower one. */
export function parameterText(number: number, value: Cell, type: LiteralType, dialect: Dialect): string {
  if (dialect === 'sqlite') return `?${number}`
  if (dialect === 'mysql') return mysqlParameter(number, type)
  if (type === 'date') return `CAST($${number} AS DATE)`
  if (type === 'timestamp') return `CAST($${number} AS TIMESTAMP)`
  if (type === 'moment') return `CAST($${number} AS TIMESTAMPTZ)`
  if (dialect === 'duckdb') return `$${number}`
  if (
    typeof value === 'number' &&
    (type === 'number' || !Number.isInteger(value) || Math.abs(value) > 2 ** 31 - 1)
  ) {
    return `CAST($${number} AS numeric)`
  }
  if (type === 'text') return `CAST($${number} AS text)`
  return `$${number}`
}

/** Without a cast, a parameter is what the column is compared as. */
function mysqlParameter(number: number, type: LiteralType): string {
  if (type === 'date') return `CAST(?${number} AS DATE)`
  return type === 'timestamp' ? `CAST(?${number} AS DATETIME(6))` : `?${number}`
}

function numberText(value: number, dialect: Dialect): string {
  if (Number.isFinite(value))
    return value < 0 || Object.is(value, -0) ? `(${plainNumber(value)})` : plainNumber(value)
  if (Number.isNaN(value)) return 'NULL'
  if (dialect === 'sqlite') return value > 0 ? '9e999' : '(-9e999)'
  // The widest number there is.
  if (dialect === 'mysql') return value > 0 ? '1.7976931348623157e308' : '(-1.7976931348623157e308)'
  return `CAST('${value > 0 ? 'Infinity' : '-Infinity'}' AS double precision)`
}

function plainNumber(value: number): string {
  const text = String(value)
  return text.includes('e') && !text.includes('.') ? text.replace('e', '.0e') : text
}

function quoteText(value: string, dialect: Dialect): string {
  const quoted = (part: string): string => `'${part.replaceAll("'", "''")}'`
  if (!value.includes('\0')) return quoted(value)
  if (dialect === 'postgres' || dialect === 'mysql') return quoted(value.replaceAll('\0', '\uFFFD'))
  return `(${value
    .split('\0')
    .map(quoted)
    .join(dialect === 'sqlite' ? ' || char(0) || ' : ' || chr(0) || ')})`
}
