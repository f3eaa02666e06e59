import type { TestProject } from 'vitest/node'
import { consoleBuild } from './console-build.ts'
import { costSoFar, noteCost, nothing } from './costs.ts'
import { forgetOldTemplates } from './embedded-store.ts'
import { howToObtain } from './install-programs.ts'
import { startMariadb } from './mariadb.ts'
import { startPostgres } from './postgres.ts'
import type { PrivateServer } from './private-server.ts'
import { findPrograms, missingPrograms, type Programs } from './programs.ts'
import { startRedis } from './redis.ts'
import { serverBuild } from './server-build.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of the run's PostgreSQL; null when the run does without it. */
    databaseUrl: string | null
    redisUrl: string | null
    mariadbUrl: string | null
    programs: Programs
    /** The folder of the build from which tests start programs. */
    programsFolder: string
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  project.provide('programsFolder', await serverBuild.folder())
  const programs = findPrograms()
  const missing = missingPrograms(programs)
  if (missing.length > 0) throw new Error(`${howToObtain(missing)}; "npm test" installs it when run as root`)

  const started: PrivateServer[] = []
  const tearDown = async () => {
    for (const { name, pid } of started) noteCost(`${name} of the run`, nothing, costSoFar(pid))
    await Promise.all(started.map((server) => server.stop()))
    forgetOldTemplates()
    for (const build of [consoleBuild, serverBuild]) build.forgetOld()
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
    given['QUIPU_TEST_MARIADB_URL'] || own(programs.mariadb !== null, startMariadb),
  ])
  const failed = urls.find((url) => url.status === 'rejected')
  if (failed !== undefined) {
    await tearDown()
    throw failed.reason
  }

  const [database = null, redis = null, mariadb = null] = urls.map((url) =>
    url.status === 'fulfilled' ? url.value : null,
  )
  project.provide('databaseUrl', database)
  project.provide('redisUrl', redis)
  project.provide('mariadbUrl', mariadb)
  project.provide('programs', programs)
  return tearDown
}
