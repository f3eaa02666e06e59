/** The largest message that a local client may send or be sent. */
export const messageLimit = 8 * 1024 * 1024

/** Cuts a stream of bytes into lines, and never holds more than one line of `limit` bytes. */
export class LineSplitter {
  readonly #limit: number
  readonly #onLine: (line: string) => void
  readonly #onOversized: () => void
  #parts: Buffer[] = []
  #size = 0

  constructor(limit: number, onLine: (line: string) => void, onOversized: () => void) {
    this.#limit = limit
    this.#onLine = onLine
    this.#onOversized = onOversized
  }

  push(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, end))
      this.#finish()
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
  }

  /** A last line without a newline counts too. */
  end(): void {
    this.#finish()
  }

  #keep(part: Buffer): void {
    this.#size += part.length
    if (this.#size > this.#limit) this.#parts = []
    else if (part.length > 0) this.#parts.push(part)
  }

  #finish(): void {
    const isOversized = this.#size > this.#limit
    const line = isOversized ? '' : Buffer.concat(this.#parts, this.#size).toString('utf8').trim()
    this.#parts = []
    this.#size = 0
    if (isOversized) this.#onOversized()
    else if (line !== '') this.#onLine(line)
  }
}

const newline = 0x0a
