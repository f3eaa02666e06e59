import type { Log, SealedColumn, Secrets } from '@quipu/kit'
import type { Audit } from './audit/audit.ts'
import type { AuditEvent } from './audit/audit-event.ts'
import type { Accounts, KeyRing, PersonalTokens, Tokens, UserData } from './host.ts'
import type { UserFiles } from './storage/blobs.ts'
import type { Statement, Store } from './storage/store.ts'
import { openAccounts } from './identity/accounts.ts'
import type { Authenticator } from './identity/authenticate.ts'
import { authenticator } from './identity/authenticate.ts'
import type { ClientRegistry } from './oauth/clients.ts'
import { openClients } from './oauth/clients.ts'
import { forgetDocuments } from './oauth/kept-documents.ts'
import type { AppGrants } from './identity/connected-apps.ts'
import { forgetOldApps, openConnectedApps } from './identity/connected-apps.ts'
import { openKeyRing } from './identity/key-ring.ts'
import type { OpenLinks } from './identity/one-time-links.ts'
import { forgetExpiredLinks, openLinks } from './identity/one-time-links.ts'
import type { Permissions } from './identity/permissions.ts'
import { forgetOldPersonalTokens, openPersonalTokens } from './identity/personal-tokens.ts'
import { forgetExpiredArtifacts } from './identity/kept-artifacts.ts'
import type { RootSecret } from './identity/root-secret.ts'
import { SigningKeys } from './identity/signing-keys.ts'
import { openTokens } from './identity/tokens.ts'
import { openUserData } from './identity/user-data.ts'
import { watchedAccounts, watchedLinks, watchedTokens } from './identity/watched-accounts.ts'
import { watchedClients } from './oauth/watched-clients.ts'
import { watchedApps, watchedPersonalTokens } from './identity/watched-credentials.ts'
import { WebSessions } from './identity/web-sessions.ts'

export interface IdentityOptions {
  readonly store: Store
  readonly secrets: RootSecret & Secrets
  readonly permissions: Permissions
  /** The public URL. */
  readonly appUrl: string
  /** What tokens can be for. */
  readonly resources: ReadonlySet<string>
  readonly files: UserFiles
  /** Columns of modules that hold what was sealed. */
  readonly sealed?: readonly SealedColumn[] | undefined
  readonly audit: Audit
  readonly log: Log
  readonly now: () => Date
  /** Tells every instance, this one too, that an account or what it has granted is not what it was. */
  changed(userId: string): void
}

/** Who is who, what they hold, and what was granted to whom. Every change is told to the audit and bites at once. */
export interface Identity {
  readonly keys: SigningKeys
  readonly keyRing: KeyRing
  readonly accounts: Accounts
  readonly tokens: Tokens
  readonly personalTokens: PersonalTokens
  readonly apps: AppGrants
  readonly clients: ClientRegistry
  readonly links: OpenLinks
  readonly userData: UserData
  readonly sessions: WebSessions
  readonly authenticator: Authenticator
  /** To be called now and then: nothing that has run out is kept for long. */
  forgetExpired(): Promise<void>
}

export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { store, secrets, permissions, appUrl, resources, files, audit, log, now } = options
  const keys = new SigningKeys(store, secrets, now)
  // A root secret that does not open the keys in the store must show now, not at the first token.
  await keys.signing()
  const accounts = openAccounts(store, now, files)
  const admitting = authenticator({ keys, store, permissions, issuer: appUrl, log, now })
  const record = (event: AuditEvent) => audit.record(event)
  const watcher = { record, changed: (userId: string) => options.changed(userId) }
  const issuing = { keys, accounts, permissions, issuer: appUrl, resources, store, now }
  const apps = watchedApps(openConnectedApps({ store, now }), watcher)
  const clients = watchedClients(openClients({ store, now, apps }), watcher)
  const sessions = new WebSessions({ store, now, ended: watcher.changed })
  const watched = watchedAccounts(accounts, watcher)
  return {
    keys,
    keyRing: openKeyRing({ store, secrets, keys, now, record, sealed: options.sealed }),
    accounts: watched,
    tokens: watchedTokens(openTokens(issuing), watcher),
    personalTokens: watchedPersonalTokens(openPersonalTokens(issuing), watcher),
    apps,
    clients,
    links: watchedLinks(openLinks({ store, accounts: watched, appUrl, now }), watcher),
    userData: openUserData({ store, accounts, files, now }),
    sessions,
    authenticator: admitting,
    forgetExpired: async () => {
      for (const statement of expired(now(), sessions)) await store.query('everyone', statement)
      await clients.forgetUnused()
    },
  }
}

function expired(now: Date, sessions: WebSessions): readonly Statement[] {
  return [
    forgetExpiredArtifacts(now),
    forgetOldApps(now),
    forgetDocuments(now),
    forgetOldPersonalTokens(now),
    forgetExpiredLinks(now),
    sessions.forgetExpired(),
  ]
}
