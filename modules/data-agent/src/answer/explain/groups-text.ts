import { capital, markdownText, type Query } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import { countOf, decimalsFor, formatNumber, formatShare } from './numbers.ts'
import { showCell } from './shape.ts'
import type { Column, Shape } from './shape.ts'
import { moreText, mostRowsShown, tableText } from './table.ts'

/** Measures by one category: the total and each share if the groups make a whole, otherwise the values. */
export function groupsText(
  shape: Shape,
  result: ResultSet,
  query: Query | null,
  addsUp: boolean,
): readonly string[] {
  const [category] = shape.categories
  const [measure] = shape.measures
  if (category === undefined || measure === undefined) return tableText(shape.columns, result)
  const total = addsUp ? wholeOf(measure, result) : null
  const [first] = result.rows
  if (result.rows.length === 1 && first !== undefined && shape.columns.length === 2) {
    return [single(shape, category, measure, first, query)]
  }
  const lead = leadOf(shape, category, measure, result, query, total)
  if (shape.measures.length > 1) return [lead, ...tableText(shape.columns, result)]
  const items = result.rows.slice(0, mostRowsShown).map((row, at) => {
    const value = row[measure.at] ?? null
    const share = total !== null && typeof value === 'number' ? ` (${formatShare(value / total)})` : ''
    const mark = shape.kind === 'ranking' ? `${at + 1}.` : '-'
    return `${mark} **${showCell(row[category.at] ?? null, category)}**: ${showCell(value, measure)}${share}`
  })
  return [lead, items.join('\n'), ...moreText(result), ...dominating(category, measure, result, total)]
}

function leadOf(
  shape: Shape,
  category: Column,
  measure: Column,
  result: ResultSet,
  query: Query | null,
  total: number | null,
): string {
  const count = result.rows.length
  const label = markdownText(measure.label)
  if (total !== null) {
    const sum = formatNumber(total, { ...measure.format, decimals: decimalsFor([total]) })
    return `${capital(label)} is ${sum} in total, across ${countOf(count, 'group')} by ${markdownText(category.label)}:`
  }
  if (shape.kind === 'ranking' && shape.rankedBy !== null) {
    const which = shape.isDescending ? 'largest first' : 'smallest first'
    const limited =
      query !== null && query.limit !== null && count === query.limit
        ? `The first ${count}`
        : countOf(count, 'row')
    return `${limited} by ${markdownText(shape.rankedBy.label)}, ${which}:`
  }
  return `${capital(label)} by ${markdownText(category.label)}, ${countOf(count, 'group')}:`
}

function single(
  shape: Shape,
  category: Column,
  measure: Column,
  row: ResultSet['rows'][number],
  query: Query | null,
): string {
  const [name, value] = [
    showCell(row[category.at] ?? null, category),
    showCell(row[measure.at] ?? null, measure),
  ]
  if (shape.kind !== 'ranking' || query?.limit !== 1)
    return `**${name}**: ${markdownText(measure.label)} **${value}**.`
  const order = shape.isDescending ? 'largest' : 'smallest'
  return `**${name}** comes first by ${markdownText(measure.label)}, ${order} first: **${value}**.`
}

/** One group that is more than half of the whole. */
function dominating(
  category: Column,
  measure: Column,
  result: ResultSet,
  total: number | null,
): readonly string[] {
  if (total === null || result.rows.length < 3) return []
  const row = result.rows.find((one) => Number(one[measure.at] ?? 0) / total > 0.5)
  if (row === undefined) return []
  const share = Number(row[measure.at] ?? 0) / total
  return [`${showCell(row[category.at] ?? null, category)} alone makes up ${formatShare(share)}.`]
}

/** The sum of all groups; null if the parts do not make a positive whole. */
function wholeOf(measure: Column, result: ResultSet): number | null {
  if (!measure.isAdditive || measure.whole !== null || result.isTruncated) return null
  const values = result.rows.map((row) => row[measure.at] ?? 0)
  if (!values.every((value) => typeof value === 'number' && value >= 0)) return null
  const total = values.reduce<number>((sum, value) => sum + Number(value), 0)
  return total > 0 ? Number(total.toPrecision(14)) : null
}
