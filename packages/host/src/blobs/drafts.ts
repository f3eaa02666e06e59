import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PortError } from '@quipu/kit'
import type { Draft } from './blob-place.ts'

/** A draft that nobody has written to for this long was left by a process that died. */
const abandonedMs = 3_600_000

export interface DraftLimits {
  readonly maxBytes?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Files that bytes are written to until their SHA-256 is known. */
export class Drafts {
  readonly #folder: string
  readonly #now: () => Date

  constructor(folder: string, now: () => Date) {
    this.#folder = folder
    this.#now = now
  }

  /** Writes a draft, passes it to `use`, and removes it in any case. */
  async write(
    bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    { maxBytes = Infinity, signal }: DraftLimits,
    use: (draft: Draft) => Promise<void>,
  ): Promise<Draft> {
    signal?.throwIfAborted()
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, randomUUID())
    const hash = createHash('sha256')
    let size = 0
    async function* counted(source: AsyncIterable<Uint8Array>) {
      for await (const chunk of source) {
        size += chunk.byteLength
        if (size > maxBytes) throw new PortError('too-large', `The file has more than ${maxBytes} bytes`)
        hash.update(chunk)
        yield chunk
      }
    }
    try {
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
      await pipeline(Readable.from(bytes), counted, file, signal === undefined ? {} : { signal })
      const draft = { path, size, sha256: hash.digest('hex') }
      await use(draft)
      return draft
    } catch (error) {
      throw signal?.aborted ? signal.reason : error
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Removes drafts that dead processes have left. */
  async sweep(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    const before = this.#now().getTime() - abandonedMs
    for (const name of names) {
      const path = join(this.#folder, name)
      const { mtimeMs = Infinity } = (await stat(path).catch(() => undefined)) ?? {}
      if (mtimeMs < before) await rm(path, { force: true })
    }
  }
}
