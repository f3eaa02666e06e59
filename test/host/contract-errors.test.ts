import { content, defineModule, defineResource, defineRoute, defineTool, ToolError } from '@quipu/kit'
import type { ErrorCode, Installation } from '@quipu/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Gate } from '../environment/gate.ts'
import { engines, openTestHost, type TestHost } from '../environment/test-host.ts'
import type { RpcAnswer, TestUser } from '../environment/test-user.ts'

const path = '/api/oracle/mcp'
const OracleInput = z.object({ failure: z.string(), secret: z.string().optional() })

function fail(failure: string): never {
  if (failure === 'bug') throw new Error('the well is dry')
  throw new ToolError(failure as ErrorCode, `No: ${failure}`, { about: 'the well' })
}

/** Answers every question with the failure that is asked for. */
const oracle = defineModule<Installation>({
  name: 'oracle',
  title: 'Oracle',
  permissions: {
    'oracle:enter': { says: 'Enter', roles: ['viewer', 'contributor', 'admin'] },
    'oracle:ask': { says: 'Ask', roles: ['contributor', 'admin'] },
    'oracle:build': { says: 'Build', roles: ['admin'] },
  },
  endpoint: { needs: ['oracle:enter'] },
  tools: [
    defineTool<Installation, typeof OracleInput>({
      name: 'ask_oracle',
      title: 'Ask',
      description: 'Fails as asked.',
      needs: 'oracle:ask',
      effect: 'read',
      audited: ['failure'],
      limit: { points: 40, seconds: 60 },
      input: OracleInput,
      run: (_, { failure }) => fail(failure),
    }),
  ],
  resources: [
    defineResource<Installation>({
      name: 'failure',
      title: 'Failure',
      description: 'Fails as asked.',
      uri: 'oracle://{failure}',
      mimeType: 'text/plain',
      needs: 'oracle:ask',
      read: async (_, { failure = '' }) => fail(failure),
    }),
  ],
  routes: [
    defineRoute({
      method: 'POST',
      path: '/api/oracle/walls',
      summary: 'Build a wall',
      needs: 'oracle:build',
      effect: 'read',
      output: z.object({}),
      run: async () => ({}),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/oracle/place/:name',
      summary: 'Where the oracle sits',
      needs: 'oracle:ask',
      effect: 'read',
      countsAs: 'ask_oracle',
      params: z.strictObject({ name: z.string() }),
      output: z.object({ name: z.string(), folder: z.string(), mood: z.unknown() }),
      run: async ({ folder, settings }: Installation, { params }) => ({
        name: params.name,
        folder,
        mood: settings['mood'],
      }),
    }),
  ],
  presentRpcError: ({ code, message, details }) =>
    code === 'CONFLICT' || code === 'RATE_LIMITED'
      ? undefined
      : {
          code: code === 'NOT_FOUND' ? -32002 : code === 'FORBIDDEN' ? -32001 : -32602,
          message: `Oracle: ${message}`,
          data: { oracle_code: code, about: JSON.stringify(details['about'] ?? '') },
        },
  open: ({ installation }) => installation,
})

