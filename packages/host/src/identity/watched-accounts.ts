import type { Account } from '@quipu/kit'
import { actorOr } from '../audit/acting.ts'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { Accounts } from './accounts.ts'
import type { Tokens } from './tokens.ts'
import type { MadeLink, OpenLinks } from './one-time-links.ts'

export interface Watcher {
  record(event: AuditEvent): void
  /** The account has changed: cached copies of it are invalid. */
  changed(userId: string): void
}

/** Accounts whose every change is recorded in the audit and takes effect at once. */
export function watchedAccounts(accounts: Accounts, watcher: Watcher): Accounts {
  const recorded = async <Changed extends Account | undefined>(
    action: string,
    change: Promise<Changed>,
  ): Promise<Changed> => {
    const account = await change
    if (account === undefined) return account
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
    create: (account) => recorded('user.created', accounts.create(account)),
    setName: (userId, name) => recorded('user.renamed', accounts.setName(userId, name)),
    setRole: (email, role) => recorded('user.role_changed', accounts.setRole(email, role)),
    setPassword: (email, password) =>
      recorded('user.password_changed', accounts.setPassword(email, password)),
    setFirstPassword: (email, password) =>
      recorded('user.password_changed', accounts.setFirstPassword(email, password)),
    changePassword: (userId, current, wanted, change) =>
      recorded('user.password_changed', accounts.changePassword(userId, current, wanted, change)),
    endAccess: (userId) => recorded('user.signed_out_everywhere', accounts.endAccess(userId)),
    disable: (email) => recorded('user.disabled', accounts.disable(email)),
    enable: (email) => recorded('user.enabled', accounts.enable(email)),
    erase: (email) => recorded('user.erased', accounts.erase(email)),
  }
}

/** Links whose creation and use are recorded in the audit. */
export function watchedLinks(links: OpenLinks, watcher: Watcher): OpenLinks {
  const made = (link: MadeLink, createdBy: string | undefined): MadeLink => {
    watcher.record(eventOf('link.created', link.userId, createdBy))
    return link
  }
  return {
    peek: (token) => links.peek(token),
    invite: async (request) => made(await links.invite(request), request.createdBy),
    resetPassword: async (email, createdBy) => made(await links.resetPassword(email, createdBy), createdBy),
    signIn: async (email) => made(await links.signIn(email), undefined),
    useToSignIn: (token) => links.useToSignIn(token),
    use: async (token, password) => {
      const account = await links.use(token, password)
      watcher.record(eventOf('link.used', account.id))
      watcher.changed(account.id)
      return account
    },
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

function eventOf(action: string, userId: string, doneBy = userId): AuditEvent {
  const { door, ...actor } = actorOr(doneBy)
  return { ...actor, action, resourceType: 'user', resourceId: userId, outcome: 'ok', metadata: door }
}
