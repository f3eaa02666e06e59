import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import type { OpenModule } from './calls/call-parts.ts'
import { readWaits } from './calls/waits.ts'
import { Attempts } from './attempts/attempts.ts'
import { hopOfPath } from './attempts/hop-of-path.ts'
import { openHealth } from './open-health.ts'
import { openToolsPort } from './open-tools-port.ts'
import { describeApi } from './describe-api.ts'
import type { Base } from './base.ts'
import { accountPermissions } from './account-api/account-permissions.ts'
import { addAuditExport } from './account-api/audit-export.ts'
import { addExport } from './account-api/export-route.ts'
import { openAccountApi } from './account-api/open-account-api.ts'
import { pagedSessions } from './account-api/sessions-port.ts'
import { alsoAcceptedBy } from './account-api/settings-routes.ts'
import { accountTopic } from './bus/topics.ts'
import { Guests } from './identity/guests.ts'
import { SafeFetch } from './oauth/safe-fetch.ts'
import { AuthSite } from './sign-in/open-auth-site.ts'
import type { ProfileScopes } from './identity/resource-metadata.ts'
import { Admission } from './http/admission.ts'
import type { EventStreams } from './http/event-streams.ts'
import { addConsole } from './http/console.ts'
import { addDocs } from './http/docs.ts'
import { Guard } from './http/guard.ts'
import { AnswerHeaders } from './http/headers.ts'
import { McpEndpoint } from './http/mcp-endpoint.ts'
import { SseEndpoint } from './http/sse-endpoint.ts'
import { Refusals } from './http/refusals.ts'
import { OAuthDoor } from './http/oauth-door.ts'
import { LinkRefused } from './links/link-refused.ts'
import type { RestEnv } from './input/rest-env.ts'
import { addRoutes } from './http/rest.ts'
import { HttpServer } from './http/server.ts'
import { addSite } from './http/site.ts'
import type { Core } from './mcp/core.ts'
import { resourcePathsOf, ssePathsOf, wholePath } from './mcp/endpoint-paths.ts'
import type { LegacyEra } from './mcp/legacy.ts'
import type { ModernEra } from './mcp/modern.ts'
import type { Views } from './mcp/views.ts'
import type { LegacySessions } from './sessions/legacy-sessions.ts'
import { sessionTimes } from './sessions/open-sessions.ts'
import type { StreamWatch } from './sessions/stream-watch.ts'
import { tracedDocuments, tracedIssuers } from './sign-in/traced-fetch.ts'
import { Readiness } from './storage/readiness.ts'

export interface FrontDoorParts {
  readonly base: Base
  readonly modules: readonly OpenModule[]
  readonly core: Core
  readonly modern: ModernEra
  readonly legacy: LegacyEra
  readonly sessions: LegacySessions
  readonly watch: StreamWatch
  readonly streams: EventStreams
  /** By the path of each MCP endpoint. */
  readonly views: ReadonlyMap<string, Views>
}

/** HTTP: the MCP endpoints, the authorization server, the modules' routes and the site, behind one guard. */
export function openHttp(parts: FrontDoorParts): HttpServer {
  const { options, identity, limits } = parts.base
  const { log, requestsPerMinute, authorizationsPerMinute } = options
  const { authenticator } = identity
  const headers = new AnswerHeaders(options.appUrl)
  const requestIds = new WeakMap<object, string>()
  const needs: SiteNeeds = {
    guard: () => server.guard,
    requestIdOf: (incoming) => requestIds.get(incoming) ?? '',
  }
  const attempts = new Attempts({
    bus: parts.base.bus,
    now: parts.base.now,
    addressOf: (request) => server.guard.address(request),
  })
  const auth = openAuthSite(parts, needs, attempts)
  const refusals = new Refusals(parts.base, needs)
  const admission = new Admission({
    authenticator,
    sessionCaller: (request) => auth.callerOf(request),
    limits,
    guard: needs.guard,
    requestsPerMinute,
    refused: (request, why) =>
      why instanceof LinkRefused
        ? refusals.tell('auth.link_refused', request, why.status === 410 ? 'expired' : 'forbidden')
        : refusals.tell('auth.token_refused', request, why.body.error),
  })
  const server: HttpServer = new HttpServer({
    listen: options.listen,
    endpoints: mcpEndpoints(parts, admission, headers, attempts),
    oauth: new OAuthDoor({ server: auth.server, limits, guard: needs.guard, authorizationsPerMinute, log }),
    site: site(parts, admission, auth, needs, attempts),
    headers,
    log,
    requestIds,
    tracing: parts.base.tracing,
    guardFor: (port) => new Guard(options, port),
    counted: counting(parts.base),
    answered: (request, path, status, requestId) => {
      const kind = hopOfPath(request.method ?? '', path)
      if (kind !== undefined) attempts.visited(request, { kind, status, requestId })
    },
    refused: (request, requestId) => refusals.tell('http.request_refused', request, 'forbidden', requestId),
  })
  return server
}

