import { StatementError, StoreUnavailable, type Refusal } from './store.ts'

/** An engine's error as one of ours: a refused statement, or a store that cannot be used now. */
export function translateFailure(error: unknown): Error {
  if (error instanceof StoreUnavailable || error instanceof StatementError) return error
  if (!(error instanceof Error)) return new StoreUnavailable('The store failed.', { cause: error })
  if (!isRefusal(error)) {
    return new StoreUnavailable(`The store cannot be reached: ${reasonOf(error)}`, { cause: error })
  }
  return refusalToError(error, error)
}

export function refusalToError(refusal: Refusal, cause?: Error): Error {
  const options = cause === undefined ? undefined : { cause }
  if (refusal.code === '57014') {
    return new StoreUnavailable('A statement took too long and was cut off.', options)
  }
  if (!isNobodysFault.test(refusal.code)) return new StatementError(refusal, options)
  return new StoreUnavailable(`The store cannot serve this now: ${refusal.message}`, options)
}

/**
 * Connection lost, transaction lost to another (deadlock, serialization), out of resources, lock not available,
 * shutting down, disk or internal errors: the same request may succeed later.
 */
const isNobodysFault = /^(08|40001|40P01|53|55P03|57P|58|25P03|XX)/

function isRefusal(error: Error): error is Error & Refusal {
  return (
    'code' in error &&
    typeof error.code === 'string' &&
    /^[0-9A-Z]{5}$/.test(error.code) &&
    'severity' in error
  )
}

/** If several addresses of one host fail, the error is a group with an empty message. */
function reasonOf(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map(String).join(', ')
  return error.message
}
