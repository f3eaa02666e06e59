import { once } from 'node:events'
import { Redis } from 'ioredis'
import type { Log } from '@quipu/kit'
import { GuardedRedis } from './guarded-redis.ts'

/** Longer than any healthy answer; a Redis that falls silent holds up what is under way, and nothing after that. */
const commandTimeoutMs = 500
const firstConnectionMs = 2_000
const longestPauseMs = 2_000

/** The one way of an instance to Redis. */
export interface RedisConnection extends AsyncDisposable {
  /** Keys get the prefix `quipu:`. Commands fail at once while Redis is away. */
  readonly commands: GuardedRedis
  /** A connection of its own, for listening to channels. */
  readonly channels: Redis
  close(): Promise<void>
}

export const keyPrefix = 'quipu:'

/** Waits a moment for Redis; without it, goes on and takes it up when it comes. */
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
  // What is wrong is reported once, by the other connection.
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
