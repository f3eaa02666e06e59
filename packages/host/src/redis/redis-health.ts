import { ReplyError } from 'ioredis'
import type { Log } from '@quipu/kit'

/** How often Redis is probed while it is away. */
const probeMs = 500

export interface RedisHealthInit {
  readonly log: Log
  /** Resolves if Redis accepts and answers a command, however long it takes. */
  probe(): Promise<unknown>
}

/**
 * The one judgement of an instance on its Redis. After a command without an answer no other command waits, until a
 * probe shows that Redis is back. A Redis that answers but refuses writes costs no time and is still used. Logs once
 * when Redis goes away and once when it is back.
 */
export class RedisHealth {
  readonly #init: RedisHealthInit
  #state: 'well' | 'refusing' | 'silent' | 'closed' = 'well'
  #probing: NodeJS.Timeout | undefined
  #isAsked = false

  constructor(init: RedisHealthInit) {
    this.#init = init
  }

  /** Whether a command would wait in vain. */
  get isSilent(): boolean {
    return this.#state === 'silent'
  }

  /** To be called when a command or the connection has failed. */
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

  /** Checks whether it is back, if it was away. */
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

/**
 * A command that Redis itself refuses is a bug of ours; any other error, "not yet" and "not now" included, means that
 * it is away.
 */
export function isAway(error: unknown): boolean {
  return !isReply(error) || notNow.test(error.message)
}

const notNow =
  /^(?:LOADING|READONLY|OOM|MASTERDOWN|BUSY|NOAUTH|WRONGPASS|NOPERM|MISCONF|NOREPLICAS|CLUSTERDOWN|EXECABORT)\b/

function isReply(error: unknown): error is Error {
  return error instanceof ReplyError && error instanceof Error
}
