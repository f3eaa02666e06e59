import type { Call } from './ast.ts'

/** The names of types in CAST. */
export function mysqlType(type: string): string {
  return types[type] ?? type
}

const types: Readonly<Record<string, string>> = {
  text: 'CHAR',
  integer: 'SIGNED',
  timestamp: 'DATETIME(6)',
  numeric: 'DECIMAL(65, 10)',
  'double precision': 'DOUBLE',
}

/** A part of a moment, with weeks and weekdays as ISO counts them. */
export function mysqlExtract(part: string, moment: string): string {
  if (part === 'isodow') return `(weekday(${moment}) + 1)`
  if (part === 'week') return `week(${moment}, 3)`
  return `extract(${part} FROM ${moment})`
}

/** Names of functions that mean something else there, and the unit that stands where an argument would. */
export function mysqlCall({ name }: Call): { readonly name: string; readonly before: string } {
  const [plain = name, unit] = name.split(':')
  if (unit !== undefined) return { name: plain, before: `${unit.toUpperCase()}, ` }
  return { name: plain === 'length' ? 'char_length' : plain, before: '' }
}
