import { Command } from 'ioredis'
import type { GuardedRedis } from '../redis/guarded-redis.ts'
import type { CachedValues } from './open-cache.ts'

/** Under exactly the given key. The connection logs once that Redis is away. */
export class RedisValues implements CachedValues {
  readonly #redis: GuardedRedis

  constructor(redis: GuardedRedis) {
    this.#redis = redis
  }

  async get(key: string): Promise<string | undefined> {
    const text = await this.#send('get', [key])
    return typeof text === 'string' ? text : undefined
  }

  async set(key: string, text: string, seconds: number): Promise<void> {
    await this.#send('set', [key, text, 'PX', Math.ceil(seconds * 1000)])
  }

  async delete(key: string): Promise<void> {
    await this.#send('del', [key])
  }

  async #send(name: string, parameters: (string | number)[]): Promise<unknown> {
    try {
      // A custom command does not get the prefix of the connection.
      return await this.#redis.sendCommand(new Command(name, parameters, { replyEncoding: 'utf8' }))
    } catch {
      return undefined
    }
  }
}
