import { expect, test } from 'vitest'
import { Relay } from './relay.ts'

const add = (id: number, title = 'Water') =>
  request(id, 'tools/call', { name: 'add_task', arguments: { title } })

test('[C13] unanswered requests go to the next owner in order, under the same keys', () => {
  const { relay, owner } = openRelay()
  const first = owner()
  for (const id of [1, 2, 3]) relay.receive(add(id))
  relay.answer(result(2))
  relay.detach()
  relay.receive(add(4))

  const second = owner()

  expect(second.ids()).toEqual([1, 3, 4])
  expect(second.keys.slice(0, 2)).toEqual([first.keys[0], first.keys[2]])
  expect(new Set([...first.keys, ...second.keys])).toHaveLength(4)
  expect([...first.keys, ...second.keys]).not.toContain(undefined)
})

test('[C13] answers reach the client once, and a cancelled request is not sent again', () => {
  const { relay, owner, toClient } = openRelay()
  owner()
  relay.receive(add(1))
  relay.receive(add(2))
  relay.receive(notification('notifications/cancelled', { requestId: 2 }))
  relay.answer(result(1))
  relay.detach()

  expect(owner().lines).toEqual([])
  expect(toClient).toEqual([result(1)])
  expect(relay.isBusy).toBe(false)
})

test('[C13] a batch is sent as single messages, so that each can be repeated on its own', () => {
  const { relay, owner } = openRelay()
  const first = owner()
  relay.receive(`[${add(1)},${add(2)}]`)
  relay.answer(result(1))
  relay.detach()

  expect(first.ids()).toEqual([1, 2])
  expect(new Set(first.keys)).toHaveLength(2)
  expect(owner().ids()).toEqual([2])
})

test('[C918] when no owner can be reached, clients that wait get an error', () => {
  const { relay, toClient } = openRelay()
  relay.receive(add(1))
  relay.fail('The store cannot be reached.')
  expect(toClient).toEqual([
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: 'The store cannot be reached.' },
    }),
  ])
  expect(relay.isBusy).toBe(false)
})

test('[C14] the next owner first gets the session, and the client does not notice', () => {
  const { relay, owner, toClient } = openRelay()
  owner()
  relay.receive(request(0, 'initialize', { protocolVersion: '2025-11-25' }))
  relay.answer(result(0))
  relay.receive(notification('notifications/initialized'))
  for (const [id, method, params] of [
    [1, 'logging/setLevel', { level: 'debug' }],
    [2, 'resources/subscribe', { uri: 'tasks://a' }],
    [3, 'resources/subscribe', { uri: 'tasks://b' }],
    [4, 'resources/unsubscribe', { uri: 'tasks://a' }],
  ] as const) {
    relay.receive(request(id, method, params))
    relay.answer(result(id))
  }
  relay.receive(add(5))
  relay.detach()
  const seen = toClient.length

  const next = owner()
  expect(next.methods()).toEqual(['initialize'])
  relay.answer(result(next.ids()[0]))

  expect(next.methods()).toEqual([
    'initialize',
    'notifications/initialized',
    'logging/setLevel',
    'resources/subscribe',
    'tools/call',
  ])
  for (const id of next.ids().slice(2, 4)) relay.answer(result(id))
  expect(toClient).toHaveLength(seen)
  relay.answer(result(5))
  expect(toClient.at(-1)).toBe(result(5))
})

test('[C14] a handshake sent ahead of its answer arrives in order', () => {
  const { relay, owner } = openRelay()
  relay.receive(request(0, 'initialize'))
  relay.receive(notification('notifications/initialized'))
  relay.receive(request(1, 'tools/list'))
  expect(owner().methods()).toEqual(['initialize', 'notifications/initialized', 'tools/list'])
})

