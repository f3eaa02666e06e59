import { describe, expect, test } from 'vitest'
import type { Log } from '@quipu/kit'
import type { StoreTx } from '../storage/store.ts'
import { engines, silent } from '../storage/test-store.ts'
import { openAuditLog } from './audit-log.ts'
import type { AuditFilter, AuditLog } from './reading.ts'
import { forgetOldAudit } from './retention.ts'
import { openTestChain, type TestChain } from './test-chain.ts'

const long = new Date('2026-01-01T00:00:00Z')
const lately = new Date('2026-10-31T00:00:00Z')
const days = 30

describe.each(engines)('retention on %s', (engine) => {
  test('[U161] [U914] old seals are removed, the rest verifies from there, and the chain continues', async () => {
    const chain = await openTestChain(engine)
    await fill(chain, [3, 2], long)
    await fill(chain, [4], lately)

    expect(await forget(chain)).toBe(5)
    await fill(chain, [1], lately)

    expect(await chain.verify()).toMatchObject({
      ok: true,
      sealedRows: 5,
      seals: 2,
      begins: { sealedAt: long, removedRows: 5 },
      head: { number: 4 },
    })
    expect(await rowsOf(chain)).toBe(5)
    expect(await forget(chain)).toBe(0)
  })

  test('[U161] everything can go, and new rows follow', async () => {
    const chain = await openTestChain(engine)
    await fill(chain, [3, 2, 1], long)

    expect(await forget(chain)).toBe(6)
    expect(await chain.verify()).toMatchObject({ ok: true, sealedRows: 0, begins: { removedRows: 6 } })
    await fill(chain, [2], lately)
    expect(await chain.verify()).toMatchObject({ ok: true, sealedRows: 2, seals: 1 })
  })

  test.each([
    ['a removed row that is put back', inserted(2), { kind: 'inserted', auditId: 2 }],
    [
      'a beginning that is said to be elsewhere',
      `update audit_chain set start = null`,
      { kind: 'seal_changed' },
    ],
    [
      'a row that goes after the beginning',
      'delete from audit_events where id = 7',
      { kind: 'removed', auditId: 7 },
    ],
    ['a removal that nobody who has the key has made', forged, { kind: 'seal_changed' }],
  ])('[U914] it still finds %s', async (_what, sql, problem) => {
    const chain = await openTestChain(engine)
    await fill(chain, [3, 2], long)
    await fill(chain, [4], lately)
    await forget(chain)

    await chain.tamper(sql)

    expect(await chain.verify()).toMatchObject({ ok: false, firstProblem: problem })
  })

  test('[U915] a chain that is not valid keeps its rows, and this is reported', async () => {
    const chain = await openTestChain(engine)
    await fill(chain, [3], long)
    await chain.tamper(`update audit_seals set sealed_at = sealed_at - interval '1 day'`)
    const errors: string[] = []
    const log: Log = { ...silent, error: (_fields, message) => void errors.push(message) }

    expect(await forget(chain, log)).toBe(0)

    expect(await rowsOf(chain)).toBe(3)
    expect(errors).toEqual([expect.stringContaining('its chain is not whole')])
  })
})

describe.each(engines)('a long audit on %s', (engine) => {
  test.each([{ action: 'never.was' }, { resourceType: 'never' }])(
    '[H471] a filter that fits few rows does not read the whole audit after one that fits many: %j',
    async (rare) => {
      const { store, keys, tamper } = await openTestChain(engine)
      await tamper(manyRows)

      // In one session, whose plans and counts these are.
      await store.transaction('everyone', async (tx) => {
        const log = openAuditLog({ query: (_scope, statement) => tx.query(statement) }, keys)
        // So often that a plan for all values would be made.
        for (let time = 0; time < 12; time += 1) {
          await log.list({ action: 'mcp.tool.call' }, { limit: 20 })
          await log.list({ resourceType: 'mcp_tool' }, { limit: 20 })
        }
        const before = await readRows(tx)

        expect((await log.list(rare, { limit: 20 })).rows).toEqual([])

        expect(await readRows(tx)).toBeLessThan(before + 1_000)
      })
    },
  )

  test('[U162] [H520] a page is read from an index, for each filter, for a period, and for both together', async () => {
    const { store, keys, tamper } = await openTestChain(engine)
    await tamper(spreadRows)
    const [from, to] = ['2026-03-02', '2026-03-03'].map((day) => new Date(`${day}T00:00:00Z`))
    const filters = [
      {},
      { userId: someone(3) },
      { userId: someone(99) },
      { action: 'mcp.tool.call' },
      { action: 'key.rotated' },
      { outcome: 'FORBIDDEN' },
      { outcome: 'NEVER' },
      { resourceType: 'signing_key' },
      { resourceType: 'mcp_tool' },
      { resourceId: 'tool 7' },
      { resourceId: 'no tool' },
      { isWithoutReads: true },
    ]

    await store.transaction('everyone', async (tx) => {
      const log = openAuditLog({ query: (_scope, statement) => tx.query(statement) }, keys)
      const read = async (filter: AuditFilter) => {
        const before = await readRows(tx)
        const { rows } = await log.list(filter, { limit: 20 })
        return { ids: rows.map(({ id }) => id), rows: (await readRows(tx)) - before }
      }
      for (const filter of filters) {
        for (const period of [{}, { from, to }, { from: new Date('2027-01-01') }]) {
          const { ids, rows } = await read({ ...filter, ...period })
          expect([filter, period, rows < 300]).toEqual([filter, period, true])
          expect(ids).toEqual(ids.toSorted((one, other) => other - one))
        }
      }
      expect((await read({ from, to })).ids[0]).toBe(2_880)
    })
  })

  test('[U911] pages follow one another in the order of the times, also among equal ones', async () => {
    const { store, keys, tamper } = await openTestChain(engine)
    await tamper(`insert into audit_events (at, action, resource_type, resource_id, outcome, request_id)
      select timestamptz '2026-03-01' + (n % 5) * interval '1 microsecond', 'x', 'x', 'x', 'ok', n::text
      from generate_series(0, 39) n`)
    const log = openAuditLog(store, keys)
    const read: number[] = []
    for await (const rows of pagesOf(log, { action: 'x' }, 3)) read.push(...rows)
    for await (const rows of pagesOf(log, {}, 7)) read.push(...rows)

    const inOrder = [4, 3, 2, 1, 0].flatMap((late) => [7, 6, 5, 4, 3, 2, 1, 0].map((n) => n * 5 + late))
    expect(read).toEqual([...inOrder, ...inOrder])
  })
})

