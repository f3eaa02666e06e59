import { randomUUID } from 'node:crypto'
import type { ClientInfo, InputRequest, LogLevel } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { EventStream, streamOf } from './event-stream.ts'

type Fields = Readonly<Record<string, unknown>>

export interface SessionStart {
  readonly userId: string
  readonly client: ClientInfo | undefined
  readonly capabilities: Fields
  readonly protocolVersion: string
}

const mostStreams = 50
const askingSeconds = 600

/** What a client of the earlier era agreed on when it said hello, and what is under way with it. */
export class LegacySession {
  readonly id = randomUUID()
  readonly start: SessionStart
  logLevel: LogLevel = 'info'
  lastUsedAt: Date
  readonly subscriptions = new Set<string>()
  /** Requests of the client that can still be cancelled. */
  readonly running = new Map<string | number, { abort(): void }>()
  readonly #streams = new Map<string, EventStream>()
  readonly #asked = new Map<string, PromiseWithResolvers<Fields>>()
  readonly #endings: (() => void)[] = []
  #count = 0
  #standalone: EventStream | undefined

  constructor(start: SessionStart, now: Date) {
    this.start = start
    this.lastUsedAt = now
  }

  newStream(): EventStream {
    this.#count += 1
    const stream = new EventStream(`${this.id}.${this.#count}`)
    this.#streams.set(stream.id, stream)
    if (this.#streams.size > mostStreams) this.#forgetOldest()
    return stream
  }

  /** The stream for what belongs to no request. */
  get standalone(): EventStream {
    this.#standalone ??= this.newStream()
    return this.#standalone
  }

  streamFor(eventId: string): EventStream | undefined {
    return this.#streams.get(streamOf(eventId))
  }

  /** Asks the client and waits for its answer, at most ten minutes. */
  async ask(request: InputRequest, send: (json: string) => void, signal: AbortSignal): Promise<Fields> {
    const id = `ask-${randomUUID()}`
    const answer = Promise.withResolvers<Fields>()
    this.#asked.set(id, answer)
    const giveUp = (why: string) => answer.reject(new ToolError('TIMEOUT', why))
    const timer = setTimeout(() => giveUp('Nobody answered the question in time'), askingSeconds * 1000)
    timer.unref()
    const onAbort = () => giveUp('The call was cancelled')
    signal.addEventListener('abort', onAbort)
    try {
      send(JSON.stringify({ jsonrpc: '2.0', id, method: request.method, params: request.params ?? {} }))
      return await answer.promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      this.#asked.delete(id)
    }
  }

  /** The client's answer to a question; one that was not asked is ignored. */
  answered(id: string | number, result: Fields | undefined, error: Fields | undefined): void {
    const asked = this.#asked.get(String(id))
    if (asked === undefined) return
    if (result !== undefined) return asked.resolve(result)
    const reason = error?.['message']
    const why = typeof reason === 'string' ? `: ${reason.slice(0, 200)}` : ''
    asked.reject(new ToolError('VALIDATION_ERROR', `The client could not answer${why}`))
  }

  endStandalone(): void {
    this.#standalone?.end()
  }

  onEnd(listener: () => void): void {
    this.#endings.push(listener)
  }

  end(): void {
    for (const listener of this.#endings.splice(0)) listener()
    for (const call of this.running.values()) call.abort()
    for (const asked of this.#asked.values()) asked.reject(new ToolError('TIMEOUT', 'The session has ended'))
    for (const stream of this.#streams.values()) stream.end()
  }

  keepAlive(): void {
    for (const stream of this.#streams.values()) stream.keepAlive()
  }

  /** The stream that belongs to no request stays as long as the session. */
  #forgetOldest(): void {
    for (const [id, stream] of this.#streams) {
      if (stream === this.#standalone) continue
      this.#streams.delete(id)
      return
    }
  }
}
