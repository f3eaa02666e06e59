import type { Module, Ports, Tx } from '@quipu/kit'
import { defineModule } from '@quipu/kit'
import { truth } from '@quipu/truth'
import { describe, expect, test } from 'vitest'
import { asQuery } from '../environment/as-query.ts'
import { servers } from '../environment/index.ts'
import { engines, openTestHost } from '../environment/test-host.ts'
import { Person } from './open-truth.ts'

const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)

describe.each(available)('on %s', (engine) => {
  test(
    '[TR461] a search uses the indexes of words and names, which the table does not under row-level security',
    { timeout: 300_000 },
    async () => {
      await using filled = await openTestHost(engine, [truth])
      const ann = new Person(await filled.user())
      for (let batch = 0; batch < 4; batch += 1)
        await ann.state(
          ...Array.from({ length: 500 }, (_, index) => ({
            entity_type: 'company',
            name: `Company ${batch}x${index}`,
            notes: `word${batch * 500 + index}`,
          })),
        )
      await filled.host.close()
      const { store, dataFolder } = filled.options
      const watch = new StatementWatch()
      await using host = await openTestHost(engine, [watch.over(truth), manyFilesOf(ann.user.id)], {
        store,
        dataFolder,
      })
      const bob = new Person(await host.user())
      watch.statements.length = 0
      await bob.call('search_truth', { query: 'word77' })
      const [probe, entities, , similar, , , , sources] = watch.statements
      const planOf = async ({ sql, parameters }: Seen) => {
        const rows = await watch.ports.db.transaction({ userId: ann.user.id }, async (tx) => {
          // So few rows would be read from end to end.
          await tx.query(asQuery(`select set_config('enable_seqscan', 'off', true)`, []))
          const ofAnn = parameters.map((value) => (value === bob.user.id ? ann.user.id : value))
          return tx.query<Record<string, string>>(asQuery(`explain ${sql}`, ofAnn))
        })
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      }
      const byNames = await planOf(similar!)

      expect(await planOf(probe!)).toMatch(/truth_snapshots_words_512\b|truth_snapshots_pkey/)
      expect(await planOf(entities!)).toMatch(/Bitmap Index Scan on truth_snapshots_words\b/)
      expect(byNames).toMatch(/Bitmap Index Scan on truth_snapshots_words\b/)
      expect(byNames).toMatch(/Bitmap Index Scan on truth_snapshots_names\b/)
      expect(await planOf(sources!)).toMatch(/Bitmap Index Scan on truth_source_words_of_all\b/)
      const onTheTable = {
        ...entities!,
        sql: entities!.sql.replace('"own_truth_snapshots"', '"truth_snapshots"'),
      }
      expect(await planOf(onTheTable)).not.toMatch(/truth_snapshots_words\b/)
    },
  )

  test(
    '[TR510] a search for a frequent word reads a sample of the matches, under row-level security too',
    { timeout: 300_000 },
    async () => {
      await using filled = await openTestHost(engine, [truth])
      const ann = new Person(await filled.user())
      await fillWith(ann, 'harbour')
      await ann.state({ entity_type: 'company', name: 'Harbour' })
      filled.clock.advance('1s')
      await ann.state(
        ...Array.from({ length: 9 }, (_, index) => ({
          entity_type: 'company',
          name: `late ${index}`,
          notes: 'harbour',
        })),
      )
      await filled.host.close()
      const { store, dataFolder } = filled.options
      const watch = new StatementWatch()
      await using host = await openTestHost(engine, [watch.over(truth), analysed], { store, dataFolder })
      const search = async (limit: number) => {
        const asked = {
          method: 'POST',
          path: '/api/truth/search_truth',
          body: { query: 'harbour', limit },
        } as const
        const answer = (await host.host.request(ann.user.id, asked)) as {
          entities: { canonical_name: string }[]
        }
        return answer.entities.map(({ canonical_name }) => canonical_name)
      }
      const found = await search(10)
      const plans = await plansOf(watch, ann.user.id, watch.statements.slice(0, 2))

      expect(found[0]).toBe('Harbour')
      expect(found.slice(1).toSorted()).toEqual(Array.from({ length: 9 }, (_, at) => `late ${at}`))
      expect(await search(10)).toEqual(found)
      expect(new Set(await search(50)).size).toBe(50)
      expect(plans).not.toMatch(/truth_snapshots_words\b/)
      expect(mostRowsOf(plans)).toBeLessThan(1500)
    },
  )

  test(
    '[TR512] a snapshot does not read all entities that share two frequent words',
    { timeout: 300_000 },
    async () => {
      await using filled = await openTestHost(engine, [truth])
      const ann = new Person(await filled.user())
      const [first] = await fillWith(ann, 'harbour lantern')
      await filled.host.close()
      const { store, dataFolder } = filled.options
      const watch = new StatementWatch()
      await using host = await openTestHost(engine, [watch.over(truth), analysed], { store, dataFolder })
      const asked = {
        method: 'POST',
        path: '/api/truth/get_entity_snapshot',
        body: { entity_id: first! },
      } as const

      expect(await host.host.request(ann.user.id, asked)).not.toHaveProperty('possible_duplicates')
      const blocks = watch.statements.filter(({ sql }) => sql.includes('wanted.block'))
      expect(blocks).toHaveLength(1)
      expect(mostRowsOf(await plansOf(watch, ann.user.id, blocks))).toBeLessThan(1000)
    },
  )
})

