import { randomUUID } from 'node:crypto'
import type { Host, HostOptions } from '@quipu/host'
import { openHost, openLog } from '@quipu/host'
import type { Module, Role } from '@quipu/kit'
import { Clock } from './clock.ts'
import { createMigratedDatabase } from './database.ts'
import { copyOfMigratedStore } from './embedded-store.ts'
import { servers } from './index.ts'
import { freePort, temporaryFolder } from './places.ts'
import { quickPasswords } from './quick-passwords.ts'
import { TestUser } from './test-user.ts'

export const engines = ['pglite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/** Of accounts that sign in. Those that only carry a token have none: to make one takes longer than most tests. */
export const password = 'correct horse battery'

/** For what is not about the store: on PostgreSQL a host opens and answers several times as fast. */
export function quickEngine(): Engine {
  return servers().databaseUrl === null ? 'pglite' : 'postgres'
}

/**
 * For `describe.each` where the store plays no part, such as pages, protocols and wording: the quick engine alone. Both
 * with QUIPU_TEST_ENGINES=all.
 */
export function anyEngine(): readonly Engine[] {
  return process.env['QUIPU_TEST_ENGINES'] === 'all' ? engines : [quickEngine()]
}

export interface TestHost extends AsyncDisposable {
  readonly host: Host
  readonly url: string
  readonly clock: Clock
  readonly options: HostOptions
  /** A new account with a token for `/mcp`, or for another resource of this installation; with a password it can sign in. */
  user(options?: {
    role?: Role
    password?: string
    scope?: readonly string[]
    path?: string
    ttlSeconds?: number
  }): Promise<TestUser>
}

/** A whole installation, on a store of its own, listening on a free port, with time in hand. */
export async function openTestHost(
  engine: Engine,
  modules: readonly Module[],
  more: Partial<HostOptions> = {},
): Promise<TestHost> {
  const clock = new Clock()
  const database = engine === 'postgres' ? await createMigratedDatabase(modules) : undefined
  const folder = database === undefined ? await copyOfMigratedStore(modules) : temporaryFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const options: HostOptions = {
    store:
      database === undefined
        ? { kind: 'embedded', folder: folder.path }
        : { kind: 'postgres', url: database.url, poolSize: 5 },
    dataFolder: folder.path,
    appUrl: url,
    listen: { host: '127.0.0.1', port },
    rootSecret: 'a root secret that is used in tests only',
    allowedOrigins: [],
    trustedProxies: [],
    bodyLimitBytes: 4 * 1024 * 1024,
    requestsPerMinute: 1_000_000,
    modules,
    version: '0.0.0-test',
    log: openLog({ level: 'silent' }),
    now: clock.now,
    passwordCost: quickPasswords,
    ...more,
  }
  const host = await openHost(options)
  await host.listen()
  return {
    host,
    url,
    clock,
    options,
    user: async ({
      role = 'contributor',
      password,
      scope = [],
      path = '/mcp',
      ttlSeconds = 86_400 * 365,
    } = {}) => {
      const email = `${randomUUID()}@example.com`
      const account = await host.accounts.create({ email, role, password })
      const resource = path === '' ? url : url + path
      const token = await host.tokens.issue({
        userId: account.id,
        clientId: 'test',
        scope,
        resource,
        ttlSeconds,
      })
      return new TestUser({ id: account.id, email, token, url, path })
    },
    [Symbol.asyncDispose]: async () => {
      await host.close()
      await database?.drop()
      folder[Symbol.dispose]()
    },
  }
}
