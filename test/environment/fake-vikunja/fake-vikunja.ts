import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openDocuments } from './documents.ts'
import { otherRoutes } from './other-routes.ts'
import { projectRoutes } from './project-routes.ts'
import { Refused } from './refused.ts'
import { both, type Answer, type Asked, type Generation, type Route } from './route.ts'
import { Scopes } from './scopes.ts'
import { Shower } from './shown.ts'
import { taskRoutes } from './task-routes.ts'
import { World } from './world.ts'

export interface FakeOptions {
  /** Of Vikunja; v2 is there since 2.4. Default: 2.5. */
  readonly version?: '0.24' | '1.0' | '2.3' | '2.4' | '2.5'
  /** False as on SQLite: a second write at the same time fails. Default: true. */
  readonly hasConcurrentWrites?: boolean
  readonly maxItemsPerPage?: number
  /** Default: 127.0.0.1. */
  readonly host?: string
  /** False where its own speed counts: nothing is held to the documents. Default: true. */
  readonly isHeldToDocuments?: boolean
}

/** True: it has answered, and the fake does nothing more. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean

export interface SeenRequest {
  readonly line: string
  readonly authorization: string | undefined
  readonly body: unknown
}

/**
 * A Vikunja server for tests, on a port of its own, with its behaviour and its traps. Every request and answer is held
 * to Vikunja's own documents; closing it fails if one of them was violated.
 */
export class FakeVikunja implements AsyncDisposable {
  readonly world = new World()
  readonly requests: SeenRequest[] = []
  readonly violations: string[] = []
  /** Stands before every route, to be slow, away or wrong. */
  intercept: Intercept = () => false
  /** A request is processed once this has resolved, even if its sender is gone by then. */
  delay: (request: IncomingMessage) => Promise<void> = async () => {}
  readonly #options: Required<FakeOptions>
  readonly #documents: ReturnType<typeof openDocuments>
  readonly #routes: readonly Route[]
  readonly #scopes: Scopes
  // As Vikunja, it does not close a connection that is idle for a few seconds.
  readonly #server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  #isWriting = false

