import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller, EndpointRules, Log } from '@quipu/kit'
import { limitKey } from '../calls/allowance.ts'
import { ScopeMissing } from '../calls/permission.ts'
import { AuthFailure, insufficientScope } from '../identity/auth-failure.ts'
import { answerBatch, readBatch } from '../mcp/batch.ts'
import type { Guests } from '../identity/guests.ts'
import type { View } from '../mcp/exchange.ts'
import type { Hello, LegacyEra } from '../mcp/legacy.ts'
import { readHello } from '../mcp/legacy.ts'
import type { ModernEra } from '../mcp/modern.ts'
import { isModern } from '../mcp/modern.ts'
import { parseJson } from '../input/parse-json.ts'
import type { Message, RequestId } from '../mcp/protocol.ts'
import { code, errorJson, legacyVersions, readMessage, RpcError } from '../mcp/protocol.ts'
import type { LegacySession } from '../sessions/legacy-session.ts'
import type { LegacySessions } from '../sessions/legacy-sessions.ts'
import type { SessionTimes } from '../sessions/session.ts'
import { isSessionId } from '../sessions/session.ts'
import type { StreamWatch } from '../sessions/stream-watch.ts'
import type { Admission } from './admission.ts'
import { TooMany } from './admission.ts'
import { limitName } from '../limits/declared-limits.ts'
import type { Decision, LimitDoor } from '../limits/limits.ts'
import type { AnswerHeaders } from './headers.ts'
import { LimitFields } from './limit-fields.ts'
import { McpResponder } from './mcp-responder.ts'
import { asRpcError, headersOfFailure, lostSession } from './rpc-failure.ts'
import { readBody } from '../input/read-body.ts'

export interface McpParts {
  readonly modern: ModernEra
  readonly legacy: LegacyEra
  readonly sessions: LegacySessions
  /** Ends streams when the credential that opened them becomes invalid. */
  readonly watch: StreamWatch
  readonly admission: Admission
  readonly limits: LimitDoor
  readonly headers: AnswerHeaders
  readonly bodyLimitBytes: number
  readonly log: Log
  counted(endpoint: string, status: number): void
  /** Called with a caller who was admitted, or without one for a request that was refused. */
  called(request: IncomingMessage, status: number, requestId: string, caller: Caller | undefined): void
}

export interface HttpExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly search: string
  readonly requestId: string
  readonly cors: readonly string[]
  /** Set when the request was counted. */
  limitFields?: readonly string[]
  /** Set when something is being answered. */
  responder?: McpResponder
}

export interface EndpointOptions {
  /** The audience of tokens for it. */
  readonly resource: string
  readonly path: string
  readonly rules: EndpointRules
  readonly times: SessionTimes
  /** Authenticates callers, if the module has its own. */
  readonly guests?: Guests | undefined
  viewOf(search: string): View | undefined
}

/** One URL that speaks MCP, in both eras. */
export class McpEndpoint {
  readonly #parts: McpParts
  readonly #options: EndpointOptions
  readonly #resource: string
  readonly #limitFields: LimitFields | undefined

  constructor(parts: McpParts, options: EndpointOptions) {
    this.#parts = parts
    this.#options = options
    this.#resource = options.resource
    const { path, rules } = options
    this.#limitFields = rules.limit && new LimitFields({ name: path, policy: rules.limit })
  }

