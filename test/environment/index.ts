import { inject } from 'vitest'
import type { ProgramName } from './programs.ts'

export { createDatabase, type TestDatabase } from './database.ts'
export { freePort, temporaryFolder } from './places.ts'
export { startPostgres } from './postgres.ts'
export type { PrivateServer } from './private-server.ts'
export { startRedis } from './redis.ts'

/** Whether this run has the program, for `test.skipIf(!hasProgram('nginx'))`. */
export function hasProgram(name: ProgramName): boolean {
  return inject('programs')[name] !== null
}

/** The run's PostgreSQL (superuser) and Redis; null where `QUIPU_TEST_WITHOUT` names it. */
export function servers(): { databaseUrl: string | null; redisUrl: string | null } {
  return { databaseUrl: inject('databaseUrl'), redisUrl: inject('redisUrl') }
}
