import type { Socket } from 'node:net'
import type { LocalConnection } from '@quipu/host'
import { ToolError, type Log } from '@quipu/kit'
import { describeFailure } from '../terminal/failure.ts'
import type { Workplace } from '../operations/operation.ts'
import { localUser } from '../operations/operation.ts'
import { performUntyped } from '../operations/operations.ts'
import { GuestFrame, readFrames, writeFrame, type OwnerFrame } from './frames.ts'
import { messageLimit } from './lines.ts'
import { errorAnswer, readMessage } from './rpc-message.ts'

export interface GuestOptions {
  readonly workplace: Workplace
  readonly log: Log
  readonly onHandOver: (() => void) | undefined
}

/** One process that reached the owner: a command, or a client's lines forwarded. */
export class Guest {
  readonly #socket: Socket
  readonly #options: GuestOptions
  readonly #performing = new Set<Promise<void>>()
  readonly #hungUp = new AbortController()
  #connection: LocalConnection | undefined
  #isLeaving = false
  #isSuccessor = false

  constructor(socket: Socket, options: GuestOptions) {
    this.#socket = socket
    this.#options = options
    socket.on('error', (error) => options.log.debug({ error: error.message }, 'a guest was cut off'))
    socket.on('close', () => {
      this.#hungUp.abort()
      this.#connection?.close()
    })
    socket.on('drain', () => socket.resume())
    readFrames(socket, GuestFrame, (frame) => this.#receive(frame))
  }

  get isSuccessor(): boolean {
    return this.#isSuccessor
  }

  announceLeaving(to: 'server' | 'anyone'): void {
    this.#isLeaving = true
    this.#send({ type: 'leaving', to })
  }

  /** Resolves when nothing that this guest asked for is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#performing)
    await this.#connection?.idle()
  }

  /** Sends what is written first; a guest that does not read it in time is disconnected. */
  hangUp(): Promise<void> {
    if (this.#socket.destroyed) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#socket.destroy(), hangUpMs)
      this.#socket.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
      this.#socket.end(() => this.#socket.destroy())
    })
  }

  #receive(frame: GuestFrame): void {
    switch (frame.type) {
      case 'connect':
        return this.#perform(() => this.#connect(frame.user))
      case 'line':
        return this.#connection?.receive(frame.line, frame.key)
      case 'perform':
        return this.#perform(() => this.#answer(frame))
      case 'hand-over':
        return this.#handOver()
      case 'ping':
        return this.#send({ type: 'pong' })
    }
  }

  #perform(work: () => Promise<void>): void {
    const running = work().finally(() => this.#performing.delete(running))
    this.#performing.add(running)
  }

  async #connect(user: string | undefined): Promise<void> {
    const { workplace } = this.#options
    if (this.#connection !== undefined) return this.#refuse(new Error('This guest has connected already.'))
    try {
      const account = await localUser(workplace, user)
      if (this.#socket.destroyed) return
      this.#connection = workplace.host.connect(account.id, (line) => this.#forward(line))
      this.#send({ type: 'connected' })
    } catch (error) {
      this.#refuse(error)
    }
  }

  async #answer({ id, operation, input }: Extract<GuestFrame, { type: 'perform' }>): Promise<void> {
    if (this.#isLeaving)
      return this.#send({ type: 'failed', id, code: 'LEAVING', message: 'The owner is leaving.' })
    try {
      const result = await performUntyped(
        { ...this.#options.workplace, signal: this.#hungUp.signal },
        operation,
        input,
      )
      this.#send({ type: 'performed', id, result })
    } catch (error) {
      this.#send({ type: 'failed', id, ...this.#explain(error) })
    }
  }

  #handOver(): void {
    const { onHandOver } = this.#options
    if (onHandOver === undefined)
      return this.#refuse(new ToolError('CONFLICT', 'This process keeps the data folder.'))
    this.#isSuccessor = true
    onHandOver()
  }

  #refuse(error: unknown): void {
    this.#send({ type: 'refused', ...this.#explain(error) })
  }

  /** A caller's mistake in full; a bug only as the reference to our own log. */
  #explain(error: unknown): { code: string; message: string } {
    const { code, lines } = describeFailure(error)
    if (error instanceof ToolError || code === 'UNAVAILABLE') return { code, message: lines.join('\n') }
    this.#options.log.error({ err: error }, 'an operation failed')
    const message = `It failed unexpectedly in process ${process.pid}; its log says why.`
    return { code: 'INTERNAL_ERROR', message }
  }

  #forward(line: string): void {
    if (Buffer.byteLength(line) <= messageLimit) return this.#send({ type: 'line', line })
    const message = readMessage(line)
    if (message.kind !== 'response') return
    const reason = `The answer is larger than ${messageLimit} bytes; ask for less.`
    this.#send({ type: 'line', line: errorAnswer(message.id, -32603, reason) })
  }

  /** A guest that does not read is given no more work, and is cut off before it fills our memory. */
  #send(frame: OwnerFrame): void {
    if (this.#socket.destroyed) return
    if (!writeFrame(this.#socket, frame)) this.#socket.pause()
    if (this.#socket.writableLength > backlogLimit)
      this.#socket.destroy(new Error('it does not read its answers'))
  }
}

const hangUpMs = 2000
const backlogLimit = 64 * 1024 * 1024
