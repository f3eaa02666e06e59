import { randomUUID } from 'node:crypto'
import type { ByteBody, Caller, Route } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { demand, takeRoutePoint } from './allowance.ts'
import { auditEvent } from './audit-event.ts'
import type { CallParts, OpenModule } from './call-parts.ts'
import { asToolError } from './failure.ts'
import { demandPermission } from './permission.ts'
import type { Given } from './run-route.ts'
import { routeName, runRoute } from './run-route.ts'
import { RunningCall } from './running-call.ts'

export interface LocalRequest {
  readonly method: Route['method']
  /** With its query, as a REST client would write it. */
  readonly path: string
  readonly body?: unknown
  /** For a route that takes bytes. */
  readonly bytes?: ByteBody | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Calls a module's route for someone at this machine: with the checks, limits and audit of REST, without HTTP. The
 * answer is JSON, or a `Download` whose stream must be read to its end.
 */
export async function answerLocally(
  parts: CallParts,
  modules: readonly OpenModule[],
  caller: Caller,
  { method, path, body, bytes, signal }: LocalRequest,
): Promise<unknown> {
  const url = new URL(path, 'http://local')
  const found = findRoute(modules, method, url.pathname)
  if (found === undefined) throw new ToolError('NOT_FOUND', `There is no ${method} ${url.pathname} here`)
  const { open, route, params } = found
  const call = new RunningCall({ caller, requestId: randomUUID(), transport: 'local' })
  const abort = () => call.abort()
  signal?.addEventListener('abort', abort)
  parts.running.add(call)
  try {
    if (route.admits === 'link')
      throw new ToolError('FORBIDDEN', 'This takes a signed link; open it over HTTP')
    demandPermission(parts, call, route.needs)
    const { limit } = route
    if (limit !== undefined) demand('attempts', await takeRoutePoint(parts, caller, routeName(route), limit))
    const query = Object.fromEntries(url.searchParams)
    const given: Given = {
      params,
      query,
      key: undefined,
      body: () => Promise.resolve(body),
      ...(bytes === undefined ? {} : { bytes: () => bytes }),
    }
    const answer = await runRoute(parts, call, open, route, given)
    return typeof answer === 'string' ? (JSON.parse(answer) as unknown) : answer
  } catch (error) {
    const failure = asToolError(parts, call, routeName(route), error)
    parts.audit.record(auditEvent(call, 'route', routeName(route), failure.code))
    throw failure
  } finally {
    signal?.removeEventListener('abort', abort)
    parts.running.delete(call)
  }
}

interface Found {
  readonly open: OpenModule
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

function findRoute(modules: readonly OpenModule[], method: string, path: string): Found | undefined {
  for (const open of modules) {
    for (const route of open.module.routes ?? []) {
      const params = route.method === method ? paramsOf(route.path, path) : undefined
      if (params !== undefined) return { open, route, params }
    }
  }
  return undefined
}

function paramsOf(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const [wanted, given] = [template.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value)
    else if (part !== value) return undefined
  }
  return params
}
