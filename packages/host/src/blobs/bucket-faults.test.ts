import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PortError, type Log } from '@quipu/kit'
import { expect, onTestFinished, test } from 'vitest'
import { refuse, startBucket, type TestBucket } from '../../../../test/environment/bucket.ts'
import { freePort, temporaryFolder } from '../../../../test/environment/places.ts'
import { silent } from '../storage/test-store.ts'
import { openBlobs } from './open-blobs.ts'
import { addressOf, type BucketOptions } from './s3-requests.ts'

const ana = { userId: '00000000-0000-4000-8000-00000000000a' }
const bytes = new TextEncoder().encode('a file')

async function open(changes: Partial<BucketOptions> = {}) {
  const folder = temporaryFolder()
  const bucket = await startBucket()
  onTestFinished(async () => {
    await bucket[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })
  const lines: unknown[] = []
  const log: Log = { ...silent, error: (fields) => void lines.push(fields['err']) }
  const blobs = openBlobs({
    dataFolder: folder.path,
    bucket: { ...bucket.options, ...changes },
    log,
    now: () => new Date(),
  })
  return { blobs, bucket, lines, drafts: join(folder.path, 'blobs', '~drafts') }
}

async function failureOf(work: Promise<unknown>): Promise<PortError> {
  const error = await work.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PortError)
  return error as PortError
}

/** Fails the requests of one method, as often as said. */
function failing(
  bucket: TestBucket,
  method: string,
  times: number,
  fail: NonNullable<TestBucket['fault']>,
): void {
  let left = times
  bucket.fault = (request, response) => {
    if (request.method !== method || left === 0) return false
    left -= 1
    return fail(request, response)
  }
}

test.each(['get', 'size', 'delete', 'list', 'drop', 'put'] as const)(
  '[S242] [H790] a bucket that refuses the key is UNAVAILABLE for %s, and the reason is logged',
  async (name) => {
    const { blobs, bucket, lines, drafts } = await open({ secretAccessKey: 'wrong' })
    const { sha256 } = await blobs.put({ everyone: true }, bytes).catch(() => ({ sha256: 'a'.repeat(64) }))
    const uses = {
      get: () => blobs.get(ana, sha256),
      size: () => blobs.size(ana, sha256),
      delete: () => blobs.delete(ana, sha256),
      list: () => blobs.list(ana.userId),
      drop: () => blobs.drop(ana.userId),
      put: () => blobs.put(ana, bytes),
    }
    lines.length = 0
    bucket.requests.length = 0

    const { code, message } = await failureOf(uses[name]())
    expect({ code, message }).toEqual({
      code: 'UNAVAILABLE',
      message: 'Files cannot be reached for the moment; try again later',
    })
    expect(String(lines[0])).toContain('answers 403')
    // Asking again would not help.
    expect(bucket.requests).toHaveLength(1)
    expect(readdirSync(drafts)).toEqual([])
  },
)

