import type { LookupAddress } from 'node:dns'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SafeFetchOptions } from './safe-fetch.ts'
import { FetchRefused, SafeFetch } from './safe-fetch.ts'
import { certificateFor } from '../../../../test/environment/certificate.ts'

const { key, cert } = certificateFor('client.example')
const requests: string[] = []
const documentUrl = 'https://client.example/client.json'
const json = { 'content-type': 'application/json' }

/** A server on loopback, which stands for one that a public name leads to. */
const server = createServer({ key, cert }, (request, response) => {
  requests.push(`${request.socket.localAddress} ${request.headers.host} ${request.url}`)
  answer(request, response)
})
let answer: (request: IncomingMessage, response: ServerResponse) => void
let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  // It listens on TCP, so its address is not the name of a pipe.
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  requests.length = 0
  answer = (_request, response) => response.writeHead(200, json).end('{"client_id":"x"}')
})

const at = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })
const here = async () => [at('127.0.0.1')]

/** As if loopback were the open internet. */
const permissive = (options: SafeFetchOptions = {}) =>
  new SafeFetch({ lookup: here, isPublic: () => true, port, ca: cert, ...options })

test('[A47] a small JSON document arrives, from the name in the URL, with its caching headers and no others', async () => {
  answer = (_request, response) =>
    response.writeHead(200, { ...json, 'cache-control': 'max-age=600', 'set-cookie': 'a=b' }).end('{"a":1}')

  const response = await permissive().fetch(`${documentUrl}?v=1`)

  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ a: 1 })
  expect([...response.headers]).toEqual([
    ['cache-control', 'max-age=600'],
    ['content-type', 'application/json'],
  ])
  expect(requests).toEqual(['127.0.0.1 client.example /client.json?v=1'])
})

test.each([
  ['plain http', 'http://client.example/client.json'],
  ['another scheme', 'file:///etc/passwd'],
  ['another port', 'https://client.example:8443/client.json'],
  ['a password', 'https://user:secret@client.example/client.json'],
  ['an IPv4 address', 'https://127.0.0.1/client.json'],
  ['an IPv4 address in disguise', 'https://0x7f.1/client.json'],
  ['an IPv6 address', 'https://[::1]/client.json'],
  ['no URL', 'client.example'],
])('[A47] [A945] %s is refused before a name is looked up', async (_what, url) => {
  let lookups = 0
  const safeFetch = permissive({ lookup: async () => ((lookups += 1), here()) })

  await expect(safeFetch.fetch(url)).rejects.toThrow(FetchRefused)
  expect({ lookups, requests }).toEqual({ lookups: 0, requests: [] })
})

test.each([
  ['loopback', ['127.0.0.1']],
  ['a private network', ['10.1.2.3']],
  ['the metadata service of a cloud', ['169.254.169.254']],
  ['loopback, mapped', ['::ffff:127.0.0.1']],
  ['a public and a private address', ['93.184.216.34', '127.0.0.1']],
  ['a private and a public address', ['127.0.0.1', '93.184.216.34']],
  ['nowhere', []],
])(
  '[A945] [H777] a name that leads to %s is refused, and nothing arrives there',
  async (_what, addresses) => {
    const safeFetch = new SafeFetch({ lookup: async () => addresses.map(at), port, ca: cert })

    await expect(safeFetch.fetch(documentUrl)).rejects.toThrow(/not public|no address/)
    expect(requests).toEqual([])
  },
)

test('[H777] the system resolver is asked by default, and localhost is refused by its address', async () => {
  await expect(new SafeFetch({ port, ca: cert }).fetch('https://localhost/client.json')).rejects.toThrow(
    /not public/,
  )
  expect(requests).toEqual([])
})

