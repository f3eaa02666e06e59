import { beforeEach } from 'vitest'
import type { Role } from '@quipu/kit'
import { Clock } from '../../../../test/environment/clock.ts'
import type { Accounts, TokenRequest, Tokens } from '../host.ts'
import type { Store } from '../storage/store.ts'
import { openAccounts } from './accounts.ts'
import type { Authenticator } from './authenticate.ts'
import { authenticator } from './authenticate.ts'
import { Permissions } from './permissions.ts'
import { RootSecret } from './root-secret.ts'
import { SigningKeys } from './signing-keys.ts'
import { openTokens } from './tokens.ts'

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
  /** A token of a new account with this role. */
  bearer(
    request?: Partial<TokenRequest> & { readonly role?: Role },
  ): Promise<{ userId: string; email: string; token: string }>
}

/** Everything that authentication needs, on the given store and a clock in hand. */
export function openAuth(store: Store, { capacity = 10_000, rootSecret = 's'.repeat(32) } = {}): OpenAuth {
  const clock = new Clock()
  const accounts = openAccounts(store, clock.now)
  const keys = new SigningKeys(store, new RootSecret(rootSecret), clock.now)
  const resources = new Set([resource, tasksResource])
  const tokens = openTokens({ keys, accounts, permissions, issuer, resources, now: clock.now })
  const auth = authenticator({ keys, accounts, permissions, issuer, now: clock.now, capacity })
  return {
    clock,
    accounts,
    keys,
    tokens,
    auth,
    bearer: async ({ role = 'contributor', ...request } = {}) => {
      const { id, email } = await accounts.create({ email: `${crypto.randomUUID()}@example.com`, role })
      const plain = { userId: id, clientId: 'cli', scope: [], resource, ttlSeconds: 900 }
      return { userId: id, email, token: await tokens.issue({ ...plain, ...request }) }
    },
  }
}
