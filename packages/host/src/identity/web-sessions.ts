import { createHash, randomBytes } from 'node:crypto'
import { ToolError } from '@quipu/kit'
import type { Statement, Store } from '../storage/store.ts'

const dayMs = 86_400_000
/** A browser that was not used for this long has to sign in again. */
const idleMs = 14 * dayMs
/** Every browser has to sign in again after this time. */
export const longestSessionMs = 90 * dayMs
/** Looking at a page must not cause a write each time. */
const seenEveryMs = 10 * 60_000

export interface WebSession {
  readonly userId: string
  readonly signedInAt: Date
  /** Identifies the session where its id must not be known. */
  readonly idHash: string
}

/** Who is signed in with which browser. The id is the browser's secret; the store has only its hash. */
export class WebSessions {
  readonly #store: Store
  readonly #now: () => Date
  readonly #ended: (userId: string) => void

  /** `ended` is called with everyone whose sessions were ended here. */
  constructor({ store, now, ended = () => {} }: WebSessionsParts) {
    this.#store = store
    this.#now = now
    this.#ended = ended
  }

  async begin(userId: string): Promise<string> {
    const id = randomBytes(32).toString('base64url')
    const now = this.#now()
    // The lock makes this wait for an account that is being disabled, whose sessions have been ended already.
    const rows = await this.#store.query('everyone', {
      sql: `insert into web_sessions (id_hash, user_id, signed_in_at, seen_at, expires_at)
            select $1, person.id, $3, $3, $4
            from (select id from users where id = $2 and disabled_at is null for share) person
            returning id_hash`,
      parameters: [hashOf(id), userId, now, expiryOf(now, now)],
    })
    if (rows.length === 0)
      throw new ToolError('FORBIDDEN', 'This account cannot sign in any more; ask an admin about it')
    return id
  }

  /** Undefined for an id that is unknown, ended or expired, and while the account is disabled. */
  async find(id: string): Promise<WebSession | undefined> {
    if (!idPattern.test(id)) return undefined
    const now = this.#now()
    const [row] = await this.#store.query<SessionRow>('everyone', {
      sql: `select s.id_hash, s.user_id, s.signed_in_at, s.seen_at
            from web_sessions s join users u on u.id = s.user_id and u.disabled_at is null
            where s.id_hash = $1 and s.expires_at > $2`,
      parameters: [hashOf(id), now],
    })
    if (row === undefined) return undefined
    if (now.getTime() - row.seen_at.getTime() >= seenEveryMs) await this.#see(row, now)
    return { userId: row.user_id, signedInAt: row.signed_in_at, idHash: row.id_hash }
  }

  async end(id: string): Promise<void> {
    const rows = await this.#store.query<{ user_id: string }>('everyone', {
      sql: 'delete from web_sessions where id_hash = $1 returning user_id',
      parameters: [hashOf(id)],
    })
    for (const { user_id } of rows) this.#ended(user_id)
  }

  async endAll(userId: string, exceptId?: string): Promise<void> {
    await this.#store.query('everyone', endSessionsOf(userId, exceptId))
    this.#ended(userId)
  }

  /** After a change of the password: everyone else who is signed in has to know the new one. */
  endOthers(userId: string, id: string): Promise<void> {
    return this.endAll(userId, id)
  }

  /** Must be run regularly; expired sessions are invalid in any case. */
  forgetExpired(): Statement {
    return { sql: 'delete from web_sessions where expires_at <= $1', parameters: [this.#now()] }
  }

  async #see({ id_hash, signed_in_at, seen_at }: SessionRow, now: Date): Promise<void> {
    await this.#store.query('everyone', {
      sql: 'update web_sessions set seen_at = $3, expires_at = $4 where id_hash = $1 and seen_at = $2',
      parameters: [id_hash, seen_at, now, expiryOf(signed_in_at, now)],
    })
  }
}

export interface WebSessionsParts {
  readonly store: Store
  readonly now: () => Date
  readonly ended?: (userId: string) => void
}

export function endSessionsOf(userId: string, exceptId?: string): Statement {
  return {
    sql: 'delete from web_sessions where user_id = $1 and id_hash is distinct from $2',
    parameters: [userId, exceptId === undefined ? null : hashOf(exceptId)],
  }
}

interface SessionRow {
  readonly id_hash: string
  readonly user_id: string
  readonly signed_in_at: Date
  readonly seen_at: Date
}

const idPattern = /^[A-Za-z0-9_-]{43}$/

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

function expiryOf(signedInAt: Date, seenAt: Date): Date {
  return new Date(Math.min(seenAt.getTime() + idleMs, signedInAt.getTime() + longestSessionMs))
}
