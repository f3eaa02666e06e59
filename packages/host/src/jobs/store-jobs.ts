import type { Bus, Everyone, JobDefinition, JobOptions, Jobs, JobStatus, Json, Log, Scope } from '@quipu/kit'
import { committedBus, isOutsideCall, queryInCall } from '../storage/unit-of-work.ts'
import type { Statement, Store } from '../storage/store.ts'
import { isJobId, statusFrom, StoredJobList } from './job-list.ts'
import { addJob, forgetJobs, statusOf, type StatusRow } from './statements.ts'
import { Turns } from './turns.ts'
import { Worker } from './worker.ts'

export interface StoreJobsParts {
  readonly store: Store
  readonly bus: Bus
  readonly now: () => Date
  readonly log: Log
  /** How long jobs under way may continue when closing. Default: 25. */
  readonly shutdownSeconds?: number | undefined
  /** Default: 2. */
  readonly concurrency?: number | undefined
  /** How long an instance may be silent before its jobs are given to another. Default: 20. */
  readonly leaseSeconds?: number | undefined
  /** How often the store is searched for jobs without a notification. Default: 2,000. */
  readonly pollMs?: number | undefined
}

/** Background jobs, kept in the store: of all instances, one does each job. */
export class StoreJobs implements Jobs, AsyncDisposable {
  readonly list: StoredJobList
  readonly #store: Store
  readonly #bus: Bus
  readonly #now: () => Date
  readonly #closingMs: number
  readonly #definitions = new Map<string, JobDefinition>()
  readonly #turns: Turns
  readonly #worker: Worker
  readonly #deafen: () => void

  constructor(parts: StoreJobsParts) {
    const { store, bus, now, log, concurrency = 2, leaseSeconds = 20, pollMs = 2000 } = parts
    const definitions = this.#definitions
    this.#store = store
    this.#bus = committedBus(bus)
    this.#now = now
    this.#closingMs = (parts.shutdownSeconds ?? 25) * 1000
    this.#turns = new Turns(store, now, log)
    this.#worker = new Worker({ store, definitions, now, log, concurrency, leaseSeconds, pollMs })
    this.#deafen = bus.subscribe(topic, () => this.#worker.wake())
    this.list = new StoredJobList(store, now, () => this.#bus.publish(topic, {}))
  }

  every(
    seconds: number,
    name: string,
    run: (everyone: Everyone) => Promise<void>,
    first?: 'now' | 'later',
  ): void {
    this.#turns.every(seconds, name, run, first)
  }

  define(name: string, definition: JobDefinition): void {
    if (this.#definitions.has(name)) throw new Error(`There is a job named ${name} already`)
    const { attempts = 1, backoffSeconds = 1, timeoutSeconds = 1 } = definition
    if (!Number.isInteger(attempts) || !(attempts > 0 && backoffSeconds >= 0 && timeoutSeconds > 0))
      throw new RangeError(`The job ${name} needs attempts and times above zero`)
    this.#definitions.set(name, definition)
    this.#worker.wake()
  }

  async enqueue(scope: Scope, name: string, payload: Json, options: JobOptions = {}): Promise<string> {
    const definition = this.#definitions.get(name)
    if (definition === undefined) throw new Error(`No job is named ${name}; define it first`)
    if (isOutsideCall(scope)) throw new Error(`A call can enqueue ${name} for its own caller only`)
    const { key, priority = 0, runAt } = options
    const now = this.#now()
    const statement = addJob({
      name,
      userId: userOf(scope),
      key: key === undefined ? undefined : checkedKey(key),
      payloadJson: jsonOf(name, payload),
      priority,
      runAt: runAt ?? now,
      maxAttempts: definition.attempts ?? 5,
      now,
    })
    const id = await this.#add(scope, statement)
    if (runAt === undefined || runAt <= now) this.#bus.publish(topic, {})
    return id
  }

  async get(scope: Scope, id: string): Promise<JobStatus | undefined> {
    if (!isJobId(id)) return undefined
    const [row] = await this.#query<StatusRow>(scope, statusOf(id, userOf(scope)))
    return row && statusFrom(row)
  }

  /** Starts taking jobs. A process that only looks something up does not call it. */
  start(): void {
    this.#worker.start()
  }

  /** Does everything that is due now, and waits for it. */
  async runDue(): Promise<void> {
    await this.#turns.runDue()
    await this.#worker.runDue()
  }

  async forgetFinished(): Promise<void> {
    const before = (days: number) => new Date(this.#now().getTime() - days * 86_400_000)
    await this.#store.query('everyone', forgetJobs(before(doneDays), before(deadDays)))
  }

  /** Starts no more jobs; running ones may finish, and those that do not in time are left to other instances. */
  async close(): Promise<void> {
    this.#deafen()
    await Promise.all([this.#turns.close(this.#closingMs), this.#worker.close(this.#closingMs)])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** The job that has the key may end between two lookups; then the next one adds ours. */
  async #add(scope: Scope, statement: Statement): Promise<string> {
    for (let tries = 0; tries < 5; tries += 1) {
      const [job] = await this.#query<{ id: string }>(scope, statement)
      if (job !== undefined) return job.id
    }
    throw new Error('A job with this key comes and goes too fast to be found')
  }

  #query<Row>(scope: Scope, statement: Statement): Promise<Row[]> {
    return queryInCall<Row>(this.#store, scope, statement)
  }
}

const topic = 'host.jobs.waiting'
const doneDays = 7
const deadDays = 30
const mostBytes = 256 * 1024
const longestKey = 200

function userOf(scope: Scope): string | undefined {
  return 'userId' in scope ? scope.userId : undefined
}

function jsonOf(name: string, payload: Json): string {
  // A payload that is not JSON has no text.
  const json = JSON.stringify(payload) as string | undefined
  if (json === undefined) throw new TypeError(`The payload of ${name} is not JSON`)
  const bytes = Buffer.byteLength(json)
  if (bytes <= mostBytes) return json
  throw new RangeError(
    `The payload of ${name} has ${bytes} bytes, at most ${mostBytes}; store it and pass its id`,
  )
}

function checkedKey(key: string): string {
  if (key.length > 0 && key.length <= longestKey && !key.includes('\0')) return key
  throw new RangeError(`The key of a job has 1 to ${longestKey} characters`)
}
