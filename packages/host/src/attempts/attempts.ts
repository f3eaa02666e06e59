import type { IncomingMessage } from 'node:http'
import type { Caller } from '@quipu/kit'
import type { InstanceBus } from '../bus/open-bus.ts'
import { groupHops, type Attempt } from './group-hops.ts'
import type { Hop, HopKind } from './hop.ts'

const topic = 'attempts.hop'
const mostHops = 2000
const keptMs = 24 * 3_600_000
/** After this time, a client that calls again is recorded again. */
const againMs = 3_600_000

export interface AttemptsParts {
  readonly bus: Pick<InstanceBus, 'publish' | 'subscribe'>
  readonly now: () => Date
  addressOf(request: IncomingMessage): string
}

export interface Visited {
  readonly kind: HopKind
  readonly status: number
  readonly requestId: string
}

interface Facts {
  readonly clientId?: string | undefined
  readonly userId?: string | undefined
  readonly why?: string | undefined
}

/** The latest requests by which clients tried to connect, of every instance. Kept in memory for at most a day. */
export class Attempts {
  readonly #parts: AttemptsParts
  readonly #facts = new WeakMap<object, Facts>()
  readonly #connected = new Map<string, number>()
  #hops: Hop[] = []

  constructor(parts: AttemptsParts) {
    this.#parts = parts
    parts.bus.subscribe(topic, (message) => this.#keep(message as Hop))
  }

  /** Adds what a later stage found out about a request. */
  note(request: object, facts: Facts): void {
    this.#facts.set(request, { ...this.#facts.get(request), ...facts })
  }

  /** Records the answer to a request that belongs to connecting. */
  visited(request: IncomingMessage, { kind, status, requestId }: Visited): void {
    const { url = '', headers } = request
    const mark = url.indexOf('?')
    const named = mark < 0 ? null : new URLSearchParams(url.slice(mark)).get('client_id')
    const facts = this.#facts.get(request) ?? {}
    this.#parts.bus.publish(topic, {
      kind,
      at: this.#parts.now().getTime(),
      status,
      // Without the query, which may contain a credential.
      path: (mark < 0 ? url : url.slice(0, mark)).slice(0, 200),
      address: this.#parts.addressOf(request),
      userAgent: (headers['user-agent'] ?? '').slice(0, 200),
      requestId,
      ...(named === null ? {} : { clientId: named.slice(0, 500) }),
      ...facts,
    } satisfies Hop)
  }

  /**
   * Records a request to an MCP address. Successful ones are recorded once an hour for each client, so this costs a
   * call nothing.
   */
  called(request: IncomingMessage, status: number, requestId: string, caller: Caller | undefined): void {
    if (caller === undefined) {
      const why = request.headers.authorization === undefined ? undefined : 'invalid_token'
      if (status === 401) this.note(request, { why })
      return this.visited(request, { kind: status === 401 ? 'challenge' : 'call', status, requestId })
    }
    const key = `${caller.userId} ${caller.clientId}`
    const now = this.#parts.now().getTime()
    if (status < 400 && now - (this.#connected.get(key) ?? -Infinity) < againMs) return
    if (status < 400) this.#connected.set(key, now)
    if (this.#connected.size > mostHops) this.#connected.clear()
    this.note(request, { clientId: caller.clientId, userId: caller.userId })
    this.visited(request, { kind: 'call', status, requestId })
  }

  /** Newest first. */
  list(): readonly Attempt[] {
    const since = this.#parts.now().getTime() - keptMs
    this.#hops = this.#hops.filter(({ at }) => at >= since)
    return groupHops(this.#hops).toReversed()
  }

  #keep(hop: Hop): void {
    this.#hops.push(hop)
    if (this.#hops.length > mostHops) this.#hops = this.#hops.slice(-mostHops / 2)
  }
}
