import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Module, Scope } from '@quipu/kit'
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

  /** Adds a range of rows to the tasks, the audit and the universes. Every tenth belongs to `me`. */
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
        select now() - n * interval '1 second', user_id, case when n % 7 = 0 then 'api.call' else 'tool.call' end,
          case when n % 7 = 0 then 'api_route' else 'mcp_tool' end, 'add_task', 'ok', 'fill-' || n, '{}'
        from ${rows} as made`)
    }
    const shares = [(to - from) / 10, ...others.map(() => ((to - from) * 0.9) / others.length)]
    for (const [index, userId] of [me, ...others].entries())
      await this.#addUniverses(userId, shares[index] ?? 0)
  }

  /** Adds a range of rows to the tasks of one person, the later ones younger. */
  async fillTasks(userId: string, from: number, to: number): Promise<void> {
    // So few that a statement stays far from its limit of time, however many there are already.
    for (let first = from; first < to; first += 2_000) {
      const last = Math.min(first + 2_000, to) - 1
      await this.#run(sql`insert into tasks (user_id, title, title_folded, title_sort, completed, completed_at, due_date, created_at, updated_at)
        select ${userId}::uuid, title, lower(title), lower(title), n % 3 = 0, case when n % 3 = 0 then now() end,
          case when n % 5 > 0 then date '2026-01-01' + n % 1000 end, timestamptz '2026-01-01' + n * interval '1 second', now()
        from (select n, case when n % 1000 = 0 then 'Feed zebra77' when n % 2 = 0 then 'Water the plants' else 'Write letter ' || n end as title
          from generate_series(${first}::int, ${last}::int) n) made`)
    }
  }

  /** Adds a range of rows to the audit, in the order of their times. The caller `me` uses no route. */
  async fillAudit(me: string, others: readonly string[], from: number, to: number): Promise<void> {
    const people = [me, ...others].join(',')
    for (let first = from; first < to; first += atOnce) {
      const last = Math.min(first + atOnce, to) - 1
      await this.#run(sql`insert into audit_events (at, user_id, action, resource_type, resource_id, outcome, request_id, metadata)
        select ${Filler.auditTime(0)}::timestamptz + n * interval '15 seconds',
          case when n % 10 = 0 then people[1] else people[2 + n % ${others.length}::int] end,
          case when n % 100000 = 77 then 'auth.key_rotated' when n % 10 > 5 then 'api.call' else 'mcp.tool.call' end,
          case when n % 100000 = 77 then 'signing_key' when n % 10 > 5 then 'api_route' else 'mcp_tool' end,
          case when n % 100000 = 78 then 'rare_tool' when n % 10 > 5 then 'GET /api/tasks' else 'tool_' || n % 40 end,
          case when n % 5000 = 79 then 'FORBIDDEN' else 'ok' end, 'fill-' || n, '{"client":"bench"}'
        from generate_series(${first}::int, ${last}::int) n, (select string_to_array(${people}, ',')::uuid[] as people) all_people`)
    }
  }

  /** The time of a row of the audit. Two million are somewhat less than a year. */
  static auditTime(row: number): Date {
    return new Date(Date.UTC(2025, 11, 1) + row * 15_000)
  }

  /**
   * Until what was filled is sealed and analysed. Both happen by themselves, and their processor time would be taken
   * for that of the first calls.
   */
  async settle(): Promise<void> {
    for (;;) {
      const [state] = await this.#run<{ is_settled: boolean }>(sql`select
          (select closed from audit_chain) >= (select coalesce(max(id), 0) from audit_events)
          and not exists (select from pg_stat_user_tables s join pg_class c on c.oid = s.relid
            where s.relname in ('tasks', 'audit_events', 'universes')
              and (n_mod_since_analyze > 200 + 0.1 * c.reltuples or n_ins_since_vacuum > 1000 + 0.2 * c.reltuples)) as is_settled`)
      if (state?.is_settled === true) return
      // Long upkeep waits for 300 ms in which nobody uses the store.
      await pause(500)
    }
  }

  async #addUniverses(userId: string, count: number): Promise<void> {
    await this.#run(
      sql`insert into universes (user_id, name, counts, created_at, updated_at)
        select ${userId}::uuid, 'Sky ' || n, '{"stars":1,"groups":0,"smallBodyFields":0,"protoplanetaryDisks":0,"nebulae":0}', now(), now() - n * interval '1 second'
        from generate_series(1, ${Math.round(count)}::int) n`,
      { userId },
    )
  }

  async #run<Row>(statement: ReturnType<typeof sql<Row>>, scope: Scope = everyone): Promise<Row[]> {
    const run = this.#db?.query<Row>(scope, { compile: () => statement.compile(queries) })
    return (await run) ?? []
  }
}
