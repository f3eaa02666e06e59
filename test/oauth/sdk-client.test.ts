import { tasks } from '@quipu/tasks'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eras } from '../clients/connect.ts'
import { hasProgram } from '../environment/index.ts'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import { openCallback, WebApp } from './callback-server.ts'
import { claimsOf } from './oauth-client.ts'
import { openChromium, Person } from './person.ts'
import { SdkApp } from './sdk-app.ts'

const discovery = [
  'POST /mcp 401',
  'GET /.well-known/oauth-protected-resource/mcp 200',
  'GET /.well-known/oauth-authorization-server 200',
]

describe.skipIf(!hasProgram('chromium')).each(engines)('the official client and a person on %s', (engine) => {
  let app: TestHost
  let web: WebApp
  let browser: Browser
  let callback: Awaited<ReturnType<typeof openCallback>>
  beforeAll(async () => {
    web = await WebApp.open()
    const { documentFetch } = web
    app = await openTestHost(engine, [tasks], { authorizationsPerMinute: 10_000, documentFetch })
    browser = await openChromium(web.resolverRules)
    callback = await openCallback()
  })
  afterAll(async () => {
    await browser.close()
    await app[Symbol.asyncDispose]()
    await web[Symbol.asyncDispose]()
    await callback[Symbol.asyncDispose]()
  })

  const person = async () => Person.at(browser, (await app.user({ password })).email)
  const local = (somebody: Person, decision: 'Allow' | 'Deny' = 'Allow') =>
    new SdkApp({
      serverUrl: `${app.url}/mcp`,
      redirectUri: callback.url,
      browse: (url) => somebody.answer(url, decision),
    })
  const published = (somebody: Person) =>
    new SdkApp({
      serverUrl: `${app.url}/mcp`,
      redirectUri: web.redirectUri,
      documentUrl: web.id,
      browse: (url) => somebody.answer(url),
    })

  describe.each(eras)('in the %s era', (era) => {
    test('[O30] it registers, a person signs in and allows, and tokens are refreshed unasked', async () => {
      await using ada = await person()
      const sdk = local(ada)
      await using client = await sdk.connect(era)

      expect(client.getProtocolEra()).toBe(era)
      expect(sdk.requests.slice(0, 4)).toEqual([...discovery, 'POST /api/oauth/register 201'])
      expect(ada.seen).toEqual(['Sign in', 'Connect SDK client?'])
      const added = await client.callTool({ name: 'add_task', arguments: { title: 'Water the plants' } })
      expect(added.structuredContent).toMatchObject({ status: 'success' })

      const before = sdk.tokens()
      app.clock.advance('901s')
      sdk.requests.length = 0
      const listed = await client.callTool({ name: 'list_tasks', arguments: {} })
      expect(listed.structuredContent).toMatchObject({ data: { total: 1 } })
      expect(sdk.requests.filter((line) => line.startsWith('POST'))).toEqual([
        'POST /mcp 401',
        'POST /api/oauth/token 200',
        'POST /mcp 200',
      ])
      expect(sdk.tokens()?.refresh_token).not.toBe(before?.refresh_token)
      expect(sdk.opened).toHaveLength(1)
      expect(ada.complaints).toEqual([])
    })

    test('[O31] [O8] it is known by its metadata document, and the second connection asks the person nothing', async () => {
      await using ada = await person()
      const sdk = published(ada)
      await using client = await sdk.connect(era)

      expect(sdk.requests.slice(0, 3)).toEqual(discovery)
      expect(sdk.requests.some((line) => line.includes('/register'))).toBe(false)
      expect(ada.seen).toEqual(['Sign in', 'Connect Example Assistant?'])
      expect(claimsOf(sdk.tokens()?.access_token ?? '')).toMatchObject({ client_id: web.id })
      await client.callTool({ name: 'add_task', arguments: { title: 'Water the plants' } })

      app.clock.advance('901s')
      expect((await client.callTool({ name: 'list_tasks', arguments: {} })).isError).not.toBe(true)
      expect(sdk.opened).toHaveLength(1)

      await using again = await published(ada).connect(era)
      expect((await again.listTools()).tools.length).toBeGreaterThan(0)
      expect(ada.seen).toHaveLength(2)
      expect(ada.complaints).toEqual([])
    })

    test('[O32] [O8] a second app of the same browser needs no second sign-in, only its own consent', async () => {
      await using ada = await person()
      await using _first = await local(ada).connect(era)
      await using _second = await local(ada).connect(era)

      expect(ada.seen).toEqual(['Sign in', 'Connect SDK client?', 'Connect SDK client?'])
    })

    test('[O33] if a person declines, the app gets access_denied, and nothing is granted', async () => {
      await using ada = await person()
      const sdk = local(ada, 'Deny')

      await expect(sdk.connect(era)).rejects.toMatchObject({ code: 'access_denied' })
      expect(sdk.tokens()).toBeUndefined()
      expect(new URL(ada.page.url()).searchParams.get('error')).toBe('access_denied')
      expect(ada.complaints).toEqual([])
    })

    test('[O34] a token that lacks a scope is answered with the scope, and the app comes back with both', async () => {
      await using ada = await person()
      const sdk = local(ada)
      await sdk.authorize('tasks:read')
      expect(claimsOf(sdk.tokens()?.access_token ?? '')['permissions']).toEqual(['tasks:read'])
      await using client = await sdk.connect(era)
      sdk.requests.length = 0

      const added = await sdk.withPerson(() =>
        client.callTool({ name: 'add_task', arguments: { title: 'Water the plants' } }),
      )
      expect(added.structuredContent).toMatchObject({ status: 'success' })
      expect(sdk.requests).toContain('POST /mcp 403')
      expect(sdk.opened.at(-1)?.searchParams.get('scope')?.split(' ').toSorted()).toEqual([
        'tasks:read',
        'tasks:write',
      ])
      expect(ada.seen).toEqual(['Sign in', 'Connect SDK client?', 'Connect SDK client?'])
    })
  })
})
