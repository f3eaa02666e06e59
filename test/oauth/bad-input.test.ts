import assert from 'node:assert/strict'
import { tasks } from '@quipu/tasks'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RawAnswer, RawRequest } from '../bad-input/raw-http.ts'
import { send, sendBytes } from '../bad-input/raw-http.ts'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { claude, OAuthClient, type Tokens } from './oauth-client.ts'
import { bodies, fieldNames, methods, paths, typed, types } from './odd-requests.ts'
import { Rows } from './rows.ts'
import { fieldOf, WebBrowser } from './web-browser.ts'

describe.each(engines)('bad input at the front door, on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  let client: OAuthClient
  let browser: WebBrowser
  let csrf: string
  const rows = new Rows()
  const before = { count: 0, rows: {} as object }
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks, rows.module], {
      authorizationsPerMinute: 10_000,
      trustedProxies: ['127.0.0.1'],
    })
    ada = await app.user({ password })
    client = await OAuthClient.register(app)
    browser = new WebBrowser(app.url)
    csrf = fieldOf((await browser.visit('/login')).html, 'csrf')
  })
  afterAll(() => app[Symbol.asyncDispose]())
  beforeEach(async () => void (before.rows = await census()))
  afterEach(async () => {
    assert.deepEqual(await census(), before.rows)
    assert.equal((await ada.call('list_tasks')).body.status, 'success')
  })

  /** Everything but the sessions of visitors of the device page, which end by themselves. */
  const census = async () => {
    const artifacts = (await rows.of('oauth_artifacts')).filter(({ kind }) => kind !== 'Session')
    const tables = [
      'oauth_clients',
      'users',
      'web_sessions',
      'connected_apps',
      'consents',
      'one_time_links',
    ] as const
    return { ...(await rows.count(...tables)), artifacts: artifacts.length }
  }
  /** From an address of its own each time, so that no limit stands before what is tried. */
  const knock = async (request: RawRequest) => {
    before.count += 1
    const from = `10.${(before.count >> 16) & 255}.${(before.count >> 8) & 255}.${before.count & 255}`
    const headers = {
      'x-forwarded-for': from,
      cookie: `quipu_form=${browser.cookie('quipu_form')}`,
      ...request.headers,
    }
    const answer = await send(app.url, { ...request, headers })
    expectOrder(answer, `${request.method} ${request.path} ${String(request.body).slice(0, 300)}`)
    return answer
  }

  test.each(bodies)('[O49] %s as a body is refused everywhere, in order', async (_what, body) => {
    for (const path of paths)
      for (const type of types.slice(0, 2)) {
        const answer = await knock({ method: 'POST', path, headers: { 'content-type': type }, body })
        const isSentBack = answer.headers['location'] === '/device' && path.startsWith('/device')
        expect([path, type, answer.status >= 400 || isSentBack]).toEqual([path, type, true])
      }
  })

  test('[O49] no method and no content type makes a difference', async () => {
    for (const path of paths) for (const method of methods) await knock({ method, path })
    for (const path of paths)
      for (const type of types) {
        const body = `client_id=${client.id}&csrf=${csrf}&email=${ada.email}&password=${typed}`
        await knock({ method: 'POST', path, headers: type === '' ? {} : { 'content-type': type }, body })
      }
    expect(await census()).toEqual(before.rows)
  })

  test('[O49] unusual paths and queries are answered like any other', async () => {
    const odd = [
      '%00',
      '%ff',
      '%',
      '..%2f..%2f',
      'x'.repeat(8_000),
      '__proto__',
      '%F0%9F%A7%B6',
      "';--",
      '*',
      '{}',
    ]
    for (const part of odd)
      for (const place of [
        '/authorize',
        '/invite',
        '/reset',
        '/api/auth',
        '/device',
        '/api/oauth/authorize',
        '/api/oauth',
      ])
        await knock({ method: 'GET', path: `${place}/${part}` })
    for (const query of [
      'a=%',
      'next=%ff',
      'client_id=%00',
      'user_code=%00',
      'link=%ff',
      'state',
      '&&&',
      `x=${'y'.repeat(8_000)}`,
    ])
      for (const path of paths) await knock({ method: 'GET', path: `${path}?${query}` })
    expect(await census()).toEqual(before.rows)
  })

  test('[O49] a form of ours with anything in its fields is refused in words', async () => {
    const values = [
      '',
      '\0',
      '\ud800',
      "' or 1=1 --",
      'a'.repeat(5_000),
      '<script>alert(1)</script>',
      'a@b\r\nc: d',
    ]
    for (const value of values)
      for (const path of ['/login', '/invite/x', '/reset/x']) {
        const form = new URLSearchParams({
          csrf,
          email: value,
          password: typed + value,
          repeat: value,
          next: value,
        })
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const answer = await knock({ path, headers, body: form.toString() })
        expect([path, value.slice(0, 10), answer.status]).toEqual([
          path,
          value.slice(0, 10),
          path === '/login' ? 401 : 404,
        ])
        expect(answer.text).not.toContain('<script')
      }
  })

  test('[O49] no input as the code of a device makes its page fail', async () => {
    const values = [
      '',
      '\0',
      '\ud800',
      "' or 1=1 --",
      'a'.repeat(5_000),
      '<script>alert(1)</script>',
      '%',
      'BBBB-BBBB',
    ]
    for (const value of values) {
      const person = new WebBrowser(app.url, { 'x-forwarded-for': '192.0.2.1' })
      const page = await person.visit(`/device?user_code=${encodeURIComponent(value.toWellFormed())}`)
      expectOrder({ ...page, text: page.html, headers: {} }, value)
      for (const more of [{}, { confirm: 'yes' }, { abort: 'yes' }]) {
        const form = { xsrf: fieldOf(page.html, 'xsrf'), user_code: value, ...more }
        const answer = await person.visit('/device', { form })
        expectOrder({ ...answer, text: answer.html, headers: {} }, value)
        expect([value.slice(0, 10), answer.html.includes('<script')]).toEqual([value.slice(0, 10), false])
      }
    }
  })

  const field = fc.oneof(
    fc.constantFrom(
      'code',
      'refresh_token',
      'token',
      'none',
      'S256',
      'plain',
      'authorization_code',
      '__proto__',
      '\0',
    ),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.webUrl(),
  )
  const names = fc.constantFrom(...fieldNames)
  const fields = fc.array(fc.tuple(names, field), { maxLength: 12 })

  test(
    '[O49] no fields, in the query or in the body, make it fail, hang or keep anything',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...paths),
          fields,
          fc.boolean(),
          fc.boolean(),
          async (path, given, isKnown, isQuery) => {
            const text = new URLSearchParams(given).toString()
            const all = isKnown ? `client_id=${client.id}&${text}` : text
            const headers = {
              'content-type': 'application/x-www-form-urlencoded',
              accept: isQuery ? 'text/html' : '*/*',
            }
            if (isQuery) await knock({ method: 'GET', path: `${path}?${all}`, headers })
            else await knock({ method: 'POST', path, headers, body: all })
          },
        ),
        { numRuns: 300 },
      )
      expect(await census()).toEqual(before.rows)
    },
  )

  test('[O49] no registration that is refused fails, hangs or is kept', { timeout: 120_000 }, async () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('none', 'https://a.example/cb', 'web'),
    )
    const keys = fc.constantFrom(
      ...Object.keys(claude),
      'scope',
      'jwks',
      'jwks_uri',
      'contacts',
      'software_id',
      '__proto__',
    )
    const body = fc
      .dictionary(keys, value)
      .map((made) => JSON.stringify({ ...made, redirect_uris: [made['redirect_uris'] ?? 0] }))
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const sound = text.includes('"redirect_uris":["https://a.example/cb"]')
        fc.pre(!sound)
        const answer = await knock({
          path: '/api/oauth/register',
          headers: { 'content-type': 'application/json' },
          body: text,
        })
        assert.equal(answer.status, 400, text)
      }),
      { numRuns: 200 },
    )
  })

  test('[O49] a client that disconnects early, or does not send HTTP, affects nobody else', async () => {
    const head = 'POST /api/oauth/token HTTP/1.1\r\nhost: x\r\n'
    const host = new URL(app.url).host
    expect(await sendBytes(app.url, [`${head}content-length: 10\r\n\r\n`])).toMatch(/^HTTP\/1.1 403 /)
    expect(await sendBytes(app.url, ['nonsense\r\n\r\n'])).toMatch(/^HTTP\/1.1 400 /)
    const half = `POST /login HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/x-www-form-urlencoded\r\n`
    expect(await sendBytes(app.url, [`${half}content-length: 100\r\n\r\ncsrf=`])).toMatch(/^HTTP\/1.1 400 /)
  })

  test('[O918] refused requests are recorded in the audit, without what was typed', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const asked = new URL(client.authorizeUrl({ redirect_uri: 'https://evil.example/' }))
    const plain = new URL(client.authorizeUrl({ code_challenge_method: 'plain' }))
    await knock({ method: 'GET', path: asked.pathname + asked.search })
    await knock({ method: 'GET', path: plain.pathname + plain.search })
    await knock({
      path: '/api/oauth/token',
      headers: form,
      body: `client_id=${client.id}&grant_type=refresh_token&refresh_token=${typed}`,
    })
    await knock({
      path: '/api/oauth/token',
      headers: form,
      body: 'client_id=nobody&grant_type=refresh_token&refresh_token=x',
    })
    await knock({ path: '/login', headers: form, body: `csrf=${csrf}&email=${ada.email}&password=${typed}` })
    const script = JSON.stringify({ ...claude, redirect_uris: ['javascript:alert(1)'] })
    await knock({
      path: '/api/oauth/register',
      headers: { 'content-type': 'application/json' },
      body: script,
    })

    await expect
      .poll(() => rows.audited())
      .toEqual(
        expect.arrayContaining([
          'oauth.authorization_refused invalid_redirect_uri',
          'oauth.authorization_refused invalid_request',
          'oauth.token_refused invalid_grant',
          'oauth.token_refused invalid_client',
          'auth.sign_in_refused UNAUTHORIZED',
          'client.registration_refused invalid_redirect_uri',
        ]),
      )
    expect(JSON.stringify(await rows.of('audit_events'))).not.toMatch(
      new RegExp(`${typed}|${password}|alert`),
    )
  })
})

