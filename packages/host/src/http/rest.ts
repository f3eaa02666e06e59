import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { Caller, ErrorCode, Json, Log, Module, Route, ToolError } from '@quipu/kit'
import { actingAs } from '../audit/acting.ts'
import { demand, takeRoutePoint } from '../calls/allowance.ts'
import { auditEvent } from '../calls/audit-event.ts'
import type { CallParts, OpenModule } from '../calls/call-parts.ts'
import { asToolError, unavailableMessage } from '../calls/failure.ts'
import { demandPermission, ScopeMissing } from '../calls/permission.ts'
import type { Given } from '../calls/run-route.ts'
import { routeName, runRoute } from '../calls/run-route.ts'
import type { RunningCall } from '../calls/running-call.ts'
import { AuthFailure, insufficientScope } from '../identity/auth-failure.ts'
import { MalformedBody } from '../input/malformed-body.ts'
import { parseJson } from '../input/parse-json.ts'
import { brokenOff, byteBody } from '../input/byte-body.ts'
import { BodyTooLarge, readBody } from '../input/read-body.ts'
import type { RestEnv } from '../input/rest-env.ts'
import { LinkRefused } from '../links/link-refused.ts'
import { StoreUnavailable } from '../storage/store.ts'
import type { Admission } from './admission.ts'
import type { Visit } from './admission.ts'
import { SessionRefused, TooMany } from './admission.ts'
import { HttpCall } from './http-call.ts'
import { LimitFields, setFields } from './limit-fields.ts'
import type { LinkDoorParts } from './link-door.ts'
import { linkParameter, readLink } from './link-door.ts'
import { sendDownload } from './send-download.ts'

export interface RestParts extends LinkDoorParts {
  readonly calls: CallParts
  readonly admission: Admission
  readonly appUrl: string
  readonly bodyLimitBytes: number
  /** Path of a route → further resources whose tokens are valid there. */
  readonly alsoAccepts?: ReadonlyMap<string, readonly string[]> | undefined
  /** Who is signed in with the browser that sent this. */
  sessionCaller(request: HttpBindings['incoming']): Promise<Caller | undefined>
  requestIdOf(incoming: object): string
}

/** Every module's routes, behind the same checks as its tools. */
export function addRoutes(app: Hono<RestEnv>, parts: RestParts, modules: readonly OpenModule[]): void {
  for (const open of modules) {
    const { name, presentRouteError: present, nameFailure, routes = [] } = open.module
    for (const route of routes) {
      const place: Place = {
        ...route,
        present,
        ...(nameFailure === undefined ? {} : { rename: (error) => nameFailure(error, route) }),
        linkOf: route.admits === 'link' ? name : undefined,
      }
      app.on(route.method, route.path, (context) =>
        serve(parts, place, context, async (call) => {
          if (route.body === 'bytes' || route.output === 'download') abortOnHangUp(call, context.env)
          const json = await runRoute(parts.calls, call, open, route, givenOf(parts, route, context))
          if (typeof json !== 'string') return sendDownload(context.env, call, json, parts.calls.log)
          if (route.status === 204) return new Response(null, { status: 204 })
          return new Response(json, {
            status: route.status,
            headers: { 'content-type': 'application/json' },
          })
        }),
      )
    }
  }
}

export type Place = Pick<Route, 'method' | 'path' | 'limit'> & {
  readonly needs: readonly string[] | ((caller: Caller) => readonly string[])
  /** How its module presents a failure. Default: the host's format. */
  readonly present?: Module['presentRouteError']
  /** The same failure as its module's contract names it. */
  readonly rename?: (error: ToolError) => ToolError
  /** The module whose signed links it accepts instead of any other credential. */
  readonly linkOf?: string | undefined
}

/** Runs the route for a caller who is allowed to, and presents failures. */
export async function serve(
  parts: RestParts,
  place: Place,
  context: Context<RestEnv>,
  work: (call: RunningCall) => Promise<Response>,
): Promise<Response> {
  const { calls } = parts
  const { incoming } = context.env
  const requestId = parts.requestIdOf(incoming)
  let call: RunningCall | undefined
  try {
    const { caller, link } = await admit(parts, place, context.env)
    const admitted = new HttpCall({ caller, requestId, link }, context.env.outgoing)
    call = admitted
    calls.running.add(call)
    demandPermission(calls, call, typeof place.needs === 'function' ? place.needs(caller) : place.needs)
    await demandAllowance(calls, place, caller, context.env.outgoing)
    return await actingAs({ userId: caller.userId, requestId }, () => work(admitted))
  } catch (error) {
    return failure(parts, call, requestId, place, error)
  } finally {
    if (call !== undefined) calls.running.delete(call)
  }
}

