import { randomUUID } from 'node:crypto'
import type { Caller, ClientInfo, InputRequest, LogLevel } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { EventLog } from './event-log.ts'
import type { StreamInit } from './event-stream.ts'
import { EventStream } from './event-stream.ts'
import type { SessionTransport } from './session.ts'

type Fields = Readonly<Record<string, unknown>>
export type CallId = string | number

export interface SessionStart {
  readonly userId: string
  readonly client: ClientInfo | undefined
  readonly capabilities: Fields
  readonly protocolVersion: string
  /** The permissions of the account at the beginning; undefined if only the role counts. */
  readonly permissions?: ReadonlySet<string> | undefined
  /** Undefined over a pipe, and so is the path of its endpoint. */
  readonly transport?: SessionTransport | undefined
  readonly endpoint?: string | undefined
}

/**
 * The connection to the session store, and to the other instances that serve it. A client over a pipe needs neither.
 */
export interface SessionLink {
  readonly log: EventLog | undefined
  newName(): string
  setLogLevel(level: LogLevel): Promise<void>
  watch(uri: string, needs: readonly string[], most: number): Promise<boolean>
  unwatch(uri: string): Promise<void>
  cancel(call: CallId): Promise<void>
  answer(question: string, result: Fields | undefined, error: Fields | undefined): Promise<void>
  grew(stream: string): void
  taken(stream: string): void
}

const mostStreams = 50
const mostBytes = 8 * 1024 * 1024
const askingSeconds = 600

/** What is under way for a legacy client at this instance. */
export class LegacySession {
  readonly id: string
  /** Replaced when a client of the old transport has identified itself. */
  start: SessionStart
  logLevel: LogLevel = 'info'
  /** URIs of resources, each with the permissions that it needs. */
  readonly subscriptions = new Map<string, readonly string[]>()
  /** Requests of the client that can still be cancelled. */
  readonly running = new Map<CallId, { abort(): void }>()
  readonly #link: SessionLink | undefined
  readonly #streams = new Map<string, EventStream>()
  readonly #asked = new Map<string, PromiseWithResolvers<Fields>>()
  readonly #endings: (() => void)[] = []
  readonly #narrowed = new WeakMap<Caller, Caller>()
  #count = 0

  constructor(start: SessionStart, id: string = randomUUID(), link?: SessionLink) {
    this.start = start
    this.id = id
    this.#link = link
  }

  /** The caller with the permissions of the session: no more than the account had when it began. */
  callerOf(caller: Caller): Caller {
    const { permissions } = this.start
    if (permissions === undefined) return caller
    const known = this.#narrowed.get(caller)
    if (known !== undefined) return known
    const held = [...caller.permissions].filter((name) => permissions.has(name))
    const narrowed =
      held.length === caller.permissions.size ? caller : { ...caller, permissions: new Set(held) }
    this.#narrowed.set(caller, narrowed)
    if (narrowed !== caller) whole.set(narrowed, caller)
    return narrowed
  }

  get isBusy(): boolean {
    return this.running.size > 0 || this.#asked.size > 0
  }

  /** Whether anything would be lost if this instance dropped the session. */
  get isIdle(): boolean {
    return !this.isBusy && ![...this.#streams.values()].some(({ isOpen, isEnded }) => isOpen || !isEnded)
  }

  /** For the answer to one request or, without an id, for messages that belong to none. */
  newStream(requestId?: CallId, name: string = this.#newName()): EventStream {
    const request = requestId === undefined ? undefined : JSON.stringify(requestId)
    const stream = new EventStream(this.#streamInit(name, request))
    if (request !== undefined) void this.#link?.log?.begin(name, request)
    this.#streams.set(name, stream)
    if (this.#streams.size > mostStreams) this.#forgetOldest()
    return stream
  }

  stream(name: string): EventStream | undefined {
    return this.#streams.get(name)
  }

  async setLogLevel(level: LogLevel): Promise<void> {
    this.logLevel = level
    await this.#link?.setLogLevel(level)
  }

  /** False if there are too many already. */
  async watch(uri: string, needs: readonly string[], most: number): Promise<boolean> {
    if (this.#link !== undefined) return this.#link.watch(uri, needs, most)
    if (this.subscriptions.size >= most && !this.subscriptions.has(uri)) return false
    this.subscriptions.set(uri, needs)
    return true
  }

  async unwatch(uri: string): Promise<void> {
    this.subscriptions.delete(uri)
    await this.#link?.unwatch(uri)
  }

  /** Cancels one of the client's requests, at whichever instance it runs. */
  async cancel(call: CallId): Promise<void> {
    const running = this.running.get(call)
    if (running === undefined) await this.#link?.cancel(call)
    else running.abort()
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

  /** The client's answer to a question, at whichever instance it was asked; an unexpected answer is ignored. */
  async answered(id: CallId, result: Fields | undefined, error: Fields | undefined): Promise<void> {
    if (this.answeredHere(String(id), result, error)) return
    if (typeof id === 'string' && questionId.test(id)) await this.#link?.answer(id, result, error)
  }

  isWaitingFor(question: string): boolean {
    return this.#asked.has(question)
  }

  answeredHere(id: string, result: Fields | undefined, error: Fields | undefined): boolean {
    const asked = this.#asked.get(id)
    if (asked === undefined) return false
    if (result !== undefined) asked.resolve(result)
    else {
      const reason = error?.['message']
      const why = typeof reason === 'string' ? `: ${reason.slice(0, 200)}` : ''
      asked.reject(new ToolError('VALIDATION_ERROR', `The client could not answer${why}`))
    }
    return true
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

  #newName(): string {
    this.#count += 1
    return this.#link?.newName() ?? `local-${this.#count}`
  }

  #streamInit(name: string, request: string | undefined): StreamInit {
    const link = this.#link
    return {
      name,
      request,
      log: link?.log,
      grew: link && (() => link.grew(name)),
      taken: link && (() => link.taken(name)),
      kept: () => this.#bound(),
    }
  }

  /** The oldest streams are shortened first. */
  #bound(): void {
    let bytes = 0
    for (const stream of this.#streams.values()) bytes += stream.bytes
    for (const stream of this.#streams.values()) {
      if (bytes <= mostBytes) return
      const before = stream.bytes
      stream.forget(bytes - mostBytes)
      bytes -= before - stream.bytes
    }
  }

  /** A stream that still has something to send stays. */
  #forgetOldest(): void {
    for (const [name, stream] of this.#streams) {
      if (!stream.isEnded) continue
      this.#streams.delete(name)
      return
    }
  }
}

/** By the caller with session permissions: the original caller. */
const whole = new WeakMap<Caller, Caller>()

/** Whether only the session prevents it. */
export function isHeldBack(caller: Caller, needs: readonly string[]): boolean {
  const came = whole.get(caller)
  return came !== undefined && needs.every((need) => came.permissions.has(need))
}

const questionId = /^ask-[0-9a-f-]{36}$/
