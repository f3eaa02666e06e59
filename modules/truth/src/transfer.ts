import type { Download, Ports } from '@quipu/kit'
import { resourceChanged } from '@quipu/kit'
import { TruthError } from './errors.ts'
import { Exporter } from './exporter.ts'
import { Importer } from './importer.ts'
import { Spool } from './spool.ts'
import type { Owner } from './store/tables.ts'
import { BrokenFile } from './transfer-file/broken-file.ts'
import { checkLines } from './transfer-file/check-lines.ts'
import type { Line } from './transfer-file/lines.ts'
import { readLines } from './transfer-file/read-lines.ts'

/** Export and import of everything that one person knows. */
export class Transfer {
  readonly #ports: Pick<Ports, 'blobs' | 'bus' | 'db' | 'installation'>

  constructor(ports: Pick<Ports, 'blobs' | 'bus' | 'db' | 'installation'>) {
    this.#ports = ports
  }

  export(owner: Owner): Download {
    const lines = new Exporter(this.#ports).lines(owner)
    return {
      bytes: ReadableStream.from(inChunks(lines)),
      fileName: 'truth.jsonl',
      contentType: 'application/jsonl; charset=utf-8',
    }
  }

  /** An incomplete file is refused before anything is written. */
  async import(owner: Owner, bytes: AsyncIterable<Uint8Array>) {
    await using spool = await Spool.fill(this.#ports.installation.folder, bytes)
    const end = await checked(spool)
    const read = async function* () {
      // Every line was checked, and no other process can write to the spool.
      for await (const { json } of readLines(spool.bytes())) yield json as unknown as Line
    }
    const added = await new Importer(this.#ports, owner).add(read)
    resourceChanged(this.#ports.bus, 'truth://timeline', owner)
    return {
      sources_added: added.sources,
      observations_added: added.observations,
      relationships_added: added.relationships,
      merges_added: added.merges,
      in_file: {
        sources: end.sources,
        observations: end.observations,
        relationships: end.relationships,
        merges: end.merges,
      },
      content_sha256: end.content_sha256,
    }
  }
}

async function checked(spool: Spool) {
  try {
    return await checkLines(readLines(spool.bytes()))
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error
    throw new TruthError(
      'VALIDATION_ERROR',
      `Line ${error.line} ${error.message}. Nothing was imported. Send a file as truth export wrote it.`,
      { line: error.line },
    )
  }
}

/** Lines are sent in batches; one by one they would cost too much. */
async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let waiting = ''
  for await (const line of lines) {
    waiting += line
    if (waiting.length < 64 * 1024) continue
    yield Buffer.from(waiting)
    waiting = ''
  }
  if (waiting !== '') yield Buffer.from(waiting)
}
