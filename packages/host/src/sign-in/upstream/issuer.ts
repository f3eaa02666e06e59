import type { Log, Role } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { ClientAuth, Configuration, CustomFetch, IDToken, UserInfoResponse } from 'openid-client'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import { normalizeEmail } from '../../identity/email.ts'

export interface Upstream {
  /** Its part of the path `/api/auth/<id>`. */
  readonly id: 'google' | 'oidc'
  /** For the button: "Continue with …". */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The role of a new account for a person without one. Default: no account is created. */
  readonly newcomers?: Role | undefined
}

const timeoutSeconds = 10
const metadataLifetimeMs = 3_600_000

/** The claims of an issuer about the person who signed in there. */
export interface UpstreamPerson {
  readonly issuer: string
  readonly subject: string
  /** Empty if the issuer gives none. */
  readonly email: string
  readonly isEmailVerified: boolean
  readonly name: string
}

export interface Checks {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** One issuer at which people sign in, by the code flow with PKCE, state and nonce. */
export class Issuer {
  readonly #upstream: Upstream
  readonly #redirectUri: string
  readonly #now: () => Date
  readonly #log: Log
  readonly #fetch: CustomFetch | undefined
  #known: { readonly configuration: Configuration; readonly readAtMs: number } | undefined
  #reading: Promise<Configuration> | undefined

  constructor(upstream: Upstream, redirectUri: string, now: () => Date, log: Log, fetch?: CustomFetch) {
    refuseInsecure(upstream)
    this.#upstream = upstream
    this.#redirectUri = redirectUri
    this.#now = now
    this.#log = log
    this.#fetch = fetch
  }

  async authorizationUrl({ state, nonce, codeVerifier }: Checks): Promise<URL> {
    return buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    })
  }

  /** Exchanges the code of a callback. Only the query is used: our own address comes from the configuration. */
  async person(search: string, { state, nonce, codeVerifier }: Checks): Promise<UpstreamPerson> {
    const configuration = await this.#configuration()
    try {
      const callback = new URL(this.#redirectUri + search)
      const tokens = await authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('The library promised an ID token and gave none')
      const hasMore = claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint
      const more = hasMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims
      return personOf(claims, more)
    } catch (error) {
      throw this.#inOurWords(error)
    }
  }

  async #configuration(): Promise<Configuration> {
    const known = this.#known
    const age = known === undefined ? Infinity : this.#now().getTime() - known.readAtMs
    if (known !== undefined && age >= 0 && age < metadataLifetimeMs) return known.configuration
    this.#reading ??= this.#discover().finally(() => {
      this.#reading = undefined
    })
    try {
      return await this.#reading
    } catch (error) {
      // Metadata seldom change: using the former ones is better than no sign-in at all.
      if (known !== undefined) return known.configuration
      throw new ToolError(
        'UNAVAILABLE',
        `${this.#upstream.name} cannot be reached for signing in right now; try again later, or sign in another way`,
        {},
        { cause: error },
      )
    }
  }

  async #discover(): Promise<Configuration> {
    const { id, issuer, clientId, clientSecret } = this.#upstream
    const url = new URL(issuer)
    const execute = [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])]
    try {
      const ownFetch = this.#fetch === undefined ? {} : { [customFetch]: this.#fetch }
      const options = { execute, timeout: timeoutSeconds, ...ownFetch }
      const configuration = await discovery(url, clientId, undefined, secretBy(clientSecret), options)
      this.#known = { configuration, readAtMs: this.#now().getTime() }
      return configuration
    } catch (error) {
      this.#log.warn(
        { upstream: id, issuer, ...reasonOf(error) },
        'an issuer for signing in cannot be reached',
      )
      throw error
    }
  }

  #inOurWords(error: unknown): unknown {
    const { id, name } = this.#upstream
    if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
      return new ToolError(
        'FORBIDDEN',
        `Signing in with ${name} was cancelled; try again, or sign in another way`,
      )
    this.#log.warn({ upstream: id, ...reasonOf(error) }, 'a sign-in at an issuer failed')
    return isOutage(error)
      ? new ToolError('UNAVAILABLE', `${name} did not answer; start again at /login in a while`)
      : new ToolError('VALIDATION_ERROR', `${name} did not confirm this sign-in; start again at /login`)
  }
}

/** For issuers that do not declare a method, the secret goes into the header, the default of the standard. */
function secretBy(clientSecret: string): ClientAuth {
  const byPost = ClientSecretPost(clientSecret)
  const byHeader = ClientSecretBasic(clientSecret)
  return (server, ...rest) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
    return takesPost ? byPost(server, ...rest) : byHeader(server, ...rest)
  }
}

function personOf(claims: IDToken, more: IDToken | UserInfoResponse): UpstreamPerson {
  const { email, email_verified: isVerified, name } = more
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' ? normalizeEmail(email) : '',
    isEmailVerified: isVerified === true,
    name: typeof name === 'string' ? plainName(name) : '',
  }
}

function plainName(name: string): string {
  return name
    .replaceAll(/\p{Cc}|\p{Cs}/gu, ' ')
    .trim()
    .slice(0, 200)
    .replace(/\p{Cs}$/u, '')
}

/** A network error, or an answer that no healthy issuer gives. */
function isOutage(error: unknown): boolean {
  if (error instanceof ClientError) return outages.has(error.code ?? '')
  return error instanceof TypeError && !('code' in error)
}

const outages = new Set(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'])

/** Not the error itself: its causes carry tokens and claims. */
function reasonOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {}
  const code = 'code' in error ? error.code : undefined
  const oauthError =
    'error' in error && typeof error.error === 'string' ? error.error.slice(0, 100) : undefined
  return { reason: error.message.slice(0, 200), code, oauthError }
}

function refuseInsecure({ id, issuer }: Upstream): void {
  const url = URL.parse(issuer)
  const isLoopback = url !== null && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback)) return
  throw new Error(
    `The issuer of "${id}" must be an https URL (http only on this machine), not ${JSON.stringify(issuer)}`,
  )
}
