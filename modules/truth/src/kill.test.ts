import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createMigratedDatabase } from '../../../test/environment/database.ts'
import { DoomedHost, type Doom } from '../../../test/environment/doomed-host.ts'
import { copyOfMigratedStore } from '../../../test/environment/embedded-store.ts'
import { servers, temporaryFolder } from '../../../test/environment/index.ts'
import { mailboxOf } from '../../../test/environment/mailbox.ts'
import { engines, openTestHost, type Engine, type TestHost } from '../../../test/environment/test-host.ts'
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

  test(
    '[TR490] kill -9 while a mailbox is read loses nothing of it, and its job goes on',
    patience,
    async () => {
      await using place = await placeOn(engine)
      const doom = { ...place.doom, path: '' }
      const mailbox = mailboxOf(8, { attached: 600_000, payment: (number) => `${number}.50` })
      const first = await DoomedHost.start(doom)
      const owner = { userId: first.user.id }
      const answer = await first.user.send('POST', '/api/truth/files?interpret=later', mailbox)
      const { source_id, job_id } = (await answer.json()) as { source_id: string; job_id: string }
      const bytes = await killWhenRead(first, job_id, 0)
      // The job is taken again when its lease is over.
      await killWhenRead(await DoomedHost.start({ ...doom, userId: owner.userId }), job_id, bytes)

      const inspector = new Inspector()
      const now = () => new Date(Date.now() + twoDaysMs)
      const { store, dataFolder } = doom
      await using host = await openTestHost(engine, [truth, inspector.module], { store, dataFolder, now })
      const stateOf = async () => (await inspector.ports.jobs.get(owner, job_id))?.state
      await expect.poll(stateOf, { timeout: 240_000 }).toBe('done')
      expect(await observationsOf(inspector, owner, source_id)).toEqual(
        await observationsOf(inspector, await readAtOnce(host, mailbox), source_id),
      )
      expect(await inspector.tornSources(owner)).toEqual([])
      expect(await inspector.differencesFromLog(owner)).toEqual([])
      await expect
        .poll(() => host.host.userData.summary(owner.userId).then(filesIn), { timeout: 60_000 })
        .toBe(await filesNamed(inspector, owner))
    },
  )
})

/** Kills the server at a random moment after it has read more than so many bytes. Returns how many these were. */
async function killWhenRead(host: DoomedHost, jobId: string, bytes: number): Promise<number> {
  let read = 0
  const isRead = async () => {
    const answer = await host.user.api('GET', `/api/truth/jobs/${jobId}`)
    const { state, progress } = (await answer.json()) as { state: string; progress?: { done: number } | null }
    read = progress?.done ?? 0
    return state === 'done' || read > bytes
  }
  await expect.poll(isRead, { timeout: 240_000, interval: 20 }).toBe(true)
  await sleep(randomInt(200))
  await host.kill()
  return read
}

/** Somebody else who has the same mailbox read without a break. */
async function readAtOnce(host: TestHost, mailbox: string): Promise<{ userId: string }> {
  const user = await host.user({ path: '' })
  const answer = await user.send('POST', '/api/truth/files', mailbox)
  expect(answer.ok).toBe(true)
  return { userId: user.id }
}

async function observationsOf({ ports }: Inspector, { userId }: { userId: string }, sourceId: string) {
  const its = queries
    .selectFrom('truth_observations')
    .select('id')
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .orderBy('id')
  return (await ports.db.query({ everyone: true }, its)).map(({ id }) => id)
}

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
