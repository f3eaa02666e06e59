import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Log } from '@quipu/kit'
import { intercepted } from '../testing/test-stores.ts'
import { StoreUnavailable } from '../storage/store.ts'
import { engines, hasPostgres, openAt, silent } from '../storage/test-store.ts'
import { openAudit } from './audit.ts'
import { rowsPerSeal } from './chain.ts'
import { ada, event } from './test-events.ts'
import { openTestChain } from './test-chain.ts'

const chains = { sql: 'select number, rows, closed, mac from audit_chain', parameters: [] }
const seals = {
  sql: 'select number, ids::text as ids, closed from audit_seals order by number',
  parameters: [],
}

describe.each(engines)('sealing on %s', (engine) => {
  test('[U7] [U904] rows are sealed within a second of their commit, unasked, and an idle chain is not written to', async () => {
    const { store, write, verify, sealer } = await openTestChain(engine)
    let written = 0
    let looked = 0
    const watched = intercepted(store, ({ sql }) => {
      looked += sql.includes('audit_events_id_seq') ? 1 : 0
      written += sql.includes('update audit_chain') ? 1 : 0
    })
    const busy = sealer({ store: watched })
    await busy.seal()
    busy.start()
    const before = written
    await expect.poll(() => looked).toBeGreaterThan(looked + 1)
    expect(written).toBe(before)

    await write(5)
    await expect.poll(async () => (await verify()).unsealedTail).toBe(0)

    expect(await verify()).toMatchObject({ ok: true, sealedRows: 5, seals: 1 })
    expect(written).toBe(before + 1)
    await busy.close()
  })

  test('[U7] [U905] a backlog is sealed in batches of bounded size, and closing seals what waits', async () => {
    const { store, write, sealer, verify } = await openTestChain(engine)
    await write(2 * rowsPerSeal + 7)
    expect(await verify()).toMatchObject({ ok: true, sealedRows: 0, unsealedTail: 2 * rowsPerSeal + 7 })

    await sealer().close()

    expect(await store.query('everyone', seals)).toEqual([
      { number: 1, ids: `{[1,${rowsPerSeal + 1})}`, closed: rowsPerSeal },
      { number: 2, ids: `{[${rowsPerSeal + 1},${2 * rowsPerSeal + 1})}`, closed: 2 * rowsPerSeal },
      { number: 3, ids: `{[${2 * rowsPerSeal + 1},${2 * rowsPerSeal + 8})}`, closed: 2 * rowsPerSeal + 7 },
    ])
    expect(await verify()).toMatchObject({ ok: true, sealedRows: 2 * rowsPerSeal + 7, unsealedTail: 0 })
  })

  test('[U8] several sealers at once make one chain', async () => {
    const { write, sealer, verify } = await openTestChain(engine)
    const sealers = Array.from({ length: 4 }, () => sealer())
    for (let turn = 0; turn < 8; turn += 1)
      await Promise.all([write(20), ...sealers.map((each) => each.seal())])
    await Promise.all(sealers.map((each) => each.seal()))
    await sealers[0]?.seal()

    expect(await verify()).toMatchObject({ ok: true, sealedRows: 160, unsealedTail: 0 })
  })

  test('[U907] ids that were never committed are passed over, and the chain closes behind them', async () => {
    const { store, write, sealer, verify } = await openTestChain(engine)
    const audit = openAudit(store, () => new Date(), silent)
    for (let turn = 0; turn < 3; turn += 1) {
      await write(2)
      const undone = store.transaction({ userId: ada }, async (tx) => {
        await tx.query(audit.row(event()))
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      await sealer().seal()
    }

    expect(await store.query('everyone', chains)).toMatchObject([{ number: 3, rows: 6, closed: 9 }])
    expect(await verify()).toMatchObject({ ok: true, sealedRows: 6, unsealedTail: 0 })
  })

  test('[U9] a store that is away or fails in the middle leaves the chain whole', async () => {
    const { store, write, sealer, verify } = await openTestChain(engine)
    await write(10)
    let isAway = true
    const flaky = intercepted(store, ({ sql }) => {
      if (isAway && sql.includes('audit_seals')) throw new StoreUnavailable('away')
    })
    const late = sealer({ store: flaky })
    await expect(late.seal()).rejects.toThrow('away')
    expect(await verify()).toMatchObject({ ok: true, unsealedTail: 10 })

    isAway = false
    await late.seal()

    expect(await verify()).toMatchObject({ ok: true, sealedRows: 10, unsealedTail: 0 })
  })

  test('[U10] [U908] nothing is added after a head that another key made, and this is logged once', async () => {
    const { store, write, sealer, verify } = await openTestChain(engine)
    await write(3)
    await sealer().seal()
    const [before] = await store.query('everyone', chains)
    const lines: string[] = []
    const log: Log = { ...silent, error: (_, line) => lines.push(line) }
    let looked = 0
    const watched = intercepted(store, () => void (looked += 1))
    const stranger = sealer({ store: watched, keys: [randomBytes(32)], log })
    await write(3)

    await expect(stranger.seal()).rejects.toThrow(/not written by this installation/)
    stranger.start()
    await expect.poll(() => looked).toBeGreaterThan(2)
    await stranger.close()

    expect(lines).toEqual(['The audit is not being sealed'])
    expect(await store.query('everyone', chains)).toEqual([before])
    expect(await verify()).toMatchObject({ ok: true, sealedRows: 3, unsealedTail: 3 })
  })

  test('[U10] after the root secret changed, the head is signed with the new key, also when nothing was written', async () => {
    const { store, keys, write, sealer, verify } = await openTestChain(engine)
    await write(3)
    await sealer().seal()
    const [before] = await store.query<{ mac: string }>('everyone', chains)
    const fresh = randomBytes(32)

    await sealer({ keys: [fresh, ...keys] }).seal()

    const [after] = await store.query<{ mac: string }>('everyone', chains)
    expect(after).toEqual({ ...before, mac: expect.not.stringMatching(before?.mac ?? '') })
    expect(await verify()).toMatchObject({ ok: false, firstProblem: { kind: 'seal_changed' } })
    await sealer({ keys: [fresh] }).seal()
  })

  test('[U908] a chain that is reset while it is being sealed is noticed', async () => {
    const { write, tamper, sealer } = await openTestChain(engine)
    const watching = sealer()
    await write(2)
    await watching.seal()
    await tamper('create table former as table audit_chain')
    await write(2)
    await watching.seal()
    await tamper(`delete from audit_events where id > 2; delete from audit_seals where number > 1;
      delete from audit_chain; insert into audit_chain select * from former`)
    await write(1)

    await expect(watching.seal()).rejects.toThrow(/put back from seal 2/)
  })

  test('[U11] users’ statements do not reach the chain, and the host’s own cannot rewrite it', async () => {
    const { store, write, sealer } = await openTestChain(engine)
    await write(1)
    await sealer().seal()
    const refused = (scope: 'everyone' | { userId: string }, sql: string) =>
      expect(store.query(scope, { sql, parameters: [] })).rejects.toThrow(/permission denied/)

    for (const table of ['audit_seals', 'audit_chain']) {
      for (const sql of [`select * from ${table}`, `delete from ${table}`, `update ${table} set number = 9`])
        await refused({ userId: ada }, sql)
      await refused('everyone', `delete from ${table}`)
    }
    await refused('everyone', `update audit_seals set hash = ''`)
  })
})

describe.skipIf(!hasPostgres)('sealing on PostgreSQL, while others write', () => {
  test('[U906] a row that is committed late is sealed then, and no earlier one keeps later ones waiting', async () => {
    const { store, write, sealer, verify } = await openTestChain('postgres')
    const audit = openAudit(store, () => new Date(), silent)
    const sealing = sealer()
    const written = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const late = store.transaction({ userId: ada }, async (tx) => {
      await tx.query(audit.row(event({ requestId: 'late' })))
      written.resolve()
      await commit.promise
    })
    await written.promise
    await write(3)
    await sealing.seal()
    await write(2)
    await sealing.seal()
    expect(await store.query('everyone', chains)).toMatchObject([{ rows: 5, closed: 0 }])
    expect(await verify()).toMatchObject({ ok: true, sealedRows: 5, unsealedTail: 0 })

    commit.resolve()
    await late
    expect(await verify()).toMatchObject({ ok: true, sealedRows: 5, unsealedTail: 1 })
    await sealing.seal()

    expect(await store.query('everyone', chains)).toMatchObject([{ rows: 6, closed: 6 }])
    expect(await store.query('everyone', seals)).toMatchObject([
      { ids: '{[2,5)}' },
      { ids: '{[5,7)}' },
      { ids: '{[1,2)}' },
    ])
    expect(await verify()).toMatchObject({ ok: true, sealedRows: 6, unsealedTail: 0 })
  })

  test('[U8] two instances with writers of every kind leave one chain without a hole', async () => {
    const { place, store, sealer, verify } = await openTestChain('postgres')
    const other = await openAt(place)
    const sealers = [sealer(), sealer({ store: other })]
    let isDone = false
    const sealing = sealers.map(async (each) => {
      while (!isDone) await each.seal()
    })
    const audit = openAudit(store, () => new Date(), silent)
    const writer = async (seed: number) => {
      for (let turn = 0; turn < 40; turn += 1) {
        const over = (seed + turn) % 2 === 0 ? store : other
        const isKept = (seed + turn) % 5 !== 0
        await over
          .transaction({ userId: ada }, async (tx) => {
            await tx.query(audit.row(event()))
            await pause((seed * 7 + turn) % 12)
            if (!isKept) throw new Error('undone')
          })
          .catch(() => {})
      }
    }
    await Promise.all([0, 1, 2].map(writer))
    isDone = true
    await Promise.all(sealing)
    await sealers[0]?.seal()

    expect(await verify()).toMatchObject({ ok: true, sealedRows: 96, unsealedTail: 0 })
    expect(await store.query('everyone', chains)).toMatchObject([{ rows: 96, closed: 120 }])
  })
})
