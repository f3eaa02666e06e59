import type { Blobs, Db } from '@quipu/kit'
import { keysOf } from './model/identity.ts'
import { mergeIdOf } from './model/ids.ts'
import type { Observation } from './model/observation.ts'
import type { Observed } from './model/observe.ts'
import { fieldsOf } from './model/reducer.ts'
import { schemaOf } from './model/schemas.ts'
import { Recorder } from './recorder.ts'
import { EntityStore } from './store/entity-store.ts'
import type { RunRow, SourceRow } from './store/log-store.ts'
import { LogStore } from './store/log-store.ts'
import { MergeStore } from './store/merge-store.ts'
import type { RelationshipRow } from './store/relationship-store.ts'
import { TransferStore } from './store/transfer-store.ts'
import type { Owner } from './store/tables.ts'
import { dbOf } from './store/transaction-db.ts'
import type { Line, MergeLine, ObservationLine, RelationshipLine } from './transfer-file/lines.ts'
import { LineCursor } from './transfer-file/line-cursor.ts'

export interface Imported {
  readonly sources: number
  readonly observations: number
  readonly relationships: number
  readonly merges: number
}

/**
 * Adds the content of a checked file to what a person knows. Existing data stays as it is, so an interrupted import
 * is completed by repeating it.
 */
export class Importer {
  readonly #ports: { readonly db: Db; readonly blobs: Blobs }
  readonly #owner: Owner
  #portion: Portion = emptyPortion()
  #sources = 0
  #observations = 0

  constructor(ports: { readonly db: Db; readonly blobs: Blobs }, owner: Owner) {
    this.#ports = ports
    this.#owner = owner
  }

  /** Reads the file twice: the entities of relationships and merges must exist before them. */
  async add(read: () => AsyncIterable<Line>): Promise<Imported> {
    await this.#addSources(new LineCursor(read()))
    const cursor = new LineCursor(read())
    await cursor.skip('quipu_truth')
    const relationships = await this.#addRelationships(cursor)
    const merges = await this.#addMerges(cursor)
    await cursor.close()
    return { sources: this.#sources, observations: this.#observations, relationships, merges }
  }

  async #addSources(cursor: LineCursor): Promise<void> {
    for (const kind of ['quipu_truth', 'relationship', 'merge'] as const) await cursor.skip(kind)
    for (let line = await cursor.take('source'); line; line = await cursor.take('source')) {
      const source = sourceFrom(line)
      if (source.kind === 'file') await this.#addBytes(source.content_hash, cursor)
      const runs: RunRow[] = []
      for (let run = await cursor.take('run'); run; run = await cursor.take('run'))
        runs.push({
          ...run.run,
          ...run.learned,
          source_id: source.id,
          created_at: new Date(run.learned.created_at),
        })
      this.#portion.sources.push({ source, runs })
      for (let one = await cursor.take('observation'); one; one = await cursor.take('observation')) {
        this.#portion.observed.push(observedFrom(one, source.id))
        if (this.#portion.observed.length >= 1000) await this.#flush(source.id)
      }
      this.#portion.letters += (source.content ?? '').length + (source.text ?? '').length
      if (this.#portion.sources.length >= 200 || this.#portion.letters > 4_000_000) await this.#flush()
    }
    await this.#flush()
  }

  async #addBytes(sha256: string, cursor: LineCursor): Promise<void> {
    const { blobs } = this.#ports
    const isNew = (await blobs.size(this.#owner, sha256)) === undefined
    await blobs.putStream(this.#owner, bytesOf(cursor))
    if (isNew) this.#portion.newBlobs.push(sha256)
  }

  /** One transaction. `unfinished` is a source with more observations to come. */
  async #flush(unfinished?: string): Promise<void> {
    const portion = this.#portion
    this.#portion = emptyPortion()
    const last = portion.sources.at(-1)
    if (unfinished !== undefined && last !== undefined) this.#portion.sources.push(last)
    try {
      const added = await this.#ports.db.transaction(this.#owner, (tx) =>
        this.#write(dbOf(tx), portion, unfinished),
      )
      this.#sources += added.sources
      this.#observations += added.observations
    } catch (error) {
      for (const sha256 of portion.newBlobs) await this.#ports.blobs.delete(this.#owner, sha256)
      throw error
    }
  }

  async #write(db: Db, { sources, observed }: Portion, unfinished: string | undefined) {
    const owner = this.#owner
    const log = new LogStore(db)
    const store = new TransferStore(db)
    const recorder = new Recorder(log, new EntityStore(db))
    await log.lock(owner)
    const ids = sources.map(({ source }) => source.id)
    const known = await store.knownSources(owner, ids)
    const fresh = sources.filter(({ source }) => !known.has(source.id))
    for (const { source, runs } of fresh) {
      await log.addSource(owner, source)
      for (const run of runs) await log.addRun(owner, run)
    }
    const runs = await store.runs(owner, ids)
    const runIds = new Set(runs.map(({ id }) => id))
    const kept = observed.filter(({ observation }) => runIds.has(observation.runId))
    const now = new Date(kept[0]?.observation.recordedAt ?? 0)
    const { observationsCreated } = await recorder.record(owner, kept, now)
    for (const [sourceId, own] of Map.groupBy(runs, ({ source_id }) => source_id)) {
      const newest = own.findLast(({ status }) => status !== 'failed')
      if (own.length > 1 && newest !== undefined && sourceId !== unfinished)
        await recorder.record(owner, [], now, { superseding: { sourceId, runId: newest.id } })
    }
    return { sources: fresh.length, observations: observationsCreated }
  }

  async #addRelationships(cursor: LineCursor): Promise<number> {
    let count = 0
    for await (const lines of cursor.portions('relationship', 1000)) {
      const rows = lines.map(relationshipFrom)
      count += await this.#ports.db.transaction(this.#owner, async (tx) => {
        const db = dbOf(tx)
        await new LogStore(db).lock(this.#owner)
        return new TransferStore(db).addRelationships(this.#owner, rows)
      })
    }
    return count
  }

