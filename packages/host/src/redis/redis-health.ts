import { ReplyError } from 'ioredis'
import type { Log } from '@quipu/kit'

/** While Redis is away, so often it is asked whether it is back. */
const probeMs = 500

export interface RedisHealthInit {
  readonly log: Log
  /** Resolves if Redis takes and answers a command, at whatever cost of time. */
  probe(): Promise<unknown>
}

/**
 * The one judgement of an instance on its Redis. After a command that got no answer nobody else waits for one, until a
 * probe says that Redis is back; one that answers and takes nothing costs no time and goes on being asked. Says once
 * when Redis goes and once when it is back.
 */
export class RedisHealth {
  readonly #init: RedisHealthInit
  #state: 'well' | 'refusing' | 'silent' | 'closed' = 'well'
  #probing: NodeJS.Timeout | undefined
  #isAsked = false

  constructor(init: RedisHealthInit) {
    this.#init = init
  }

  /** Whoever asked would wait in vain. */
  get isSilent(): boolean {
    return this.#state === 'silent'
  }

  /** A command has failed, or the connection has. */
  failed(error: unknown): void {
    if (this.#state === 'closed' || !isAway(error)) return
    const wasWell = this.#state === 'well'
    this.#state = isReply(error) ? 'refusing' : 'silent'
    if (!wasWell) return
    this.#init.log.warn(
      { err: error },
      'Redis cannot be reached: each instance works for itself until it is back',
    )
    this.#probing = setInterval(() => this.ask(), probeMs).unref()
    this.ask()
  }

  /** Finds out whether it is back, if it was away. */
  ask(): void {
    if (this.#isAsked || this.#state === 'well' || this.#state === 'closed') return
    this.#isAsked = true
    void this.#probe().finally(() => (this.#isAsked = false))
  }

  close(): void {
    this.#state = 'closed'
    clearInterval(this.#probing)
  }

  async #probe(): Promise<void> {
    try {
      await this.#init.probe()
      this.#cameBack()
    } catch (error) {
      this.failed(error)
    }
  }

  #cameBack(): void {
    if (this.#state === 'closed') return
    this.#state = 'well'
    clearInterval(this.#probing)
    this.#init.log.info({}, 'Redis is back: the instances work together again')
  }
}

/** What Redis itself refuses is a mistake of ours; everything else, "not yet" and "not now" mean that it is away. */
export function isAway(error: unknown): boolean {
  return !isReply(error) || notNow.test(error.message)
}

const notNow =
  /^(?:LOADING|READONLY|OOM|MASTERDOWN|BUSY|NOAUTH|WRONGPASS|NOPERM|MISCONF|NOREPLICAS|CLUSTERDOWN|EXECABORT)\b/

function isReply(error: unknown): error is Error {
  return error instanceof ReplyError && error instanceof Error
}
