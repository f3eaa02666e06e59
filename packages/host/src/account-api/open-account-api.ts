import type { Caller } from '@quipu/kit'
import type { OpenModule } from '../calls/call-parts.ts'
import type { AuditLog } from '../audit/reading.ts'
import type { Identity } from '../identity/open-identity.ts'
import type { Clients } from '../oauth/clients.ts'
import type { Store } from '../storage/store.ts'
import { openUserSettings } from '../storage/user-settings.ts'
import { accountModule } from './account-module.ts'
import type { SessionsPort } from './sessions-port.ts'

export interface AccountApiParts {
  readonly identity: Identity
  readonly clients: Clients
  readonly store: Store
  readonly auditLog: AuditLog
  readonly mcpSessions: SessionsPort
  readonly endOtherSessions: (caller: Caller) => Promise<void>
}

/** The host's own routes, as if they were a module's. */
export function openAccountApi({
  identity,
  clients,
  store,
  auditLog,
  mcpSessions,
  endOtherSessions,
}: AccountApiParts): OpenModule {
  const service = {
    ...identity,
    clients,
    settings: openUserSettings(store),
    auditLog,
    mcpSessions,
    endOtherSessions,
  }
  return { module: accountModule(service), service }
}
