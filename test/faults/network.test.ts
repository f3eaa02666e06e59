import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectHttp, eras, textOf } from '../clients/connect.ts'
import { EventReader, LegacyClient } from '../sessions/legacy-client.ts'
import { hasProgram, servers } from '../environment/index.ts'
import { TestUser } from '../environment/test-user.ts'
import { BusyClient } from './busy-client.ts'
import { Network, type Request } from './network.ts'

const isPossible = servers().databaseUrl !== null && hasProgram('redis') && hasProgram('nginx')
/** About ten seconds each on an idle machine. */
const patience = { timeout: 180_000 }
const soon = { timeout: 60_000, interval: 100 }

describe.skipIf(!isPossible)('a network of three instances', () => {
  let network: Network
  beforeAll(async () => {
    network = await Network.open()
  }, patience.timeout)
  afterAll(() => network?.[Symbol.asyncDispose]())

  test.each(eras)(
    '[X15] a question to a %s client is answered at another instance',
    patience,
    async (era) => {
      const capabilities = { elicitation: { form: {} } }
      const start = posts(network).length
      await using client = await connectHttp(network.mcp, network.token, era, capabilities)
      client.setRequestHandler('elicitation/create', () => ({
        action: 'accept',
        content: { username: 'ada', email: 'ada@example.com' },
      }))
      // The proxy logs a request a little after its answer, so wait for those of connecting first.
      await expect.poll(() => posts(network).length).toBe(start + (era === 'legacy' ? 2 : 1))
      for (let round = 0; round < 3; round += 1) {
        const before = posts(network).length
        const answer = await client.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } })

        expect(textOf(answer)).toContain('ada@example.com')
        await expect.poll(() => posts(network).length).toBe(before + 2)
        const [one, other] = posts(network).slice(before)
        expect(one?.instance).not.toBe(other?.instance)
      }
    },
  )

  test(
    '[X13] [X905] [X14] [X906] one instance is killed and another restarted under load',
    patience,
    async () => {
      const clients = busyClients(network)
      const [first, second] = network.members
      const { postgres } = network.lines
      await progress(clients)
      // So that a write is in progress at almost any moment.
      postgres.delayMs = 20
      await progress(clients, 1)
      await first.kill()
      postgres.mend()
      await progress(clients)
      await second.stop()
      await progress(clients)
      await Promise.all([first.start(), second.start()])
      await progress(clients)

      await areHeardByAll(network, clients)
      await areSound(network, clients)
      expect(clients.map(({ sessions }) => sessions)).toEqual([1, 1, 1, 1])
    },
  )

  test(
    '[N21] [X906] a change between the death of a session’s instance and its take-over is reported',
    patience,
    async () => {
      const [first, second] = network.members
      const legacy = await new LegacyClient(`${first.url}/mcp`, network.token).hello()
      await legacy.rpc('resources/subscribe', { uri: 'tasks://list' })
      const elsewhere = new LegacyClient(`${second.url}/mcp`, network.token, legacy.session)
      expect(await elsewhere.status()).toBe(200)
      await first.kill()
      onTestFinished(() => first.start())
      await using writer = await connectHttp(`${second.url}/mcp`, network.token, 'modern')
      await writer.callTool({ name: 'add_task', arguments: { title: 'Added in the gap' } })

      const heard = async () => {
        const events = new EventReader(await elsewhere.send('GET'))
        // Until the instance is known to be dead, the stream follows its old log; then it ends.
        const update = await Promise.race([firstUpdate(events), sleep(5_000)])
        await events.hangUp()
        return update
      }
      await expect.poll(heard, soon).toEqual({ uri: 'tasks://list' })
    },
  )

  test('[X16] [X907] [X908] Redis stops, comes back empty and is flushed under load', patience, async () => {
    const clients = busyClients(network)
    const before = network.requests().length
    await progress(clients)
    // Each time from another address. If a minute passes in between, or Redis is slow, the next attempt counts.
    await expect.poll(() => guesses(network, 45), soon).toEqual({ 401: 30, 429: 15 })
    await network.redis.kill()
    await progress(clients)
    await expect.poll(() => guesses(network, 135), soon).toEqual({ 401: 90, 429: 45 })
    await network.redis.restart()
    await progress(clients)
    await expect.poll(() => guesses(network, 45), soon).toEqual({ 401: 30, 429: 15 })
    await flush(network)
    await progress(clients)

    await areHeardByAll(network, clients)
    await areSound(network, clients)
    expect(network.requests().slice(before).filter(isFailure)).toEqual([])
  })

  test(
    '[X17] [X909] PostgreSQL closes its connections, is slow, does not answer and is unreachable',
    patience,
    async () => {
      const clients = busyClients(network)
      const { postgres } = network.lines
      await progress(clients)
      await network.endConnections()
      await progress(clients)
      postgres.delayMs = 50
      await progress(clients, 2)
      postgres.fallSilent()
      await expect.poll(() => postgres.held, soon).toBeGreaterThan(0)
      postgres.cut()
      await areRefused(clients)
      const [first] = network.members
      const lister = new TestUser({ id: '', email: '', token: network.token, url: first.url, path: '/mcp' })
      // It needs the store only when the caches that a request needs have expired.
      await expect.poll(async () => (await lister.post('tools/list')).status, soon).toBe(503)
      expect(await first.health('live')).toBe(200)
      await expect.poll(() => first.health('ready'), soon).toBe(503)
      postgres.mend()
      await progress(clients)

      await areHeardByAll(network, clients)
      await areSound(network, clients)
      areUnavailable(clients)
      expect(network.members.map(({ isRunning }) => isRunning)).toEqual([true, true, true])
    },
  )

  test('[X17] [X909] PostgreSQL is restarted under load, cleanly and after a crash', patience, async () => {
    const clients = busyClients(network)
    const { postgres, lines, members } = network
    await progress(clients)
    await postgres.halt('SIGINT')
    expect(await members[0].health('live')).toBe(200)
    await expect.poll(() => members[0].health('ready'), soon).toBe(503)
    await postgres.restart()
    await progress(clients)
    // So that a write is in progress at almost any moment.
    lines.postgres.delayMs = 20
    await progress(clients, 1)
    await postgres.kill()
    await areRefused(clients)
    lines.postgres.mend()
    await postgres.restart()
    await progress(clients)

    await areHeardByAll(network, clients)
    await areSound(network, clients)
    areUnavailable(clients)
    expect(members.map(({ isRunning }) => isRunning)).toEqual([true, true, true])
    expect(await Promise.all(members.map((member) => member.health('ready')))).toEqual([200, 200, 200])
  })

  test('[X18] [X910] [N20] Redis is slow, does not answer and is disconnected', patience, async () => {
    const clients = busyClients(network)
    const before = network.requests().length
    const { redis } = network.lines
    await progress(clients)
    redis.delayMs = 50
    await progress(clients, 5)
    redis.fallSilent()
    await progress(clients, 2)
    await progress(clients)
    redis.cut()
    await progress(clients)
    redis.mend()
    await progress(clients)

    await areHeardByAll(network, clients)
    await areSound(network, clients)
    expect(network.requests().slice(before).filter(isFailure)).toEqual([])
  })
})

