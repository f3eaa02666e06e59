import type { Caller } from '@quipu/kit'
import { cleanLine, ToolError } from '@quipu/kit'
import { invalid, universeNotFound } from './errors.ts'
import { ownerOnly } from './failures.ts'
import type { Member } from './service/universe-service.ts'
import type { MemberStore } from './store/member-store.ts'
import type { UniverseRow, UniverseStore } from './store/universe-store.ts'

/** Whom a universe is shared with. Each method is one transaction. */
export class Sharing {
  readonly #store: UniverseStore
  readonly #members: MemberStore

  constructor(store: UniverseStore, members: MemberStore) {
    this.#store = store
    this.#members = members
  }

  members(caller: Caller, id: string): Promise<readonly Member[]> {
    return this.#store.transaction(caller, async (tx) => {
      if ((await this.#store.find(tx, caller, id)) === undefined) throw universeNotFound(id)
      return this.#members.list(tx, id)
    })
  }

  share(caller: Caller, id: string, email: string, role: 'editor' | 'viewer'): Promise<Member> {
    return this.#store.transaction(caller, async (tx) => {
      const row = await this.#store.find(tx, caller, id)
      requireOwner(row, id, 'share it')
      const account = await this.#members.accountNamed(tx, cleanLine(email))
      if (account === undefined)
        throw new ToolError(
          'NOT_FOUND',
          'Nobody here has this email address; check it, or ask them to get an account first',
          { email },
        )
      if (account.id === caller.userId) throw invalid('email', 'This universe is yours already')
      await this.#members.put(tx, caller, id, account.id, role)
      return { ...account, role }
    })
  }

  /** The owner ends anyone's share, anyone their own. */
  unshare(caller: Caller, id: string, userId: string): Promise<void> {
    return this.#store.transaction(caller, async (tx) => {
      const row = await this.#store.find(tx, caller, id)
      if (row === undefined) throw universeNotFound(id)
      const isOwn = userId === caller.userId
      if (!isOwn) requireOwner(row, id, 'end what others share')
      if (isOwn && row.role === 'owner')
        throw invalid('userId', 'The owner cannot leave; delete the universe instead')
      if (!(await this.#members.remove(tx, id, userId)))
        throw new ToolError('NOT_FOUND', 'It is not shared with this person', { userId })
    })
  }
}

function requireOwner(row: UniverseRow | undefined, id: string, what: string): void {
  if (row === undefined) throw universeNotFound(id)
  if (row.role !== 'owner') throw ownerOnly(id, what)
}
