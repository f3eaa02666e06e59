import { once } from 'node:events'
import { Redis } from 'ioredis'
import type { Log } from '@quipu/kit'
import type { Script } from './redis-scripts.ts'

/** Longer than any healthy answer; a hanging Redis must not hold up every request. */
const commandTimeoutMs = 250
const firstConnectionMs = 2_000
/** While Redis fails, one call in so many milliseconds finds out whether it is back; the others do not wait. */
const probeMs = 500

/** Runs scripts in Redis, and says once when it goes and once when it is back. */
export class LimitRedis {
  readonly #redis: Redis
  readonly #log: Log
  #isAway = false
  #nextProbe = 0

  /** Waits a moment for Redis; without it, goes on and takes it up when it comes. */
  static async open(url: string, log: Log): Promise<LimitRedis> {
    const redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: commandTimeoutMs,
    })
    const opened = new LimitRedis(redis, log)
    await once(redis, 'ready', { signal: AbortSignal.timeout(firstConnectionMs) }).catch(() => {})
    return opened
  }

  private constructor(redis: Redis, log: Log) {
    this.#redis = redis
    this.#log = log
    redis.on('error', (error: Error) => this.#went(error))
    redis.on('ready', () => this.#cameBack())
  }

  /** What the script answers; undefined while Redis cannot be asked. */
  async run(script: Script, key: string, parameters: readonly (string | number)[]): Promise<unknown> {
    if (this.#redis.status !== 'ready') {
      this.#went(new Error('There is no connection to Redis'))
      return undefined
    }
    if (this.#isResting()) return undefined
    try {
      const answer = await this.#call(script, key, parameters)
      this.#cameBack()
      return answer
    } catch (error) {
      this.#went(error)
      return undefined
    }
  }

  close(): void {
    this.#redis.disconnect()
  }

  async #call({ lua, sha }: Script, key: string, parameters: readonly (string | number)[]): Promise<unknown> {
    try {
      return await this.#redis.evalsha(sha, 1, key, ...parameters)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return this.#redis.eval(lua, 1, key, ...parameters)
    }
  }

  #isResting(): boolean {
    if (!this.#isAway) return false
    const now = performance.now()
    if (now < this.#nextProbe) return true
    this.#nextProbe = now + probeMs
    return false
  }

  #went(error: unknown): void {
    if (this.#isAway) return
    this.#isAway = true
    this.#nextProbe = performance.now() + probeMs
    this.#log.warn(
      { err: error },
      'Redis cannot be reached: limits are counted by each instance for itself until it is back',
    )
  }

  #cameBack(): void {
    if (!this.#isAway) return
    this.#isAway = false
    this.#log.info({}, 'Redis is back: limits are counted for all instances together')
  }
}
