import { hash, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import type { Log, Module, PageLink } from '@quipu/kit'
import { pagePolicy } from '../pages/page-policy.ts'
import { paths, serverMetadata } from '../oauth/server-metadata.ts'
import type { ProfileScopes } from '../identity/resource-metadata.ts'
import { metadataRoot, profileQuery, resourceMetadata } from '../identity/resource-metadata.ts'
import { FormRefused, staleForm } from '../sign-in/browser.ts'
import { wholePath } from '../mcp/endpoint-paths.ts'
import { errorPage } from '../pages/error-page.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import { metricsContentType } from '../telemetry/metrics.ts'
import type { Admission } from './admission.ts'
import { frontPage } from './front-page.ts'
import type { Guard } from './guard.ts'
import type { RestEnv } from '../input/rest-env.ts'
import { edgeFailure, problem } from './rest.ts'

export interface SiteParts {
  readonly appUrl: string
  readonly version: string
  /** Path of each MCP endpoint → the scopes of each of its profiles. */
  readonly endpoints: ReadonlyMap<string, ProfileScopes>
  /** The endpoint whose metadata are also at the shorter well-known path. */
  readonly defaultPath: string
  /** Modules that are off, with the reason. */
  readonly off: readonly { readonly module: Pick<Module, 'name' | 'title'>; readonly reason: string }[]
  /** Pages for people. */
  readonly pages: readonly PageLink[]
  readonly hasConsole: boolean
  /** Every scope of the installation. */
  readonly scopes: Iterable<string>
  /** Whether clients can be identified by a metadata document. */
  readonly clientDocuments: boolean
  readonly keys: { jwks(): Promise<object> }
  readonly admission: Admission
  readonly guard: () => Guard
  readonly metricsToken: string | undefined
  readonly openApi: string
  isReady(): Promise<boolean>
  metrics(): string
  requestIdOf(incoming: object): string
  readonly log: Log
}

/** What is served besides MCP and the modules' routes: health, metadata, metrics, the front page. */
export function addSite(app: Hono<RestEnv>, parts: SiteParts): void {
  app.onError((error, { env }) =>
    error instanceof FormRefused
      ? staleForm(parts.requestIdOf(env.incoming))
      : edgeFailure(error, parts.requestIdOf(env.incoming), parts.log),
  )
  app.notFound(({ env, req }) => {
    const traceId = parts.requestIdOf(env.incoming)
    if (wantsPage(req.header('accept'))) return nothingHere(traceId)
    return problem(404, {
      error: 'not_found',
      message: 'There is nothing at this address',
      trace_id: traceId,
    })
  })
  for (const { module, reason } of parts.off) {
    app.all(`/api/${module.name}/*`, ({ env }) =>
      problem(404, {
        error: 'not_found',
        message: `${module.title} is off in this installation: ${reason}`,
        trace_id: parts.requestIdOf(env.incoming),
      }),
    )
  }
  const live = () => Response.json({ status: 'ok', version: parts.version })
  app.get('/api/health/live', live)
  app.get('/health', live)
  app.get('/api/health/ready', async () =>
    (await parts.isReady())
      ? Response.json({ status: 'ready', store: 'ok' })
      : Response.json({ status: 'unavailable', store: 'unreachable' }, { status: 503 }),
  )
  app.get('/', ({ html }) =>
    html(frontPage(parts), 200, { 'content-security-policy': pagePolicy(["'none'"]) }),
  )
  addMetadata(app, parts)
  app.get('/api/openapi.json', async ({ env }) => {
    await parts.admission.admitToApi(env, parts.appUrl)
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

/** A browser accepts HTML when a person opens an address; programs accept JSON, anything, or nothing. */
function wantsPage(accept: string | undefined): boolean {
  return accept !== undefined && /\btext\/html\b/i.test(accept)
}

function nothingHere(reference: string): Response {
  const page = errorPage({
    title: 'There is nothing here',
    message: 'This address leads to no page of this server.',
    hint: 'It may have been copied in part, or the page may have moved.',
    link: { text: 'Go to the front page', href: '/' },
    reference,
  })
  return new Response(page, {
    status: 404,
    headers: { ...pageHeaders(), 'content-type': 'text/html; charset=utf-8' },
  })
}

/** Takes as long for a wrong token as for a right one. */
function isSame(given: string | undefined, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given ?? '', 'buffer'), hash('sha256', expected, 'buffer'))
}

function addMetadata(app: Hono<RestEnv>, parts: SiteParts): void {
  const { appUrl, endpoints, defaultPath, scopes, keys } = parts
  const document = (path: string, search: string) =>
    Response.json(
      resourceMetadata({
        resource: appUrl + path,
        search,
        appUrl,
        scopes: endpoints.get(path)?.(profileQuery(search)) ?? [],
        name: 'Quipu',
      }),
    )
  const server = Response.json.bind(undefined, serverMetadata(appUrl, scopes, parts))
  // A proxy in front may add a prefix to the well-known paths, and the contract names some without `oauth-`.
  for (const prefix of ['', '/api/oauth']) {
    for (const path of endpoints.keys())
      app.get(prefix + metadataRoot + path, ({ req }) => document(path, new URL(req.url).search))
    app.get(prefix + metadataRoot, ({ req }) => document(wholePath, new URL(req.url).search))
    app.get(`${prefix}/.well-known/protected-resource`, ({ req }) =>
      document(defaultPath, new URL(req.url).search),
    )
    for (const root of ['/.well-known/oauth-authorization-server', '/.well-known/authorization-server'])
      app.get(prefix + root, () => server())
  }
  app.get(paths.jwks, async () => Response.json(await keys.jwks()))
}
