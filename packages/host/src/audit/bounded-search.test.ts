import { describe, expect, test } from 'vitest'
import { engines } from '../storage/test-store.ts'
import { openAuditLog } from './audit-log.ts'
import { mostLookedThrough } from './audit-query.ts'
import type { AuditFilter, AuditLog, AuditPage } from './reading.ts'
import { openTestChain } from './test-chain.ts'

const ada = '00000000-0000-4000-8000-000000000001'
const ben = '00000000-0000-4000-8000-000000000002'
const total = 8 * mostLookedThrough

/** Ada calls tools, Ben reads over REST, by turns. The request id is the number of the row; five have the same time. */
const addRows = `insert into audit_events (at, user_id, action, resource_type, resource_id, outcome, request_id)
  select timestamptz '2026-03-01T00:00:00Z' + (n / 5) * interval '1 second',
    case when n % 2 = 0 then '${ada}'::uuid else '${ben}'::uuid end,
    case when n = 20 then 'key.rotated' when n % 2 = 0 then 'mcp.tool.call' else 'api.call' end,
    case when n = 20 then 'signing_key' when n % 2 = 0 then 'mcp_tool' else 'api_route' end,
    case when n % 2 = 1 then 'GET /api/tasks' when n % 3000 = 0 then 'rare_tool' else 'add_task' end, 'ok', n::text
  from generate_series(1, ${total}) n; analyze audit_events`

describe.each(engines)('an audit too long to be searched at once, on %s', (engine) => {
  test('[H522] two values that never meet are searched for in parts, and each page says how far it came', async () => {
    const { store, keys, tamper } = await openTestChain(engine)
    await tamper(addRows)
    const reads = `select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'audit_events'`

    const { pages, rows } = await store.transaction('everyone', async (tx) => {
      const log = openAuditLog({ query: (_scope, statement) => tx.query(statement) }, keys)
      await log.list({ userId: ada, action: 'api.call' })
      const [read] = await tx.query<{ rows: number }>({ sql: reads, parameters: [] })
      return { pages: await allPages(log, { userId: ada, action: 'api.call' }), rows: read?.rows }
    })

    expect(rows).toBeLessThan(total / 2)
    expect(pages.flatMap(numbersOf)).toEqual([])
    const times = pages.map(({ searchedTo }) => searchedTo?.getTime() ?? 0)
    expect(times[0]).toBe(timeOf(total - 1 - 2 * mostLookedThrough).getTime())
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(times.length).toBe(new Set(times).size)
    expect(pages.map(({ nextCursor }) => nextCursor !== undefined)).toEqual([true, true, true, false])
  })

  test('[H522] the pages of every filter have each row once, in order', async () => {
    const { store, keys, tamper } = await openTestChain(engine)
    await tamper(addRows)
    const log = openAuditLog(store, keys)
    const isRare = (n: number) => n % 3000 === 0
    const filters: readonly [AuditFilter, isIn: (n: number) => boolean][] = [
      [{ userId: ada, action: 'mcp.tool.call' }, (n) => n % 2 === 0 && n !== 20],
      [{ userId: ada, resourceId: 'rare_tool' }, isRare],
      [{ userId: ada, action: 'mcp.*', resourceId: 'rare_tool' }, isRare],
      [{ action: 'mcp.*', resourceId: 'rare_tool', outcome: 'ok' }, isRare],
      [{ userId: ben, outcome: 'ok', to: timeOf(1_001) }, (n) => n < 1_000 && n % 2 === 1],
      [{ userId: ben, isWithoutReads: true }, () => false],
      [{ action: 'api.*', isWithoutReads: true }, () => false],
      [{ resourceType: 'mcp_tool', to: timeOf(9_001) }, (n) => n < 9_000 && n % 2 === 0 && n !== 20],
      [{ userId: ada, action: 'mcp.*', from: timeOf(39_000) }, (n) => n >= 39_000 && n % 2 === 0],
    ]

    for (const [filter, isIn] of filters) {
      const numbers = (await allPages(log, filter)).flatMap(numbersOf)
      expect([filter, numbers]).toEqual([filter, newestFirst.filter(isIn)])
    }
  })

  test('[H976] if one of several values is rare, the first page has all its rows', async () => {
    const { store, keys, tamper } = await openTestChain(engine)
    await tamper(addRows)
    const log = openAuditLog(store, keys)
    const filters = [
      { userId: ada, action: 'key.rotated' },
      { userId: ada, action: 'key.*' },
      { action: 'key.*', outcome: 'ok' },
      { userId: ada, resourceType: 'signing_key' },
    ]

    for (const filter of filters) {
      const page = await log.list(filter)
      expect([filter, numbersOf(page), page.nextCursor]).toEqual([filter, [20], undefined])
      expect(page).not.toHaveProperty('searchedTo')
    }
  })
})

const newestFirst = Array.from({ length: total }, (_, index) => total - index)

async function allPages(log: Pick<AuditLog, 'list'>, filter: AuditFilter): Promise<readonly AuditPage[]> {
  const pages: AuditPage[] = []
  do pages.push(await log.list(filter, { limit: 500, cursor: pages.at(-1)?.nextCursor }))
  while (pages.at(-1)?.nextCursor !== undefined)
  return pages
}

function numbersOf({ rows }: AuditPage): readonly number[] {
  return rows.map(({ requestId }) => Number(requestId))
}

function timeOf(row: number): Date {
  return new Date(Date.UTC(2026, 2, 1) + Math.floor(row / 5) * 1_000)
}
