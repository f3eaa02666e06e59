import { createHash } from 'node:crypto'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startBucket } from '../../../../test/environment/bucket.ts'
import { temporaryFolder } from '../../../../test/environment/places.ts'
import type { Store } from '../storage/store.ts'
import { silent } from '../storage/test-store.ts'
import { openBlobs } from './open-blobs.ts'
import { sweepUnnamed } from './sweep-unnamed.ts'

const ana = { userId: '00000000-0000-4000-8000-00000000000a' }
const ben = { userId: '00000000-0000-4000-8000-00000000000b' }
const everyone = { everyone: true } as const
const bytesOf = (text: string) => new TextEncoder().encode(text)
const nameOf = (text: string) => createHash('sha256').update(text).digest('hex')
const hour = 3_600_000

async function open(place: 'folder' | 'bucket') {
  const folder = temporaryFolder()
  const bucket = place === 'bucket' ? await startBucket() : undefined
  onTestFinished(async () => {
    await bucket?.[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const blobs = openBlobs({ dataFolder: folder.path, bucket: bucket?.options, log: silent, now })
  return { blobs, folder: folder.path, advance: (hours: number) => void (ahead += hours * hour) }
}

describe.each(['folder', 'bucket'] as const)('blobs in a %s', (place) => {
  test('[S190] [S942] a blob that nothing names is deleted after a day, and no other', async () => {
    const { blobs, advance } = await open(place)
    for (const owner of [ana, ben, everyone]) await blobs.put(owner, bytesOf('lost'))
    await blobs.put(ana, bytesOf('named'))
    const asked: string[] = []
    const named = async (userId: string, names: readonly string[]) => {
      asked.push(...names.map((name) => `${userId} ${name}`))
      return new Set([nameOf('named')])
    }

    expect(await blobs.sweepUnnamed(named)).toBe(0)
    expect(asked).toEqual([])
    advance(25)
    expect(await blobs.sweepUnnamed(named)).toBe(2)

    expect(asked).toHaveLength(3)
    expect(await blobs.list(ana.userId)).toEqual([nameOf('named')])
    expect(await blobs.list(ben.userId)).toEqual([])
    expect(await blobs.size(everyone, nameOf('lost'))).toBe(4)
  })
})

test('[S943] without a column that refers to blobs, none is deleted', async () => {
  const { blobs, advance } = await open('folder')
  await blobs.put(ana, bytesOf('lost'))
  advance(25)
  // Nothing is read of the store.
  const store = {} as Store

  expect(await sweepUnnamed(blobs, store, [])).toBe(0)
  expect(await blobs.list(ana.userId)).toEqual([nameOf('lost')])
})

test('[S190] a blob that is kept again while it is looked at stays', async () => {
  const { blobs, folder } = await open('folder')
  await blobs.put(ana, bytesOf('again'))
  const name = nameOf('again')
  const path = join(folder, 'blobs', ana.userId, name.slice(0, 2), name)
  const longAgo = new Date(Date.now() - 48 * hour)
  utimesSync(path, longAgo, longAgo)

  await blobs.sweepUnnamed(async () => {
    await blobs.put(ana, bytesOf('again'))
    return new Set()
  })

  expect(await blobs.list(ana.userId)).toEqual([name])
  utimesSync(path, longAgo, longAgo)
  await blobs.sweepUnnamed(async () => new Set())
  expect(await blobs.list(ana.userId)).toEqual([])
})