/** Waits until each of them was refused once more. */
async function areRefused(clients: readonly BusyClient[]): Promise<void> {
  const before = clients.map(({ refusals }) => refusals.length)
  const served = () => clients.filter(({ refusals }, at) => refusals.length === before[at])
  await expect.poll(() => served().map(({ name }) => name), soon).toEqual([])
}

/** Some requests were refused, and each refusal was marked as temporary. */
function areUnavailable(clients: readonly BusyClient[]): void {
  const refusals = new Set(clients.flatMap((client) => client.refusals.map(withoutTrace)))
  expect(refusals.size).toBeGreaterThan(0)
  expect([...refusals].filter((refusal) => !refusal.includes('UNAVAILABLE'))).toEqual([])
}

function posts(network: Network): Request[] {
  return network.requests().filter(({ method }) => method === 'POST')
}

function isFailure({ status }: Request): boolean {
  return status >= 500
}

async function firstUpdate(events: EventReader): Promise<object | undefined> {
  for (let event = await events.next(); event !== undefined; event = await events.next())
    if (event.message.method === 'notifications/resources/updated') return event.message.params
  return undefined
}

/** Two working clients of each era. */
function busyClients({ mcp, token }: Network): BusyClient[] {
  runs += 1
  const clients = [...eras, ...eras].map(
    (era, at) => new BusyClient({ url: mcp, token, era, name: `Run ${runs}, ${era} client ${at}` }),
  )
  for (const client of clients) client.start()
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.leave()))
  })
  return clients
}
let runs = 0

