import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The store in this folder is not complete any more. */
export class DataFolderDamaged extends Error {
  override readonly name = 'DataFolderDamaged'
  readonly code = 'DATA_FOLDER_DAMAGED'

  constructor(folder: string, problem: string, options?: ErrorOptions) {
    super(
      `The store in the data folder ${folder} is damaged: ${problem}. ` +
        'No new store was made in its place. Put the whole data folder back from a backup; ' +
        'to begin with nothing instead, choose another folder with QUIPU_DATA_DIR.',
      options,
    )
  }
}

/** The problem in words; undefined if nothing is missing. */
export function missingPart(store: string): string | undefined {
  if (!existsSync(store)) return 'its folder store is gone'
  if (readdirSync(store).length === 0) return 'its folder store is empty'
  const missing = needed.find((part) => !existsSync(join(store, part)))
  if (missing !== undefined) return `${missing} is missing in its folder store`
  const log = neededLog(readFileSync(join(store, 'global/pg_control')))
  const lost = log.find((segment) => !existsSync(join(store, 'pg_wal', segment)))
  return lost && `pg_wal/${lost}, the log of its latest changes, is missing in its folder store`
}

/** The files of another major version of the engine cannot be read. A backup can: it does not depend on the engine. */
export function requireOwnEngine(folder: string, store: string): void {
  const found = readFileSync(join(store, 'PG_VERSION'), 'utf8').trim()
  if (found === ownEngine) return
  throw new Error(
    `The store in ${folder} was made by another version of its engine (${found}, this one is ${ownEngine}). ` +
      'Make a backup with the version of Quipu that made it, and restore that with this one.',
  )
}

/** The major version of PostgreSQL that PGlite is. */
const ownEngine = '18'

/** If any of these is missing, PGlite creates a new store or ends silently. */
const needed = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact', 'pg_multixact']

/** The files of the log that a start reads first: where the last checkpoint is, and where it begins. */
function neededLog(control: Buffer): readonly string[] {
  if (control.length < 52 || control.readUInt32LE(8) !== knownLayout) return []
  const timeline = control.readUInt32LE(48)
  return [40, 32].map((place) => segmentName(timeline, control.readBigUInt64LE(place)))
}

/** Of `pg_control` in PostgreSQL 18. Other layouts are left to the engine. */
const knownLayout = 1800
const segmentBytes = 16n * 1024n * 1024n
const segmentsPerLog = 0x1_0000_0000n / segmentBytes

function segmentName(timeline: number, position: bigint): string {
  const segment = position / segmentBytes
  return [BigInt(timeline), segment / segmentsPerLog, segment % segmentsPerLog]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}