function mcpEndpoints(
  parts: FrontDoorParts,
  admission: Admission,
  headers: AnswerHeaders,
  attempts: Attempts,
): Map<string, Way> {
  const { modern, legacy, sessions, watch, views, base } = parts
  const { appUrl, bodyLimitBytes, log } = base.options
  const counted = counting(base)
  const { limits } = base
  const called: Attempts['called'] = (...visit) => attempts.called(...visit)
  const doors = { modern, legacy, sessions, watch, admission, limits }
  const shared = { ...doors, headers, bodyLimitBytes, log, counted, called }
  return new Map(
    [...views].flatMap(([path, ofPath]) => {
      const { rules, own } = ofPath
      const times = sessionTimes(base.options.sessions, rules.sessions)
      const endpoint = new McpEndpoint(shared, {
        resource: appUrl + path,
        path,
        rules,
        times,
        guests: own && guestsOf(parts, own),
        viewOf: (search) => ofPath.of(search),
      })
      const ways: [string, Way][] = [[path, endpoint]]
      if (own === undefined || rules.sse !== true) return ways
      const { stream, messages } = ssePathsOf(own.module)
      const sse = new SseEndpoint(endpoint, shared, { path, times, appUrl, stream, messages })
      return [...ways, [stream, sse.stream], [messages, sse.messages]]
    }),
  )
}

type Way = Pick<McpEndpoint, 'handle'>

function guestsOf({ sessions, base }: FrontDoorParts, { module, service }: OpenModule): Guests | undefined {
  if (module.authenticate === undefined) return undefined
  return new Guests({
    module,
    service,
    ended: async (userId) => {
      await sessions.endAll(userId)
      // Every instance checks each of its streams again.
      base.bus.publish(accountTopic, { userId })
    },
  })
}

/** Each path that a token of an account can be for, with its scopes. */
function resourcesOf(views: FrontDoorParts['views']): readonly (readonly [string, ProfileScopes])[] {
  return [...views].flatMap(([path, ofPath]) => {
    const { own } = ofPath
    if (own?.module.authenticate !== undefined) return []
    const paths = own === undefined ? [path] : resourcePathsOf(own.module)
    return paths.map((each) => [each, scopesOf(ofPath)] as const)
  })
}

function counting({ metrics }: Base) {
  return (endpoint: string, status: number) => metrics.httpRequests.add(1, endpoint, String(status))
}

interface SiteNeeds {
  readonly guard: () => Guard
  readonly requestIdOf: (incoming: object) => string
}

const defaultLifetimes = { codeMinutes: 10, deviceCodeMinutes: 15, accessMinutes: 15, refreshDays: 14 }

