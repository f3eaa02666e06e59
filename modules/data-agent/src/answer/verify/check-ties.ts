import { buildSql, planJoins, visibleText, type Cell, type Query, type Statement } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import type { Level } from './level.ts'
import { notRun, passed, wrong } from './prober.ts'
import type { Finding, Prober } from './prober.ts'

type Row = readonly Cell[]

/** The largest number of tied rows that is counted. */
const mostTies = 50
const mostShown = 500

/** A ranking is arbitrary at its end if rows that are left out tie with the last one shown. */
export async function checkTies(
  level: Level,
  result: ResultSet,
  prober: Prober,
  asked: { readonly now: Date; readonly timeZone: string },
): Promise<readonly Finding[]> {
  const { query, ontology } = level
  const { limit } = query
  if (limit === null || limit > mostShown || query.limitPer !== null || query.combine !== null) return []
  if (query.orderBy.length === 0 || limit === 0 || result.rows.length < limit) return []
  const longer = withMore(query, limit + mostTies)
  if (longer === null) return []
  const joins = planJoins(longer, ontology)
  if ('status' in joins) return []
  const statement: Statement = buildSql(longer, joins, ontology, asked).statement
  const probed = await prober.ask(statement, limit + mostTies)
  if ('trouble' in probed) return [notRun('ties', 'Whether others have the same value', probed.trouble)]
  return [tell(query, limit, probed.rows)]
}

function tell(query: Query, limit: number, rows: readonly Row[]): Finding {
  const outputs = query.outputs.length
  const last = rows[limit - 1]?.slice(outputs)
  const ranked = query.orderBy[0]?.expression
  const label = query.outputs.find(({ expression }) => isSame(expression, ranked))?.label ?? 'value'
  const others = rows.slice(limit).filter((row) => last !== undefined && areEqual(row.slice(outputs), last))
  // Rows without a value to rank by are not reported as ties.
  if (others.length === 0 || last?.[0] === null)
    return passed('ties', `None has the same ${visibleText(label)} as the last one shown.`)
  const count = `${others.length === mostTies ? 'At least ' : ''}${others.length}`
  const says = `${count} more ${others.length === 1 ? 'has' : 'have'} the same ${visibleText(label)} as the last one shown`
  const shown = rows[limit - 1]?.slice(0, outputs) ?? []
  const isAlike = others.every((row) => areEqual(row.slice(0, outputs), shown))
  return isAlike
    ? passed('ties', `${says}.`)
    : wrong('ties', 'warning', `${says}; which of them is shown is chance.`)
}

/** With a higher limit, and with the ranking value as an additional column. */
function withMore(query: Query, limit: number): Query | null {
  const ranks = query.orderBy.map(({ expression }, at) => ({ expression, label: `rank ${at + 1}` }))
  const isShown = ranks.every(({ expression }) =>
    query.outputs.some((output) => isSame(output.expression, expression)),
  )
  if (query.distinct && !isShown) return null
  return { ...query, outputs: [...query.outputs, ...ranks], limit }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function areEqual(one: Row, other: Row): boolean {
  return one.every((cell, at) => {
    const facing = other[at] ?? null
    if (typeof cell !== 'number' || typeof facing !== 'number') return cell === facing
    return Math.abs(cell - facing) <= 1e-9 * Math.max(Math.abs(cell), Math.abs(facing))
  })
}
