import type { Ports, WorkerOptions } from '@quipu/kit'
import { PortError } from '@quipu/kit'
import { imageTypeOf } from './interpretation/image.ts'
import { cutMessages, mailbox, mailboxInterpreter } from './interpretation/mailbox.ts'
import type { ImageLayout, ImageText, Interpretation } from './interpretation/statement/interpretation.ts'
import { limits } from './interpretation/statement/limits.ts'
import { behindPages } from './interpretation/statement/statements.ts'
import { readWithTesseract } from './interpretation/tesseract.ts'
import type { WorkerInput } from './interpretation/worker.ts'
import type { Owner } from './store/tables.ts'

export const maxFileBytes = 50 * 1024 * 1024
/** Larger files are read by a job. */
export const largeBytes = 16 * 1024 * 1024

/** The content of a file, or why it could not be read. The file is kept in either case. */
export interface Found extends Interpretation {
  readonly hasFailed: boolean
}

/** A file that is still to be read. */
export interface Unread {
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  readonly size: number
  readonly mimeType: string
  readonly filename?: string | undefined
}

/** A part of the content of a file, and the number of bytes read so far. */
export interface Part {
  readonly found: Found
  readonly bytesRead: number
  /** Where the next part begins. None after the last part, and where a file comes as one. */
  readonly next?: Place
}

/** Where in a mailbox reading goes on. */
export interface Place {
  readonly offset: number
  /** How many pages there are before it. */
  readonly pages: number
  /** It is within a message that is too long. */
  readonly isSkipping: boolean
}

export interface PartsOptions {
  readonly signal?: AbortSignal | undefined
  /** In a mailbox, of which the parts before it were read. */
  readonly from?: Place | undefined
  /** How much text of a mailbox is of use: the pages after it are empty. Default: all. */
  readonly letters?: number | undefined
}

interface Course {
  readonly signal: AbortSignal
  /** Until then one process reads the parts of a mailbox. */
  readonly until: AbortSignal
  /** How much text is still of use. */
  letters: number
}

/** Reads files in their own processes, because files are not trusted. */
export class FileReader {
  readonly #workers: Ports['workers']
  /** One image at a time: reading one takes a whole core. */
  #images: Promise<unknown> = Promise.resolve()

  constructor(workers: Ports['workers']) {
    this.#workers = workers
  }

  /** The whole content of a file at once. */
  async whole(owner: Owner, file: Unread): Promise<Found> {
    let whole: Found | undefined
    for await (const { found } of this.parts(owner, file))
      whole = whole === undefined ? found : joined(whole, found)
    if (whole === undefined) throw new Error('A file has at least one part')
    return whole
  }

