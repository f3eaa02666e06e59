import type { Ports } from '@quipu/kit'
import { z } from 'zod'
import { sourceIdOf } from './model/ids.ts'
import type { LogStore, SourceRow } from './store/log-store.ts'
import type { Owner } from './store/tables.ts'

type ErasurePorts = Pick<Ports, 'blobs' | 'db' | 'forget' | 'jobs'>

/** What is left of a source once its rows are deleted: its file, kept answers, and pages of the store. */
export class Erasures {
  readonly #ports: ErasurePorts

  constructor(log: LogStore, ports: ErasurePorts) {
    this.#ports = ports
    ports.jobs.define(deleteFile, {
      run: async (payload, { scope }) => {
        if ('everyone' in scope) return
        const { sha256 } = FileOfSource.parse(payload)
        await ports.db.transaction(scope, async (tx) => {
          // A call that ingests the same file again waits, and finds that it was deleted.
          await log.lockIn(tx, scope)
          if (!(await log.hasSourceIn(tx, scope, sourceIdOf(sha256)))) await ports.blobs.delete(scope, sha256)
        })
      },
    })
  }

  /** Part of the call. The file is deleted after its commit, so that no source is ever without its file. */
  async follow(owner: Owner, { kind, content_hash }: SourceRow): Promise<void> {
    await this.#ports.forget(owner, tablesWithValues)
    if (kind === 'file') await this.#ports.jobs.enqueue(owner, deleteFile, { sha256: content_hash })
  }
}

const deleteFile = 'truth.delete-file'
const FileOfSource = z.object({ sha256: z.string() })

/** Tables that contain the statements, the name or the words of a source. */
const tablesWithValues = [
  'truth_sources',
  'truth_source_words',
  'truth_runs',
  'truth_readings',
  'truth_observations',
  'truth_lookups',
  'truth_snapshots',
  'truth_merges',
  'truth_relationships',
  'truth_events',
]