  async #addMerges(cursor: LineCursor): Promise<number> {
    let count = 0
    for await (const lines of cursor.portions('merge', 50))
      count += await this.#ports.db.transaction(this.#owner, (tx) => this.#writeMerges(dbOf(tx), lines))
    return count
  }

  async #writeMerges(db: Db, lines: readonly MergeLine[]): Promise<number> {
    const owner = this.#owner
    const log = new LogStore(db)
    const merges = new MergeStore(db)
    await log.lock(owner)
    const rows = lines.map(({ merge, learned }) => ({
      ...merge,
      ...learned,
      id: mergeIdOf(merge.from_id, merge.to_id, learned.merged_at),
    }))
    const fresh = await new TransferStore(db).newMerges(owner, rows)
    const added = rows.filter(({ id }) => fresh.has(id))
    for (const { id, from_id, to_id, reason, merged_at, undone_at } of added) {
      await merges.add(owner, { id, from_id, to_id, reason, merged_at: new Date(merged_at) })
      if (undone_at !== undefined) await merges.undo(owner, id, new Date(undone_at))
    }
    const counting = added.filter(({ undone_at }) => undone_at === undefined)
    const ends = [...new Set(counting.flatMap(({ from_id, to_id }) => [from_id, to_id]))]
    if (ends.length > 0) await new Recorder(log, new EntityStore(db)).refresh(owner, ends)
    return added.length
  }
}

interface Portion {
  readonly sources: { readonly source: SourceRow; readonly runs: readonly RunRow[] }[]
  readonly observed: Observed[]
  /** Blobs written for this portion; they are removed if it fails. */
  readonly newBlobs: string[]
  letters: number
}

function emptyPortion(): Portion {
  return { sources: [], observed: [], newBlobs: [], letters: 0 }
}

async function* bytesOf(cursor: LineCursor): AsyncGenerator<Uint8Array> {
  for (let line = await cursor.take('bytes'); line; line = await cursor.take('bytes'))
    yield Buffer.from(line.bytes, 'base64')
}

function relationshipFrom({ relationship, learned }: RelationshipLine): RelationshipRow {
  return { ...relationship, created_at: new Date(learned.created_at) }
}

function sourceFrom({ source, learned }: Extract<Line, { source: unknown }>): SourceRow {
  // One of the two has it, because the file was checked.
  const observedAt = source.observed_at ?? learned.observed_at ?? learned.created_at
  return { ...source, observed_at: new Date(observedAt), created_at: new Date(learned.created_at) }
}

function observedFrom({ observation: one, learned }: ObservationLine, sourceId: string): Observed {
  const observation: Observation = {
    id: one.id,
    entityId: one.entity_id,
    keys: { identifiers: one.identifier_ids, name: one.name_id ?? undefined },
    entityType: one.entity_type,
    schemaVersion: one.schema_version,
    sourceId,
    runId: one.run_id,
    observedAt: one.observed_at ?? learned.observed_at ?? learned.created_at,
    recordedAt: learned.created_at,
    specificity: one.specificity,
    priority: one.priority,
    correction: one.correction,
    fields: one.fields,
    fragments: one.fragments,
    spans: one.spans,
  }
  const schema = schemaOf(one.entity_type)
  const { lookups } = keysOf(schema, fieldsOf(schema, observation))
  return {
    observation,
    keys: { entityId: observation.entityId, keys: observation.keys, lookups },
  }
}
