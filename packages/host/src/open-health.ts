import type { Health } from './account-api/health.ts'
import type { Base } from './base.ts'
import { checks } from './checks.ts'
import { requestsPerUser } from './limits/transport-policies.ts'

const mostDead = 20

/** Reads the state of the installation, for administrators. */
export function openHealth(base: Base): () => Promise<Health> {
  const startedAt = base.now().toISOString()
  return async () => {
    const [waiting, running, dead] = await Promise.all([
      base.jobs.list.list({ state: 'waiting' }),
      base.jobs.list.list({ state: 'running' }),
      base.jobs.list.list({ state: 'dead' }),
    ])
    return {
      version: base.options.version,
      node: process.version,
      started_at: startedAt,
      memory_bytes: process.memoryUsage.rss(),
      checks: (await checks(base)).map((check) => ({ ...check })),
      jobs: { waiting: waiting.length, running: running.length, dead: dead.length },
      dead_jobs: dead
        .slice(0, mostDead)
        .map(({ id, name, error }) => ({ id, kind: name, error: error ?? null })),
      limits: limitsOf(base),
    }
  }
}

function limitsOf({ options }: Base): Health['limits'] {
  const { points, seconds } = requestsPerUser.policy
  const ofTools = options.modules.flatMap(({ tools }) =>
    tools.flatMap(({ name, limit }) =>
      limit === undefined ? [] : [{ name, points: limit.points, seconds: limit.seconds }],
    ),
  )
  return [
    { name: 'requests of one person', points: options.requestsPerMinute ?? points, seconds },
    ...ofTools,
  ]
}
