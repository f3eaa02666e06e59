import { describe, expect, test } from 'vitest'
import { servers } from '../../../../test/environment/index.ts'
import type { JoinTree } from '../model/join-plan.ts'
import type { Ontology } from '../model/ontology.ts'
import type { Cell, Dialect } from '../model/statement.ts'
import { buildSql } from './build-sql.ts'
import { planJoins } from '../joins/plan-joins.ts'
import { openEngine } from '../../../../test/environment/query/test-engines.ts'
import { Random } from '../../../../test/environment/query/random.ts'
import { randomDatabase, randomQuery } from './test-random.ts'
import { referenceRows } from './test-reference.ts'

const options = { now: new Date('2026-03-01T12:00:00Z'), timeZone: 'UTC' }

describe.each<[Dialect, number]>([
  ['sqlite', 120],
  ['duckdb', 30],
  ['postgres', 8],
  ['mysql', 8],
])('%s', (dialect, databases) => {
  const isMissing =
    (dialect === 'postgres' && servers().databaseUrl === null) ||
    (dialect === 'mysql' && servers().mariadbUrl === null)
  test.skipIf(isMissing)(
    '[DQ8] [DQ318] [DQ319] [DQ303] [DQ1403] [DQ304] [DQ305] random queries give the rows of the reference model: each measure uses each row of its own table once',
    async () => {
      await using engine = await openEngine(dialect, servers().databaseUrl, servers().mariadbUrl)
      for (let seed = 1; seed <= databases; seed += 1) {
        const random = new Random(seed)
        const { ontology, data, ddl } = randomDatabase(random, dialect, `s${seed}_`)
        // One round trip; a statement each would wait for the disk every time.
        const batches = dialect === 'postgres' || dialect === 'mysql' ? [ddl.join(';\n')] : ddl
        for (const batch of batches) await engine.exec(batch)
        for (let n = 0; n < 12; n += 1) {
          const query = randomQuery(random, ontology)
          const plan = planJoins(query, ontology)
          if ('status' in plan) throw new Error(plan.reason)
          const { statement, inlined } = buildSql(query, plan, ontology, options)
          const expected = comparable(referenceRows(query, plan, data, meetsOne(ontology)))
          const context = `seed ${seed}, query ${n}: ${JSON.stringify(query)}\n${inlined}`
          const rows = await engine.rows(statement).catch((cause: unknown) => {
            throw new Error(context, { cause })
          })
          expect({ from: context, got: comparable(rows) }).toEqual({ from: context, got: expected })
          expect({
            from: context,
            got: comparable(await engine.rows({ sql: inlined, parameters: [] })),
          }).toEqual({ from: context, got: expected })
        }
      }
    },
  )
})

function comparable(rows: readonly (readonly Cell[])[]): readonly string[] {
  return rows
    .map((row) =>
      JSON.stringify(row.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(6)) : cell))),
    )
    .toSorted()
}

function meetsOne(ontology: Ontology) {
  return (tree: JoinTree, from: string, to: string): boolean => {
    const walk = (node: string, before: string | null): boolean | null => {
      if (node === to) return true
      for (const join of tree.joins) {
        if (join.left !== node && join.right !== node) continue
        const next = join.left === node ? join.right : join.left
        if (next === before) continue
        const rest = walk(next, node)
        if (rest === null) continue
        const relationship = ontology.relationships.find((one) => one.name === join.relationship)
        const dataset = tree.joins.find((one) => one.right === node)?.rightDataset ?? node
        return rest && relationship?.from === dataset
      }
      return null
    }
    return walk(from, null) === true
  }
}
