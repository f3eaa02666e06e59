import type { Caller, Module } from '@quipu/kit'
import type { z } from 'zod'
import type { OpenModule } from '../calls/call-parts.ts'
import type { AuditLog } from '../audit/reading.ts'
import type { Identity } from '../identity/open-identity.ts'
import type { Clients } from '../oauth/clients.ts'
import type { Store } from '../storage/store.ts'
import { openUserSettings } from '../storage/user-settings.ts'
import { accountModule } from './account-module.ts'
import type { Attempts } from '../attempts/attempts.ts'
import type { JobList } from '../jobs/job-list.ts'
import type { Health } from './health.ts'
import type { AccountServices } from './services.ts'
import type { ToolsPort } from './tools-port.ts'
import type { SessionsPort } from './sessions-port.ts'

export interface AccountApiParts {
  readonly identity: Identity
  readonly clients: Clients
  readonly store: Store
  /** Every module, for the preferences that it declares. */
  readonly modules: readonly Module[]
  readonly auditLog: AuditLog
  readonly mcpSessions: SessionsPort
  readonly endOtherSessions: (caller: Caller) => Promise<void>
  readonly tools: ToolsPort
  readonly attempts: Pick<Attempts, 'list'>
  readonly jobs: { readonly list: JobList }
  readonly now: () => Date
  readonly addressOf: (caller: Caller) => string | undefined
  readonly health: () => Promise<Health>
  readonly waits: AccountServices['waits']
}

/** The host's own routes, in the form of a module. */
export function openAccountApi(parts: AccountApiParts): OpenModule {
  const { identity, store, modules } = parts
  const service = {
    ...identity,
    ...pick(parts),
    settings: openUserSettings(store, preferencesOf(modules)),
    jobs: parts.jobs.list,
    grantOf: (caller: Caller) => identity.authenticator.grantOf(caller),
  }
  return { module: accountModule(service), service }
}

function pick({
  clients,
  auditLog,
  mcpSessions,
  endOtherSessions,
  tools,
  attempts,
  now,
  addressOf,
  health,
  waits,
}: AccountApiParts) {
  return { clients, auditLog, mcpSessions, endOtherSessions, tools, attempts, now, addressOf, health, waits }
}

function preferencesOf(modules: readonly Module[]): ReadonlyMap<string, z.ZodType> {
  const all = new Map<string, z.ZodType>()
  for (const [name, schema] of modules.flatMap(({ preferences = {} }) => Object.entries(preferences))) {
    if (all.has(name)) throw new Error(`Two modules know the preference ${name}; each name is one module's`)
    all.set(name, schema)
  }
  return all
}
