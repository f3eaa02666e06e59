import type { Db } from '@quipu/kit'
import {
  defineModule,
  defineRoute,
  defineStream,
  defineTool,
  PortError,
  queryBuilder,
  ToolError,
} from '@quipu/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { engines, openTestHost, type TestHost } from '../environment/test-host.ts'

function fail(): never {
  throw new ToolError('NOT_FOUND', 'No such cup', { cup: 3 }, { shownCode: 'CUP_NOT_FOUND' })
}

/** Fails in the store: there is no such table. */
const dry = defineModule({
  name: 'dry',
  title: 'Dry',
  permissions: {},
  tools: [
    defineTool({
      name: 'drink_dry',
      title: 'Drink',
      description: 'Fails.',
      effect: 'read',
      input: z.object({}),
      output: z.object({ count: z.int() }),
      run: async (db: Db, _input, { caller }) => ({ count: (await db.query(caller, cups)).length }),
    }),
  ],
  routes: [
    defineRoute({
      method: 'GET',
      path: '/api/dry/cups',
      summary: 'Fails',
      effect: 'read',
      output: z.object({ count: z.int() }),
      run: async (db: Db, _input, { caller }) => ({ count: (await db.query(caller, cups)).length }),
    }),
  ],
  nameFailure: (error, failed) => {
    const reason = error instanceof PortError ? error.reason : 'none'
    const what = 'path' in failed ? failed.path : failed.name
    return new ToolError('UNAVAILABLE', `${what}: ${reason}`, {}, { shownCode: 'CELLAR_EMPTY', status: 507 })
  },
  open: ({ db }) => db,
})

const cups = queryBuilder<{ no_cups: { id: number } }>().selectFrom('no_cups').select('id')

/** Fails with a code of its own. */
function bar(name: string, hasForms: boolean) {
  return defineModule({
    name,
    title: 'Bar',
    permissions: {},
    tools: [
      defineTool({
        name: `drink_${name}`,
        title: 'Drink',
        description: 'Fails.',
        effect: 'read',
        input: z.object({}),
        run: fail,
      }),
    ],
    routes: [
      defineRoute({
        method: 'GET',
        path: `/api/${name}/cups`,
        summary: 'Fails',
        effect: 'read',
        output: z.object({}),
        run: async () => fail(),
      }),
    ],
    streams: [defineStream({ path: `/api/${name}/stream`, summary: 'Fails', open: async () => fail() })],
    ...(hasForms
      ? {
          presentError: (error: ToolError, _tool: unknown, traceId: string) => ({
            said: error.shownCode,
            traceId,
          }),
          presentRouteError: (error: ToolError, traceId: string) =>
            error.code === 'NOT_FOUND' ? { oops: error.message, traceId } : undefined,
        }
      : {}),
    open: () => null,
  })
}

describe.each(engines)('errors of a module, on %s', (engine) => {
  let app: TestHost
  beforeAll(async () => {
    app = await openTestHost(engine, [bar('plain', false), bar('own', true), dry])
  })
  afterAll(() => app[Symbol.asyncDispose]())

  test('[H280] [H954] a module has codes of its own, each of a class that decides the status', async () => {
    const ada = await app.user()
    const bob = await app.user({ path: '' })
    const tool = await ada.call('drink_plain')
    const route = await bob.api('GET', '/api/plain/cups')

    expect(tool.body).toMatchObject({ error: { code: 'CUP_NOT_FOUND', message: 'No such cup', cup: 3 } })
    expect(tool.meta).toMatchObject({ error_code: 'CUP_NOT_FOUND' })
    expect([route.status, await route.json()]).toMatchObject([404, { error: 'cup_not_found', cup: 3 }])
    const outcomes = async () => (await app.host.audit.list({ outcome: 'CUP_NOT_FOUND' })).rows.length
    await expect.poll(outcomes).toBe(2)
    const metrics = await (await fetch(`${app.url}/metrics`)).text()
    expect(metrics).toContain('quipu_tool_calls_total{tool="drink_plain",outcome="NOT_FOUND"}')
    expect(metrics).not.toContain('CUP_NOT_FOUND')
  })

  test('[H281] a module presents failures of tools, routes and streams in its own format, with the trace id', async () => {
    const ada = await app.user()
    const bob = await app.user({ path: '' })
    const tool = await ada.call('drink_own')

    expect(tool.body).toEqual({ said: 'CUP_NOT_FOUND', traceId: tool.meta['trace_id'] })
    for (const path of ['/api/own/cups', '/api/own/stream']) {
      const answer = await bob.api('GET', path)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual({
        oops: 'No such cup',
        traceId: answer.headers.get('x-request-id'),
      })
    }
    const wrong = await bob.api('GET', '/api/own/cups?x=1')
    expect(await wrong.json()).toMatchObject({ error: 'validation_error' })
  })

  test('[H282] [H955] a module names a failure of the store, with a status of its own', async () => {
    const ada = await app.user()
    const bob = await app.user({ path: '' })
    const tool = await ada.call('drink_dry')
    const route = await bob.api('GET', '/api/dry/cups')

    expect(tool.body).toMatchObject({ error: { code: 'CELLAR_EMPTY', message: 'drink_dry: statement' } })
    expect(tool.meta).toMatchObject({ error_code: 'CELLAR_EMPTY' })
    expect([route.status, await route.json()]).toMatchObject([
      507,
      { error: 'cellar_empty', message: '/api/dry/cups: statement' },
    ])
  })
})
