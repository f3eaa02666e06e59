import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixtures } from '../conformance/fixtures/index.ts'
import type { TestHost } from '../environment/test-host.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { EventReader, LegacyClient } from './legacy-client.ts'
import { lockedUri, notes, openUri, urisAfterOneTouch } from './notes.ts'

let site: TestHost
beforeAll(async () => {
  site = await openTestHost(quickEngine(), [notes(), fixtures()])
})
afterAll(() => site[Symbol.asyncDispose]())

const clientOf = ({ token }: TestUser, session?: string) =>
  new LegacyClient(`${site.url}/mcp`, token, session)
const isError = (answer: { result?: Readonly<Record<string, unknown>> }) =>
  answer.result?.['isError'] === true

describe('what a session allows', () => {
  test('[N17] [N913] a downgrade takes effect at once; an upgrade needs a new session, and the error says so', async () => {
    const user = await site.user({ role: 'contributor' })
    const write = (client: LegacyClient) => client.rpc('tools/call', { name: 'write_note', arguments: {} })
    const before = await clientOf(user).hello()
    expect(isError(await write(before))).toBe(false)
    await site.host.accounts.setRole(user.email, 'viewer')
    expect(isError(await write(before))).toBe(true)
    const meanwhile = await clientOf(user).hello()
    await site.host.accounts.setRole(user.email, 'contributor')

    const held = await write(meanwhile)
    expect(isError(held)).toBe(true)
    expect(JSON.stringify(held.result)).toContain('initialize a new one')
    expect(isError(await meanwhile.rpc('tools/call', { name: 'read_note', arguments: {} }))).toBe(false)
    expect(isError(await write(before))).toBe(false)
    expect(isError(await write(await clientOf(user).hello()))).toBe(false)
  })
})

describe('streams and credentials', () => {
  test('[N18] streams of both eras end when the token does', async () => {
    const user = await site.user({ ttlSeconds: 600 })
    const legacy = await clientOf(user).hello()
    const standalone = new EventReader(await legacy.send('GET'))
    const listening = new EventReader(
      await user.post('subscriptions/listen', { notifications: { toolsListChanged: true } }),
    )
    await listening.next()
    site.clock.advance('11m')

    expect(await standalone.rest()).toEqual([])
    const last = await listening.rest()
    expect(last.map(({ message }) => message.result?.['resultType'])).toEqual(['complete'])
  })

  test('[N914] an account gets no notifications of what it may no longer read, in either era', async () => {
    const user = await site.user({ role: 'contributor' })
    const legacy = await clientOf(user).hello()
    for (const uri of [openUri, lockedUri]) await legacy.rpc('resources/subscribe', { uri })
    const standalone = new EventReader(await legacy.send('GET'))
    const request = { notifications: { resourceSubscriptions: [openUri, lockedUri] } }
    const listening = new EventReader(await user.post('subscriptions/listen', request))
    await listening.next()
    await legacy.rpc('tools/call', { name: 'touch_notes' })
    const nextUri = async (events: EventReader) => (await events.next())?.message.params?.['uri']
    expect([await nextUri(standalone), await nextUri(standalone)]).toEqual([lockedUri, openUri])
    expect([await nextUri(listening), await nextUri(listening)]).toEqual([lockedUri, openUri])

    await site.host.accounts.setRole(user.email, 'viewer')
    await expect.poll(() => urisAfterOneTouch(legacy, standalone, listening)).toEqual([[openUri], [openUri]])
    await standalone.hangUp()
    await listening.hangUp()
  })

  test('[N18] a disabled account, or a revoked token, ends its streams', async () => {
    const user = await site.user()
    const legacy = await clientOf(user).hello()
    const standalone = new EventReader(await legacy.send('GET'))
    const listening = new EventReader(
      await user.post('subscriptions/listen', { notifications: { toolsListChanged: true } }),
    )
    await site.user({ role: 'admin' })
    const { id, token } = await site.host.personalTokens.create({
      userId: user.id,
      name: 'machine',
      scope: [],
      ttlSeconds: 3_600,
    })
    const machine = await new LegacyClient(`${site.url}/mcp`, token).hello()
    const machines = new EventReader(await machine.send('GET'))
    await site.host.personalTokens.revoke(user.id, id)
    expect(await machines.rest()).toEqual([])
    expect(await legacy.status()).toBe(200)
    await site.host.accounts.disable(user.email)

    expect(await standalone.rest()).toEqual([])
    expect((await listening.rest()).at(-1)?.message.result?.['resultType']).toBe('complete')
  })
})

