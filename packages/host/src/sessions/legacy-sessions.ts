import type { SessionStart } from './legacy-session.ts'
import { LegacySession } from './legacy-session.ts'

const idleMs = 60 * 60_000
const sweepMs = 15 * 60_000
const keepAliveMs = 15_000
const mostPerUser = 50
const most = 10_000

/** Sessions of legacy clients, in memory. Someone else's id is simply unknown. */
export class LegacySessions {
  readonly #now: () => Date
  readonly #sessions = new Map<string, LegacySession>()
  readonly #timers: readonly NodeJS.Timeout[]

  constructor(now: () => Date) {
    this.#now = now
    this.#timers = [
      setInterval(() => this.sweep(), sweepMs).unref(),
      setInterval(() => this.#keepAlive(), keepAliveMs).unref(),
    ]
  }

  create(start: SessionStart): LegacySession {
    const session = new LegacySession(start, this.#now())
    this.#makeRoom(start.userId)
    this.#sessions.set(key(start.userId, session.id), session)
    return session
  }

  find(userId: string, id: string): LegacySession | undefined {
    const session = this.#sessions.get(key(userId, id))
    if (session === undefined) return undefined
    const now = this.#now()
    if (this.#isIdle(session, now)) {
      this.terminate(session)
      return undefined
    }
    session.lastUsedAt = now
    return session
  }

  terminate(session: LegacySession): void {
    this.#sessions.delete(key(session.start.userId, session.id))
    session.end()
  }

  sweep(): void {
    const now = this.#now()
    for (const session of this.#sessions.values()) if (this.#isIdle(session, now)) this.terminate(session)
  }

  get size(): number {
    return this.#sessions.size
  }

  /** Nothing more will be told but answers. */
  endStandaloneStreams(): void {
    for (const session of this.#sessions.values()) session.endStandalone()
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    for (const session of this.#sessions.values()) this.terminate(session)
  }

  #isIdle(session: LegacySession, now: Date): boolean {
    return session.running.size === 0 && now.getTime() - session.lastUsedAt.getTime() > idleMs
  }

  /** The one that was used longest ago goes first. */
  #makeRoom(userId: string): void {
    const theirs = [...this.#sessions.values()].filter(({ start }) => start.userId === userId)
    if (theirs.length >= mostPerUser) this.#dropOldest(theirs)
    else if (this.#sessions.size >= most) this.#dropOldest([...this.#sessions.values()])
  }

  #dropOldest(sessions: readonly LegacySession[]): void {
    const oldest = sessions.reduce((a, b) => (a.lastUsedAt <= b.lastUsedAt ? a : b))
    this.terminate(oldest)
  }

  #keepAlive(): void {
    for (const session of this.#sessions.values()) session.keepAlive()
  }
}

function key(userId: string, id: string): string {
  return `${userId} ${id}`
}