async function* pagesOf(
  log: Pick<AuditLog, 'list'>,
  filter: AuditFilter,
  limit: number,
): AsyncGenerator<readonly number[]> {
  let cursor: string | undefined
  do {
    const page = await log.list(filter, { limit, cursor })
    yield page.rows.map(({ requestId }) => Number(requestId))
    cursor = page.nextCursor
  } while (cursor !== undefined)
}

function someone(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** One in half a minute, by 40 people, with 40 tools. Most are calls of these; some of the others are reads. */
const spreadRows = `insert into audit_events (at, user_id, action, resource_type, resource_id, outcome, request_id)
  select timestamptz '2026-03-02T00:00:00Z' + (n - 1) * interval '30 seconds', ('00000000-0000-4000-8000-' || lpad((n % 40)::text, 12, '0'))::uuid,
    case when n % 5000 = 77 then 'key.rotated' when n % 10 > 5 then 'api.call' else 'mcp.tool.call' end,
    case when n % 5000 = 77 then 'signing_key' when n % 10 > 5 then 'api_route' else 'mcp_tool' end,
    case when n % 10 > 5 then 'GET /api/tasks' else 'tool ' || n % 41 end,
    case when n % 5000 = 79 then 'FORBIDDEN' else 'ok' end, n::text
  from generate_series(1, 20000) n;
  set default_statistics_target = 10;
  analyze audit_events`

const manyRows = `insert into audit_events (at, action, resource_type, resource_id, outcome, request_id)
  select now(), case when n % 7 = 0 then 'api.call' else 'mcp.tool.call' end,
    case when n % 7 = 0 then 'api_route' else 'mcp_tool' end, 'x', 'ok', n::text from generate_series(1, 20000) n;
  analyze audit_events`

/** How many rows of the audit this transaction has read. */
async function readRows(tx: StoreTx): Promise<number> {
  const sql = `select seq_tup_read + idx_tup_fetch as it from pg_stat_xact_user_tables where relname = 'audit_events'`
  return (await tx.query<{ it: number }>({ sql, parameters: [] }))[0]?.it ?? 0
}

const forged = `select quipu_forget_audit((select mac from audit_chain),
  jsonb_build_object('number', 3, 'hash', (select hash from audit_chain), 'rows', 9, 'closed', 9, 'beyond', '{}', 'at', '2026-01-01'), 'made up')`

function inserted(id: number): string {
  return `insert into audit_events (id, at, action, resource_type, resource_id, outcome, request_id)
    overriding system value values (${id}, now(), 'x', 'x', 'x', 'ok', 'x')`
}

/** A seal for each number, of so many rows. */
async function fill({ write, sealer }: TestChain, rows: readonly number[], at: Date): Promise<void> {
  for (const count of rows) {
    await write(count)
    await sealer({ now: () => at }).seal()
  }
}

function forget({ store, keys }: TestChain, log: Log = silent): Promise<number> {
  return forgetOldAudit({ store, keys, days, now: () => new Date('2026-11-01T00:00:00Z'), log })
}

async function rowsOf({ store }: TestChain): Promise<number | undefined> {
  const count = { sql: 'select count(*) as rows from audit_events', parameters: [] }
  return (await store.query<{ rows: number }>('everyone', count))[0]?.rows
}