/** Four thousand companies with these notes. Returns the ids of some. */
async function fillWith(person: Person, notes: string): Promise<readonly string[]> {
  const created: string[] = []
  for (let batch = 0; batch < 8; batch += 1) {
    const { receipt } = await person.state(
      ...Array.from({ length: 500 }, (_, index) => ({
        entity_type: 'company',
        name: `${batch}x${index}`,
        notes,
      })),
    )
    created.push(...receipt.created)
  }
  return created
}

/** The plans of these statements with the rows that each step read, under row-level security. */
async function plansOf(watch: StatementWatch, userId: string, statements: readonly Seen[]): Promise<string> {
  const plans: string[] = []
  for (const { sql, parameters } of statements) {
    const rows = await watch.ports.db.transaction({ userId }, async (tx) => {
      // So few rows would be read from end to end.
      await tx.query(asQuery(`select set_config('enable_seqscan', 'off', true)`, []))
      return tx.query<Record<string, string>>(asQuery(`explain (analyze) ${sql}`, parameters))
    })
    plans.push(...rows.map((row) => row['QUERY PLAN'] ?? ''))
  }
  return plans.join('\n')
}

function mostRowsOf(plans: string): number {
  return Math.max(...plans.matchAll(/actual .*?rows=([\d.]+)/g).map(([, rows]) => Number(rows)))
}

/** Statistics of all rows, which the store would make when it likes. */
const analysed = defineModule({
  name: 'analysed',
  title: 'Analysed',
  permissions: {},
  tools: [],
  migrations: [{ id: '001-analysed', sql: 'analyze truth_snapshots' }],
  open: (ports) => ports,
})

/** Rows of many files, and statistics of all rows, which the store would make when it likes. */
function manyFilesOf(userId: string): Module {
  const sql = `
insert into truth_sources (user_id, id, kind, content_hash, mime_type, file_size, observed_at, created_at)
  select users.id, md5(n::text)::uuid, 'file', md5(n::text), 'text/plain', 1, now(), now()
  from users, generate_series(1, 5000) n where users.id = '${userId}';
insert into truth_source_words (user_id, source_id, words)
  select users.id, md5(n::text)::uuid, array_to_tsvector(array['word' || n])
  from users, generate_series(1, 5000) n where users.id = '${userId}';
select gin_clean_pending_list('truth_source_words_of_all');
analyze truth_sources, truth_source_words, truth_snapshots`
  return defineModule({
    name: 'files',
    title: 'Files',
    permissions: {},
    tools: [],
    migrations: [{ id: '001-files', sql }],
    open: (ports) => ports,
  })
}

interface Seen {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** Sees the statements of a module. */
class StatementWatch {
  readonly statements: Seen[] = []
  #ports: Ports | undefined

  get ports(): Ports {
    if (this.#ports === undefined) throw new Error('The module is not open yet')
    return this.#ports
  }

  over(module: Module): Module {
    return {
      ...module,
      open: (ports) => {
        this.#ports = ports
        const query: Ports['db']['query'] = (scope, wanted) => {
          const { sql, parameters } = wanted.compile()
          this.statements.push({ sql, parameters })
          return ports.db.query(scope, wanted)
        }
        const transaction: Ports['db']['transaction'] = (scope, work) =>
          ports.db.transaction(scope, (tx) => {
            const watched: Tx['query'] = (wanted) => {
              const { sql, parameters } = wanted.compile()
              this.statements.push({ sql, parameters })
              return tx.query(wanted)
            }
            return work({ ...tx, query: watched })
          })
        const db = { query, transaction }
        return module.open({ ...ports, now: () => ports.now(), db })
      },
    }
  }
}
