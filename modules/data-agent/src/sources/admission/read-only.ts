import type { Dialect } from '@quipu/query'
import { admitPolyglot } from './admit-polyglot.ts'
import { admitPostgres } from './admit-postgres.ts'
import { refuse } from './refuse.ts'

const mostCharacters = 500_000

/**
 * Throws `SourceError` unless the statement is exactly one SELECT over the given tables with known functions.
 * Syntax that this parser does not know is refused.
 */
export async function admit(
  sql: string,
  dialect: Dialect,
  tables: readonly (readonly string[])[],
): Promise<void> {
  if (sql.length > mostCharacters) refuse(`The statement is longer than ${mostCharacters} characters`)
  if (sql.includes('\0')) refuse('The statement holds a null character')
  if (dialect === 'postgres') await admitPostgres(sql, tables)
  else admitPolyglot(sql, dialect, tables)
}
