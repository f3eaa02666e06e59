export interface QueryErrorDetails {
  /** Names that look like the unknown one, closest first. */
  readonly nearest?: readonly string[]
  /** Names that can be used at this place. */
  readonly available?: readonly string[]
  /** Parts of a query, one of which settles what is ambiguous. */
  readonly choices?: readonly unknown[]
}

/** A query that cannot be run. The message says where and why; nothing was run. */
export class QueryError extends Error {
  /** Where in the query: `$.where[1][0]`. */
  readonly path: string
  readonly reason: string
  readonly details: QueryErrorDetails

  constructor(path: string, reason: string, details: QueryErrorDetails = {}) {
    super(`${path}: ${reason}`)
    this.path = path
    this.reason = reason
    this.details = details
  }
}
