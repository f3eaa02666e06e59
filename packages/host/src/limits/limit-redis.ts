import type { Log } from '@quipu/kit'
import type { GuardedRedis } from '../redis/guarded-redis.ts'
import { isAway } from '../redis/redis-health.ts'
import type { Script } from './redis-scripts.ts'

/** Runs the scripts of limits in Redis. */
export class LimitRedis {
  readonly #redis: GuardedRedis
  readonly #log: Log

  constructor(redis: GuardedRedis, log: Log) {
    this.#redis = redis
    this.#log = log
  }

  /** The result of the script; undefined while Redis cannot be reached. The key gets the prefix of the connection. */
  async run(script: Script, key: string, parameters: readonly (string | number)[]): Promise<unknown> {
    try {
      return await this.#call(script, key, parameters)
    } catch (error) {
      // The connection logs once that Redis is away.
      if (!isAway(error))
        this.#log.error({ err: error }, 'Redis refused to count for a limit: this instance counts for itself')
      return undefined
    }
  }

  async #call({ lua, sha }: Script, key: string, parameters: readonly (string | number)[]): Promise<unknown> {
    try {
      return await this.#redis.evalsha(sha, 1, key, ...parameters)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return this.#redis.eval(lua, 1, key, ...parameters)
    }
  }
}
