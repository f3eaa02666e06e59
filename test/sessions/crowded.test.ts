import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixtures } from '../conformance/fixtures/index.ts'
import type { TestHost } from '../environment/test-host.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'
import { EventReader, LegacyClient } from './legacy-client.ts'
import { notes } from './notes.ts'

const most = 12
const orphans = '/api/notes/mcp'
let site: TestHost
beforeAll(async () => {
  const sessions = { ttlMinutes: 30, orphanSeconds: 60 }
  site = await openTestHost(quickEngine(), [notes({ sessions }), fixtures()], { sessions: { most } })
})
afterAll(() => site[Symbol.asyncDispose]())

interface Listed {
  readonly id: string
  readonly state: string
}

async function listed(): Promise<readonly Listed[]> {
  const boss = await site.user({ role: 'admin', path: '' })
  const answer = await boss.api('GET', '/api/admin/sessions?limit=100')
  return ((await answer.json()) as { sessions: Listed[] }).sessions
}

test('[N905] an instance keeps a limited number of sessions: the least recently active idle one of all users is removed', async () => {
  const begin = async () => {
    site.clock.advance('1s')
    return new LegacyClient(`${site.url}/mcp`, (await site.user()).token).hello()
  }
  const busy = await begin()
  const params = { _meta: { progressToken: 'p' }, name: 'test_endless', arguments: {} }
  const running = new EventReader(await busy.send('POST', { id: 'long', method: 'tools/call', params }))
  await running.next()
  const [first, second, third] = [await begin(), await begin(), await begin()]
  for (let count = 4; count < most; count += 1) await begin()
  site.clock.advance('1s')
  expect(await first.status()).toBe(200)
  expect(await listed()).toHaveLength(most)

  await begin()
  const kept = (await listed()).map(({ id }) => id)
  expect(kept).toHaveLength(most)
  expect(kept).not.toContain(second.session)
  expect(await second.status()).toBe(404)
  await begin()
  expect(await third.status()).toBe(404)
  expect(await first.status()).toBe(200)
  await busy.send('POST', { method: 'notifications/cancelled', params: { requestId: 'long' } })
  await running.rest()
  expect(await busy.status()).toBe(200)

  const boss = await site.user({ role: 'admin', path: '' })
  const audited = async () => {
    const rows = await boss.api('GET', '/api/admin/audit?action=mcp.session.terminated')
    const { events } = (await rows.json()) as { events: { resource_id: string; outcome: string }[] }
    return events.map(({ resource_id, outcome }) => `${resource_id} ${outcome}`)
  }
  await expect.poll(audited).toEqual([`${third.session} evicted`, `${second.session} evicted`])
})

test('[H760] [H761] with an orphan timeout, a session that lost its stream ends a minute later, unless its client reconnects', async () => {
  const open = async (path: string) => {
    const client = await new LegacyClient(site.url + path, (await site.user({ path })).token).hello()
    const events = new EventReader(await client.send('GET'))
    return { client, events }
  }
  const [lost, found, elsewhere] = [await open(orphans), await open(orphans), await open('/mcp')]
  const states = async () => {
    const all = new Map((await listed()).map(({ id, state }) => [id, state]))
    return [lost, found, elsewhere].map(({ client }) => all.get(client.session ?? ''))
  }
  expect(await states()).toEqual(['active', 'active', 'active'])
  for (const { events } of [lost, found, elsewhere]) await events.hangUp()
  await expect.poll(states).toEqual(['orphaned', 'orphaned', 'active'])
  site.clock.advance('50s')
  expect(await found.client.status()).toBe(200)
  expect(await states()).toEqual(['orphaned', 'active', 'active'])
  site.clock.advance('11s')

  expect(await lost.client.status()).toBe(404)
  expect(await found.client.status()).toBe(200)
  expect(await elsewhere.client.status()).toBe(200)
  expect(await states()).toEqual([undefined, 'active', 'active'])
  site.clock.advance('31m')
  expect(await found.client.status()).toBe(404)
  expect(await elsewhere.client.status()).toBe(200)
})
