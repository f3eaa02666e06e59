import type { ServerResponse } from 'node:http'
import type { Responder } from '../mcp/responder.ts'
import type { EventStream } from '../sessions/event-stream.ts'
import { answerTogether } from './answer-together.ts'
import type { AnswerHeaders } from './headers.ts'

const keepAliveMs = 15_000
/** How much a client may leave unread before its connection is closed. */
const mostUnread = 4 * 1024 * 1024
const streamHead = [
  'content-type',
  'text/event-stream',
  'x-accel-buffering',
  'no',
  'connection',
  'keep-alive',
]

export interface McpResponderInit {
  readonly response: ServerResponse
  readonly headers: AnswerHeaders
  readonly requestId: string
  /** Headers of every answer, as a flat list. */
  readonly edgeFields: readonly string[]
  /** False when the client cannot read a stream; messages before the answer are then dropped. */
  readonly canStream: boolean
  /** For a legacy session: messages are numbered and kept for a client that reconnects. */
  readonly newStream?: (() => EventStream) | undefined
}

/** One HTTP answer: plain JSON or, if something must be sent before it, a stream of events. */
export class McpResponder implements Responder {
  readonly transport = 'http'
  readonly isShared = false
  readonly #init: McpResponderInit
  #stream: EventStream | undefined
  #isStreaming = false
  #isAnswered = false
  #timer: NodeJS.Timeout | undefined

  constructor(init: McpResponderInit) {
    this.#init = init
  }

  get canSend(): boolean {
    return this.#init.canStream
  }

  get isStreaming(): boolean {
    return this.#isStreaming
  }

  /** Everything was written, even if it has not been sent yet. */
  get isAnswered(): boolean {
    return this.#isAnswered || this.#init.response.writableEnded
  }

  send(json: string): void {
    const { canStream, response } = this.#init
    if (!canStream || this.#isAnswered) return
    this.#startStream()
    if (this.#stream !== undefined) this.#stream.send(json)
    else if (response.writableLength > mostUnread) response.destroy()
    else response.write(`event: message\ndata: ${json}\n\n`)
  }

  answer(status: number, json?: string, more?: Readonly<Record<string, string>>): void {
    const { response, headers, requestId, edgeFields } = this.#init
    clearInterval(this.#timer)
    if (this.#isStreaming) {
      if (json !== undefined) this.send(json)
      if (this.#stream !== undefined) this.#stream.end()
      else response.end()
      return
    }
    if (this.#isAnswered || response.headersSent) return
    this.#isAnswered = true
    const extra = more === undefined ? edgeFields : [...edgeFields, ...Object.entries(more).flat()]
    if (json === undefined) {
      response.writeHead(status, headers.with(requestId, 'content-length', '0', ...extra)).end()
      return
    }
    const bytes = Buffer.byteLength(json)
    response.statusCode = status
    answerTogether({
      response,
      head: headers.with(
        requestId,
        'content-type',
        'application/json',
        'content-length',
        String(bytes),
        ...extra,
      ),
      body: json,
      // Plain ASCII text is written faster, because it needs no encoding check.
      encoding: bytes === json.length ? 'latin1' : 'utf8',
    })
  }

  keepOpen(): void {
    this.#startStream()
    this.#timer = setInterval(() => this.#init.response.write(':\n\n'), keepAliveMs)
  }

  onClose(listener: () => void): void {
    const { response } = this.#init
    if (response.closed && !this.isAnswered) return listener()
    response.on('close', () => {
      clearInterval(this.#timer)
      if (!this.isAnswered) listener()
    })
  }

  #startStream(): void {
    if (this.#isStreaming) return
    this.#isStreaming = true
    const { response, headers, requestId, edgeFields, newStream } = this.#init
    response.writeHead(200, headers.with(requestId, ...streamHead, ...edgeFields))
    this.#stream = newStream?.()
    this.#stream?.attach(response)
  }
}
