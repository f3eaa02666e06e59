import { buildSql, planJoins, type BuiltQuery, type Statement } from '@quipu/query'
import type { Check, Verification } from '../artifacts.ts'
import { execute } from '../execute.ts'
import { verify } from '../verify/verify.ts'
import type { Case } from './case.ts'
import { today } from './databases.ts'
import { describeDatabase } from './describe-database.ts'
import { joinFaults } from './faults-of-joins.ts'
import { resultFaults } from './faults-of-results.ts'
import { healthyLearning } from './healthy-learning.ts'
import { healthyTrade } from './healthy-trade.ts'
import { MemorySource } from './memory-source.ts'

export interface FaultFigures {
  readonly faults: number
  readonly found: number
  readonly healthy: number
  readonly falseAlarms: number
  /** Faults that no check reported. */
  readonly missed: readonly string[]
  /** Healthy questions with a false alarm, and its text. */
  readonly alarms: readonly string[]
}

/** How many seeded faults the verifier finds, and the number of its false alarms. */
export async function measureFaults(): Promise<FaultFigures> {
  const faults = [...joinFaults, ...resultFaults]
  const healthy = [...healthyTrade, ...healthyLearning]
  const missed: string[] = []
  const alarms: string[] = []
  for (const fault of faults) {
    const { checks, caveats } = await verifyCase(fault)
    const isFound = caveats.length > 0 && troubles(checks).some(({ name }) => fault.expect.includes(name))
    if (!isFound)
      missed.push(`${fault.name}: ${checks.map(({ name, status }) => `${name} ${status}`).join(', ')}`)
  }
  for (const question of healthy) {
    const found = troubles((await verifyCase(question)).checks)
    if (found.length > 0) alarms.push(`${question.name}: ${found.map(({ says }) => says).join(' ')}`)
  }
  return {
    faults: faults.length,
    found: faults.length - missed.length,
    healthy: healthy.length,
    falseAlarms: alarms.length,
    missed,
    alarms,
  }
}

/** Asks the question about its damaged database and checks the answer. */
export async function verifyCase(one: Case): Promise<Verification> {
  await using source = new MemorySource(one.world.script)
  // The ontology was built before the damage, as if the data changed later.
  if (one.damage?.includes('CREATE TABLE') === true) source.database.exec(one.damage)
  const ontology = describeDatabase(source, one.world.extras)
  if (one.damage?.includes('CREATE TABLE') !== true) source.database.exec(one.damage ?? '')
  const joins = planJoins(one.query, ontology)
  if ('status' in joins) throw new Error(`${one.name}: ${joins.reason}`)
  const signal = new AbortController().signal
  const built: BuiltQuery = buildSql(one.query, joins, ontology, {
    now: new Date(`${today}T12:00:00Z`),
    timeZone: 'UTC',
  })
  const statement: Statement = one.sql === undefined ? built.statement : { sql: one.sql, parameters: [] }
  const execution = await execute(statement, limited(source, one.maxRows), { signal })
  if (execution.status === 'failed')
    throw new Error(`${one.name}: ${built.inlined}`, { cause: execution.error })
  const input = { query: one.query, joins, result: execution.result, ontology, today: one.today ?? today }
  return verify(input, source, { signal })
}

function limited(source: MemorySource, maxRows: number | undefined): MemorySource {
  if (maxRows === undefined) return source
  const query: MemorySource['query'] = (statement, limits) => source.query(statement, { ...limits, maxRows })
  return Object.assign(Object.create(source) as MemorySource, { query }) // the same source with another limit
}

function troubles(checks: readonly Check[]): readonly Check[] {
  return checks.filter(({ status }) => status === 'warning' || status === 'failed')
}
