import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Log } from '@quipu/kit'
import { servers } from '../../../../test/environment/index.ts'
import { openRedis } from '../redis/open-redis.ts'
import { EventLog } from './event-log.ts'
import { EventStream } from './event-stream.ts'
import { Follower } from './follower.ts'
import { Instances } from './instances.ts'
import { LegacySession } from './legacy-session.ts'

const { redisUrl } = servers()
const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const closing: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

test('[N912] a client that does not read is disconnected, and gets the kept events when it reconnects', async () => {
  const stream = new EventStream({ name: 'deadbeef-1' })
  const { response, incoming } = await connection()
  incoming.pause()
  stream.attach(response)
  const json = JSON.stringify('x'.repeat(60_000))
  for (let n = 0; n < 200 && !response.destroyed; n += 1) {
    stream.send(json)
    await sleep(1)
  }
  expect(response.destroyed).toBe(true)
  const again = await connection()
  const received = textOf(again.incoming)
  stream.attach(again.response, 'deadbeef-1.0')
  stream.end()

  expect((await received).match(/^event: message$/gm)?.length).toBeGreaterThan(10)
})

test('[N15] a stream keeps 500 events and 1 MiB, all streams of a session 8 MiB', async () => {
  const session = new LegacySession({
    userId: 'ada',
    client: undefined,
    capabilities: {},
    protocolVersion: '',
  })
  const small = session.newStream()
  for (let n = 1; n <= 1_200; n += 1) small.send(String(n))
  const { response, incoming } = await connection()
  const received = textOf(incoming)
  small.attach(response, 'local-1.0')
  small.end()
  const numbers = [...(await received).matchAll(/^data: (\d+)$/gm)].map(([, number]) => Number(number))
  expect(numbers).toEqual(Array.from({ length: 500 }, (_, n) => n + 701))

  const streams = Array.from({ length: 12 }, () => session.newStream())
  const json = JSON.stringify('ü'.repeat(50_000))
  for (const stream of streams) for (let n = 0; n < 30; n += 1) stream.send(json)

  for (const stream of streams) expect(stream.bytes).toBeLessThanOrEqual(1024 * 1024)
  expect(streams.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(8 * 1024 * 1024)
  expect(streams.at(-1)?.bytes).toBeGreaterThan(900_000)
})

test('[N15] an event longer than a stream may hold reaches the client that is there', async () => {
  const stream = new EventStream({ name: 'deadbeef-1' })
  const { response, incoming } = await connection()
  const received = textOf(incoming)
  stream.attach(response)
  const json = JSON.stringify('x'.repeat(2 * 1024 * 1024))
  stream.send(json)
  stream.end()

  expect((await received).includes(json)).toBe(true)
})

test('[N15] a client that reconnects for an answer that was too long to keep gets an error', async () => {
  const stream = new EventStream({ name: 'deadbeef-1', request: '"a"' })
  stream.send(`{"jsonrpc":"2.0","id":"a","result":"${'x'.repeat(2 * 1024 * 1024)}"}`)
  stream.end()
  const { response, incoming } = await connection()
  const received = textOf(incoming)
  stream.attach(response, 'deadbeef-1.0')

  expect(await received).toContain('"id":"a","error":{"code":-32603,"message":"The answer was too long')
})

test.skipIf(redisUrl === null)(
  '[N16] a client that waits at another instance for a lost one gets an error, after all its events',
  async () => {
    const redis = await openRedis(redisUrl ?? '', quiet)
    closing.push(() => redis.close())
    const owner = { userId: 'ada', id: crypto.randomUUID() }
    const log = new EventLog(redis.commands, owner)
    const lost = new Instances('0badcafe', redis.commands)
    const own = new Instances('600dcafe', redis.commands)
    await lost.start()
    const stream = new EventStream({ name: '0badcafe-1', log })
    await log.begin('0badcafe-1', '7')
    stream.send('{"method":"notifications/progress"}')
    const { response, incoming } = await connection()
    const received = textOf(incoming)
    let asked = 0
    const isAlive = () => {
      asked += 1
      return own.isAlive('0badcafe')
    }
    const follower = new Follower({ response, log, name: '0badcafe-1', after: 0, isAlive })
    follower.pump()
    await expect.poll(() => asked).toBeGreaterThan(1)
    expect(response.writableEnded).toBe(false)
    await lost.close()
    const text = await received
    await own.close()

    expect(text.indexOf('notifications/progress')).toBeGreaterThan(0)
    expect(text).toContain('"id":7,"error":{"code":-32603,"message":"The server that worked on this was lost')
  },
)

/** Both ends of one HTTP answer. */
async function connection(): Promise<{ response: ServerResponse; incoming: IncomingMessage }> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const asked = get({ host: '127.0.0.1', port })
  asked.on('error', () => {})
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  response.writeHead(200)
  response.flushHeaders()
  const [incoming] = (await once(asked, 'response')) as [IncomingMessage]
  incoming.on('error', () => {})
  return { response, incoming }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming.setEncoding('utf8')) text += String(chunk)
  return text
}
