import { Hono } from 'hono'
import type { Base } from './base.ts'
import { Admission } from './http/admission.ts'
import { Guard } from './http/guard.ts'
import { AnswerHeaders } from './http/headers.ts'
import { McpEndpoint } from './http/mcp-endpoint.ts'
import { openApi } from './http/openapi.ts'
import type { RestEnv } from './http/rest.ts'
import { addRoutes } from './http/rest.ts'
import { HttpServer } from './http/server.ts'
import { addSite } from './http/site.ts'
import type { Core } from './mcp/core.ts'
import type { View } from './mcp/exchange.ts'
import type { LegacyEra } from './mcp/legacy.ts'
import type { ModernEra } from './mcp/modern.ts'
import type { OpenModule } from './mcp/profile.ts'
import type { Views } from './mcp/views.ts'
import type { LegacySessions } from './sessions/legacy-sessions.ts'

export interface FrontDoorParts {
  readonly base: Base
  readonly modules: readonly OpenModule[]
  readonly core: Core
  readonly modern: ModernEra
  readonly legacy: LegacyEra
  readonly sessions: LegacySessions
  /** By the path of each MCP endpoint. */
  readonly views: ReadonlyMap<string, Views>
  readonly everything: View
}

/** HTTP: the MCP endpoints, the modules' routes and the site, behind one guard and one admission. */
export function openHttp(parts: FrontDoorParts): HttpServer {
  const { options, authenticator, limits } = parts.base
  const { log, requestsPerMinute } = options
  const headers = new AnswerHeaders(options.appUrl)
  const requestIds = new WeakMap<object, string>()
  const admission = new Admission({ authenticator, limits, guard: () => server.guard, requestsPerMinute })
  const server: HttpServer = new HttpServer({
    listen: options.listen,
    endpoints: mcpEndpoints(parts, admission, headers),
    site: site(parts, admission, {
      guard: () => server.guard,
      requestIdOf: (incoming) => requestIds.get(incoming) ?? '',
    }),
    headers,
    log,
    requestIds,
    guardFor: (port) => new Guard(options, port),
    counted: counting(parts.base),
  })
  return server
}

function mcpEndpoints(
  parts: FrontDoorParts,
  admission: Admission,
  headers: AnswerHeaders,
): Map<string, McpEndpoint> {
  const { modern, legacy, sessions, views, base } = parts
  const { appUrl, bodyLimitBytes, log } = base.options
  const counted = counting(base)
  const shared = { modern, legacy, sessions, admission, headers, bodyLimitBytes, log, counted }
  return new Map(
    [...views].map(([path, ofPath]) => [
      path,
      new McpEndpoint(shared, appUrl + path, (search) => ofPath.of(search)),
    ]),
  )
}

function counting({ metrics }: Base) {
  return (method: string, status: number) => metrics.httpRequests.add(1, method, String(status))
}

interface SiteNeeds {
  readonly guard: () => Guard
  readonly requestIdOf: (incoming: object) => string
}

function site(parts: FrontDoorParts, admission: Admission, needs: SiteNeeds): Hono<RestEnv> {
  const { base, core, everything, modules, views } = parts
  const { options, store, metrics } = base
  const { appUrl, bodyLimitBytes, version, log } = options
  const { requestIdOf, guard } = needs
  const app = new Hono<RestEnv>()
  addRoutes(app, { core, admission, view: everything, appUrl, bodyLimitBytes, requestIdOf }, modules)
  addSite(app, {
    appUrl,
    version,
    endpoints: new Map([...views].map(([path, { scopes }]) => [path, scopes])),
    admission,
    guard,
    metricsToken: options.metricsToken,
    openApi: JSON.stringify(openApi(options.modules, appUrl, version)),
    isReady: () =>
      store.ping().then(
        () => true,
        () => false,
      ),
    metrics: () => metrics.render(),
    requestIdOf,
    log,
  })
  return app
}
