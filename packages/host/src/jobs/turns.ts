import type { Everyone, Log } from '@quipu/kit'
import type { Statement, Store } from '../storage/store.ts'

type Run = (everyone: Everyone) => Promise<void>

/** Periodic jobs whose turns are kept in the store: the instance that takes a turn runs the job. */
export class Turns {
  readonly #store: Pick<Store, 'query'>
  readonly #now: () => Date
  readonly #log: Log
  readonly #jobs = new Map<string, Job>()
  #isClosed = false

  constructor(store: Pick<Store, 'query'>, now: () => Date, log: Log) {
    this.#store = store
    this.#now = now
    this.#log = log
  }

  every(seconds: number, name: string, run: Run, first: 'now' | 'later' = 'now'): void {
    if (this.#jobs.has(name)) throw new Error(`There is a job named ${name} already`)
    const job: Job = { name, seconds, run, first, timer: undefined, turn: undefined }
    this.#jobs.set(name, job)
    this.#schedule(job, 0)
  }

  /** Runs every job that is due now, and waits for them. */
  async runDue(): Promise<void> {
    await Promise.all(Array.from(this.#jobs.values(), (job) => this.#take(job)))
  }

  /** Starts nothing more and waits for running jobs, no longer than this. */
  async close(waitMs: number): Promise<void> {
    this.#isClosed = true
    for (const { timer } of this.#jobs.values()) clearTimeout(timer)
    const turns = Promise.all(Array.from(this.#jobs.values(), async ({ turn }) => turn))
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, waitMs)
    await Promise.race([turns, late])
    clearTimeout(timer)
  }

  #schedule(job: Job, milliseconds: number): void {
    if (this.#isClosed) return
    clearTimeout(job.timer)
    job.timer = setTimeout(() => void this.#take(job), Math.min(milliseconds, longestTimer))
    // The timer must not keep an idle process alive.
    job.timer.unref()
  }

  #take(job: Job): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    job.turn ??= this.#runTurn(job).finally(() => (job.turn = undefined))
    return job.turn
  }

  async #runTurn(job: Job): Promise<void> {
    const { name, seconds, run, first } = job
    let waitMs = seconds * 1000
    try {
      const now = this.#now()
      const [taken] = await this.#store.query<Taken>('everyone', takeTurn(name, now, seconds))
      if (taken !== undefined) {
        if (!taken.is_first || first === 'now') await run({ everyone: true })
      } else waitMs = await this.#untilNextTurn(job, now)
    } catch (error) {
      this.#log.error({ err: error, job: name }, 'a job failed')
    }
    this.#schedule(job, waitMs)
  }

  async #untilNextTurn({ name, seconds }: Job, now: Date): Promise<number> {
    const statement = { sql: 'select next_at from job_turns where name = $1', parameters: [name] }
    const [turn] = await this.#store.query<{ next_at: Date }>('everyone', statement)
    const waitMs = turn === undefined ? 0 : turn.next_at.getTime() - now.getTime()
    return Math.min(Math.max(waitMs, shortestTimer), seconds * 1000)
  }
}

interface Job {
  readonly name: string
  readonly seconds: number
  readonly run: Run
  readonly first: 'now' | 'later'
  timer: NodeJS.Timeout | undefined
  turn: Promise<void> | undefined
}

/** Node treats a longer one as none. */
const longestTimer = 2 ** 31 - 1
const shortestTimer = 50

interface Taken {
  readonly is_first: boolean
}

/** A row that was not there before has no `xmax`. */
function takeTurn(name: string, now: Date, seconds: number): Statement {
  return {
    sql: `insert into job_turns as turn (name, next_at) values ($1, $2)
      on conflict (name) do update set next_at = excluded.next_at where turn.next_at <= $3
      returning xmax = 0 as is_first`,
    parameters: [name, new Date(now.getTime() + seconds * 1000), now],
  }
}
