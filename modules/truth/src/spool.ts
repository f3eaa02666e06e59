import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { ToolError } from '@quipu/kit'

/** Bytes that must be read more than once, in an unlinked file: it disappears with the process, however that ends. */
export class Spool implements AsyncDisposable {
  readonly #file: FileHandle

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async fill(folder: string, bytes: AsyncIterable<Uint8Array>): Promise<Spool> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${randomUUID()}.part`)
    const file = await open(path, 'wx+', 0o600)
    try {
      await rm(path)
      for await (const chunk of bytes) await file.writeFile(chunk)
      return new Spool(file)
    } catch (error) {
      await file.close()
      throw isFull(error) ? noRoom(error) : error
    }
  }

  /** From the beginning, each time. */
  bytes(): AsyncIterable<Uint8Array> {
    return this.#file.createReadStream({ start: 0, autoClose: false, highWaterMark: 256 * 1024 })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close()
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

function noRoom(cause: unknown): ToolError {
  return new ToolError(
    'UNAVAILABLE',
    'There is no room left on the disk of the server; nothing was imported',
    {},
    { cause },
  )
}
