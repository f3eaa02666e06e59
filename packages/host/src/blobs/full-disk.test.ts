import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../../test/environment/places.ts'
import { silent } from '../storage/test-store.ts'
import { openBlobs } from './open-blobs.ts'

/** A disk of 1 MiB, where this process may make one. */
function smallDisk(): string | undefined {
  const folder = temporaryFolder()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'quipu-test', folder.path])
  onTestFinished(() => {
    if (status === 0) spawnSync('umount', [folder.path])
    folder[Symbol.dispose]()
  })
  return status === 0 ? folder.path : undefined
}

test('[S242] a full disk is UNAVAILABLE, what was kept stays, and nothing half-written is left', async ({
  skip,
}) => {
  const dataFolder = smallDisk()
  if (dataFolder === undefined) return skip('no right to mount')
  const blobs = openBlobs({ dataFolder, log: silent, now: () => new Date() })
  const ana = { userId: 'ana' }
  const kept = await blobs.put(ana, Buffer.alloc(400_000, 'a'))

  await expect(blobs.put(ana, Buffer.alloc(900_000, 'b'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await blobs.list(ana.userId)).toEqual([kept.sha256])
  expect(readdirSync(join(dataFolder, 'blobs', '~drafts'))).toEqual([])
  expect((await blobs.put(ana, Buffer.alloc(300_000, 'c'))).size).toBe(300_000)
})
