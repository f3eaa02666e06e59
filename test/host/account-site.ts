import type { Db } from '@quipu/kit'
import { defineModule, queryBuilder } from '@quipu/kit'
import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { z } from 'zod'
import { auditor } from '../environment/auditor.ts'
import { servers } from '../environment/index.ts'
import type { Engine, TestHost } from '../environment/test-host.ts'
import { engines, openTestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'

/** Audit rows of reads and of accounts are written in batches. */
export const json = async (answer: Response) => (await answer.json()) as Record<string, never>

/** An installation for the tests of one file. */
export interface AccountSite {
  readonly engine: Engine
  readonly at: TestHost
  readonly audit: ReturnType<typeof auditor>
  readonly kept: ReturnType<typeof keptAnswers>
  /** Whose token is good for everything here. */
  someone(options?: Parameters<TestHost['user']>[0]): Promise<TestUser>
  admin(): Promise<TestUser>
}

/** The same tests on each engine that is here. */
export function onEachEngine(define: (site: AccountSite) => void): void {
  describe.each(engines)('on %s', (engine) => {
    const isHere = engine === 'pglite' || servers().databaseUrl !== null
    describe.skipIf(!isHere)('the API', () => {
      define(accountSite(engine))
    })
  })
}

/** The cookie of a browser in which this person has signed in. */
export async function signIn({ url }: TestHost, { email }: TestUser): Promise<string> {
  const page = await fetch(`${url}/login`)
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(page), origin: url },
    body: new URLSearchParams({ csrf, email, password }),
  })
  expect(answer.status).toBe(303)
  return cookiesOf(answer)
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Open while the tests run around which it stands. */
function accountSite(engine: Engine): AccountSite {
  const [audit, kept] = [auditor(), keptAnswers()]
  let opened: TestHost | undefined
  beforeAll(async () => {
    const modules = [tasks, dataAgent, audit.module, kept.module]
    opened = await openTestHost(engine, modules, { allowedOrigins: ['https://friend.example'] })
  })
  afterAll(() => opened?.[Symbol.asyncDispose]())
  const site: AccountSite = {
    engine,
    get at() {
      if (opened === undefined) throw new Error('Ask for the site within a test')
      return opened
    },
    audit,
    kept,
    someone: (options = {}) => site.at.user({ path: '', password, ...options }),
    admin: () => site.someone({ role: 'admin' }),
  }
  return site
}

/** Only its preferences matter here: tokens for its endpoint are good for settings too. */
const dataAgent = defineModule({
  name: 'data-agent',
  title: 'Data agent',
  permissions: {},
  preferences: {
    dataAgent: z.strictObject({
      defaultTimePeriod: z.string().optional(),
      highValueThreshold: z.number().optional(),
    }),
  },
  tools: [],
  open: () => null,
})

/** Reads, as a job would, what is kept of writes that had a key. */
function keptAnswers() {
  const queries = queryBuilder<{
    idempotency_keys: { user_id: string; arguments_hash: string; answer: unknown }
  }>()
  let db: Db | undefined
  return {
    module: defineModule({
      name: 'kept-answers',
      title: 'Kept answers',
      permissions: {},
      tools: [],
      open: (ports) => {
        db = ports.db
        return null
      },
    }),
    of: async (userId: string): Promise<string[]> => {
      const select = queries
        .selectFrom('idempotency_keys')
        .select(['arguments_hash', 'answer'])
        .where('user_id', '=', userId)
      const rows = await db?.query({ everyone: true }, select)
      return (rows ?? []).map((row) => JSON.stringify(row))
    },
  }
}
