import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyOfEmptyStore } from '../../../../../test/environment/embedded-store.ts'
import { temporaryFolder } from '../../../../../test/environment/places.ts'
import { canMount, smallDisk } from '../../../../../test/environment/small-disk.ts'
import { openStore } from '../../open-store.ts'
import { notes, silent } from '../test-store.ts'

const setup = { modules: [notes], log: silent, now: () => new Date() }
const damages: Readonly<Record<string, (store: string) => void>> = {
  'its folder store is gone': (store) => rmSync(store, { recursive: true }),
  'its folder store is empty': (store) => {
    rmSync(store, { recursive: true })
    mkdirSync(store)
  },
  'PG_VERSION is missing': (store) => rmSync(join(store, 'PG_VERSION')),
  'global/pg_control is missing': (store) => rmSync(join(store, 'global/pg_control')),
  'the log of its latest changes, is missing': (store) => {
    for (const name of segmentsOf(store)) rmSync(join(store, 'pg_wal', name))
  },
}

test.each(Object.keys(damages))('[S160] a folder is not created again, but refused: %s', async (words) => {
  const folder = await usedFolder()
  damages[words]?.(join(folder, 'store'))
  const before = listOf(folder)

  const opening = openStore({ kind: 'embedded', folder }, setup)

  await expect(opening).rejects.toMatchObject({ code: 'DATA_FOLDER_DAMAGED' })
  await expect(opening).rejects.toThrow(words)
  await expect(opening).rejects.toThrow('from a backup')
  expect(listOf(folder)).toEqual(before)
})

test('[S160] an empty store is refused also where nothing says that it was made', async () => {
  using folder = temporaryFolder()
  mkdirSync(join(folder.path, 'store'))

  const opening = openStore({ kind: 'embedded', folder: folder.path }, setup)

  await expect(opening).rejects.toThrow('its folder store is empty')
})

test('[S161] the error for a log that cannot be read has the words of the engine', async () => {
  const folder = await usedFolder()
  const store = join(folder, 'store')
  for (const name of segmentsOf(store))
    writeFileSync(join(store, 'pg_wal', name), Buffer.alloc(16 * 1024 * 1024))

  const opening = openStore({ kind: 'embedded', folder }, setup)

  await expect(opening).rejects.toThrow(/does not open \(could not locate a valid checkpoint record/)
})

test.skipIf(!canMount())(
  '[S161] a full disk is reported as such, for a new folder and for one in use',
  async () => {
    using place = smallDisk(200)
    const folders = [join(place.path, 'used'), join(place.path, 'new')] as const
    cpSync(await usedFolder(), folders[0], { recursive: true })
    expect(() => writeFileSync(join(place.path, 'filler'), Buffer.alloc(200 * 1024 * 1024))).toThrow('ENOSPC')

    for (const folder of folders)
      await expect(openStore({ kind: 'embedded', folder }, setup)).rejects.toThrow(
        /is full\. Free some space/,
      )

    rmSync(join(place.path, 'filler'))
    await (await openStore({ kind: 'embedded', folder: folders[0] }, setup)).close()
  },
)

test.skipIf(!canMount())(
  '[S161] [S913] a disk that has too little room for a new store is reported as full, and nothing is left on it',
  async () => {
    using place = smallDisk(20)
    const folder = join(place.path, 'new')

    await expect(openStore({ kind: 'embedded', folder }, setup)).rejects.toThrow(
      /is full\. Free some space there, then try again\. A new store takes 40 MB\./,
    )

    expect(readdirSync(folder)).toEqual(['owner.lock'])
  },
)

async function usedFolder(): Promise<string> {
  const folder = await copyOfEmptyStore()
  onTestFinished(() => folder[Symbol.dispose]())
  await (await openStore({ kind: 'embedded', folder: folder.path }, setup)).close()
  expect(existsSync(join(folder.path, 'store.made'))).toBe(true)
  return folder.path
}

function segmentsOf(store: string): string[] {
  return readdirSync(join(store, 'pg_wal')).filter((name) => name.length === 24)
}

function listOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
}
