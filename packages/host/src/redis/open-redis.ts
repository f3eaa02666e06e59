import { once } from 'node:events'
import { Redis } from 'ioredis'
import type { Log } from '@quipu/kit'

/** Longer than any healthy answer; a hanging Redis must not hold up every request. */
const commandTimeoutMs = 1_000
const firstConnectionMs = 2_000
const longestPauseMs = 2_000

export interface RedisConnection extends AsyncDisposable {
  /** Keys get the prefix `quipu:`. Commands fail at once while Redis is away. */
  readonly commands: Redis
  /** A connection of its own, for listening to channels. */
  readonly channels: Redis
  readonly isReady: boolean
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
  const commands = new Redis(url, options)
  const channels = new Redis(url, { ...options, enableAutoPipelining: false })
  reportTransitions(commands, log)
  // What is wrong is reported once, by the other connection.
  channels.on('error', () => {})
  await Promise.all([commands, channels].map(connect))
  const close = async () => {
    commands.disconnect()
    channels.disconnect()
  }
  return {
    commands,
    channels,
    get isReady() {
      return commands.status === 'ready'
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function connect(redis: Redis): Promise<void> {
  const ready = once(redis, 'ready', { signal: AbortSignal.timeout(firstConnectionMs) })
  redis.connect().catch(() => {})
  await ready.catch(() => {})
}

/** One line when Redis goes and one when it comes back, not one for each failed attempt. */
function reportTransitions(redis: Redis, log: Log): void {
  let isAway = false
  const away = (error?: Error) => {
    if (isAway) return
    isAway = true
    log.warn({ err: error }, 'Redis cannot be reached: each instance works for itself until it is back')
  }
  redis.on('error', away)
  redis.on('reconnecting', () => away())
  redis.on('ready', () => {
    if (isAway) log.info({}, 'Redis is back: the instances work together again')
    isAway = false
  })
}
