import type { Server, ServerResponse } from 'node:http'
import { Server as SocketServer, type Socket } from 'node:net'
import { writeAnswers } from './answer-together.ts'

/** The connections of a server and what each is answering, so that it can be closed without a request lost. */
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

  /** Call for each request, before anything is written. */
  begin(response: ServerResponse): void {
    const { socket } = response
    if (socket !== null) this.#answers.set(socket, response)
    if (this.#isLeaving) this.#answerLast(response)
  }

  /** From now on each connection ends with its answer. All are still served. */
  leave(): void {
    if (this.#isLeaving) return
    this.#isLeaving = true
    for (const response of this.#underWay()) this.#answerLast(response)
  }

  /** Takes no connection more, hangs up where nothing was asked, and resolves when the last answer is out. */
  async drain(): Promise<void> {
    this.leave()
    if (!this.#server.listening) return
    await this.#takeWaiting()
    // The server's own `close` hangs up on idle connections at once, also where a proxy is just sending on one.
    const closed = new Promise<void>((resolve) =>
      SocketServer.prototype.close.call(this.#server, () => resolve()),
    )
    const hangUpOnIdle = setTimeout(() => this.#endIdle(), idleMs)
    // Node takes one on which nothing was sent yet for busy. A proxy that has just connected is about to send.
    const hangUp = setTimeout(() => this.#hangUpOnSilent(), silentMs)
    await closed
    clearTimeout(hangUp)
    clearTimeout(hangUpOnIdle)
  }

  /** What is asked on an idle connection until now was answered, and the connection ended with it. */
  #endIdle(): void {
    this.#endsIdle = true
    this.#server.closeIdleConnections()
  }

  /**
   * The system may hold connections, with requests on them, that would be cut off with the door. So it is closed right
   * after a few turns of the loop that were short and brought none.
   */
  async #takeWaiting(): Promise<void> {
    const endsAt = performance.now() + silentMs
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

  /** Whoever still waits gets this answer; a stream that has begun just ends. Then everything is hung up. */
  cutOff(answer: (response: ServerResponse) => void): void {
    writeAnswers()
    for (const response of this.#underWay()) {
      // Work that pays no heed goes on writing.
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
    // A stream whose head is out has promised to keep the connection.
    response.once('close', () => setImmediate(() => this.#hangUpIfDrained()))
  }

  #hangUpIfDrained(): void {
    if (this.#endsIdle) this.#server.closeIdleConnections()
  }
}

/** How long a connection may be silent before it counts as one on which nothing is asked. */
const silentMs = 1000
const shortTurnMs = 0.2
/** How long a proxy may still use a connection that it kept open. */
const idleMs = 100
/** For the last answers to leave. */
const flushMs = 500
