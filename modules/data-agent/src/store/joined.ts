import type { Db, Tx } from '@quipu/kit'

/** For stores that work within a transaction. */
export function joined(tx: Tx): Db {
  return { query: (_, query) => tx.query(query), transaction: (_, work) => work(tx) }
}