describe.each(engines)('after all that, on %s', (engine) => {
  test('[O49] a sign-in beside a flood of nonsense succeeds', async () => {
    await using app = await openTestHost(engine, [tasks], { authorizationsPerMinute: 10_000 })
    const ada = await app.user({ password })
    const client = await OAuthClient.register(app)
    const flood = Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        send(app.url, {
          path: '/api/oauth/token',
          headers: { 'content-type': types[at % 2] ?? '' },
          body: `${at}=&client_id=${at}`,
        }),
      ),
    )
    const tokens: Tokens = await client.tokens(ada.email)
    expect(tokens.token_type).toBe('Bearer')
    expect((await flood).every(({ status }) => status >= 400 && status < 500)).toBe(true)
  })
})

/** An answer that reveals no internals, and whose body matches its content type. */
function expectOrder({ status, text, headers }: RawAnswer, sent: string): void {
  // A URL as client id leads to a document that cannot be fetched: that is an answer in order.
  const isAway = status === 503 && headers['retry-after'] !== undefined
  const isOurs =
    (status >= 500 && !isAway) ||
    /server_error|internal_error|\bat \S+ \(|node_modules|oidc-provider|postgres|pglite/i.test(text)
  assert.ok(!isOurs, `${sent} was answered with ${status}: ${text.slice(0, 2_000)}`)
  assert.ok(!text.includes(typed) && !text.includes(password), `${sent} was answered with a password`)
  const type = String(headers['content-type'] ?? '')
  if (type.startsWith('application/json') && text !== '') JSON.parse(text)
}
