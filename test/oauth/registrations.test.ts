import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { claude, OAuthClient, register } from './oauth-client.ts'
import { Rows } from './rows.ts'

const most = 10_000

describe.each(engines)('registration under pressure on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  const rows = new Rows()
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks, rows.module], { authorizationsPerMinute: 10_000 })
    ada = await app.user({ password })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const ids = async () => new Set((await rows.of('oauth_clients')).map(({ id }) => String(id)))
  const lastUse = async (client: OAuthClient) =>
    (await app.host.clients.list()).find(({ id }) => id === client.id)?.lastUsedAt

  test('[O917] only tokens that a client got count as its use', async () => {
    const client = await OAuthClient.register(app)
    await client.refresh('made-up')
    await client.redeem('made-up')
    await client.browser.visit(client.authorizeUrl())
    expect(await lastUse(client)).toBeUndefined()
    await client.tokens(ada.email)
    await expect.poll(() => lastUse(client)).toEqual(app.clock.now())
  })

  test('[A221] a full house still lets new clients in, and keeps those that somebody has connected', async () => {
    const connected = await OAuthClient.register(app)
    const tokens = await connected.tokens(ada.email)
    const at = (second: number) => new Date(app.clock.now().getTime() + second * 1000)
    const free = most - (await rows.of('oauth_clients')).length
    const flood = Array.from({ length: free }, (_, n) => ({
      id: `flood-${n}`,
      origin: 'registered',
      metadata: {},
      created_at: at(n),
    }))
    await rows.add('oauth_clients', flood)
    for (const client of flood.slice(0, 3)) await new OAuthClient(app, client.id).refresh('made-up')

    app.clock.advance('4h')
    const late = await OAuthClient.register(app)
    const after = await ids()
    expect([after.size, after.has('flood-0'), after.has(connected.id)]).toEqual([most, false, true])
    expect((await late.tokens(ada.email)).token_type).toBe('Bearer')
    expect((await connected.refresh(tokens.refresh_token)).status).toBe(200)
  })

  test('[O228] if every client is connected, a registration is 503 with the time to try again', async () => {
    const known = await ids()
    const [pattern] = await rows.of('connected_apps')
    const apps = [...known].map((clientId) => ({ ...pattern, id: `app of ${clientId}`, client_id: clientId }))
    await rows.add('connected_apps', apps)

    const refused = await register(app, claude)
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '3600',
      { error: 'temporarily_unavailable', error_description: expect.stringContaining('ask an admin') },
    ])
    expect(await ids()).toEqual(known)
  })

  test('[O229] an app connects by a scheme of one word that an admin has allowed', async () => {
    const uri = 'vscodium://publisher.extension/callback'
    await app.host.clients.add({ id: 'vscodium', name: 'VSCodium', redirectUris: [uri] })
    const client = new OAuthClient(app, 'vscodium', uri)
    const consent = await client.signIn(await client.browser.visit(client.authorizeUrl()), ada.email)
    expect(consent.html).toContain('This app runs on this computer.')
    expect(consent.html).toContain('vscodium')
    const { url } = await client.decide(consent, 'allow')
    expect(url.startsWith(`${uri}?code=`)).toBe(true)
    const code = new URL(url).searchParams.get('code') ?? ''
    expect((await client.redeem(code)).status).toBe(200)

    const page = await client.browser.visit(
      client.authorizeUrl({ redirect_uri: 'vscodium://other/callback' }),
    )
    expect(page.status).toBe(400)
  })
})