  /**
   * A mailbox is read in parts of about a megabyte, so that little of it is in memory. The pages of each part follow
   * those before it, so that it makes no difference where a part ends. Any other file is one part. While a part is
   * used, the next one is read.
   */
  async *parts(owner: Owner, file: Unread, options: PartsOptions = {}): AsyncGenerator<Part> {
    const { from, signal, letters = Infinity } = options
    const done = new AbortController()
    const parts = this.#parts(owner, file, from, {
      signal: signal === undefined ? done.signal : AbortSignal.any([signal, done.signal]),
      until: done.signal,
      letters,
    })
    try {
      let next = parts.next()
      for (;;) {
        const part = await next
        if (part.done === true) return
        next = parts.next()
        // A failure is reported when it is the turn of that part.
        next.catch(() => {})
        yield part.value
      }
    } finally {
      done.abort()
      await parts.return(undefined)
    }
  }

  async *#parts(
    owner: Owner,
    file: Unread,
    from: Place | undefined,
    course: Course,
  ): AsyncGenerator<Part, void> {
    const blocks = blocksOf(from === undefined ? file.bytes : bytesAfter(file.bytes, from.offset))
    try {
      if (from !== undefined)
        return yield* this.#mailbox(owner, from, Buffer.alloc(0), blocks, file.size, course)
      const first = await blocks.next()
      const head = first.done === true ? Buffer.alloc(0) : first.value
      if (mailbox.recognises({ ...file, bytes: head }))
        return yield* this.#mailbox(owner, beginning, head, blocks, file.size, course)
      if (file.size > maxFileBytes) return yield { found: failed(tooLargeToRead), bytesRead: head.length }
      const all = [head]
      for await (const block of blocks) all.push(block)
      yield { found: await this.#file(owner, Buffer.concat(all), file, course.signal), bytesRead: file.size }
    } finally {
      // Tells the producer of the bytes to stop.
      await blocks.return()
    }
  }

  async *#mailbox(
    owner: Owner,
    from: Place,
    head: Buffer,
    blocks: AsyncIterable<Buffer>,
    size: number,
    course: Course,
  ): AsyncGenerator<Part> {
    let buffer = head
    let bytesRead = from.offset + head.length
    let { pages, isSkipping } = from
    const take = async (isEnd: boolean): Promise<Part | undefined> => {
      course.signal.throwIfAborted()
      const { messages, rest } = cutMessages(buffer, isEnd)
      const isSkipped = isSkipping && messages.length > 0
      const whole = isSkipped ? messages.slice(1) : messages
      const isTooLong = rest.length > mostMessageBytes
      isSkipping = isTooLong || (isSkipping && !isSkipped)
      buffer = isTooLong ? rest.subarray(rest.length - separatorLength) : rest
      if (messages.length === 0) return undefined
      const read = whole.length === 0 ? emptyMailbox : await this.#messages(owner, whole, course)
      const found = {
        ...read,
        statements: behindPages(read.statements, pages),
        notes: isSkipped ? [tooLongMessage, ...read.notes] : read.notes,
      }
      pages += read.pages.length
      course.letters -= lettersIn(read.pages)
      if (isEnd) return { found, bytesRead }
      return { found, bytesRead, next: { offset: bytesRead - buffer.length, pages, isSkipping } }
    }
    for await (const block of blocks) {
      const part = await take(false)
      if (part !== undefined) yield part
      buffer = Buffer.concat([buffer, block])
      bytesRead += block.length
    }
    if (bytesRead !== size) throw new Error('The mailbox is shorter or longer than it was')
    const last = await take(true)
    if (last !== undefined) yield last
  }

  async #file(owner: Owner, bytes: Uint8Array, file: Unread, signal: AbortSignal): Promise<Found> {
    const { mimeType, filename } = file
    const imageTexts = imageTypeOf(bytes) === undefined ? undefined : await this.#textsOfImage(bytes)
    const outcome = await this.#work(owner, { bytes, mimeType, filename, imageTexts }, { signal })
    return typeof outcome === 'string' ? failed(outcome) : outcome
  }

  /** A message that cannot be read is found by halving, and left out. One that fails is tried again alone. */
  async #messages(owner: Owner, messages: readonly Uint8Array[], course: Course): Promise<Found> {
    const { signal, until, letters } = course
    const limits = { signal, until, memoryMb: messagesMb }
    const outcome = await this.#work(owner, { messages, letters }, limits)
    if (typeof outcome !== 'string') return outcome
    const half = Math.ceil(messages.length / 2)
    const halves = [messages.slice(0, half), messages.slice(half)].filter(({ length }) => length > 0)
    let found = emptyMailbox
    for (const each of halves) {
      const read =
        each.length === 1
          ? await this.#message(owner, each, course)
          : await this.#messages(owner, each, course)
      found = joined(found, { ...read, statements: behindPages(read.statements, found.pages.length) })
    }
    return found
  }

  async #message(owner: Owner, messages: readonly Uint8Array[], { signal, letters }: Course): Promise<Found> {
    const outcome = await this.#work(owner, { messages, letters }, { signal })
    if (typeof outcome !== 'string') return outcome
    return { ...emptyMailbox, notes: [`A message was not read. ${outcome}`] }
  }

  async #work(owner: Owner, input: WorkerInput, limits: Partial<WorkerOptions>): Promise<Found | string> {
    try {
      const options = { ...readingLimits, scope: owner, ...limits }
      const found = await this.#workers.run(interpreter, input, options)
      // The worker is our own file and returns the declared type.
      return { ...(found as Interpretation), hasFailed: false }
    } catch (error) {
      if (!(error instanceof PortError) || error.reason === 'busy' || error.reason === 'unavailable')
        throw error
      return failures[error.reason] ?? 'The file could not be read.'
    }
  }

  /** Undefined if the program is missing or failed: the image stays unread. */
  async #textsOfImage(bytes: Uint8Array): Promise<Record<ImageLayout, ImageText> | undefined> {
    const reading = this.#images.then(async () => {
      const page = await readWithTesseract(bytes, '', 'page')
      return { page, lines: await readWithTesseract(bytes, '', 'lines').catch(() => page) }
    })
    this.#images = reading.catch(() => {})
    return reading.catch(() => undefined)
  }
}

