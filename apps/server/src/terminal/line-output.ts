import { fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'

/** Standard output as lines, without ever blocking the process on a reader that is slow. */
export class LineOutput {
  readonly #stream: Writable
  readonly #onFull: (isFull: boolean) => void
  /** Resolves when nobody reads any more. */
  readonly broken: Promise<void>

  constructor(onFull: (isFull: boolean) => void) {
    this.#stream = openStream()
    this.#onFull = onFull
    this.#stream.on('drain', () => onFull(false))
    this.broken = new Promise((resolve) => {
      this.#stream.once('error', () => resolve())
      this.#stream.once('close', () => resolve())
    })
  }

  write(line: string): void {
    if (!this.#stream.writable) return
    if (!this.#stream.write(`${line}\n`)) this.#onFull(true)
    if (this.#stream.writableLength > backlogLimit)
      this.#stream.destroy(new Error('nobody reads standard output'))
  }

  /** Resolves when everything is written, or nobody reads it. */
  async end(): Promise<void> {
    await Promise.race([new Promise<void>((resolve) => this.#stream.end(() => resolve())), this.broken])
  }
}

const backlogLimit = 64 * 1024 * 1024

/** `process.stdout` writes to a pipe synchronously: a stalled client would stall everyone whom this process serves. */
function openStream(): Writable {
  const kind = fstatSync(1)
  return kind.isFIFO() || kind.isSocket()
    ? new Socket({ fd: 1, readable: false, writable: true })
    : process.stdout
}
