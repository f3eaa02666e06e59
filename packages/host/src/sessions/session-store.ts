import type { Session } from './session.ts'

/** A session, or the state of an id without one. */
export type Found = Session | 'terminated' | undefined

export interface SessionChanges {
  readonly state?: Session['state']
  readonly orphanedAt?: Date | undefined
  readonly logLevel?: string
  readonly home?: string
  /** The client's description of itself: all three together. */
  readonly clientInfo?: Session['clientInfo']
  readonly protocolVersion?: string
  readonly capabilities?: Session['capabilities']
}

/** The addresses that a session watches, and the permissions that each of them needs. */
export type Watched = ReadonlyMap<string, readonly string[]>

/**
 * Stores sessions by caller and id: an id of someone else is unknown. It only stores and finds; the caller decides what
 * has expired, except in `sweep`.
 */
export interface SessionStore {
  /** The sessions that were removed for it, or `exists` if the caller has one with that id. */
  create(session: Session): Promise<readonly Session[] | 'exists'>
  find(userId: string, id: string): Promise<Found>
  /** Records activity of the client. Cheap: activity less than ten seconds after the last may be skipped. */
  touch(session: Session): Promise<void>
  change(session: Session, changes: SessionChanges): Promise<void>
  /**
   * The session, for the one caller who ended it. With `remember`, its id stays terminated as long as it could have
   * lived.
   */
  terminate(userId: string, id: string, remember: boolean): Promise<Session | undefined>
  /** Another instance ended it. */
  forget(userId: string, id: string): Promise<void>
  /** False if that would be more than `most`. */
  watch(session: Session, uri: string, needs: readonly string[], most: number): Promise<boolean>
  unwatch(session: Session, uri: string): Promise<void>
  watched(session: Session): Promise<Watched>
  /** Newest activity first. */
  list(userId?: string): Promise<readonly Session[]>
  /** Removes expired sessions and invalid values. Returns the sessions among them. */
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
