import type { Session } from './session.ts'

/** A session, or what is known of an id that has none. */
export type Found = Session | 'terminated' | undefined

export interface SessionChanges {
  readonly state?: Session['state']
  readonly orphanedAt?: Date | undefined
  readonly logLevel?: string
  readonly home?: string
  /** What its client has said of itself: all three together. */
  readonly clientInfo?: Session['clientInfo']
  readonly protocolVersion?: string
  readonly capabilities?: Session['capabilities']
}

/** The addresses that a session watches, and the permissions that each of them needs. */
export type Watched = ReadonlyMap<string, readonly string[]>

/**
 * Where sessions are kept, by caller and id: someone else's id is unknown. It keeps and finds; what time does to a
 * session is decided by whoever asks, except in `sweep`.
 */
export interface SessionStore {
  /** The sessions that had to go for it, or `exists` if the caller has one of that id. */
  create(session: Session): Promise<readonly Session[] | 'exists'>
  find(userId: string, id: string): Promise<Found>
  /** Notes that the client was heard of. Cheap: what lies less than ten seconds back may go unnoted. */
  touch(session: Session): Promise<void>
  change(session: Session, changes: SessionChanges): Promise<void>
  /** The session, to the one who ended it. With `remember`, its id stays terminated as long as it could have lived. */
  terminate(userId: string, id: string, remember: boolean): Promise<Session | undefined>
  /** Another instance ended it. */
  forget(userId: string, id: string): Promise<void>
  /** False when that would be more than `most`. */
  watch(session: Session, uri: string, needs: readonly string[], most: number): Promise<boolean>
  unwatch(session: Session, uri: string): Promise<void>
  watched(session: Session): Promise<Watched>
  /** Newest activity first. */
  list(userId?: string): Promise<readonly Session[]>
  /** Removes what has run out, and what is no session at all; the sessions among it. */
  sweep(now: Date): Promise<readonly Session[]>
}

export function keyOf({ userId, id }: { readonly userId: string; readonly id: string }): string {
  return `${userId} ${id}`
}

export function ownerOf(session: Session): { readonly userId: string; readonly id: string } {
  return { userId: session.userContext.userId, id: session.id }
}

export function newestFirst(sessions: readonly Session[]): readonly Session[] {
  return sessions.toSorted((one, other) => other.lastActivity.getTime() - one.lastActivity.getTime())
}
