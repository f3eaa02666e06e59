import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Hono } from 'hono'
import type { ErrorCode, Log, Module, Route } from '@quipu/kit'
import { firstIssue, phraseIssue, ToolError } from '@quipu/kit'
import type { z } from 'zod'
import { AuthFailure, insufficientScope } from '../auth/auth-failure.ts'
import { auditEvent } from '../mcp/audit-event.ts'
import { demandPermission } from '../mcp/call-tool.ts'
import type { Core } from '../mcp/core.ts'
import { ScopeMissing } from '../mcp/core.ts'
import type { View } from '../mcp/exchange.ts'
import { Exchange } from '../mcp/exchange.ts'
import { claimOf } from '../mcp/idempotency.ts'
import { parseJson } from '../mcp/parse-json.ts'
import type { OpenModule } from '../mcp/profile.ts'
import { RpcError } from '../mcp/protocol.ts'
import { checkText } from '../mcp/text.ts'
import { asToolError } from '../mcp/tool-answer.ts'
import { legacyWire } from '../mcp/wire.ts'
import { writeOnce } from '../mcp/write-once.ts'
import type { Admission } from './admission.ts'
import { TooMany } from './admission.ts'
import { BodyTooLarge, readBody } from './read-body.ts'

export interface RestParts {
  readonly core: Core
  readonly admission: Admission
  readonly view: View
  readonly appUrl: string
  readonly bodyLimitBytes: number
  requestIdOf(incoming: object): string
}

export type RestEnv = { Bindings: HttpBindings }

/** Every module's routes, behind the same checks as its tools. */
export function addRoutes(app: Hono<RestEnv>, parts: RestParts, modules: readonly OpenModule[]): void {
  for (const open of modules) {
    for (const route of open.module.routes ?? []) {
      app.on(route.method, route.path, (context) => answer(parts, open, route, context))
    }
  }
}

async function answer(
  parts: RestParts,
  open: OpenModule,
  route: Route,
  context: Context<RestEnv>,
): Promise<Response> {
  const requestId = parts.requestIdOf(context.env.incoming)
  const name = `${route.method} ${route.path}`
  let exchange: Exchange | undefined
  try {
    const caller = await parts.admission.admit(context.env.incoming, parts.appUrl, '')
    exchange = new Exchange({
      id: undefined,
      method: name,
      params: {},
      caller,
      client: undefined,
      capabilities: {},
      view: parts.view,
      wire: legacyWire,
      requestId,
      channel: { send: () => {} },
      logLevel: undefined,
    })
    demandPermission(parts.core, exchange, route.needs)
    const json = await run(parts, exchange, open, route, context)
    return new Response(json, { status: route.status, headers: { 'content-type': 'application/json' } })
  } catch (error) {
    return failure(parts, exchange, requestId, name, error)
  }
}

async function run(
  { core, bodyLimitBytes }: RestParts,
  exchange: Exchange,
  open: OpenModule,
  route: Route,
  { req, env }: Context<RestEnv>,
): Promise<string> {
  const input = {
    params: parse(open.module, route.params, req.param()),
    query: parse(open.module, route.query, flat(req.queries())),
    body:
      route.body &&
      parse(open.module, route.body, parseJson((await readBody(env.incoming, bodyLimitBytes)) || 'null')),
  }
  const name = `${route.method} ${route.path}`
  const work = async () => JSON.stringify(route.output.parse(await route.run(open.service, input, exchange)))
  if (route.effect === 'read') {
    const json = await work()
    core.audit.record(auditEvent(exchange, 'route', name, 'ok'))
    return json
  }
  const keys = { own: req.header('idempotency-key')?.slice(0, 200), delivery: undefined }
  const claim = claimOf(exchange.caller.userId, name, input, keys)
  return writeOnce(core, exchange, { kind: 'route', name, isAtomic: true, claim, run: work })
}

function parse(module: Module, schema: z.ZodType, given: unknown): unknown {
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
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
  TIMEOUT: 504,
}

function failure(
  { core, appUrl }: RestParts,
  exchange: Exchange | undefined,
  requestId: string,
  name: string,
  error: unknown,
): Response {
  if (error instanceof ScopeMissing) return refused(insufficientScope(appUrl, error.needs), requestId)
  if (exchange === undefined || isOfTheEdge(error)) return edgeFailure(error, requestId, core.log)
  const known = asToolError(core, exchange, name, error)
  core.audit.record(auditEvent(exchange, 'route', name, known.code))
  return problem(statusOf[known.code], {
    error: known.code.toLowerCase(),
    message: known.message,
    ...known.details,
    trace_id: requestId,
  })
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
  if (error instanceof BodyTooLarge)
    return problem(413, { error: 'too_large', message: error.message, trace_id: traceId })
  if (error instanceof RpcError)
    return problem(400, { error: 'validation_error', message: error.message, trace_id: traceId })
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

export function problem(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}