  async handle(http: HttpExchange): Promise<void> {
    let message: Message | undefined
    let admitted: Caller | undefined
    try {
      const { caller, view } = await this.enter(http, this.#resource)
      admitted = caller
      const { method } = http.request
      if (method === 'GET') return await this.#resume(http, caller)
      if (method === 'DELETE') return await this.#terminate(http, caller)
      if (method !== 'POST') return this.refuseMethod(http, 'POST', 'POST, GET, DELETE')
      const body = await this.read(http, caller)
      if (Array.isArray(body)) return await this.#answerBatch(http, body, caller, view)
      message = readMessage(body)
      await this.#answerMessage(http, message, caller, view)
    } catch (error) {
      this.fail(http, message, error)
    } finally {
      this.#parts.counted(this.#options.path, http.response.statusCode)
      if (this.#options.guests === undefined)
        this.#parts.called(http.request, http.response.statusCode, http.requestId, admitted)
    }
  }

  /** The caller and their profile. A token for the endpoint is valid at each of its resources. */
  async enter(
    http: HttpExchange,
    resource: string,
  ): Promise<{ readonly caller: Caller; readonly view: View }> {
    const admitted = this.#admit(http, resource)
    const caller = admitted instanceof Promise ? await admitted : admitted
    const allowed = this.#demandAllowance(http, caller)
    if (allowed !== undefined) await allowed
    const { needs = [] } = this.#options.rules
    if (!needs.every((need) => caller.permissions.has(need))) throw new ScopeMissing(needs)
    const view = this.#options.viewOf(http.search)
    if (view === undefined) throw new UnknownProfile(unknownProfile)
    return { caller, view }
  }

  #admit(http: HttpExchange, resource: string): Caller | Promise<Caller> {
    const { admission } = this.#parts
    const { guests } = this.#options
    if (guests === undefined) return admission.admit(http, resource, http.search, [this.#resource])
    const { authorization } = http.request.headers
    return admission.admitBy(http, () => guests.admit(authorization)).then(({ caller }) => caller)
  }

  /** The body, whose size limit depends on the caller's permissions. */
  async read(http: HttpExchange, { permissions }: Caller): Promise<unknown> {
    demandJson(http.request)
    const { bodyLimit } = this.#options.rules
    const isRaised = bodyLimit !== undefined && permissions.has(bodyLimit.needs)
    const most = isRaised ? bodyLimit.bytes : this.#parts.bodyLimitBytes
    return parseJson(await readBody(http.request, most))
  }

  refuseMethod(http: HttpExchange, method: string, allow: string = method): void {
    this.#answer(http, 405, { error: 'method_not_allowed', message: `Use ${method}` }, { allow })
  }

  /** The message was accepted; its outcome is sent elsewhere. */
  accept(http: HttpExchange): void {
    this.#responder(http).answer(202)
  }

  /** Await it if it is a promise: some limits are counted elsewhere. */
  #demandAllowance(http: HttpExchange, caller: Caller): Promise<void> | undefined {
    const { path, rules } = this.#options
    const { limit } = rules
    if (limit === undefined) return undefined
    const allowance = this.#parts.limits.consume(
      limitName('endpoint', path, limit),
      limit,
      limitKey(limit, caller),
    )
    if (allowance instanceof Promise) return allowance.then((decided) => this.#allow(http, decided))
    this.#allow(http, allowance)
    return undefined
  }

  #allow(http: HttpExchange, allowance: Decision): void {
    if (this.#limitFields !== undefined) http.limitFields = this.#limitFields.of(allowance)
    if (!allowance.ok) throw new TooMany(allowance.retryAfterSeconds)
  }

  #answerMessage(http: HttpExchange, message: Message, caller: Caller, view: View): Promise<void> | void {
    const { request, requestId } = http
    const version = header(request, 'mcp-protocol-version')
    if (isModern(message, version)) {
      const responder = this.#responder(http)
      return this.#parts.modern.answer({
        message,
        caller,
        view,
        requestId,
        responder,
        headers: request.headers,
      })
    }
    if (version !== undefined && !legacyVersions.includes(version)) {
      throw new RpcError(code.transport, `Unsupported protocol version: ${version.slice(0, 40)}`, {
        status: 400,
      })
    }
    if (message.method === 'initialize') return this.#initialize(http, message, caller, view)
    return this.#answerLegacy(http, message, caller, view)
  }

  async #answerLegacy(http: HttpExchange, message: Message, caller: Caller, view: View): Promise<void> {
    const { requestId } = http
    const session = await this.#session(http, caller)
    const responder = this.#responder(http, session, message.id)
    return this.#parts.legacy.answer({ message, caller, view, requestId, responder, session })
  }

  async #answerBatch(
    http: HttpExchange,
    items: readonly unknown[],
    caller: Caller,
    view: View,
  ): Promise<void> {
    const { requestId } = http
    const session = await this.#session(http, caller)
    const version = header(http.request, 'mcp-protocol-version') ?? session?.start.protocolVersion
    const messages = readBatch(items, version ?? oldestVersion)
    await this.#parts.admission.countMore(http, caller, messages.length - 1)
    return answerBatch(messages, {
      responder: this.#responder(http, session),
      requestId,
      answer: (message, responder) =>
        this.#parts.legacy.answer({ message, caller, view, requestId, responder, session }),
      asRpcError: (error) => this.#asRpcError(error, requestId),
    })
  }

  async #initialize(http: HttpExchange, message: Message, caller: Caller, view: View): Promise<void> {
    const { legacy, sessions } = this.#parts
    const hello = readHello(message)
    const id = this.#createsSessions ? this.#namedSession(http) : undefined
    if (id !== undefined) {
      const former = await sessions.find(caller.userId, id)
      if (former === 'terminated') throw lostSession()
      if (former !== undefined) await sessions.replace(former)
    }
    const session = await this.#begin(http, caller, hello, id)
    const welcome = legacy.welcome(message.id, hello, view, caller.role)
    this.#responder(http).answer(200, welcome, { 'mcp-session-id': session.id })
  }

  #begin(http: HttpExchange, caller: Caller, hello: Hello, id: string | undefined): Promise<LegacySession> {
    const { path: endpoint, times } = this.#options
    const { requestId, request } = http
    const userAgent = header(request, 'user-agent')
    return this.#parts.sessions.create({ caller, id, userAgent, endpoint, times, requestId, ...hello })
  }

  /**
   * The session that the request names; undefined if it names none. An unknown one makes the client begin a new
   * session.
   */
  async #session(http: HttpExchange, caller: Caller): Promise<LegacySession | undefined> {
    const id = this.#namedSession(http)
    if (id === undefined) return undefined
    const session = await this.#parts.sessions.find(caller.userId, id)
    if (session !== undefined && session !== 'terminated') {
      // A session of the old transport has a stream and an address of its own.
      if (session.start.transport === 'sse') throw lostSession()
      return session
    }
    const isToBegin = this.#createsSessions && http.request.method !== 'DELETE'
    if (session === 'terminated' || !isToBegin) throw lostSession()
    const protocolVersion = header(http.request, 'mcp-protocol-version') ?? oldestVersion
    return this.#begin(http, caller, { protocolVersion, client: undefined, capabilities: {} }, id)
  }

  #namedSession({ request }: HttpExchange): string | undefined {
    const id = header(request, 'mcp-session-id')
    if (id === undefined || isSessionId(id)) return id
    if (!this.#createsSessions) throw lostSession()
    throw new RpcError(code.transport, 'Mcp-Session-Id must have 1 to 200 visible ASCII characters', {
      status: 400,
    })
  }

  async #resume(http: HttpExchange, caller: Caller): Promise<void> {
    const session = await this.#session(http, caller)
    if (session === undefined) return this.#refuseWithoutSession(http)
    const connect = await this.#parts.sessions.open(session, header(http.request, 'last-event-id'))
    if (connect === undefined)
      throw new RpcError(code.transport, 'Nothing is kept for this Last-Event-ID any more', { status: 400 })
    const { response, requestId } = http
    if (response.destroyed) return
    const head = [
      'content-type',
      'text/event-stream',
      'x-accel-buffering',
      'no',
      'mcp-session-id',
      session.id,
    ]
    response.writeHead(200, this.#parts.headers.with(requestId, ...head, ...edgeFields(http)))
    const { watch, sessions, log } = this.#parts
    const changed = () => {
      sessions
        .narrow(session)
        .catch((error: unknown) => log.error({ err: error }, 'a session was not narrowed'))
    }
    response.on('close', watch.add({ caller, end: () => response.end(), changed }))
    connect(response)
  }

  async #terminate(http: HttpExchange, caller: Caller): Promise<void> {
    const session = await this.#session(http, caller)
    if (session === undefined) return this.#refuseWithoutSession(http)
    await this.#parts.sessions.terminate(session)
    this.#answer(http, 200, this.#options.rules.sessions?.ended ?? { ok: true })
  }

  /** Whether an unknown session id begins a session with that id. */
  get #createsSessions(): boolean {
    return this.#options.rules.sessions?.unknown === 'create'
  }

  /** In the format of the contract, which has no other field. */
  #refuseWithoutSession(http: HttpExchange): void {
    this.#responder(http).answer(400, '{"error":"Invalid or missing session"}')
  }

  #responder(http: HttpExchange, session?: LegacySession, messageId?: RequestId): McpResponder {
    const { request, response, requestId } = http
    const accept = request.headers.accept ?? '*/*'
    http.responder = new McpResponder({
      response,
      headers: this.#parts.headers,
      requestId,
      edgeFields: edgeFields(http),
      canStream: accept.includes('text/event-stream') || accept.includes('*/*'),
      newStream: session && (() => session.newStream(messageId)),
    })
    return http.responder
  }

  fail(http: HttpExchange, message: Message | undefined, error: unknown): void {
    const { response, requestId } = http
    // Once a stream has begun, an error can only be sent on it.
    if (http.responder?.isStreaming === true) {
      return http.responder.answer(200, errorJson(message?.id, this.#asRpcError(error, requestId), requestId))
    }
    if (http.responder?.isAnswered === true) return
    if (response.headersSent && !response.writableEnded) response.end()
    if (response.headersSent || response.destroyed) return
    if (error instanceof AuthFailure) return this.#refuse(http, error)
    if (error instanceof ScopeMissing)
      return this.#refuse(http, insufficientScope(this.#resource, error.needs, http.search))
    if (error instanceof UnknownProfile)
      return this.#answer(http, 400, { error: 'invalid_request', message: error.message })
    if (error instanceof TooMany) {
      return this.#answer(
        http,
        429,
        { error: 'rate_limited', message: error.message },
        { 'retry-after': String(error.retryAfterSeconds) },
      )
    }
    const rpc = this.#asRpcError(error, requestId)
    this.#responder(http).answer(rpc.status, errorJson(message?.id, rpc, requestId), headersOfFailure(error))
  }

  #refuse(http: HttpExchange, failure: AuthFailure): void {
    this.#answer(http, failure.status, { ...failure.body }, { 'www-authenticate': failure.challenge })
  }

  #asRpcError(error: unknown, requestId: string): RpcError {
    return asRpcError(this.#parts.log, error, requestId)
  }

  #answer(
    http: HttpExchange,
    status: number,
    body: Readonly<Record<string, unknown>>,
    more?: Readonly<Record<string, string>>,
  ): void {
    const json = JSON.stringify('error' in body ? { ...body, trace_id: http.requestId } : body)
    this.#responder(http).answer(status, json, more)
  }
}

/** The headers of every answer to this request: who may read it, and how many more requests are allowed. */
function edgeFields({ cors, limitFields = [] }: HttpExchange): readonly string[] {
  return cors.length === 0 ? limitFields : [...cors, ...limitFields]
}

const unknownProfile =
  'The address names no profile: modules names modules that are here, readonly is 1 or 0, and each is given once'

class UnknownProfile extends Error {
  override readonly name = 'UnknownProfile'
}

/** The version that the protocol assumes for a client that names none. */
const oldestVersion = '2025-03-26'

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

function demandJson(request: IncomingMessage): void {
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new RpcError(code.transport, 'Content-Type must be application/json', { status: 415 })
  }
}
