import type { Call, Caller } from '@quipu/kit'
import type { AccountRow, Accounts } from '../identity/accounts.ts'
import type { ConnectedApps } from '../identity/connected-apps.ts'
import type { OneTimeLinks } from '../identity/one-time-links.ts'
import type { PersonalTokens } from '../identity/personal-tokens.ts'
import type { UserData } from '../identity/user-data.ts'
import type { Clients } from '../oauth/clients.ts'
import type { AuditLog } from '../audit/reading.ts'
import type { Attempts } from '../attempts/attempts.ts'
import type { JobList } from '../jobs/job-list.ts'
import type { Health } from './health.ts'
import type { ToolsPort } from './tools-port.ts'
import type { ModuleWaiting } from '../calls/waits.ts'
import type { SessionsPort } from './sessions-port.ts'
import type { UserSettings } from '../storage/user-settings.ts'

/** The services behind the host's own routes. Each writes in a transaction of its own. */
export interface AccountServices {
  readonly accounts: Accounts
  readonly personalTokens: PersonalTokens
  readonly apps: ConnectedApps
  readonly clients: Clients
  readonly links: OneTimeLinks
  readonly userData: UserData
  readonly settings: UserSettings
  readonly auditLog: Pick<AuditLog, 'list' | 'verify'>
  readonly tools: ToolsPort
  readonly attempts: Pick<Attempts, 'list'>
  readonly jobs: Pick<JobList, 'list'>
  readonly now: () => Date
  /** The address of the caller's browser; undefined for other callers. */
  readonly addressOf: (caller: Caller) => string | undefined
  readonly health: () => Promise<Health>
  readonly mcpSessions: SessionsPort
  readonly waits: (call: Call) => Promise<readonly ModuleWaiting[]>
  /** The id of the connected app or personal token that the caller's credential depends on. */
  readonly grantOf: (caller: Caller) => string | undefined
  /** Signs out every browser of the caller except the one, if any, that sends the request. */
  endOtherSessions?(caller: Caller): Promise<void>
}

export type Person = AccountRow
