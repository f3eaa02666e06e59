import { join } from 'node:path'
import type { HostOptions } from '@quipu/host'
import { openHost, openLog } from '@quipu/host'
import { defineModule, queryBuilder, sql, type Db } from '@quipu/kit'

export type Place = HostOptions['store']

interface Tables {
  numbers: { user_id: string; n: number }
  counts: { user_id: string; n: number }
}

const user = { userId: '00000000-0000-4000-8000-000000000001' }
const build = queryBuilder<Tables>()

/** An installation that stores numbers, and their count in a second table. If the two differ, a write was torn. */
export class Numbers implements AsyncDisposable {
  readonly #db: Db
  readonly #close: () => Promise<void>

  static async open(store: Place, folder: string): Promise<Numbers> {
    const opened: Db[] = []
    const module = defineModule({
      name: 'numbers',
      title: 'Numbers',
      permissions: {},
      tools: [],
      migrations: [{ id: '001-numbers', sql: tables }],
      open: ({ db }) => void opened.push(db),
    })
    const host = await openHost(optionsOf(store, folder, [module]))
    const [db] = opened
    if (db === undefined) throw new Error('the host did not open its module')
    return new Numbers(db, () => host.close())
  }

  private constructor(db: Db, close: () => Promise<void>) {
    this.#db = db
    this.#close = close
  }

  /** Resolves when the store has acknowledged it. */
  async add(n: number): Promise<void> {
    await this.#db.transaction(user, async (tx) => {
      await tx.query(build.insertInto('numbers').values({ ...owner, n }))
      await tx.query(
        build
          .insertInto('counts')
          .values({ ...owner, n: 1 })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ n: sql`counts.n + 1` })),
      )
    })
  }

  async kept(): Promise<{ numbers: Set<number>; count: number }> {
    const numbers = await this.#db.query(user, build.selectFrom('numbers').select('n'))
    const [count] = await this.#db.query(user, build.selectFrom('counts').select('n'))
    return { numbers: new Set(numbers.map(({ n }) => n)), count: count?.n ?? 0 }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close()
  }
}

export const noDamage = { lost: [], torn: 0 }

/** Opens the store again and returns the lost acknowledged numbers and the number of half-written ones. */
export async function damageOf(store: Place, folder: string, acknowledged: readonly number[]) {
  await using opened = await Numbers.open(store, folder)
  const { numbers, count } = await opened.kept()
  return { lost: acknowledged.filter((n) => !numbers.has(n)), torn: numbers.size - count }
}

const owner = { user_id: user.userId }

const tables = `
create table numbers (user_id uuid not null, n bigint not null, primary key (user_id, n));
create table counts (user_id uuid primary key, n bigint not null);
select quipu_protect('numbers'), quipu_protect('counts')`

function optionsOf(store: Place, folder: string, modules: HostOptions['modules']): HostOptions {
  return {
    store,
    dataFolder: join(folder, 'files'),
    appUrl: 'http://127.0.0.1:8319',
    listen: { host: '127.0.0.1', port: 0 },
    rootSecret: 'a root secret that is used in tests only',
    allowedOrigins: [],
    trustedProxies: [],
    bodyLimitBytes: 1024,
    modules,
    version: '0.0.0-test',
    log: openLog({ level: 'silent' }),
  }
}
