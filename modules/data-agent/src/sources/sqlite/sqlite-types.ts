import type { Cell, ColumnType } from '@quipu/query'

const isoDate = /^\d{4}-\d\d-\d\d$/
const isoTimestamp = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/
const clockTime = /^\d\d:\d\d(:\d\d(\.\d+)?)?$/

/** SQLite does not enforce declared types, so the values decide; a text column of dates stays text. */
export function typeOfDeclared(
  declared: string,
  values: readonly Cell[],
): { type: ColumnType; isInteger: boolean } {
  const known = values.filter((value) => value !== null)
  const numbers = known.filter((value) => typeof value === 'number')
  const texts = known.filter((value) => typeof value === 'string')
  const promised = promisedType(declared)
  if (known.length === 0) return { type: promised ?? 'text', isInteger: isIntegerType(declared) }
  if (
    promised === 'boolean' &&
    numbers.length === known.length &&
    numbers.every((value) => value === 0 || value === 1)
  )
    return { type: 'boolean', isInteger: false }
  if (numbers.length >= texts.length && promised !== 'text') return numeric(declared, numbers)
  if (promised === 'other') return { type: 'other', isInteger: false }
  if (promised === 'date' || promised === 'timestamp' || promised === 'time')
    return { type: moment(texts), isInteger: false }
  return { type: 'text', isInteger: false }
}

function numeric(declared: string, values: readonly number[]): { type: ColumnType; isInteger: boolean } {
  const isWhole = values.every((value) => Number.isInteger(value))
  return { type: 'number', isInteger: isWhole && (isIntegerType(declared) || declared === '') }
}

function moment(texts: readonly string[]): ColumnType {
  if (texts.every((text) => isoDate.test(text))) return 'date'
  if (texts.every((text) => isoDate.test(text) || isoTimestamp.test(text))) return 'timestamp'
  return texts.every((text) => clockTime.test(text)) ? 'time' : 'text'
}

/** SQLite's rules of affinity, and common names for types that it lacks. */
function promisedType(declared: string): ColumnType | null {
  const name = declared.toUpperCase()
  if (name === '') return null
  if (name.includes('BOOL')) return 'boolean'
  if (/DATETIME|TIMESTAMP/.test(name)) return 'timestamp'
  if (/\bDATE\b/.test(name)) return 'date'
  if (/\bTIME\b/.test(name)) return 'time'
  if (/INT(?!ERVAL)/.test(name)) return 'number'
  if (/CHAR|CLOB|TEXT|STRING|JSON|UUID/.test(name)) return 'text'
  if (name.includes('BLOB')) return 'other'
  return 'number'
}

function isIntegerType(declared: string): boolean {
  return /INT(?!ERVAL)|(NUMERIC|DECIMAL)\s*\(\s*\d+\s*(,\s*0\s*)?\)/i.test(declared)
}
