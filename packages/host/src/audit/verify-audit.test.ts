import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { engines } from '../storage/test-store.ts'
import { hashOf } from './chain.ts'
import type { AuditProblem } from './reading.ts'
import type { TestChain } from './test-chain.ts'
import { openTestChain } from './test-chain.ts'

const tables = ['audit_events', 'audit_seals', 'audit_chain'] as const
const rowChanges = {
  at: `at + interval '1 microsecond'`,
  user_id: 'null',
  action: `action || ' '`,
  resource_type: `upper(resource_type)`,
  resource_id: 'outcome',
  outcome: `'FORBIDDEN'`,
  request_id: `request_id || 'x'`,
  metadata: `metadata || '{"clientName":"another"}'`,
}
const sealChanges = {
  sealed_at: `sealed_at + interval '1 second'`,
  closed: 'closed + 1',
  ids: `ids + '{[900,901)}'`,
  row_hashes: `set_byte(row_hashes, 3, (get_byte(row_hashes, 3) + 1) % 256)`,
  hash: 'md5(hash) || md5(hash)',
}
const chainChanges = {
  number: 'number - 1',
  hash: 'md5(hash) || md5(hash)',
  rows: 'rows - 1',
  closed: 'closed - 1',
  beyond: `'{[900,901)}'`,
  candidate: 'candidate + 1',
  waiting: `'{1/1}'`,
  mac: 'md5(mac) || md5(mac)',
}

const tamperings: readonly (readonly [sql: string, problem: AuditProblem])[] = [
  [`update audit_events set outcome = 'x' where id = 3`, { kind: 'changed', auditId: 3, seal: 1 }],
  ['delete from audit_events where id = 1', { kind: 'removed', auditId: 1, seal: 1 }],
  ['delete from audit_events where id = 10', { kind: 'removed', auditId: 10, seal: 3 }],
  [insertRow(6), { kind: 'inserted', auditId: 6 }],
  [insertRow(500), { kind: 'inserted', auditId: 500 }],
  [`update audit_seals set ids = '{[1,9)}' where number = 2`, { kind: 'seal_changed', seal: 2 }],
  ['delete from audit_seals where number = 2', { kind: 'removed', seal: 2 }],
  ['delete from audit_seals where number = 3', { kind: 'removed', seal: 3 }],
  [insertSeal(4), { kind: 'inserted', seal: 4 }],
  [`update audit_chain set rows = 7`, { kind: 'seal_changed', seal: 3 }],
  ['delete from audit_chain', { kind: 'head_missing' }],
]

describe.each(engines)('verifying on %s', (engine) => {
  test('[U12] any one change, removal, insertion or swap of what is sealed is found', async () => {
    const chain = await openTestChain(engine)
    const { rows, burnt, seals } = await prepare(chain)
    await chain.tamper(keep)
    const row = fc.constantFrom(...rows)
    const seal = fc.integer({ min: 1, max: seals })
    const change = (table: string, changes: Record<string, string>, where: string) =>
      fc
        .constantFrom(...Object.entries(changes))
        .map(([column, value]) => `update ${table} set ${column} = ${value} ${where}`)
    const tampering = fc.oneof(
      row.chain((id) => change('audit_events', rowChanges, `where id = ${id}`)),
      row.map((id) => `delete from audit_events where id = ${id}`),
      fc.constantFrom(...burnt, 0, -5, 10_000, 2 ** 52).map(insertRow),
      fc.tuple(row, fc.constantFrom(...burnt)).map(([id, to]) => moveRow(id, to)),
      fc.uniqueArray(row, { minLength: 2, maxLength: 2 }).map(([a, b]) => swap('audit_events', 'id', a, b)),
      seal.chain((number) => change('audit_seals', sealChanges, `where number = ${number}`)),
      seal.map((number) => `delete from audit_seals where number = ${number}`),
      fc.constantFrom(0, seals + 1).map(insertSeal),
      fc
        .uniqueArray(seal, { minLength: 2, maxLength: 2 })
        .map(([a, b]) => swap('audit_seals', 'number', a, b)),
      change('audit_chain', chainChanges, ''),
      fc.constant('delete from audit_chain'),
    )

    await fc.assert(
      fc.asyncProperty(tampering, async (sql) => {
        await chain.tamper(sql)
        const { ok, firstProblem } = await chain.verify()
        await chain.tamper(restore)
        expect({ sql, ok, firstProblem }).toEqual({ sql, ok: false, firstProblem: expect.anything() })
        expect((await chain.verify()).ok).toBe(true)
      }),
      { numRuns: 80 },
    )
  })

  test('[U12] each kind of tampering is reported with the row or the seal', async () => {
    const chain = await openTestChain(engine)
    await prepare(chain)
    await chain.tamper(keep)
    for (const [sql, problem] of tamperings) {
      await chain.tamper(sql)
      expect({ sql, ...(await chain.verify()) }).toMatchObject({ sql, ok: false, firstProblem: problem })
      await chain.tamper(restore)
    }
    expect(await chain.verify()).toMatchObject({ ok: true })
  })

  test('[U13] with the database alone one can neither seal again after a change nor cut off the end', async () => {
    const chain = await openTestChain(engine)
    await prepare(chain)
    await chain.tamper(keep)
    await chain.tamper(`update audit_events set outcome = 'x' where id = 1`)
    await sealAnew(chain)
    expect(await chain.verify()).toMatchObject({ ok: false, firstProblem: { kind: 'seal_changed', seal: 3 } })

    await chain.tamper(restore)
    await chain.tamper(`delete from audit_events where id > 6; delete from audit_seals where number = 3;
      update audit_chain set (number, hash, closed) = (select number, hash, closed from audit_seals where number = 2), rows = 5`)
    expect(await chain.verify()).toMatchObject({ ok: false, firstProblem: { kind: 'seal_changed', seal: 2 } })
  })

  test('[U909] a store that was reset as a whole lacks the head that was printed before', async () => {
    const chain = await openTestChain(engine)
    await prepare(chain)
    await chain.tamper(keep)
    await chain.write(2)
    await chain.sealer().seal()
    const { head } = await chain.verify()
    expect(await chain.verify(head)).toMatchObject({ ok: true })
    await chain.tamper(restore)

    expect(await chain.verify()).toMatchObject({ ok: true })
    expect(await chain.verify(head)).toMatchObject({ ok: false, firstProblem: { kind: 'head_missing' } })
    await chain.write(3)
    await chain.sealer().seal()
    await chain.write(1)
    await chain.sealer().seal()
    expect(await chain.verify(head)).toMatchObject({ ok: false, firstProblem: { kind: 'seal_changed' } })
  })

  test('[U14] rows that are not sealed yet are counted, and no error', async () => {
    const chain = await openTestChain(engine)
    expect(await chain.verify()).toEqual({
      ok: true,
      sealedRows: 0,
      seals: 0,
      unsealedTail: 0,
      head: { number: 0, hash: '' },
      firstProblem: undefined,
    })
    await prepare(chain)
    await chain.write(4)

    expect(await chain.verify()).toMatchObject({ ok: true, sealedRows: 8, seals: 3, unsealedTail: 4 })
  })

  test('[U910] a chain that grows while it is being walked is whole', async () => {
    const chain = await openTestChain(engine)
    const sealing = chain.sealer()
    for (let turn = 0; turn < 6; turn += 1) {
      const [verdict] = await Promise.all([chain.verify(), chain.write(300), sealing.seal()])
      expect(verdict.ok).toBe(true)
    }
    await sealing.seal()
    expect(await chain.verify()).toMatchObject({ ok: true, sealedRows: 1_800 })
  })
})