describe('who is connected', () => {
  test('[N19] [U19] the beginning and end of sessions are recorded in the audit, and admins see who is connected', async () => {
    const boss = await site.user({ role: 'admin', path: '' })
    const user = await site.user()
    const odd = { name: 'n'.repeat(150), version: { not: 'text' } }
    const first = await clientOf(user).hello({}, { name: 'inspector', version: '2.1' })
    site.clock.advance('1m')
    const second = await clientOf(user).hello({}, odd)
    const listed = await boss.api('GET', `/api/admin/sessions?user_id=${user.id}`)
    const { sessions } = (await listed.json()) as { sessions: { id: string; client: object }[] }
    expect(sessions).toMatchObject([
      { id: second.session, client: { name: 'n'.repeat(100), version: null, mcp_version: '2025-11-25' } },
      { id: first.session, client: { name: 'inspector', version: '2.1' }, transport: 'http-streamable' },
    ])
    expect(JSON.stringify(sessions)).not.toContain('sha256')
    await first.send('DELETE')
    site.clock.advance('61m')
    expect(await second.status()).toBe(404)

    const audited = async () => {
      const rows = await boss.api('GET', `/api/admin/audit?user_id=${user.id}&limit=100`)
      const { events } = (await rows.json()) as {
        events: { action: string; resource_id: string; outcome: string }[]
      }
      return events
        .filter(({ action }) => action.startsWith('mcp.session.'))
        .map(({ action, resource_id, outcome }) => `${action} ${resource_id} ${outcome}`)
        .toSorted()
    }
    await expect
      .poll(audited)
      .toEqual(
        [
          `mcp.session.created ${first.session} ok`,
          `mcp.session.created ${second.session} ok`,
          `mcp.session.terminated ${first.session} ok`,
          `mcp.session.terminated ${second.session} idle_timeout`,
        ].toSorted(),
      )
  })
})

describe('bad input', () => {
  test('[N6] ids of wrong form or length, of others, ended and run out are unknown', async () => {
    const user = await site.user()
    const other = await clientOf(await site.user()).hello()
    const [ended, old] = [await clientOf(user).hello(), await clientOf(user).hello()]
    await ended.send('DELETE')
    site.clock.advance('61m')
    const ids = ['x', randomUUID(), 'x'.repeat(4_000), "'; drop", '__proto__', other.session, ended.session]
    for (const id of [...ids, old.session]) {
      const client = clientOf(user, id)
      expect(await client.status()).toBe(404)
      expect((await client.send('GET')).status).toBe(404)
      expect((await client.send('DELETE')).status).toBe(404)
    }
    expect(await clientOf(user).status()).toBe(200)
  })

  test('[N905] of a thousand sessions that only began fifty remain', async () => {
    const user = await site.user()
    const neighbour = await clientOf(await site.user()).hello()
    const ids: (string | undefined)[] = []
    for (let round = 0; round < 20; round += 1) {
      const made = await Promise.all(Array.from({ length: 50 }, () => clientOf(user).hello()))
      ids.push(...made.map(({ session }) => session))
    }
    const alive = await Promise.all(ids.map((id) => clientOf(user, id).status()))

    expect(alive.filter((status) => status === 200)).toHaveLength(50)
    expect(await neighbour.status()).toBe(200)
  })

  test('[N7] a call under way keeps its session', async () => {
    const client = await clientOf(await site.user()).hello()
    const params = { _meta: { progressToken: 'p' }, name: 'test_endless', arguments: {} }
    const running = new EventReader(await client.send('POST', { id: 'long', method: 'tools/call', params }))
    await running.next()
    site.clock.advance('61m')
    expect(await client.status()).toBe(200)
    await client.send('POST', { method: 'notifications/cancelled', params: { requestId: 'long' } })
    await running.rest()
    site.clock.advance('61m')

    expect(await client.status()).toBe(404)
  })

  test('[N7] a session in use outlives its idle time', async () => {
    const user = await site.user()
    const client = await clientOf(user).hello()
    for (let hour = 0; hour < 3; hour += 1) {
      site.clock.advance('59m')
      expect(await client.status()).toBe(200)
    }
    site.clock.advance('61m')
    expect(await client.status()).toBe(404)
  })

  test('[N10] clocks that jump end no session that is in use and keep none for ever', async () => {
    const user = await site.user({ ttlSeconds: 86_400 * 300 })
    const client = await clientOf(user).hello()
    site.clock.advance('-30d')
    expect(await client.status()).toBe(200)
    site.clock.advance('59m')
    expect(await client.status()).toBe(200)
    site.clock.advance('60d')
    expect(await client.status()).toBe(404)
  })
})
