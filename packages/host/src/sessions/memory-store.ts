import type { Session } from './session.ts'
import { due, endsAtMs, settled } from './session.ts'
import type { Found, SessionChanges, SessionStore, Watched } from './session-store.ts'
import { newestFirst } from './session-store.ts'

export interface MemoryStoreOptions {
  readonly mostPerUser: number
  readonly most: number
  readonly now: () => Date
  /** Whether a call is under way in it: then it is removed only if all others are busy too. Default: no call is. */
  readonly isBusy?: ((session: Session) => boolean) | undefined
}

interface Kept {
  session: Session
  readonly watched: Map<string, readonly string[]>
}

/** Sessions of this process. */
export class MemorySessionStore implements SessionStore {
  readonly #options: MemoryStoreOptions
  readonly #byUser = new Map<string, Map<string, Kept>>()
  /** All of them, the least recently active first. */
  readonly #inTurn = new Set<Kept>()
  /** When an id that was ended may be used again. */
  readonly #ended = new Map<string, number>()

  constructor(options: MemoryStoreOptions) {
    this.#options = options
  }

  async create(session: Session): Promise<readonly Session[] | 'exists'> {
    const { userId } = session.userContext
    if (this.#kept(userId, session.id) !== undefined) return 'exists'
    const evicted = this.#makeRoom(userId)
    this.put(session)
    return evicted
  }

  /** Adds a session that is stored elsewhere too; it may replace any other. */
  put(session: Session): void {
    const { userId } = session.userContext
    if (this.#inTurn.size >= this.#options.most && this.#kept(userId, session.id) === undefined)
      this.#dropAny()
    const theirs = this.#byUser.get(userId) ?? new Map<string, Kept>()
    this.#byUser.set(userId, theirs)
    const kept = theirs.get(session.id) ?? { session, watched: new Map() }
    kept.session = session
    theirs.set(session.id, kept)
    this.#heardOf(kept)
  }

  async find(userId: string, id: string): Promise<Found> {
    const kept = this.#kept(userId, id)
    if (kept !== undefined) return kept.session
    const endsAt = this.#ended.get(`${userId} ${id}`)
    return endsAt !== undefined && endsAt > this.#options.now().getTime() ? 'terminated' : undefined
  }

  async touch(session: Session): Promise<void> {
    const kept = this.#keptOf(session)
    if (kept === undefined) return
    const { state, lastActivity, orphanedAt } = session
    kept.session = { ...kept.session, state, lastActivity, orphanedAt }
    this.#heardOf(kept)
  }

  async change(session: Session, changes: SessionChanges): Promise<void> {
    const kept = this.#keptOf(session)
    if (kept !== undefined) kept.session = { ...kept.session, ...changes }
  }

  async terminate(userId: string, id: string, remember: boolean): Promise<Session | undefined> {
    const kept = this.#kept(userId, id)
    if (kept === undefined) return undefined
    this.#drop(userId, id)
    if (remember) this.#remember(`${userId} ${id}`, endsAtMs(kept.session))
    return kept.session
  }

  /** Without Redis there is no other instance. */
  async forget(): Promise<void> {}

  async watch(session: Session, uri: string, needs: readonly string[], most: number): Promise<boolean> {
    const watched = this.#keptOf(session)?.watched
    if (watched === undefined) return true
    if (watched.size >= most && !watched.has(uri)) return false
    watched.set(uri, needs)
    return true
  }

  async unwatch(session: Session, uri: string): Promise<void> {
    this.#keptOf(session)?.watched.delete(uri)
  }

  async watched(session: Session): Promise<Watched> {
    return new Map(this.#keptOf(session)?.watched)
  }

  async list(userId?: string): Promise<readonly Session[]> {
    return newestFirst(
      userId === undefined
        ? this.#all()
        : [...(this.#byUser.get(userId)?.values() ?? [])].map(({ session }) => session),
    )
  }

  async sweep(now: Date): Promise<readonly Session[]> {
    for (const [key, endsAt] of this.#ended) if (endsAt <= now.getTime()) this.#ended.delete(key)
    const swept: Session[] = []
    for (const session of this.#all()) {
      if (due(session, now) === undefined) this.#settle(session, now)
      else {
        this.#drop(session.userContext.userId, session.id)
        swept.push(session)
      }
    }
    return swept
  }

  #settle(session: Session, now: Date): void {
    const kept = this.#keptOf(session)
    if (kept !== undefined) kept.session = settled(session, now)
  }

  #kept(userId: string, id: string): Kept | undefined {
    return this.#byUser.get(userId)?.get(id)
  }

  #keptOf({ userContext, id }: Session): Kept | undefined {
    return this.#kept(userContext.userId, id)
  }

  #all(): Session[] {
    return [...this.#inTurn].map(({ session }) => session)
  }

  #heardOf(kept: Kept): void {
    this.#inTurn.delete(kept)
    this.#inTurn.add(kept)
  }

  /** The least recently active one is removed first. */
  #makeRoom(userId: string): readonly Session[] {
    const { mostPerUser, most } = this.#options
    const theirs = this.#byUser.get(userId)
    const isCrowded = theirs !== undefined && theirs.size >= mostPerUser
    if (!isCrowded && this.#inTurn.size < most) return []
    const oldest = isCrowded ? this.#oldest(theirs.values()) : this.#first()
    if (oldest === undefined) return []
    this.#drop(oldest.userContext.userId, oldest.id)
    return [oldest]
  }

  #oldest(crowd: Iterable<Kept>): Session | undefined {
    const all = Array.from(crowd, ({ session }) => session)
    const idle = all.filter((session) => !this.#isBusy(session))
    return newestFirst(idle.length > 0 ? idle : all).at(-1)
  }

  /** Of all users. */
  #first(): Session | undefined {
    const kept = this.#inTurn.values().find(({ session }) => !this.#isBusy(session))
    const [oldest] = this.#inTurn
    return (kept ?? oldest)?.session
  }

  #dropAny(): void {
    const first = this.#first()
    if (first !== undefined) this.#drop(first.userContext.userId, first.id)
  }

  #isBusy(session: Session): boolean {
    return this.#options.isBusy?.(session) ?? false
  }

  #drop(userId: string, id: string): void {
    const theirs = this.#byUser.get(userId)
    const kept = theirs?.get(id)
    if (theirs === undefined || kept === undefined) return
    theirs.delete(id)
    this.#inTurn.delete(kept)
    if (theirs.size === 0) this.#byUser.delete(userId)
  }

  #remember(key: string, endsAt: number): void {
    this.#ended.delete(key)
    this.#ended.set(key, endsAt)
    if (this.#ended.size <= this.#options.most) return
    const [oldest] = this.#ended.keys()
    if (oldest !== undefined) this.#ended.delete(oldest)
  }
}
