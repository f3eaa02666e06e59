import type { Log } from '@quipu/kit'
import { BlobStore } from './blob-store.ts'
import { BucketPlace } from './bucket-place.ts'
import { FolderPlace } from './folder-place.ts'
import type { BucketOptions } from './s3-requests.ts'

export interface OpenBlobsOptions {
  readonly dataFolder: string
  readonly bucket?: BucketOptions | undefined
  readonly log: Log
  readonly now: () => Date
}

/** In the bucket, or without one in the data folder. */
export function openBlobs({ dataFolder, bucket, log, now }: OpenBlobsOptions): BlobStore {
  const place = bucket === undefined ? new FolderPlace(dataFolder) : new BucketPlace(bucket)
  return new BlobStore({ place, dataFolder, log, now })
}
