import { randomBytes, randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { createDatabase } from '../../../../test/environment/database.ts'
import { copyOfMigratedStore } from '../../../../test/environment/embedded-store.ts'
import { withClient } from '../../../../test/environment/postgres.ts'
import type { StorePlace } from '../open-store.ts'
import { EmbeddedEngine } from '../storage/embedded/embedded-engine.ts'
import { openStore } from '../open-store.ts'
import { ScopedStore } from '../storage/scoped-store.ts'
import { defaultTimeouts } from '../storage/session.ts'
import type { Store } from '../storage/store.ts'
import { silent, type EngineName } from '../storage/test-store.ts'
import { openAudit } from './audit.ts'
import type { ChainKeys } from './chain.ts'
import { Sealer, type SealerOptions } from './sealer.ts'
import { event } from './test-events.ts'
import { verifyAudit } from './verify-audit.ts'
import type { AuditVerdict, KnownHead } from './reading.ts'

/** A store with a chain, and a way past everything that protects it. */
export interface TestChain {
  readonly place: StorePlace
  readonly store: Store
  readonly keys: ChainKeys
  /** As the owner of the database, whom no grant and no policy stops. */
  tamper(sql: string): Promise<void>
  /** Commits so many rows, no two of them alike. */
  write(rows: number): Promise<void>
  sealer(changes?: Partial<SealerOptions>): Sealer
  verify(known?: KnownHead): Promise<AuditVerdict>
}

const now = () => new Date('2026-11-01T08:00:00Z')

export async function openTestChain(engine: EngineName): Promise<TestChain> {
  const { place, store, tamper } = engine === 'pglite' ? await openEmbedded() : await openPostgres()
  const keys: ChainKeys = [randomBytes(32)]
  return {
    place,
    store,
    keys,
    tamper,
    write: async (rows) => {
      const audit = openAudit(store, now, silent)
      for (let row = 0; row < rows; row += 1) audit.record(event({ requestId: randomUUID() }))
      await audit.close()
    },
    sealer: (changes) => new Sealer({ store, keys, now, log: silent, ...changes }),
    verify: (known) => verifyAudit(store, keys, known),
  }
}

type Place = Pick<TestChain, 'place' | 'store' | 'tamper'>
const setup = { modules: [], log: silent, now }

async function openEmbedded(): Promise<Place> {
  const { path, ...folder } = await copyOfMigratedStore()
  const place = { kind: 'embedded', folder: path } as const
  const engine = await EmbeddedEngine.open(path, defaultTimeouts, silent)
  onTestFinished(async () => {
    await engine.close()
    folder[Symbol.dispose]()
  })
  const tamper = async (sql: string) => {
    const session = await engine.acquirePatient()
    await session.script(sql).finally(() => session.release())
  }
  return { place, store: new ScopedStore(engine, defaultTimeouts), tamper }
}

async function openPostgres(): Promise<Place> {
  const database = await createDatabase()
  const place = { kind: 'postgres', url: database.url, poolSize: 4 } as const
  const store = await openStore(place, setup)
  onTestFinished(async () => {
    await store.close()
    await database.drop()
  })
  const tamper = (sql: string) =>
    withClient(database.adminUrl, async (admin) => void (await admin.query(sql)))
  return { place, store, tamper }
}
