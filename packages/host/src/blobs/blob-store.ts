import { join } from 'node:path'
import type { Blobs, BlobStream, Log, Scope, StoredBlob } from '@quipu/kit'
import { PortError } from '@quipu/kit'
import type { BlobPlace, NamedBlob } from './blob-place.ts'
import { BucketRefusal, sha256Pattern } from './blob-place.ts'
import type { DraftLimits } from './drafts.ts'
import { Drafts } from './drafts.ts'

/** All files of one user, for the export and for erasing the account. */
export interface UserFiles {
  /** The SHA-256 of each file, in order. */
  list(userId: string): Promise<readonly string[]>
  read(userId: string, sha256: string): Promise<Uint8Array | undefined>
  /** Removes all of them. */
  drop(userId: string): Promise<void>
}

export interface BlobStoreOptions {
  readonly place: BlobPlace
  readonly dataFolder: string
  readonly log: Log
  readonly now: () => Date
}

/** Blobs and their owners, independent of where the bytes are stored. */
export class BlobStore implements Blobs, UserFiles {
  readonly #place: BlobPlace
  readonly #drafts: Drafts
  readonly #log: Log
  readonly #now: () => Date

  constructor({ place, dataFolder, log, now }: BlobStoreOptions) {
    this.#place = place
    // On the same disk as the folder of blobs, so that a draft can be renamed into it.
    this.#drafts = new Drafts(join(dataFolder, 'blobs', '~drafts'), now)
    this.#log = log
    this.#now = now
  }

  put(scope: Scope, bytes: Uint8Array): Promise<StoredBlob> {
    return this.#put(scope, [bytes])
  }

  putStream(scope: Scope, bytes: AsyncIterable<Uint8Array>, options: DraftLimits = {}): Promise<StoredBlob> {
    return this.#put(scope, bytes, options)
  }

  async get(scope: Scope, sha256: string): Promise<Uint8Array | undefined> {
    const found = await this.getStream(scope, sha256)
    return found && this.#attempt(async () => new Response(found.bytes).bytes())
  }

  async getStream(scope: Scope, sha256: string): Promise<BlobStream | undefined> {
    return this.#attempt(() => this.#place.read(ownerOf(scope), checked(sha256)))
  }

  async size(scope: Scope, sha256: string): Promise<number | undefined> {
    return this.#attempt(() => this.#place.size(ownerOf(scope), checked(sha256)))
  }

  async delete(scope: Scope, sha256: string): Promise<void> {
    return this.#attempt(() => this.#place.delete(ownerOf(scope), checked(sha256)))
  }

  async list(userId: string): Promise<readonly string[]> {
    return this.#attempt(() => this.#place.list(ownerOf({ userId })))
  }

  read(userId: string, sha256: string): Promise<Uint8Array | undefined> {
    return this.get({ userId }, sha256)
  }

  async drop(userId: string): Promise<void> {
    return this.#attempt(() => this.#place.drop(ownerOf({ userId })))
  }

  /** The blobs of everyone, for a backup. */
  async *everyBlob(): AsyncGenerator<NamedBlob> {
    yield* this.#place.keptBefore(new Date(farFuture))
    for (const sha256 of await this.#place.list(everyone)) yield { owner: everyone, sha256 }
  }

  async openBlob({ owner, sha256 }: NamedBlob): Promise<BlobStream | undefined> {
    return this.#attempt(() => this.#place.read(owner, checked(sha256)))
  }

  /** Stores a blob of a backup under its former owner. Throws if its bytes do not match. */
  async putBack({ owner, sha256 }: NamedBlob, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#attempt(() =>
      this.#drafts.write(bytes, {}, async (draft) => {
        if (draft.sha256 !== sha256) throw new Error(`The file ${sha256} of the backup is damaged`)
        await this.#place.keep(owner, draft)
      }),
    )
  }

  check(): Promise<string> {
    return this.#place.check()
  }

  /** Must be called regularly. */
  sweep(): Promise<void> {
    return this.#drafts.sweep()
  }

  /**
   * Deletes the blobs of people that were stored a day ago or earlier and that no row refers to. Returns their number.
   * `namedOf` returns which of a user's blobs are referred to.
   */
  async sweepUnnamed(
    namedOf: (userId: string, names: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<number> {
    const time = new Date(this.#now().getTime() - graceMs)
    let count = 0
    for await (const { owner, names } of batches(this.#place.keptBefore(time))) {
      const named = await namedOf(owner, names)
      for (const sha256 of names.filter((name) => !named.has(name))) {
        await this.#attempt(() => this.#place.deleteIfKeptBefore(time, { owner, sha256 }))
        count += 1
      }
    }
    return count
  }

  async #put(
    scope: Scope,
    bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    limits: DraftLimits = {},
  ): Promise<StoredBlob> {
    const owner = ownerOf(scope)
    const { sha256, size } = await this.#attempt(() =>
      this.#drafts.write(bytes, limits, async (draft) => {
        const keptAt = await this.#place.keptAt(owner, draft.sha256)
        // A blob that no row refers to yet must not be deleted before that row is written.
        const isFresh = keptAt !== undefined && keptAt.getTime() > this.#now().getTime() - graceMs / 2
        if (!isFresh) await this.#place.keep(owner, draft)
      }),
    )
    return { sha256, size }
  }

  /** An error of the disk or the bucket is logged; the caller gets UNAVAILABLE. */
  async #attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (!isRefusal(error)) throw error
      this.#log.error({ err: error }, 'files cannot be reached')
      throw new PortError('unavailable', 'Files cannot be reached for the moment; try again later', {
        cause: error,
      })
    }
  }
}

const everyone = '~everyone'
const farFuture = 8.64e15

/** How long a blob may wait for the row that refers to it. */
const graceMs = 24 * 3_600_000
const batchSize = 5_000

/** Blobs of one owner after the other, some thousand at a time. */
async function* batches(blobs: AsyncIterable<NamedBlob>) {
  let owner = ''
  let names: string[] = []
  for await (const blob of blobs) {
    if (names.length > 0 && (blob.owner !== owner || names.length === batchSize)) {
      yield { owner, names }
      names = []
    }
    owner = blob.owner
    names.push(blob.sha256)
  }
  if (names.length > 0) yield { owner, names }
}

const diskTrouble: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'])

/** An error of the disk has a path or one of these codes; an error of the caller's stream is passed on. */
function isRefusal(error: unknown): boolean {
  if (error instanceof BucketRefusal) return true
  return error instanceof Error && 'code' in error && ('path' in error || diskTrouble.has(error.code))
}

function checked(sha256: string): string {
  if (sha256Pattern.test(sha256)) return sha256
  throw new TypeError('A blob is named by its SHA-256 in 64 hexadecimal digits')
}

function ownerOf(scope: Scope): string {
  // No user's id has a tilde.
  if ('everyone' in scope) return everyone
  if (!/^[0-9A-Za-z_-]{1,128}$/.test(scope.userId)) throw new TypeError('This user id cannot name a folder')
  return scope.userId
}
