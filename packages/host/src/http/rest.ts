import { argon2, hash } from 'node:crypto'
import { promisify } from 'node:util'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Hono } from 'hono'
import type { Caller, ErrorCode, Log, Module, Route, Tool } from '@quipu/kit'
import { firstIssue, phraseIssue, ToolError } from '@quipu/kit'
import type { z } from 'zod'
import { AuthFailure, insufficientScope } from '../auth/auth-failure.ts'
import { demand, demandAllowance as demandCall, limitKey } from '../mcp/allowance.ts'
import { actingAs } from '../audit/acting.ts'
import { auditEvent } from '../mcp/audit-event.ts'
import { auditedOf, demandPermission } from '../mcp/call-tool.ts'
import type { Core } from '../mcp/core.ts'
import { ScopeMissing } from '../mcp/core.ts'
import type { View } from '../mcp/exchange.ts'
import { Exchange } from '../mcp/exchange.ts'
import { claimOf } from '../mcp/idempotency.ts'
import { parseJson } from '../mcp/parse-json.ts'
import type { OpenModule } from '../mcp/profile.ts'
import { isFields, RpcError } from '../mcp/protocol.ts'
import { checkCount, checkText } from '../mcp/text.ts'
import { asToolError, unavailableMessage } from '../mcp/tool-answer.ts'
import { legacyWire } from '../mcp/wire.ts'
import { writeOnce } from '../mcp/write-once.ts'
import { StoreUnavailable } from '../storage/store.ts'
import type { Admission } from './admission.ts'
import { SessionRefused, TooMany } from './admission.ts'
import { LimitFields, setFields } from './limit-fields.ts'
import { BodyTooLarge, readBody } from './read-body.ts'

export interface RestParts {
  readonly core: Core
  readonly admission: Admission
  readonly view: View
  readonly appUrl: string
  readonly bodyLimitBytes: number
  /** Path of a route → further resources whose tokens are good there. */
  readonly alsoAccepts?: ReadonlyMap<string, readonly string[]> | undefined
  /** Who is signed in with the browser that sent this. */
  sessionCaller(request: HttpBindings['incoming']): Promise<Caller | undefined>
  requestIdOf(incoming: object): string
}

export type RestEnv = { Bindings: HttpBindings }

