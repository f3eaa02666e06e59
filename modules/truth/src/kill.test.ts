import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createMigratedDatabase } from '../../../test/environment/database.ts'
import { DoomedHost, type Doom } from '../../../test/environment/doomed-host.ts'
import { copyOfMigratedStore } from '../../../test/environment/embedded-store.ts'
import { servers, temporaryFolder } from '../../../test/environment/index.ts'
import { engines, openTestHost, type Engine } from '../../../test/environment/test-host.ts'
import { truth } from './index.ts'
import { queries } from './store/tables.ts'
import type { Acknowledged } from './test-lanes.ts'
import { lanes } from './test-lanes.ts'
import { Inspector } from './test-log.ts'
import { Teller } from './test-people.ts'

/** More with `npm run faults`. */
const rounds = Math.ceil(Number(process.env['QUIPU_FAULT_ROUNDS'] ?? 5) / 3)
const patience = { timeout: 300_000 + rounds * 60_000 }
const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)
const twoDaysMs = 48 * 3_600_000

describe.each(available)('on %s', (engine) => {
  test(
    '[TR193] kill -9 loses nothing acknowledged, leaves nothing half-written and no source without its file',
    patience,
    async () => {
      await using place = await placeOn(engine)
      const done: Acknowledged = { sources: [], erased: [], merges: [], runs: [] }
      let userId: string | undefined
      for (let round = 0; round < rounds; round += 1) {
        const host = await DoomedHost.start({ ...place.doom, userId })
        userId = host.user.id
        await playAndKill(host, done)
      }

      const inspector = new Inspector()
      const now = () => new Date(Date.now() + twoDaysMs)
      await using host = await openTestHost(engine, [truth, inspector.module], {
        store: place.doom.store,
        dataFolder: place.doom.dataFolder,
        now,
      })
      const owner = { userId: userId ?? '' }
      expect(host.options.store).toBe(place.doom.store)
      expect(await inspector.tornSources(owner)).toEqual([])
      expect(await inspector.differencesFromLog(owner)).toEqual([])
      expect(await lost(inspector, owner, done)).toEqual({ sources: [], erased: [], merges: [], runs: [] })
      // Files without a source are removed.
      await expect
        .poll(() => host.host.userData.summary(owner.userId).then(filesIn), { timeout: 60_000 })
        .toBe(await filesNamed(inspector, owner))
      expect(await inspector.tornSources(owner)).toEqual([])
    },
  )
})

/** Does everything at once until each kind of work was acknowledged, and kills the server at a random moment. */
async function playAndKill(host: DoomedHost, done: Acknowledged): Promise<void> {
  const played = Object.entries(lanes).map(([name, lane]) => {
    const { promise: isUnderWay, resolve, reject } = Promise.withResolvers<void>()
    const play = async () => {
      for await (const _ of lane(new Teller(host.user), done)) resolve()
    }
    // The last call fails, because the server is gone.
    const ended = play().catch((cause: unknown) => reject(new Error(`${name} failed too early`, { cause })))
    return { isUnderWay, ended }
  })
  await Promise.all(played.map(({ isUnderWay }) => isUnderWay))
  await sleep(randomInt(200))
  await host.kill()
  await Promise.all(played.map(({ ended }) => ended))
}

async function placeOn(engine: Engine): Promise<{ readonly doom: Doom } & AsyncDisposable> {
  const database = engine === 'postgres' ? await createMigratedDatabase([truth]) : undefined
  const folder = database === undefined ? await copyOfMigratedStore([truth]) : temporaryFolder()
  const store =
    database === undefined
      ? ({ kind: 'embedded', folder: folder.path } as const)
      : ({ kind: 'postgres', url: database.url, poolSize: 5 } as const)
  return {
    doom: { store, dataFolder: folder.path, module: '@quipu/truth' },
    [Symbol.asyncDispose]: async () => {
      await database?.drop()
      folder[Symbol.dispose]()
    },
  }
}

/** Acknowledged work that is missing. */
async function lost({ ports }: Inspector, { userId }: { userId: string }, done: Acknowledged) {
  const everyone = { everyone: true } as const
  const sources = await ports.db.query(
    everyone,
    queries.selectFrom('truth_sources').select('id').where('user_id', '=', userId),
  )
  const runs = await ports.db.query(
    everyone,
    queries.selectFrom('truth_runs').select('id').where('user_id', '=', userId),
  )
  const merges = await ports.db.query(
    everyone,
    queries.selectFrom('truth_merges').select('from_id as id').where('user_id', '=', userId),
  )
  const missing = (ids: readonly string[], rows: readonly { id: string }[]) =>
    ids.filter((wanted) => !rows.some(({ id }) => id === wanted))
  return {
    sources: missing(done.sources, sources),
    erased: done.erased.filter((erased) => sources.some(({ id }) => id === erased)),
    merges: missing(done.merges, merges),
    runs: missing(done.runs, runs),
  }
}

async function filesNamed({ ports }: Inspector, { userId }: { userId: string }): Promise<number> {
  const named = queries
    .selectFrom('truth_sources')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'file')
  return (await ports.db.query({ everyone: true }, named)).length
}

function filesIn(summary: readonly { readonly kind: string; readonly rows: number }[]): number {
  return summary.find(({ kind }) => kind === 'files')?.rows ?? 0
}
