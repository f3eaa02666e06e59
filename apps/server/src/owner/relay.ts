import { randomUUID } from 'node:crypto'
import { Questions } from './questions.ts'
import {
  errorAnswer,
  idKey,
  metaOf,
  readMessage,
  splitBatch,
  withId,
  type RpcMessage,
} from './rpc-message.ts'
import { SessionMemory } from './session-memory.ts'

/** Where a client's lines go: the store opened by this process, or the process that has it open. */
export interface Upstream {
  /** False when it is full: send no more until it has drained. */
  send(line: string, key?: string): boolean
}

export interface Client {
  send(line: string): void
  /** Called with true when the client should be read no further for now. */
  hold(isHeld: boolean): void
}

/**
 * Stands between one client and the owner of the store, and outlives owners: unanswered requests are sent again to the
 * next owner, under the same key, so that no call is lost and none is applied twice.
 */
export class Relay {
  readonly #client: Client
  readonly #session = new SessionMemory()
  readonly #questions: Questions
  readonly #open = new Map<string, OpenRequest>()
  readonly #internal = new Map<string, () => void>()
  #notices: string[] = []
  #upstream: Upstream | undefined
  #isReady = false
  #isFull = false
  #waitingBytes = 0
  #whenDrained: (() => void)[] = []

  constructor(client: Client) {
    this.#client = client
    this.#questions = new Questions((line) => client.send(line))
  }

  /** True while the client waits for an answer, or for something to be passed on. */
  get isBusy(): boolean {
    return (
      this.#notices.length > 0 ||
      this.#open.values().some((request) => request.message.method !== listenMethod)
    )
  }

