import type { Log, SealedColumn, Secrets } from '@quipu/kit'
import type { Audit } from '../audit/audit.ts'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { Accounts } from './accounts.ts'
import type { KeyRing } from './key-ring.ts'
import type { PersonalTokens } from './personal-tokens.ts'
import type { Tokens } from './tokens.ts'
import type { UserData } from './user-data.ts'
import type { UserFiles } from '../blobs/blob-store.ts'
import type { Statement, Store } from '../storage/store.ts'
import { openAccounts } from './accounts.ts'
import type { Authenticator } from './authenticate.ts'
import { authenticator } from './authenticate.ts'
import type { AppGrants } from './connected-apps.ts'
import { forgetOldApps, openConnectedApps } from './connected-apps.ts'
import { openKeyRing } from './key-ring.ts'
import type { OpenLinks } from './one-time-links.ts'
import { forgetExpiredLinks, openLinks } from './one-time-links.ts'
import type { Permissions } from './permissions.ts'
import { forgetOldPersonalTokens, openPersonalTokens } from './personal-tokens.ts'
import { forgetExpiredArtifacts } from './kept-artifacts.ts'
import type { RootSecret } from './root-secret.ts'
import { SigningKeys } from './signing-keys.ts'
import { Passwords, type PasswordCost } from './passwords.ts'
import { openTokens } from './tokens.ts'
import { openUserData } from './user-data.ts'
import { watchedAccounts, watchedLinks, watchedTokens } from './watched-accounts.ts'
import { watchedApps, watchedPersonalTokens } from './watched-credentials.ts'
import { WebSessions } from './web-sessions.ts'

export interface IdentityOptions {
  readonly store: Store
  readonly secrets: RootSecret & Secrets
  readonly permissions: Permissions
  /** The public URL. */
  readonly appUrl: string
  /** The resources that tokens can be for. */
  readonly resources: ReadonlySet<string>
  readonly files: UserFiles
  /** Columns of modules that hold sealed data. */
  readonly sealed?: readonly SealedColumn[] | undefined
  readonly audit: Audit
  readonly log: Log
  readonly now: () => Date
  readonly passwordCost?: PasswordCost | undefined
  /** Notifies every instance, this one too, that an account or what it has granted has changed. */
  changed(userId: string): void
}

/** Accounts, credentials and grants. Every change is recorded in the audit and takes effect at once. */
export interface Identity {
  readonly keys: SigningKeys
  readonly keyRing: KeyRing
  readonly accounts: Accounts
  readonly tokens: Tokens
  readonly personalTokens: PersonalTokens
  readonly apps: AppGrants
  readonly links: OpenLinks
  readonly userData: UserData
  readonly sessions: WebSessions
  readonly authenticator: Authenticator
  /** Must be called regularly: deletes what has expired. */
  forgetExpired(): Promise<void>
}

export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { store, secrets, permissions, appUrl, resources, files, audit, log, now } = options
  const keys = new SigningKeys(store, secrets, now)
  // A root secret that does not open the keys in the store must fail now, not at the first token.
  await keys.signing()
  const passwords = new Passwords(options.passwordCost)
  const accounts = openAccounts(store, now, files, passwords)
  const admitting = authenticator({ keys, store, permissions, issuer: appUrl, log, now })
  const record = (event: AuditEvent) => audit.record(event)
  const watcher = { record, changed: (userId: string) => options.changed(userId) }
  const issuing = { keys, accounts, permissions, issuer: appUrl, resources, store, now }
  const apps = watchedApps(openConnectedApps({ store, now }), watcher)
  const sessions = new WebSessions({ store, now, ended: watcher.changed })
  const watched = watchedAccounts(accounts, watcher)
  return {
    keys,
    keyRing: openKeyRing({ store, secrets, keys, now, record, sealed: options.sealed }),
    accounts: watched,
    tokens: watchedTokens(openTokens(issuing), watcher),
    personalTokens: watchedPersonalTokens(openPersonalTokens(issuing), watcher),
    apps,
    links: watchedLinks(openLinks({ store, accounts: watched, appUrl, now, passwords }), watcher),
    userData: openUserData({ store, accounts, files, now }),
    sessions,
    authenticator: admitting,
    forgetExpired: async () => {
      for (const statement of expired(now(), sessions)) await store.query('everyone', statement)
    },
  }
}

function expired(now: Date, sessions: WebSessions): readonly Statement[] {
  return [
    forgetExpiredArtifacts(now),
    forgetOldApps(now),
    forgetOldPersonalTokens(now),
    forgetExpiredLinks(now),
    sessions.forgetExpired(),
  ]
}
