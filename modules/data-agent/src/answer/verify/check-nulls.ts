import { visibleText } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import { countOf, formatShare } from '../explain/numbers.ts'
import { isAdditive, isGrouped } from '../query-facts.ts'
import type { Level } from './level.ts'
import { passed, wrong } from './prober.ts'
import type { Finding } from './prober.ts'

const reportedShare = 0.01

/** Rows without a group, as the result itself shows them. */
export function checkGroupKeys(level: Level, result: ResultSet): readonly Finding[] {
  const { query, ontology } = level
  if (!isGrouped(query) || query.groupBy.length === 0 || result.rows.length === 0) return []
  const measure = query.outputs.findIndex(({ expression }) => isAdditive(expression, ontology))
  return query.outputs.flatMap(({ expression, label }, at) => {
    const isKey = query.groupBy.some((key) => JSON.stringify(key) === JSON.stringify(expression))
    if (!isKey) return []
    const nameless = result.rows.filter((row) => row[at] === null)
    if (nameless.length === 0) return [passed('null-keys', `Every group has a ${visibleText(label)}.`, 0)]
    if (measure < 0)
      return [passed('null-keys', `${countOf(nameless.length, 'group')} without ${visibleText(label)}.`)]
    const sum = (rows: ResultSet['rows']) =>
      rows.reduce((total, row) => total + Math.abs(Number(row[measure] ?? 0)), 0)
    const share = sum(result.rows) === 0 ? 0 : sum(nameless) / sum(result.rows)
    const says = `${formatShare(share)} of ${visibleText(query.outputs[measure]?.label ?? 'the total')} has no ${visibleText(label)}.`
    return [
      share < reportedShare ? passed('null-keys', says, share) : wrong('null-keys', 'warning', says, share),
    ]
  })
}
