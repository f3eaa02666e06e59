import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyOfEmptyStore } from '../environment/embedded-store.ts'
import { temporaryFolder } from '../environment/places.ts'
import { Numbers } from './numbers.ts'
import { SyncedDisk } from './synced-disk.ts'
import { Writer } from './writer.ts'

test(
  '[S18] acknowledged writes to the embedded store survive a power cut',
  { timeout: 180_000 },
  async () => {
    using folder = await copyOfEmptyStore()
    using record = temporaryFolder()
    using found = temporaryFolder()
    const disk = new SyncedDisk(record.path)
    const store = join(folder.path, 'store')
    disk.recordTree(store)

    process.env['QUIPU_SYNCED_DISK'] = record.path
    const preload = ['--import', join(import.meta.dirname, 'record-syncs.ts')]
    const writer = new Writer({ kind: 'embedded', folder: folder.path }, folder.path, 1, preload)
    await writer.writes(20)
    await writer.kill()
    disk.restore(store, join(found.path, 'store'))

    await using numbers = await Numbers.open({ kind: 'embedded', folder: found.path }, found.path)
    const kept = await numbers.kept()
    const isKept = new Set(kept.numbers)
    expect(writer.acknowledged.filter((n) => !isKept.has(n))).toEqual([])
    expect(kept.count).toBe(kept.numbers.length)
  },
)