test('[C15] a question dies with the owner that asked, and its late answer reaches nobody', () => {
  const { relay, owner, toClient } = openRelay()
  owner()
  relay.receive(add(1))
  relay.answer(request(7, 'elicitation/create'))
  relay.detach()
  expect(JSON.parse(toClient.at(-1) ?? '')).toMatchObject({
    method: 'notifications/cancelled',
    params: { requestId: 7 },
  })

  const next = owner()
  relay.answer(request(7, 'elicitation/create'))
  const asked: { id: unknown } = JSON.parse(toClient.at(-1) ?? '')
  expect(asked.id).not.toBe(7)
  relay.receive(result(7))
  expect(next.lines).toHaveLength(1)
  relay.receive(result(asked.id))
  expect(next.lines.at(-1)).toBe(result(7))
})

test('[C15] a withdrawn question is withdrawn under the id that the client knows', () => {
  const { relay, owner, toClient } = openRelay()
  owner()
  relay.detach()
  owner()
  relay.answer(request(7, 'elicitation/create'))
  const asked: { id: unknown } = JSON.parse(toClient.at(-1) ?? '')
  relay.answer(notification('notifications/cancelled', { requestId: 7 }))
  expect(JSON.parse(toClient.at(-1) ?? '')).toMatchObject({ params: { requestId: asked.id } })
})

test('[C16] progress never goes back, and a subscription is acknowledged once', async () => {
  const { relay, owner, toClient } = openRelay()
  const acknowledged = notification('notifications/subscriptions/acknowledged', {
    _meta: { 'io.modelcontextprotocol/subscriptionId': 1 },
  })
  const progress = (value: number) =>
    notification('notifications/progress', { progressToken: 't', progress: value })
  owner()
  relay.receive(request(1, 'subscriptions/listen'))
  relay.receive(request(2, 'tools/call', { name: 'slow', _meta: { progressToken: 't' } }))
  relay.answer(acknowledged)
  for (const value of [1, 2]) relay.answer(progress(value))
  relay.detach()

  owner()
  relay.answer(acknowledged)
  for (const value of [1, 2, 3]) relay.answer(progress(value))

  expect(toClient).toEqual([acknowledged, progress(1), progress(2), progress(3)])
  expect(relay.isBusy).toBe(true)
  relay.answer(result(2))
  await relay.drained()
})

test('[C17] the client is read no further while the owner is full or too much waits for one', () => {
  const { relay, owner, held } = openRelay()
  const first = owner()
  first.isFull = true
  relay.receive(add(1))
  expect(held()).toBe(true)
  relay.drain()
  expect(held()).toBe(false)

  relay.detach()
  for (let id = 2; id < 8; id++) relay.receive(add(id, 'x'.repeat(3 * 1024 * 1024)))
  expect(held()).toBe(true)
  owner()
  expect(held()).toBe(false)
})

test('[C17] a client that asks faster than it is answered is read no further', () => {
  const { relay, owner, held } = openRelay()
  owner()
  for (let id = 1; id <= 1001; id++) relay.receive(add(id))
  expect(held()).toBe(true)
  relay.answer(result(1))
  expect(held()).toBe(false)
})

function openRelay() {
  const toClient: string[] = []
  let isHeld = false
  const relay = new Relay({
    send: (line) => toClient.push(line),
    hold: (value) => {
      isHeld = value
    },
  })
  const owner = () => {
    const next = new RecordingOwner()
    relay.attach(next)
    return next
  }
  return { relay, toClient, owner, held: () => isHeld }
}

class RecordingOwner {
  readonly lines: string[] = []
  readonly keys: (string | undefined)[] = []
  isFull = false

  send(line: string, key?: string): boolean {
    this.lines.push(line)
    this.keys.push(key)
    return !this.isFull
  }

  ids(): unknown[] {
    return this.#parsed().map(({ id }) => id)
  }

  methods(): unknown[] {
    return this.#parsed().map(({ method }) => method)
  }

  #parsed(): { id?: unknown; method?: unknown }[] {
    return this.lines.map((line) => JSON.parse(line) as { id?: unknown; method?: unknown })
  }
}

function request(id: number, method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

function notification(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params })
}

function result(id: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result: {} })
}
