import type { Host } from '@quipu/host'
import { z } from 'zod'
import { operation, timeOf } from './operation.ts'

const State = z.enum(['waiting', 'running', 'done', 'dead'])

const JobView = z.object({
  id: z.string(),
  name: z.string(),
  state: State,
  user_id: z.string().nullable(),
  attempts: z.number(),
  max_attempts: z.number(),
  progress: z
    .object({ done: z.number(), total: z.number().optional(), message: z.string().optional() })
    .nullable(),
  error: z.string().nullable(),
  created_at: z.string(),
  run_at: z.string(),
  finished_at: z.string().nullable(),
})
export type JobView = z.infer<typeof JobView>

const One = z.object({ id: z.string() })

/** Work that was enqueued, and what became of it. */
export const jobOperations = {
  'job.list': operation({
    input: z.object({ state: State.optional() }),
    output: z.array(JobView),
    run: async ({ host }, filter) => (await host.jobs.list(filter)).map(jobOf),
  }),
  'job.retry': operation({
    input: One,
    output: JobView,
    run: async ({ host }, { id }) => jobOf(await host.jobs.retry(id)),
  }),
  'job.drop': operation({
    input: One,
    output: JobView,
    run: async ({ host }, { id }) => jobOf(await host.jobs.drop(id)),
  }),
}

export const jobStates: readonly string[] = State.options

export function isJobState(word: string): word is z.infer<typeof State> {
  return jobStates.includes(word)
}

type ListedJob = Awaited<ReturnType<Host['jobs']['list']>>[number]

function jobOf(job: ListedJob) {
  return {
    id: job.id,
    name: job.name,
    state: job.state,
    user_id: job.userId ?? null,
    attempts: job.attempts,
    max_attempts: job.maxAttempts,
    progress: job.progress === undefined ? null : { ...job.progress },
    error: job.error ?? null,
    created_at: job.createdAt.toISOString(),
    run_at: job.runAt.toISOString(),
    finished_at: timeOf(job.finishedAt),
  }
}
