import type { BlobStream, StoredBlob } from '@quipu/kit'

/** Bytes on this machine's disk that are not kept yet. */
export interface Draft extends StoredBlob {
  readonly path: string
}

export interface NamedBlob {
  readonly owner: string
  readonly sha256: string
}

/** Where blobs lie, by the owner's name and their SHA-256. Both have been checked. */
export interface BlobPlace {
  size(owner: string, sha256: string): Promise<number | undefined>
  read(owner: string, sha256: string): Promise<BlobStream | undefined>
  /** Keeps a draft as a whole or not at all. The draft may be gone afterwards. */
  keep(owner: string, draft: Draft): Promise<void>
  delete(owner: string, sha256: string): Promise<void>
  /** When it was kept last; undefined for a blob that is not there. */
  keptAt(owner: string, sha256: string): Promise<Date | undefined>
  /** The blobs of people that were kept last before this time. */
  keptBefore(time: Date): AsyncIterable<NamedBlob>
  /** Deletes a blob unless it was kept again since. */
  deleteIfKeptBefore(time: Date, blob: NamedBlob): Promise<void>
  /** The SHA-256 of each blob, in order. */
  list(owner: string): Promise<readonly string[]>
  /** Deletes all of them. */
  drop(owner: string): Promise<void>
  /** Writes, reads and deletes something. Says where; throws with what is wrong. */
  check(): Promise<string>
}

export const sha256Pattern = /^[0-9a-f]{64}$/

/** The bucket does not do what it is asked. */
export class BucketRefusal extends Error {
  override readonly name = 'BucketRefusal'
}
