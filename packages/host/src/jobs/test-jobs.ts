import { randomUUID } from 'node:crypto'
import type { Log } from '@quipu/kit'
import { onTestFinished } from 'vitest'
import { memoryBus } from '../bus/memory-bus.ts'
import type { Store } from '../storage/store.ts'
import { silent } from '../storage/test-store.ts'
import { StoreJobs, type StoreJobsParts } from './store-jobs.ts'

export const everyone = { everyone: true } as const

/** Jobs of one instance, with time in hand and a name that no other test uses. */
export function openJobs(store: Store, more: Partial<StoreJobsParts> = {}) {
  let time = Date.parse('2026-11-01T08:00:00Z')
  const now = () => new Date(time)
  const log: Log = silent
  const jobs = new StoreJobs({ store, bus: memoryBus(log), now, log, shutdownSeconds: 2, ...more })
  onTestFinished(() => jobs.close())
  const advance = (seconds: number) => void (time += seconds * 1000)
  return { jobs, name: `test.${randomUUID()}`, now, advance }
}

export async function addUser(store: Store): Promise<string> {
  const sql = `insert into users (email, role, created_at, updated_at) values ($1, 'viewer', now(), now()) returning id`
  const [user] = await store.query<{ id: string }>('everyone', { sql, parameters: [randomUUID()] })
  // What was inserted is returned.
  return user!.id
}

export async function listed(jobs: StoreJobs, id: string) {
  const found = (await jobs.list.list()).find((job) => job.id === id)
  if (found === undefined) throw new Error(`${id} is not listed`)
  return found
}

/** In milliseconds, on the clock of the store. */
export async function leaseUntil(store: Store, id: string): Promise<number> {
  const sql = 'select (extract(epoch from lease_until) * 1000)::float8 as ms from jobs where id = $1'
  const [row] = await store.query<{ ms: number }>('everyone', { sql, parameters: [id] })
  return row?.ms ?? Number.NaN
}

/** The clock of the store, in milliseconds. */
export async function clockOf(store: Store): Promise<number> {
  const sql = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms'
  const [row] = await store.query<{ ms: number }>('everyone', { sql, parameters: [] })
  return row?.ms ?? Number.NaN
}

/** As if nothing was heard of its instance for the length of a lease. */
export function silence(store: Store, id: string) {
  const sql = `update jobs set lease_until = clock_timestamp() - interval '1 second', lease = gen_random_uuid() where id = $1`
  return store.query('everyone', { sql, parameters: [id] })
}

/** As if its instance had waited for its turn at the store for longer than a lease. */
export function letExpire(store: Store, id: string) {
  const sql = `update jobs set lease_until = clock_timestamp() - interval '1 second' where id = $1`
  return store.query('everyone', { sql, parameters: [id] })
}

/** What an instance leaves that dies right after it took the job. */
export function pretendToRun(store: Store, name: string) {
  const sql = `update jobs set state = 'running', attempts = attempts + 1, lease = gen_random_uuid(),
      lease_until = clock_timestamp() + interval '20 seconds' where name = $1`
  return store.query('everyone', { sql, parameters: [name] })
}
