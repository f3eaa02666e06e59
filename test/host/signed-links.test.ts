import { defineModule, defineRoute, defineTool, type Ports } from '@quipu/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anyEngine, openTestHost, type TestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'

const everyone = ['viewer', 'contributor', 'admin'] as const
const Seen = z.object({
  userId: z.string(),
  permissions: z.array(z.string()),
  link: z.unknown(),
  size: z.number(),
})

/** Hands out links to a page of its own. */
function post(name: string) {
  return defineModule<Ports>({
    name,
    title: 'Post',
    permissions: {
      [`${name}:read`]: { says: 'Read', roles: everyone },
      [`${name}:write`]: { says: 'Write', roles: ['contributor', 'admin'] },
    },
    tools: [
      defineTool({
        name: `link_${name}`,
        title: 'Link',
        description: 'Signs a link.',
        effect: 'read',
        input: z.object({ path: z.string() }),
        output: z.object({ url: z.string() }),
        run: ({ links, now }: Ports, { path }, { caller }) => {
          const expiresAt = new Date(now().getTime() + 3_600_000)
          return { url: links.sign({ path: `/${path}`, caller, data: { box: 7 }, expiresAt }) }
        },
      }),
    ],
    routes: [
      defineRoute({
        method: 'GET',
        path: `/api/${name}/boxes/:box`,
        summary: 'Looks into a box',
        admits: 'link',
        needs: `${name}:write`,
        effect: 'read',
        params: z.strictObject({ box: z.string() }),
        query: z.strictObject({ page: z.string().optional() }),
        output: Seen,
        run: async ({ blobs }: Ports, _input, { caller, link }) => ({
          userId: caller.userId,
          permissions: [...caller.permissions],
          link,
          size: (await blobs.put(caller, Buffer.from('abc'))).size,
        }),
      }),
    ],
    open: (ports) => ports,
  })
}

describe.each(anyEngine())('routes that take a signed link, on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  beforeAll(async () => {
    app = await openTestHost(engine, [post('east'), post('west')])
    ada = await app.user()
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const signed = async (user: TestUser, path: string, module = 'east') => {
    const { url } = (await user.call(`link_${module}`, { path })).raw['structuredContent'] as { url: string }
    return url
  }
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, { headers })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  test('[H270] [H951] a link stands for its user, with what the route needs and nothing more', async () => {
    const url = await signed(ada, 'api/east/boxes/7')
    const seen = { userId: ada.id, permissions: ['east:write'], link: { box: 7 }, size: 3 }

    expect(await get(url)).toEqual({ status: 200, body: seen })
    expect(await get(`${url}&page=2`)).toEqual({ status: 200, body: seen })
    const last = async () => (await app.host.audit.list({ userId: ada.id, action: 'api.call' })).rows[0]
    await expect.poll(last).toMatchObject({
      resourceId: 'GET /api/east/boxes/:box',
      outcome: 'ok',
      metadata: { clientId: 'link' },
    })
  })

  test('[H271] [H952] a link is good for one path of one module; anything else is 403, also with a token', async () => {
    const url = new URL(await signed(ada, 'api/east/boxes/7'))
    const foreign = await signed(ada, 'api/east/boxes/7', 'west')
    const stranger = await app.user({ path: '' })
    const bearer = { authorization: `Bearer ${stranger.token}` }
    const elsewhere = url.href.replace('boxes/7', 'boxes/8')
    const changed = url.href.replace(
      /\.(.)([\w-]+)$/,
      (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`,
    )

    for (const wrong of [elsewhere, foreign, changed, url.origin + url.pathname])
      expect(await get(wrong, bearer)).toMatchObject({
        status: 403,
        body: {
          error: 'forbidden',
          message: 'This link is not valid here; copy the whole of it, or ask for a new one',
        },
      })
    const last = async () => (await app.host.audit.list({ action: 'auth.link_refused' })).rows[0]
    await expect.poll(last).toMatchObject({ outcome: 'forbidden', resourceId: 'GET /api/east/boxes/7' })
    const left = async () => Number((await fetch(elsewhere)).headers.get('ratelimit-remaining'))
    const before = await left()
    expect(await left()).toBe(before - 1)
  })

  test('[H272] a link that has expired is 410, and says what to do', async () => {
    const url = await signed(ada, 'api/east/boxes/7')
    app.clock.advance('2h')

    expect(await get(url)).toMatchObject({
      status: 410,
      body: { error: 'gone', message: 'This link has expired; ask for a new one' },
    })
  })

  test('[H273] a link counts as long as the account of its user, and allows what that may now', async () => {
    const bob = await app.user()
    const url = await signed(bob, 'api/east/boxes/7')
    await app.host.accounts.setRole(bob.email, 'viewer')
    expect(await get(url)).toMatchObject({
      status: 403,
      body: { error: 'forbidden', missing: ['east:write'] },
    })
    await app.host.accounts.setRole(bob.email, 'contributor')
    expect((await get(url)).status).toBe(200)
    await app.host.accounts.disable(bob.email)
    expect(await get(url)).toMatchObject({
      status: 403,
      body: { message: 'The account that this link was made for is disabled or gone' },
    })
  })

  test('[H274] [H953] OpenAPI names the link, and no token; a command has no link', async () => {
    const reader = await app.user({ path: '' })
    const { paths } = (await (await reader.api('GET', '/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { parameters: { name: string }[]; security: object[] }>>
    }
    const { parameters = [], security } = paths['/api/east/boxes/{box}']?.['get'] ?? {}
    expect([parameters.map(({ name }) => name), security]).toEqual([['box', 'page', 'link'], []])
    const request = { method: 'GET', path: '/api/east/boxes/7' } as const
    await expect(app.host.request(ada.id, request)).rejects.toThrow('This takes a signed link')
  })
})
