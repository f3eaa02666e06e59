import type { Role } from '@quipu/kit'
import type { Store } from '../storage/store.ts'
import { Recent } from './recent.ts'

/** How long a demotion, a disabled account or a withdrawn grant may go unnoticed. */
const stateLifetimeMs = 5_000
const capacity = 10_000
/** No token outlives its app or personal token by more than this. */
const longestTokenMs = 366 * 24 * 60 * 60 * 1000

/** What an account may do now. The same object as long as nothing changed. */
export interface AccountState {
  readonly username: string
  readonly role: Role
  /** Ids of withdrawn connected apps and personal tokens: credentials that depend on them are invalid. */
  readonly revoked: ReadonlySet<string>
  /** Access tokens issued before this time are invalid; in whole seconds, as in tokens. */
  readonly tokensFromMs: number
}

/** Undefined for an account that is gone or disabled. */
export type ReadAccountState = (userId: string) => Promise<AccountState | undefined>

/** What accounts may do now, read from the store at most once per account and lifetime. */
export class AccountStates {
  readonly #stored: ReadAccountState
  readonly #now: () => Date
  readonly #known = new Recent<Known>(capacity)
  readonly #reading = new Map<string, Promise<AccountState | undefined>>()

  constructor(stored: ReadAccountState, now: () => Date) {
    this.#stored = stored
    this.#now = now
  }

  /** Synchronous while it is fresh; undefined for an account that is gone or disabled. */
  of(userId: string, nowMs: number): AccountState | undefined | Promise<AccountState | undefined> {
    const known = this.#known.get(userId)
    const age = known === undefined ? Infinity : nowMs - known.readAtMs
    if (known !== undefined && age >= 0 && age < stateLifetimeMs) return known.state
    return this.#read(userId)
  }

  /** To be called after a change that this process made or was notified of: the next request sees it. */
  forget(userId: string): void {
    const state = this.#known.get(userId)?.state
    if (state === undefined) this.#known.delete(userId)
    else this.#known.set(userId, { state, readAtMs: -Infinity })
    this.#reading.delete(userId)
  }

  #read(userId: string): Promise<AccountState | undefined> {
    const underWay = this.#reading.get(userId)
    if (underWay !== undefined) return underWay
    const readAtMs = this.#now().getTime()
    const reading = this.#stored(userId)
      .then((stored) => {
        const state = unchanged(this.#known.get(userId)?.state, stored)
        // A read that was invalidated meanwhile may have happened before the change.
        if (this.#reading.get(userId) === reading) this.#known.set(userId, { state, readAtMs })
        return state
      })
      .finally(() => {
        if (this.#reading.get(userId) === reading) this.#reading.delete(userId)
      })
    this.#reading.set(userId, reading)
    return reading
  }
}

/** One statement, in the scope of the account. */
export function readAccountState(store: Pick<Store, 'query'>, now: () => Date): ReadAccountState {
  return async (userId) => {
    if (!uuid.test(userId)) return undefined
    const at = now()
    const [row] = await store.query<StateRow>(
      { userId },
      {
        sql: stateSql,
        parameters: [userId, at, new Date(at.getTime() - longestTokenMs)],
      },
    )
    if (row === undefined) return undefined
    const tokensFromMs = Math.floor((row.tokens_from?.getTime() ?? 0) / 1000) * 1000
    return { username: row.email, role: row.role, revoked: new Set(row.revoked), tokensFromMs }
  }
}

interface Known {
  readonly state: AccountState | undefined
  readonly readAtMs: number
}

interface StateRow {
  readonly email: string
  readonly role: Role
  readonly revoked: readonly string[]
  readonly tokens_from: Date | null
}

const stateSql = `select email, role, tokens_from, array(
    select id from connected_apps where user_id = users.id and revoked_at > $3
    union all
    select id::text from personal_tokens
    where user_id = users.id and revoked_at is not null and expires_at > $2
  ) as revoked
  from users where id = $1 and disabled_at is null`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function unchanged(
  before: AccountState | undefined,
  now: AccountState | undefined,
): AccountState | undefined {
  if (before === undefined || now === undefined) return now
  const isSame =
    before.username === now.username &&
    before.role === now.role &&
    before.tokensFromMs === now.tokensFromMs &&
    haveSame(before.revoked, now.revoked)
  return isSame ? before : now
}

function haveSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.size !== other.size) return false
  for (const id of one) if (!other.has(id)) return false
  return true
}
