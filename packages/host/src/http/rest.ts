import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { Caller, ErrorCode, Log, Module, Route } from '@quipu/kit'
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
import { BodyTooLarge, readBody } from '../input/read-body.ts'
import type { RestEnv } from '../input/rest-env.ts'
import { StoreUnavailable } from '../storage/store.ts'
import type { Admission } from './admission.ts'
import { SessionRefused, TooMany } from './admission.ts'
import { HttpCall } from './http-call.ts'
import { LimitFields, setFields } from './limit-fields.ts'

export interface RestParts {
  readonly calls: CallParts
  readonly admission: Admission
  readonly appUrl: string
  readonly bodyLimitBytes: number
  /** Path of a route → further resources whose tokens are good there. */
  readonly alsoAccepts?: ReadonlyMap<string, readonly string[]> | undefined
  /** Who is signed in with the browser that sent this. */
  sessionCaller(request: HttpBindings['incoming']): Promise<Caller | undefined>
  requestIdOf(incoming: object): string
}

/** Every module's routes, behind the same checks as its tools. */
export function addRoutes(app: Hono<RestEnv>, parts: RestParts, modules: readonly OpenModule[]): void {
  for (const open of modules) {
    for (const route of open.module.routes ?? []) {
      const place: Place = { ...route, present: open.module.presentRouteError }
      app.on(route.method, route.path, (context) =>
        serve(parts, place, context, async (call) => {
          const json = await runRoute(parts.calls, call, open, route, givenOf(parts, route, context))
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
  /** How its module tells a failure, if not as all do. */
  readonly present?: Module['presentRouteError']
}

/** Does the work for a caller who may have it done, and tells what goes wrong. */
export async function serve(
  parts: RestParts,
  place: Place,
  context: Context<RestEnv>,
  work: (call: RunningCall) => Promise<Response>,
): Promise<Response> {
  const { calls, admission, appUrl, alsoAccepts } = parts
  const { incoming } = context.env
  const requestId = parts.requestIdOf(incoming)
  let call: RunningCall | undefined
  try {
    const caller = await admission.admitToApi(context.env, appUrl, alsoAccepts?.get(place.path))
    const admitted = new HttpCall({ caller, requestId }, context.env.outgoing)
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

/** A limit of the place itself is told instead of the one over all requests: it is the first to end. */
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
  return {
    ...addressed(context),
    key: context.req.header('idempotency-key')?.slice(0, 200),
    body: async () => parseJson((await readBody(context.env.incoming, bodyLimitBytes)) || 'null'),
  }
}

/** What the address says. */
export function addressed({ req }: Context<RestEnv>): Pick<Given, 'params' | 'query'> {
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
  const known = asToolError(calls, call, name, error)
  calls.audit.record(auditEvent(call, 'route', name, known.code))
  const body = place.present?.(known, requestId) ?? {
    error: known.code.toLowerCase(),
    message: known.message,
    ...known.details,
    trace_id: requestId,
  }
  const retry = known.details['retry_after_seconds']
  return problem(
    statusOf[known.code],
    body,
    typeof retry === 'number' ? { 'retry-after': String(retry) } : {},
  )
}

function isOfTheEdge(error: unknown): boolean {
  return error instanceof BodyTooLarge || error instanceof MalformedBody
}

/** What went wrong before a caller was known, or with the request as such. */
export function edgeFailure(error: unknown, traceId: string, log: Log): Response {
  if (error instanceof AuthFailure) return refused(error, traceId)
  if (error instanceof TooMany) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) }
    return problem(429, { error: 'rate_limited', message: error.message, trace_id: traceId }, headers)
  }
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
