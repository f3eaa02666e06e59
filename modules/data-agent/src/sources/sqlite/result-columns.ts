import type { Cell, ColumnType } from '@quipu/query'
import type { ResultColumn } from '../source.ts'
import type { Asked } from './sqlite-tables.ts'
import { typeOfDeclared } from './sqlite-types.ts'

/** A result column has the type of its table column, otherwise that of its values. */
export function resultColumns({ columns, rows }: Asked): readonly ResultColumn[] {
  return columns.map(({ name, declared }, index) => {
    const values = rows.map((row) => row[index] ?? null)
    return { name, type: declared === null ? typeOfValues(values) : typeOfDeclared(declared, values).type }
  })
}

/** SQLite has no booleans of its own: 0 and 1 of a column declared as boolean become false and true. */
export function withBooleans({ columns, rows }: Asked): readonly (readonly Cell[])[] {
  const flags = columns.map(
    ({ declared }, index) =>
      declared !== null &&
      typeOfDeclared(
        declared,
        rows.map((row) => row[index] ?? null),
      ).type === 'boolean',
  )
  if (!flags.includes(true)) return rows
  return rows.map((row) => row.map((cell, index) => (flags[index] && cell !== null ? cell === 1 : cell)))
}

function typeOfValues(values: readonly Cell[]): ColumnType {
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value))
  if (kinds.size === 0) return 'other'
  if (kinds.size > 1) return 'text'
  return kinds.has('number') ? 'number' : 'text'
}
