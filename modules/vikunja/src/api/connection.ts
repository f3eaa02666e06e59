import type { Http, HttpAnswer, HttpLimits, HttpRequest, HttpStream } from '@quipu/kit'
import { PortError } from '@quipu/kit'
import type { z } from 'zod'
import { once, tryAgain } from './attempts.ts'
import { codeOf, failureOf, failureOfPort, failureOfWrite } from './failures.ts'
import type { ServerInfo } from './model.ts'
import { operations, type Operation, type OperationName } from './operations.ts'
import { VikunjaError } from './vikunja-error.ts'
import type { WorkQueue } from './work-queue.ts'

/** What all connections to one server have in common. */
export interface SharedServer {
  info(): Promise<ServerInfo>
  readonly writes: WorkQueue
}

type Params = Readonly<Record<string, string | number>>
type Body = Pick<HttpRequest, 'query' | 'json' | 'headers'>

/** Sends operations with one token: the only place that knows paths, retries reads and distinguishes refusals. */
export class Connection {
  readonly #http: Http | null
  readonly #server: SharedServer
  readonly #signal: AbortSignal | undefined

  /** `http` is null for a token that is not a valid header value; no such token exists in Vikunja. */
  constructor(http: Http | null, server: SharedServer, signal: AbortSignal | undefined) {
    this.#http = http
    this.#server = server
    this.#signal = signal
  }

  info(): Promise<ServerInfo> {
    return this.#server.info()
  }

  /** Any success, or 304. Everything else is thrown as a `VikunjaError`. */
  async send(name: OperationName, params: Params = {}, body: Body = {}): Promise<HttpAnswer> {
    const { method, path } = await this.#place(name, params)
    const answer = await this.#ask(path, { ...body, method })
    if (isSuccess(answer)) return answer
    throw await this.#refusal(name, path, answer)
  }

  /** The body as a stream: read it to its end, or cancel it. */
  async open(name: OperationName, params: Params, limits: HttpLimits): Promise<HttpStream> {
    const { path } = await this.#place(name, params)
    const stream = await tryAgain(async () => {
      const opened = await this.#port().open(path, {
        ...this.#stop(),
        ...limits,
        headers: { accept: '*/*' },
      })
      if (opened.status !== 200) await opened.bytes.cancel()
      return opened
    }, this.#signal)
    if (stream.status === 200) return stream
    throw await this.#refusal(name, path, await this.#ask(path, {}))
  }

  /** Writes with the same key run one after the other; all writes do if the server takes one at a time. */
  async write<Result>(key: string | null, work: () => Promise<Result>): Promise<Result> {
    const { hasConcurrentWrites } = await this.info()
    return this.#server.writes.run(hasConcurrentWrites ? key : 'every write', async () => {
      // A caller who gave up while waiting must not write.
      this.#signal?.throwIfAborted()
      return work().catch((error: unknown) => {
        throw failureOfWrite(error)
      })
    })
  }

  /**
   * Whether the token itself is valid: one without a scope gets the same 401 as a revoked one. Since 2.4 a route of v1
   * decides; before, that route accepts everything that looks like a token, so the token must be allowed to read something.
   */
  async isTokenAccepted(): Promise<boolean> {
    const { generation, version } = await this.info()
    if (!isBefore(version, 2, 4)) {
      const isAccepted = await this.#isWelcome('api/v1/token/test')
      if (isAccepted !== null) return isAccepted
    }
    for (const list of ['token/test', 'user', 'projects', 'tasks', 'labels', 'teams', 'notifications']) {
      if (list === 'token/test' && generation === 'v1') continue
      if ((await this.#isWelcome(`api/${generation}/${list}`)) === true) return true
    }
    return false
  }

  /** Null if there is no such route. */
  async #isWelcome(path: string): Promise<boolean | null> {
    const isList = !/user$|test$/.test(path)
    const answer = await this.#ask(path, isList ? { query: { per_page: 1 } } : {})
    if (isSuccess(answer)) return true
    if (answer.status === 401 || answer.status === 403) return false
    if (answer.status === 404 || answer.status === 405) return null
    throw failureOf(answer)
  }

  async #place(name: OperationName, params: Params): Promise<{ method: Method; path: string }> {
    const { generation, version } = await this.info()
    if (isBefore(version, 1, 0))
      throw new VikunjaError('unsupported', `Vikunja ${version} is too old; it must be 1.0 or later`)
    const operation: Operation = operations[name]
    const [method, template] = (operation[generation] ?? '').split(' ')
    if (template === undefined)
      throw new VikunjaError('unsupported', `Vikunja ${version} cannot do this; it must be 2.5 or later`)
    const path = template.replace(/\{(\w+)\}/g, (_, param: string) => encoded(params[param] ?? ''))
    // The table above has the method before the space.
    return { method: method as Method, path: `api/${generation}${path}` }
  }

  #ask(path: string, request: HttpRequest): Promise<HttpAnswer> {
    const send = () => this.#port().send(path, { ...request, ...this.#stop() })
    return (request.method ?? 'GET') === 'GET' ? tryAgain(send, this.#signal) : once(send)
  }

  #port(): Http {
    if (this.#http === null) throw unauthorized()
    return this.#http
  }

  async #refusal(name: OperationName, path: string, answer: HttpAnswer): Promise<VikunjaError> {
    if (answer.status === 412 && codeOf(answer) === undefined) return changedMeanwhile()
    if (answer.status !== 401) return failureOf(answer)
    if (!(await this.isTokenAccepted())) return unauthorized()
    const { generation } = await this.info()
    const { scope: named, readsBy }: Operation = operations[name]
    const isReadRefused = readsBy !== undefined && (await this.#ask(path, {})).status === 401
    const scope = isReadRefused ? readsBy : typeof named === 'string' ? named : named[generation]
    return new VikunjaError(
      'missing-scope',
      `The Vikunja token lacks ${scope}; make a new token with it in Vikunja under Settings, API Tokens`,
      { scope },
    )
  }

  #stop(): { signal?: AbortSignal } {
    return this.#signal === undefined ? {} : { signal: this.#signal }
  }
}

/** The answer, parsed into our model. */
export function read<Schema extends z.ZodType>(schema: Schema, answer: HttpAnswer): z.output<Schema> {
  try {
    return schema.parse(answer.json())
  } catch (error) {
    if (error instanceof PortError) throw failureOfPort(error)
    throw new VikunjaError('bad-answer', 'Vikunja answers in a form that is not its own; check VIKUNJA_URL')
  }
}

function unauthorized(): VikunjaError {
  return new VikunjaError(
    'unauthorized',
    'Vikunja does not accept this token: it is unknown, expired or revoked; make a new one in Vikunja under Settings, API Tokens',
  )
}

export function changedMeanwhile(): VikunjaError {
  return new VikunjaError('conflict', 'It was changed since you saw it; read it again, then decide')
}

/** An unknown version, such as that of a build from source, is taken for the newest. */
export function isBefore(version: string, major: number, minor: number): boolean {
  const [, first, second] = /^v?(\d+)\.(\d+)/.exec(version) ?? []
  if (first === undefined) return false
  return Number(first) < major || (Number(first) === major && Number(second) < minor)
}

type Method = NonNullable<HttpRequest['method']>

function isSuccess({ status }: HttpAnswer): boolean {
  return (status >= 200 && status < 300) || status === 304
}

/** A segment of dots would step up in the path. */
function encoded(value: string | number): string {
  const text = String(value)
  if (/^\.*$/.test(text)) throw new VikunjaError('not-found', 'Vikunja has nothing by this name')
  return encodeURIComponent(text)
}
