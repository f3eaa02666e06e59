import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Log } from '@quipu/kit'
import { newRequestId } from '../telemetry/request-id.ts'
import { traceRequest } from '../telemetry/tracing-http.ts'
import { routeOf } from './tracing-routes.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { Connections } from './connections.ts'
import type { Guard } from './guard.ts'
import { isAmbiguous } from './guard.ts'
import type { AnswerHeaders } from './headers.ts'
import { Lateness } from './lateness.ts'
import { limitFieldNames } from './limit-fields.ts'
import type { HttpExchange } from './mcp-endpoint.ts'
import type { OAuthDoor } from './oauth-door.ts'
import { isOpenToAnyPage, isPage } from './public-paths.ts'
import type { RestEnv } from '../input/rest-env.ts'

const exposedFields = `www-authenticate, retry-after, ${limitFieldNames}, x-request-id`
const readyPath = '/api/health/ready'
const healthPaths: ReadonlySet<string> = new Set(['/health', '/api/health/live', readyPath])

export interface HttpParts {
  readonly listen: { readonly host: string; readonly port: number }
  readonly endpoints: ReadonlyMap<string, { handle(http: HttpExchange): Promise<void> }>
  readonly oauth: OAuthDoor
  readonly site: Hono<RestEnv>
  readonly headers: AnswerHeaders
  readonly log: Log
  readonly requestIds: WeakMap<object, string>
  readonly tracing?: Tracing | undefined
  guardFor(port: number): Guard
  /** `endpoint` is a known path or pattern. */
  counted(endpoint: string, status: number): void
  /** A request to anything but an MCP address was answered. */
  answered(request: IncomingMessage, path: string, status: number, requestId: string): void
  /** A request came with another host name, or from a page of another site. */
  refused(request: IncomingMessage, requestId: string): void
}

/** The front door: MCP paths go directly to the core, everything else to the site. */
export class HttpServer {
  readonly #parts: HttpParts
  readonly #server: Server
  readonly #connections: Connections
  readonly #lateness = new Lateness()
  readonly #site: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  #guard: Guard

