import type { ServerResponse } from 'node:http'
import type { Caller, StreamEvent } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { asToolError } from '../calls/failure.ts'
import type { CallParts } from '../calls/call-parts.ts'
import type { RunningCall } from '../calls/running-call.ts'
import { frameOf, piecesOf } from './event-frames.ts'

/** An error thrown within this time after opening is still answered as by a route. */
const momentMs = 100
const retryMs = 3000

const streamHead = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }

const partings = {
  slow: ['UNAVAILABLE', 'What was sent was not read in time; connect again from the last event you have'],
  stopping: ['UNAVAILABLE', 'The server is stopping; connect again'],
  signed_out: ['UNAUTHORIZED', 'The credential behind this stream does not count any more; sign in again'],
  access_withdrawn: ['FORBIDDEN', 'You may not read this any more'],
} as const
/** Why the server ends a stream. */
export type Parting = keyof typeof partings

export interface OpenStreamInit {
  readonly calls: Pick<CallParts, 'log'>
  readonly call: RunningCall
  /** For the log. */
  readonly name: string
  readonly response: ServerResponse
  /** How long the last event may take to be sent before the connection is closed. */
  readonly partingMs: number
  /** Called once, whichever side ended it. */
  readonly ended: () => void
}

/**
 * One reader of a stream. It gets each event when the one before was sent, and the reason when the server ends the
 * stream.
 */
export class OpenStream {
  readonly #init: OpenStreamInit
  #iterator: AsyncIterator<StreamEvent> | undefined
  #parting: Parting | undefined
  #isOver = false
  #hasBegun = false
  /** The part of a long event that has not been written yet. */
  #rest: readonly Buffer[] = []
  #silentMs = 0
  /** How long written data have been waiting to be sent. */
  #unreadMs = 0
  #goOn: (() => void) | undefined

  constructor(init: OpenStreamInit) {
    this.#init = init
    const { response } = init
    response.on('drain', () => {
      this.#unreadMs = 0
      this.#goOn?.()
    })
    response.on('close', () => this.#letGo())
    // `close`, which follows, handles it.
    response.on('error', () => {})
  }

  get caller(): Caller {
    return this.#init.call.caller
  }

  /** Rejects with the error to answer with, as long as nothing was written. */
  async begin(events: AsyncIterable<StreamEvent>): Promise<void> {
    const { response } = this.#init
    this.#iterator = events[Symbol.asyncIterator]()
    if (this.#isOver) {
      this.#return()
      throw this.#whyOver()
    }
    const first = this.#iterator.next()
    await settledWithin(first, momentMs)
    if (this.#isOver) throw this.#whyOver()
    this.#hasBegun = true
    response.writeHead(200, streamHead)
    response.write(`:connected\n\nretry: ${retryMs}\n\n`)
    void this.#pump(this.#iterator, first)
  }

  /** The stream did not begin. */
  fail(): void {
    this.#letGo()
  }

  /** Must be called regularly: keeps a silent connection alive, and ends one that is not read. */
  look(passedMs: number, { heartbeatMs, slowMs }: { heartbeatMs: number; slowMs: number }): void {
    if (!this.#hasBegun || this.#isOver) return
    const { response } = this.#init
    this.#silentMs += passedMs
    this.#unreadMs = response.writableLength === 0 ? 0 : this.#unreadMs + passedMs
    if (this.#unreadMs >= slowMs) return this.drop('slow')
    if (this.#silentMs < heartbeatMs || response.writableLength > 0) return
    this.#silentMs = 0
    response.write(':\n\n')
  }

  drop(parting: Parting): void {
    if (this.#isOver) return
    this.#parting = parting
    if (parting === 'stopping') this.#init.call.stop()
    const [, message] = partings[parting]
    this.#part({ event: 'dropped', data: JSON.stringify({ reason: parting, message }) })
  }

  async #pump(
    iterator: AsyncIterator<StreamEvent>,
    first: Promise<IteratorResult<StreamEvent>>,
  ): Promise<void> {
    try {
      for (let step = await first; step.done !== true; step = await iterator.next()) {
        if (!this.#isOver) await this.#write(frameOf(step.value))
        if (this.#isOver) return
      }
      if (!this.#isOver) this.#part()
    } catch (error) {
      if (!this.#isOver) this.#tell(error)
    }
  }

  /** Resolves when more may be written. */
  async #write(frame: string): Promise<void> {
    const { response } = this.#init
    const pieces = piecesOf(frame)
    for (const [at, piece] of pieces.entries()) {
      this.#rest = pieces.slice(at + 1)
      this.#silentMs = 0
      if (!response.write(piece)) await new Promise<void>((resolve) => (this.#goOn = resolve))
      if (this.#isOver) return
    }
  }

  #tell(error: unknown): void {
    const { calls, call, name } = this.#init
    const { shownCode, message, details } = asToolError(calls, call, name, error)
    const body = { error: shownCode.toLowerCase(), message, ...details, trace_id: call.requestId }
    this.#part({ event: 'error', data: JSON.stringify(body) })
  }

  /** An event that was begun is completed first; otherwise the last event would be read as a part of it. */
  #part(lastWords?: StreamEvent): void {
    const { response, partingMs } = this.#init
    if (this.#hasBegun) {
      for (const piece of this.#rest) response.write(piece)
      response.end(lastWords && frameOf(lastWords))
      setTimeout(() => response.destroy(), partingMs).unref()
    }
    this.#letGo()
  }

  #letGo(): void {
    if (this.#isOver) return
    this.#isOver = true
    const { call, ended } = this.#init
    call.abort()
    this.#goOn?.()
    ended()
    this.#return()
  }

  #return(): void {
    const { calls, call, name } = this.#init
    this.#iterator?.return?.().catch((error: unknown) => {
      calls.log.warn({ err: error, request_id: call.requestId, what: name }, 'a stream did not end well')
    })
  }

  #whyOver(): Error {
    if (this.#parting === undefined) return new Error('The reader went away')
    const [code, message] = partings[this.#parting]
    return new ToolError(code, message)
  }
}

/** Rejects if the promise rejects within that time. */
async function settledWithin(promise: Promise<unknown>, milliseconds: number): Promise<void> {
  const { promise: passed, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  try {
    await Promise.race([promise, passed])
  } finally {
    clearTimeout(timer)
  }
}
