import type { Account } from '@quipu/kit'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { Accounts, Tokens } from '../host.ts'
import { newRequestId } from '../telemetry/request-id.ts'

export interface Watcher {
  record(event: AuditEvent): void
  /** The account is not what it was: whoever remembers it must look again. */
  changed(userId: string): void
}

/** Accounts whose every change is told to the audit and bites at once. */
export function watchedAccounts(accounts: Accounts, watcher: Watcher): Accounts {
  const told = async (action: string, change: Promise<Account>): Promise<Account> => {
    const account = await change
    watcher.record(eventOf(action, account.id))
    watcher.changed(account.id)
    return account
  }
  return {
    list: () => accounts.list(),
    byEmail: (email) => accounts.byEmail(email),
    byId: (id) => accounts.byId(id),
    owner: () => accounts.owner(),
    verify: (email, password) => accounts.verify(email, password),
    create: (account) => told('user.created', accounts.create(account)),
    setRole: (email, role) => told('user.role_changed', accounts.setRole(email, role)),
    setPassword: (email, password) => told('user.password_changed', accounts.setPassword(email, password)),
  }
}

export function watchedTokens(tokens: Tokens, watcher: Pick<Watcher, 'record'>): Tokens {
  return {
    issue: async (request) => {
      const token = await tokens.issue(request)
      watcher.record(eventOf('token.issued', request.userId))
      return token
    },
  }
}

function eventOf(action: string, userId: string): AuditEvent {
  return {
    userId,
    action,
    resourceType: 'user',
    resourceId: userId,
    outcome: 'ok',
    requestId: newRequestId(),
    metadata: {},
  }
}
