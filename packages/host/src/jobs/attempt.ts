import type { Job, JobProgress, Json, Log, Scope } from '@quipu/kit'
import type { Store } from '../storage/store.ts'
import { beat, type TakenJob } from './statements.ts'

export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Another instance has it, or it was dropped: this instance must record nothing. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'released' }

export interface AttemptParts {
  readonly store: Pick<Store, 'query'>
  readonly log: Log
  readonly leaseSeconds: number
  readonly timeoutSeconds: number
}

/** One attempt at a job, from when it is taken until its outcome is known. Renews the lease meanwhile. */
export class Attempt implements Job {
  readonly id: string
  readonly scope: Scope
  readonly attempt: number
  readonly lease: string
  latest: JobProgress | undefined
  readonly #taken: TakenJob
  readonly #parts: AttemptParts
  readonly #controller = new AbortController()
  readonly #givenUp = Promise.withResolvers<never>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #stoppedAs: Outcome | undefined
  #beating: Promise<void> | undefined
  #heardAt = performance.now()
  #hasNews = false

  constructor(taken: TakenJob, parts: AttemptParts) {
    this.id = taken.id
    this.scope = taken.user_id === null ? { everyone: true } : { userId: taken.user_id }
    this.attempt = taken.attempts
    this.lease = taken.lease
    this.#taken = taken
    this.#parts = parts
    this.#givenUp.promise.catch(() => {})
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  progress(done: number, total?: number, message?: string): void {
    if (!Number.isFinite(done)) return
    this.latest = {
      done,
      ...(total === undefined || !Number.isFinite(total) ? {} : { total }),
      ...(message === undefined ? {} : { message: message.replaceAll('\0', '').slice(0, longestMessage) }),
    }
    this.#hasNews = true
    if (this.#beating === undefined) this.#startBeat()
  }

  async outcome(run: (payload: Json, job: Job) => Promise<void>): Promise<Outcome> {
    const { leaseSeconds, timeoutSeconds } = this.#parts
    const late = new Error(`It took longer than ${timeoutSeconds} s`)
    this.#after(timeoutSeconds * 1000, () => this.stop({ kind: 'failed', error: late }, graceMs))
    const heart = setInterval(() => this.#startBeat(), (leaseSeconds * 1000) / beatsPerLease)
    this.#timers.add(heart)
    try {
      // The payload is the JSON that was stored.
      const running = Promise.resolve().then(() => run(this.#taken.payload as Json, this))
      await Promise.race([running, this.#givenUp.promise])
      return this.#stoppedAs?.kind === 'lost' ? this.#stoppedAs : { kind: 'done' }
    } catch (error) {
      return this.#stoppedAs ?? { kind: 'failed', error }
    } finally {
      for (const timer of this.#timers) clearTimeout(timer)
      this.#timers.clear()
      await this.#beating
    }
  }

  /** Aborts the work by its signal, and waits for it no longer than this. */
  stop(outcome: Outcome, waitMs: number): void {
    if (this.#stoppedAs !== undefined) return
    this.#stoppedAs = outcome
    const reason = outcome.kind === 'failed' ? outcome.error : new Error(`The job was ${outcome.kind}`)
    this.#controller.abort(reason)
    this.#after(waitMs, () => this.#givenUp.reject(reason))
  }

  #after(milliseconds: number, work: () => void): void {
    const timer = setTimeout(work, Math.min(milliseconds, longestTimer))
    this.#timers.add(timer)
  }

  #startBeat(): void {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined
      // At most this often, however fast the work reports; the last report is written with the outcome.
      if (this.#hasNews && this.#timers.size > 0) this.#after(progressMs, () => this.#startBeat())
    })
  }

  async #beat(): Promise<void> {
    const { store, log, leaseSeconds } = this.#parts
    this.#hasNews = false
    const sentAt = performance.now()
    try {
      const [ours] = await store.query('everyone', beat(this.#taken, leaseSeconds, this.latest))
      if (ours === undefined) return this.stop({ kind: 'lost' }, 0)
      this.#heardAt = sentAt
    } catch (error) {
      log.warn({ err: error, job: this.#taken.name, job_id: this.id }, 'the lease of a job could not be kept')
      if (performance.now() - this.#heardAt > leaseSeconds * 1000) this.stop({ kind: 'lost' }, 0)
    }
  }
}

/** Two renewals may get lost before the lease does. */
const beatsPerLease = 4
const progressMs = 500
const longestMessage = 500
/** For work that ends cleanly when its signal is aborted. */
const graceMs = 2000
/** Node treats a longer one as none. */
const longestTimer = 2 ** 31 - 1
