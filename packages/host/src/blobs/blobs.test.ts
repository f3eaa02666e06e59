import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { PortError } from '@quipu/kit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startBucket } from '../../../../test/environment/bucket.ts'
import { temporaryFolder } from '../../../../test/environment/places.ts'
import { silent } from '../storage/test-store.ts'
import { openBlobs } from './open-blobs.ts'

const ana = { userId: '00000000-0000-4000-8000-00000000000a' }
const ben = { userId: '00000000-0000-4000-8000-00000000000b' }
const everyone = { everyone: true } as const
const bytes = new TextEncoder().encode('a file')
const sha256 = createHash('sha256').update(bytes).digest('hex')

async function open(place: 'folder' | 'bucket') {
  const folder = temporaryFolder()
  const bucket = place === 'bucket' ? await startBucket() : undefined
  onTestFinished(async () => {
    await bucket?.[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })
  const now = () => new Date()
  const blobs = openBlobs({ dataFolder: folder.path, bucket: bucket?.options, log: silent, now })
  return { blobs, bucket, folder: folder.path, drafts: join(folder.path, 'blobs', '~drafts') }
}

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text)
}

describe.each(['folder', 'bucket'] as const)('blobs in a %s', (place) => {
  test('[S16] bytes are kept by their SHA-256, once, and can be deleted', async () => {
    const { blobs } = await open(place)

    expect(await blobs.put(ana, bytes)).toEqual({ sha256, size: 6 })
    await Promise.all([blobs.put(ana, bytes), blobs.put(ana, bytes)])

    expect(Buffer.from((await blobs.get(ana, sha256)) ?? [])).toEqual(Buffer.from(bytes))
    expect(await blobs.list(ana.userId)).toEqual([sha256])
    await blobs.delete(ana, sha256)
    await blobs.delete(ana, sha256)
    expect(await blobs.get(ana, sha256)).toBeUndefined()
  })

  test("[S16] each user's bytes are apart, and apart from those of everyone", async () => {
    const { blobs } = await open(place)
    await blobs.put(ana, bytes)

    for (const other of [ben, everyone]) {
      expect(await blobs.get(other, sha256)).toBeUndefined()
      expect(await blobs.getStream(other, sha256)).toBeUndefined()
      expect(await blobs.size(other, sha256)).toBeUndefined()
      await blobs.delete(other, sha256)
    }
    expect(await blobs.size(ana, sha256)).toBe(6)
  })

  test.each(['../../secret', sha256.toUpperCase(), `${sha256}/..`, ''])(
    '[S922] the name %j reaches no file',
    async (name) => {
      const { blobs } = await open(place)
      await expect(blobs.get(ana, name)).rejects.toThrow('64 hexadecimal digits')
      await expect(blobs.size(ana, name)).rejects.toThrow('64 hexadecimal digits')
    },
  )

  test.each(['..', 'a/b', '', '~everyone'])('[S922] the user id %j reaches no folder', async (userId) => {
    const { blobs } = await open(place)
    await expect(blobs.put({ userId }, bytes)).rejects.toThrow('cannot name a folder')
    await expect(blobs.drop(userId)).rejects.toThrow('cannot name a folder')
    await expect(blobs.list(userId)).rejects.toThrow('cannot name a folder')
  })

  test('[S16] all files of one user can be listed, read and dropped, and no one else loses any', async () => {
    const { blobs } = await open(place)
    const more = await blobs.put(ana, new TextEncoder().encode('another'))
    await blobs.put(ana, bytes)
    await blobs.put(ben, bytes)
    await blobs.put(everyone, bytes)

    expect(await blobs.list(ana.userId)).toEqual([sha256, more.sha256].toSorted())
    expect(Buffer.from((await blobs.read(ana.userId, sha256)) ?? [])).toEqual(Buffer.from(bytes))
    await blobs.drop(ana.userId)
    await blobs.drop(ana.userId)

    expect(await blobs.list(ana.userId)).toEqual([])
    expect(await blobs.list(ben.userId)).toEqual([sha256])
    expect(await blobs.size(everyone, sha256)).toBe(6)
  })

  test('[S240] [S923] a stream is kept by its SHA-256, and read as a stream with its size', async () => {
    const { blobs, drafts } = await open(place)

    expect(await blobs.putStream(ana, pieces('a ', '', 'file'))).toEqual({ sha256, size: 6 })

    const found = await blobs.getStream(ana, sha256)
    expect(found?.size).toBe(6)
    expect(await new Response(found?.bytes).text()).toBe('a file')
    expect(await blobs.size(ana, sha256)).toBe(6)
    expect(readdirSync(drafts)).toEqual([])
  })

  test('[S240] an empty stream is a blob too', async () => {
    const { blobs } = await open(place)
    const empty = await blobs.putStream(ana, pieces())

    expect(empty.size).toBe(0)
    expect(await blobs.size(ana, empty.sha256)).toBe(0)
    expect((await blobs.get(ana, empty.sha256))?.byteLength).toBe(0)
  })

  test('[S241] a stream that breaks off leaves nothing, and its own error is thrown', async () => {
    const { blobs, drafts } = await open(place)
    const broken = new Error('the sender hung up')
    async function* breaking() {
      yield bytes
      throw broken
    }

    await expect(blobs.putStream(ana, breaking())).rejects.toBe(broken)
    expect(await blobs.list(ana.userId)).toEqual([])
    expect(readdirSync(drafts)).toEqual([])
  })

  test('[S241] a stream of more bytes than allowed is refused and leaves nothing', async () => {
    const { blobs, drafts } = await open(place)

    expect(await blobs.putStream(ana, pieces('a ', 'file'), { maxBytes: 6 })).toEqual({ sha256, size: 6 })
    const refused = blobs.putStream(ben, pieces('a ', 'file'), { maxBytes: 5 })
    await expect(refused).rejects.toMatchObject({ reason: 'too-large', code: 'UNPROCESSABLE' })
    expect(await blobs.list(ben.userId)).toEqual([])
    expect(readdirSync(drafts)).toEqual([])
  })

  test('[S241] a stream that stalls can be given up, and leaves nothing', async () => {
    const { blobs, drafts } = await open(place)
    const stop = new AbortController()
    const isReturned = Promise.withResolvers<void>()
    async function* stalling() {
      try {
        yield bytes
        stop.abort(new Error('enough'))
        yield await new Promise<Uint8Array>(() => {})
      } finally {
        isReturned.resolve()
      }
    }

    await expect(blobs.putStream(ana, stalling(), { signal: stop.signal })).rejects.toThrow('enough')
    expect(await blobs.list(ana.userId)).toEqual([])
    expect(readdirSync(drafts)).toEqual([])
  })

  test('[S241] a reader may stop in the middle', async () => {
    const { blobs } = await open(place)
    const { sha256: name } = await blobs.put(ana, Buffer.alloc(4 * 2 ** 20))
    const found = await blobs.getStream(ana, name)

    for await (const piece of found?.bytes ?? []) {
      expect(piece.byteLength).toBeGreaterThan(0)
      break
    }
    expect(await blobs.size(ana, name)).toBe(4 * 2 ** 20)
  })

  test('[S924] drafts that a dead process left are swept, and no others', async () => {
    const { blobs, drafts } = await open(place)
    mkdirSync(drafts, { recursive: true })
    for (const name of ['old', 'young']) writeFileSync(join(drafts, name), 'half')
    const longAgo = new Date(Date.now() - 2 * 3_600_000)
    utimesSync(join(drafts, 'old'), longAgo, longAgo)

    await blobs.sweep()
    expect(readdirSync(drafts)).toEqual(['young'])
  })
})

