import { createConnection, type Socket } from 'node:net'
import { ToolError, type ErrorCode } from '@quipu/kit'
import { CommandFailed, exitCodes } from '../terminal/failure.ts'
import { OwnerFrame, protocol, readFrames, writeFrame, type Hello } from './frames.ts'
import { findSocketPath } from './owner-file.ts'

export interface ClientEvents {
  readonly line?: (line: string) => void
  readonly leaving?: (to: 'server' | 'anyone') => void
  readonly drain?: () => void
}

/** A process's way to the owner of the data folder. */
export class ControlClient {
  readonly hello: Hello
  /** Resolves when the owner is gone, however it went. */
  readonly closed: Promise<void>
  events: ClientEvents = {}
  readonly #socket: Socket
  readonly #patience: Patience
  readonly #answers = new Map<number, (frame: Answer) => void>()
  #connecting: ((frame: Extract<OwnerFrame, { type: 'connected' | 'refused' }>) => void) | undefined
  #silentMs = 0
  #nextId = 1

  private constructor(socket: Socket, hello: Hello, closed: Promise<void>, patience: Patience) {
    this.#socket = socket
    this.#patience = patience
    this.hello = hello
    this.closed = closed
    socket.on('drain', () => this.events.drain?.())
    const heartbeat = setInterval(() => this.#checkPulse(), patience.pulseMs)
    void closed.then(() => {
      clearInterval(heartbeat)
      for (const settle of this.#answers.values()) settle({ type: 'failed', id: 0, ...ownerGone })
      this.#connecting?.({ type: 'refused', ...ownerGone })
    })
  }

  /** Undefined if nobody listens, as after an owner was killed; 'silent' if the owner is stopped or hangs. */
  static async reach(
    dataFolder: string,
    patience: Patience = usualPatience,
  ): Promise<ControlClient | 'silent' | undefined> {
    const path = findSocketPath(dataFolder)
    if (path === undefined) return undefined
    const socket = createConnection(path)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    // The reason does not matter: `closed` means that the owner cannot be reached.
    socket.on('error', () => {})
    let client: ControlClient | undefined
    const hello = new Promise<Hello>((resolve) => {
      readFrames(socket, OwnerFrame, (frame) => {
        if (client !== undefined) client.#receive(frame)
        else if (frame.type === 'hello') {
          client = new ControlClient(socket, frame, closed, patience)
          resolve(frame)
        }
      })
    })
    let isSilent = false
    const timer = setTimeout(() => {
      isSilent = !socket.connecting
      socket.destroy()
    }, helloMs)
    await Promise.race([hello, closed])
    clearTimeout(timer)
    if (isSilent) return 'silent'
    if (client !== undefined) requireSameProtocol(client)
    return client
  }

  /** Who has the folder's store open. */
  static async whoOwns(dataFolder: string): Promise<Hello | 'silent' | undefined> {
    const client = await ControlClient.reach(dataFolder)
    if (!(client instanceof ControlClient)) return client
    client.close()
    return client.hello
  }

  /** From here on lines are taken for this user, the owner account unless named. */
  async connect(user: string | undefined): Promise<void> {
    const frame = await new Promise<Extract<OwnerFrame, { type: 'connected' | 'refused' }>>((resolve) => {
      this.#connecting = resolve
      this.#send({ type: 'connect', user })
    })
    this.#connecting = undefined
    if (frame.type === 'refused') throw errorFrom(frame)
  }

  send(line: string, key?: string): boolean {
    return this.#send({ type: 'line', line, key })
  }

  async perform(operation: string, input: unknown): Promise<unknown> {
    const id = this.#nextId++
    const answer = await new Promise<Answer>((resolve) => {
      this.#answers.set(id, resolve)
      // What commands pass is plain data that came from a command line.
      this.#send({ type: 'perform', id, operation, input: input as never })
      if (this.#socket.destroyed) resolve({ type: 'failed', id, ...ownerGone })
    })
    this.#answers.delete(id)
    if (answer.type === 'performed') return answer.result
    throw errorFrom(answer)
  }

  /** Asks the owner to leave; `closed` resolves when the store is free. */
  requestHandOver(): void {
    this.#send({ type: 'hand-over' })
  }

  /** Sends what is written, then disconnects. */
  close(): void {
    this.#socket.end(() => this.#socket.destroy())
  }

  #send(frame: Parameters<typeof writeFrame>[1]): boolean {
    return writeFrame(this.#socket, frame)
  }

  #receive(frame: OwnerFrame): void {
    this.#silentMs = 0
    switch (frame.type) {
      case 'line':
        return this.events.line?.(frame.line)
      case 'leaving':
        return this.events.leaving?.(frame.to)
      case 'connected':
      case 'refused':
        return this.#connecting?.(frame)
      case 'performed':
      case 'failed':
        return this.#answers.get(frame.id)?.(frame)
      case 'hello':
      case 'pong':
        return
    }
  }

  /**
   * A stopped owner keeps its sockets open and sends nothing: disconnect, so that the caller gets an error. Counts
   * pulses and not time: while this process was busy itself, it could receive nothing.
   */
  #checkPulse(): void {
    const { pulseMs, silenceMs } = this.#patience
    if (this.#silentMs > silenceMs) this.#socket.destroy()
    else this.#send({ type: 'ping' })
    this.#silentMs += pulseMs
  }
}

/** The owner ended before it answered: whether it did the work is unknown. */
export class OwnerGone extends CommandFailed {
  constructor() {
    super(exitCodes.unreachable, 'The process that owns the data folder ended before it answered; try again.')
  }
}

/** Thrown by `perform` when the owner took nothing up because it is leaving: ask the next one. */
export class OwnerLeaving extends Error {
  override readonly name = 'OwnerLeaving'
}

type Answer = Extract<OwnerFrame, { type: 'performed' | 'failed' }>

/** How often an owner is asked whether it is there, and how long it may say nothing. */
interface Patience {
  readonly pulseMs: number
  readonly silenceMs: number
}

const helloMs = 5000
const usualPatience: Patience = { pulseMs: 5000, silenceMs: 20_000 }
const ownerGone = { code: 'GONE', message: '' }

const toolErrorCodes: readonly string[] = [
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'CONFLICT',
  'UNPROCESSABLE',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'TIMEOUT',
  'UNAVAILABLE',
  'INTERNAL_ERROR',
] satisfies ErrorCode[]

function errorFrom({ code, message }: { readonly code: string; readonly message: string }): Error {
  if (code === 'GONE') return new OwnerGone()
  if (code === 'LEAVING') return new OwnerLeaving(message)
  // Checked on the same line: the code is one of those listed.
  if (toolErrorCodes.includes(code)) return new ToolError(code as ErrorCode, message)
  return new CommandFailed(exitCodes.unreachable, message)
}

function requireSameProtocol(client: ControlClient): void {
  if (client.hello.protocol === protocol) return
  client.close()
  throw new CommandFailed(
    exitCodes.unreachable,
    `Process ${client.hello.pid} owns the data folder and is of another version of Quipu. End it, then try again.`,
  )
}