describe.each(engines)('a contract of JSON-RPC errors on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  beforeAll(async () => {
    app = await openTestHost(engine, [oracle], { moduleSettings: { oracle: { mood: 'dark' } } })
    ada = await app.user({ path })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const legacy = async (user: TestUser, at: string, method: string, params: object): Promise<RpcAnswer> => {
    const response = await fetch(app.url + at, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return (await response.json()) as RpcAnswer
  }
  const ask = (failure: string) => ({ name: 'ask_oracle', arguments: { failure } })
  const notFound = {
    code: -32002,
    message: 'Oracle: No: NOT_FOUND',
    data: { oracle_code: 'NOT_FOUND', about: '"the well"' },
  }

  test('[P43] a legacy client of the endpoint gets them to the letter', async () => {
    expect((await legacy(ada, path, 'tools/call', ask('NOT_FOUND'))).error).toEqual(notFound)
    expect((await legacy(ada, path, 'resources/read', { uri: 'oracle://NOT_FOUND' })).error).toEqual(notFound)
  })

  test('[P140] a tool or resource that the endpoint does not have gets the same error', async () => {
    const noTool = { name: 'ask_stone', arguments: {} }
    expect((await legacy(ada, path, 'tools/call', noTool)).error).toMatchObject({
      code: -32002,
      message: 'Oracle: Unknown tool: ask_stone',
    })
    const noResource = { uri: 'stone://one' }
    expect((await legacy(ada, path, 'resources/read', noResource)).error).toMatchObject({
      code: -32002,
      message: 'Oracle: Resource not found: stone://one',
    })
    expect((await ada.rpc('resources/read', noResource)).error).toMatchObject({ code: -31002 })
    const everywhere = await app.user()
    expect((await legacy(everywhere, '/mcp', 'resources/read', noResource)).error).toEqual({
      code: -32602,
      message: 'Resource not found: stone://one',
      data: noResource,
    })
  })

  test('[P901] a modern one gets isError from a tool, and a code of ours from a resource', async () => {
    const answer = await ada.call('ask_oracle', { failure: 'NOT_FOUND' })
    expect([answer.isError, answer.raw['structuredContent']]).toEqual([
      true,
      {
        error: {
          code: 'NOT_FOUND',
          message: 'No: NOT_FOUND',
          about: 'the well',
          trace_id: expect.any(String) as string,
        },
      },
    ])
    expect((await ada.rpc('resources/read', { uri: 'oracle://NOT_FOUND' })).error).toEqual({
      ...notFound,
      code: -31002,
    })
    expect((await ada.rpc('resources/read', { uri: 'oracle://VALIDATION_ERROR' })).error?.code).toBe(-32602)
  })

  test('[P901] a legacy client of the endpoint of all modules gets the same', async () => {
    const bob = await app.user()
    expect((await legacy(bob, '/mcp', 'tools/call', ask('NOT_FOUND'))).result?.['isError']).toBe(true)
    expect((await legacy(bob, '/mcp', 'resources/read', { uri: 'oracle://NOT_FOUND' })).error?.code).toBe(
      -31002,
    )
  })

  test('[P44] a failure that the contract does not define is presented as everywhere, and a bug reveals nothing', async () => {
    expect((await legacy(ada, path, 'tools/call', ask('CONFLICT'))).result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'CONFLICT' } },
    })
    expect((await legacy(ada, path, 'resources/read', { uri: 'oracle://CONFLICT' })).error).toMatchObject({
      code: -32603,
      data: { code: 'CONFLICT' },
    })
    expect(JSON.stringify(await legacy(ada, path, 'tools/call', ask('bug')))).not.toContain('dry')
  })

  test('[P43] the error for what the role forbids names the missing permission', async () => {
    const viewer = await app.user({ role: 'viewer', path })
    const { error } = await legacy(viewer, path, 'tools/call', ask('NOT_FOUND'))
    expect(error).toMatchObject({ code: -32001, data: { oracle_code: 'FORBIDDEN' } })
    expect((await viewer.call('ask_oracle', { failure: 'x' })).raw['structuredContent']).toMatchObject({
      error: { required: ['oracle:ask'], missing: ['oracle:ask'] },
    })
  })

  test('[H38] [H922] without its permissions the endpoint does not open, and the metadata name what it needs', async () => {
    const narrow = await app.user({ path, scope: ['oracle:ask'] })
    const refused = await narrow.post('tools/list')
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope", scope="oracle:enter"') as string,
    ])
    const metadata = await fetch(`${app.url}/.well-known/oauth-protected-resource${path}`)
    expect(await metadata.json()).toMatchObject({ scopes_supported: ['oracle:enter', 'oracle:ask'] })
  })

  test('[U20] the audit records the arguments that the tool names, and no others', async () => {
    const user = await app.user({ path })
    const input = { failure: 'NOT_FOUND'.padEnd(5000, 'x'), secret: 'hush' }
    await user.call('ask_oracle', input)
    await expect
      .poll(
        async () =>
          (await app.host.audit.list({ userId: user.id, action: 'mcp.tool.call' }, { limit: 5 })).rows,
      )
      .toMatchObject([{ metadata: { failure: input.failure.slice(0, 2000) } }])
    const { rows } = await app.host.audit.list({ userId: user.id, action: 'mcp.tool.call' }, { limit: 5 })
    expect(JSON.stringify(rows)).not.toContain('hush')
  })

  test('[H39] [H40] [H980] someone at this machine can call a route with the role’s permissions', async () => {
    const place = await app.host.request(ada.id, {
      method: 'GET',
      path: '/api/oracle/place/under%20the%20tree',
    })
    const folder = expect.stringMatching(/modules.oracle$/) as string
    expect(place).toEqual({ name: 'under the tree', folder, mood: 'dark' })

    const viewer = await app.user({ role: 'viewer' })
    const refused = app.host.request(viewer.id, { method: 'GET', path: '/api/oracle/place/x' })
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(
      app.host.request(ada.id, { method: 'PUT', path: '/api/oracle/place/x' }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('[L20] a route that counts as a tool shares its limit', async () => {
    const user = await app.user({ path: '' })
    const once = () => user.api('GET', '/api/oracle/place/here')
    for (let count = 0; count < 39; count++) await once()
    expect((await user.call('ask_oracle', { failure: 'CONFLICT' })).meta['error_code']).toBe('CONFLICT')
    expect((await user.call('ask_oracle', { failure: 'CONFLICT' })).meta['error_code']).toBe('RATE_LIMITED')
    expect((await once()).status).toBe(429)
  })
})

test('[H41] [H927] a service is disposed of after the last call, and its failure keeps no other from it', async () => {
  const seen: string[] = []
  const gate = new Gate()
  const holding = (name: string, fails: boolean) =>
    defineModule<AsyncDisposable>({
      name,
      title: name,
      permissions: {},
      tools: [
        defineTool<AsyncDisposable, z.ZodObject>({
          name: `wait_${name}`,
          title: 'Wait',
          description: 'Takes a moment.',
          effect: 'read',
          input: z.object({}),
          run: async () => {
            await gate.pass()
            seen.push(`called ${name}`)
            return content()
          },
        }),
      ],
      open: () => ({
        [Symbol.asyncDispose]: async () => {
          if (fails) throw new Error('jammed')
          seen.push(`closed ${name}`)
        },
      }),
    })
  const app = await openTestHost('pglite', [holding('jammed', true), holding('door', false)])
  const user = await app.user()

  const called = user.call('wait_door')
  await gate.hasBegun()
  const disposed = app[Symbol.asyncDispose]()
  gate.open()
  await disposed

  expect((await called).isError).toBe(false)
  expect(seen).toEqual(['called door', 'closed door'])
})
