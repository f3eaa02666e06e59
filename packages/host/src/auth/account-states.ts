import type { Role } from '@quipu/kit'
import type { Accounts } from '../host.ts'
import { Recent } from './recent.ts'

/** How long a demotion or a disabled account may go unnoticed. */
const stateLifetimeMs = 5_000
const capacity = 10_000

/** What an account may do now. The same object as long as nothing changed. */
export interface AccountState {
  readonly username: string
  readonly role: Role
}

/** What accounts may do now, read from the store at most once per account in each lifetime. */
export class AccountStates {
  readonly #accounts: Pick<Accounts, 'byId'>
  readonly #now: () => Date
  readonly #known = new Recent<Known>(capacity)
  readonly #reading = new Map<string, Promise<AccountState | undefined>>()

  constructor(accounts: Pick<Accounts, 'byId'>, now: () => Date) {
    this.#accounts = accounts
    this.#now = now
  }

  /** At hand while it is fresh; undefined for an account that is gone or disabled. */
  of(userId: string, nowMs: number): AccountState | undefined | Promise<AccountState | undefined> {
    const known = this.#known.get(userId)
    const age = known === undefined ? Infinity : nowMs - known.readAtMs
    if (known !== undefined && age >= 0 && age < stateLifetimeMs) return known.state
    return this.#read(userId)
  }

  /** After a change that this process made or heard of: the next request sees it. */
  forget(userId: string): void {
    this.#known.delete(userId)
    this.#reading.delete(userId)
  }

  #read(userId: string): Promise<AccountState | undefined> {
    const underWay = this.#reading.get(userId)
    if (underWay !== undefined) return underWay
    const reading = this.#readNow(userId).finally(() => {
      if (this.#reading.get(userId) === reading) this.#reading.delete(userId)
    })
    this.#reading.set(userId, reading)
    return reading
  }

  async #readNow(userId: string): Promise<AccountState | undefined> {
    const readAtMs = this.#now().getTime()
    const before = this.#known.get(userId)?.state
    const account = await this.#accounts.byId(userId)
    const state =
      account === undefined || account.isDisabled ? undefined : stateOf(account.email, account.role, before)
    this.#known.set(userId, { state, readAtMs })
    return state
  }
}

interface Known {
  readonly state: AccountState | undefined
  readonly readAtMs: number
}

function stateOf(username: string, role: Role, before: AccountState | undefined): AccountState {
  const isSame = before !== undefined && before.username === username && before.role === role
  return isSame ? before : { username, role }
}