test('[S243] the check names a folder that works, and leaves nothing behind', async () => {
  const { blobs, folder } = await open('folder')

  expect(await blobs.check()).toMatch(/blobs, made with the first file$/)
  expect(readdirSync(folder)).toEqual([])
  mkdirSync(join(folder, 'blobs'))
  expect(await blobs.check()).toMatch(/blobs, \d+ GB free$/)
  expect(readdirSync(join(folder, 'blobs'))).toEqual([])
})

test('[S243] the check names a bucket that works, and leaves nothing behind', async () => {
  const { blobs, bucket } = await open('bucket')

  expect(await blobs.check()).toMatch(/^bucket files at 127\.0\.0\.1:\d+ takes and gives files$/)
  expect(bucket?.requests.map((line) => line.split(' ')[0])).toEqual(['PUT', 'GET', 'DELETE'])
})

test('[S16] in a folder, files and folders are readable by their owner alone', async () => {
  const { blobs, folder } = await open('folder')
  await blobs.put(ana, bytes)

  const kept = join(folder, 'blobs', ana.userId, sha256.slice(0, 2))
  expect(readdirSync(kept)).toEqual([sha256])
  expect(statSync(join(kept, sha256)).mode & 0o777).toBe(0o600)
  for (const path of [kept, join(folder, 'blobs')]) expect(statSync(path).mode & 0o777).toBe(0o700)
})

test('[S242] a folder that takes nothing is UNAVAILABLE, and nothing is left', async () => {
  const { blobs, folder, drafts } = await open('folder')
  mkdirSync(join(folder, 'blobs'))
  // A file where the folder of this user should be.
  writeFileSync(join(folder, 'blobs', ana.userId), '')

  const refused = await blobs.put(ana, bytes).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(PortError)
  expect(refused).toMatchObject({ code: 'UNAVAILABLE', message: expect.not.stringContaining(folder) })
  expect(readdirSync(drafts)).toEqual([])
})

const chunk = Buffer.alloc(2 ** 20, 'x')

test('[S240] a stream is taken no faster than it is written', async () => {
  const { blobs, drafts } = await open('folder')
  let ahead = 0
  async function* large() {
    for (let count = 0; count < 64; count += 1) {
      const [draft] = readdirSync(drafts)
      const written = draft === undefined ? 0 : statSync(join(drafts, draft)).size
      ahead = Math.max(ahead, count * chunk.byteLength - written)
      yield chunk
    }
  }

  expect((await blobs.putStream(ana, large())).size).toBe(64 * 2 ** 20)
  expect(ahead).toBeLessThan(8 * 2 ** 20)
})

test('[S240] a blob is taken from the bucket no faster than it is read', async () => {
  const { blobs, bucket } = await open('bucket')
  let sent = 0
  function* large() {
    for (let count = 0; count < 128; count += 1) {
      sent += chunk.byteLength
      yield chunk
    }
  }
  if (bucket)
    bucket.fault = (_, response) => {
      response.writeHead(200, { 'content-length': 128 * 2 ** 20 })
      Readable.from(large()).pipe(response)
      return true
    }

  const found = await blobs.getStream(ana, sha256)
  let read = 0
  let ahead = 0
  for await (const piece of found?.bytes ?? []) {
    // Time for the bucket to send all that anybody takes.
    for (let turn = 0; turn < 3; turn += 1) await setImmediate()
    read += piece.byteLength
    ahead = Math.max(ahead, sent - read)
  }
  expect({ size: found?.size, read }).toEqual({ size: 128 * 2 ** 20, read: 128 * 2 ** 20 })
  expect(ahead).toBeLessThan(32 * 2 ** 20)
})