  /** A line from the client. */
  receive(line: string): void {
    if (!this.#isReady) this.#waitingBytes += line.length
    for (const single of splitBatch(line)) this.#take(single, readMessage(single))
    this.#regulate()
  }

  /** A line from the upstream. */
  answer(line: string): void {
    const message = readMessage(line)
    if (message.kind === 'response') return this.#settle(line, idKey(message.id), message.isError)
    if (message.kind === 'request') return this.#questions.ask(line, message.id)
    if (message.kind !== 'notification') return this.#client.send(line)
    if (message.method === 'notifications/cancelled') return this.#questions.withdraw(line, message.params)
    if (!this.#isRepetition(message)) this.#client.send(line)
  }

  /** Sends the new upstream the state of the last one, and then the unanswered requests. */
  attach(upstream: Upstream): void {
    this.#upstream = upstream
    this.#questions.begin()
    const { initialize } = this.#session
    if (initialize === undefined) return this.#resume()
    this.#sendInternal(initialize, () => this.#resume())
  }

  /** New requests wait from here on; those under way are still answered. */
  pause(): void {
    this.#isReady = false
  }

  /** The upstream is gone. Its questions to the client end with it, because it cannot take an answer. */
  detach(): void {
    this.#upstream = undefined
    this.#isReady = false
    this.#isFull = false
    this.#internal.clear()
    this.#questions.end()
    this.#regulate()
  }

  /** The upstream can take more. */
  drain(): void {
    this.#isFull = false
    this.#regulate()
  }

  /** Answers everything that waits with an error. */
  fail(message: string): void {
    for (const { message: request } of this.#open.values())
      this.#client.send(errorAnswer(request.id, -32603, message))
    this.#open.clear()
    this.#notices = []
    this.#waitingBytes = 0
    this.#noteDrained()
    this.#regulate()
  }

  /** Resolves when no request waits for an answer; an open subscription is not waited for. */
  async drained(): Promise<void> {
    if (this.isBusy) await new Promise<void>((resolve) => this.#whenDrained.push(resolve))
  }

  #take(line: string, message: RpcMessage): void {
    switch (message.kind) {
      case 'request': {
        const key = message.method === 'tools/call' ? randomUUID() : undefined
        const request: OpenRequest = {
          line,
          message,
          key,
          isSent: false,
          isAcknowledged: false,
          progress: -Infinity,
        }
        this.#open.set(idKey(message.id), request)
        if (this.#isReady) this.#deliver(request)
        return
      }
      case 'notification':
        return this.#notify(line, message)
      case 'response':
        return this.#questions.answer(line, message.id, (answer) => this.#send(answer))
      case 'unknown':
        return this.#sendOrKeep(line)
    }
  }

  #notify(line: string, message: Extract<RpcMessage, { kind: 'notification' }>): void {
    this.#session.notified(message.method, line)
    // Kept in the session, which is sent to the next upstream as a whole.
    if (message.method === 'notifications/initialized' && !this.#isReady) return
    if (message.method !== 'notifications/cancelled') return this.#sendOrKeep(line)
    const key = idKey(message.params['requestId'])
    const request = this.#open.get(key)
    this.#open.delete(key)
    this.#noteDrained()
    if (request?.isSent === true && this.#upstream !== undefined) this.#send(line)
  }

  #settle(line: string, key: string, isError: boolean): void {
    const internal = this.#internal.get(key)
    if (internal !== undefined) {
      this.#internal.delete(key)
      return internal()
    }
    const request = this.#open.get(key)
    if (request !== undefined) {
      const { method, params } = request.message
      if (!isError) this.#session.answered(method, params, request.line)
      this.#open.delete(key)
    }
    this.#client.send(line)
    this.#noteDrained()
    this.#regulate()
  }

  #resume(): void {
    this.#isReady = true
    if (this.#session.initialize !== undefined) this.#sendInitialized()
    for (const line of this.#session.requests) this.#sendInternal(line, () => {})
    for (const request of this.#open.values()) {
      this.#deliver(request)
      if (request.message.method === 'initialize') this.#sendInitialized()
    }
    for (const line of this.#notices.splice(0)) this.#send(line)
    this.#waitingBytes = 0
    this.#noteDrained()
    this.#regulate()
  }

  #sendInitialized(): void {
    if (this.#session.initialized !== undefined) this.#send(this.#session.initialized)
  }

  #deliver(request: OpenRequest): void {
    request.isSent = true
    this.#send(request.line, request.key)
  }

  /** Under an id of our own: the client has had its answer and must not see a second one. */
  #sendInternal(line: string, whenAnswered: () => void): void {
    const id = `quipu:${randomUUID()}`
    this.#internal.set(idKey(id), whenAnswered)
    this.#send(withId(line, id))
  }

  #sendOrKeep(line: string): void {
    if (this.#isReady) this.#send(line)
    else this.#notices.push(line)
  }

  #send(line: string, key?: string): void {
    if (this.#upstream?.send(line, key) === false) this.#isFull = true
  }

  /** A client must not see progress go back, nor a subscription acknowledged twice, because a request was sent again. */
  #isRepetition({ method, params }: Extract<RpcMessage, { kind: 'notification' }>): boolean {
    if (method === 'notifications/progress') {
      const token = idKey(params['progressToken'])
      const request = this.#open
        .values()
        .find(({ message }) => idKey(metaOf(message.params)['progressToken']) === token)
      const progress = Number(params['progress'])
      if (request === undefined || Number.isNaN(progress)) return false
      if (progress <= request.progress) return true
      request.progress = progress
    }
    if (method === 'notifications/subscriptions/acknowledged') {
      const request = this.#open.get(idKey(metaOf(params)[subscriptionKey]))
      if (request?.isAcknowledged === true) return true
      if (request !== undefined) request.isAcknowledged = true
    }
    return false
  }

  #noteDrained(): void {
    if (this.isBusy) return
    for (const resolve of this.#whenDrained.splice(0)) resolve()
  }

  /** Reads no further while the upstream is full, or while too much waits for it. */
  #regulate(): void {
    this.#client.hold(this.#isFull || this.#waitingBytes > waitingLimit || this.#open.size > openLimit)
  }
}

interface OpenRequest {
  readonly line: string
  readonly message: Extract<RpcMessage, { kind: 'request' }>
  readonly key: string | undefined
  isSent: boolean
  isAcknowledged: boolean
  progress: number
}

const listenMethod = 'subscriptions/listen'
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId'
const waitingLimit = 16 * 1024 * 1024
const openLimit = 1000
