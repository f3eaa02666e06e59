import { markdownText } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import { showCell } from './shape.ts'
import type { Shape } from './shape.ts'

/** One number, or a few about the same rows, with the restated question. */
export function scalarText(shape: Shape, result: ResultSet, restatement: string): readonly string[] {
  const row = result.rows[0] ?? []
  const understood = markdownText(restatement, 500)
  const [only, ...others] = shape.columns
  if (only !== undefined && others.length === 0) {
    const cell = row[only.at] ?? null
    if (cell === null) return [`There is no value: ${understood}.`]
    return [`**${showCell(cell, only)}** – ${understood || markdownText(only.label)}.`]
  }
  const lines = shape.columns.map(
    (column) => `- ${markdownText(column.label)}: **${showCell(row[column.at] ?? null, column)}**`,
  )
  return [`${understood}:`, lines.join('\n')]
}
