import type { Db, Tx } from '@quipu/kit'

/** Lets stores work within one transaction, outside of any call, with the scope of that transaction. */
export function dbOf(tx: Tx): Db {
  return {
    query: (_scope, query) => tx.query(query),
    transaction: (_scope, work) => work(tx),
  }
}
