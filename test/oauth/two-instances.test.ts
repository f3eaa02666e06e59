import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servers } from '../environment/index.ts'
import { callTool, claimsOf, OAuthClient, type Tokens } from './oauth-client.ts'
import { TwoInstances } from './two-instances.ts'
import { fieldOf, type Arrival } from './web-browser.ts'
import { password } from '../environment/test-host.ts'

const email = 'ada@example.com'

describe.skipIf(servers().databaseUrl === null)('two instances on one PostgreSQL', () => {
  let two: TwoInstances
  beforeAll(async () => {
    two = await TwoInstances.open([tasks])
    await two.host(0).accounts.create({ email, role: 'contributor', password })
  })
  afterAll(() => two[Symbol.asyncDispose]())

  const tokensOf = async (response: Response) => (await response.json()) as Tokens
  const statusOf = async (token: string) => (await callTool(two, token, 'list_tasks')).status
  const kidOf = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid

  test('[O38] one registers a client, both show the pages, the other redeems the code, both take the token', async () => {
    two.served.fill(0)
    const client = await two.at(0, () => OAuthClient.register(two))
    const code = await client.code(email)
    expect(two.served[0]).toBeGreaterThan(2)
    expect(two.served[1]).toBeGreaterThan(1)

    const answer = await two.at(1, () => client.redeem(code))
    expect(answer.status).toBe(200)
    const { access_token } = await tokensOf(answer)
    expect(await two.at(0, () => statusOf(access_token))).toBe(200)
    expect(await two.at(1, () => statusOf(access_token))).toBe(200)
  })

  test('[O38] a browser that signed in at one is signed in at the other, and signed out at both', async () => {
    const client = await OAuthClient.register(two)
    await two.at(0, () => client.tokens(email))
    const known = await two.at(1, () => client.browser.visit('/login'))
    expect(known.html).toContain('Your account')

    const { csrf } = /name="csrf" value="(?<csrf>[^"]*)"/.exec(known.html)?.groups ?? {}
    await two.at(1, () => client.browser.visit('/logout', { form: { csrf: csrf ?? '' } }))
    const unknown = await two.at(0, () => client.browser.visit('/login'))
    expect(unknown.html).toContain('name="password"')
  })

  test.each([
    ['clocks that agree', '0s'],
    ['one clock a second ahead', '1s'],
  ] as const)('[O38] of ten redemptions over both one succeeds, with %s', async (_what, ahead) => {
    two.clocks[0].advance(ahead)
    const client = await OAuthClient.register(two)
    const code = await client.code(email)

    const answers = await Promise.all(Array.from({ length: 10 }, () => client.redeem(code)))
    two.clocks[1].advance(ahead)

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9)
  })

  test('[O38] a code that one redeemed is refused by the other, whose clock is behind, and ends the grant', async () => {
    const client = await OAuthClient.register(two)
    const code = await client.code(email)
    two.clocks[0].advance('1s')
    const tokens = await tokensOf(await two.at(0, () => client.redeem(code)))
    const replay = await two.at(1, () => client.redeem(code))
    two.clocks[1].advance('1s')

    expect(replay.status).toBe(400)
    expect((await two.at(0, () => client.refresh(tokens.refresh_token))).status).toBe(400)
  })

  test('[O38] ten refreshes at once over both all succeed and have one successor', async () => {
    const client = await OAuthClient.register(two)
    const { refresh_token } = await client.tokens(email)

    const answers = await Promise.all(Array.from({ length: 10 }, () => client.refresh(refresh_token)))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200))
    const successors = await Promise.all(
      answers.map(async (answer) => (await tokensOf(answer)).refresh_token),
    )
    expect(new Set(successors).size).toBe(1)

    two.advance('31s')
    expect((await two.at(1, () => client.refresh(refresh_token))).status).toBe(400)
    expect((await two.at(0, () => client.refresh(successors[0] ?? ''))).status).toBe(400)
  })

  test('[O38] a key that one rotates in is accepted by the other at once, and former ones still are', async () => {
    const client = await OAuthClient.register(two)
    const before = await client.tokens(email)
    await two.at(1, () => fetch(`${two.url}/api/oauth/jwks`))
    const { kid } = await two.host(0).keys.rotate()
    const after = await tokensOf(await two.at(0, () => client.refresh(before.refresh_token)))

    expect([kidOf(before.access_token) === kid, kidOf(after.access_token) === kid]).toEqual([false, true])
    for (const side of [0, 1] as const) {
      expect([side, await two.at(side, () => statusOf(before.access_token))]).toEqual([side, 200])
      expect([side, await two.at(side, () => statusOf(after.access_token))]).toEqual([side, 200])
      const published = await two.at(side, () => fetch(`${two.url}/api/oauth/jwks`))
      const { keys } = (await published.json()) as { keys: { kid: string }[] }
      expect(keys.map((key) => key.kid)).toEqual(expect.arrayContaining([kid, kidOf(before.access_token)]))
    }
    two.advance('61s')
    const later = await tokensOf(await two.at(1, () => client.refresh(after.refresh_token)))
    expect(kidOf(later.access_token)).toBe(kid)
  })

  test('[O38] a withdrawal at one takes effect at the other within five seconds', async () => {
    const client = await OAuthClient.register(two)
    const { access_token, refresh_token } = await client.tokens(email)
    expect(await two.at(1, () => statusOf(access_token))).toBe(200)

    await two.host(0).apps.revoke(String(claimsOf(access_token)['grant']))
    expect(await two.at(0, () => statusOf(access_token))).toBe(401)
    expect((await two.at(1, () => client.refresh(refresh_token))).status).toBe(400)
    two.advance('5s')
    expect(await two.at(1, () => statusOf(access_token))).toBe(401)
  })

  test('[O38] a client that is removed at one is unknown to the other at once, and its tokens end', async () => {
    const client = await OAuthClient.register(two)
    const { access_token, refresh_token } = await client.tokens(email)
    await two.at(1, () => statusOf(access_token))
    await two.host(0).clients.remove(client.id)

    const refused = await two.at(1, () => client.refresh(refresh_token))
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: 'invalid_client' }])
    two.advance('5s')
    expect(await two.at(1, () => statusOf(access_token))).toBe(401)
  })

  test('[O38] a device that asks one is approved over both and gets its token from the other', async () => {
    await two.host(0).clients.add({ id: 'tv', redirectUris: ['http://localhost/callback'] })
    const client = new OAuthClient(two, 'tv', 'http://localhost/callback')
    const ask = () =>
      fetch(`${two.url}/api/oauth/device`, { method: 'POST', body: new URLSearchParams({ client_id: 'tv' }) })
    const { user_code, device_code } = (await (await two.at(0, ask)).json()) as Record<
      'user_code' | 'device_code',
      string
    >

    const send = (page: Arrival, form: Record<string, string>) =>
      client.browser.visit('/device', { form: { xsrf: fieldOf(page.html, 'xsrf'), user_code, ...form } })
    const confirm = await send(await client.browser.visit('/device'), {})
    const page = await client.signIn(await send(confirm, { confirm: 'yes' }), email)
    expect((await client.decide(page, 'allow')).html).toContain('Connected')

    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const redeem = () => client.token({ grant_type, device_code })
    expect((await two.at(1, redeem)).status).toBe(200)
    // Asked for at the same time, a second use may end the first one's grant before its tokens are made.
    const again = await Promise.all(Array.from({ length: 3 }, redeem))
    expect(again.map(({ status }) => status)).toEqual([400, 400, 400])
  })

  test('[O39] sessions, clients, half-done authorizations, codes and tokens outlive both instances', async () => {
    const client = await OAuthClient.register(two)
    const { access_token, refresh_token } = await client.tokens(email)
    const code = await client.code(email)
    const other = await OAuthClient.register(two)
    const consent = await other.signIn(await other.browser.visit(other.authorizeUrl()), email)

    await two.stop()
    await two.start()

    expect(await statusOf(access_token)).toBe(200)
    expect((await client.refresh(refresh_token)).status).toBe(200)
    expect((await client.redeem(code)).status).toBe(200)
    const { url } = await other.decide(consent, 'allow')
    expect((await other.redeem(new URL(url).searchParams.get('code') ?? '')).status).toBe(200)
    const silent = await client.browser.visit(client.authorizeUrl())
    expect(new URL(silent.url).searchParams.get('code')).toBeTruthy()
  })
})
