import type { IncomingMessage } from 'node:http'
import type { Hono } from 'hono'
import type { Caller, Log, Permission } from '@quipu/kit'
import type { Audit } from '../audit/audit.ts'
import type { Lifetimes } from '../oauth/configuration.ts'
import type { Upstream } from './upstream/issuer.ts'
import type { RestEnv } from '../input/rest-env.ts'
import type { Limits } from '../limits/limits.ts'
import type { Store } from '../storage/store.ts'
import { FormTokens, openCookies } from './cookies.ts'
import type { Identity } from '../identity/open-identity.ts'
import { errorPage } from '../pages/error-page.ts'
import type { Permissions } from '../identity/permissions.ts'
import type { ClientRegistry } from '../oauth/clients.ts'
import type { ProfileScopes } from '../identity/resource-metadata.ts'
import { Artifacts } from '../oauth/artifacts.ts'
import { AuthorizationServer } from '../oauth/authorization-server.ts'
import { ClientDocuments } from '../oauth/client-documents.ts'
import { clientConfiguration } from '../oauth/client-policy.ts'
import { clientAdapter } from '../oauth/client-adapter.ts'
import type { ProviderEvents } from '../oauth/provider-events.ts'
import { refusedRequest } from '../oauth/provider-events.ts'
import { KeptDocuments } from '../oauth/kept-documents.ts'
import { replacedToken } from '../oauth/refresh-grace.ts'
import { Resources } from '../oauth/resources.ts'
import type { SafeFetch } from '../oauth/safe-fetch.ts'
import type { RootSecret } from '../identity/root-secret.ts'
import { SignIn } from './sign-in.ts'
import type { UpstreamsParts } from './upstream/upstreams.ts'
import { Upstreams } from './upstream/upstreams.ts'
import { addAccountPages } from './account-pages.ts'
import { addAuthorizationPages } from './authorization-pages.ts'
import { Browser, showPage } from './browser.ts'
import { KnownDevices } from './known-devices.ts'
import { addOwnAccessPages } from './own-access-pages.ts'

export interface AuthSiteOptions {
  readonly identity: Identity
  readonly clients: ClientRegistry
  readonly store: Store
  readonly secrets: RootSecret
  readonly permissions: Permissions
  /** In words, by name. */
  readonly described: Readonly<Record<string, Permission>>
  readonly appUrl: string
  /** The URL of each MCP endpoint → the scopes of each of its profiles. */
  readonly endpoints: ReadonlyMap<string, ProfileScopes>
  readonly defaultEndpoint: string | undefined
  /** Where a person goes after signing in who names no other page. */
  readonly homePath: string
  readonly lifetimes: Lifetimes
  readonly upstreams: readonly Upstream[]
  /** Whether clients can be identified by a metadata document. */
  readonly clientDocuments: boolean
  readonly safeFetch: Pick<SafeFetch, 'fetch'>
  readonly issuerFetch?: UpstreamsParts['fetch']
  readonly limits: Limits
  readonly audit: Audit
  readonly log: Log
  readonly now: () => Date
  readonly addressOf: (request: IncomingMessage) => string
  readonly requestIdOf: (request: IncomingMessage) => string
  /** Called with what the authorization server found out about a request. */
  readonly note: ProviderEvents['note']
}

/** The authorization server and every page of it. */
export class AuthSite {
  readonly server: AuthorizationServer
  readonly browser: Browser
  readonly #options: AuthSiteOptions
  readonly #resources: Resources
  readonly #upstreams: Upstreams
  readonly #documents: KeptDocuments
  /** The request behind a caller with a browser session. */
  readonly #requests = new WeakMap<Caller, IncomingMessage>()

