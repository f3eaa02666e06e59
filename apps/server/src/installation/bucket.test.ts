import { expect, onTestFinished, test } from 'vitest'
import { startBucket } from '../../../../test/environment/bucket.ts'
import { folderWithStore } from '../testing/test-store.ts'
import { quipu } from '../testing/quipu-process.ts'

test('[C241] doctor reports where files are kept, and what is wrong with a bucket', async () => {
  const folder = await folderWithStore()
  const bucket = await startBucket()
  onTestFinished(() => bucket[Symbol.asyncDispose]())
  const { endpoint, accessKeyId, secretAccessKey } = bucket.options
  const inBucket = {
    QUIPU_DATA_DIR: folder,
    PORT: '1',
    BLOB_S3_ENDPOINT: endpoint,
    BLOB_S3_BUCKET: 'files',
    BLOB_S3_REGION: bucket.options.region,
    BLOB_S3_ACCESS_KEY_ID: accessKeyId,
    BLOB_S3_SECRET_ACCESS_KEY: secretAccessKey,
  }

  const good = await quipu(['doctor'], inBucket)
  expect(good.stdout).toContain(
    `✓ files          bucket files at ${new URL(endpoint).host} takes and gives files`,
  )
  const wrong = await quipu(['doctor'], { ...inBucket, BLOB_S3_SECRET_ACCESS_KEY: 'wrong one' })
  expect(wrong.stdout).toMatch(
    /✗ files +The bucket files at \S+ answers 403 SignatureDoesNotMatch: check BLOB_S3_/,
  )
  expect(wrong.stdout + wrong.stderr).not.toContain('wrong one')
  expect(wrong.code).toBe(1)
}, 180_000)
