import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, afterAll, expect, test } from 'vitest'
import { copyOfEmptyStore, copyOfMigratedStore } from '../../../../../test/environment/embedded-store.ts'
import { temporaryFolder } from '../../../../../test/environment/places.ts'
import { openBareStore, openStore } from '../../open-store.ts'
import { addNote, allNotes, notes, silent } from '../test-store.ts'
import { packTemplate, unpackTemplate } from './store-template.ts'

const setup = { modules: [notes], log: silent, now: () => new Date('2026-11-01T08:00:00Z') }
const later = { ...setup, now: () => new Date('2026-12-01T08:00:00Z') }
const daysOfMigration = {
  sql: 'select distinct applied_at::date::text as day from schema_migrations',
  parameters: [],
}
const someone = '00000000-0000-4000-8000-000000000001'
const place = temporaryFolder()
const templates = { bare: join(place.path, 'bare.zst'), migrated: join(place.path, 'migrated.zst') }

beforeAll(async () => {
  using empty = await copyOfEmptyStore()
  using filled = await copyOfMigratedStore([notes])
  await packTemplate(join(empty.path, 'store'), templates.bare)
  await packTemplate(join(filled.path, 'store'), templates.migrated)
})
afterAll(() => place[Symbol.dispose]())

test('[H700] a new store is copied from the template, with its tables and nothing in them', async () => {
  using folder = temporaryFolder()

  const store = await openStore({ kind: 'embedded', folder: folder.path, templates }, later)

  // The day on which the template was made.
  expect(await store.query('everyone', daysOfMigration)).toEqual([{ day: '2026-11-01' }])
  expect(await store.query({ userId: someone }, allNotes)).toEqual([])
  await store.query({ userId: someone }, addNote(someone, 'Water the plants'))
  await store.close()
  expect(readdirSync(folder.path).toSorted()).toEqual(['owner.lock', 'store', 'store.made'])
  expect(statSync(join(folder.path, 'store')).mode & 0o777).toBe(0o700)
  const again = await openStore({ kind: 'embedded', folder: folder.path, templates }, setup)
  expect(await again.query({ userId: someone }, allNotes)).toEqual([{ text: 'Water the plants' }])
  await again.close()
})

test('[H978] a copy that was interrupted does not count as a store, and is made again', async () => {
  using folder = temporaryFolder()
  mkdirSync(join(folder.path, 'store.new'), { mode: 0o700 })
  writeFileSync(join(folder.path, 'store.new', 'PG_VERSION'), '18\n')

  const store = await openStore({ kind: 'embedded', folder: folder.path, templates }, setup)

  expect(await store.query({ userId: someone }, allNotes)).toEqual([])
  await store.close()
  expect(readdirSync(folder.path).toSorted()).toEqual(['owner.lock', 'store', 'store.made'])
})

test('[H700] a template has only the rows that every new store has', async () => {
  using folder = temporaryFolder()
  await using store = await openBareStore(
    { kind: 'embedded', folder: folder.path, templates: { ...templates, bare: templates.migrated } },
    setup,
  )

  const { rows } = await store.session.run([
    {
      sql: `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      values: [],
    },
  ])
  const filled: string[] = []
  for (const [name] of rows) {
    const found = await store.session.run([{ sql: `select 1 from ${name} limit 1`, values: [] }])
    if (found.rows.length > 0) filled.push(name ?? '')
  }

  expect(filled.toSorted()).toEqual(['audit_chain', 'schema_migrations', 'store_probe'])
})

test('[H719] a template of an older version is migrated, as a store of that version is', async () => {
  using folder = temporaryFolder()
  const more = {
    name: 'later',
    migrations: [
      { id: '001-later', sql: 'create table later (id int); grant select on later to quipu_system' },
    ],
  }

  const store = await openStore(
    { kind: 'embedded', folder: folder.path, templates },
    { ...setup, modules: [notes, more] },
  )

  expect(await store.query('everyone', { sql: 'select id from later', parameters: [] })).toEqual([])
  await store.close()
})

const spoilt: Readonly<Record<string, (file: string) => void>> = {
  'is missing': () => {},
  'is cut off': (file) => {
    writeFileSync(file, readFileSync(templates.migrated))
    truncateSync(file, 100_000)
  },
  'has a changed byte': changeByte,
}

test.each(Object.keys(spoilt))('[H969] a template that %s is not unpacked', async (words) => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'spoilt.zst')
  spoilt[words]?.(file)

  await expect(unpackTemplate(file, join(folder.path, 'store'))).rejects.toBeInstanceOf(Error)
})

test('[H969] without a template that is complete, a store is made from nothing', async () => {
  using folder = temporaryFolder()
  using other = temporaryFolder()
  const migrated = join(other.path, 'migrated.zst')
  changeByte(migrated)

  const store = await openStore(
    { kind: 'embedded', folder: folder.path, templates: { ...templates, migrated } },
    later,
  )

  expect(await store.query('everyone', daysOfMigration)).toEqual([{ day: '2026-12-01' }])
  await store.close()
  expect(readdirSync(folder.path).toSorted()).toEqual(['owner.lock', 'store', 'store.made'])
})

function changeByte(file: string): void {
  const bytes = readFileSync(templates.migrated)
  const place = Math.floor(bytes.length / 2)
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
  writeFileSync(file, bytes)
}
