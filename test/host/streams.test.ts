import { setTimeout as pause } from 'node:timers/promises'
import { ToolError } from '@quipu/kit'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { auditor } from '../environment/auditor.ts'
import { EventReader } from '../environment/event-reader.ts'
import type { TestHost } from '../environment/test-host.ts'
import { openTestHost, password, quickEngine } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { signIn } from './account-site.ts'
import type { Listener } from './bells.ts'
import { bellTower } from './bells.ts'

const settings = { heartbeatMs: 300, slowMs: 600, partingMs: 30_000, mostPerUser: 3, most: 5 }
const { module, bells } = bellTower()
const audit = auditor()

let at: TestHost
beforeAll(async () => {
  at = await openTestHost(quickEngine(), [module, audit.module], {
    streams: settings,
    allowedOrigins: ['https://friend.example'],
  })
})
afterAll(() => at?.[Symbol.asyncDispose]())

const someone = (options: object = {}) => at.user({ path: '', ...options })
const bearer = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` })
const north = () => `${at.url}/bells/north/events`

/** A reader, and the same as the module sees it. */
async function listen(headers: Record<string, string>, url = north()): Promise<[EventReader, Listener]> {
  const before = bells.listeners.length
  const reader = await EventReader.open(url, headers)
  const listener = bells.listeners[before]
  if (listener === undefined) throw new Error(`Nobody listens: ${reader.status}`)
  return [reader, listener]
}

test('[H42] [H740] [H741] events come in order, after a word that the stream is open, with their names, ids and data', async () => {
  const [reader, listener] = await listen({ ...bearer(await someone()), 'last-event-id': '41' })
  using _ = reader
  expect(reader.status).toBe(200)
  expect(reader.response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect([listener.tower, listener.lastEventId]).toEqual(['north', '41'])
  await expect.poll(() => reader.comments).toEqual(['connected'])
  expect(reader.retry).toBe(3000)

  for (let number = 42; number < 142; number++)
    listener.push({ event: 'ring', id: String(number), data: JSON.stringify({ number }) })
  listener.push({ event: 'news', data: 'two\nlines' })
  await expect.poll(() => reader.events.length).toBe(101)
  expect(reader.events.slice(0, 100)).toEqual(
    Array.from({ length: 100 }, (_each, index) => ({
      event: 'ring',
      id: String(index + 42),
      data: `{"number":${index + 42}}`,
    })),
  )
  expect(reader.events[100]).toEqual({ event: 'news', id: undefined, data: 'two\nlines' })

  listener.end()
  await reader.closed
  expect(listener.isReturned).toBe(true)
})

test('[H43] [H742] what goes wrong before the first event is answered as by a route', async () => {
  const user = await someone()
  const ask = async (url: string, headers: Record<string, string> = bearer(user)) => {
    using reader = await EventReader.open(at.url + url, headers)
    return { status: reader.status, body: await reader.json() }
  }
  expect(await ask('/bells/ruin/events')).toMatchObject({
    status: 404,
    body: {
      error: 'not_found',
      message: 'There is no such tower',
      tower: 'ruin',
      trace_id: expect.any(String),
    },
  })
  expect(await ask('/bells/cracked/events')).toMatchObject({ status: 409, body: { error: 'conflict' } })
  expect(bells.listeners.at(-1)?.isReturned).toBe(true)
  expect(await ask('/bells/north/events?loud=maybe')).toMatchObject({
    status: 400,
    body: { parameter: 'loud' },
  })
  expect(await ask(`/bells/${'x'.repeat(41)}/events`)).toMatchObject({ status: 400 })
  expect(await ask('/bells/north/events', {})).toMatchObject({ status: 401 })
  expect(await ask('/bells/north/events', bearer(await someone({ role: 'viewer' })))).toMatchObject({
    status: 403,
    body: { error: 'forbidden' },
  })
  expect(await ask('/bells/north/events', bearer(await someone({ scope: ['bells:ring'] })))).toMatchObject({
    status: 403,
  })
})

test.each(['with\ttab', 'x'.repeat(201), 'ü'])(
  '[H928] the Last-Event-ID %j is refused',
  async (lastEventId) => {
    const user = await someone()
    const headers = { ...bearer(user), 'last-event-id': lastEventId }
    using reader = await EventReader.open(north(), headers)
    expect(reader.status).toBe(400)
    expect(await reader.json()).toMatchObject({ error: 'validation_error', path: 'Last-Event-ID' })
  },
)

test('[H929] a HEAD says what would come and opens nothing', async () => {
  const before = bells.listeners.length
  const answer = await (await someone()).api('HEAD', '/bells/north/events')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  expect(bells.listeners.length).toBe(before)
})

test('[H742] [H915] a browser listens with its session, a page of another site does not, and openings are counted and audited', async () => {
  const user = await someone({ password })
  const cookie = await signIn(at, user)
  const [reader] = await listen({ cookie })
  using _ = reader
  expect(reader.status).toBe(200)
  expect(reader.response.headers['ratelimit-limit']).toBe('1000000')
  const foreign = { cookie, origin: 'https://friend.example' }
  using refused = await EventReader.open(north(), foreign)
  expect(refused.status).toBe(403)
  using allowed = await EventReader.open(north(), { ...bearer(user), origin: 'https://friend.example' })
  expect(allowed.response.headers['access-control-allow-origin']).toBe('https://friend.example')
  using stranger = await EventReader.open(north(), { ...bearer(user), origin: 'https://stranger.example' })
  expect(stranger.status).toBe(403)
  const outcomes = async () =>
    (await audit.eventsOf(user.id))
      .filter(({ action }) => action === 'api.call')
      .map(({ outcome }) => outcome)
  await expect.poll(outcomes).toEqual(['ok', 'ok'])
})

test('[H44] a silent stream is kept alive by comments', async () => {
  const [reader] = await listen(bearer(await someone()))
  using _ = reader
  await expect.poll(() => reader.comments.length).toBeGreaterThan(3)
  expect(reader.comments).toEqual(['connected', ...reader.comments.slice(1).map(() => '')])
  expect(reader.events).toEqual([])
})

test('[H45] [H930] no event is pulled that could not be sent, and a reader that reads nothing is dropped with the reason', async () => {
  const [reader, listener] = await listen(bearer(await someone()))
  using _ = reader
  reader.pause()
  const data = 'x'.repeat(1024 * 1024)
  const sent = 200
  for (let number = 1; number <= sent; number++) listener.push({ event: 'ring', id: String(number), data })
  await expect.poll(() => listener.call.signal.aborted).toBe(true)
  expect(listener.pulls).toBeLessThan(sent / 2)
  expect(listener.isReturned).toBe(true)

  reader.resume()
  await reader.closed
  const last = reader.events.at(-1)
  expect(last?.event).toBe('dropped')
  expect(reader.dataOf('dropped')).toEqual([
    { reason: 'slow', message: expect.stringContaining('connect again') },
  ])
  const rings = reader.events.slice(0, -1)
  expect(rings.map(({ id }) => Number(id))).toEqual(rings.map((_each, index) => index + 1))
  expect(rings.every((ring) => ring.data === data)).toBe(true)
})

test('[H930] a reader that never reads again is cut off', async () => {
  const { module: tower, bells: ringing } = bellTower()
  const streams = { slowMs: 100, partingMs: 10 }
  await using site = await openTestHost(quickEngine(), [tower], { streams })
  const user = await site.user({ path: '' })
  using reader = await EventReader.open(`${site.url}/bells/north/events`, bearer(user))
  reader.pause()
  const [listener] = ringing.listeners
  listener?.push({ event: 'ring', data: 'x'.repeat(16 * 1024 * 1024) })
  await expect.poll(() => listener?.isReturned).toBe(true)
  // A timer of the same length, set later: it comes after the one that cuts.
  await pause(streams.partingMs)
  reader.resume()
  await reader.closed
  expect(reader.events).toEqual([])
})

test('[H930] a reader that is slow but reads gets everything', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { module: tower, bells: ringing } = bellTower()
  await using site = await openTestHost(quickEngine(), [tower], { streams: { slowMs: 2500 } })
  const user = await site.user({ path: '' })
  using reader = await EventReader.open(`${site.url}/bells/north/events`, bearer(user))
  const data = 'x'.repeat(32 * 1024 * 1024)
  ringing.listeners[0]?.push({ event: 'ring', data })
  const { socket } = reader.response
  // Each part lets more be written before six of them have passed: the system's own buffers hold less than that.
  for (let part = 1; part <= 16; part++) {
    reader.resume()
    await expect.poll(() => socket.bytesRead, { interval: 2 }).toBeGreaterThan(part * 1.8 * 1024 * 1024)
    reader.pause()
    vi.advanceTimersByTime(400)
  }
  reader.resume()
  await expect.poll(() => reader.events.length).toBe(1)
  expect(reader.events[0]?.data === data).toBe(true)
  expect(ringing.listeners[0]?.call.signal.aborted).toBe(false)
})

test('[H46] [H931] a failure while streaming is sent on the stream, a bug without its text', async () => {
  const user = await someone()
  const [first, one] = await listen(bearer(user))
  one.fail(new ToolError('CONFLICT', 'The rope broke', { rope: 3 }))
  await first.closed
  expect(first.dataOf('error')).toEqual([
    { error: 'conflict', message: 'The rope broke', rope: 3, trace_id: expect.any(String) },
  ])
  const [second, two] = await listen(bearer(user))
  two.fail(new Error('the secret of the bells'))
  await second.closed
  expect(second.dataOf('error')).toMatchObject([{ error: 'internal_error' }])
  expect(JSON.stringify(second.events)).not.toContain('secret')
  const [third, three] = await listen(bearer(user))
  three.push({ event: 'two\nlines', data: '' })
  await third.closed
  expect(third.dataOf('error')).toMatchObject([{ error: 'internal_error' }])
  for (const listener of [one, two, three])
    expect([listener.call.signal.aborted, listener.isReturned]).toEqual([true, true])
})

test('[H931] after a disconnect the module’s events are not read any more', async () => {
  const [reader, listener] = await listen(bearer(await someone()))
  reader[Symbol.dispose]()
  await expect.poll(() => [listener.call.signal.aborted, listener.isReturned]).toEqual([true, true])
})

test('[H47] a stream ends when its token expires', async () => {
  const [reader, listener] = await listen(bearer(await someone({ ttlSeconds: 60 })))
  at.clock.advance('2m')
  await reader.closed
  expect(reader.dataOf('dropped')).toEqual([
    { reason: 'signed_out', message: expect.stringContaining('sign in') },
  ])
  expect(listener.call.signal.aborted).toBe(true)
})

test('[H47] and when it, its account or its permission is taken away', async () => {
  const user = await someone()
  const made = await at.host.personalTokens.create({
    userId: user.id,
    name: 'listener',
    scope: [],
    resource: at.url,
    ttlSeconds: 3600,
  })
  const [withdrawn] = await listen({ authorization: `Bearer ${made.token}` })
  const [kept] = await listen(bearer(user))
  using _ = kept
  await at.host.personalTokens.revoke(user.id, made.id)
  await withdrawn.closed
  expect(withdrawn.dataOf('dropped')).toMatchObject([{ reason: 'signed_out' }])
  expect(kept.isClosed).toBe(false)

  await at.host.accounts.setRole(user.email, 'viewer')
  await kept.closed
  expect(kept.dataOf('dropped')).toMatchObject([{ reason: 'access_withdrawn' }])

  const gone = await someone()
  const [disabled] = await listen(bearer(gone))
  await at.host.accounts.disable(gone.email)
  await disabled.closed
  expect(disabled.dataOf('dropped')).toMatchObject([{ reason: 'signed_out' }])
})

test('[H47] a reader whose account goes while the stream is being opened gets no stream', async () => {
  const { module: tower, bells: ringing } = bellTower(async ({ call }) => {
    await site.host.accounts.disable(user.email)
    await expect.poll(() => call.signal.aborted).toBe(true)
  })
  await using site = await openTestHost(quickEngine(), [tower])
  const user = await site.user({ path: '' })
  using reader = await EventReader.open(`${site.url}/bells/north/events`, bearer(user))
  expect([reader.status, await reader.json()]).toMatchObject([401, { error: 'unauthorized' }])
  expect(ringing.listeners[0]?.isReturned).toBe(true)
})

test('[H47] signing out ends the streams of that browser at once, and of no other browser of the person', async () => {
  const user = await someone({ password })
  const [cookie, other] = [await signIn(at, user), await signIn(at, user)]
  const [reader] = await listen({ cookie })
  const [elsewhere] = await listen({ cookie: other })
  using _ = elsewhere
  await signOut(cookie)
  await reader.closed
  expect(reader.dataOf('dropped')).toMatchObject([{ reason: 'signed_out' }])
  expect(elsewhere.isClosed).toBe(false)
})

test('[H47] a changed password ends the streams of other browsers, not of the one it was changed in', async () => {
  const user = await someone({ password })
  const [cookie, other] = [await signIn(at, user), await signIn(at, user)]
  const [reader] = await listen({ cookie })
  using _ = reader
  const [elsewhere] = await listen({ cookie: other })
  const changed = await fetch(`${at.url}/api/account/password`, {
    method: 'POST',
    headers: { cookie, origin: at.url, 'content-type': 'application/json' },
    body: JSON.stringify({ current_password: password, new_password: 'battery horse correct' }),
  })
  expect(changed.status).toBe(200)
  await elsewhere.closed
  expect(elsewhere.dataOf('dropped')).toMatchObject([{ reason: 'signed_out' }])
  expect(reader.isClosed).toBe(false)
})

test('[H48] a user has so many streams and no more, and room again when one ends', async () => {
  const [ada, bob] = [await someone(), await someone()]
  const open: [EventReader, Listener][] = []
  for (let number = 0; number < settings.mostPerUser; number++) open.push(await listen(bearer(ada)))
  using refused = await EventReader.open(north(), bearer(ada))
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    error: 'rate_limited',
    message: expect.stringContaining('3 streams'),
  })

  for (let number = settings.mostPerUser; number < settings.most; number++)
    open.push(await listen(bearer(bob)))
  using full = await EventReader.open(north(), bearer(await someone()))
  expect(full.status).toBe(503)
  expect(await full.json()).toMatchObject({
    error: 'unavailable',
    message: expect.stringContaining('as many'),
  })

  for (const [reader] of open) reader[Symbol.dispose]()
  await expect.poll(() => open.every(([, { isReturned }]) => isReturned)).toBe(true)
  const [again] = await listen(bearer(ada))
  again[Symbol.dispose]()
})

test('[H49] a server that stops notifies every reader and does not wait for any', async () => {
  const { module: tower, bells: ringing } = bellTower()
  // Far longer than the test may take: the server waits for no reader that long.
  await using site = await openTestHost(quickEngine(), [tower], { shutdownSeconds: 300 })
  const user = await site.user({ path: '' })
  const readers: EventReader[] = []
  for (const _ of [1, 2, 3])
    readers.push(await EventReader.open(`${site.url}/bells/north/events`, bearer(user)))
  readers[2]?.pause()
  ringing.listeners[2]?.push({ event: 'ring', data: 'x'.repeat(16 * 1024 * 1024) })
  await expect.poll(() => readers[2]?.response.socket.bytesRead).toBeGreaterThan(100_000)
  await site.host.close()
  for (const reader of readers.slice(0, 2)) {
    await reader.closed
    expect(reader.dataOf('dropped')).toMatchObject([{ reason: 'stopping' }])
  }
  for (const { call, isReturned } of ringing.listeners)
    expect([call.signal.aborted, isReturned]).toEqual([true, true])
})

async function signOut(cookie: string): Promise<void> {
  const page = await fetch(`${at.url}/account`, { headers: { cookie } })
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const nonce = page.headers.getSetCookie().map((line) => line.split(';')[0])
  const answer = await fetch(`${at.url}/logout`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: [cookie, ...nonce].join('; '), origin: at.url },
    body: new URLSearchParams({ csrf }),
  })
  expect(answer.status).toBe(303)
}
