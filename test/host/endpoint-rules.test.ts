import type { Call, EndpointRules, Module } from '@quipu/kit'
import { defineModule, defineRoute, defineStream, defineTool } from '@quipu/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anyEngine, openTestHost, quickEngine, type TestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { LegacyClient } from '../sessions/legacy-client.ts'

const Way = z.object({ transport: z.string() })
const wayOf = ({ transport }: Call) => ({ transport })

/** Returns the transport by which it was called. */
function porter(name: string, endpoint: EndpointRules = {}): Module {
  return defineModule({
    name,
    title: 'Porter',
    instructions: [`Instructions of ${name}.`],
    permissions: {},
    endpoint,
    pages: [{ title: `Pages of <${name}>`, path: `/app/${name}` }],
    tools: [
      defineTool({
        name: `ask_${name}`,
        title: 'Ask',
        description: 'Tells the transport.',
        effect: 'read',
        input: z.object({}),
        output: Way,
        run: (_service, _input, call) => wayOf(call),
      }),
    ],
    routes: [
      defineRoute({
        method: 'GET',
        path: `/api/${name}/way`,
        summary: 'The transport',
        effect: 'read',
        limit: { points: 2, seconds: 60 },
        output: Way,
        run: async (_service, _input, call) => wayOf(call),
      }),
    ],
    streams: [
      defineStream({
        path: `/api/${name}/ways`,
        summary: 'The transport, once',
        open: async (_service, _input, call) => once(JSON.stringify(wayOf(call))),
      }),
    ],
    open: () => null,
  })
}

async function* once(data: string) {
  yield { event: 'way', data }
}

const limit = { points: 3, seconds: 60, per: 'token' } as const

describe.each(anyEngine())('what a module says about its endpoint, on %s', (engine) => {
  let app: TestHost
  beforeAll(async () => {
    app = await openTestHost(engine, [porter('east'), porter('west', { limit })])
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const overPipe = async ({ id }: TestUser) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const pipe = app.host.connect(id, resolve)
    const params = { name: 'ask_east', arguments: {} }
    pipe.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
    const { result } = JSON.parse(await promise) as { result: { structuredContent: unknown } }
    pipe.close()
    return result.structuredContent
  }

  test('[H200] a call has the transport by which it came', async () => {
    const ada = await app.user()
    const byRest = await app.user({ path: '' })
    const stream = await byRest.api('GET', '/api/east/ways')

    expect((await ada.call('ask_east')).body).toEqual({ transport: 'http' })
    expect(await (await byRest.api('GET', '/api/east/way')).json()).toEqual({ transport: 'http' })
    expect(await stream.text()).toContain('data: {"transport":"http"}')
    expect(await overPipe(ada)).toEqual({ transport: 'stdio' })
    const request = { method: 'GET', path: '/api/east/way' } as const
    expect(await app.host.request(ada.id, request)).toEqual({ transport: 'local' })
  })

  test.each([
    ['/mcp', 'Instructions of east.\nInstructions of west.'],
    ['/mcp?modules=west', 'Instructions of west.'],
    ['/api/east/mcp', 'Instructions of east.'],
  ])('[H201] at %s an assistant gets the instructions %j', async (path, instructions) => {
    const [place = '', search] = path.split('?')
    const user = await app.user({ path: place })
    const { result } = await user.rpc(
      'server/discover',
      {},
      search === undefined ? {} : { search: `?${search}` },
    )
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    }
    const hello = await new LegacyClient(app.url + path, user.token).rpc('initialize', params)

    expect(result?.['instructions']).toBe(instructions)
    expect(hello.result?.['instructions']).toBe(instructions)
  })

  test('[H202] a request over the limit of an endpoint is 429, whatever its method; others are not affected', async () => {
    const path = '/api/west/mcp'
    const ada = await app.user({ path })
    const client = new LegacyClient(app.url + path, ada.token)
    const statuses = []
    for (const method of ['POST', 'GET', 'DELETE', 'POST', 'GET', 'DELETE', 'PUT'])
      statuses.push(
        (await client.send(method, method === 'POST' ? { id: 1, method: 'ping' } : undefined)).status,
      )
    const refused = await client.send('GET')

    expect(statuses).toEqual([200, 400, 400, 429, 429, 429, 429])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('ratelimit-limit')).toBe('3')
    const { token } = await app.user({ path: '' })
    expect(await new LegacyClient(app.url + path, token).status()).toBe(200)
    expect(await new LegacyClient(`${app.url}/api/east/mcp`, token).status()).toBe(200)
  })

  test('[H204] the front page links to the pages that modules name', async () => {
    const page = await (await fetch(app.url)).text()

    expect(page).toContain('<a href="/app/east">Pages of &#60;east&#62;</a>')
    expect(page).toContain('<a href="/app/west">Pages of &#60;west&#62;</a>')
  })

  test('[H205] a route’s own limit counts for requests from this machine too', async () => {
    const { id } = await app.user()
    const ask = () => app.host.request(id, { method: 'GET', path: '/api/west/way' })
    await ask()
    await ask()

    await expect(ask()).rejects.toThrow('Too many attempts; try again in')
  })

  test('[H206] the end of a session is answered as the module says', async () => {
    const ended = { message: 'Bye' }
    await using other = await openTestHost(engine, [
      porter('south', { sessions: { ended } }),
      porter('north'),
    ])
    const end = async (path: string) => {
      const { token } = await other.user({ path })
      const client = await new LegacyClient(other.url + path, token).hello()
      return (await client.send('DELETE')).json()
    }

    expect(await end('/api/south/mcp')).toEqual(ended)
    expect(await end('/api/north/mcp')).toEqual({ ok: true })
  })
})

describe('the default resource', () => {
  const short = '/.well-known/protected-resource'
  const describedAt = async (app: TestHost) => {
    const described = (await (await fetch(app.url + short)).json()) as { resource: string }
    return described.resource
  }

  test('[H203] is the endpoint of the module that declares it, otherwise that of all modules', async () => {
    await using one = await openTestHost(quickEngine(), [
      porter('east'),
      porter('west', { isDefaultResource: true }),
    ])
    await using none = await openTestHost(quickEngine(), [porter('east')])

    expect(await describedAt(one)).toBe(`${one.url}/api/west/mcp`)
    expect(await describedAt(none)).toBe(`${none.url}/mcp`)
  })

  test('[H850] cannot be claimed by two modules', async () => {
    const both = ['east', 'west'].map((name) => porter(name, { isDefaultResource: true }))

    await expect(openTestHost(quickEngine(), both)).rejects.toThrow(
      'The endpoints of east and west are both the default resource; only one can be',
    )
  })
})
