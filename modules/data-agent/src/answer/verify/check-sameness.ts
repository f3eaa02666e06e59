import { visibleText } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import { isAggregated } from '../query-facts.ts'
import type { Level } from './level.ts'
import { passed, wrong, type Finding } from './prober.ts'

/** Fewer groups than this may be equal by chance. */
const fewestGroups = 10

/** The same number in every group suggests that the groups are unrelated to it, or that each row is its own group. */
export function checkSameness({ query }: Level, { rows }: ResultSet): readonly Finding[] {
  if (query.groupBy.length === 0 || rows.length < fewestGroups || query.limit !== null) return []
  return query.outputs.flatMap(({ expression, label }, at): readonly Finding[] => {
    if (!isAggregated(expression)) return []
    const [first] = rows
    const value = first?.[at]
    const isSame = typeof value === 'number' && rows.every((row) => row[at] === value)
    const name = visibleText(label)
    if (!isSame) return [passed('sameness', `${name} differs between the groups.`)]
    const shown = value.toLocaleString('en-US', { maximumFractionDigits: 4 })
    return [
      wrong(
        'sameness',
        'warning',
        `${name} is ${shown} in every group, so the groups may not be what was meant.`,
      ),
    ]
  })
}
