import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Log } from '@quipu/kit'
import { newRequestId } from '../telemetry/request-id.ts'
import type { Guard } from './guard.ts'
import { isAmbiguous } from './guard.ts'
import type { AnswerHeaders } from './headers.ts'
import type { McpEndpoint } from './mcp-endpoint.ts'
import type { OAuthDoor } from './oauth-door.ts'
import { isOpenToAnyPage, isPage } from './public-paths.ts'
import type { RestEnv } from './rest.ts'

const healthPaths: ReadonlySet<string> = new Set(['/health', '/api/health/live', '/api/health/ready'])

export interface HttpParts {
  readonly listen: { readonly host: string; readonly port: number }
  readonly endpoints: ReadonlyMap<string, McpEndpoint>
  readonly oauth: OAuthDoor
  readonly site: Hono<RestEnv>
  readonly headers: AnswerHeaders
  readonly log: Log
  readonly requestIds: WeakMap<object, string>
  guardFor(port: number): Guard
  counted(method: string, status: number): void
  /** Somebody asked under a name, or from a page, that is not ours. */
  strayed(request: IncomingMessage, requestId: string): void
}

/** The front door: MCP paths go straight to the core, everything else to the site. */
export class HttpServer {
  readonly #parts: HttpParts
  readonly #server: Server
  readonly #site: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  #guard: Guard

  constructor(parts: HttpParts) {
    this.#parts = parts
    this.#guard = parts.guardFor(parts.listen.port)
    this.#site = getRequestListener(parts.site.fetch, { overrideGlobalObjects: false })
    this.#server = createServer((request, response) => this.#receive(request, response))
    this.#server.on('clientError', (_error, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
    })
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
    return actual
  }

  /** No new work; what is under way may finish. */
  async close(): Promise<void> {
    if (!this.#server.listening) return
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
    })
    this.#server.closeIdleConnections()
    const force = setTimeout(() => this.#server.closeAllConnections(), 5000)
    await closed
    clearTimeout(force)
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const requestId = newRequestId()
    const { url = '/', method = '' } = request
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    if (isAmbiguous(request)) {
      const message = 'The Host or the Authorization header is there twice'
      return this.#refuse(response, requestId, 400, { error: 'invalid_request', message })
    }
    const isOpen = isOpenToAnyPage(path)
    const refusal = healthPaths.has(path) ? undefined : this.#guard.refusal(request, isOpen)
    if (refusal !== undefined) {
      this.#parts.strayed(request, requestId)
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
    response.on('finish', () => this.#parts.counted(method, response.statusCode))
    const elsewhere = method === 'GET' && isPage(path) ? this.#guard.canonical(request) : undefined
    if (elsewhere !== undefined) return void response.writeHead(307, { location: elsewhere }).end()
    if (this.#parts.oauth.owns(path)) void this.#parts.oauth.handle(request, response, path, requestId)
    else void this.#site(request, response)
  }

  #cors(request: IncomingMessage): readonly string[] {
    const origin = this.#guard.foreignOrigin(request)
    if (origin === undefined) return none
    const exposed = 'mcp-session-id, www-authenticate, retry-after, x-request-id'
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
    const body = JSON.stringify({ ...problem, trace_id: requestId })
    const length = String(Buffer.byteLength(body))
    response.writeHead(
      status,
      this.#parts.headers.with(requestId, 'content-type', 'application/json', 'content-length', length),
    )
    response.end(body)
  }
}

const none: readonly string[] = []
/** Nothing at these addresses depends on a cookie, so any page may read them. */
const anyOrigin: readonly string[] = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'www-authenticate, retry-after, x-request-id',
]