/** Waits until each of them has some more acknowledged tasks. */
async function progress(clients: readonly BusyClient[], count = 10): Promise<void> {
  const goals = clients.map(({ acknowledged }) => acknowledged.size + count)
  const late = () => clients.filter(({ acknowledged }, at) => acknowledged.size < (goals[at] ?? 0))
  await expect.poll(() => late().map(({ refusals }) => refusals.at(-1)), soon).toEqual([])
}

/**
 * The clients rest. Soon each of them gets notifications again (a session whose instance was killed moves after about ten
 * seconds), and from then on for every change, whichever instance makes it.
 */
async function areHeardByAll({ mcp, token }: Network, clients: readonly BusyClient[]): Promise<void> {
  await Promise.all(clients.map((client) => client.rest()))
  await using writer = await connectHttp(mcp, token, 'modern')
  const change = async () => {
    const before = clients.map(({ heard }) => heard)
    await writer.callTool({ name: 'add_task', arguments: { title: 'Heard by all' } })
    return () => clients.filter(({ heard }, at) => heard === before[at]).map(({ name }) => name)
  }
  let deafToLast = await change()
  const deafForNow = async () => {
    const names = deafToLast()
    if (names.length > 0) deafToLast = await change()
    return names
  }
  await expect.poll(deafForNow, { ...soon, interval: 500 }).toEqual([])
  for (let count = 0; count < 6; count += 1) {
    const deaf = await change()
    await expect.poll(deaf, soon).toEqual([])
  }
}

/** Each acknowledged task exists once, and the audit has it and is intact. */
async function areSound(network: Network, clients: readonly BusyClient[]): Promise<void> {
  expect(clients.flatMap(({ complaints }) => complaints)).toEqual([])
  const kept = await network.tasks()
  const acknowledged = clients.flatMap(({ acknowledged: tasks }) => [...tasks])
  const ofThem = kept.filter(({ title }) => title.startsWith(`Run ${runs},`))
  expect(ofThem.map(({ title, id }) => `${id} ${title}`).toSorted()).toEqual(
    acknowledged.map(([title, id]) => `${id} ${title}`).toSorted(),
  )
  expect(await network.auditedAdditions()).toBe(kept.length)
  const verdict = JSON.parse(await network.members[0].command('audit', 'verify', '--json')) as object
  expect(verdict).toMatchObject({ ok: true })
}

/** Sends bad tokens from a new address to one instance after the other, and counts the answers by status. */
async function guesses({ members }: Network, count: number): Promise<Record<number, number>> {
  addresses += 1
  const headers = { authorization: 'Bearer guessed', 'x-forwarded-for': `192.0.2.${addresses}` }
  const said: Record<number, number> = {}
  const one = async (_: unknown, n: number) => {
    const { status } = await fetch(`${members[n % 3]?.url}/mcp`, { method: 'POST', headers })
    said[status] = (said[status] ?? 0) + 1
  }
  await Promise.all(Array.from({ length: count }, one))
  return said
}
let addresses = 0

async function flush({ redis }: Network): Promise<void> {
  const connection = new Redis(redis.url)
  await connection.flushall()
  connection.disconnect()
}

function withoutTrace(refusal: string): string {
  return refusal.replace(/\b[0-9a-f]{32}\b/, '…')
}
