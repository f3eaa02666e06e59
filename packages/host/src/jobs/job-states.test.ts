import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { JobState } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { describe, expect, test } from 'vitest'
import { memoryBus } from '../bus/memory-bus.ts'
import type { Store } from '../storage/store.ts'
import { engines, shareStore, silent } from '../storage/test-store.ts'
import { reclaimJobs, takeJobs } from './statements.ts'
import { StoreJobs } from './store-jobs.ts'

const everyone = { everyone: true } as const
const maxAttempts = 3
const backoffSeconds = 10

type Step =
  | {
      readonly do: 'enqueue'
      readonly key: string | undefined
      readonly inSeconds: number
      readonly priority: number
    }
  | { readonly do: 'work'; readonly fails: readonly boolean[] }
  | { readonly do: 'crash' }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'retry' | 'drop'; readonly which: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('enqueue' as const),
    key: fc.constantFrom(undefined, 'a', 'b'),
    inSeconds: fc.constantFrom(0, 0, 20),
    priority: fc.constantFrom(0, 0, 1),
  }),
  fc.record({
    do: fc.constant('work' as const),
    fails: fc.array(fc.boolean(), { minLength: 3, maxLength: 4 }),
  }),
  fc.record({ do: fc.constant('crash' as const) }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 15, 60) }),
  fc.record({ do: fc.constantFrom('retry' as const, 'drop' as const), which: fc.nat(5) }),
)

interface Expected {
  readonly id: string
  readonly key: string | undefined
  readonly priority: number
  state: JobState
  attempts: number
  runAt: number
}

describe.each(engines)('the states of jobs on %s', (engine) => {
  const store = shareStore(engine)

  test('[S936] the state of each job follows from its history, whatever the order of events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25, size: 'max' }), async (steps) => {
        await using history = new History(store())
        for (const next of steps) {
          await history.take(next)
          expect(await history.found()).toEqual(history.expected())
        }
      }),
      { numRuns: 25 },
    )
  })
})

/** The jobs, and beside them a list in memory of what must have become of each. */
class History {
  readonly #store: Store
  readonly #name = `test.${randomUUID()}`
  readonly #jobs: StoreJobs
  #expected: Expected[] = []
  #time = Date.parse('2026-11-01T08:00:00Z')
  #fails: boolean[] = []
  #ran: string[] = []

  constructor(store: Store) {
    const now = () => new Date(this.#time)
    this.#store = store
    this.#jobs = new StoreJobs({ store, bus: memoryBus(silent), now, log: silent, concurrency: 1 })
    this.#jobs.define(this.#name, {
      attempts: maxAttempts,
      backoffSeconds,
      run: async (_, { id }) => {
        this.#ran.push(id)
        if (this.#fails.shift() === true) throw new Error('failed')
      },
    })
  }

  async take(next: Step): Promise<void> {
    // No two things happen in the same millisecond, so that their order is known.
    this.#time += 1
    if (next.do === 'enqueue') await this.#enqueue(next)
    else if (next.do === 'work') await this.#work(next.fails)
    else if (next.do === 'crash') await this.#crash()
    else if (next.do === 'wait') this.#time += next.seconds * 1000
    else await this.#order(next.do, next.which)
  }

  expected(): string[] {
    return this.#expected.map(view).toSorted()
  }

  async found(): Promise<string[]> {
    const listed = await this.#jobs.list.list()
    return listed
      .filter(({ name }) => name === this.#name)
      .map(view)
      .toSorted()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { id } of this.#expected) await this.#jobs.list.drop(id)
    await this.#jobs.close()
  }

  async #enqueue({ key, inSeconds, priority }: Extract<Step, { do: 'enqueue' }>): Promise<void> {
    const runAt = this.#time + inSeconds * 1000
    const options = { priority, runAt: new Date(runAt), ...(key === undefined ? {} : { key }) }
    const id = await this.#jobs.enqueue(everyone, this.#name, null, options)
    const holder = this.#expected.find(
      (job) => key !== undefined && job.key === key && job.state === 'waiting',
    )
    if (holder !== undefined) return assert.equal(id, holder.id)
    assert(this.#expected.every((job) => job.id !== id))
    this.#expected.push({ id, key, priority, state: 'waiting', attempts: 0, runAt })
  }

  async #work(fails: readonly boolean[]): Promise<void> {
    const due = this.#due()
    this.#fails = [...fails]
    this.#ran = []
    await this.#jobs.runDue()
    assert.deepEqual(
      this.#ran,
      due.map(({ id }) => id),
    )
    for (const [place, job] of due.entries()) {
      job.attempts += 1
      if (fails[place] !== true) job.state = 'done'
      else if (job.attempts === maxAttempts) job.state = 'dead'
      else await this.#expectPause(job)
    }
  }

  /** An instance takes a job and is never heard of again. */
  async #crash(): Promise<void> {
    const [job] = this.#due()
    const taking = takeJobs([this.#name], 1, { now: new Date(this.#time), leaseSeconds: -1 })
    const taken = await this.#store.query<{ id: string }>('everyone', taking)
    assert.deepEqual(
      taken.map(({ id }) => id),
      job === undefined ? [] : [job.id],
    )
    await this.#store.query('everyone', reclaimJobs(new Date(this.#time), []))
    if (job === undefined) return
    job.attempts += 1
    job.state = job.attempts === maxAttempts ? 'dead' : 'waiting'
    job.runAt = this.#time
  }

  async #order(what: 'retry' | 'drop', which: number): Promise<void> {
    const job = this.#expected[which % Math.max(this.#expected.length, 1)]
    if (job === undefined) return
    const done = await this.#jobs.list[what](job.id).catch((error: unknown) => error)
    if (what === 'drop') return void (this.#expected = this.#expected.filter((other) => other !== job))
    const isTaken = this.#expected.some(
      (other) => other !== job && job.key !== undefined && other.key === job.key && other.state === 'waiting',
    )
    if (job.state === 'done' || isTaken) {
      return assert(done instanceof ToolError && done.code === 'CONFLICT')
    }
    Object.assign(job, { state: 'waiting', attempts: 0, runAt: this.#time })
  }

  #due(): Expected[] {
    return this.#expected
      .filter(({ state, runAt }) => state === 'waiting' && runAt <= this.#time)
      .toSorted((a, b) => b.priority - a.priority || a.runAt - b.runAt || (a.id < b.id ? -1 : 1))
  }

  async #expectPause(job: Expected): Promise<void> {
    const { runAt } = (await this.#jobs.get(everyone, job.id))!
    const pause = backoffSeconds * 2 ** (job.attempts - 1) * 1000
    const waits = runAt.getTime() - this.#time
    assert(waits >= pause && waits <= pause * 1.25, `${waits} after attempt ${job.attempts}`)
    job.runAt = runAt.getTime()
  }
}

function view({ id, state, attempts }: Pick<Expected, 'id' | 'state' | 'attempts'>): string {
  return `${id} ${state} ${attempts}`
}
