import type { Redis } from 'ioredis'
import { createSession } from './create-script.ts'
import type { Session } from './session.ts'
import { due, endsAtMs } from './session.ts'
import { endedKey, everyone, sessionKey, userKey, watchedKey } from './session-keys.ts'
import type { Found, SessionChanges, SessionStore, Watched } from './session-store.ts'
import { keyOf, newestFirst, ownerOf } from './session-store.ts'
import { fieldsOf, needsOf, sessionOf } from './stored-session.ts'

export interface RedisStoreOptions {
  readonly redis: Redis
  readonly mostPerUser: number
  readonly now: () => Date
}

const touchEveryMs = 10_000
/** How much longer than its session a key is kept, so that a sweep still finds its owner. */
const graceMs = 3_600_000
const sweptAtOnce = 1_000

/**
 * Sessions of all instances. Keys: a hash for each session, one for what it watches, a mark for an id that was ended,
 * and two indexes, by user with the last activity and over all with the end. Fails while Redis is away.
 */
export class RedisSessionStore implements SessionStore {
  readonly #redis: Redis
  readonly #options: RedisStoreOptions
  readonly #touched = new Map<string, number>()

  constructor(options: RedisStoreOptions) {
    this.#redis = options.redis
    this.#options = options
  }

  async create(session: Session): Promise<readonly Session[] | 'exists'> {
    const { mostPerUser } = this.#options
    const made = await createSession(this.#redis, session, { mostPerUser, keepMs: keepMs(session) })
    if (made === 'exists') return 'exists'
    return made.flatMap((fields) => sessionOf(fields) ?? [])
  }

  async find(userId: string, id: string): Promise<Found> {
    const session = await this.#read(userId, id)
    if (session !== undefined) return session
    const isEnded = await this.#redis.exists(endedKey(userId, id))
    return isEnded === 1 ? 'terminated' : undefined
  }

  async touch(session: Session): Promise<void> {
    const { userId, id } = ownerOf(session)
    const key = keyOf({ userId, id })
    const nowMs = this.#options.now().getTime()
    const last = this.#touched.get(key)
    if (last !== undefined && nowMs >= last && nowMs - last < touchEveryMs) return
    this.#touched.set(key, nowMs)
    if (this.#touched.size > 20_000) this.#touched.clear()
    const { lastActivity, state } = session
    await this.#redis
      .multi()
      .hset(sessionKey(userId, id), { lastActivity: lastActivity.getTime(), state })
      .hdel(sessionKey(userId, id), 'orphanedAt')
      .pexpire(sessionKey(userId, id), keepMs(session))
      .pexpire(watchedKey(userId, id), keepMs(session))
      .zadd(userKey(userId), 'XX', lastActivity.getTime(), id)
      .zadd(everyone, 'XX', endsAtMs(session), key)
      .exec()
  }

  async change(session: Session, changes: SessionChanges): Promise<void> {
    const { userId, id } = ownerOf(session)
    const changed = { ...session, ...changes }
    const { fixed = '', lastActivity: _seen, ...fields } = fieldsOf(changed)
    if (changes.clientInfo !== undefined) await this.#redis.eval(putFixed, 1, sessionKey(userId, id), fixed)
    // Without its fixed part, a value written to a session that has just ended is not a session and is swept.
    await this.#redis
      .multi()
      .hset(sessionKey(userId, id), fields)
      .pexpire(sessionKey(userId, id), keepMs(changed))
      .zadd(everyone, 'XX', endsAtMs(changed), keyOf({ userId, id }))
      .exec()
    if (changes.state !== undefined) this.#touched.delete(keyOf({ userId, id }))
  }

  async terminate(userId: string, id: string, remember: boolean): Promise<Session | undefined> {
    const session = await this.#read(userId, id)
    const key = keyOf({ userId, id })
    if (session !== undefined && remember) {
      const restMs = Math.max(1, endsAtMs(session) - this.#options.now().getTime())
      await this.#redis.set(endedKey(userId, id), '1', 'PX', Math.min(restMs, session.times.idleMs))
    }
    this.#touched.delete(key)
    const [, , isFirst] = await Promise.all([
      this.#ours(userKey(userId), (index) => this.#redis.zrem(index, id)),
      this.#redis.del(watchedKey(userId, id)),
      this.#ours(everyone, (index) => this.#redis.zrem(index, key)),
      this.#redis.del(sessionKey(userId, id)),
    ])
    return isFirst === 1 ? session : undefined
  }

  /** Everything here is visible to all instances. */
  async forget(userId: string, id: string): Promise<void> {
    this.#touched.delete(keyOf({ userId, id }))
  }

  async watch(session: Session, uri: string, needs: readonly string[], most: number): Promise<boolean> {
    const { userId, id } = ownerOf(session)
    const key = watchedKey(userId, id)
    const add = (ours: string) => this.#redis.hset(ours, uri, JSON.stringify(needs))
    const isNew = (await this.#ours(key, add)) ?? (await add(key))
    await this.#redis.pexpire(key, keepMs(session))
    if (isNew === 0 || (await this.#redis.hlen(key)) <= most) return true
    await this.#redis.hdel(key, uri)
    return false
  }

  async unwatch(session: Session, uri: string): Promise<void> {
    const { userId, id } = ownerOf(session)
    await this.#redis.hdel(watchedKey(userId, id), uri)
  }

  async watched(session: Session): Promise<Watched> {
    const { userId, id } = ownerOf(session)
    const fields = await this.#ours(watchedKey(userId, id), (key) => this.#redis.hgetall(key))
    return new Map(
      Object.entries(fields ?? {}).flatMap(([uri, text]) => {
        const needs = needsOf(text)
        return needs === undefined ? [] : [[uri, needs] as const]
      }),
    )
  }

  async list(userId?: string): Promise<readonly Session[]> {
    const keys =
      userId === undefined
        ? await this.#ours(everyone, (key) => this.#redis.zrange(key, '0', '-1'))
        : (await this.#ours(userKey(userId), (key) => this.#redis.zrange(key, '0', '-1')))?.map((id) =>
            keyOf({ userId, id }),
          )
    const found = await Promise.all((keys ?? []).map((key) => this.#readKey(key)))
    return newestFirst(found.filter((session) => session !== undefined))
  }

  async sweep(now: Date): Promise<readonly Session[]> {
    const keys = await this.#ours(everyone, (key) =>
      this.#redis.zrange(key, '-inf', String(now.getTime()), 'BYSCORE', 'LIMIT', 0, sweptAtOnce),
    )
    const swept: Session[] = []
    for (const key of keys ?? []) {
      const session = await this.#readKey(key)
      if (session !== undefined && due(session, now) === undefined) {
        await this.#redis.zadd(everyone, 'XX', endsAtMs(session), key)
        continue
      }
      const ended = session && (await this.terminate(session.userContext.userId, session.id, false))
      if (ended !== undefined) swept.push(ended)
      else await this.#redis.zrem(everyone, key)
    }
    return swept
  }

  #readKey(key: string): Promise<Session | undefined> {
    const space = key.indexOf(' ')
    return this.#read(key.slice(0, space), key.slice(space + 1))
  }

  /** A value that another program wrote is not a session, and is deleted. */
  async #read(userId: string, id: string): Promise<Session | undefined> {
    const key = sessionKey(userId, id)
    const fields = await this.#ours(key, (ours) => this.#redis.hgetall(ours))
    if (fields === undefined || Object.keys(fields).length === 0) return undefined
    const session = sessionOf(fields)
    if (session !== undefined && session.id === id && session.userContext.userId === userId) return session
    await this.#redis.del(key)
    return undefined
  }

  /** Undefined for a key with another type of value, which is then deleted. */
  async #ours<Result>(key: string, read: (key: string) => Promise<Result>): Promise<Result | undefined> {
    try {
      return await read(key)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('WRONGTYPE')) throw error
      await this.#redis.del(key)
      return undefined
    }
  }
}

/** Writes only to an existing session, so that it does not restore one that has ended. */
const putFixed = `if redis.call('exists', KEYS[1]) == 1 then redis.call('hset', KEYS[1], 'fixed', ARGV[1]) end`

function keepMs({ times }: Session): number {
  return times.idleMs + graceMs
}
