import type { Call } from '@quipu/kit'
import { clientName } from '../service/client-name.ts'
import type { SentEntry } from '../store/entries.ts'
import type { Glance, LiveEvent } from '../service/universe-service.ts'
import type { UniverseRow } from '../store/universe-store.ts'
import type { Message, Messages } from './messages.ts'
import { Reader } from './reader.ts'
import { Tail, type TailPorts } from './tail.ts'
import { watching } from './watching.ts'

export interface Pace {
  /** How often a watched universe is read from the store, whatever the bus delivers. */
  readonly lookMs: number
  /** How often an instance announces who has a stream there. */
  readonly presenceMs: number
}

const looksAtOnce = 4

/** Everyone who watches at this instance. Nothing runs while nobody watches. */
export class Live implements AsyncDisposable {
  readonly #ports: TailPorts
  readonly #messages: Messages
  readonly #pace: Pace
  readonly #tails = new Map<string, Tail>()
  readonly #unsubscribe: () => void
  #timers: NodeJS.Timeout[] = []
  #isLooking = false
  #isClosed = false

  constructor(ports: TailPorts, messages: Messages, pace: Pace) {
    this.#ports = ports
    this.#messages = messages
    this.#pace = pace
    const isWatched = (universeId: string) => this.#tails.has(universeId)
    this.#unsubscribe = messages.hear(isWatched, (message) => this.#hear(message))
  }

  announce(universeId: string, { entry, json }: SentEntry): void {
    this.#messages.tell({ kind: 'step', universeId, revision: entry.revision, json })
  }

  /** Its name or its members have changed. */
  changed(universeId: string): void {
    this.#messages.tell({ kind: 'universe', universeId })
  }

  deleted(universeId: string): void {
    this.#messages.tell({ kind: 'deleted', universeId })
  }

  look(call: Call, universeId: string, name: string, glance: Glance): void {
    const now = this.#ports.now().toISOString()
    const who = { userId: call.caller.userId, name, client: clientName(call), since: now, at: now }
    this.#messages.tell({ kind: 'here', universeId, instance: null, people: [{ ...who, ...glance }] })
  }

  /** The row was read as the caller just now. */
  watch(call: Call, row: UniverseRow, name: string, after: number): AsyncIterable<LiveEvent> {
    const reader = new Reader({ userId: call.caller.userId, name, client: clientName(call) }, after)
    return watching({
      reader,
      signal: call.signal,
      store: this.#ports.store,
      log: this.#ports.log,
      join: () => this.#join(reader, row),
      leave: (tail) => this.#leave(tail, reader),
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    this.#unsubscribe()
    this.#rest()
    for (const tail of this.#tails.values()) {
      tail.isClosed = true
      tail.wake()
    }
    this.#tails.clear()
  }

  #join(reader: Reader, row: UniverseRow): Tail {
    const known = this.#tails.get(row.id)
    const tail = known ?? new Tail(row.id, this.#ports, row)
    tail.isClosed ||= this.#isClosed
    tail.readers.add(reader)
    if (known === undefined && !this.#isClosed) {
      this.#tails.set(row.id, tail)
      this.#messages.tell({ kind: 'who', universeId: row.id })
      this.#work()
    }
    const now = this.#ports.now().toISOString()
    const { userId, name, client } = reader
    const people = [{ userId, name, client, since: now, at: now }]
    this.#messages.tell({ kind: 'here', universeId: row.id, instance: this.#ports.instance, people })
    // Something may have been done between the reading of the row and now.
    void tail.look()
    return tail
  }

  #leave(tail: Tail, reader: Reader): void {
    tail.readers.delete(reader)
    const { userId, client } = reader
    const isStillHere = [...tail.readers].some((other) => other.userId === userId && other.client === client)
    if (!isStillHere && !this.#isClosed)
      this.#messages.tell({
        kind: 'left',
        universeId: tail.id,
        instance: this.#ports.instance,
        userId,
        client,
      })
    if (tail.readers.size > 0) return
    tail.isClosed = true
    this.#tails.delete(tail.id)
    if (this.#tails.size === 0) this.#rest()
  }

  #hear(message: Message): void {
    const tail = this.#tails.get(message.universeId)
    if (tail === undefined) return
    switch (message.kind) {
      case 'step':
        return tail.offer(message.revision, message.json)
      case 'universe':
        return void tail.look()
      case 'deleted':
        return tail.end('deleted')
      case 'who':
        return this.#tellWho(tail, [this.#ports.instance, null])
      case 'here':
      case 'left':
        return hearOfPeople(tail, message)
    }
  }

  #tellWho(tail: Tail, places: readonly (string | null)[]): void {
    for (const instance of places) {
      const people = tail.room.sights(instance)
      if (people.length > 0) this.#messages.tell({ kind: 'here', universeId: tail.id, instance, people })
    }
  }

  #work(): void {
    if (this.#timers.length > 0) return
    const look = () => void this.#lookAround()
    const tell = () => {
      for (const tail of this.#tails.values()) this.#tellWho(tail, [this.#ports.instance])
    }
    this.#timers = [setInterval(look, this.#pace.lookMs), setInterval(tell, this.#pace.presenceMs)]
    for (const timer of this.#timers) timer.unref()
  }

  /** A few at a time, so that writers need not wait behind readers. */
  async #lookAround(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const tails = this.#tails.values()
    const lookOn = async () => {
      for (const tail of tails) {
        tail.room.sweep()
        await tail.look()
      }
    }
    await Promise.all(Array.from({ length: looksAtOnce }, lookOn))
    this.#isLooking = false
  }

  #rest(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
  }
}

function hearOfPeople(tail: Tail, message: Extract<Message, { kind: 'here' | 'left' }>): void {
  const { version } = tail.room
  if (message.kind === 'here') tail.room.hear(message.instance, message.people)
  else tail.room.leave(message.instance, message.userId, message.client)
  if (tail.room.version !== version) tail.wake()
}
