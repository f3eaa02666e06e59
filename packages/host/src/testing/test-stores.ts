import { describe } from 'vitest'
import type { Log } from '@quipu/kit'
import { copyOfMigratedStore } from '../../../../test/environment/embedded-store.ts'
import { createMigratedDatabase, servers } from '../../../../test/environment/index.ts'
import { openStore } from '../open-store.ts'
import type { Statement, Store } from '../storage/store.ts'

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** One suite, both engines, each on a fresh store. */
export function onEveryStore(what: string, suite: (open: () => Promise<Store>) => void): void {
  describe(`${what} on the embedded store`, () => {
    suite(openEmbedded)
  })
  describe.skipIf(servers().databaseUrl === null)(`${what} on PostgreSQL`, () => {
    suite(openPostgres)
  })
}

async function openEmbedded(): Promise<Store> {
  const folder = await copyOfMigratedStore()
  const store = await openStore({ kind: 'embedded', folder: folder.path }, setup)
  return closingWith(store, async () => folder[Symbol.dispose]())
}

async function openPostgres(): Promise<Store> {
  const database = await createMigratedDatabase()
  const store = await openStore({ kind: 'postgres', url: database.url, poolSize: 5 }, setup)
  return closingWith(store, () => database.drop())
}

const setup = { modules: [], log: quiet, now: () => new Date('2026-11-01T08:00:00Z') }

function closingWith(store: Store, after: () => Promise<void>): Store {
  const whole = intercepted(store, () => {})
  return {
    ...whole,
    close: async () => {
      await store.close()
      await after()
    },
  }
}

/** The same store, with an eye on every statement: the store waits for it, and seems to throw what it throws. */
export function intercepted(store: Store, before: (statement: Statement) => unknown): Store {
  return {
    engine: store.engine,
    query: async (scope, statement) => {
      await before(statement)
      return store.query(scope, statement)
    },
    transaction: (scope, work) =>
      store.transaction(scope, (tx) =>
        work({
          query: async (statement) => {
            await before(statement)
            return tx.query(statement)
          },
          atCommit: (statement) => tx.atCommit(statement),
        }),
      ),
    ping: () => store.ping(),
    maintain: () => store.maintain(),
    purge: (tables) => store.purge(tables),
    freeze: () => store.freeze(),
    close: () => store.close(),
  }
}