  constructor(options: AuthSiteOptions) {
    const { identity, store, secrets, appUrl, now, log, upstreams, issuerFetch: fetch } = options
    this.#options = options
    this.#resources = new Resources({
      appUrl,
      endpoints: options.endpoints,
      defaultEndpoint: options.defaultEndpoint,
      scopes: [...options.permissions.names],
      accessSeconds: options.lifetimes.accessMinutes * 60,
    })
    const cookies = openCookies(appUrl)
    this.browser = new Browser({
      sessions: identity.sessions,
      forms: new FormTokens(secrets.deriveKeys('form-tokens')),
      cookies,
      devices: new KnownDevices(secrets, cookies.device),
    })
    this.#upstreams = new Upstreams({
      upstreams,
      appUrl,
      store,
      accounts: identity.accounts,
      secrets,
      fetch,
      now,
      log,
    })
    this.#documents = new KeptDocuments(store, now)
    this.server = this.#openServer()
  }

  /** Who is signed in with this browser. */
  async userOf(request: IncomingMessage): Promise<string | undefined> {
    return (await this.browser.sessionOf(request))?.userId
  }

  /** The person at this browser, as a caller of REST. */
  async callerOf(request: IncomingMessage): Promise<Caller | undefined> {
    const session = await this.browser.sessionOf(request)
    const caller = session && (await this.#options.identity.authenticator.ofSession(session.userId))
    if (caller !== undefined) this.#requests.set(caller, request)
    return caller
  }

  /** Signs out every browser of the caller except the one, if any, that sends the request. */
  async endOtherSessions(caller: Caller): Promise<void> {
    const request = this.#requests.get(caller)
    await this.#options.identity.sessions.endAll(caller.userId, request && this.browser.sessionIdOf(request))
  }

  /** The address of this caller's browser. */
  addressOf(caller: Caller): string | undefined {
    const request = this.#requests.get(caller)
    return request && this.#options.addressOf(request)
  }

  addPages(app: Hono<RestEnv>): void {
    const { identity, clients, limits, audit, now, permissions, described } = this.#options
    const { accounts, apps, links } = identity
    const says = (name: string) => described[name]?.says ?? name
    const common = {
      browser: this.browser,
      accounts,
      signIn: new SignIn({ accounts, limits, audit }),
      upstreams: this.#upstreams,
      addressOf: this.#options.addressOf,
      requestIdOf: this.#options.requestIdOf,
      homePath: this.#options.homePath,
    }
    addAccountPages(app, {
      ...common,
      links,
      limits,
      signedOut: (userId, requestId) => this.#tell('auth.signed_out', userId, requestId),
      signedIn: (userId, requestId) => this.#tell('auth.signed_in', userId, requestId),
    })
    addOwnAccessPages(app, { ...common, apps, personalTokens: identity.personalTokens, now, says })
    addAuthorizationPages(app, {
      ...common,
      server: this.server,
      apps,
      clients,
      documents: this.#documents,
      refreshDays: this.#options.lifetimes.refreshDays,
      resources: this.#resources,
      words: {
        says,
        isAllowed: (role, name) => permissions.ofRole(role).has(name),
      },
      now,
      record: (event) => audit.record(event),
    })
    this.#addUpstreamRoutes(app)
  }

  #addUpstreamRoutes(app: Hono<RestEnv>): void {
    const { requestIdOf } = this.#options
    this.#upstreams.routes(app, {
      signedIn: async (userId, context) => {
        const visit = await this.browser.visit(context)
        await this.browser.signIn(visit, userId)
        this.#tell('auth.signed_in', userId, requestIdOf(context.env.incoming))
        return visit.cookies
      },
      linked: (userId, { env }) => this.#tell('auth.identity_linked', userId, requestIdOf(env.incoming)),
      sessionUser: ({ env }) => this.userOf(env.incoming),
      errorPage: (message, status) =>
        showPage({ cookies: [] }, errorPage({ title: 'Signing in did not work', message }), { status }),
    })
  }

  #openServer(): AuthorizationServer {
    const { identity, clients, secrets, store, now, log, audit, appUrl, permissions } = this.#options
    const { accounts, apps, keys } = identity
    const artifacts = new Artifacts({
      store,
      secrets,
      now,
      replaced: replacedToken,
      grantEnded: (id) => apps.revoked(id),
    })
    const requestIdOf = ({ req }: { readonly req: IncomingMessage }) => this.#options.requestIdOf(req)
    return new AuthorizationServer({
      ...this.#options,
      keys,
      adapter: (kind) => (kind === 'Client' ? clientAdapter(clients) : artifacts.adapter(kind)),
      cookieKeys: secrets.deriveKeys('oauth-cookies'),
      successorKey: secrets.deriveKey('refresh-successor'),
      resources: this.#resources,
      scopes: [...permissions.names],
      permissionsFor: async (userId, scopes) => {
        const account = await accounts.byId(userId)
        if (account === undefined || account.isDisabled) return undefined
        const ofRole = permissions.ofRole(account.role)
        return scopes.filter((name) => ofRole.has(name))
      },
      clients: clientConfiguration(
        new ClientDocuments({
          safeFetch: this.#options.safeFetch,
          kept: this.#documents,
          isOn: this.#options.clientDocuments,
          log,
          now,
        }),
      ),
      events: {
        record: (event) => audit.record(event),
        used: (grantId, client) =>
          void Promise.all([
            apps.used(grantId, this.#usableUntil()),
            clients.used(client.clientId),
            this.#documents.keep(client),
          ]).catch((error: unknown) => log.warn({ err: error }, 'use not noted')),
        requestIdOf,
        note: this.#options.note,
      },
      rules: {
        artifacts,
        loginUrl: `${appUrl}${this.#upstreams.list.find(({ id }) => id === 'google')?.href ?? '/login'}`,
        isSignedIn: async ({ req }) => (await this.userOf(req)) !== undefined,
        requestIdOf,
        refused: (ctx) => {
          this.#options.note(ctx.req, { why: 'invalid_request' })
          audit.record(refusedRequest(ctx, requestIdOf(ctx)))
        },
      },
    })
  }

  /** An app that is not used in time has lost its refresh token. */
  #usableUntil(): Date {
    const { now, lifetimes } = this.#options
    return new Date(now().getTime() + lifetimes.refreshDays * 86_400_000)
  }

  #tell(action: string, userId: string, requestId: string): void {
    this.#options.audit.record({
      userId,
      action,
      resourceType: 'user',
      resourceId: userId,
      outcome: 'ok',
      requestId,
      metadata: {},
    })
  }
}