/** Limits of time, memory and results for reading. */
const readingLimits = { ms: 60_000, memoryMb: 512, maxBytes: 64 * 1024 * 1024 }
/** Enough for most messages. One that needs more is read alone. */
const messagesMb = 96
const interpreter = new URL('./interpretation/worker.ts', import.meta.url)

const blockBytes = 1024 * 1024
/** Longer messages of a mailbox are left out. */
const mostMessageBytes = 32 * 1024 * 1024
const separatorLength = 1024

const beginning: Place = { offset: 0, pages: 0, isSkipping: false }

async function* bytesAfter(bytes: Unread['bytes'], offset: number): AsyncGenerator<Uint8Array> {
  let left = offset
  for await (const chunk of bytes) {
    if (left < chunk.byteLength) yield chunk.subarray(left)
    left = Math.max(0, left - chunk.byteLength)
  }
}

function lettersIn(pages: readonly string[]): number {
  return pages.reduce((sum, { length }) => sum + length, 0)
}

/** Blocks of some size out of chunks of any size. */
async function* blocksOf(bytes: Unread['bytes']): AsyncGenerator<Buffer, void> {
  let chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes)
    for (let start = 0; start < chunk.byteLength; start += blockBytes) {
      const piece = chunk.subarray(start, start + blockBytes)
      chunks.push(piece)
      size += piece.byteLength
      if (size < blockBytes) continue
      yield Buffer.concat(chunks)
      chunks = []
      size = 0
    }
  if (size > 0) yield Buffer.concat(chunks)
}

function joined(first: Found, second: Found): Found {
  return {
    ...first,
    statements: [...first.statements, ...second.statements],
    pages: [...first.pages, ...second.pages],
    notes: [...first.notes, ...second.notes].slice(0, limits.notes),
    needsOcr: first.needsOcr || second.needsOcr,
  }
}

const nothing = { statements: [], pages: [], notes: [], needsOcr: false }
const emptyMailbox: Found = {
  ...nothing,
  interpreter: mailboxInterpreter,
  mimeType: 'application/mbox',
  hasFailed: false,
}
const tooLongMessage = 'A message was not read. It is larger than 32 MB.'

function failed(note: string): Found {
  const mimeType = 'application/octet-stream'
  return {
    ...nothing,
    interpreter: 'unread@1',
    mimeType,
    notes: [`${note} It is kept as it is.`],
    hasFailed: true,
  }
}

const tooLargeToRead = 'Only mailboxes are read beyond 50 MB.'
const failures: Readonly<Record<string, string>> = {
  time: 'Reading it took longer than 60 seconds.',
  memory: 'Reading it took more than 512 MB of memory.',
  'too-large': 'It holds more than can be taken in at once.',
}
