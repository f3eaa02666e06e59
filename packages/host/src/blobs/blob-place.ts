import type { BlobStream, StoredBlob } from '@quipu/kit'

/** Bytes on this machine's disk that are not stored as a blob yet. */
export interface Draft extends StoredBlob {
  readonly path: string
}

export interface NamedBlob {
  readonly owner: string
  readonly sha256: string
}

/** Where blobs are stored, by the owner's name and their SHA-256. Both have been checked. */
export interface BlobPlace {
  size(owner: string, sha256: string): Promise<number | undefined>
  read(owner: string, sha256: string): Promise<BlobStream | undefined>
  /** Stores a draft completely or not at all. The draft may be gone afterwards. */
  keep(owner: string, draft: Draft): Promise<void>
  delete(owner: string, sha256: string): Promise<void>
  /** When it was last stored; undefined for a blob that does not exist. */
  keptAt(owner: string, sha256: string): Promise<Date | undefined>
  /** The blobs of people that were last stored before this time. */
  keptBefore(time: Date): AsyncIterable<NamedBlob>
  /** Deletes a blob unless it was stored again since. */
  deleteIfKeptBefore(time: Date, blob: NamedBlob): Promise<void>
  /** The SHA-256 of each blob, in order. */
  list(owner: string): Promise<readonly string[]>
  /** Deletes all of them. */
  drop(owner: string): Promise<void>
  /** Writes, reads and deletes a probe. Returns the place; throws with what is wrong. */
  check(): Promise<string>
}

export const sha256Pattern = /^[0-9a-f]{64}$/

/** The bucket refused a request. */
export class BucketRefusal extends Error {
  override readonly name = 'BucketRefusal'
}
