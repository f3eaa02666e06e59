import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Caller, Log } from '@quipu/kit'
import { Clock } from '../../../../test/environment/clock.ts'
import type { AuditEvent } from '../audit/audit-event.ts'
import { openBus } from '../bus/open-bus.ts'
import { LegacySessions } from './legacy-sessions.ts'
import { MemorySessionStore } from './memory-store.ts'

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const caller: Caller = {
  userId: randomUUID(),
  username: 'ada@example.com',
  role: 'viewer',
  permissions: new Set(),
  clientId: 'test',
  tokenHash: 'a'.repeat(64),
}

test('[H760] [H761] with an orphan timeout, a session whose connection was lost ends a minute later, unless its client reconnects', async () => {
  const { sessions, clock, events } = await open()
  const wanted = { ...hello, times: { idleMs: 1_800_000, orphanMs: 60_000 } }
  const [lost, found, listener] = [
    await sessions.create(wanted),
    await sessions.create(wanted),
    await sessions.create({ ...wanted, times: { idleMs: 1_800_000 } }),
  ]
  for (const session of [lost, found, listener]) await connectAndHangUp(sessions, session)
  const states = async () => new Map((await sessions.list()).map(({ id, state }) => [id, state]))
  await expect.poll(async () => (await states()).get(lost.id)).toBe('orphaned')
  await expect.poll(async () => (await states()).get(found.id)).toBe('orphaned')
  expect((await states()).get(listener.id)).toBe('active')
  clock.advance('50s')
  expect(await sessions.find(caller.userId, found.id)).toBe(found)
  expect((await states()).get(found.id)).toBe('active')
  clock.advance('11s')
  await sessions.sweep()

  expect(await sessions.find(caller.userId, lost.id)).toBeUndefined()
  expect(await sessions.find(caller.userId, found.id)).toBe(found)
  expect(await sessions.find(caller.userId, listener.id)).toBe(listener)
  expect(events.filter(({ action }) => action === 'mcp.session.terminated')).toMatchObject([
    { resourceId: lost.id, outcome: 'cleanup_timeout' },
  ])
  await sessions.close()
})

test('[N7] a sweep ends expired sessions, and the work in them', async () => {
  const { sessions, clock, events } = await open()
  const session = await sessions.create({ ...hello, times: { idleMs: 3_600_000 } })
  let isEnded = false
  session.onEnd(() => {
    isEnded = true
  })
  clock.advance('61m')
  await sessions.sweep()

  expect(isEnded).toBe(true)
  expect(events.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    'mcp.session.created ok',
    'mcp.session.terminated idle_timeout',
  ])
  await sessions.close()
})

test('[N5] a session holds what it needs and no more: neither the token nor what a client declares at length', async () => {
  const { sessions, store } = await open()
  const capabilities = {
    sampling: { junk: 'x'.repeat(100_000) },
    elicitation: { url: {} },
    experimental: { a: 1 },
  }
  const { id } = await sessions.create({ ...hello, capabilities, times: { idleMs: 3_600_000 } })
  const kept = await store.find(caller.userId, id)

  expect(kept).toMatchObject({
    token: `sha256:${caller.tokenHash}`,
    capabilities: { sampling: {}, elicitation: { url: {} } },
    state: 'active',
  })
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(JSON.stringify(kept).length).toBeLessThan(2_000)
  await sessions.close()
})

const hello = {
  caller,
  client: { name: 'test', version: '1' },
  userAgent: 'test/1',
  capabilities: {},
  protocolVersion: '2025-11-25',
  endpoint: '/mcp',
  requestId: 'r',
}

async function open() {
  const clock = new Clock()
  const events: AuditEvent[] = []
  const store = new MemorySessionStore({ mostPerUser: 50, most: 10_000, now: clock.now })
  const sessions = new LegacySessions({
    store,
    bus: await openBus({ log: quiet }),
    sweepMinutes: 15,
    most: 10_000,
    log: quiet,
    now: clock.now,
    record: (event) => events.push(event),
    permissionsOf: () => new Set(),
    permissionsNow: async () => new Set(),
    announce: () => () => {},
    remind: () => {},
  })
  return { sessions, store, clock, events }
}

async function connectAndHangUp(
  sessions: LegacySessions,
  session: Parameters<LegacySessions['open']>[0],
): Promise<void> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const asked = get({ host: '127.0.0.1', port }).on('error', () => {})
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  const connect = await sessions.open(session, undefined)
  connect?.(response)
  await once(asked, 'response')
  asked.destroy()
  await once(response, 'close')
  server.close()
}
