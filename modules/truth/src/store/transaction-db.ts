import type { Db, Tx } from '@quipu/kit'

/** Lets stores work within one transaction, outside of any call. It is for the scope that the transaction is for. */
export function dbOf(tx: Tx): Db {
  return {
    query: (_scope, query) => tx.query(query),
    transaction: (_scope, work) => work(tx),
  }
}
