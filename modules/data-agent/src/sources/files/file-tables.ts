import { quotedName } from '../quoted-name.ts'
import { stat } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { SourceError } from '../source.ts'
import type { DataFile } from './find-files.ts'
import { pathText } from './path-text.ts'

interface Kept {
  readonly stamp: string
  /** What it takes of the room for copies, in bytes. */
  readonly room: number
}

/**
 * Each file is one view. Small CSV and JSON files are copied into memory once, since DuckDB guesses their columns anew
 * with every statement that reads them; the view then stands over the copy.
 */
export class FileTables {
  readonly #files: ReadonlyMap<string, DataFile>
  /** Of all files that are copied, in bytes. */
  readonly #most: number
  /** For copies and statements together, in bytes. */
  readonly #memory: number
  readonly #kept = new Map<string, Kept>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(files: readonly DataFile[], memoryMb: number) {
    this.#files = new Map(files.map((file) => [file.name.toLowerCase(), file]))
    this.#memory = memoryMb * 2 ** 20
    this.#most = Math.min(mostCopied, this.#memory / 4)
  }

  async make(connection: DuckDBConnection): Promise<void> {
    await connection.run('create schema copies')
    for (const file of this.#files.values()) await this.#make(connection, file)
  }

  has(name: string): boolean {
    return this.#files.has(name.toLowerCase())
  }

  /** Brings tables up to date whose file has changed; all of them unless some are named. */
  async renew(
    connection: DuckDBConnection,
    stopped: AbortSignal,
    names: readonly string[] = [...this.#files.keys()],
  ): Promise<void> {
    for (const name of names) {
      const file = this.#files.get(name.toLowerCase())
      if (file !== undefined && (await this.#isOld(file)))
        await this.#inTurn(async () => {
          stopped.throwIfAborted()
          if (await this.#isOld(file)) await this.#make(connection, file)
        })
    }
  }

  async #isOld(file: DataFile): Promise<boolean> {
    return this.#kept.get(file.name)?.stamp !== (await stampOf(file)).stamp
  }

  /** Two connections that replace one view at the same time would be in each other's way. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }

  async #make(connection: DuckDBConnection, file: DataFile): Promise<void> {
    const { stamp, size } = await stampOf(file)
    this.#kept.delete(file.name)
    const room = size * growth(file)
    const taken = [...this.#kept.values()].reduce((sum, kept) => sum + kept.room, 0)
    const isCopied = taken + room <= this.#most && (await copied(connection, file, this.#memory))
    if (!isCopied) await readAnew(connection, file, this.#memory)
    this.#kept.set(file.name, { stamp, room: isCopied ? room : 0 })
  }
}

const mostCopied = 256 * 2 ** 20

/** Parquet is read fast as it is, by the columns needed. What is packed becomes about eight times as large. */
function growth({ reader, path }: DataFile): number {
  if (reader === 'read_parquet') return Infinity
  return /\.gz$/i.test(path) ? 8 : 1
}

/** False when it does not fit or cannot be read to its end: then whoever asks for it is told. */
async function copied(connection: DuckDBConnection, file: DataFile, memory: number): Promise<boolean> {
  const name = quotedName(file.name)
  await connection.run('begin')
  try {
    await connection.run(`create or replace table copies.${name} as select * from ${scan(file, memory)}`)
    await connection.run(`create or replace view main.${name} as select * from copies.${name}`)
    const isSmall = (await memoryOf(connection)) <= memory / 2
    await connection.run(isSmall ? 'commit' : 'rollback')
    return isSmall
  } catch (error) {
    await connection.run('rollback')
    if (error instanceof Error && /interrupt/i.test(error.message)) throw error
    return false
  }
}

async function memoryOf(connection: DuckDBConnection): Promise<number> {
  const found = await connection.runAndReadAll('select sum(memory_usage_bytes)::double from duckdb_memory()')
  return Number(found.getRows()[0]?.[0])
}

async function readAnew(connection: DuckDBConnection, file: DataFile, memory: number): Promise<void> {
  const name = quotedName(file.name)
  await connection.run(`create or replace view main.${name} as select * from ${scan(file, memory)}`)
  await connection.run(`drop table if exists copies.${name}`)
}

/** Two buffers of a CSV file, 32 MB each by default, are held at a time; one holds at least the longest line, 2 MB. */
function scan({ path, reader }: DataFile, memory: number): string {
  const buffer = Math.round(Math.min(32 * 2 ** 20, Math.max(2 * 2 ** 20, memory / 16)))
  const options = reader === 'read_csv' ? `, sample_size = 20480, buffer_size = ${buffer}` : ''
  return `${reader}(${pathText(path)}${options})`
}

/** Another one for another content: the file's identity, size and times. */
async function stampOf({ path }: DataFile): Promise<{ readonly stamp: string; readonly size: number }> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    return { stamp: [dev, ino, size, mtimeNs, ctimeNs].join(' '), size: Number(size) }
  } catch (cause) {
    throw new SourceError('missing', 'The file is not there; check its path', { cause })
  }
}
