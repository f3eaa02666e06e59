import { actorOr } from '../audit/acting.ts'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { ClientRegistry, KnownClient } from './clients.ts'
import type { Watcher } from '../identity/watched-accounts.ts'

/** Clients whose every addition and removal is recorded in the audit. */
export function watchedClients(clients: ClientRegistry, watcher: Pick<Watcher, 'record'>): ClientRegistry {
  const recorded = async (action: string, change: Promise<KnownClient>): Promise<KnownClient> => {
    const client = await change
    watcher.record(eventOf(action, client))
    return client
  }
  const allForgotten = async (forgetting: Promise<readonly KnownClient[]>) => {
    const forgotten = await forgetting
    for (const client of forgotten) watcher.record(eventOf('client.removed', client))
    return forgotten
  }
  return {
    list: () => clients.list(),
    findMetadata: (id) => clients.findMetadata(id),
    isAdded: (id) => clients.isAdded(id),
    destroy: (id) => clients.destroy(id),
    used: (id) => clients.used(id),
    add: (client) => recorded('client.added', clients.add(client)),
    register: (id, metadata) => recorded('client.registered', clients.register(id, metadata)),
    remove: (id) => recorded('client.removed', clients.remove(id)),
    makeRoom: () => allForgotten(clients.makeRoom()),
    forgetUnused: () => allForgotten(clients.forgetUnused()),
  }
}

function eventOf(action: string, { id, name }: KnownClient): AuditEvent {
  const { door, ...actor } = actorOr(undefined)
  return {
    ...actor,
    action,
    resourceType: 'oauth_client',
    resourceId: id,
    outcome: 'ok',
    metadata: { ...door, clientId: id, clientName: name },
  }
}
