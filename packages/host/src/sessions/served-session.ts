import type { EventStream } from './event-stream.ts'
import type { Follower } from './follower.ts'
import type { LegacySession } from './legacy-session.ts'
import type { Session } from './session.ts'

/** The part of a session that this instance serves. */
export class ServedSession {
  readonly session: LegacySession
  record: Session
  /** Connections here to streams that other instances write. */
  readonly followers = new Set<Follower>()
  lastUsedMs = performance.now()
  #home: EventStream | undefined
  #leave: (() => void) | undefined

  constructor(session: LegacySession, record: Session) {
    this.session = session
    this.record = record
  }

  /** The stream for messages that belong to no request, if this instance keeps it. */
  get home(): EventStream | undefined {
    return this.#home
  }

  /** From now on notifications of changes for the session are kept here. */
  settle(home: EventStream, leave: () => void): void {
    this.leaveHome()
    this.#home = home
    this.#leave = leave
  }

  leaveHome(): void {
    this.#leave?.()
    this.#leave = undefined
    this.#home?.end()
    this.#home = undefined
  }

  get isConnected(): boolean {
    return this.followers.size > 0 || this.#home?.isOpen === true
  }

  get isUnused(): boolean {
    return this.#home === undefined && this.followers.size === 0 && this.session.isIdle
  }

  keepAlive(): void {
    this.session.keepAlive()
    for (const follower of this.followers) follower.keepAlive()
  }

  end(): void {
    this.leaveHome()
    this.session.end()
    for (const follower of this.followers) follower.end()
  }
}
