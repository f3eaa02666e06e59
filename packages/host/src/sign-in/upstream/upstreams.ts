import type { Hono } from 'hono'
import type { Log, Secrets } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { CustomFetch } from 'openid-client'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import type { Accounts } from '../../identity/accounts.ts'
import type { Upstream } from './issuer.ts'
import type { RestEnv } from '../../input/rest-env.ts'
import type { Store } from '../../storage/store.ts'
import type { Arrival } from './arrival.ts'
import { arrive, linkTo } from './arrival.ts'
import { Identities } from './identities.ts'
import { Issuer } from './issuer.ts'
import { localPath } from './local-path.ts'
import { PendingSignIns } from './pending.ts'
import type { RouteParts } from './routes.ts'
import { addUpstreamRoutes } from './routes.ts'

export interface UpstreamsParts {
  readonly upstreams: readonly Upstream[]
  readonly appUrl: string
  readonly store: Store
  readonly accounts: Pick<Accounts, 'byEmail' | 'create'>
  readonly secrets: Secrets
  /** The `fetch` for requests to issuers. Default: the system's. */
  readonly fetch?: CustomFetch | undefined
  readonly now: () => Date
  readonly log: Log
}

/** A way to sign in, for the login page. */
export interface UpstreamLink {
  readonly id: string
  readonly name: string
  readonly href: string
}

export interface Departure {
  /** Where the browser goes. */
  readonly location: string
  /** Sealed, for the browser to send back. */
  readonly state: string
}

/** Signing in at other issuers, such as Google. A failure is a `ToolError` with a message for the person. */
export class Upstreams {
  readonly list: readonly UpstreamLink[]
  readonly #parts: UpstreamsParts
  readonly #pending: PendingSignIns
  readonly #identities: Identities
  readonly #known: ReadonlyMap<string, { readonly upstream: Upstream; readonly issuer: Issuer }>

  constructor(parts: UpstreamsParts) {
    const { upstreams, appUrl, store, secrets, fetch, now, log } = parts
    this.#parts = parts
    this.#pending = new PendingSignIns(store, secrets, now)
    this.#identities = new Identities(store, now)
    this.list = upstreams.map(({ id, name }) => ({ id, name, href: `/api/auth/${id}` }))
    this.#known = new Map(
      upstreams.map((upstream) => {
        const redirectUri = `${appUrl}/api/auth/${upstream.id}/callback`
        return [upstream.id, { upstream, issuer: new Issuer(upstream, redirectUri, now, log, fetch) }]
      }),
    )
  }

  /** With `linkTo`, the identity is linked to that person's account, who must still be signed in on return. */
  async begin(id: string, next: string | undefined, linkTo?: string): Promise<Departure> {
    const { issuer } = this.#of(id)
    const checks = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() }
    const location = await issuer.authorizationUrl(checks)
    const state = this.#pending.seal({ upstream: id, ...checks, next: localPath(next), linkTo })
    return { location: location.href, state }
  }

  async finish(
    id: string,
    callbackUrl: URL,
    sealedState: string | undefined,
    signedInUserId?: string,
  ): Promise<Arrival & { readonly next: string }> {
    const { upstream, issuer } = this.#of(id)
    const pending = await this.#pending.take(id, sealedState, callbackUrl.searchParams.get('state'))
    if (pending.linkTo !== undefined && pending.linkTo !== signedInUserId)
      throw new ToolError(
        'FORBIDDEN',
        `You are not signed in as the person who wanted to link ${upstream.name}; sign in and link it at /account`,
      )
    const person = await issuer.person(callbackUrl.search, pending)
    const parts = { upstream, accounts: this.#parts.accounts, identities: this.#identities }
    const arrival = await (pending.linkTo === undefined
      ? arrive(parts, person)
      : linkTo(parts, person, pending.linkTo))
    return { ...arrival, next: pending.next }
  }

  /** The address at which this person can link an issuer from `/account`: a link that no other site can make. */
  linkHref(id: string, userId: string): string {
    return `/api/auth/${id}?next=/account&link=${this.#pending.linkTicket(id, userId)}`
  }

  /** The account of such a link's ticket, if it is the signed-in person's. */
  linker(id: string, ticket: string, signedInUserId: string | undefined): string {
    if (signedInUserId !== undefined && this.#pending.isLinkTicket(ticket, id, signedInUserId))
      return signedInUserId
    throw new ToolError('FORBIDDEN', 'This link is not yours or has expired; sign in and link it at /account')
  }

  /** Adds `/api/auth/<id>` and its callback. */
  routes(app: Hono<RestEnv>, parts: Omit<RouteParts, 'appUrl'>): void {
    addUpstreamRoutes(app, this, { ...parts, appUrl: this.#parts.appUrl })
  }

  #of(id: string): { readonly upstream: Upstream; readonly issuer: Issuer } {
    const known = this.#known.get(id)
    if (known === undefined)
      throw new ToolError(
        'NOT_FOUND',
        'This way to sign in is not offered here; choose another one at /login',
      )
    return known
  }
}
