/** The index of all sessions, by when each ends without further activity. */
export const everyone = 'sessions'

/** The index of one user's sessions, by their last activity. */
export function userKey(userId: string): string {
  return `sessions:${userId}`
}

export function sessionKey(userId: string, id: string): string {
  return `session:${userId}:${id}`
}

export function watchedKey(userId: string, id: string): string {
  return `session-watched:${userId}:${id}`
}

/** Exists as long as an ended session could have lived. */
export function endedKey(userId: string, id: string): string {
  return `session-ended:${userId}:${id}`
}
