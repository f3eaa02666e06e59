import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { CryptoKey } from 'jose'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Configuration } from 'oidc-provider'
import Provider from 'oidc-provider'
import { onTestFinished } from 'vitest'
import { memoryAdapter } from './memory-adapter.ts'

/** A person at the issuer. */
export interface Person {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

export const clientId = 'quipu'
export const clientSecret = 'a secret of the stand-in issuer'

export interface StandInOptions {
  readonly redirectUri: string
  /** Tells address and name at its userinfo endpoint only. */
  readonly isTerse?: boolean
}

/** Another OpenID provider, real and on the loopback address, until the test ends. */
export async function standInIssuer({
  redirectUri,
  isTerse = false,
}: StandInOptions): Promise<StandInIssuer> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The stand-in issuer has no port')
  const people = new Map<string, Person>()
  const issuer = `http://127.0.0.1:${address.port}`
  const jwk = { ...(await exportJWK(privateKey)), kid: 'stand-in', alg: 'ES256', use: 'sig' }
  const provider = new Provider(issuer, configurationOf(redirectUri, isTerse, people, jwk))
  const standIn = new StandInIssuer(issuer, provider, server, people, privateKey)
  onTestFinished(() => standIn.close())
  return standIn
}

export class StandInIssuer {
  readonly issuer: string
  /** Puts other claims into the next ID tokens, signed by the issuer's own key or by another one. */
  forge: { readonly claims?: Record<string, unknown>; readonly isSignedByOther?: boolean } | undefined
  readonly #provider: Provider
  readonly #server: Server
  readonly #people: Map<string, Person>
  readonly #privateKey: CryptoKey

  constructor(
    issuer: string,
    provider: Provider,
    server: Server,
    people: Map<string, Person>,
    privateKey: CryptoKey,
  ) {
    this.issuer = issuer
    this.#provider = provider
    this.#server = server
    this.#people = people
    this.#privateKey = privateKey
    this.#forgeTokens()
    const callback = provider.callback()
    server.on('request', (request, response) => {
      const isAsked = request.url?.startsWith('/interaction/') ?? false
      void (isAsked ? this.#interact(request, response) : callback(request, response))
    })
  }

  /** What a browser does between us sending it there and it coming back: the callback's URL. */
  async approve(location: string, person: Person): Promise<URL> {
    this.#people.set(person.sub, person)
    return this.#walk(location, { 'x-person': encodeURIComponent(person.sub) })
  }

  async deny(location: string): Promise<URL> {
    return this.#walk(location, {})
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Back at the same address. */
  async reopen(): Promise<void> {
    const port = Number(new URL(this.issuer).port)
    await new Promise<void>((resolve) => void this.#server.listen(port, '127.0.0.1', resolve))
  }

  async #walk(location: string, answer: Readonly<Record<string, string>>): Promise<URL> {
    const cookies = new Map<string, string>()
    let url = new URL(location)
    while (url.origin === this.issuer) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(url, { redirect: 'manual', headers: { cookie, ...answer } })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const next = response.headers.get('location')
      if (next === null)
        throw new Error(`The stand-in issuer answered ${response.status}: ${await response.text()}`)
      url = new URL(next, url)
    }
    return url
  }

  async #interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const person = request.headers['x-person']
    const result =
      typeof person === 'string'
        ? { login: { accountId: decodeURIComponent(person) } }
        : { error: 'access_denied' }
    await this.#provider.interactionFinished(request, response, result)
  }

  #forgeTokens(): void {
    this.#provider.use(async (context, next) => {
      await next()
      const { body } = context
      if (this.forge === undefined || context.path !== '/token' || !hasIdToken(body)) return
      const other = await generateKeyPair('ES256')
      const payload = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString())
      body.id_token = await new SignJWT({ ...payload, ...this.forge.claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'stand-in' })
        .sign(this.forge.isSignedByOther ? other.privateKey : this.#privateKey)
    })
  }
}

function hasIdToken(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string'
}

function configurationOf(
  redirectUri: string,
  isTerse: boolean,
  people: ReadonlyMap<string, Person>,
  jwk: object,
): Configuration {
  return {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: 'ES256',
        token_endpoint_auth_method: isTerse ? 'client_secret_basic' : 'client_secret_post',
      },
    ],
    jwks: { keys: [jwk] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['of the stand-in issuer'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: isTerse,
    clientAuthMethods: isTerse ? ['client_secret_basic'] : ['client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        ...(oidc.client && { clientId: oidc.client.clientId }),
        ...(oidc.session?.accountId && { accountId: oidc.session.accountId }),
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}
