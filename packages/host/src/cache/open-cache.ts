import type { Cache, Json } from '@quipu/kit'
import type { RedisConnection } from '../redis/open-redis.ts'
import { MemoryValues } from './memory-values.ts'
import { RedisValues } from './redis-values.ts'

const longestKey = 200
const longestSeconds = 30 * 86_400
/** A longer value is not kept: a cache is not for files. */
const maxBytes = 256 * 1024

/** Texts that expire. A text that cannot be read now is missing, and one that cannot be written now is skipped. */
export interface CachedValues {
  get(key: string): Promise<string | undefined>
  set(key: string, text: string, seconds: number): Promise<void>
  delete(key: string): Promise<void>
}

/** In Redis for all instances, or without Redis in this process. */
export function openCachedValues(redis: RedisConnection | undefined, now: () => number): CachedValues {
  return redis === undefined ? new MemoryValues(now) : new RedisValues(redis.commands)
}

/** One module's part of the cache. */
export function moduleCache(values: CachedValues, module: string): Cache {
  const checked = (key: string) => {
    if (key.startsWith(`${module}:`) && key.length <= longestKey) return key
    throw new RangeError(
      `A key of this cache begins with "${module}:" and has at most ${longestKey} characters`,
    )
  }
  return {
    get: async (key) => parsed(await values.get(checked(key))),
    async set(key, value, seconds) {
      checked(key)
      if (!(seconds > 0 && seconds <= longestSeconds))
        throw new RangeError(`A value is kept for more than 0 and at most ${longestSeconds} seconds`)
      // A value that is not JSON has no text.
      const text = JSON.stringify(value) as string | undefined
      if (text === undefined) throw new TypeError('Only JSON can be kept in the cache')
      if (Buffer.byteLength(text) > maxBytes) await values.delete(key)
      else await values.set(key, text, seconds)
    },
    delete: async (key) => values.delete(checked(key)),
  }
}

/** Another program may have written something that is not JSON. */
function parsed(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
