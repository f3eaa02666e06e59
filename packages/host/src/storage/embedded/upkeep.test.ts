import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { isAtOnce } from '../../../../../test/environment/at-once.ts'
import { copyOfMigratedStore } from '../../../../../test/environment/embedded-store.ts'
import type { Store } from '../store.ts'
import { notes, openAt, silent } from '../test-store.ts'
import { theHost, Turnstile } from '../turnstile.ts'
import { stepsFor, type TableState } from './upkeep-steps.ts'
import { Upkeep } from './upkeep.ts'

const someone = '00000000-0000-4000-8000-000000000001'
const patience = 60_000
const calm: TableState = {
  name: 'public.notes',
  rows: 1_000_000,
  bytes: 1_000_000_000,
  dead: 0,
  added: 0,
  changed: 0,
  isAnalysed: true,
  textIndexes: [],
}

test('[S162] a table without many changes needs nothing', () => {
  expect(stepsFor(calm)).toEqual([])
  expect(stepsFor({ ...calm, dead: 200_000, added: 20_000, changed: 100_000 })).toEqual([])
  expect(stepsFor({ ...calm, rows: 0, dead: 200, added: 1000, changed: 200 })).toEqual([])
})

test('[H747] added rows are visited soon, without the indexes; text indexes take up what waits', () => {
  const grown = { ...calm, added: 20_001, textIndexes: ['public.notes_words'] }
  expect(stepsFor(grown)).toEqual([
    { sql: 'vacuum (index_cleanup off, truncate off) public.notes', isLong: false },
    { sql: `select gin_clean_pending_list('public.notes_words')`, isLong: false },
  ])
})

test('[H746] a large table is analysed by a small sample', () => {
  const first = `select set_config('default_statistics_target', '10', true)`
  const analyze = { sql: 'analyze public.notes', isLong: false }
  expect(stepsFor({ ...calm, changed: 100_201 })).toEqual([{ ...analyze, first }])
  expect(stepsFor({ ...calm, rows: 3000, changed: 1000 })).toEqual([analyze])
})

test('[S491] what takes long waits for a quiet moment, unless dead rows are the majority', () => {
  const vacuum = (isLong: boolean) => [{ sql: 'vacuum public.notes', isLong }]
  expect(stepsFor({ ...calm, dead: 300_000 })).toEqual(vacuum(true))
  expect(stepsFor({ ...calm, dead: 1_000_001 })).toEqual(vacuum(false))
  expect(stepsFor({ ...calm, rows: 1000, bytes: 1_000_000, dead: 401 })).toEqual(vacuum(false))
  expect(stepsFor({ ...calm, added: 40_001 })).toMatchObject([{ isLong: true }])
})

test('[S912] maintenance looks closer, also at what was not counted since the start', () => {
  expect(stepsFor({ ...calm, isAnalysed: false }, true)).toEqual([
    expect.objectContaining({ sql: 'analyze public.notes', isLong: false }),
  ])
  expect(stepsFor({ ...calm, rows: 100, bytes: 1000, dead: 6 }, true)).toEqual([
    { sql: 'vacuum public.notes', isLong: false },
  ])
})

test('[H747] new pages are known to be visible to all', async () => {
  const store = await openNotes()
  const add = `insert into notes (user_id, text) select $1, g::text from generate_series(1, 6000) g`
  await store.query('everyone', { sql: add, parameters: [someone] })

  const tended = async () => {
    for (let n = 0; n < 50; n += 1) await store.ping()
    return readOne(store, `select relallvisible > 0 from pg_class where relname = 'notes'`)
  }
  await expect.poll(tended, { timeout: patience }).toBe(true)
})

test('[H745] a short step takes its turn even if the store is never idle', async () => {
  const done: string[] = []
  const state = JSON.stringify({ ...calm, rows: 1000, changed: 1000 })
  const upkeep = new Upkeep({
    once: ([statement]) =>
      Promise.resolve({
        fields: [],
        rows: statement?.sql.includes('json_build_object') === true ? [[state]] : [],
        command: '',
      }),
    runAlone: async (...sql) => void done.push(...sql),
    turnstile: { idle: () => new Promise(() => {}), entries: 0 },
    log: silent,
  })
  for (let n = 0; n < 200; n += 1) upkeep.count()

  await expect.poll(() => done, { timeout: patience }).toEqual(['analyze public.notes'])
})

test('[S491] a large table is vacuumed when nobody uses the store', async () => {
  const turnstile = new Turnstile(4, 4)
  const done: string[] = []
  const state = JSON.stringify({ ...calm, dead: 300_000 })
  const upkeep = new Upkeep({
    once: ([statement]) =>
      Promise.resolve({
        fields: [],
        rows: statement?.sql.includes('json_build_object') === true && done.length === 0 ? [[state]] : [],
        command: '',
      }),
    runAlone: async (sql) => {
      const leave = await turnstile.enter(theHost, 'alone', patience)
      done.push(sql)
      leave()
    },
    turnstile,
    log: silent,
  })
  const leave = await turnstile.enter(someone, 'together', patience)
  for (let n = 0; n < 200; n += 1) upkeep.count()
  const leaveToo = await turnstile.enter(someone, 'together', patience)
  expect(await isAtOnce(() => turnstile.idle())).toBe(false)
  leaveToo()
  expect(done).toEqual([])

  leave()
  await expect.poll(() => done, { timeout: patience }).toEqual(['vacuum public.notes'])
})

async function openNotes(): Promise<Store> {
  const folder = await copyOfMigratedStore([notes])
  onTestFinished(() => rmSync(folder.path, { recursive: true, force: true }))
  return openAt(
    { kind: 'embedded', folder: folder.path },
    { modules: [notes], log: silent, now: () => new Date() },
  )
}

async function readOne(store: Store, sql: string): Promise<unknown> {
  const [row] = await store.query<Record<string, unknown>>('everyone', { sql, parameters: [] })
  return Object.values(row ?? {})[0]
}
