import { createHash, randomBytes } from 'node:crypto'
import type { TestHost } from '../environment/test-host.ts'
import { password } from '../environment/test-host.ts'
import { actionOf, fieldOf, tickedIn, WebBrowser, type Arrival } from './web-browser.ts'

export const callback = 'https://claude.ai/api/mcp/auth_callback'

/** A registration as Claude sends it. */
export const claude = {
  client_name: 'Claude',
  redirect_uris: [callback],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

/** Where an installation answers, be it one server or several. */
type Place = Pick<TestHost, 'url'>

export interface Tokens {
  readonly access_token: string
  readonly token_type: string
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

/** A public client of the authorization server, with a person at a browser of its own. */
export class OAuthClient {
  readonly app: Place
  readonly id: string
  readonly redirectUri: string
  readonly verifier = randomBytes(32).toString('base64url')
  readonly browser: WebBrowser

  constructor(app: Place, id: string, redirectUri = callback, browser = new WebBrowser(app.url)) {
    this.app = app
    this.id = id
    this.redirectUri = redirectUri
    this.browser = browser
  }

  static async register(app: Place, body: object = claude): Promise<OAuthClient> {
    const response = await register(app, body)
    if (response.status !== 201)
      throw new Error(`Registration answered ${response.status}: ${await response.text()}`)
    const { client_id, redirect_uris } = (await response.json()) as RegisteredClient
    return new OAuthClient(app, client_id, redirect_uris[0])
  }

  /** The address of an authorization; `undefined` leaves a parameter out. */
  authorizeUrl(change: Record<string, string | undefined> = {}): string {
    const params = {
      response_type: 'code',
      client_id: this.id,
      redirect_uri: this.redirectUri,
      state: 'state-1',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: `${this.app.url}/mcp`,
      ...change,
    }
    const given = Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return `${this.app.url}/api/oauth/authorize?${new URLSearchParams(given).toString()}`
  }

  /** Signs in if asked to, and answers the consent page if there is one; ends where the browser is sent. */
  async authorize(
    email: string,
    change: Record<string, string | undefined> = {},
    decision: 'allow' | 'deny' = 'allow',
  ): Promise<Arrival> {
    let page = await this.browser.visit(this.authorizeUrl(change))
    if (page.html.includes('name="password"')) page = await this.signIn(page, email)
    if (page.html.includes('name="decision"')) page = await this.decide(page, decision)
    return page
  }

  signIn(page: Arrival, email: string, typed = password): Promise<Arrival> {
    return this.browser.visit(page.url, {
      form: { csrf: fieldOf(page.html, 'csrf'), email, password: typed },
    })
  }

  decide(page: Arrival, decision: 'allow' | 'deny'): Promise<Arrival> {
    const form = { csrf: fieldOf(page.html, 'csrf'), decision, ...tickedIn(page.html) }
    return this.browser.visit(actionOf(page.html), { form })
  }

  async code(email: string, change: Record<string, string | undefined> = {}): Promise<string> {
    const { url } = await this.authorize(email, change)
    const code = new URL(url).searchParams.get('code')
    if (code === null) throw new Error(`No code in ${url}`)
    return code
  }

  token(form: Record<string, string>): Promise<Response> {
    return fetch(`${this.app.url}/api/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: this.id, ...form }),
    })
  }

  redeem(code: string, change: Record<string, string> = {}): Promise<Response> {
    return this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.redirectUri,
      code_verifier: this.verifier,
      ...change,
    })
  }

  refresh(refreshToken: string, change: Record<string, string> = {}): Promise<Response> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...change })
  }

  /** The whole way, for a test that is about what follows. */
  async tokens(email: string, change: Record<string, string | undefined> = {}): Promise<Tokens> {
    const response = await this.redeem(await this.code(email, change))
    if (response.status !== 200) throw new Error(`The code was not redeemed: ${await response.text()}`)
    return (await response.json()) as Tokens
  }
}

export interface RegisteredClient {
  readonly client_id: string
  readonly redirect_uris: readonly string[]
}

export function register(app: Place, body: object): Promise<Response> {
  return fetch(`${app.url}/api/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** What an access token says, unverified. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
}

/** A bare call of a tool, as any HTTP client can make it. */
export function callTool(
  app: Place,
  accessToken: string,
  name: string,
  args: object = {},
  path = '/mcp',
): Promise<Response> {
  return fetch(app.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })
}
