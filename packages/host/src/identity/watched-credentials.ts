import { actorOr } from '../audit/acting.ts'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { ConnectedApp } from './connected-apps.ts'
import type { PersonalTokens } from './personal-tokens.ts'
import type { AppGrants } from './connected-apps.ts'
import type { Watcher } from './watched-accounts.ts'

/** Personal tokens whose creation and end are recorded in the audit, and whose end takes effect at once. */
export function watchedPersonalTokens(tokens: PersonalTokens, watcher: Watcher): PersonalTokens {
  return {
    list: (userId) => tokens.list(userId),
    create: async (request) => {
      const token = await tokens.create(request)
      watcher.record(personalTokenEvent('personal_token.created', request.userId, token.id))
      return token
    },
    revoke: async (userId, id) => {
      await tokens.revoke(userId, id)
      watcher.record(personalTokenEvent('personal_token.revoked', userId, id))
      watcher.changed(userId)
    },
  }
}

/** Connected apps whose end is recorded in the audit, once for each, and takes effect at once. */
export function watchedApps(apps: AppGrants, watcher: Watcher): AppGrants {
  const recordEnd = (app: ConnectedApp): void => {
    watcher.record(grantRevoked(app))
    watcher.changed(app.userId)
  }
  const recordEnds = async (ending: Promise<readonly ConnectedApp[]>): Promise<readonly ConnectedApp[]> => {
    const ended = await ending
    for (const app of ended) recordEnd(app)
    return ended
  }
  return {
    list: (userId) => apps.list(userId),
    connected: (app) => apps.connected(app),
    used: (id, until) => apps.used(id, until),
    hasConsent: (consent) => apps.hasConsent(consent),
    rememberConsent: (consent, declined) => apps.rememberConsent(consent, declined),
    revokeClient: (clientId) => recordEnds(apps.revokeClient(clientId)),
    revokeUser: (userId) => recordEnds(apps.revokeUser(userId)),
    revoke: async (id, userId) => {
      const app = await apps.revoke(id, userId)
      recordEnd(app)
      return app
    },
    revoked: async (id) => {
      const app = await apps.revoked(id)
      if (app !== undefined) recordEnd(app)
      return app
    },
  }
}

function personalTokenEvent(action: string, userId: string, id: string): AuditEvent {
  const { door, ...actor } = actorOr(userId)
  return { ...actor, action, resourceType: 'personal_token', resourceId: id, outcome: 'ok', metadata: door }
}

function grantRevoked({ id, userId, clientId, clientName }: ConnectedApp): AuditEvent {
  const { door, ...actor } = actorOr(userId)
  return {
    ...actor,
    action: 'oauth.grant_revoked',
    resourceType: 'oauth_grant',
    resourceId: id,
    outcome: 'ok',
    metadata: { ...door, clientId, clientName },
  }
}