test('[H777] a name that changes its mind after the check changes nothing', async () => {
  let lookups = 0
  const checked = ['127.0.0.1', '127.0.0.2']
  const safeFetch = permissive({
    lookup: async () => [at(checked[lookups++] ?? '127.0.0.2')],
    isPublic: (address) => address === '127.0.0.1',
  })

  await safeFetch.fetch(documentUrl)

  expect({ lookups, requests }).toEqual({ lookups: 1, requests: ['127.0.0.1 client.example /client.json'] })
  await expect(safeFetch.fetch(documentUrl)).rejects.toThrow('127.0.0.2')
  expect(requests).toHaveLength(1)
})

test.each([301, 302, 303, 307, 308])(
  '[H778] a redirect with %i is not followed, not even to itself',
  async (status) => {
    answer = (_request, response) => response.writeHead(status, { ...json, location: documentUrl }).end('{}')

    await expect(permissive().fetch(documentUrl)).rejects.toThrow(`status ${status}`)
    expect(requests).toHaveLength(1)
  },
)

test.each([
  ['a missing document', 404, json],
  ['an empty success', 204, json],
  ['a page', 200, { 'content-type': 'text/html' }],
  ['no type', 200, {}],
  ['a type that only begins like it', 200, { 'content-type': 'application/json5' }],
  ['a compressed answer', 200, { ...json, 'content-encoding': 'gzip' }],
])('[H904] %s is refused', async (_what, status, headers) => {
  answer = (_request, response) => response.writeHead(status, headers).end(status === 204 ? undefined : '{}')
  await expect(permissive().fetch(documentUrl)).rejects.toThrow(FetchRefused)
})

test.each(['application/json; charset=utf-8', 'application/cimd+json', 'Application/JSON'])(
  '[H904] the type %s is JSON',
  async (type) => {
    answer = (_request, response) => response.writeHead(200, { 'content-type': type }).end('{}')
    expect(await (await permissive().fetch(documentUrl)).text()).toBe('{}')
  },
)

test('[H779] 5,120 bytes are enough and one more is too much, announced or not', async () => {
  const send = (size: number, isAnnounced: boolean) => {
    answer = (_request, response) => {
      response.writeHead(200, isAnnounced ? { ...json, 'content-length': size } : json)
      response.write(Buffer.alloc(size - 1, ' '))
      response.end(' ')
    }
    return permissive().fetch(documentUrl)
  }
  for (const isAnnounced of [true, false]) {
    expect((await (await send(5_120, isAnnounced)).text()).length).toBe(5_120)
    await expect(send(5_121, isAnnounced)).rejects.toThrow('more than 5120 bytes')
  }
})

test('[H779] a body without end is given up at the limit', async () => {
  let closed: () => void = () => {}
  const isClosed = new Promise<void>((resolve) => (closed = resolve))
  answer = (_request, response) => {
    response.writeHead(200, json)
    const drip = setInterval(() => response.write(Buffer.alloc(1_000, ' ')), 1)
    response.once('close', () => {
      clearInterval(drip)
      closed()
    })
  }

  await expect(permissive().fetch(documentUrl)).rejects.toThrow('more than 5120 bytes')
  await isClosed
})

test.each<[string, SafeFetchOptions, typeof answer]>([
  ['a slow body', {}, (_request, response) => void response.writeHead(200, json).write('{')],
  ['a server that never answers', {}, () => {}],
  ['a resolver that never answers', { lookup: () => new Promise(() => {}) }, () => {}],
])('[H779] %s ends with the time for the whole', async (_what, options, slowAnswer) => {
  answer = slowAnswer

  await expect(permissive({ totalMs: 200, ...options }).fetch(documentUrl)).rejects.toThrow('took too long')
})

test('[H779] the caller can end it sooner', async () => {
  answer = () => {}
  const fetched = permissive().fetch(documentUrl, { signal: AbortSignal.timeout(100) })
  await expect(fetched).rejects.toThrow('took too long')
})

test('[A47] a server that cannot prove its name is not asked', async () => {
  await expect(permissive({ ca: undefined }).fetch(documentUrl)).rejects.toThrow(/certificate/)
  await expect(permissive().fetch('https://other.example/client.json')).rejects.toThrow(/altnames/)
  expect(requests).toEqual([])
})
