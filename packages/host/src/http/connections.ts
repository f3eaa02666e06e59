import type { Server, ServerResponse } from 'node:http'
import { Server as SocketServer, type Socket } from 'node:net'
import { writeAnswers } from './answer-together.ts'

/** The connections of a server and what each is answering, so that it can be closed without losing a request. */
export class Connections {
  readonly #server: Server
  /** With the latest answer, which may be complete. */
  readonly #answers = new Map<Socket, ServerResponse | undefined>()
  #isLeaving = false
  #endsIdle = false
  #accepted = 0

  constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket) => {
      this.#accepted += 1
      this.#answers.set(socket, undefined)
      socket.once('close', () => this.#answers.delete(socket))
    })
  }

  get isLeaving(): boolean {
    return this.#isLeaving
  }

  /** Must be called for each request, before anything is written. */
  begin(response: ServerResponse): void {
    const { socket } = response
    if (socket !== null) this.#answers.set(socket, response)
    if (this.#isLeaving) this.#answerLast(response)
  }

  /** From now on each connection is closed after its answer. All are still served. */
  leave(): void {
    if (this.#isLeaving) return
    this.#isLeaving = true
    for (const response of this.#underWay()) this.#answerLast(response)
  }

  /** Accepts no more connections, closes idle ones, and resolves when the last answer was sent. */
  async drain(): Promise<void> {
    this.leave()
    if (!this.#server.listening) return
    await this.#takeWaiting()
    // The server's own `close` closes idle connections at once, also if a proxy is just sending on one.
    const closed = new Promise<void>((resolve) =>
      SocketServer.prototype.close.call(this.#server, () => resolve()),
    )
    const hangUpOnIdle = setTimeout(() => this.#endIdle(), idleMs)
    // Node treats a connection without any data as busy. A proxy that has just connected is about to send.
    const hangUp = setTimeout(() => this.#hangUpOnSilent(), silentMs)
    await closed
    clearTimeout(hangUp)
    clearTimeout(hangUpOnIdle)
  }

  /** Requests on idle connections up to now were answered, and the connections were closed after that. */
  #endIdle(): void {
    this.#endsIdle = true
    this.#server.closeIdleConnections()
  }

  /**
   * The system may hold connections, with requests on them, that would be lost when the port is closed. So it is closed
   * right after a few turns of the loop that were short and brought none.
   */
  async #takeWaiting(): Promise<void> {
    const endsAt = performance.now() + takingMs
    let at = performance.now()
    for (let quiet = 0; quiet < 3 && at < endsAt; quiet += 1) {
      const before = this.#accepted
      await new Promise((taken) => setImmediate(taken))
      const wasLong = performance.now() - at > shortTurnMs
      at = performance.now()
      if (wasLong || this.#accepted > before) quiet = -1
    }
  }

  #hangUpOnSilent(): void {
    for (const [socket, response] of this.#answers)
      if (response === undefined && socket.bytesRead === 0) socket.destroy()
  }

  /** Requests that still wait get this answer; a stream that has begun just ends. Then all connections are closed. */
  cutOff(answer: (response: ServerResponse) => void): void {
    writeAnswers()
    for (const response of this.#underWay()) {
      // Work that ignores the signal continues writing.
      response.on('error', () => {})
      if (response.headersSent) response.end()
      else answer(response)
    }
    setTimeout(() => this.#server.closeAllConnections(), flushMs)
  }

  *#underWay(): Iterable<ServerResponse> {
    for (const response of this.#answers.values())
      if (response !== undefined && !response.writableEnded) yield response
  }

  #answerLast(response: ServerResponse): void {
    response.shouldKeepAlive = false
    // The head of a stream has already promised to keep the connection.
    response.once('close', () => setImmediate(() => this.#hangUpIfDrained()))
  }

  #hangUpIfDrained(): void {
    if (this.#endsIdle) this.#server.closeIdleConnections()
  }
}

/** How long a connection may be silent before it counts as idle. */
const silentMs = 1000
const shortTurnMs = 0.2
/** A busy machine has no short turns for a while. */
const takingMs = 5000
/** How long a proxy may still use a connection that it kept open. */
const idleMs = 100
/** The time for the last answers to be sent. */
const flushMs = 500
