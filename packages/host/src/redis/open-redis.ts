import { once } from 'node:events'
import { Redis } from 'ioredis'
import type { Log } from '@quipu/kit'
import { GuardedRedis } from './guarded-redis.ts'

/** Longer than any healthy answer. A Redis that falls silent delays only the commands under way. */
const commandTimeoutMs = 500
const firstConnectionMs = 2_000
const longestPauseMs = 2_000

/** The connection of an instance to Redis. */
export interface RedisConnection extends AsyncDisposable {
  /** Keys get the prefix `quipu:`. Commands fail at once while Redis is away. */
  readonly commands: GuardedRedis
  /** A separate connection, for subscribing to channels. */
  readonly channels: Redis
  close(): Promise<void>
}

export const keyPrefix = 'quipu:'

/** Waits a moment for Redis. Without it, continues and uses it when it is there. */
export async function openRedis(url: string, log: Log): Promise<RedisConnection> {
  const options = {
    keyPrefix,
    lazyConnect: true,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, longestPauseMs),
  }
  const commands = new GuardedRedis(url, options, log)
  const channels = new Redis(url, { ...options, enableAutoPipelining: false })
  // The other connection logs the problem once.
  channels.on('error', () => {})
  await Promise.all([commands, channels].map(connect))
  commands.giveUpWaiting()
  const close = async () => {
    commands.disconnect()
    channels.disconnect()
  }
  return { commands, channels, close, [Symbol.asyncDispose]: close }
}

async function connect(redis: Redis): Promise<void> {
  const ready = once(redis, 'ready', { signal: AbortSignal.timeout(firstConnectionMs) })
  redis.connect().catch(() => {})
  await ready.catch(() => {})
}
