import type { Redis } from 'ioredis'
import type { StreamEvent } from './event-stream.ts'
import { mostStreamBytes } from './event-stream.ts'

const mostEvents = 500
/** How long a client that lost its connection may take to reconnect. */
const keepMs = 15 * 60_000
const endField = 'end'

export interface LoggedEvents {
  readonly events: readonly StreamEvent[]
  readonly isEnded: boolean
}

/**
 * The events of one session's streams in Redis, where any instance can read them. While Redis is away nothing is
 * logged.
 */
export class EventLog {
  readonly #redis: Redis
  readonly #prefix: string
  readonly #bytes = new Map<string, number>()

  constructor(redis: Redis, { userId, id }: { readonly userId: string; readonly id: string }) {
    this.#redis = redis
    this.#prefix = `events:${userId}:${id}:`
  }

  /** The request that the stream answers, so that the client gets an error if the answering instance is lost. */
  async begin(name: string, requestId: string): Promise<void> {
    await this.#try(() => this.#redis.set(`${this.#key(name)}:for`, requestId, 'PX', keepMs))
  }

  async append(name: string, { number, json }: StreamEvent, sent: number): Promise<void> {
    const key = this.#key(name)
    const most = this.#mostEvents(name, json.length)
    await this.#try(() =>
      this.#redis
        .multi()
        .xadd(key, 'MAXLEN', '~', most, `${number}-0`, 'd', json)
        .pexpire(key, keepMs)
        .set(`${key}:sent`, sent, 'PX', keepMs)
        .exec(),
    )
  }

  async end(name: string, last: number): Promise<void> {
    this.#bytes.delete(name)
    await this.#try(() =>
      this.#redis
        .multi()
        .xadd(this.#key(name), `${last}-1`, endField, '1')
        .pexpire(this.#key(name), keepMs)
        .exec(),
    )
  }

  /** How far a connection has read, for the next one that names no event. */
  async noteSent(name: string, number: number): Promise<void> {
    await this.#try(() => this.#redis.set(`${this.#key(name)}:sent`, number, 'PX', keepMs))
  }

  async sent(name: string): Promise<number> {
    return Number(await this.#try(() => this.#redis.get(`${this.#key(name)}:sent`))) || 0
  }

  /** The JSON of the request's id; undefined for a stream that answers none. */
  async requestOf(name: string): Promise<string | undefined> {
    return (await this.#try(() => this.#redis.get(`${this.#key(name)}:for`))) ?? undefined
  }

  /** Whether the stream is known. */
  async has(name: string): Promise<boolean> {
    const found = await this.#try(() => this.#redis.exists(this.#key(name), `${this.#key(name)}:for`))
    return found !== undefined && found > 0
  }

  async after(name: string, number: number): Promise<LoggedEvents> {
    const entries = (await this.#try(() => this.#redis.xrange(this.#key(name), `(${number}-0`, '+'))) ?? []
    const events = entries.flatMap(([id, [field, json]]) =>
      field === 'd' && json !== undefined ? [{ number: Number.parseInt(id, 10), json }] : [],
    )
    return { events, isEnded: entries.some(([, [field]]) => field === endField) }
  }

  #key(name: string): string {
    return this.#prefix + name
  }

  /** Large events leave room for fewer. */
  #mostEvents(name: string, bytes: number): number {
    const average = Math.max(bytes, ((this.#bytes.get(name) ?? bytes) * 3 + bytes) / 4)
    this.#bytes.set(name, average)
    return Math.max(1, Math.min(mostEvents, Math.floor(mostStreamBytes / Math.max(1, average))))
  }

  /** The connection logs once that Redis is away. */
  async #try<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work()
    } catch {
      return undefined
    }
  }
}
