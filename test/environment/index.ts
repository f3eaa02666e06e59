import { inject } from 'vitest'
import type { ProgramName } from './programs.ts'

export { createDatabase, createMigratedDatabase, type TestDatabase } from './database.ts'
export { withMariadb } from './mariadb.ts'
export { freePort, temporaryFolder } from './places.ts'
export { startPostgres } from './postgres.ts'
export type { PrivateServer } from './private-server.ts'
export { startRedis } from './redis.ts'

/** Whether this run has the program, for `test.skipIf(!hasProgram('nginx'))`. */
export function hasProgram(name: ProgramName): boolean {
  return inject('programs')[name] !== null
}

/** The run's PostgreSQL (superuser), Redis and MariaDB; null where `QUIPU_TEST_WITHOUT` names it. */
export function servers(): Servers {
  return {
    databaseUrl: inject('databaseUrl'),
    redisUrl: inject('redisUrl'),
    mariadbUrl: inject('mariadbUrl'),
  }
}

interface Servers {
  readonly databaseUrl: string | null
  readonly redisUrl: string | null
  readonly mariadbUrl: string | null
}
