import { StoreUnavailable } from './store.ts'

/** The promise or, if it takes longer, `StoreUnavailable` after `onExpiry` has cleaned up. */
export async function within<Result>(
  milliseconds: number,
  promise: Promise<Result>,
  onExpiry: () => void,
  message: string,
): Promise<Result> {
  const { promise: expiry, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    onExpiry()
    reject(new StoreUnavailable(message))
  }, milliseconds)
  try {
    return await Promise.race([promise, expiry])
  } finally {
    clearTimeout(timer)
  }
}