/** Three seals, of which the later ones have holes where ids were handed out and never committed. */
async function prepare({ write, tamper, sealer }: TestChain) {
  const sealing = sealer()
  const burn = `select nextval('audit_events_id_seq')`
  await write(3)
  await sealing.seal()
  await tamper(burn)
  await write(1)
  await tamper(burn)
  await write(1)
  await sealing.seal()
  await write(3)
  await sealing.seal()
  return { rows: [1, 2, 3, 5, 7, 8, 9, 10], burnt: [4, 6], seals: 3 }
}

const keep = tables.map((table) => `create table whole_${table} as table ${table}`).join(';')
const restore = tables
  .map(
    (table) =>
      `delete from ${table}; insert into ${table} ${table === 'audit_events' ? 'overriding system value' : ''} select * from whole_${table}`,
  )
  .join(';')

function insertRow(id: number): string {
  return `insert into audit_events (id, at, action, resource_type, resource_id, outcome, request_id) overriding system value
    values (${id}, now(), 'mcp.tool.call', 'mcp_tool', 'add_task', 'ok', 'forged')`
}

function insertSeal(number: number): string {
  return `insert into audit_seals
    select ${number}, sealed_at, closed, ids, row_hashes, hash from audit_seals where number = 3`
}

function moveRow(id: number, to: number): string {
  return `create temp table moved as select * from audit_events where id = ${id}; delete from audit_events where id = ${id};
    update moved set id = ${to}; insert into audit_events overriding system value select * from moved; drop table moved`
}

function swap(table: string, key: string, a = 0, b = 0): string {
  return `create temp table swapped as select * from ${table} where ${key} in (${a}, ${b});
    update swapped set ${key} = ${a} + ${b} - ${key}; delete from ${table} where ${key} in (${a}, ${b});
    insert into ${table} ${key === 'id' ? 'overriding system value' : ''} select * from swapped; drop table swapped`
}

/** As somebody would who knows everything but the key. */
async function sealAnew({ store, tamper }: TestChain): Promise<void> {
  const rows = await store.query<{
    number: number
    sealed_at: Date
    closed: number
    ids: string
    hashes: Uint8Array
  }>('everyone', {
    sql: `select number, sealed_at, closed, ids::text as ids, (select string_agg(sha256(record_send(row(e.id, e.at, e.user_id,
        e.action, e.resource_type, e.resource_id, e.outcome, e.request_id, e.metadata))), '' order by e.id)
      from audit_events e where e.id <@ ids) as hashes from audit_seals order by number`,
    parameters: [],
  })
  let hash = ''
  for (const { number, sealed_at: sealedAt, closed, ids, hashes } of rows) {
    hash = hashOf(hash, { number, sealedAt, closed, ids, rowHashes: hashes })
    const hex = Buffer.from(hashes).toString('hex')
    await tamper(`update audit_seals set row_hashes = '\\x${hex}', hash = '${hash}' where number = ${number}`)
  }
  await tamper(`update audit_chain set hash = '${hash}'`)
}