  constructor(parts: HttpParts) {
    this.#parts = parts
    this.#guard = parts.guardFor(parts.listen.port)
    this.#site = getRequestListener(parts.site.fetch, { overrideGlobalObjects: false })
    const { tracing } = parts
    this.#server = createServer(
      tracing === undefined
        ? (request, response) => this.#receive(request, response)
        : (request, response) => this.#trace(tracing, request, response),
    )
    // Longer than proxies keep theirs: if we close a connection on which a request is on its way, the request is lost.
    this.#server.keepAliveTimeout = 75_000
    // For bodies of bytes, which must not fall silent; headers have a minute.
    this.#server.requestTimeout = 3_600_000
    this.#connections = new Connections(this.#server)
    this.#server.on('clientError', (_error, socket) => hangUp(socket))
  }

  get guard(): Guard {
    return this.#guard
  }

  async listen(): Promise<number> {
    const { host, port } = this.#parts.listen
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, resolve)
    })
    // A server that listens on TCP has an address of this form.
    const actual = (this.#server.address() as AddressInfo).port
    this.#guard = this.#parts.guardFor(actual)
    this.#lateness.start()
    return actual
  }

  get isListening(): boolean {
    return this.#server.listening
  }

  /** The readiness check reports it. Everything is still served. */
  leave(): void {
    this.#lateness.stop()
    this.#connections.leave()
  }

  /** Accepts no new work; resolves when everything under way is answered. */
  drain(): Promise<void> {
    return this.#connections.drain()
  }

  /** Answers everything that is still under way with a refusal, and closes the connections. */
  cutOff(): void {
    this.#connections.cutOff((response) => {
      const message = 'The server is stopping; send this again'
      this.#refuse(response, newRequestId(), 503, { error: 'unavailable', message })
    })
  }

  #trace(tracing: Tracing, request: IncomingMessage, response: ServerResponse): void {
    const requestId = newRequestId()
    const { url = '/', method = '' } = request
    const { endpoints, site } = this.#parts
    const route = routeOf(method, url.split('?', 1)[0] ?? '', endpoints, site)
    const isTrusted = this.#guard.isTrusted(request)
    traceRequest(tracing, { request, response, requestId, route, isTrusted }, () =>
      this.#receive(request, response, requestId),
    )
  }

  #receive(request: IncomingMessage, response: ServerResponse, requestId = newRequestId()): void {
    this.#connections.begin(response)
    const { url = '/', method = '' } = request
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    if (this.#connections.isLeaving && path === readyPath)
      return this.#answer(response, requestId, 503, { status: 'stopping' })
    // Proxies skip it for a moment. Requests that it has, and those that still arrive, are answered as usual.
    if (path === readyPath && this.#lateness.isLate)
      return this.#answer(response, requestId, 503, { status: 'late' })
    if (isAmbiguous(request)) {
      const message = 'The Host or the Authorization header is there twice'
      return this.#refuse(response, requestId, 400, { error: 'invalid_request', message })
    }
    const isOpen = isOpenToAnyPage(path)
    const refusal = healthPaths.has(path) ? undefined : this.#guard.refusal(request, isOpen)
    if (refusal !== undefined) {
      this.#parts.refused(request, requestId)
      return this.#refuse(response, requestId, 403, { error: 'forbidden', message: refusal })
    }
    const cors = isOpen ? anyOrigin : this.#cors(request)
    if (method === 'OPTIONS') return this.#preflight(response, requestId, cors)
    const endpoint = this.#parts.endpoints.get(path)
    if (endpoint !== undefined) {
      const search = mark < 0 ? '' : url.slice(mark)
      void endpoint.handle({ request, response, search, requestId, cors })
      return
    }
    this.#parts.requestIds.set(request, requestId)
    this.#parts.headers.setOn(response, requestId)
    for (let at = 0; at < cors.length; at += 2) response.setHeader(cors[at] ?? '', cors[at + 1] ?? '')
    response.on('finish', () => {
      this.#count(method, path, response.statusCode)
      this.#parts.answered(request, path, response.statusCode, requestId)
    })
    const elsewhere = method === 'GET' && isPage(path) ? this.#guard.canonical(request) : undefined
    if (elsewhere !== undefined) return void response.writeHead(307, { location: elsewhere }).end()
    if (this.#parts.oauth.owns(path)) void this.#parts.oauth.handle(request, response, path, requestId)
    else void this.#site(request, response)
  }

  #count(method: string, path: string, status: number): void {
    const { endpoints, site } = this.#parts
    this.#parts.counted(routeOf(method, path, endpoints, site) ?? 'other', status)
  }

  #cors(request: IncomingMessage): readonly string[] {
    const origin = this.#guard.foreignOrigin(request)
    if (origin === undefined) return none
    const exposed = `mcp-session-id, ${exposedFields}`
    return ['access-control-allow-origin', origin, 'vary', 'origin', 'access-control-expose-headers', exposed]
  }

  #preflight(response: ServerResponse, requestId: string, cors: readonly string[]): void {
    const allowed =
      cors.length === 0
        ? []
        : [
            'access-control-allow-methods',
            'GET, POST, PUT, PATCH, DELETE',
            'access-control-allow-headers',
            'authorization, content-type, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id, idempotency-key',
            'access-control-max-age',
            '600',
          ]
    response.writeHead(204, this.#parts.headers.with(requestId, ...cors, ...allowed)).end()
  }

  #refuse(
    response: ServerResponse,
    requestId: string,
    status: number,
    problem: { readonly error: string; readonly message: string },
  ): void {
    this.#answer(response, requestId, status, { ...problem, trace_id: requestId })
  }

  #answer(response: ServerResponse, requestId: string, status: number, fields: object): void {
    const body = JSON.stringify(fields)
    const length = String(Buffer.byteLength(body))
    response.writeHead(
      status,
      this.#parts.headers.with(requestId, 'content-type', 'application/json', 'content-length', length),
    )
    response.end(body)
  }
}

/**
 * For input that is not an HTTP request. A client that does not close its side after the answer is disconnected, but
 * not at once: otherwise the system would discard the answer while the client still sends.
 */
function hangUp(socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), partingMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

const partingMs = 1000

const none: readonly string[] = []
/** Nothing at these addresses depends on a cookie, so any page may read them. */
const anyOrigin: readonly string[] = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  exposedFields,
]
