import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { copyOfMigratedStore } from '../../../../../test/environment/embedded-store.ts'
import { temporaryFolder } from '../../../../../test/environment/places.ts'
import { openStore } from '../../open-store.ts'
import type { Store } from '../store.ts'
import { addNote, allNotes, notes, openAt, silent } from '../test-store.ts'

const setup = { modules: [notes], log: silent, now: () => new Date() }
const opener = fileURLToPath(new URL('./test-opening-process.ts', import.meta.url))
const someone = '00000000-0000-4000-8000-000000000001'

test('[S10] a folder that is open cannot be opened again, and the error comes at once', async () => {
  const folder = await storeFolder()
  const store = await openAt({ kind: 'embedded', folder }, setup)

  await expect(openStore({ kind: 'embedded', folder }, setup)).rejects.toMatchObject({
    code: 'DATA_FOLDER_IN_USE',
  })

  await store.ping()
  await store.close()
  const next = await openAt({ kind: 'embedded', folder }, setup)
  await next.ping()
})

test("[S10] [S910] the lock is another process's too, and ends with it, even by kill -9", async () => {
  const folder = await storeFolder()
  const lock = join(folder, 'owner.lock')
  const script = `const d = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(lock)}); d.exec('begin exclusive'); console.log('held'); setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')

  await expect(openStore({ kind: 'embedded', folder }, setup)).rejects.toMatchObject({
    code: 'DATA_FOLDER_IN_USE',
  })

  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await (await openAt({ kind: 'embedded', folder }, setup)).ping()
})

test('[H800] a store that is opened after another one was closed has only its own rows', async () => {
  const places = [await storeFolder(), await storeFolder()]
  const [one = '', other = ''] = places
  const open = (folder: string) => openAt({ kind: 'embedded', folder }, setup)
  const scope = { userId: someone }
  const first = await open(one)
  await first.query(scope, addNote(someone, 'of the first'))
  await first.close()

  const second = await open(other)
  expect(await second.query(scope, allNotes)).toEqual([])
  await second.query(scope, addNote(someone, 'of the second'))
  const again = await open(one)

  expect(await again.query(scope, allNotes)).toEqual([{ text: 'of the first' }])
  expect(await second.query(scope, allNotes)).toEqual([{ text: 'of the second' }])
})

test('[S11] [S911] only its owner can read a new data folder, and an interrupted creation starts over', async () => {
  using parent = temporaryFolder()
  const folder = join(parent.path, 'data')
  mkdirSync(join(folder, 'store.new'), { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'store.new', 'PG_VERSION'), '18\n')

  await (await openStore({ kind: 'embedded', folder }, setup)).close()

  const modes = readdirSync(folder)
    .toSorted()
    .map((name) => [name, modeOf(join(folder, name))])
  expect(modes).toEqual([
    ['owner.lock', 0o600],
    ['store', 0o700],
    ['store.made', 0o600],
  ])
})

test('[S12] [S912] checkpoints come by themselves, and maintenance gives back the space of deleted rows', async () => {
  const folder = await storeFolder()
  const store = await openAt({ kind: 'embedded', folder }, setup)
  const read = async (sql: string) =>
    (await store.query<{ it: unknown }>('everyone', { sql, parameters: [] }))[0]?.it
  const checkpoint = 'select redo_lsn::text as it from pg_control_checkpoint()'
  const before = await read(checkpoint)
  const many = `insert into notes (user_id, text) select $1, repeat(g::text, 200) from generate_series(1, 40000) g`

  await store.query('everyone', { sql: many, parameters: [someone] })
  await store.query('everyone', { sql: 'delete from notes', parameters: [] })

  expect(await read(checkpoint)).not.toBe(before)
  expect(await read(`select pg_relation_size('notes') as it`)).toBeGreaterThan(1_000_000)
  await store.maintain()
  expect(await read(`select pg_relation_size('notes') as it`)).toBe(0)
})

test('[S162] a plan that was made for a small table is given up as others fill it', async () => {
  const store = await openAt({ kind: 'embedded', folder: await storeFolder() }, setup)
  const add = `insert into notes (user_id, text) select $1, g::text from generate_series(1, 20) g`
  const planOf = async () => {
    const sql = `explain select text from notes where user_id = '${someone}'`
    const rows = await store.query<Record<string, string>>({ userId: someone }, { sql, parameters: [] })
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  await store.query('everyone', { sql: add, parameters: [someone] })
  await store.maintain()
  expect(await planOf()).toContain('Seq Scan')

  for (let other = 0; other < 250; other += 1)
    await store.query('everyone', { sql: add, parameters: [randomUUID()] })

  await expect.poll(planOf).toContain('Index')
})

test('[H470] transactions that wait for each other are all kept', async () => {
  const folder = await storeFolder()
  const store = await openAt({ kind: 'embedded', folder }, setup)

  await Promise.all(Array.from({ length: 40 }, () => writeNote(store)))

  expect(await store.query({ userId: someone }, allNotes)).toHaveLength(40)
})

test('[H470] a transaction under way does not keep others from the disk', async () => {
  const store = await openAt({ kind: 'embedded', folder: await storeFolder() }, setup)
  const first = Promise.withResolvers<void>()
  const last = Promise.withResolvers<void>()
  // The second one waits while the first one commits, and then stays open; at its end it has failed.
  const earlier = store.transaction({ userId: someone }, async (tx) => {
    await tx.query(addNote(someone, 'first'))
    await first.promise
  })
  const later = store.transaction({ userId: someone }, async (tx) => {
    await tx.query(addNote(someone, 'second'))
    await last.promise
    await tx.query(addNote(someone, 'second'))
  })
  first.resolve()
  await earlier
  last.resolve()

  await expect(later).rejects.toMatchObject({ code: '23505' })
  expect(await store.query({ userId: someone }, allNotes)).toEqual([{ text: 'first' }])
})

test('[H420] opening a store makes V8 optimise no function that takes much memory for it', async () => {
  using folder = await copyOfMigratedStore()
  // At once instead of meanwhile, so that nothing has to be waited for.
  const flags = ['--wasm-sync-tier-up', '--trace-wasm-compilation-times']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, opener, folder.path])

  const optimised = [...stdout.matchAll(/using TurboFan, took \d+ ms and (\d+) \//g)].map(([, bytes]) =>
    Number(bytes),
  )
  expect(stdout).toContain('opened')
  expect(optimised.filter((bytes) => bytes > 100_000_000)).toEqual([])
})

test('[H701] an open store leaves V8 as it was, so that threads use the compiled code that is kept', async () => {
  using folder = await copyOfMigratedStore()
  const { stdout } = await promisify(execFile)(process.execPath, [opener, folder.path])

  const [, before, after] = /^(\d+) opened (\d+)$/m.exec(stdout) ?? []
  expect(before).toMatch(/\d/)
  expect(after).toBe(before)
})

test('[H521] a process that creates a store keeps none of the memory that this takes', async () => {
  using parent = temporaryFolder()
  const program = fileURLToPath(new URL('./test-folder-process.ts', import.meta.url))
  const memory = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [program, join(parent.path, 'data')])
    return Number(stdout)
  }
  const whenCreated = await memory()

  expect(whenCreated).toBeLessThan((await memory()) + 100_000_000)
})

function writeNote(store: Store): Promise<unknown> {
  return store.transaction({ userId: someone }, (tx) => tx.query(addNote(someone, randomUUID())))
}

/** With a store that has the table of notes. */
async function storeFolder(): Promise<string> {
  const folder = await copyOfMigratedStore([notes])
  onTestFinished(() => rmSync(folder.path, { recursive: true, force: true }))
  return folder.path
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777
}
