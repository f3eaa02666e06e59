import type { Ontology, Query } from '@quipu/query'
import { buildSql, planJoins } from '@quipu/query'
import type { ReadingContext } from '@quipu/reading'
import type { ResultSet, Source } from '../../sources/source.ts'
import { execute } from '../execute.ts'
import { tablesOf } from '../query-facts.ts'

/** Runs one query of an explanation. Undefined if it cannot be joined or the database fails. */
export type Runner = (query: Query) => Promise<ResultSet | undefined>

export function runnerOn(
  source: Source,
  ontology: Ontology,
  { now, timeZone }: Pick<ReadingContext, 'now' | 'timeZone'>,
  signal: AbortSignal,
): Runner {
  const tables = tablesOf(ontology)
  return async (query) => {
    const joins = planJoins(query, ontology)
    if ('status' in joins) return undefined
    const { statement } = buildSql(query, joins, ontology, { now, timeZone })
    const execution = await execute(statement, source, { signal, tables })
    if (execution.status === 'done') return execution.result
    signal.throwIfAborted()
    if (execution.failure === 'unreachable' || execution.failure === 'missing') throw execution.error
    return undefined
  }
}
