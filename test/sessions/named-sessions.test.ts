import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost } from '../environment/test-host.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'
import { LegacyClient } from './legacy-client.ts'
import { notes } from './notes.ts'

const path = '/api/notes/mcp'
const sessions = { unknown: 'create', ended: { message: 'Session terminated' } } as const
let site: TestHost
beforeAll(async () => {
  site = await openTestHost(quickEngine(), [notes({ sessions })])
})
afterAll(() => site[Symbol.asyncDispose]())

const clientOf = async (session: string | undefined, token?: string) =>
  new LegacyClient(site.url + path, token ?? (await site.user({ path })).token, session)

test('[N8] if the module declares it, an unknown id begins a session with that id, for this caller only', async () => {
  const id = `client-made-${randomUUID()}`
  const [ada, bob] = [await clientOf(id), await clientOf(id)]
  const answer = await ada.send('POST', { id: 1, method: 'tools/list' })
  expect(answer.status).toBe(200)
  await answer.text()
  expect((await ada.rpc('logging/setLevel', { level: 'error' })).result).toEqual({})
  const { token } = await site.user({ path })
  const again = new LegacyClient(site.url + path, token, id)
  expect(await again.status()).toBe(200)
  expect(await bob.status()).toBe(200)
  const ended = await ada.send('DELETE')
  expect(await ended.json()).toEqual({ message: 'Session terminated' })

  expect(await ada.status()).toBe(404)
  expect(await bob.status()).toBe(200)
})

test('[H796] [H797] there an ended id is 404 until its time would have expired, then it can begin a new session', async () => {
  const client = await clientOf('mine')
  expect(await client.status()).toBe(200)
  await client.send('DELETE')
  site.clock.advance('59m')
  expect(await client.status()).toBe(404)
  expect((await client.send('GET')).status).toBe(404)
  expect((await client.send('DELETE')).status).toBe(404)
  site.clock.advance('2m')

  expect(await client.status()).toBe(200)
})

test('[H797] there an expired session begins again silently', async () => {
  const client = await clientOf('kept')
  expect(await client.status()).toBe(200)
  site.clock.advance('3h')

  expect(await client.status()).toBe(200)
})

test('[N8] there initialize with an id begins a session with that id, in place of a former one', async () => {
  const client = await clientOf('hello-with-id')
  const hello = await client.hello()
  expect(hello.session).toBe('hello-with-id')
  await client.hello()

  expect(client.session).toBe('hello-with-id')
  expect(await client.status()).toBe(200)
})

test('[N8] there invalid ids get an error, and a request without an id needs no session', async () => {
  for (const id of ['a b', 'x'.repeat(201), 'a\tb']) expect(await (await clientOf(id)).status()).toBe(400)
  expect(await (await clientOf('x'.repeat(200))).status()).toBe(200)
  expect(await (await clientOf(undefined)).status()).toBe(200)
})

test('[N8] elsewhere an unknown id is 404, and ending a session answers ok', async () => {
  const { token } = await site.user()
  const client = new LegacyClient(`${site.url}/mcp`, token, 'mine')
  expect(await client.status()).toBe(404)
  client.session = undefined
  await client.hello()

  expect(await (await client.send('DELETE')).json()).toEqual({ ok: true })
})

test('[N8] two hundred requests at once with one unknown id begin one session', async () => {
  const client = await clientOf(`busy-${randomUUID()}`)
  const all = await Promise.all(Array.from({ length: 200 }, () => client.status()))

  expect(new Set(all)).toEqual(new Set([200]))
  expect(await (await client.send('DELETE')).json()).toEqual({ message: 'Session terminated' })
  expect(await client.status()).toBe(404)
})
