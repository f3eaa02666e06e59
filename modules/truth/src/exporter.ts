import type { Blobs, Db } from '@quipu/kit'
import { LogStore } from './store/log-store.ts'
import type { ObservationRow, SourceSize } from './store/transfer-store.ts'
import { TransferStore } from './store/transfer-store.ts'
import type { Owner } from './store/tables.ts'
import { dbOf } from './store/transaction-db.ts'
import { bytesPerLine } from './transfer-file/lines.ts'
import {
  LineWriter,
  mergeLine,
  observationLine,
  relationshipLine,
  runLine,
  sourceLine,
} from './transfer-file/write-lines.ts'

/** Writes everything that one person knows, in a fixed order, with little of it in memory at a time. */
export class Exporter {
  readonly #ports: { readonly db: Db; readonly blobs: Blobs }
  readonly #store: TransferStore

  constructor(ports: { readonly db: Db; readonly blobs: Blobs }) {
    this.#ports = ports
    this.#store = new TransferStore(ports.db)
  }

  /**
   * A concurrent write is in the file as a whole or not at all. Relationships and merges come first, so both their
   * ends are among the sources, unless one is erased meanwhile.
   */
  async *lines(owner: Owner): AsyncGenerator<string> {
    const writer = new LineWriter()
    yield writer.head()
    yield* this.#relationships(owner, writer)
    yield* this.#merges(owner, writer)
    for await (const ids of this.#portions(owner)) yield* this.#sources(owner, ids, writer)
    yield writer.end()
  }

  async *#relationships(owner: Owner, writer: LineWriter): AsyncGenerator<string> {
    let after: string | undefined
    for (;;) {
      const rows = await this.#store.relationships(owner, after)
      for (const row of rows) yield writer.write(relationshipLine(row))
      after = rows.at(-1)?.id
      if (after === undefined) return
    }
  }

  async *#merges(owner: Owner, writer: LineWriter): AsyncGenerator<string> {
    let after: number | undefined = -1
    while (after !== undefined) {
      const rows = await this.#store.merges(owner, after)
      for (const row of rows) yield writer.write(mergeLine(row))
      after = rows.at(-1)?.number
    }
  }

  /** Sources that are read together: many small ones, or a large one. */
  async *#portions(owner: Owner): AsyncGenerator<readonly string[]> {
    let portion: SourceSize[] = []
    let after: string | undefined
    for (;;) {
      const sizes = await this.#store.sourceSizes(owner, after)
      after = sizes.at(-1)?.id
      for (const size of sizes) {
        if (portion.length > 0 && isFull([...portion, size])) {
          yield portion.map(({ id }) => id)
          portion = []
        }
        portion.push(size)
      }
      if (after !== undefined) continue
      if (portion.length > 0) yield portion.map(({ id }) => id)
      return
    }
  }

  async *#sources(owner: Owner, ids: readonly string[], writer: LineWriter): AsyncGenerator<string> {
    const { sources, runs, observations } = await this.#read(owner, ids)
    let said = observations
    for (const source of sources) {
      const own = runs.filter(({ source_id }) => source_id === source.id)
      yield writer.write(sourceLine(source))
      if (source.kind === 'file') yield* this.#bytes(owner, source.content_hash, writer)
      for (const run of own) yield writer.write(runLine(run))
      for (;;) {
        const mine = said.filter(({ run_id }) => own.some(({ id }) => id === run_id))
        for (const one of mine) yield writer.write(observationLine(one, source))
        const last = said.at(-1)
        if (last?.source_id !== source.id) break
        said = await this.#store.observations(owner, ids, last)
      }
    }
  }

  /** Under the lock of this person, so that no source is read half-written. */
  #read(owner: Owner, ids: readonly string[]) {
    return this.#ports.db.transaction(owner, async (tx) => {
      const db = dbOf(tx)
      await new LogStore(db).lock(owner)
      const store = new TransferStore(db)
      const sources = await store.sources(owner, ids)
      const runs = await store.runs(owner, ids)
      const observations: readonly ObservationRow[] = await store.observations(owner, ids, undefined)
      return { sources, runs, observations }
    })
  }

  async *#bytes(owner: Owner, sha256: string, writer: LineWriter): AsyncGenerator<string> {
    const blob = await this.#ports.blobs.getStream(owner, sha256)
    if (blob === undefined) throw new Error('The bytes of a source are missing')
    let rest = Buffer.alloc(0)
    // The same stream has two types: the platform's, and Node's, which can be iterated.
    for await (const chunk of blob.bytes as unknown as AsyncIterable<Uint8Array>) {
      rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
      for (; rest.length >= bytesPerLine; rest = rest.subarray(bytesPerLine))
        yield writer.write({ bytes: rest.subarray(0, bytesPerLine).toString('base64') })
    }
    if (rest.length > 0) yield writer.write({ bytes: rest.toString('base64') })
  }
}

function isFull(portion: readonly SourceSize[]): boolean {
  const letters = portion.reduce((sum, size) => sum + size.letters, 0)
  const observations = portion.reduce((sum, size) => sum + size.observations, 0)
  return portion.length > 200 || letters > 4_000_000 || observations > 1000
}
