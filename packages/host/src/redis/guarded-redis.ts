import type { RedisOptions } from 'ioredis'
import { Command, Redis } from 'ioredis'
import type { Log } from '@quipu/kit'
import { RedisHealth } from './redis-health.ts'

/** A connection whose commands fail at once while Redis is known to be silent, so that nobody waits for it. */
export class GuardedRedis extends Redis {
  readonly #health: RedisHealth

  constructor(url: string, options: Omit<RedisOptions, 'replyMapping'>, log: Log) {
    super(url, options)
    this.#health = new RedisHealth({ log, probe: () => this.#probe() })
    this.on('error', (error: Error) => this.#health.failed(error))
    this.on('reconnecting', () => this.#health.failed(new Error('The connection to Redis was lost')))
    this.on('ready', () => this.#health.ask())
  }

  /** Whether there is a connection on which Redis answers. */
  get isWell(): boolean {
    return this.status === 'ready' && !this.#health.isSilent
  }

  /** Ends the wait for the first connection. */
  giveUpWaiting(): void {
    if (this.status !== 'ready') this.#health.failed(new Error('There is no connection to Redis'))
  }

  override disconnect(reconnect = false): void {
    if (!reconnect) this.#health.close()
    super.disconnect(reconnect)
  }

  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    if (this.#health.isSilent && !handshake.has(command.name)) {
      command.reject(new Error('Redis does not answer'))
      return command.promise
    }
    command.promise.catch((error: unknown) => this.#health.failed(error))
    return super.sendCommand(command, stream)
  }

  /** A write, which also shows whether Redis accepts any; it bypasses the guard. */
  async #probe(): Promise<unknown> {
    if (this.status !== 'ready') throw new Error('There is no connection to Redis')
    return super.sendCommand(new Command('set', ['quipu:probe', '1', 'PX', 1_000]))
  }
}

/** The commands that the connection itself sends before it is ready. */
const handshake: ReadonlySet<string> = new Set(['hello', 'auth', 'select', 'client', 'info', 'readonly'])
