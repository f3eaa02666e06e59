import { refusal } from './roles.ts'
import type { Session } from './session.ts'
import { StatementError } from './store.ts'

/** What migrations may rely on beside PostgreSQL itself: `pg_trgm` finds parts of words and names spelt wrong. */
const extensions = ['pg_trgm']

/** Sees to it that they are there. Says what a DBA has to do where this login may not. */
export async function prepareExtensions(session: Session): Promise<void> {
  for (const name of extensions) {
    try {
      await session.run([{ sql: `create extension if not exists ${name}`, values: [] }])
    } catch (error) {
      if (!(error instanceof StatementError)) throw error
      const isInstalled = !['0A000', '58P01'].includes(error.code)
      const problem = isInstalled
        ? `the extension ${name} is missing, and this user may not create it`
        : `the extension ${name} is not installed on the server (on Debian it is in the package postgresql-contrib)`
      throw refusal(problem, [`create extension ${name}`], error)
    }
  }
}
