import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { send } from '../bad-input/raw-http.ts'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import { claude, OAuthClient, register } from './oauth-client.ts'
import { Rows } from './rows.ts'
import { fieldOf, mainOf, WebBrowser } from './web-browser.ts'

describe.each(engines)('limits of the front door on %s', (engine) => {
  let app: TestHost
  const rows = new Rows()
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks, rows.module], { trustedProxies: ['127.0.0.1'] })
  })
  afterAll(() => app[Symbol.asyncDispose]())
  // Each test comes from an address of its own: windows end by the machine's clock.
  let number = 0
  let from: Record<string, string>
  beforeEach(() => void (from = { 'x-forwarded-for': `203.0.113.${(number += 1)}` }))
  const elsewhere = { 'x-forwarded-for': '198.51.100.7' }

  const attempt = async (email: string, typed: string, headers = from) => {
    const browser = new WebBrowser(app.url, headers)
    const csrf = fieldOf((await browser.visit('/login')).html, 'csrf')
    return browser.visit('/login', { form: { csrf, email, password: typed } })
  }
  const isIn = ({ url }: { readonly url: string }) => new URL(url).pathname !== '/login'

  test('[O47] the eleventh authorization in a minute from one address is 429, for a program and for a person', async () => {
    const client = await OAuthClient.register(app)
    const ask = (accept: string, more: Record<string, string> = {}) =>
      fetch(client.authorizeUrl(), { headers: { ...from, accept, ...more }, redirect: 'manual' })
    for (let count = 1; count <= 10; count++)
      expect([count, (await ask(count % 2 ? 'text/html' : '*/*')).status]).toEqual([
        count,
        count % 2 ? 303 : 401,
      ])

    const program = await ask('application/json')
    expect([program.status, await program.json()]).toEqual([
      429,
      {
        error: 'rate_limited',
        error_description: expect.stringMatching(/^Too many requests; try again in \d+ seconds$/),
        trace_id: expect.any(String),
      },
    ])
    const wait = Number(program.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    const person = await ask('text/html')
    expect(person.status).toBe(429)
    // A second may have ended between the two.
    expect([wait, wait - 1]).toContain(Number(person.headers.get('retry-after')))
    expect(person.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(mainOf(await person.text())).toContain('Too many requests')

    // Neither another method nor a made-up address is a way around it.
    const head = await fetch(client.authorizeUrl(), { method: 'HEAD', headers: from, redirect: 'manual' })
    expect(head.status).toBe(429)
    const made = `192.0.2.1, ${from['x-forwarded-for']}`
    expect((await ask('*/*', { 'x-forwarded-for': made, 'x-real-ip': '192.0.2.1' })).status).toBe(429)
    expect((await ask('*/*', elsewhere)).status).toBe(401)
  })

  test('[O47] malformed authorizations count as well', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 12; count++)
      statuses.push(
        (await fetch(`${app.url}/api/oauth/authorize?client_id=${count}`, { headers: from })).status,
      )
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429])
  })

  test('[A35] ten wrong passwords close an account to everyone for a while, and no other account', async () => {
    const ada = await app.user({ password })
    const bob = await app.user({ password })
    for (let count = 0; count < 10; count++)
      expect(mainOf((await attempt(ada.email, 'wrong password')).html)).toContain('do not go together')
    for (const [typed, headers] of [
      ['wrong password', from],
      [password, from],
      [password, elsewhere],
    ] as const) {
      const closed = await attempt(ada.email.toUpperCase(), typed, headers)
      expect([isIn(closed), mainOf(closed.html)]).toEqual([
        false,
        expect.stringMatching(/Too many attempts\. Try again in \d+ minutes?\./),
      ])
    }
    expect(isIn(await attempt(bob.email, password))).toBe(true)

    const { id } = await OAuthClient.register(app)
    const client = new OAuthClient(app, id, undefined, new WebBrowser(app.url, from))
    const page = await client.browser.visit(client.authorizeUrl())
    expect((await client.signIn(page, ada.email)).html).toContain('Too many attempts')
    await expect
      .poll(() => rows.audited())
      .toEqual(
        expect.arrayContaining([
          'auth.sign_in_refused UNAUTHORIZED',
          'auth.sign_in_refused RATE_LIMITED',
          'auth.signed_in ok',
        ]),
      )
  })

  test('[H757] an account that does not exist is closed in the same words', async () => {
    const seen = new Set<string>()
    for (let count = 0; count < 11; count++) {
      const { html, status } = await attempt('nobody@example.com', 'wrong password')
      seen.add(
        `${status} ${/role="alert"[^>]*>(.*?)<\/(?:p|div)>/s
          .exec(html)?.[1]
          ?.replace(/<[^>]+>|\s+/g, ' ')
          .trim()}`,
      )
    }
    const known = await app.user({ password })
    const messages = new Set<string>()
    for (let count = 0; count < 11; count++) {
      const { html, status } = await attempt(known.email, 'wrong password')
      messages.add(
        `${status} ${/role="alert"[^>]*>(.*?)<\/(?:p|div)>/s
          .exec(html)?.[1]
          ?.replace(/<[^>]+>|\s+/g, ' ')
          .trim()}`,
      )
    }
    expect([...seen]).toHaveLength(2)
    expect([...messages]).toEqual([...seen])
  })

  test('[A35] thirty wrong passwords close the address to every account', async () => {
    const ada = await app.user({ password })
    for (let count = 0; count < 30; count++) await attempt(`guess-${count}@example.com`, 'wrong password')
    expect((await attempt(ada.email, password)).html).toContain('Too many attempts')
    expect(isIn(await attempt(ada.email, password, elsewhere))).toBe(true)
  })

  test('[H757] an unknown account takes as long as a known one', async () => {
    const known = await app.user({ password })
    const browser = new WebBrowser(app.url, from)
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < 7; round++) {
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? known.email : `nobody-${round}@example.com`
        const csrf = fieldOf((await browser.visit('/login')).html, 'csrf')
        const before = process.cpuUsage()
        await browser.go('/login', { form: { csrf, email, password: 'wrong password' } })
        times[kind].push(process.cpuUsage(before).user)
      }
    }
    // Of the processor, which others on the machine do not lengthen: nearly all of it goes into the password.
    const ratio = median(times.known) / median(times.unknown)
    expect(ratio).toBeGreaterThan(1 / 3)
    expect(ratio).toBeLessThan(3)
  })

  test('[H755] registrations, devices and tokens have limits too, and a page of any site can read them', async () => {
    const flood = async (path: string, body: string, type: string, times: number) => {
      const statuses = new Map<number, number>()
      const headers = { ...from, 'content-type': type }
      let last = await send(app.url, { path, headers, body })
      for (let count = 1; count <= times; count++) {
        statuses.set(last.status, (statuses.get(last.status) ?? 0) + 1)
        last = await send(app.url, { path, headers, body })
      }
      return { statuses: [...statuses], last }
    }
    const form = 'application/x-www-form-urlencoded'
    for (const { statuses, last, status, times } of [
      { ...(await flood('/api/oauth/register', '{}', 'application/json', 100)), status: 400, times: 100 },
      { ...(await flood('/api/oauth/token', 'client_id=nobody', form, 300)), status: 401, times: 300 },
      { ...(await flood('/api/oauth/device', 'client_id=nobody', form, 20)), status: 401, times: 20 },
    ]) {
      expect(statuses).toEqual([[status, times]])
      expect([last.status, Number(last.headers['retry-after']) > 0]).toEqual([429, true])
      expect(last.headers['access-control-allow-origin']).toBe('*')
      expect(last.headers['access-control-expose-headers']).toContain('retry-after')
    }
    const headers = { ...from, 'content-type': form }
    const guessed = await send(app.url, { path: '/device', headers, body: 'user_code=BBBB-BBBB' })
    expect(guessed.status).toBe(429)
    expect((await register(app, claude)).status).toBe(201)
  })
})

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
