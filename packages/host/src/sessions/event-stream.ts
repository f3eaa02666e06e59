import type { ServerResponse } from 'node:http'
import type { EventLog } from './event-log.ts'

const mostEvents = 500
export const mostStreamBytes = 1024 * 1024
/** How much a client may leave unread before its connection is closed; it can reconnect for the rest. */
const mostUnread = 1024 * 1024
const retryMs = 1000

export interface StreamEvent {
  readonly number: number
  readonly json: string
}

interface KeptEvent extends StreamEvent {
  readonly bytes: number
}

export interface StreamInit {
  readonly name: string
  /** The JSON of the id of the request that the stream answers, if any. */
  readonly request?: string | undefined
  /** Where other instances can read the events. */
  readonly log?: EventLog | undefined
  /** Notifies other instances that follow the stream of new events. */
  readonly grew?: (() => void) | undefined
  /** Called when an event was added. */
  readonly kept?: (() => void) | undefined
  /** Called when a connection here replaces one at another instance. */
  readonly taken?: (() => void) | undefined
}

/** Messages of one legacy stream, numbered and kept, so that a client that lost its connection can continue. */
export class EventStream {
  readonly name: string
  readonly #init: StreamInit
  readonly #events: KeptEvent[] = []
  #bytes = 0
  #response: ServerResponse | undefined
  #last = 0
  #sent = 0
  #connections = 0
  #isEnded = false
  /** Whether another instance follows the stream. */
  #isFollowed = false

  constructor(init: StreamInit) {
    this.name = init.name
    this.#init = init
  }

  get bytes(): number {
    return this.#bytes
  }

  get isOpen(): boolean {
    return this.#response !== undefined
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /**
   * A connection that names no event gets the unsent ones, and first an id, so that even an empty stream can be
   * resumed.
   */
  attach(response: ServerResponse, afterEventId?: string, opening?: string): void {
    if (this.#isFollowed) this.#init.taken?.()
    this.#isFollowed = false
    this.#response?.end()
    this.#response = response
    response.on('close', () => {
      if (this.#response === response) this.#response = undefined
    })
    const known = afterEventId === undefined ? this.#sent : numberOf(afterEventId)
    this.#connections += 1
    if (afterEventId === undefined) response.write(opening ?? primer(this.name, known, this.#connections))
    for (const event of this.#events) if (event.number > known) this.#write(response, event)
    void this.#init.log?.noteSent(this.name, this.#sent)
    if (this.#isEnded) response.end()
  }

  /** The client has connected to another instance, which reads the log. */
  followed(): void {
    this.#isFollowed = true
    this.#response?.end()
    this.#response = undefined
  }

  send(json: string): void {
    if (this.#isEnded) return
    this.#last += 1
    const number = this.#last
    if (this.#response !== undefined) this.#write(this.#response, { number, json })
    const kept = this.#storable(json)
    if (kept === undefined) return
    this.#keep({ number, json: kept, bytes: Buffer.byteLength(kept) })
    const logged = this.#init.log?.append(this.name, { number, json: kept }, this.#sent)
    if (this.#isFollowed) void logged?.then(() => this.#init.grew?.())
  }

  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#response?.end()
    this.#response = undefined
    if (this.#last === 0 && !this.#isFollowed) return
    const logged = this.#init.log?.end(this.name, this.#last)
    if (this.#isFollowed) void logged?.then(() => this.#init.grew?.())
  }

  /** Closes the connection, not the stream. */
  hangUp(): void {
    this.#response?.end()
    this.#response = undefined
  }

  keepAlive(): void {
    this.#response?.write(':\n\n')
  }

  /** Removes the oldest, so that no stream holds more than its limit. */
  forget(bytes: number): void {
    let freed = 0
    while (freed < bytes) {
      const oldest = this.#events.shift()
      if (oldest === undefined) return
      freed += oldest.bytes
      this.#bytes -= oldest.bytes
    }
  }

  /** A message longer than the limit of a stream is not kept; of an answer, only the fact that there was one. */
  #storable(json: string): string | undefined {
    if (Buffer.byteLength(json) <= mostStreamBytes) return json
    const { request } = this.#init
    if (request === undefined || !json.startsWith(`{"jsonrpc":"2.0","id":${request},`)) return undefined
    const message = 'The answer was too long to be kept; it was done, ask for it again'
    return `{"jsonrpc":"2.0","id":${request},"error":${JSON.stringify({ code: -32603, message })}}`
  }

  #keep(event: KeptEvent): void {
    this.#events.push(event)
    this.#bytes += event.bytes
    if (this.#events.length > mostEvents) this.forget(1)
    if (this.#bytes > mostStreamBytes) this.forget(this.#bytes - mostStreamBytes)
    this.#init.kept?.()
  }

  #write(response: ServerResponse, event: StreamEvent): void {
    this.#sent = Math.max(this.#sent, event.number)
    writeEvent(response, this.name, event)
  }
}

/** Sends an id first, so that even an empty stream can be resumed. */
export function primer(name: string, known: number, connection: number): string {
  return `id: ${name}.${known}-${connection}\nretry: ${retryMs}\ndata: \n\n`
}

/** Closes a connection whose other end does not read. */
export function writeEvent(response: ServerResponse, name: string, { number, json }: StreamEvent): void {
  if (response.writableLength > mostUnread) response.destroy()
  else response.write(`id: ${name}.${number}\nevent: message\ndata: ${json}\n\n`)
}

export function streamOf(eventId: string): string {
  return eventId.slice(0, eventId.lastIndexOf('.'))
}

/** Undefined for an unknown id: then all events are new. */
export function numberOf(eventId: string): number {
  return Number.parseInt(eventId.slice(eventId.lastIndexOf('.') + 1), 10) || 0
}
