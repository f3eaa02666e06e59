import { markdownText } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import { countOf } from './numbers.ts'
import { showCell } from './shape.ts'
import type { Shape } from './shape.ts'
import { tableText } from './table.ts'

/** The number of rows, and the first of them. */
export function listText(shape: Shape, result: ResultSet, restatement: string): readonly string[] {
  const understood = markdownText(restatement, 500)
  const [first] = result.rows
  if (result.rows.length === 1 && first !== undefined && !result.isTruncated) {
    const values = shape.columns.map(
      (column) => `- ${markdownText(column.label, 40)}: **${showCell(first[column.at] ?? null, column)}**`,
    )
    return [`One row: ${understood}.`, values.join('\n')]
  }
  const count = `${result.isTruncated ? 'More than ' : ''}${countOf(result.rows.length, 'row')}`
  return [`${count}: ${understood}.`, ...highest(shape, result), ...tableText(shape.columns, result)]
}

/** The largest figure of a table by two categories. */
function highest(shape: Shape, result: ResultSet): readonly string[] {
  const [measure] = shape.measures
  if (shape.kind !== 'cross' || measure === undefined || result.isTruncated) return []
  const value = (row: (typeof result.rows)[number]) => {
    const cell = row[measure.at]
    return typeof cell === 'number' ? cell : -Infinity
  }
  const most = Math.max(...result.rows.map(value))
  const rows = result.rows.filter((row) => value(row) === most)
  const [only, ...others] = rows
  if (only === undefined || others.length > 0 || most === -Infinity) return []
  const where = shape.categories
    .map((column) => `**${showCell(only[column.at] ?? null, column)}**`)
    .join(' / ')
  return [`Highest ${markdownText(measure.label)} in this result: ${where} with ${showCell(most, measure)}.`]
}
