import type { Caller } from '@quipu/kit'
import type { AuditLog } from '../audit/reading.ts'
import type { Identity } from '../open-identity.ts'
import type { OpenModule } from '../mcp/profile.ts'
import type { Store } from '../storage/store.ts'
import { openUserSettings } from '../storage/user-settings.ts'
import { accountModule } from './account-module.ts'
import type { SessionsPort } from './sessions-port.ts'

export interface AccountApiParts {
  readonly identity: Identity
  readonly store: Store
  readonly auditLog: AuditLog
  readonly mcpSessions: SessionsPort
  readonly endOtherSessions: (caller: Caller) => Promise<void>
}

/** The host's own routes, as if they were a module's. */
export function openAccountApi({
  identity,
  store,
  auditLog,
  mcpSessions,
  endOtherSessions,
}: AccountApiParts): OpenModule {
  const service = {
    ...identity,
    settings: openUserSettings(store),
    auditLog,
    mcpSessions,
    endOtherSessions,
    grantOf: (caller: Caller) => identity.authenticator.grantOf(caller),
  }
  return { module: accountModule(service), service }
}
