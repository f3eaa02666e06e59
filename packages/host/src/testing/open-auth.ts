import type { JWTPayload } from 'jose'
import { decodeJwt, SignJWT } from 'jose'
import { beforeEach } from 'vitest'
import type { Log, Role } from '@quipu/kit'
import { Clock } from '../../../../test/environment/clock.ts'
import { quickPasswords } from '../../../../test/environment/quick-passwords.ts'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { Accounts } from '../identity/accounts.ts'
import type { PersonalTokens } from '../identity/personal-tokens.ts'
import type { TokenRequest, Tokens } from '../identity/tokens.ts'
import type { Store } from '../storage/store.ts'
import { openAccounts } from '../identity/accounts.ts'
import type { Authenticator } from '../identity/authenticate.ts'
import { authenticator } from '../identity/authenticate.ts'
import type { AppGrants } from '../identity/connected-apps.ts'
import { openConnectedApps } from '../identity/connected-apps.ts'
import { Passwords } from '../identity/passwords.ts'
import { Permissions } from '../identity/permissions.ts'
import { openPersonalTokens } from '../identity/personal-tokens.ts'
import { RootSecret } from '../identity/root-secret.ts'
import { signingAlgorithm, SigningKeys } from '../identity/signing-keys.ts'
import { openTokens, tokenType } from '../identity/tokens.ts'
import { watchedApps, watchedPersonalTokens } from '../identity/watched-credentials.ts'

export const issuer = 'https://quipu.example'
export const resource = `${issuer}/mcp`
export const tasksResource = `${issuer}/api/tasks/mcp`

export const permissions = new Permissions([
  {
    name: 'tasks',
    permissions: {
      'tasks:read': { says: 'See your tasks', roles: ['viewer', 'contributor', 'admin'] },
      'tasks:write': { says: 'Change your tasks', roles: ['contributor', 'admin'] },
    },
  },
  { name: 'keys', permissions: { 'keys:manage': { says: 'Manage keys', roles: ['admin'] } } },
])

/** Each test begins as on a store that nobody has used. */
export function beginWithNobody(store: () => Store): void {
  beforeEach(async () => {
    for (const table of ['signing_keys', 'users']) {
      await store().query('everyone', { sql: `delete from ${table}`, parameters: [] })
    }
  })
}

export interface OpenAuth {
  readonly clock: Clock
  readonly accounts: Accounts
  readonly keys: SigningKeys
  readonly tokens: Tokens
  readonly auth: Authenticator
  readonly personalTokens: PersonalTokens
  readonly apps: AppGrants
  /** What personal tokens and connected apps told the audit. */
  readonly events: AuditEvent[]
  /** A token of a new account with this role. */
  bearer(
    request?: Partial<TokenRequest> & { readonly role?: Role },
  ): Promise<{ userId: string; email: string; token: string }>
  /** The same token with other claims, signed as ours are. */
  resigned(token: string, claims: JWTPayload): Promise<string>
}

/** Where a test is not about them. */
export const passwords = new Passwords(quickPasswords)

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** Everything that authentication needs, on the given store and a clock in hand. */
export function openAuth(
  store: Store,
  { capacity = 10_000, rootSecret = 's'.repeat(32), log = quiet } = {},
): OpenAuth {
  const clock = new Clock()
  const { now } = clock
  const accounts = openAccounts(store, now, undefined, passwords)
  const keys = new SigningKeys(store, new RootSecret(rootSecret), now)
  const resources = new Set([resource, tasksResource])
  const tokens = openTokens({ keys, accounts, permissions, issuer, resources, now })
  const auth = authenticator({ keys, store, permissions, issuer, log, now, capacity })
  const events: AuditEvent[] = []
  const watcher = {
    record: (event: AuditEvent) => void events.push(event),
    changed: (userId: string) => auth.forget(userId),
  }
  const personalTokens = openPersonalTokens({ store, accounts, permissions, issuer, resources, now })
  return {
    clock,
    accounts,
    keys,
    tokens,
    auth,
    personalTokens: watchedPersonalTokens(personalTokens, watcher),
    apps: watchedApps(openConnectedApps({ store, now }), watcher),
    events,
    bearer: async ({ role = 'contributor', ...request } = {}) => {
      const { id, email } = await accounts.create({ email: `${crypto.randomUUID()}@example.com`, role })
      const plain = { userId: id, clientId: 'cli', scope: [], resource, ttlSeconds: 900 }
      return { userId: id, email, token: await tokens.issue({ ...plain, ...request }) }
    },
    resigned: async (token, claims) => {
      const { kid, key } = await keys.signing()
      const header = { alg: signingAlgorithm, typ: tokenType, kid }
      return new SignJWT({ ...decodeJwt(token), ...claims }).setProtectedHeader(header).sign(key)
    },
  }
}
