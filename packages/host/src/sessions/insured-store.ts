import { isAway } from '../redis/redis-health.ts'
import type { MemorySessionStore } from './memory-store.ts'
import type { RedisSessionStore } from './redis-store.ts'
import type { Session } from './session.ts'
import { due } from './session.ts'
import type { Found, SessionChanges, SessionStore, Watched } from './session-store.ts'
import { keyOf, ownerOf } from './session-store.ts'

/**
 * Redis for all instances, with a copy of what this instance has seen. While Redis is away the copy is used, and
 * sessions that Redis has lost are restored from it.
 */
export class InsuredSessionStore implements SessionStore {
  readonly #redis: RedisSessionStore
  readonly #copy: MemorySessionStore
  readonly #now: () => Date
  /** Sessions that began while Redis was away. */
  readonly #unshared = new Set<string>()

  constructor(redis: RedisSessionStore, copy: MemorySessionStore, now: () => Date) {
    this.#redis = redis
    this.#copy = copy
    this.#now = now
  }

  async create(session: Session): Promise<readonly Session[] | 'exists'> {
    const made = await orAway(this.#redis.create(session))
    if (made === 'exists') return made
    const evicted = await this.#copy.create(session)
    if (made !== away) return made
    this.#unshared.add(keyOf(ownerOf(session)))
    return evicted
  }

  async find(userId: string, id: string): Promise<Found> {
    const found = await orAway(this.#redis.find(userId, id))
    if (found === away) return this.#copy.find(userId, id)
    if (found === undefined) return this.#restore(userId, id)
    if (found === 'terminated') await this.#copy.terminate(userId, id, true)
    else this.#copy.put(found)
    return found
  }

  async touch(session: Session): Promise<void> {
    await this.#copy.touch(session)
    await orAway(this.#redis.touch(session))
  }

  async change(session: Session, changes: SessionChanges): Promise<void> {
    await this.#copy.change(session, changes)
    await orAway(this.#redis.change(session, changes))
  }

  async terminate(userId: string, id: string, remember: boolean): Promise<Session | undefined> {
    const own = await this.#copy.terminate(userId, id, remember)
    const isUnshared = this.#unshared.delete(keyOf({ userId, id }))
    const ended = await orAway(this.#redis.terminate(userId, id, remember))
    return ended === away || (ended === undefined && isUnshared) ? own : ended
  }

  async forget(userId: string, id: string): Promise<void> {
    this.#unshared.delete(keyOf({ userId, id }))
    await this.#copy.terminate(userId, id, false)
  }

  async watch(session: Session, uri: string, needs: readonly string[], most: number): Promise<boolean> {
    const fits = await orAway(this.#redis.watch(session, uri, needs, most))
    if (fits === false) return false
    const fitsHere = await this.#copy.watch(session, uri, needs, most)
    return fits === away ? fitsHere : true
  }

  async unwatch(session: Session, uri: string): Promise<void> {
    await this.#copy.unwatch(session, uri)
    await orAway(this.#redis.unwatch(session, uri))
  }

  async watched(session: Session): Promise<Watched> {
    const watched = await orAway(this.#redis.watched(session))
    return watched === away ? this.#copy.watched(session) : watched
  }

  async list(userId?: string): Promise<readonly Session[]> {
    const all = await orAway(this.#redis.list(userId))
    return all === away ? this.#copy.list(userId) : all
  }

  async sweep(now: Date): Promise<readonly Session[]> {
    const own = await this.#copy.sweep(now)
    const swept = await orAway(this.#redis.sweep(now))
    if (swept === away) return own
    return [...swept, ...own.filter((session) => this.#unshared.delete(keyOf(ownerOf(session))))]
  }

  /** Redis was emptied, or came back after the session began. */
  async #restore(userId: string, id: string): Promise<Found> {
    const own = await this.#copy.find(userId, id)
    if (own === undefined || own === 'terminated') return own
    if (due(own, this.#now()) !== undefined) return undefined
    await orAway(this.#redis.create(own))
    for (const [uri, needs] of await this.#copy.watched(own)) {
      await orAway(this.#redis.watch(own, uri, needs, Infinity))
    }
    this.#unshared.delete(keyOf({ userId, id }))
    return own
  }
}

const away = Symbol('Redis is away')

/** An error that Redis itself returns is a bug of ours and is thrown; any other means that Redis cannot be reached. */
async function orAway<Result>(work: Promise<Result>): Promise<Result | typeof away> {
  try {
    return await work
  } catch (error) {
    if (!isAway(error)) throw error
    return away
  }
}
