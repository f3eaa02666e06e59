import { setTimeout as pause } from 'node:timers/promises'
import type { JobDefinition, Log } from '@quipu/kit'
import type { Statement, Store } from '../storage/store.ts'
import { scrubText } from '../telemetry/scrub.ts'
import { Attempt, type Outcome } from './attempt.ts'
import { backOffMs } from './back-off.ts'
import { failJob, finishJob, reclaimJobs, releaseJob, takeJobs, type TakenJob } from './statements.ts'

export interface WorkerParts {
  readonly store: Pick<Store, 'query'>
  readonly definitions: ReadonlyMap<string, JobDefinition>
  readonly now: () => Date
  readonly log: Log
  /** How many jobs run here at a time. */
  readonly concurrency: number
  readonly leaseSeconds: number
  readonly pollMs: number
}

/** Takes due jobs and does them, a few at a time. */
export class Worker {
  readonly #parts: WorkerParts
  readonly #attempts = new Map<Attempt, Promise<void>>()
  #poll: NodeJS.Timeout | undefined
  #isStarted = false
  #isClosed = false
  #isLooking = false
  #isWanted = false

  constructor(parts: WorkerParts) {
    this.#parts = parts
  }

  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#look()
  }

  /** There may be new jobs. */
  wake(): void {
    if (!this.#isStarted || this.#isClosed) return
    this.#isWanted = true
    if (!this.#isLooking) void this.#takeWhileRoom()
  }

  /** Does everything that is due on this instance, and waits until nothing is left. */
  async runDue(): Promise<void> {
    while (!this.#isClosed) {
      if (this.#room > 0) await this.#takeSome()
      if (this.#attempts.size === 0) return
      await Promise.race(this.#attempts.values())
    }
  }

  /** Takes no more jobs. Running ones may finish for this long; then they are left to others. */
  async close(waitMs: number): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#poll)
    const release = setTimeout(() => {
      for (const attempt of this.#attempts.keys()) attempt.stop({ kind: 'released' }, releaseMs)
    }, waitMs)
    while (this.#attempts.size > 0) await Promise.all(this.#attempts.values())
    clearTimeout(release)
  }

  get #room(): number {
    return this.#parts.concurrency - this.#attempts.size
  }

  #look(): void {
    this.wake()
    // Not in step with other instances that were started at the same moment.
    const waitMs = this.#parts.pollMs * (0.75 + Math.random() / 2)
    this.#poll = setTimeout(() => this.#look(), waitMs)
    this.#poll.unref()
  }

  async #takeWhileRoom(): Promise<void> {
    this.#isLooking = true
    try {
      while (this.#isWanted && this.#room > 0 && !this.#isClosed) {
        this.#isWanted = false
        if ((await this.#takeSome()) > 0) this.#isWanted = true
      }
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'jobs could not be taken; trying again shortly')
    } finally {
      this.#isLooking = false
    }
  }

  async #takeSome(): Promise<number> {
    const { store, definitions, now, leaseSeconds } = this.#parts
    if (definitions.size === 0) return 0
    const holds = [...this.#attempts.keys()].map(({ lease }) => lease)
    await store.query('everyone', reclaimJobs(now(), holds))
    const names = [...definitions.keys()]
    const taking = takeJobs(names, this.#room, { now: now(), leaseSeconds })
    const taken = await store.query<TakenJob>('everyone', taking)
    for (const job of taken) this.#begin(job)
    return taken.length
  }

  #begin(job: TakenJob): void {
    const { store, log, leaseSeconds, definitions } = this.#parts
    // Only work of these names is taken.
    const definition = definitions.get(job.name)!
    const { timeoutSeconds = 600 } = definition
    const attempt = new Attempt(job, { store, log, leaseSeconds, timeoutSeconds })
    const done = attempt
      .outcome((payload, self) => definition.run(payload, self))
      .then((outcome) => this.#note(job, attempt, outcome))
      .finally(() => {
        this.#attempts.delete(attempt)
        this.wake()
      })
    this.#attempts.set(attempt, done)
    // It may have been taken at the very moment of closing.
    if (this.#isClosed) attempt.stop({ kind: 'released' }, releaseMs)
  }

  async #note(job: TakenJob, attempt: Attempt, outcome: Outcome): Promise<void> {
    const { log } = this.#parts
    const about = { job: job.name, job_id: job.id, attempt: job.attempts }
    if (outcome.kind === 'failed') {
      const isLast = job.attempts >= job.max_attempts
      log[isLast ? 'error' : 'warn'](
        { ...about, err: outcome.error },
        isLast ? 'a job failed for the last time' : 'a job failed and will be tried again',
      )
    }
    const statement = this.#noteOf(job, attempt, outcome)
    for (let tries = 1; statement !== undefined; tries += 1) {
      try {
        await this.#parts.store.query('everyone', statement)
        return
      } catch (error) {
        // After the lease another instance does it again, as if this one had died here.
        if (tries === 3) return log.warn({ ...about, err: error }, 'the end of a job could not be noted')
        await pause(tries * 200)
      }
    }
  }

  #noteOf(job: TakenJob, { latest }: Attempt, outcome: Outcome): Statement | undefined {
    const now = this.#parts.now()
    if (outcome.kind === 'lost') return undefined
    if (outcome.kind === 'released') return releaseJob(job, now)
    if (outcome.kind === 'done') return finishJob(job, latest, now)
    const { backoffSeconds = 10 } = this.#parts.definitions.get(job.name) ?? {}
    const retryAt = new Date(now.getTime() + backOffMs(backoffSeconds, job.attempts))
    return failJob(job, latest, { error: textOf(outcome.error), retryAt, now })
  }
}

/** How long work may take to end after its signal when the server stops. */
const releaseMs = 1000

/** Without credentials, short, and storable. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  // The store counts no more characters than this does.
  return scrubText(text).replaceAll('\0', '').slice(0, 2000)
}
