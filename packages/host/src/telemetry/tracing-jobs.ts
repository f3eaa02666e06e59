import type { Jobs } from '@quipu/kit'
import type { SpanStart, Tracing } from './tracing.ts'

/** Background jobs, each run of which is a separate trace. */
export function tracedJobs(jobs: Jobs, tracing: Tracing): Jobs {
  return {
    every: (seconds, name, run, first) =>
      jobs.every(seconds, name, (everyone) => tracing.inside(startOf(name), () => run(everyone)), first),
    define: (name, definition) =>
      jobs.define(name, {
        ...definition,
        run: (payload, job) => tracing.inside(startOf(name, job.attempt), () => definition.run(payload, job)),
      }),
    enqueue: (scope, name, payload, options) => jobs.enqueue(scope, name, payload, options),
    get: (scope, id) => jobs.get(scope, id),
  }
}

function startOf(name: string, attempt = 1): SpanStart {
  const attributes = { 'quipu.job': name, 'quipu.attempt': attempt }
  return { name: `job ${name}`, kind: 'internal', parent: {}, attributes }
}
