import type { Caller } from '@quipu/kit'
import type { View } from '../mcp/exchange.ts'
import { readHello } from '../mcp/legacy.ts'
import type { Message } from '../mcp/protocol.ts'
import { errorJson, readMessage } from '../mcp/protocol.ts'
import type { Responder } from '../mcp/responder.ts'
import type { LegacySession } from '../sessions/legacy-session.ts'
import type { SessionTimes } from '../sessions/session.ts'
import type { HttpExchange, McpEndpoint, McpParts } from './mcp-endpoint.ts'
import { asRpcError, lostSession } from './rpc-failure.ts'

/** The version that introduced this transport. A client says which one it speaks in its first message. */
const protocolVersion = '2024-11-05'
const streamHead = [
  'content-type',
  'text/event-stream',
  'x-accel-buffering',
  'no',
  'connection',
  'keep-alive',
]
const idField = 'sessionId'

export interface SseOptions {
  /** Of the MCP endpoint that it belongs to. */
  readonly path: string
  readonly times: SessionTimes
  readonly appUrl: string
  readonly stream: string
  readonly messages: string
}

/**
 * The transport of 2024-11-05: one stream for all messages of the server, and an address for messages of the client,
 * which any instance accepts.
 */
export class SseEndpoint {
  readonly #door: McpEndpoint
  readonly #parts: McpParts
  readonly #options: SseOptions

  constructor(door: McpEndpoint, parts: McpParts, options: SseOptions) {
    this.#door = door
    this.#parts = parts
    this.#options = options
  }

  readonly stream = {
    handle: (http: HttpExchange) =>
      this.#guarded(http, this.#options.stream, 'GET', (caller) => this.#open(http, caller)),
  }

  readonly messages = {
    handle: (http: HttpExchange) => {
      const search = new URLSearchParams(http.search)
      const id = search.get(idField) ?? ''
      search.delete(idField)
      // The view depends only on the rest.
      const rest = { ...http, search: search.size === 0 ? '' : `?${search.toString()}` }
      return this.#guarded(rest, this.#options.messages, 'POST', (caller, view) =>
        this.#receive(rest, id, caller, view),
      )
    },
  }

  async #guarded(
    http: HttpExchange,
    path: string,
    method: 'GET' | 'POST',
    work: (caller: Caller, view: View) => Promise<void>,
  ): Promise<void> {
    const { appUrl, stream } = this.#options
    try {
      const { caller, view } = await this.#door.enter(http, appUrl + stream)
      if (http.request.method !== method) return this.#door.refuseMethod(http, method)
      await work(caller, view)
    } catch (error) {
      this.#door.fail(http, undefined, error)
    } finally {
      this.#parts.counted(path, http.response.statusCode)
    }
  }

  async #open(http: HttpExchange, caller: Caller): Promise<void> {
    const { request, response, requestId } = http
    const { sessions, watch, headers } = this.#parts
    const { path: endpoint, times, messages } = this.#options
    const userAgent = request.headers['user-agent']
    const session = await sessions.create({
      caller,
      client: undefined,
      userAgent,
      capabilities: {},
      protocolVersion,
      endpoint,
      times,
      transport: 'sse',
      requestId,
    })
    const search = new URLSearchParams(http.search)
    search.set(idField, session.id)
    response.writeHead(200, headers.with(requestId, ...streamHead, ...http.cors, ...(http.limitFields ?? [])))
    response.on('close', watch.add({ caller, end: () => response.end() }))
    sessions.connect(session, response, `event: endpoint\ndata: ${messages}?${search.toString()}\n\n`)
  }

  async #receive(http: HttpExchange, id: string, caller: Caller, view: View): Promise<void> {
    const session = await this.#parts.sessions.find(caller.userId, id)
    if (session === undefined || session === 'terminated') throw lostSession()
    const { transport, endpoint } = session.start
    if (transport !== 'sse' || endpoint !== this.#options.path) throw lostSession()
    const message = readMessage(await this.#door.read(http, caller))
    this.#door.accept(http)
    await this.#answer(http, session, message, caller, view)
  }

  /** The request was answered with 202: everything else is sent on the stream. */
  async #answer(
    { requestId }: HttpExchange,
    session: LegacySession,
    message: Message,
    caller: Caller,
    view: View,
  ): Promise<void> {
    const { legacy, sessions, log } = this.#parts
    const responder = new StreamResponder((json) => sessions.say(session, json))
    try {
      if (message.method === 'initialize') {
        const hello = readHello(message)
        await sessions.greet(session, hello)
        responder.answer(200, legacy.welcome(message.id, hello, view, caller.role))
      } else await legacy.answer({ message, caller, view, requestId, responder, session })
    } catch (error) {
      if (message.id !== undefined)
        responder.answer(200, errorJson(message.id, asRpcError(log, error, requestId), requestId))
    }
    await responder.said().catch((error: unknown) => {
      log.error({ err: error, request_id: requestId }, 'an answer did not reach its stream')
    })
  }
}

/** Sends messages one after the other on a connection that all requests of a session share. */
class StreamResponder implements Responder {
  readonly transport = 'http'
  readonly isShared = true
  readonly canSend = true
  readonly #say: (json: string) => Promise<void>
  #last: Promise<void> = Promise.resolve()
  #isAnswered = false

  constructor(say: (json: string) => Promise<void>) {
    this.#say = say
  }

  send(json: string): void {
    this.#last = this.#last.then(() => this.#say(json))
    // `said` reports it at the latest.
    this.#last.catch(() => {})
  }

  answer(_status: number, json?: string): void {
    if (json === undefined || this.#isAnswered) return
    this.#isAnswered = true
    this.send(json)
  }

  said(): Promise<void> {
    return this.#last
  }

  keepOpen(): void {}

  onClose(): void {}
}
