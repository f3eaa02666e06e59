import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Log } from '@quipu/kit'
import { Clock } from '../../../../test/environment/clock.ts'
import { intercepted, onEveryStore } from '../testing/test-stores.ts'
import type { Store } from '../storage/store.ts'
import { StoreUnavailable } from '../storage/store.ts'
import type { AuditEvent } from './audit-event.ts'
import { openAudit } from './audit.ts'
import { ada, event } from './test-events.ts'

interface Row {
  readonly id: number
  readonly at: Date
  readonly user_id: string | null
  readonly action: string
  readonly resource_id: string
  readonly outcome: string
  readonly request_id: string
  readonly metadata: object
}

onEveryStore('audit', (openStore) => {
  let store: Store
  let before = 0
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  // Rows cannot be deleted by anyone, so each test looks at those that came after it began.
  beforeEach(async () => {
    const [last] = await store.query<{ id: number }>('everyone', {
      sql: 'select coalesce(max(id), 0) as id from audit_events',
      parameters: [],
    })
    before = last?.id ?? 0
  })

  const clock = new Clock()
  const rows = () =>
    store.query<Row>('everyone', {
      sql: 'select * from audit_events where id > $1 order by id',
      parameters: [before],
    })
  const open = (over: Store = store) => {
    const lines: string[] = []
    let dropped = 0
    const log: Log = {
      debug: () => {},
      info: () => {},
      warn: () => {},
      error: (_, message) => lines.push(message),
    }
    const audit = openAudit(over, clock.now, log, { onDropped: (count) => (dropped += count) })
    return { audit, lines, dropped: () => dropped }
  }

  test('[U6] a flood of calls that wait for room loses no row', async () => {
    const { audit, dropped } = open()
    for (let count = 0; count < 12_000; count += 1) {
      await audit.room()
      audit.record(event({ requestId: String(count) }))
    }
    await audit.close()

    expect(dropped()).toBe(0)
    expect(await rows()).toHaveLength(12_000)
  })

  test('[U1] a row says who did what to which thing, when, with what outcome, through which client', async () => {
    const { audit } = open()
    audit.record(event({ outcome: 'NOT_FOUND' }))
    await audit.close()

    expect(await rows()).toMatchObject([
      {
        at: clock.now(),
        user_id: ada,
        action: 'mcp.tool.call',
        resource_type: 'mcp_tool',
        resource_id: 'list_tasks',
        outcome: 'NOT_FOUND',
        request_id: 'req-1',
        metadata: { clientName: 'inspector', clientVersion: '2.12.0' },
      },
    ])
  })

  test('[U1] an event that differs from the one before in a single field is recorded correctly', async () => {
    const { audit } = open()
    const usual = event().metadata
    const others: readonly Partial<AuditEvent>[] = [
      { userId: '3f0f4f0e-6c1b-4a3a-9a36-0f5f3f6f1a02' },
      { action: 'mcp.resource.read' },
      { resourceType: 'mcp_resource' },
      { resourceId: 'add_task' },
      { outcome: 'NOT_FOUND' },
      ...Object.entries({
        clientName: 'other',
        clientVersion: '3',
        clientId: 'app',
        sessionId: 's',
        endpoint: '/mcp',
        address: '::1',
        era: 'legacy',
        dryRun: true,
        durationMs: 3,
      }).map(([name, value]) => ({ metadata: { ...usual, [name]: value } })),
      { metadata: { ...usual, audited: { task: '7' } } },
      { metadata: { ...usual, audited: { task: '8' } } },
    ]
    for (const other of others) for (const one of [{}, other, other]) audit.record(event(one))
    await audit.close()

    const expected = others.flatMap((other) => [{}, other, other]).map((one) => rowFor(event(one)))
    const found = await rows()
    expect(found).toMatchObject(expected)
    expect(found.map(({ metadata }) => metadata)).toEqual(expected.map(({ metadata }) => metadata))
  })

  test('[U2] the row of a mutation is kept with it and lost with it', async () => {
    const { audit } = open()
    await store.transaction({ userId: ada }, (tx) => tx.query(audit.row(event({ requestId: 'kept' }))))
    const undone = store.transaction({ userId: ada }, async (tx) => {
      await tx.query(audit.row(event({ requestId: 'lost' })))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')

    expect((await rows()).map(({ request_id }) => request_id)).toEqual(['kept'])
  })

  test('[U900] nobody writes a row in the name of another, or changes or deletes one', async () => {
    const { audit } = open()
    await store.query('everyone', audit.row(event()))
    const bob = { userId: '3f0f4f0e-6c1b-4a3a-9a36-0f5f3f6f1a02' }

    await expect(store.query(bob, audit.row(event()))).rejects.toThrow(/row-level security/)
    for (const sql of [`update audit_events set outcome = 'ok'`, 'delete from audit_events'])
      await expect(store.query('everyone', { sql, parameters: [] })).rejects.toThrow(/permission denied/)
    expect(await rows()).toHaveLength(1)
  })

  test('[U3] rows of reads are written together, a moment later, without another call', async () => {
    const statements: string[] = []
    const { audit } = open(intercepted(store, ({ sql }) => statements.push(sql)))
    for (let call = 0; call < 40; call++) audit.record(event({ requestId: `req-${call}` }))
    expect(statements).toEqual([])

    await expect.poll(rows).toHaveLength(40)

    expect(statements).toHaveLength(1)
    expect((await rows()).map(({ request_id }) => request_id)).toEqual(
      Array.from({ length: 40 }, (_, call) => `req-${call}`),
    )
    await audit.close()
  })

  test('[U3] rows that come while a slow write is under way are written after it, without another call', async () => {
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
    let begun = 0
    const slow = intercepted(store, () => {
      begun += 1
      return mayGoOn
    })
    const { audit } = open(slow)
    audit.record(event({ requestId: 'one' }))
    await expect.poll(() => begun).toBe(1)
    audit.record(event({ requestId: 'two' }))
    audit.record(event({ requestId: 'three' }))
    goOn()

    await expect.poll(rows).toHaveLength(3)
    expect((await rows()).map(({ request_id }) => request_id)).toEqual(['one', 'two', 'three'])
    await audit.close()
  })

  test('[U3] [U901] two thousand rows do not wait for the moment to come, and closing writes the rest', async () => {
    const batches: number[] = []
    // Every row has a time in the first parameter.
    const watched = intercepted(store, ({ parameters: [times] }) => batches.push((times as number[]).length))
    const { audit, dropped } = open(watched)
    for (let call = 0; call < 4_321; call++) audit.record(event())

    await audit.close()

    expect(batches).toEqual([2_000, 2_000, 321])
    expect(await rows()).toHaveLength(4_321)
    expect(dropped()).toBe(0)
  })

  test('[U4] rows wait while the store is away and are written when it is back', async () => {
    let isAway = true
    const { audit, lines } = open(
      intercepted(store, () => {
        if (isAway) throw new StoreUnavailable('away')
      }),
    )
    for (let call = 0; call < 600; call++) audit.record(event())
    await audit.flush()
    expect(await rows()).toHaveLength(0)

    isAway = false
    await expect.poll(rows).toHaveLength(600)

    expect(lines).toEqual([])
    await audit.close()
  })

  test('[U4] no more than 10,000 rows wait; what is lost is counted and logged', async () => {
    const { audit, lines, dropped } = open(
      intercepted(store, () => {
        throw new StoreUnavailable('away')
      }),
    )
    audit.record(event())
    await audit.flush()
    for (let call = 0; call < 10_200; call++) audit.record(event())
    expect(dropped()).toBe(500)

    await audit.close()

    expect(dropped()).toBe(10_201)
    expect(lines).toEqual(['Audit rows were lost', 'Audit rows were lost'])
  })

  test('[U902] a row that the store refuses takes no other with it', async () => {
    const { audit, lines, dropped } = open()
    audit.record(event({ requestId: 'one' }))
    audit.record(event({ userId: 'no-uuid' }))
    audit.record(event({ requestId: 'two' }))

    await audit.close()

    expect((await rows()).map(({ request_id }) => request_id)).toEqual(['one', 'two'])
    expect(dropped()).toBe(1)
    expect(lines).toEqual(['Audit rows were lost'])
  })

  test('[U5] only the listed metadata are written: no arguments, no credentials', async () => {
    const { audit } = open()
    const metadata = {
      clientName: 'x'.repeat(5_000),
      durationMs: 12,
      dryRun: true,
      arguments: { a: 1 },
      token: 'eyJ',
    }
    audit.record(event({ metadata }))
    await audit.close()

    expect((await rows())[0]?.metadata).toEqual({ clientName: 'x'.repeat(200), durationMs: 12, dryRun: true })
  })

  test('[U903] names that a client made up are stored, if need be cut and mended', async () => {
    const { audit } = open()
    audit.record(event({ resourceId: 'a\0b\ud800c', metadata: { clientName: '\0\udfff' } }))
    audit.record(event({ resourceId: 'y'.repeat(100_000) }))
    audit.record(event({ userId: undefined }))
    await audit.close()

    const [mended, cut, nobody] = await rows()
    expect(mended).toMatchObject({ resource_id: 'a\ufffdb\ufffdc', metadata: { clientName: '\ufffd\ufffd' } })
    expect(cut?.resource_id).toHaveLength(2_000)
    expect(nobody?.user_id).toBeNull()
  })
})

function rowFor({ userId, resourceType, resourceId, requestId, metadata, ...same }: AuditEvent) {
  const { audited, ...rest } = metadata
  return {
    ...same,
    user_id: userId,
    resource_type: resourceType,
    resource_id: resourceId,
    request_id: requestId,
    metadata: { ...audited, ...rest },
  }
}
