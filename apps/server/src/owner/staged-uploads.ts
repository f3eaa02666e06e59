import { randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Fields } from './rpc-message.ts'
import { readMessage, splitBatch } from './rpc-message.ts'

/**
 * Files that a client names by their path are read here, by the client's own process: the process that has the store
 * open may see other folders, or none. It finds them in the data folder, which both see.
 */
export class StagedUploads {
  readonly #folder: string
  readonly #pass: (line: string) => void
  readonly #pending = new Set<Promise<void>>()

  /** `pass` takes each line, as it came or with the place of the staged file in it. */
  constructor(dataFolder: string, pass: (line: string) => void) {
    this.#folder = join(dataFolder, 'modules', 'truth', 'staged')
    this.#pass = pass
  }

  receive(line: string): void {
    if (!line.includes('upload_file')) return this.#pass(line)
    for (const single of splitBatch(line)) {
      const pending = this.#stage(single)
        .then((ready) => this.#pass(ready))
        .finally(() => this.#pending.delete(pending))
      this.#pending.add(pending)
    }
  }

  /** Resolves when everything was passed on. */
  async idle(): Promise<void> {
    await Promise.all(this.#pending)
  }

  async #stage(line: string): Promise<string> {
    const message = readMessage(line)
    if (message.kind !== 'request' || message.params['name'] !== 'upload_file') return line
    // The message is one JSON object, and its parameters are another.
    const { params, ...rest } = JSON.parse(line) as { readonly params: { readonly arguments?: Fields } }
    const path = params.arguments?.['file_path']
    if (typeof path !== 'string') return line
    const id = randomUUID()
    // A file that cannot be read counts as missing: the owner reports that in the client's protocol.
    await this.#copy(path, id).catch(() => undefined)
    const staged = { ...params.arguments, file_path: `quipu-staged:${id}/${basename(path)}` }
    return JSON.stringify({ ...rest, params: { ...params, arguments: staged } })
  }

  async #copy(path: string, id: string): Promise<void> {
    // Opening a pipe without a writer would wait for ever.
    await using file = await open(resolve(path), constants.O_RDONLY | constants.O_NONBLOCK)
    if (!(await file.stat()).isFile()) return
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await this.#sweep()
    const bytes = file.createReadStream({ start: 0, end: mostBytes, autoClose: false })
    await pipeline(bytes, createWriteStream(join(this.#folder, id), { flags: 'wx', mode: 0o600 }))
  }

  /** Removes files of calls that were never answered. */
  async #sweep(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name)
      const { mtimeMs = Infinity } = (await stat(path).catch(() => undefined)) ?? {}
      if (mtimeMs < Date.now() - abandonedMs) await rm(path, { force: true })
    }
  }
}

/** One byte more than a file may have, so that the owner sees that it is too large. */
const mostBytes = 50 * 1024 * 1024
const abandonedMs = 3_600_000
