import { afterAll, beforeAll } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

/** The day after which the made rows end. */
export const now = new Date('2026-06-15T12:00:00Z')

/** A small database for the tests of a group. */
export function openedBefore(script: string): () => SmallDatabase {
  let database: SmallDatabase
  beforeAll(async () => {
    database = await openSmallDatabase(script, { now })
  })
  afterAll(() => database[Symbol.dispose]())
  return () => database
}

/** The first columns, as many as are wanted: a list may show whose the rows are. */
export function rowsOf(
  database: SmallDatabase,
  question: string,
  sql: string,
): { readonly got: readonly string[]; readonly wanted: readonly string[] } {
  const wanted = database.run(sql)
  const width = wanted[0]?.length ?? 0
  return { got: sorted(database.rows(question).map((row) => row.slice(0, width))), wanted: sorted(wanted) }
}
