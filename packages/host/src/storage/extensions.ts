import { refusal } from './roles.ts'
import type { Session } from './session.ts'
import { StatementError } from './store.ts'

/** The extensions that migrations can use: `pg_trgm` finds parts of words and misspelt names. */
const extensions = ['pg_trgm']

/** Creates the extensions if they are missing. If this login may not, the error says what a DBA has to do. */
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
