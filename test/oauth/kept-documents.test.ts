import { openHost, type Host, type HostOptions } from '@quipu/host'
import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { DocumentServer } from './document-server.ts'
import { callback, callTool, OAuthClient, type Tokens } from './oauth-client.ts'
import { Rows } from './rows.ts'
import { mainOf } from './web-browser.ts'

const url = 'https://client.example/app.json'
const document = {
  client_id: url,
  client_name: 'Example',
  redirect_uris: [callback],
  token_endpoint_auth_method: 'none',
}

describe.each(engines)('clients whose document cannot be fetched, on %s', (engine) => {
  const web = new DocumentServer('client.example')
  const rows = new Rows()
  let app: TestHost
  let running: Host
  let ada: TestUser
  beforeAll(async () => {
    const documentFetch = (await web.listen()).fetchOptions({ isPublic: () => true })
    app = await openTestHost(engine, [tasks, rows.module], { authorizationsPerMinute: 10_000, documentFetch })
    running = app.host
    ada = await app.user({ password })
  })
  afterAll(async () => {
    await running.close()
    await app[Symbol.asyncDispose]()
    await web[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    web.serve(url, document)
    // Longer than an outcome is remembered.
    app.clock.advance('11s')
  })

  /** As after an update: nothing that this process remembered is left. */
  const restart = async (change: Partial<HostOptions> = {}) => {
    await running.close()
    running = await openHost({ ...app.options, ...change })
    await running.listen()
  }
  const away = () => web.serve(url, (_request, response) => response.writeHead(500).end())
  const elsewhere = (path: string) => `https://client.example/${path}`

  test('[O224] a sign-in outlives a restart while the document is away', async () => {
    const client = new OAuthClient(app, url)
    const tokens = await client.tokens(ada.email)
    away()
    await restart()

    const refreshed = await client.refresh(tokens.refresh_token)
    expect(refreshed.status).toBe(200)
    const { access_token } = (await refreshed.json()) as Tokens
    expect((await callTool(app, access_token, 'list_tasks')).status).toBe(200)
    // So does a new sign-in of the same app.
    expect((await new OAuthClient(app, url).tokens(ada.email)).scope).toContain('tasks:read')
  })

  test('[O224] the newest good document is the one that is kept', async () => {
    const client = new OAuthClient(app, url)
    const tokens = await client.tokens(ada.email)
    web.serve(url, { ...document, client_name: 'Example 2', logo_uri: 'https://client.example/logo.png' })
    await restart()
    expect((await client.refresh(tokens.refresh_token)).status).toBe(200)

    const kept = async () => (await rows.of('client_documents')).map(({ document: said }) => said)
    await expect.poll(kept).toEqual([expect.objectContaining({ client_name: 'Example 2', client_id: url })])
    web.serve(url, { ...document, client_id: elsewhere('other.json') })
    await restart()
    await client.token({ grant_type: 'refresh_token', refresh_token: 'made-up' })
    expect(await kept()).toEqual([expect.objectContaining({ client_name: 'Example 2' })])
  })

  test('[O224] a code is redeemed by an instance that cannot fetch the document', async () => {
    const client = new OAuthClient(app, url)
    const code = await client.code(ada.email)
    away()
    await restart()
    expect((await client.redeem(code)).status).toBe(200)
  })

  test('[O225] a program gets 503 and when to try again, never invalid_client', async () => {
    const unknown = elsewhere('unknown.json')
    const client = new OAuthClient(app, unknown)
    const form = { client_id: unknown, token: 'x', grant_type: 'refresh_token', refresh_token: 'x' }
    const post = (path: string) =>
      fetch(`${app.url}/api/oauth/${path}`, { method: 'POST', body: new URLSearchParams(form) })
    const answers = [
      await fetch(client.authorizeUrl(), { redirect: 'manual' }),
      await post('token'),
      await post('revoke'),
      await post('device'),
    ]
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
        503,
        '10',
        { error: 'temporarily_unavailable', error_description: expect.stringContaining('try again later') },
      ])
    }
  })

  test('[O225] a person gets a page that says to try again, and no reason', async () => {
    const client = new OAuthClient(app, elsewhere('unknown.json'))
    const page = await client.browser.go(client.authorizeUrl())
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '10'])
    const said = mainOf(await page.text())
    expect(said).toContain('Try again in a minute')
    expect(said).not.toMatch(/status|fetch|client\.example/)
  })

  test('[O225] a document that goes away between two pages gets the same answer', async () => {
    const fresh = elsewhere('fresh.json')
    web.serve(fresh, { ...document, client_id: fresh })
    const client = new OAuthClient(app, fresh)
    const login = await client.browser.visit(client.authorizeUrl())
    web.serve(fresh, (_request, response) => response.writeHead(503).end())
    await restart()
    expect((await client.signIn(login, ada.email)).status).toBe(503)

    web.serve(fresh, { ...document, client_id: fresh })
    app.clock.advance('11s')
    const consent = await client.signIn(await client.browser.visit(login.url), ada.email)
    expect(new URL((await client.decide(consent, 'allow')).url).searchParams.has('code')).toBe(true)
  })

  test('[O226] switched off, documents are neither offered nor fetched', async () => {
    await restart({ clientDocuments: false })
    onTestFinished(() => restart())
    const asked = web.requests.length
    const metadata = await fetch(`${app.url}/.well-known/oauth-authorization-server`)
    expect(await metadata.json()).toMatchObject({ client_id_metadata_document_supported: false })
    const refused = await fetch(new OAuthClient(app, url).authorizeUrl(), { redirect: 'manual' })
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_client' }])
    expect(web.requests).toHaveLength(asked)
  })

  test('[O227] a document is forgotten when nobody has its client connected any more', async () => {
    const once = elsewhere('once.json')
    web.serve(once, { ...document, client_id: once })
    const ids = async () => (await rows.of('client_documents')).map(({ client_id: clientId }) => clientId)
    await new OAuthClient(app, once).tokens(ada.email)
    expect(await ids()).toContain(once)
    for (const { id, clientId } of await running.apps.list(ada.id))
      if (clientId === once) await running.apps.revoke(id)
    // The sweep runs at the start, and then every hour.
    app.clock.advance('2h')
    await restart()
    await expect.poll(ids).not.toContain(once)
  })
})
