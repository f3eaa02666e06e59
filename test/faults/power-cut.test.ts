import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyOfEmptyStore } from '../environment/embedded-store.ts'
import { temporaryFolder } from '../environment/places.ts'
import { damageOf, noDamage } from './numbers.ts'
import { SyncedDisk } from './synced-disk.ts'
import { Writer } from './writer.ts'

test('[S18] [H470] acknowledged writes to the embedded store survive a power cut, alone and many at once', async () => {
  using folder = await copyOfEmptyStore()
  using record = temporaryFolder()
  using found = temporaryFolder()
  const disk = new SyncedDisk(record.path)
  const store = join(folder.path, 'store')
  disk.recordTree(store)

  process.env['QUIPU_SYNCED_DISK'] = record.path
  const nodeArguments = ['--import', import.meta.resolve('./record-syncs.ts')]
  const acknowledged: number[] = []
  // The second one recovers from the first with a checkpoint, which must also write the tables to the disk.
  for (const [first, lanes] of [
    [1, 1],
    [1001, 8],
  ] as const) {
    const writer = new Writer({ kind: 'embedded', folder: folder.path }, folder.path, first, {
      nodeArguments,
      lanes,
    })
    await writer.writes(10 * lanes)
    await writer.kill()
    acknowledged.push(...writer.acknowledged)
  }
  disk.restore(store, join(found.path, 'store'))

  const place = { kind: 'embedded', folder: found.path } as const
  expect(await damageOf(place, found.path, acknowledged)).toEqual(noDamage)
})
