import { openHost } from '@quipu/host'
import { defineModule, defineRoute, defineTool, queryBuilder } from '@quipu/kit'
import type { Migration, Module, Ports } from '@quipu/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anyEngine, openTestHost, type TestHost } from '../environment/test-host.ts'

const kib = 1024

function echo(name: string, more: Partial<Module> = {}): Module {
  return defineModule({
    name,
    title: 'Echo',
    permissions: {
      [`${name}:shout`]: { says: 'Shout', roles: ['contributor', 'admin'] },
    },
    tools: [
      defineTool({
        name: `measure_${name}`,
        title: 'Measure',
        description: 'Tells how long a text is.',
        effect: 'read',
        input: z.object({ text: z.string() }),
        output: z.object({ length: z.number() }),
        run: (_service, { text }) => ({ length: text.length }),
      }),
    ],
    routes: [
      defineRoute({
        method: 'GET',
        path: `/api/${name}/echo`,
        summary: 'Nothing',
        effect: 'read',
        output: z.object({}),
        run: async () => ({}),
      }),
    ],
    open: () => null,
    ...more,
  })
}

const needy = (name: string) =>
  echo(name, {
    offBecause: ({ settings }) => (settings['url'] === undefined ? 'VIKUNJA_URL is not set' : undefined),
    open: ({ installation }) => {
      if (installation.settings['url'] === undefined) throw new Error('opened without its setting')
      return null
    },
  })

describe.each(anyEngine())('what a module asks of its installation, on %s', (engine) => {
  let app: TestHost
  beforeAll(async () => {
    const bodyLimit = { bytes: 200 * kib, needs: 'loud:shout' }
    app = await openTestHost(
      engine,
      [echo('loud', { endpoint: { bodyLimit } }), needy('away'), needy('here')],
      { bodyLimitBytes: 50 * kib, moduleSettings: { here: { url: 'http://127.0.0.1' } } },
    )
  })
  afterAll(() => app[Symbol.asyncDispose]())

  test('[H300] a message to an endpoint may be longer for callers that hold a permission, and for nobody else', async () => {
    const path = '/api/loud/mcp'
    const [ada, viewer, elsewhere] = [
      await app.user({ path }),
      await app.user({ path, role: 'viewer' }),
      await app.user(),
    ]
    const measure = async (user: typeof ada, size: number) => {
      const params = { name: 'measure_loud', arguments: { text: 'x'.repeat(size) } }
      return (await user.post('tools/call', params)).status
    }

    expect(await measure(ada, 150 * kib)).toBe(200)
    expect(await measure(ada, 201 * kib)).toBe(413)
    expect(await measure(viewer, 40 * kib)).toBe(200)
    expect(await measure(viewer, 51 * kib)).toBe(413)
    expect(await measure(elsewhere, 51 * kib)).toBe(413)
  })

  test('[H301] [H958] a module that is off is in no list, and its addresses say why', async () => {
    const ada = await app.user()
    const bob = await app.user({ path: '' })
    const { result } = await ada.rpc('tools/list')
    const openApi = await (await bob.api('GET', '/api/openapi.json')).text()

    const tools = (result?.['tools'] ?? []) as { name: string }[]
    expect(tools.map(({ name }) => name)).toEqual(['measure_loud', 'measure_here'])
    expect(openApi).not.toContain('/api/away/')
    expect(openApi).toContain('/api/here/echo')
    expect([...app.host.permissions]).not.toContain('away:shout')
    expect((await ada.post('tools/list', {}, { search: '?modules=away' })).status).toBe(400)
    for (const path of ['/api/away/mcp', '/api/away/echo']) {
      const answer = await bob.api('POST', path, {})
      expect([answer.status, await answer.json()]).toMatchObject([
        404,
        { error: 'not_found', message: 'Echo is off in this installation: VIKUNJA_URL is not set' },
      ])
    }
    expect((await bob.api('GET', '/api/here/echo')).status).toBe(200)
  })

  test('[H302] the checks of an installation name the modules that are off, and why', async () => {
    expect(await app.host.checks()).toEqual(
      expect.arrayContaining([
        { name: 'modules', ok: true, detail: 'loud, here' },
        { name: 'away', ok: true, detail: 'off: VIKUNJA_URL is not set' },
      ]),
    )
  })
})

const chest = (name: string, ...later: Migration[]) =>
  defineModule<Ports>({
    name,
    title: 'Chest',
    permissions: {},
    tools: [],
    routes: [
      defineRoute({
        method: 'POST',
        path: `/api/${name}/items`,
        summary: 'Seals a text',
        effect: 'write',
        body: z.object({ text: z.string() }),
        output: z.object({}),
        run: async ({ db, secrets }: Ports, { body }, { caller }) => {
          const sealed = secrets.seal(name, body.text)
          await db.query(caller, items.insertInto('chest_items').values({ user_id: caller.userId, sealed }))
          return {}
        },
      }),
      defineRoute({
        method: 'GET',
        path: `/api/${name}/items`,
        summary: 'Opens them',
        effect: 'read',
        output: z.object({ items: z.array(z.object({ text: z.string(), weight: z.int() })) }),
        run: async ({ db, secrets }: Ports, _input, { caller }) => {
          const rows = await db.query<Item>(caller, items.selectFrom('chest_items').selectAll())
          return { items: rows.map(({ sealed, weight }) => ({ text: secrets.open(name, sealed), weight })) }
        },
      }),
    ],
    migrations: [
      {
        id: '001-items',
        sql: `create table chest_items (
          id int generated always as identity primary key, user_id uuid not null, sealed text not null
        );
        select quipu_protect('chest_items');`,
      },
      ...later,
    ],
    sealed: [{ table: 'chest_items', key: { id: 'int' }, column: 'sealed', purpose: name }],
    offBecause: ({ settings }) => (settings['url'] === undefined ? 'CHEST_URL is not set' : undefined),
    open: (ports) => ports,
  })

interface Item {
  readonly user_id: string
  readonly sealed: string
  readonly weight: number
}
const items = queryBuilder<{ chest_items: Partial<Item> }>()
const weigh = {
  id: '002-weight',
  sql: 'alter table chest_items add column weight int not null default 7',
}

test.each(anyEngine())(
  '[H959] the data of a module that is off stay, are migrated, and are sealed again, on %s',
  async (engine) => {
    const on = { moduleSettings: { chest: { url: 'http://127.0.0.1' } } }
    await using app = await openTestHost(engine, [chest('chest')], on)
    const ada = await app.user({ path: '' })
    expect((await ada.api('POST', '/api/chest/items', { text: 'gold' })).status).toBe(200)
    await app.host.close()
    const { rootSecret } = app.options
    const next = { ...app.options, modules: [chest('chest', weigh)], rootSecret: 'y'.repeat(40) }

    await using off = await openHost({ ...next, previousRootSecret: rootSecret, moduleSettings: {} })
    const request = { method: 'GET', path: '/api/chest/items' } as const
    await expect(off.request(ada.id, request)).rejects.toThrow('There is no GET')
    expect(await off.keys.reseal()).toBeGreaterThan(0)
    await off.close()

    await using again = await openHost({ ...next, ...on })
    expect(await again.request(ada.id, request)).toEqual({ items: [{ text: 'gold', weight: 7 }] })
  },
)
