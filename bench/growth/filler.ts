import type { Db, Module } from '@quipu/kit'
import { defineModule, queryBuilder, sql } from '@quipu/kit'

const atOnce = 10_000
const everyone = { everyone: true } as const
const queries = queryBuilder<Record<string, never>>()

/** A module that fills the tables in SQL, because calls would take too long. */
export class Filler {
  #db: Db | undefined
  readonly module: Module = defineModule({
    name: 'filler',
    title: 'Filler',
    permissions: {},
    tools: [],
    open: ({ db }) => {
      this.#db = db
      return null
    },
  })

  /** Adds a range of rows to the tasks and to the audit. Every tenth belongs to `me`. */
  async fill(me: string, others: readonly string[], from: number, to: number): Promise<void> {
    const people = [me, ...others].join(',')
    for (let first = from; first < to; first += atOnce) {
      const last = Math.min(first + atOnce, to) - 1
      const rows = sql`(select n, case when n % 10 = 0 then people[1] else people[2 + n % ${others.length}::int] end as user_id,
          case when n % 1000 = 0 then 'Feed zebra77' when n % 2 = 0 then 'Water the plants' else 'Write letter ' || n end as title
        from generate_series(${first}::int, ${last}::int) n, (select string_to_array(${people}, ',')::uuid[] as people) all_people)`
      await this.#run(sql`insert into tasks (user_id, title, title_folded, title_sort, completed, completed_at, due_date, created_at, updated_at)
        select user_id, title, lower(title), lower(title), n % 3 = 0, case when n % 3 = 0 then now() end,
          case when n % 5 > 0 then date '2026-01-01' + n % 1000 end, now() - n * interval '1 second', now()
        from ${rows} as made`)
      await this.#run(sql`insert into audit_events (at, user_id, action, resource_type, resource_id, outcome, request_id, metadata)
        select now() - n * interval '1 second', user_id, case when n % 7 = 0 then 'api.call' else 'tool.call' end, 'mcp_tool', 'add_task', 'ok', 'fill-' || n, '{}'
        from ${rows} as made`)
    }
  }

  async #run(statement: ReturnType<typeof sql<object>>): Promise<void> {
    await this.#db?.query(everyone, { compile: () => statement.compile(queries) })
  }
}
