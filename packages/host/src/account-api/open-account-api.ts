import type { Caller } from '@quipu/kit'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { AuditLog } from '../audit/reading.ts'
import type { Identity } from '../auth/identity.ts'
import type { OpenModule } from '../mcp/profile.ts'
import type { Store } from '../storage/store.ts'
import { accountModule } from './account-module.ts'
import { openNames } from './names.ts'
import type { SessionsPort } from './sessions-port.ts'
import { openUserSettings } from './user-settings.ts'

export interface AccountApiParts {
  readonly identity: Identity
  readonly store: Store
  readonly now: () => Date
  readonly record: (event: AuditEvent) => void
  readonly auditLog: AuditLog
  readonly mcpSessions: SessionsPort
  readonly endOtherSessions: (caller: Caller) => Promise<void>
}

/** The host's own routes, as if they were a module's. */
export function openAccountApi({
  identity,
  store,
  now,
  record,
  auditLog,
  mcpSessions,
  endOtherSessions,
}: AccountApiParts): OpenModule {
  const service = {
    ...identity,
    names: openNames({ store, now, record }),
    settings: openUserSettings(store),
    auditLog,
    mcpSessions,
    endOtherSessions,
  }
  return { module: accountModule(service), service }
}
