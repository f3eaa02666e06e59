import type { ServerResponse } from 'node:http'
import type { EventLog } from './event-log.ts'
import { primer, writeEvent } from './event-stream.ts'

const pollMs = 1_000

export interface FollowerInit {
  readonly response: ServerResponse
  readonly log: EventLog
  readonly name: string
  /** The last event that the client has; undefined if it names none. */
  readonly after: number | undefined
  /** Whether the instance that writes the stream is still alive. */
  isAlive(): Promise<boolean>
}

/** A connection at this instance to a stream that another one writes: it forwards what is in the log. */
export class Follower {
  readonly #init: FollowerInit
  readonly #timer: NodeJS.Timeout
  #cursor = 0
  #isPrimed = false
  #isPumping = false
  #isAgain = false

  constructor(init: FollowerInit) {
    this.#init = init
    this.#timer = setInterval(() => this.pump(), pollMs)
    init.response.on('close', () => clearInterval(this.#timer))
  }

  get name(): string {
    return this.#init.name
  }

  /** There may be more in the log. */
  pump(): void {
    this.#isAgain = true
    if (!this.#isPumping) void this.#pumpAll()
  }

  keepAlive(): void {
    if (!this.#init.response.writableEnded) this.#init.response.write(':\n\n')
  }

  end(): void {
    clearInterval(this.#timer)
    this.#init.response.end()
  }

  async #pumpAll(): Promise<void> {
    const { response } = this.#init
    this.#isPumping = true
    while (this.#isAgain && !response.writableEnded && !response.destroyed) {
      this.#isAgain = false
      await this.#pumpOnce()
    }
    this.#isPumping = false
  }

  async #pumpOnce(): Promise<void> {
    const { response, log, name } = this.#init
    await this.#prime()
    // Checked first: an instance that dies after this has written everything that is read below.
    const isAlive = await this.#init.isAlive()
    const { events, isEnded } = await log.after(name, this.#cursor)
    for (const event of events) writeEvent(response, name, event)
    const last = events.at(-1)
    if (last !== undefined) {
      this.#cursor = last.number
      await log.noteSent(name, last.number)
    }
    if (isEnded) return this.end()
    if (!isAlive) await this.#tellLoss()
  }

  async #prime(): Promise<void> {
    if (this.#isPrimed) return
    this.#isPrimed = true
    const { response, log, name, after } = this.#init
    this.#cursor = after ?? (await log.sent(name))
    if (after === undefined) response.write(primer(name, this.#cursor, Date.now()))
  }

  /** The answer is lost: clients that wait get an error and may try again. */
  async #tellLoss(): Promise<void> {
    const { response, log, name } = this.#init
    const requestId = await log.requestOf(name)
    if (requestId !== undefined && !response.writableEnded) {
      const message = 'The server that worked on this was lost; look whether it was done, or try again'
      const error = JSON.stringify({ code: -32603, message })
      const json = `{"jsonrpc":"2.0","id":${requestId},"error":${error}}`
      writeEvent(response, name, { number: this.#cursor + 1, json })
    }
    this.end()
  }
}
