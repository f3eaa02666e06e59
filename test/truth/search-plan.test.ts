import type { Module, Ports } from '@quipu/kit'
import { defineModule } from '@quipu/kit'
import { truth } from '@quipu/truth'
import { describe, expect, test } from 'vitest'
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
      const planOf = async ({ sql, parameters }: Seen) => {
        const rows = await watch.ports.db.transaction({ userId: ann.user.id }, async (tx) => {
          // So few rows would be read from end to end.
          await tx.query(asQuery(`select set_config('enable_seqscan', 'off', true)`, []))
          const ofAnn = parameters.map((value) => (value === bob.user.id ? ann.user.id : value))
          return tx.query<Record<string, string>>(asQuery(`explain ${sql}`, ofAnn))
        })
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      }
      const [entities, similar, sources] = watch.statements
      const byNames = await planOf(similar!)

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
        const db = { query, transaction: ports.db.transaction.bind(ports.db) }
        return module.open({ ...ports, now: () => ports.now(), db })
      },
    }
  }
}

/** A statement as the query builder would make it. */
function asQuery(sql: string, parameters: readonly unknown[]) {
  return { compile: () => ({ sql, parameters }) } as unknown as never
}
