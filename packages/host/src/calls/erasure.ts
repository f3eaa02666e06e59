import type { Module, Ports } from '@quipu/kit'
import { z } from 'zod'
import type { StoreJobs } from '../jobs/store-jobs.ts'
import { forgetAnswers } from '../storage/idempotency-keys.ts'
import type { Store } from '../storage/store.ts'
import { queryInCall } from '../storage/unit-of-work.ts'
import { routeName } from './run-route.ts'

export interface ErasureParts {
  readonly store: Store
  readonly jobs: Pick<StoreJobs, 'define' | 'enqueue'>
  readonly now: () => Date
}

const purgeJob = 'host.purge'
/** Many erasures share one rewrite, because a table is locked while it is rewritten. */
const delayMs = 3_600_000

/** Removes every copy of what a module deletes. */
export function forgetIn(
  { store, jobs, now }: ErasureParts,
  { tools, routes = [] }: Module,
): Ports['forget'] {
  const names = [...tools.map(({ name }) => name), ...routes.map(routeName)]
  return async (caller, tables) => {
    await queryInCall(store, caller, forgetAnswers(caller.userId, names))
    const runAt = new Date(now().getTime() + delayMs)
    await jobs.enqueue(
      caller,
      purgeJob,
      { tables: [...tables, 'idempotency_keys'] },
      { key: purgeJob, runAt },
    )
  }
}

/** Does the work that `forget` postponed. */
export function definePurge({ store, jobs }: ErasureParts): void {
  jobs.define(purgeJob, {
    timeoutSeconds: 3600,
    run: async (payload) => store.purge(Payload.parse(payload).tables),
  })
}

const Payload = z.object({ tables: z.array(z.string()) })