test.each([
  [
    'answers 503',
    (response: Parameters<NonNullable<TestBucket['fault']>>[1]) => refuse(response, 503, 'SlowDown'),
  ],
  ['hangs up', (response: Parameters<NonNullable<TestBucket['fault']>>[1]) => void response.destroy()],
])('[H790] a bucket that %s twice is asked a third time', async (_, fail) => {
  const { blobs, bucket } = await open()
  failing(bucket, 'PUT', 2, (_request, response) => (fail(response), true))

  const { sha256 } = await blobs.put(ana, bytes)
  expect(bucket.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(3)
  expect(await blobs.size(ana, sha256)).toBe(6)
})

test('[S242] [H790] a bucket that fails three times is UNAVAILABLE, and the draft is gone', async () => {
  const { blobs, bucket, drafts } = await open()
  failing(bucket, 'PUT', 3, (_, response) => (refuse(response, 500, 'InternalError'), true))

  expect((await failureOf(blobs.put(ana, bytes))).reason).toBe('unavailable')
  expect(readdirSync(drafts)).toEqual([])
  expect(await blobs.list(ana.userId)).toEqual([])
})

test('[S242] a bucket that says nothing is given up', async () => {
  const { blobs, bucket } = await open({ idleMs: 50 })
  bucket.fault = () => true

  expect((await failureOf(blobs.size(ana, 'a'.repeat(64)))).reason).toBe('unavailable')
})

test('[H791] a download that breaks off or falls silent is an error, never a short file', async () => {
  const { blobs, bucket } = await open({ idleMs: 2_000 })
  for (const end of [true, false]) {
    bucket.fault = (_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half of it')
      if (end) setImmediate(() => response.destroy())
      return true
    }
    const found = await blobs.getStream(ana, 'a'.repeat(64))
    await expect(new Response(found?.bytes).bytes()).rejects.toThrow('cannot be reached')
    expect((await failureOf(blobs.get(ana, 'a'.repeat(64)))).reason).toBe('unavailable')
  }
})

test('[S242] [H791] a bucket that is not there is UNAVAILABLE, and no blob is taken for missing', async () => {
  const { blobs } = await open({ bucket: 'nowhere' })

  expect((await failureOf(blobs.get(ana, 'a'.repeat(64)))).code).toBe('UNAVAILABLE')
  expect((await failureOf(blobs.put(ana, bytes))).code).toBe('UNAVAILABLE')
})

test('[S243] the check of a bucket says what is wrong', async () => {
  const closed = await open({ endpoint: `http://127.0.0.1:${await freePort()}` })
  await expect(closed.blobs.check()).rejects.toThrow(
    /^The bucket files at 127\.0\.0\.1:\d+ cannot be reached$/,
  )
  const wrong = await open({ secretAccessKey: 'wrong' })
  await expect(wrong.blobs.check()).rejects.toThrow(/answers 403 SignatureDoesNotMatch$/)
  const forgetful = await open()
  failing(forgetful.bucket, 'PUT', 1, (request, response) => {
    request.resume().once('end', () => response.end())
    return true
  })
  await expect(forgetful.blobs.check()).rejects.toThrow('does not give back what it took')
})

test('[S925] the request for a file is signed with the SHA-256 of the file', async () => {
  const { blobs, bucket } = await open()
  const hashes: unknown[] = []
  bucket.fault = ({ method, headers }) => {
    if (method === 'PUT') hashes.push(headers['x-amz-content-sha256'])
    return false
  }

  const { sha256 } = await blobs.put(ana, bytes)
  expect(hashes).toEqual([sha256])
  expect(bucket.requests.at(-1)).toBe(`PUT /files/blobs/${ana.userId}/${sha256.slice(0, 2)}/${sha256}`)
})

test.each([
  [true, 'https://s3.example/files/blobs/a?x=1'],
  [false, 'https://files.s3.example/blobs/a?x=1'],
])('[S244] with the path style %s, a blob is at %s', (forcePathStyle, url) => {
  const where = { endpoint: 'https://s3.example', bucket: 'files', forcePathStyle }
  expect(addressOf(where, 'blobs/a', { x: '1' })).toBe(url)
})

test('[S926] more files than one page has are listed and dropped page by page', async () => {
  const { blobs, bucket } = await open()
  const kept = Array.from({ length: 2_003 }, (_, n) => n.toString(16).padStart(64, '0'))
  const all = [...kept]
  bucket.fault = (request, response) => {
    const query = new URL(request.url ?? '', bucket.options.endpoint).searchParams
    const prefix = query.get('prefix') ?? ''
    const after = query.get('start-after') ?? ''
    if (request.method === 'POST') kept.splice(0, 1_000)
    const page = kept.map((name) => `${prefix}00/${name}`).filter((key) => key > after)
    const found = page.slice(0, 1_000).map((key) => `<Contents><Key>${key}</Key></Contents>`)
    response.end(request.method === 'POST' ? '<DeleteResult/>' : `<Result>${found.join('')}</Result>`)
    return true
  }

  expect(await blobs.list(ana.userId)).toEqual(all)
  await blobs.drop(ana.userId)
  expect(kept).toEqual([])
})

test('[S926] files that the bucket does not delete are not reported as deleted', async () => {
  const { blobs, bucket } = await open()
  await blobs.put(ana, bytes)
  failing(bucket, 'POST', 1, (_, response) => {
    response.end('<DeleteResult><Error><Key>k</Key><Code>AccessDenied</Code></Error></DeleteResult>')
    return true
  })
  expect((await failureOf(blobs.drop(ana.userId))).code).toBe('UNAVAILABLE')
  failing(bucket, 'POST', 1, (_, response) => {
    response.end('<DeleteResult/>')
    return true
  })
  expect((await failureOf(blobs.drop(ana.userId))).code).toBe('UNAVAILABLE')

  await blobs.drop(ana.userId)
  expect(await blobs.list(ana.userId)).toEqual([])
})
