import { createReadStream, existsSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../../test/environment/places.ts'
import { openBlobs } from '../blobs/open-blobs.ts'
import type { StorePlace } from '../open-store.ts'
import { checkFit } from '../open-store.ts'
import type { Store } from '../storage/store.ts'
import {
  addNote,
  allNotes,
  emptyPlace,
  engines,
  migratedPlace,
  notes,
  openAt,
  openTestStore,
  silent,
} from '../storage/test-store.ts'
import { verifyBackup, type OpenBackup } from './read-backup.ts'
import { restoreBackup } from '../restore-backup.ts'
import { openSecrets } from './sealed-secrets.ts'
import { writeBackup, type BackupOptions } from './write-backup.ts'

const someone = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'
const secrets = ['a root secret that is used in tests only']
const now = () => new Date('2026-11-01T08:00:00Z')
const modules = [notes]

describe.each(engines)('a backup of %s', (engine) => {
  test('[H560] holds what was there at one moment, while others write', async () => {
    const { store, save } = await open(engine)
    let isWriting = true
    const acknowledged: string[] = []
    const writing = (async () => {
      for (let number = 0; isWriting; number += 1) {
        // Both or none of them: a backup that has one of a pair is no picture of one moment.
        await store.transaction({ userId: someone }, async (tx) => {
          await tx.query(addNote(someone, `left ${number}`))
          await tx.query(addNote(someone, `right ${number}`))
        })
        acknowledged.push(`left ${number}`, `right ${number}`)
      }
    })()
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
    const before = [...acknowledged]

    const backup = await save()
    isWriting = false
    await writing

    const texts = await textsAfter(backup, engine)
    expect(texts).toEqual(expect.arrayContaining(before))
    expect(texts.filter((text) => text.startsWith('left')).map((text) => text.slice(5))).toEqual(
      texts.filter((text) => text.startsWith('right')).map((text) => text.slice(6)),
    )
  })

  test('[H561] restored into either engine, gives every table, row, number and file as it was', async () => {
    const { store, save, blobs } = await open(engine)
    const odd = 'ä"\\\n\u0001\u{1F9F6} {NULL}'
    await store.query({ userId: someone }, addNote(someone, odd))
    await store.query({ userId: other }, addNote(other, ''))
    const kept = await blobs.put({ userId: someone }, Buffer.from('a file'))
    const shared = await blobs.put({ everyone: true }, Buffer.alloc(100_000, 'x'))
    const backup = await save()

    for (const target of engines) {
      const { place, folder } = await restored(backup, target)
      const copy = await openAt(place, { modules })
      const files = openBlobs({ dataFolder: folder, log: silent, now })

      expect(await tablesOf(copy)).toEqual(await tablesOf(store))
      expect(await files.get({ userId: someone }, kept.sha256)).toEqual(new Uint8Array(Buffer.from('a file')))
      expect(await files.size({ everyone: true }, shared.sha256)).toBe(100_000)
      await copy.query({ userId: someone }, addNote(someone, 'the next number is free'))
      const again = await store.query<{ text: string }>({ userId: someone }, allNotes)
      expect(again.map(({ text }) => text)).toEqual([odd])
    }
  })

  test('[H562] is refused if it is incomplete, changed or not a backup, before anything is written', async () => {
    const { store, save } = await open(engine)
    await store.query({ userId: someone }, addNote(someone, 'one'))
    const bytes = await save()
    const middle = bytes.length >> 1
    const changed = Buffer.from(bytes)
    changed[middle] = (changed[middle] ?? 0) ^ 0xff

    for (const broken of [bytes.subarray(0, middle), changed, Buffer.from('no backup'), Buffer.alloc(0)])
      await expect(verifyBackup(opener(broken))).rejects.toMatchObject({ code: 'BACKUP_DAMAGED' })
  })

  test('[H563] is refused by a store that has accounts, and by a program that lacks what it needs', async () => {
    const { store, save } = await open(engine)
    const backup = opener(await save())
    const content = await verifyBackup(backup)
    const account = `insert into users (id, email, role, created_at, updated_at)
      values ('${someone}', 'ada@example.com', 'admin', now(), now())`
    await store.query('everyone', { sql: account, parameters: [] })
    const full = await openTestStore(engine, { modules })
    await full.query('everyone', { sql: account, parameters: [] })
    const used = await migratedPlace(engine, modules)
    const inUse = await openAt(used, { modules })
    await inUse.query('everyone', { sql: account, parameters: [] })
    await inUse.close()
    const options = { dataFolder: folderOf(used), modules, log: silent, now }

    await expect(restoreBackup(content, backup, { ...options, store: used })).rejects.toThrow(
      'The store is not empty: it has accounts.',
    )
    await expect(
      restoreBackup(content, backup, { ...options, store: await emptyPlace(engine), modules: [] }),
    ).rejects.toThrow('The backup has data of the module notes, which this version does not have.')
    const older = [{ name: 'notes', migrations: [] }]
    await expect(
      restoreBackup(content, backup, { ...options, store: await emptyPlace(engine), modules: older }),
    ).rejects.toThrow('The store was made by a newer version')
  })

  test('[H564] of an older version is migrated after its rows are restored', async () => {
    const { store, save } = await open(engine)
    await store.query({ userId: someone }, addNote(someone, 'old'))
    const backup = opener(await save())
    const newer = {
      name: 'notes',
      migrations: [
        ...notes.migrations,
        { id: '002-length', sql: 'alter table notes add size int; update notes set size = length(text)' },
      ],
    }
    const place = await emptyPlace(engine)
    const dataFolder = folderOf(place)

    expect(await checkFit(place, { modules: [newer], log: silent, now })).toMatchObject({ problems: [] })
    await restoreBackup(await verifyBackup(backup), backup, {
      store: place,
      dataFolder,
      modules: [newer],
      log: silent,
      now,
    })

    const copy = await openAt(place, { modules: [newer] })
    const sql = 'select text, size from notes'
    expect(await copy.query('everyone', { sql, parameters: [] })).toEqual([{ text: 'old', size: 3 }])
  })

  test('[H565] has the root secret only with a passphrase, and sealed', async () => {
    const { save } = await open(engine)
    const passphrase = 'correct horse battery'
    const { manifest: without } = await verifyBackup(opener(await save()))
    const { manifest } = await verifyBackup(opener(await save({ passphrase })))

    expect(without.sealedSecrets).toBeUndefined()
    expect(JSON.stringify([without, manifest])).not.toContain(secrets[0])
    expect(without.secretMarks).toEqual(manifest.secretMarks)
    const sealed = manifest.sealedSecrets
    if (sealed === undefined) throw new Error('nothing was sealed')
    expect(await openSecrets(sealed, passphrase)).toEqual(secrets)
    expect(await openSecrets(sealed, 'another passphrase')).toBeUndefined()
  })

  test('[H566] reports what a start would apply, and what does not fit, without applying anything', async () => {
    const place = await migratedPlace(engine, [])
    const setup = { modules, log: silent, now }

    expect(await checkFit(place, setup)).toEqual({ pending: ['notes/001-notes'], problems: [] })
    expect(await checkFit(place, setup)).toEqual({ pending: ['notes/001-notes'], problems: [] })
    await (await openAt(place, { modules })).close()
    expect(await checkFit(place, setup)).toEqual({ pending: [], problems: [] })
    expect((await checkFit(place, { ...setup, modules: [{ name: 'notes' }] })).problems).toEqual([
      expect.stringContaining('made by a newer version'),
    ])
  })
})

test('[H567] the copy of an embedded store that a backup is read from is gone afterwards', async () => {
  const { place, save } = await open('pglite')

  await save()

  expect(await readdir(folderOf(place))).not.toContain('store-copies')
})

test('[H568] a store of another version of its engine is refused in words, and left as it is', async () => {
  const place = await migratedPlace('pglite', [])
  const mark = join(folderOf(place), 'store', 'PG_VERSION')
  writeFileSync(mark, '17\n')

  await expect(openAt(place)).rejects.toThrow('another version of its engine (17, this one is 18)')
  expect(existsSync(mark)).toBe(true)
})

async function open(engine: (typeof engines)[number]) {
  const place = await migratedPlace(engine, modules)
  // A machine that is busy may take long to copy a store.
  const store = await openAt(place, { modules, timeouts: { acquireMs: 240_000 } })
  const blobs = openBlobs({ dataFolder: folderOf(place), log: silent, now })
  const parts = { store, blobs, secrets, version: '0.0.0-test', now }
  const save = async (options?: BackupOptions) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of writeBackup(parts, options)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
  return { place, store, blobs, save }
}

function opener(bytes: Uint8Array): OpenBackup {
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const file = join(folder.path, 'backup')
  writeFileSync(file, bytes)
  return () => createReadStream(file)
}

async function restored(bytes: Buffer, engine: (typeof engines)[number]) {
  const backup = opener(bytes)
  const place = await emptyPlace(engine)
  const folder = folderOf(place)
  const content = await verifyBackup(backup)
  await restoreBackup(content, backup, { store: place, dataFolder: folder, modules, log: silent, now })
  return { place, folder }
}

async function textsAfter(bytes: Buffer, engine: (typeof engines)[number]): Promise<string[]> {
  const { place } = await restored(bytes, engine)
  const copy = await openAt(place, { modules })
  const rows = await copy.query<{ text: string }>({ userId: someone }, allNotes)
  return rows.map(({ text }) => text)
}

/** Every row of every table, in PostgreSQL's own words. */
async function tablesOf(store: Store): Promise<Record<string, unknown>> {
  await using frozen = await store.freeze()
  const names = await frozen.texts(
    `select tablename from pg_tables where schemaname = current_schema() and tablename <> 'schema_migrations' order by 1`,
  )
  const tables: Record<string, unknown> = {}
  for (const [name] of names)
    tables[name ?? ''] = await frozen.texts(`select to_jsonb(t)::text from ${name} t order by 1`)
  return tables
}

const folders = new WeakMap<StorePlace, string>()

/** Where files lie: in the folder of the store, or in one of its own. */
function folderOf(place: StorePlace): string {
  if (place.kind === 'embedded') return place.folder
  const known = folders.get(place)
  if (known !== undefined) return known
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  folders.set(place, folder.path)
  return folder.path
}
