import { hash, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import type { Log } from '@quipu/kit'
import { metadataRoot, resourceMetadata } from '../auth/resource-metadata.ts'
import { metricsContentType } from '../telemetry/metrics.ts'
import type { Admission } from './admission.ts'
import { frontPage } from './front-page.ts'
import type { Guard } from './guard.ts'
import type { RestEnv } from './rest.ts'
import { edgeFailure, problem } from './rest.ts'

export interface SiteParts {
  readonly appUrl: string
  readonly version: string
  /** Path of each MCP endpoint → the scopes it knows. */
  readonly endpoints: ReadonlyMap<string, readonly string[]>
  readonly admission: Admission
  readonly guard: () => Guard
  readonly metricsToken: string | undefined
  readonly openApi: string
  isReady(): Promise<boolean>
  metrics(): string
  requestIdOf(incoming: object): string
  readonly log: Log
}

/** What is served beside MCP and the modules' routes: health, metadata, metrics, the front page. */
export function addSite(app: Hono<RestEnv>, parts: SiteParts): void {
  app.onError((error, { env }) => edgeFailure(error, parts.requestIdOf(env.incoming), parts.log))
  app.notFound(({ env }) =>
    problem(404, {
      error: 'not_found',
      message: 'There is nothing at this address',
      trace_id: parts.requestIdOf(env.incoming),
    }),
  )
  const live = () => Response.json({ status: 'ok', version: parts.version })
  app.get('/api/health/live', live)
  app.get('/health', live)
  app.get('/api/health/ready', async () =>
    (await parts.isReady())
      ? Response.json({ status: 'ready', store: 'ok' })
      : Response.json({ status: 'unavailable', store: 'unreachable' }, { status: 503 }),
  )
  app.get('/', ({ html }) =>
    html(frontPage(parts.appUrl, parts.version), 200, { 'content-security-policy': pagePolicy }),
  )
  addMetadata(app, parts)
  app.get('/api/openapi.json', async ({ env }) => {
    await parts.admission.admit(env.incoming, parts.appUrl, '')
    return new Response(parts.openApi, { headers: { 'content-type': 'application/json' } })
  })
  app.get('/metrics', ({ env, req }) => {
    const isKnown =
      parts.metricsToken !== undefined && isSame(req.header('authorization'), `Bearer ${parts.metricsToken}`)
    if (!isKnown && !parts.guard().isLoopback(env.incoming)) {
      return problem(403, {
        error: 'forbidden',
        message: 'Metrics are read on this machine, or with METRICS_TOKEN',
        trace_id: parts.requestIdOf(env.incoming),
      })
    }
    return new Response(parts.metrics(), { headers: { 'content-type': metricsContentType } })
  })
}

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Takes as long for a wrong token as for a right one. */
function isSame(given: string | undefined, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given ?? '', 'buffer'), hash('sha256', expected, 'buffer'))
}

function addMetadata(app: Hono<RestEnv>, { appUrl, endpoints }: SiteParts): void {
  const document = (path: string, search: string) => {
    const metadata = resourceMetadata({
      resource: appUrl + path,
      search,
      appUrl,
      scopes: endpoints.get(path) ?? [],
      name: 'Quipu',
    })
    return Response.json(metadata, { headers: { 'access-control-allow-origin': '*' } })
  }
  for (const path of endpoints.keys()) {
    app.get(metadataRoot + path, ({ req }) => document(path, new URL(req.url).search))
    app.get(`/api/oauth${metadataRoot}${path}`, ({ req }) => document(path, new URL(req.url).search))
  }
  app.get(metadataRoot, ({ req }) => document('/mcp', new URL(req.url).search))
}
