import { markdownText } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import { countOf } from './numbers.ts'
import { showCell } from './shape.ts'
import type { Column } from './shape.ts'

export const mostRowsShown = 20
const mostColumns = 10

/** The first rows as a Markdown table, and the number of further rows. */
export function tableText(
  columns: readonly Column[],
  result: Pick<ResultSet, 'rows' | 'isTruncated'>,
): readonly string[] {
  const shown = columns.slice(0, mostColumns)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const lines = [
    line(shown.map(({ label }) => markdownText(label, 40))),
    line(shown.map(({ kind }) => (kind === 'measure' ? '---:' : '---'))),
    ...result.rows
      .slice(0, mostRowsShown)
      .map((row) => line(shown.map((column) => showCell(row[column.at] ?? null, column)))),
  ]
  const hidden = columns.length - shown.length
  return [
    lines.join('\n'),
    ...moreText(result),
    ...(hidden > 0 ? [`… and ${countOf(hidden, 'more column')}.`] : []),
  ]
}

export function moreText(result: Pick<ResultSet, 'rows' | 'isTruncated'>): readonly string[] {
  const more = result.rows.length - mostRowsShown
  if (more > 0) return [`… and ${result.isTruncated ? 'more than ' : ''}${countOf(more, 'more row')}.`]
  return result.isTruncated ? ['… and more rows.'] : []
}