function openAuthSite(
  { base, views }: FrontDoorParts,
  { guard, requestIdOf }: SiteNeeds,
  attempts: Attempts,
): AuthSite {
  const { options, tracing } = base
  const { appUrl, log, modules, lifetimes, upstreams = [], documentFetch } = options
  const safeFetch = new SafeFetch(documentFetch)
  return new AuthSite({
    ...base,
    appUrl,
    log,
    described: Object.assign({}, accountPermissions, ...modules.map(({ permissions }) => permissions)),
    endpoints: new Map(resourcesOf(views).map(([path, scopes]) => [appUrl + path, scopes])),
    defaultEndpoint: base.defaultPath && appUrl + base.defaultPath,
    homePath: options.consoleFolder === undefined ? '/account' : '/app',
    lifetimes: { ...defaultLifetimes, ...lifetimes },
    upstreams,
    clientDocuments: options.clientDocuments ?? true,
    safeFetch: tracing === undefined ? safeFetch : tracedDocuments(safeFetch, tracing),
    issuerFetch: tracing && tracedIssuers(tracing),
    addressOf: (request) => guard().address(request),
    requestIdOf,
    note: (request, facts) => attempts.note(request, facts),
  })
}

function scopesOf(views: Views) {
  return (search: string) => views.scopesOf(search)
}

function site(
  parts: FrontDoorParts,
  admission: Admission,
  auth: AuthSite,
  needs: SiteNeeds,
  attempts: Attempts,
): Hono<RestEnv> {
  const { base, core, modules, views } = parts
  const { options, store, metrics } = base
  const { appUrl, bodyLimitBytes, version, log } = options
  const { requestIdOf, guard } = needs
  const app = new Hono<RestEnv>()
  auth.addPages(app)
  const account = openAccount(parts, auth, attempts)
  const alsoAccepts = alsoAcceptedBy(appUrl, options.modules)
  const rest = {
    calls: core,
    admission,
    appUrl,
    bodyLimitBytes,
    requestIdOf,
    alsoAccepts,
    sessionCaller: (request: IncomingMessage) => auth.callerOf(request),
    signedLinks: base.signedLinks,
    accountCaller: (userId: string) => base.identity.authenticator.ofSession(userId),
  }
  addRoutes(app, rest, [...modules, account])
  parts.streams.addTo(app, rest, [...modules, account])
  addExport(app, rest, { userData: base.identity.userData, permissions: base.permissions })
  addAuditExport(app, rest, base.auditLog)
  addConsole(app, {
    folder: options.consoleFolder,
    isSignedIn: async (request) => (await auth.userOf(request)) !== undefined,
  })
  const readiness = new Readiness({ store, dataFolder: options.dataFolder, log })
  addSite(app, {
    appUrl,
    hasConsole: options.consoleFolder !== undefined,
    version,
    endpoints: new Map(resourcesOf(views)),
    off: base.off,
    defaultPath: base.defaultPath ?? wholePath,
    pages: [...addDocs(app, options.docsFolder), ...options.modules.flatMap(({ pages = [] }) => pages)],
    scopes: base.permissions.names,
    clientDocuments: options.clientDocuments ?? true,
    keys: base.identity.keys,
    admission,
    guard,
    metricsToken: options.metricsToken,
    openApi: JSON.stringify(describeApi(options.modules, appUrl, version)),
    isReady: () => readiness.check(),
    metrics: () => metrics.render(),
    requestIdOf,
    log,
  })
  return app
}

/** Of each module, on the home page. */
const mostWaiting = 5

function openAccount(parts: FrontDoorParts, auth: AuthSite, attempts: Attempts): OpenModule {
  const { base, core, views } = parts
  const { modules, version } = base.options
  return openAccountApi({
    ...base,
    modules,
    mcpSessions: pagedSessions((userId) => parts.sessions.list({ userId })),
    endOtherSessions: (caller) => auth.endOtherSessions(caller),
    attempts,
    addressOf: (caller) => auth.addressOf(caller),
    health: openHealth(base),
    waits: readWaits(parts.modules, mostWaiting),
    tools: openToolsPort({
      parts: core,
      // Every installation has the endpoint of all modules.
      views: views.get(wholePath)!,
      permissionsOf: (role) => base.permissions.ofRole(role),
      version,
    }),
  })
}