  private constructor(options: FakeOptions) {
    const defaults = {
      version: '2.5',
      hasConcurrentWrites: true,
      maxItemsPerPage: 50,
      host: '127.0.0.1',
      isHeldToDocuments: true,
    } as const
    this.#options = { ...defaults, ...options }
    this.#documents = this.#options.isHeldToDocuments ? openDocuments() : undefined
    const version = Number(this.#options.version)
    const info = both('GET /info', 'GET /info', () => ({ body: this.#info() }), { isPublic: true })
    this.#routes = [...info, ...taskRoutes, ...projectRoutes, ...otherRoutes].filter(
      ({ generation, since }) => version >= Math.max(since, generation === 'v2' ? 2.4 : 0),
    )
    this.#scopes = new Scopes(this.#routes)
  }

  static async start(options: FakeOptions = {}): Promise<FakeVikunja> {
    const fake = new FakeVikunja(options)
    fake.#server.listen(0, fake.#options.host)
    await once(fake.#server, 'listening')
    return fake
  }

  get url(): string {
    // It listens on a port, so the address is not that of a pipe, and it is open.
    const { address, port, family } = this.#server.address() as AddressInfo
    return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`
  }

  /** Whether the documents are there, so that a run without violations means something. */
  get isChecked(): boolean {
    return this.#documents !== undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    if (this.violations.length > 0)
      throw new Error(`The API documents of Vikunja are violated:\n${this.violations.join('\n')}`)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request)
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const { authorization } = request.headers
    this.requests.push({ line: `${request.method} ${request.url}`, authorization, body })
    if (this.intercept(request, response)) return
    await this.delay(request)
    const url = new URL(request.url ?? '', 'http://fake')
    const found = this.#find(request.method ?? '', url.pathname)
    if (found === undefined) return send(response, 404, { body: { message: 'Not Found' } })
    const { route, params } = found
    const asked = { params, query: url.searchParams, headers: request.headers, body }
    const answer = await this.#answer(route, authorization, asked)
    this.#check(route, request, asked, answer)
    send(response, answer.status ?? 200, answer)
  }

  #find(method: string, path: string): { route: Route; params: Record<string, string> } | undefined {
    for (const route of this.#routes) {
      if (route.method !== method) continue
      const pattern = `^/api/${route.generation}${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`
      const match = new RegExp(pattern).exec(path)
      if (match !== null) {
        const groups = Object.entries(match.groups ?? {})
        return {
          route,
          params: Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)])),
        }
      }
    }
    return undefined
  }

  async #answer(
    route: Route,
    authorization: string | undefined,
    request: Pick<Asked, 'params' | 'query' | 'headers' | 'body'>,
  ): Promise<Answer> {
    const { generation } = route
    try {
      const user = route.isPublic ? 0 : this.#userOf(route, authorization)
      const asked: Asked = {
        ...request,
        world: this.world,
        generation,
        user,
        show: new Shower(this.world, user),
        maxItemsPerPage: this.#options.maxItemsPerPage,
        expand: request.query.getAll(Number(this.#options.version) < 2.2 ? 'expand[]' : 'expand'),
        id: (param) => idOf(request.params[param] ?? ''),
      }
      const answer = route.method === 'GET' ? route.run(asked) : await this.#write(() => route.run(asked))
      return answer.items === undefined ? answer : paged(asked, answer.items)
    } catch (error) {
      if (error instanceof Refused) return refusalOf(generation, error)
      throw error
    }
  }

  /** On SQLite, two writes at once end with one of them refused. */
  async #write(run: () => Answer): Promise<Answer> {
    if (this.#options.hasConcurrentWrites) return run()
    if (this.#isWriting) throw new Refused(500, 0, 'Internal Server Error')
    this.#isWriting = true
    await pause(2)
    try {
      return run()
    } finally {
      this.#isWriting = false
    }
  }

  /** A token without the scope of a route is refused with the very words for one that is unknown. */
  #userOf(route: Route, authorization = ''): number {
    const token = authorization.replace(/^Bearer /, '')
    const row = this.world.tokens.get(token)
    const isTest = route.generation === 'v1' && route.path === '/token/test'
    // Until 2.3 the test looks at nothing but the first letters.
    if (isTest && Number(this.#options.version) < 2.4 && token.startsWith('tk_')) return 0
    const refused = new Refused(401, 11, 'missing, malformed, expired or otherwise invalid token provided')
    if (row === undefined || row.isExpired || this.world.disabled.has(row.user)) throw refused
    if (row.scopes === undefined || (route.generation === 'v1' && route.path === '/token/test'))
      return row.user
    const isClosed = !this.#scopes.isOpen(route, row.scopes)
    // A partial update of v2 reads with the same token first.
    const read = { ...route, method: 'GET' }
    if (isClosed || (route.method === 'PATCH' && !this.#scopes.isOpen(read, row.scopes))) throw refused
    // Before 1.0 no API token could ask whose it is.
    if (route.path === '/user' && Number(this.#options.version) < 1) throw refused
    return row.user
  }

  #info(): unknown {
    return {
      version: `v${this.#options.version}.0`,
      frontend_url: 'https://vikunja.example/',
      motd: '',
      max_items_per_page: this.#options.maxItemsPerPage,
      max_file_size: '20MB',
      task_attachments_enabled: true,
      task_comments_enabled: true,
      ...(Number(this.#options.version) < 2.4
        ? {}
        : { concurrent_writes: this.#options.hasConcurrentWrites }),
    }
  }

  #check(
    route: Route,
    request: IncomingMessage,
    { query, body }: Pick<Asked, 'query' | 'body'>,
    { status = 200, body: answered }: Answer,
  ): void {
    const contentType = request.headers['content-type'] ?? ''
    const { generation, method, path } = route
    const exchange = { generation, method, path, query, contentType, sent: body, status, answered }
    this.violations.push(...(this.#documents?.violations(exchange) ?? []))
  }
}

function idOf(text: string): number {
  if (!/^-?\d+$/.test(text)) throw new Refused(400, 2004, 'Invalid model provided.')
  return Number(text)
}

/** v1 limits the page size to the server's maximum; v2 uses what is requested. Both count pages from 1. */
function paged({ generation, query, maxItemsPerPage }: Asked, items: NonNullable<Answer['items']>): Answer {
  const all = items.all as readonly never[]
  const page = Number(query.get('page') ?? 1)
  const requested = Number(query.get('per_page') ?? (generation === 'v1' ? maxItemsPerPage : 50))
  const perPage = generation === 'v1' ? Math.min(requested, maxItemsPerPage) : requested
  const shown = all.slice((page - 1) * perPage, page * perPage).map((item) => items.show(item))
  const pages = Math.ceil(all.length / perPage)
  if (generation === 'v2')
    return { body: { items: shown, total: all.length, page, per_page: perPage, total_pages: pages } }
  const headers = {
    'x-pagination-total-pages': String(shown.length === 0 ? 0 : pages),
    'x-pagination-result-count': String(shown.length),
  }
  return { body: shown, headers }
}

function refusalOf(generation: Generation, { status, code, message }: Refused): Answer {
  // The check of the token stands before both generations, and answers in the form of v1.
  if (generation === 'v1' || status === 401)
    return { status, body: code === 0 ? { message } : { code, message } }
  const problem = { title: message, status, detail: message }
  const headers = { 'content-type': 'application/problem+json' }
  return { status, headers, body: code === 0 ? problem : { ...problem, code } }
}

function send(response: ServerResponse, status: number, { body, file, headers = {} }: Answer): void {
  if (file !== undefined) {
    const length = String(file.bytes.byteLength)
    response
      .writeHead(status, { 'content-type': file.type, 'content-length': length, ...headers })
      .end(file.bytes)
  } else if (body === undefined) response.writeHead(status, headers).end()
  else
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
