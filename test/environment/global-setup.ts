import type { TestProject } from 'vitest/node'
import { forgetOldBuilds } from './console-build.ts'
import { forgetOldTemplates } from './embedded-store.ts'
import { howToObtain } from './install-programs.ts'
import { startPostgres } from './postgres.ts'
import type { PrivateServer } from './private-server.ts'
import { findPrograms, missingPrograms, type Programs } from './programs.ts'
import { startRedis } from './redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of the run's PostgreSQL; null when the run does without it. */
    databaseUrl: string | null
    redisUrl: string | null
    programs: Programs
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const programs = findPrograms()
  const missing = missingPrograms(programs)
  if (missing.length > 0) throw new Error(`${howToObtain(missing)}; "npm test" installs it when run as root`)

  const started: PrivateServer[] = []
  const tearDown = async () => {
    await Promise.all(started.map((server) => server.stop()))
    forgetOldTemplates()
    forgetOldBuilds()
  }
  const own = async (isInstalled: boolean, start: () => Promise<PrivateServer>) => {
    if (!isInstalled) return null
    const server = await start()
    started.push(server)
    return server.url
  }
  const given = process.env
  const urls = await Promise.allSettled([
    given['QUIPU_TEST_DATABASE_URL'] || own(programs.postgresql !== null, startPostgres),
    given['QUIPU_TEST_REDIS_URL'] || own(programs.redis !== null, startRedis),
  ])
  const [database, redis] = urls
  if (database.status === 'rejected' || redis.status === 'rejected') {
    await tearDown()
    throw database.status === 'rejected' ? database.reason : (redis as PromiseRejectedResult).reason
  }

  project.provide('databaseUrl', database.value)
  project.provide('redisUrl', redis.value)
  project.provide('programs', programs)
  return tearDown
}
