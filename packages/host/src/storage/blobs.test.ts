import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/environment/places.ts'
import { folderBlobs, userFiles } from './blobs.ts'

const ana = { userId: '00000000-0000-4000-8000-00000000000a' }
const ben = { userId: '00000000-0000-4000-8000-00000000000b' }
const bytes = new TextEncoder().encode('a file')
const sha256 = createHash('sha256').update(bytes).digest('hex')

test('[S16] bytes are kept by their SHA-256, once, and can be deleted', async () => {
  using folder = temporaryFolder()
  const blobs = folderBlobs(folder.path)

  expect(await blobs.put(ana, bytes)).toEqual({ sha256, size: 6 })
  await Promise.all([blobs.put(ana, bytes), blobs.put(ana, bytes)])

  expect(await blobs.get(ana, sha256)).toEqual(bytes)
  const kept = join(folder.path, 'blobs', ana.userId, sha256.slice(0, 2))
  expect(readdirSync(kept)).toEqual([sha256])
  expect(statSync(join(kept, sha256)).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder.path, 'blobs')).mode & 0o777).toBe(0o700)

  await blobs.delete(ana, sha256)
  await blobs.delete(ana, sha256)
  expect(await blobs.get(ana, sha256)).toBeUndefined()
})

test("[S16] each user's bytes are apart, and apart from those of everyone", async () => {
  using folder = temporaryFolder()
  const blobs = folderBlobs(folder.path)
  await blobs.put(ana, bytes)

  expect(await blobs.get(ben, sha256)).toBeUndefined()
  expect(await blobs.get({ everyone: true }, sha256)).toBeUndefined()
  await blobs.delete(ben, sha256)
  expect(await blobs.get(ana, sha256)).toEqual(bytes)
})

test.each(['../../secret', sha256.toUpperCase(), `${sha256}/..`, ''])(
  '[S16] the name %j reaches no file',
  async (name) => {
    using folder = temporaryFolder()
    await expect(folderBlobs(folder.path).get(ana, name)).rejects.toThrow('64 hexadecimal digits')
  },
)

test.each(['..', 'a/b', ''])('[S16] the user id %j reaches no folder', async (userId) => {
  using folder = temporaryFolder()
  await expect(folderBlobs(folder.path).put({ userId }, bytes)).rejects.toThrow('cannot name a folder')
})

test('[S16] all files of one user can be listed, read and dropped, and no one else loses any', async () => {
  using folder = temporaryFolder()
  const blobs = folderBlobs(folder.path)
  const files = userFiles(folder.path)
  const more = await blobs.put(ana, new TextEncoder().encode('another'))
  await blobs.put(ana, bytes)
  await blobs.put(ben, bytes)

  expect(await files.list(ana.userId)).toEqual([sha256, more.sha256].toSorted())
  expect(await files.read(ana.userId, sha256)).toEqual(bytes)
  await files.drop(ana.userId)
  await files.drop(ana.userId)

  expect(await files.list(ana.userId)).toEqual([])
  expect(await files.list(ben.userId)).toEqual([sha256])
  expect(await blobs.get(ana, sha256)).toBeUndefined()
})

test.each(['..', 'a/b', '', '~everyone'])('[S16] the user id %j drops no folder', async (userId) => {
  using folder = temporaryFolder()
  const files = userFiles(folder.path)

  await expect(files.drop(userId)).rejects.toThrow('cannot name a folder')
  await expect(files.list(userId)).rejects.toThrow('cannot name a folder')
})
