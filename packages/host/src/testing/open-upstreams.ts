import type { Log } from '@quipu/kit'
import { beforeEach } from 'vitest'
import { Clock } from '../../../../test/environment/clock.ts'
import type { Accounts } from '../identity/accounts.ts'
import type { Upstream } from '../sign-in/upstream/issuer.ts'
import type { Store } from '../storage/store.ts'
import { openAccounts } from '../identity/accounts.ts'
import { RootSecret } from '../identity/root-secret.ts'
import type { Arrival } from '../sign-in/upstream/arrival.ts'
import type { Person, StandInIssuer } from './stand-in-issuer.ts'
import { passwords } from './open-auth.ts'
import { clientId, clientSecret, standInIssuer } from './stand-in-issuer.ts'
import { Upstreams } from '../sign-in/upstream/upstreams.ts'

export const appUrl = 'https://quipu.example'

export const ada: Person = {
  sub: 'ada-1',
  email: 'ada@example.com',
  email_verified: true,
  name: 'Ada Lovelace',
}

export interface OpenUpstreams {
  readonly upstreams: Upstreams
  readonly issuer: StandInIssuer
  readonly accounts: Accounts
  readonly clock: Clock
  /** What was logged, as text. */
  readonly logged: string[]
  /** The whole way of a browser: there, approved as this person, and back. */
  signIn(person: Person, next?: string): Promise<Arrival & { readonly next: string }>
  /** The same for a signed-in person who links an identity. */
  link(userId: string, person: Person): Promise<Arrival & { readonly next: string }>
}

export async function openUpstreams(
  store: Store,
  options: Partial<Upstream> & { readonly isTerse?: boolean } = {},
): Promise<OpenUpstreams> {
  const { isTerse = false, ...changes } = options
  const clock = new Clock()
  const accounts = openAccounts(store, clock.now, undefined, passwords)
  const issuer = await standInIssuer({ redirectUri: `${appUrl}/api/auth/oidc/callback`, isTerse })
  const logged: string[] = []
  const upstream: Upstream = {
    id: 'oidc',
    name: 'Acme',
    issuer: issuer.issuer,
    clientId,
    clientSecret,
    ...changes,
  }
  const secrets = new RootSecret('s'.repeat(32))
  const log = logInto(logged)
  const upstreams = new Upstreams({
    upstreams: [upstream],
    appUrl,
    store,
    accounts,
    secrets,
    now: clock.now,
    log,
  })
  const walk = async (person: Person, next: string, linkTo?: string) => {
    const { location, state } = await upstreams.begin('oidc', next, linkTo)
    return upstreams.finish('oidc', await issuer.approve(location, person), state, linkTo)
  }
  return {
    upstreams,
    issuer,
    accounts,
    clock,
    logged,
    signIn: (person, next = '/') => walk(person, next),
    link: (userId, person) => walk(person, '/account', userId),
  }
}

export function beginWithoutPeople(store: () => Store): void {
  beforeEach(async () => {
    for (const table of ['users', 'spent_states'])
      await store().query('everyone', { sql: `delete from ${table}`, parameters: [] })
  })
}

function logInto(logged: string[]): Log {
  const add = (fields: Readonly<Record<string, unknown>>, message: string) =>
    void logged.push(`${message} ${JSON.stringify(fields)}`)
  return { debug: add, info: add, warn: add, error: add }
}