/** Every module's routes, behind the same checks as its tools. */
export function addRoutes(app: Hono<RestEnv>, parts: RestParts, modules: readonly OpenModule[]): void {
  for (const open of modules) {
    for (const route of open.module.routes ?? []) {
      const place: Place = { ...route, present: open.module.presentRouteError }
      app.on(route.method, route.path, (context) =>
        serve(parts, place, context, async (exchange) => {
          const given = givenOf(parts, route, context)
          const json = await addressFirst(open.service, route, given.params, exchange, () =>
            runRoute(parts.core, exchange, open, route, given),
          )
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
  work: (exchange: Exchange) => Promise<Response>,
): Promise<Response> {
  const { core, admission, appUrl, alsoAccepts } = parts
  const { incoming } = context.env
  const requestId = parts.requestIdOf(incoming)
  let exchange: Exchange | undefined
  try {
    const caller = await admission.admitToApi(context.env, appUrl, alsoAccepts?.get(place.path))
    const admitted = exchangeOf(parts, place, caller, requestId)
    exchange = admitted
    core.running.add(exchange)
    demandPermission(core, exchange, typeof place.needs === 'function' ? place.needs(caller) : place.needs)
    await demandAllowance(core, place, caller, context.env.outgoing)
    return await actingAs({ userId: caller.userId, requestId }, () => work(admitted))
  } catch (error) {
    return failure(parts, exchange, requestId, place, error)
  } finally {
    if (exchange !== undefined) core.running.delete(exchange)
  }
}

export function nameOf({ method, path }: Pick<Place, 'method' | 'path'>): string {
  return `${method} ${path}`
}

export function exchangeOf(
  { view }: Pick<RestParts, 'view'>,
  place: Pick<Place, 'method' | 'path'>,
  caller: Caller,
  requestId: string,
): Exchange {
  return new Exchange({
    id: undefined,
    method: nameOf(place),
    params: {},
    caller,
    client: undefined,
    capabilities: {},
    view,
    wire: legacyWire,
    requestId,
    channel: { send: () => {} },
    logLevel: undefined,
  })
}

/** A limit of the place itself is told instead of the one over all requests: it is the first to end. */
async function demandAllowance(
  { limits }: Core,
  place: Place,
  caller: Caller,
  outgoing: HttpBindings['outgoing'],
): Promise<void> {
  const { limit } = place
  if (limit === undefined) return
  const name = nameOf(place)
  const allowance = await limits.consume(`route:${name}`, limit, limitKey(limit, caller))
  setFields(outgoing, new LimitFields({ name, policy: limit }).of(allowance))
  demand('attempts', allowance)
}

/** What a request brought, not looked at yet. */
export interface Given {
  readonly params: unknown
  readonly query: unknown
  readonly key: string | undefined
  body(): Promise<unknown>
}

/** An address that names nothing is told before what is wrong with the input. */
export async function addressFirst<Result>(
  service: unknown,
  { params, demandTarget }: Pick<Route, 'params' | 'demandTarget'>,
  given: unknown,
  exchange: Exchange,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (demandTarget === undefined || !(error instanceof ToolError) || error.code !== 'VALIDATION_ERROR')
      throw error
    const parsed = params.safeParse(given)
    if (parsed.success) await demandTarget(service, parsed.data, exchange)
    throw error
  }
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

/** Does a route's work for a caller who may, and serialises its answer. */
export async function runRoute(
  core: Core,
  exchange: Exchange,
  open: OpenModule,
  route: Route,
  given: Given,
): Promise<string> {
  const counted = open.module.tools.find(({ name }) => name === route.countsAs)
  if (counted !== undefined) await demandCall(core, exchange.caller, 'tool', counted)
  const sent = route.body && (await given.body())
  if (counted !== undefined) exchange.audited = auditedOf(counted, inToolNames(counted, sent))
  const input = {
    params: parse(open.module, route.params, given.params),
    query: parse(open.module, route.query, given.query),
    body: route.body && parse(open.module, route.body, sent),
  }
  const work = async () => route.output.parse(await route.run(open.service, input, exchange))
  if (route.effect === 'read') {
    const json = jsonOf(await work())
    core.audit.record(auditEvent(exchange, 'route', nameOf(route), 'ok'))
    return json
  }
  return write(core, exchange, route, { input, work, key: given.key })
}

/** A body names its fields like_this, also where the tool it counts as has likeThis. */
function inToolNames({ audited }: Tool, sent: unknown): unknown {
  if (!isFields(sent)) return sent
  const underscored = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(audited.map((name) => [name, sent[name] ?? sent[underscored(name)]]))
}

interface RouteWrite {
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown }
  readonly key: string | undefined
  readonly work: () => Promise<unknown>
}

async function write(
  core: Core,
  exchange: Exchange,
  route: Route,
  { input, key, work }: RouteWrite,
): Promise<string> {
  const { isAtomic = true, secrets = [] } = route
  const { userId } = exchange.caller
  const name = nameOf(route)
  const claim =
    key === undefined
      ? undefined
      : claimOf(
          userId,
          name,
          { ...input, body: await hidden(input.body, secrets, `${userId} ${key}`) },
          { own: key, delivery: undefined },
        )
  let told: string | undefined
  const kept = await writeOnce(core, exchange, {
    kind: 'route',
    name,
    isAtomic,
    claim,
    run: async () => {
      const answer = await work()
      told = jsonOf(answer)
      if (secrets.length === 0) return told
      return jsonOf(answer, (field, value: unknown) => (secrets.includes(field) ? undefined : value))
    },
  })
  return told ?? kept
}

/** Nothing is null: what a route without a body has to say is kept under a key all the same. */
function jsonOf(answer: unknown, replacer?: (field: string, value: unknown) => unknown): string {
  return JSON.stringify(answer ?? null, replacer)
}

/** What is compared under a key is kept with it, so a password goes in as slowly hashed as where passwords are kept. */
async function hidden(body: unknown, secrets: readonly string[], salt: string): Promise<unknown> {
  if (!isFields(body)) return body
  const entries = Object.entries(body).map(async ([field, value]) =>
    secrets.includes(field) && typeof value === 'string'
      ? [field, await slowHash(value, salt)]
      : [field, value],
  )
  return Object.fromEntries(await Promise.all(entries))
}

const argon2Async = promisify(argon2)

async function slowHash(message: string, salt: string): Promise<string> {
  const nonce = hash('sha256', salt, 'buffer')
  const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }
  return (await argon2Async('argon2id', { message, nonce, ...cost })).toString('base64url')
}

export function parse(module: Module, schema: z.ZodType, given: unknown): unknown {
  if (isFields(given)) checkCount(given)
  checkText(given)
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = firstIssue(parsed.error, given)
  throw new ToolError('VALIDATION_ERROR', (module.phraseIssue ?? phraseIssue)(issue), {
    parameter: issue.name,
  })
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
  { core, appUrl }: RestParts,
  exchange: Exchange | undefined,
  requestId: string,
  place: Place,
  error: unknown,
): Response {
  const name = nameOf(place)
  if (error instanceof ScopeMissing) return refused(insufficientScope(appUrl, error.needs), requestId)
  if (exchange === undefined || isOfTheEdge(error)) return edgeFailure(error, requestId, core.log)
  const known = asToolError(core, exchange, name, error)
  core.audit.record(auditEvent(exchange, 'route', name, known.code))
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
  return error instanceof BodyTooLarge || error instanceof RpcError
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
  if (error instanceof RpcError)
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