async function admit(
  parts: RestParts,
  { path, needs, linkOf }: Place,
  env: HttpBindings,
): Promise<{ readonly caller: Caller; readonly link?: Json }> {
  const { admission, appUrl, alsoAccepts } = parts
  if (linkOf === undefined) return { caller: await admission.admitToApi(env, appUrl, alsoAccepts?.get(path)) }
  const visit: Visit = { request: env.incoming }
  try {
    const needed = typeof needs === 'function' ? [] : needs
    return await admission.admitBy(visit, () => readLink(parts, linkOf, needed, env.incoming))
  } finally {
    setFields(env.outgoing, visit.limitFields)
  }
}

function abortOnHangUp(call: RunningCall, { incoming, outgoing }: HttpBindings): void {
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) call.abort(incoming.complete ? undefined : brokenOff())
  })
}

/** A route's own limit is reported instead of the one over all requests: it is reached first. */
async function demandAllowance(
  calls: CallParts,
  place: Place,
  caller: Caller,
  outgoing: HttpBindings['outgoing'],
): Promise<void> {
  const { limit } = place
  if (limit === undefined) return
  const name = routeName(place)
  const allowance = await takeRoutePoint(calls, caller, name, limit)
  setFields(outgoing, new LimitFields({ name, policy: limit }).of(allowance))
  demand('attempts', allowance)
}

function givenOf(parts: RestParts, route: Route, context: Context<RestEnv>): Given {
  const { bodyLimitBytes = parts.bodyLimitBytes } = route
  const { params, query } = addressed(context)
  const { [linkParameter]: _link, ...rest } = query
  return {
    params,
    query: route.admits === 'link' ? rest : query,
    key: context.req.header('idempotency-key')?.slice(0, 200),
    body: async () => parseJson((await readBody(context.env.incoming, bodyLimitBytes)) || 'null'),
    bytes: () => byteBody(context.env.incoming, bodyLimitBytes),
  }
}

/** The path parameters and the query. */
export function addressed({ req }: Context<RestEnv>) {
  return { params: req.param(), query: flat(req.queries()) }
}

function flat(queries: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}

const statusOf: Readonly<Record<ErrorCode, number>> = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNPROCESSABLE: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
  TIMEOUT: 504,
}

function failure(
  { calls, appUrl }: RestParts,
  call: RunningCall | undefined,
  requestId: string,
  place: Place,
  error: unknown,
): Response {
  const name = routeName(place)
  if (error instanceof ScopeMissing) return refused(insufficientScope(appUrl, error.needs), requestId)
  if (call === undefined || isOfTheEdge(error)) return edgeFailure(error, requestId, calls.log)
  const thrown = asToolError(calls, call, name, error)
  const known = place.rename?.(thrown) ?? thrown
  calls.audit.record(auditEvent(call, 'route', name, known.shownCode))
  const body = place.present?.(known, requestId) ?? {
    error: known.shownCode.toLowerCase(),
    message: known.message,
    ...known.details,
    trace_id: requestId,
  }
  const retry = known.details['retry_after_seconds']
  return problem(
    known.status ?? statusOf[known.code],
    body,
    typeof retry === 'number' ? { 'retry-after': String(retry) } : {},
  )
}

function isOfTheEdge(error: unknown): boolean {
  return error instanceof BodyTooLarge || error instanceof MalformedBody
}

/** A failure before a caller was known, or of the request as such. */
export function edgeFailure(error: unknown, traceId: string, log: Log): Response {
  if (error instanceof AuthFailure) return refused(error, traceId)
  if (error instanceof TooMany) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) }
    return problem(429, { error: 'rate_limited', message: error.message, trace_id: traceId }, headers)
  }
  if (error instanceof LinkRefused)
    return problem(error.status, {
      error: error.status === 410 ? 'gone' : 'forbidden',
      message: error.message,
      trace_id: traceId,
    })
  if (error instanceof SessionRefused)
    return problem(403, { error: 'forbidden', message: error.message, trace_id: traceId })
  if (error instanceof BodyTooLarge)
    return problem(413, { error: 'too_large', message: error.message, trace_id: traceId })
  if (error instanceof MalformedBody)
    return problem(400, { error: 'validation_error', message: error.message, trace_id: traceId })
  if (error instanceof StoreUnavailable) {
    log.warn({ err: error, request_id: traceId }, 'store unavailable')
    return problem(503, { error: 'unavailable', message: unavailableMessage, trace_id: traceId })
  }
  log.error({ err: error, request_id: traceId }, 'request failed')
  return problem(500, {
    error: 'internal_error',
    message: 'Something went wrong on our side',
    trace_id: traceId,
  })
}

function refused({ status, body, challenge }: AuthFailure, requestId: string): Response {
  return problem(status, { ...body, trace_id: requestId }, { 'www-authenticate': challenge })
}

export function problem(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}
