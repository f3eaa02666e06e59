export type Connection =
  | { readonly kind: 'connecting' | 'live' | 'reconnecting' }
  | { readonly kind: 'gone'; readonly words: string; readonly next: 'signIn' | 'back' }

/** The state of the connection after the server ends it with a reason. */
export function afterDrop(reason: string, message: string): Connection {
  switch (reason) {
    case 'signed_out':
      return { kind: 'gone', words: 'You are signed out. Sign in again to go on.', next: 'signIn' }
    case 'access_withdrawn':
      return { kind: 'gone', words: 'This universe is no longer shared with you.', next: 'back' }
    case 'deleted':
      return { kind: 'gone', words: 'This universe has been deleted.', next: 'back' }
    case 'slow':
    case 'stopping':
      return { kind: 'reconnecting' }
    default:
      return { kind: 'gone', words: message, next: 'back' }
  }
}

export function connectionWords(connection: Connection): string {
  switch (connection.kind) {
    case 'connecting':
      return 'Connecting'
    case 'live':
      return 'Live'
    case 'reconnecting':
      return 'Reconnecting'
    case 'gone':
      return 'Gone'
  }
}

/** Milliseconds before the n-th attempt, from 0, to reopen the stream. */
export function waitBefore(attempt: number): number {
  return Math.min(30_000, 1000 * 2 ** attempt)
}
