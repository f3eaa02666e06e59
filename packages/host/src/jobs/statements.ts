import type { JobProgress, JobState } from '@quipu/kit'
import type { Statement } from '../storage/store.ts'

/** A job that was taken: its owner, its payload, and the lease that shows that it is still ours. */
export interface TakenJob {
  readonly id: string
  readonly name: string
  readonly user_id: string | null
  readonly payload: unknown
  readonly attempts: number
  readonly max_attempts: number
  readonly lease: string
}

export interface StatusRow {
  readonly id: string
  readonly name: string
  readonly user_id: string | null
  readonly key: string | null
  readonly state: JobState
  readonly priority: number
  readonly run_at: Date
  readonly attempts: number
  readonly max_attempts: number
  readonly progress: JobProgress | null
  readonly created_at: Date
  readonly finished_at: Date | null
}

const statusColumns =
  'id, name, user_id, key, state, priority, run_at, attempts, max_attempts, progress, created_at, finished_at'

export interface NewJob {
  readonly name: string
  readonly userId: string | undefined
  readonly key: string | undefined
  readonly payloadJson: string
  readonly priority: number
  readonly runAt: Date
  readonly maxAttempts: number
  readonly now: Date
}

/** Returns the id of the new job, or of the one that has its key; of neither, if that one ended at this very moment. */
export function addJob(job: NewJob): Statement {
  return {
    sql: `with added as (
        insert into jobs (name, user_id, key, payload, priority, run_at, max_attempts, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (name, user_id, key) where key is not null and state in ('waiting', 'running') do nothing
        returning id
      )
      select id from added
      union all
      select id from jobs where name = $1 and user_id is not distinct from $2::uuid and key = $3
        and state in ('waiting', 'running')
      limit 1`,
    parameters: [
      job.name,
      job.userId,
      job.key,
      job.payloadJson,
      job.priority,
      job.runAt,
      job.maxAttempts,
      job.now,
    ],
  }
}

/** The owner is named too: otherwise only row-level security would decide. */
export function statusOf(id: string, userId: string | undefined): Statement {
  return {
    sql: `select ${statusColumns} from jobs where id = $1 and user_id is not distinct from $2::uuid`,
    parameters: [id, userId],
  }
}

/**
 * Jobs whose instance has not reported for the length of a lease: others can take them, or they are dead if that was
 * the last attempt. Leases use the clock of the store, which all instances share. Those that the asking instance itself
 * `holds` are not silent: their renewal only waits for its turn at the store.
 */
export function reclaimJobs(now: Date, holds: readonly string[]): Statement {
  return {
    sql: `update jobs set lease = null, lease_until = null, run_at = $1, error = 'The instance that ran it ended',
        state = case when attempts < max_attempts then 'waiting' else 'dead' end,
        finished_at = case when attempts < max_attempts then null else $1::timestamptz end
      where id = any (array(
        select id from jobs where state = 'running' and lease_until < clock_timestamp()
          and lease <> all ($2::uuid[]) for update skip locked
      ))`,
    parameters: [now, holds],
  }
}

/**
 * Returns a `TakenJob` for each. Jobs that another instance takes at the same moment are skipped. An array is read
 * once; with `in (select …)` the plan may read the limited list once for each row, and take more than `most`.
 */
export function takeJobs(
  names: readonly string[],
  most: number,
  { now, leaseSeconds }: { readonly now: Date; readonly leaseSeconds: number },
): Statement {
  return {
    sql: `with taken as (
        update jobs set state = 'running', attempts = attempts + 1, progress = null, lease = gen_random_uuid(),
          lease_until = clock_timestamp() + $4 * interval '1 second'
        where id = any (array(
          select id from jobs where state = 'waiting' and run_at <= $2 and name = any ($1)
          order by priority desc, run_at, id limit $3 for update skip locked
        ))
        returning id, name, user_id, payload, attempts, max_attempts, lease, priority, run_at
      )
      select id, name, user_id, payload, attempts, max_attempts, lease from taken
      order by priority desc, run_at, id`,
    parameters: [names, now, most, leaseSeconds],
  }
}

/** Returns a row as long as the lease is ours. */
export function beat(job: TakenJob, leaseSeconds: number, progress: JobProgress | undefined): Statement {
  return {
    sql: `update jobs set lease_until = clock_timestamp() + $3 * interval '1 second', progress = coalesce($4, progress)
      where id = $1 and lease = $2 returning 1 as ours`,
    parameters: [job.id, job.lease, leaseSeconds, progress],
  }
}

export function finishJob(job: TakenJob, progress: JobProgress | undefined, now: Date): Statement {
  return {
    sql: `update jobs set state = 'done', lease = null, lease_until = null, error = null, finished_at = $4,
        progress = coalesce($3, progress)
      where id = $1 and lease = $2`,
    parameters: [job.id, job.lease, progress, now],
  }
}

export interface Failure {
  readonly error: string
  readonly retryAt: Date
  readonly now: Date
}

export function failJob(job: TakenJob, progress: JobProgress | undefined, failure: Failure): Statement {
  return {
    sql: `update jobs set lease = null, lease_until = null, error = $4, progress = coalesce($3, progress),
        state = case when attempts < max_attempts then 'waiting' else 'dead' end,
        run_at = case when attempts < max_attempts then $5::timestamptz else run_at end,
        finished_at = case when attempts < max_attempts then null else $6::timestamptz end
      where id = $1 and lease = $2`,
    parameters: [job.id, job.lease, progress, failure.error, failure.retryAt, failure.now],
  }
}

/** Leaves the job to others, as if this attempt had not begun. */
export function releaseJob(job: TakenJob, now: Date): Statement {
  return {
    sql: `update jobs set state = 'waiting', lease = null, lease_until = null, attempts = attempts - 1, run_at = $3
      where id = $1 and lease = $2`,
    parameters: [job.id, job.lease, now],
  }
}

/** Newest first. */
export function listJobs(state: JobState | undefined, most: number): Statement {
  return {
    sql: `select ${statusColumns}, error from jobs where $1::text is null or state = $1
      order by created_at desc, id limit $2`,
    parameters: [state, most],
  }
}

/** Returns a row if it was dead or waiting. */
export function retryJob(id: string, now: Date): Statement {
  return {
    sql: `update jobs set state = 'waiting', attempts = 0, run_at = $2, finished_at = null
      where id = $1 and state in ('waiting', 'dead') returning ${statusColumns}, error`,
    parameters: [id, now],
  }
}

export function dropJob(id: string): Statement {
  return { sql: `delete from jobs where id = $1 returning ${statusColumns}, error`, parameters: [id] }
}

export function stateOf(id: string): Statement {
  return { sql: 'select state from jobs where id = $1', parameters: [id] }
}

export function forgetJobs(doneBefore: Date, deadBefore: Date): Statement {
  return {
    sql: `delete from jobs where (state = 'done' and finished_at <= $1) or (state = 'dead' and finished_at <= $2)`,
    parameters: [doneBefore, deadBefore],
  }
}
