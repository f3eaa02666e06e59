import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { StatementError, StoreUnavailable } from './store.ts'
import { addNote, allNotes, engines, notes, openTestStore, shareStore } from './test-store.ts'

describe.each(engines)('the store on %s', (engine) => {
  const shared = shareStore(engine)

  test('[S1] values go in and come out as the same types on both engines', async () => {
    const ana = randomUUID()
    const store = shared()
    const moment = new Date('2026-11-01T08:00:00.123Z')
    const bytes = new Uint8Array([0, 255, 92])

    const [row] = await store.query('everyone', {
      sql: `select $1::int8 as int8, $2::date as date, $3::timestamptz as moment, $4::numeric as numeric,
        $5::jsonb as json, $6::text[] as texts, $7::bool as bool, $8::bytea as bytes, $9::text as nothing,
        $10::float8 as float, $11::int8[] as numbers, count(*) as count, $12::jsonb as list, $13::uuid[] as ids,
        array[$3::timestamptz] as moments, $14::text as text`,
      parameters: [
        9_007_199_254_740_991,
        '2026-11-01',
        moment,
        '12345678901234567890.10',
        { a: [1, null], ü: '€' },
        ['plain', 'with "quotes"', 'back\\slash', '"line"\n\\tab\t', '', 'NULL', null, 'a,b {c}'],
        true,
        bytes,
        undefined,
        0.1,
        [1, 2],
        '[1,"two"]',
        [ana],
        'half a pair: \ud83d',
      ],
    })

    expect(row).toEqual({
      int8: 9_007_199_254_740_991,
      date: '2026-11-01',
      moment,
      numeric: '12345678901234567890.10',
      json: { a: [1, null], ü: '€' },
      texts: ['plain', 'with "quotes"', 'back\\slash', '"line"\n\\tab\t', '', 'NULL', null, 'a,b {c}'],
      bool: true,
      bytes,
      nothing: null,
      float: 0.1,
      numbers: [1, 2],
      count: 1,
      list: [1, 'two'],
      ids: [ana],
      moments: [moment],
      text: 'half a pair: \ufffd',
    })
  })

  test('[S900] the clock of a session is UTC', async () => {
    const store = shared()
    const rows = await store.query('everyone', {
      sql: `select '2026-07-01 12:00+02'::timestamptz::text as t`,
      parameters: [],
    })
    expect(rows).toEqual([{ t: '2026-07-01 10:00:00+00' }])
  })

  test('[S2] a statement sent with the commit is committed with the transaction, or all of it is rolled back', async () => {
    const store = shared()
    const ana = randomUUID()
    const scope = { userId: ana }
    await store.transaction(scope, async (tx) => {
      tx.atCommit(addNote(ana, 'second'))
      await tx.query(addNote(ana, 'first'))
    })
    await store.transaction(scope, async (tx) => tx.atCommit(addNote(ana, 'alone')))
    const undone = store.transaction(scope, async (tx) => {
      tx.atCommit(addNote(ana, 'never'))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const refused = store.transaction(scope, async (tx) => {
      await tx.query(addNote(ana, 'with it'))
      tx.atCommit(addNote(ana, 'first'))
    })
    await expect(refused).rejects.toMatchObject({ name: 'StatementError', code: '23505' })
    const failed = store.transaction(scope, async (tx) => {
      await tx.query(addNote(ana, 'first')).catch(() => {})
      tx.atCommit(addNote(ana, 'too late'))
    })
    await expect(failed).rejects.toThrow('one of its statements had failed')

    const texts = (await store.query<{ text: string }>(scope, allNotes)).map(({ text }) => text)
    expect(texts).toEqual(['first', 'second', 'alone'])
  })

  test('[H640] a commit that is refused takes nothing of other transactions with it', async () => {
    const store = shared()
    const ana = randomUUID()
    const scope = { userId: ana }
    const refused = ['b', 'd', 'e']
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((text) =>
        store.transaction(scope, async (tx) => {
          await tx.query(addNote(ana, text))
          tx.atCommit(addNote(ana, refused.includes(text) ? text : `${text} again`))
        }),
      ),
    )

    const states = outcomes.map(({ status }) => (status === 'fulfilled' ? 'kept' : 'refused'))
    expect(states).toEqual(['kept', 'refused', 'kept', 'refused', 'refused', 'kept'])
    const texts = (await store.query<{ text: string }>(scope, allNotes)).map(({ text }) => text)
    expect(texts.toSorted()).toEqual(['a', 'a again', 'c', 'c again', 'f', 'f again'])
  })

  test('[S2] a transaction keeps all of its statements or none', async () => {
    const ana = randomUUID()
    const store = shared()
    const scope = { userId: ana }

    await store.transaction(scope, async (tx) => {
      await tx.query(addNote(ana, 'one'))
      await tx.query(addNote(ana, 'two'))
    })
    const failing = store.transaction(scope, async (tx) => {
      await tx.query(addNote(ana, 'three'))
      throw new Error('changed my mind')
    })

    await expect(failing).rejects.toThrow('changed my mind')
    expect(await store.query(scope, allNotes)).toEqual([{ text: 'one' }, { text: 'two' }])
  })

  test('[S2] a transaction that swallows a failed statement is an error, not a success', async () => {
    const ana = randomUUID()
    const store = shared()

    const commit = store.transaction({ userId: ana }, async (tx) => {
      await tx.query(addNote(ana, 'lost'))
      await tx.query({ sql: 'select 1 / 0', parameters: [] }).catch(() => {})
    })

    await expect(commit).rejects.toMatchObject({ name: 'StatementError', code: '25P02' })
    expect(await store.query({ userId: ana }, allNotes)).toEqual([])
  })

  test('[S902] a refused statement carries its SQLSTATE and constraint, and the store goes on', async () => {
    const ana = randomUUID()
    const store = shared()
    await store.query({ userId: ana }, addNote(ana, 'once'))

    const refused = store.query({ userId: ana }, addNote(ana, 'once'))

    await expect(refused).rejects.toBeInstanceOf(StatementError)
    await expect(refused).rejects.toMatchObject({ code: '23505', constraint: 'notes_user_id_text_key' })
    await expect(store.query('everyone', { sql: 'selec', parameters: [] })).rejects.toMatchObject({
      code: '42601',
    })
    await store.ping()
  })

  test('[S2] transactions and single statements side by side all come through', async () => {
    const ana = randomUUID()
    const store = shared()
    const work = Array.from({ length: 30 }, (_, index) =>
      index % 3 === 0
        ? store.transaction({ userId: ana }, async (tx) => {
            await tx.query(addNote(ana, `t${index}`))
            await sleep(1)
            await tx.query(addNote(ana, `u${index}`))
          })
        : store.query({ userId: ana }, addNote(ana, `q${index}`)),
    )

    await Promise.all(work)

    expect(await store.query({ userId: ana }, allNotes)).toHaveLength(40)
  })

  test('[S3] a statement that takes too long is cut off, and the store serves the next', async () => {
    const ana = randomUUID()
    const store = await openTestStore(engine, { modules: [notes], timeouts: { statementMs: 1_000 } })
    await store.query({ userId: ana }, addNote(ana, 'kept'))

    const slow = store.query('everyone', { sql: slowly, parameters: [] })

    await expect(slow).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await store.query({ userId: ana }, allNotes)).toEqual([{ text: 'kept' }])
  })

  test('[S3] a transaction that takes too long is undone and its later statements are refused', async () => {
    const ana = randomUUID()
    const store = await openTestStore(engine, { modules: [notes], timeouts: { transactionMs: 1_000 } })
    const late = Promise.withResolvers<unknown>()
    const ended = Promise.withResolvers<void>()

    const slow = store.transaction({ userId: ana }, async (tx) => {
      await tx.query(addNote(ana, 'undone'))
      await ended.promise
      await tx.query(addNote(ana, 'too late')).catch(late.resolve)
    })

    await expect(slow).rejects.toThrow(/took longer than 1 s/)
    ended.resolve()
    expect(await late.promise).toBeInstanceOf(StoreUnavailable)
    expect(await store.query({ userId: ana }, allNotes)).toEqual([])
  })

  test('[S3] waiting inside a transaction for the store itself ends with an error, not never', async () => {
    const ana = randomUUID()
    // Long enough to open a store on a busy machine.
    const place = { modules: [notes], timeouts: { acquireMs: 5_000 } }
    const store = await openTestStore(engine, place)
    const holdAll = (depth: number): Promise<void> =>
      store.transaction({ userId: ana }, async (tx) => {
        await tx.query(allNotes)
        await (depth > 0 ? holdAll(depth - 1) : store.query({ userId: ana }, allNotes))
      })

    await expect(holdAll(5)).rejects.toBeInstanceOf(StoreUnavailable)
    await store.ping()
  })

  test('[S4] a closed store refuses', async () => {
    const store = await openTestStore(engine)
    await store.close()
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable)
  })
})

/** Seconds of work, not of sleep, which PGlite cannot be woken from either. */
const slowly = 'select count(*) from generate_series(1, 30000) a, generate_series(1, 30000) b'
