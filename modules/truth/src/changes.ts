import type { Json, Ports } from '@quipu/kit'
import type { Entities } from './entities.ts'
import type { Erasures } from './erasures.ts'
import { sourceNotFound, TruthError } from './errors.ts'
import { fieldValue, typeInWords } from './model/field-value.ts'
import { canonicalText, mergeIdOf, observationIdOf, runIdOf, sha256, sourceIdOf } from './model/ids.ts'
import { keysOf } from './model/identity.ts'
import type { Observation } from './model/observation.ts'
import type { Effects, Recorder } from './recorder.ts'
import { fieldOf } from './model/schema.ts'
import { schemaOf } from './model/schemas.ts'
import type { LogStore } from './store/log-store.ts'
import type { MergeStore } from './store/merge-store.ts'
import type { Owner } from './store/tables.ts'

const correctionInterpreter = 'correction@1'
const correctionPriority = 1000

/** Changes by people: corrections, merges, erasures. Each is an entry of the log and can be traced. */
export class Changes {
  readonly #log: LogStore
  readonly #merges: MergeStore
  readonly #entities: Entities
  readonly #recorder: Recorder
  readonly #erasures: Erasures
  readonly #ports: Pick<Ports, 'now'>

  constructor(
    stores: { log: LogStore; merges: MergeStore },
    entities: Entities,
    recorder: Recorder,
    erasures: Erasures,
    ports: Pick<Ports, 'now'>,
  ) {
    this.#log = stores.log
    this.#merges = stores.merges
    this.#entities = entities
    this.#recorder = recorder
    this.#erasures = erasures
    this.#ports = ports
  }

  /** Takes precedence over all sources until a later correction. Repeating the current one changes nothing. */
  async correct(
    owner: Owner,
    edit: {
      readonly entityId: string
      readonly entityType: string
      readonly field: string
      readonly value: Json
    },
  ): Promise<{
    readonly observation: Observation
    readonly value: Json
    readonly effects: Effects | undefined
  }> {
    await this.#log.lock(owner)
    const { keys } = await this.#entities.keysOf(owner, edit.entityId)
    const row = await this.#entities.current(owner, edit.entityId)
    const value = checkedValue(row.entity_type, edit)
    const earlier = (await this.#log.liveObservations(owner, keys))
      .filter(({ correction, fields }) => correction > 0 && edit.field in fields)
      .toSorted((a, b) => b.correction - a.correction)[0]
    if (earlier !== undefined && canonicalText(earlier.fields[edit.field] ?? null) === canonicalText(value))
      return { observation: earlier, value, effects: undefined }

    const number = (earlier?.correction ?? 0) + 1
    const now = this.#ports.now()
    const said = { entity_id: edit.entityId, field: edit.field, value, replaces: earlier?.id ?? null }
    const observation = correctionOf(said, row.entity_type, number, now)
    const content = canonicalText(said)
    await this.#log.addSource(owner, {
      id: observation.sourceId,
      kind: 'correction',
      content_hash: sha256(content),
      mime_type: 'application/json',
      original_filename: null,
      file_size: Buffer.byteLength(content),
      content,
      text: null,
      observed_at: now,
      provenance: null,
      created_at: now,
    })
    await this.#log.addRun(owner, {
      id: observation.runId,
      source_id: observation.sourceId,
      number: 1,
      interpreter: correctionInterpreter,
      config: {},
      status: 'done',
      notes: [],
      entities_created: 0,
      observations_created: 1,
      created_at: now,
    })
    const identity = keysOf(schemaOf(row.entity_type), observation.fields)
    const effects = await this.#recorder.record(
      owner,
      [{ observation, keys: { ...identity, entityId: edit.entityId } }],
      now,
    )
    return { observation, value, effects }
  }

  async merge(owner: Owner, fromId: string, toId: string, reason: string | null) {
    await this.#log.lock(owner)
    const from = await this.#entities.keysOf(owner, fromId)
    const to = await this.#entities.keysOf(owner, toId)
    if (from.head === to.head)
      throw new TruthError('ENTITY_ALREADY_MERGED', `${fromId} and ${toId} already are the same entity`)
    if (fromId !== from.head)
      throw new TruthError(
        'ENTITY_ALREADY_MERGED',
        `${fromId} is already merged into ${from.head}; merge that one`,
      )
    const source = await this.#entities.current(owner, fromId)
    const target = await this.#entities.current(owner, toId)
    if (source.entity_type !== target.entity_type)
      throw new TruthError(
        'VALIDATION_ERROR',
        `Only entities of one type can be merged: ${fromId} is ${source.entity_type}, ${toId} is ${target.entity_type}`,
      )
    const { id, now } = await this.#addMerge(owner, from.head, to.head, reason)
    const effects = await this.#recorder.refresh(owner, [from.head, to.head])
    return { id, from: from.head, to: to.head, moved: source.observation_count, mergedAt: now, effects }
  }

  /** Undoes the latest merge of this entity into another. Both are as they would be without it. */
  async unmerge(owner: Owner, fromId: string) {
    await this.#log.lock(owner)
    await this.#entities.keysOf(owner, fromId)
    const merge = await this.#merges.latestFrom(owner, fromId)
    if (merge === undefined)
      throw new TruthError(
        'MERGE_NOT_FOUND',
        `${fromId} is not merged into another entity, so there is nothing to undo`,
      )
    const now = this.#ports.now()
    await this.#merges.undo(owner, merge.id, now)
    const effects = await this.#recorder.refresh(owner, [merge.from_id, merge.to_id])
    return { from: merge.from_id, to: merge.to_id, unmergedAt: now, effects }
  }

  /** Two entities that are not the same: they are suggested as one no more. Saying it again changes nothing. */
  async keepApart(owner: Owner, oneId: string, otherId: string): Promise<void> {
    await this.#log.lock(owner)
    const one = await this.#entities.keysOf(owner, oneId)
    const other = await this.#entities.keysOf(owner, otherId)
    if (one.head === other.head)
      throw new TruthError(
        'ENTITY_ALREADY_MERGED',
        `${oneId} and ${otherId} are the same entity; take their merge back first`,
      )
    if (await this.#merges.isKeptApart(owner, one.keys, other.keys)) return
    const { id, now } = await this.#addMerge(owner, one.head, other.head, null)
    await this.#merges.undo(owner, id, now)
  }

  /** Takes back that two entities were kept apart. */
  async suggestAgain(owner: Owner, oneId: string, otherId: string): Promise<void> {
    await this.#log.lock(owner)
    const one = await this.#entities.keysOf(owner, oneId)
    const other = await this.#entities.keysOf(owner, otherId)
    await this.#merges.removeKeptApart(owner, one.keys, other.keys)
  }

  async #addMerge(owner: Owner, from: string, to: string, reason: string | null) {
    // The time distinguishes this merge from an earlier one of the same two, which was undone.
    const last = await this.#merges.lastTime(owner, from, to)
    const now = new Date(Math.max(this.#ports.now().getTime(), (last?.getTime() ?? 0) + 1))
    const id = mergeIdOf(from, to, now.toISOString())
    await this.#merges.add(owner, { id, from_id: from, to_id: to, reason, merged_at: now })
    return { id, now }
  }

  /** Removes a source and everything that rests only on it. This cannot be undone. */
  async eraseSource(
    owner: Owner,
    sourceId: string,
  ): Promise<{ readonly effects: Effects; readonly observations: number }> {
    await this.#log.lock(owner)
    const source = await this.#log.source(owner, sourceId)
    if (source === undefined) throw sourceNotFound(sourceId)
    const keys = await this.#log.entitiesOfSource(owner, sourceId)
    const observations = await this.#log.eraseSource(owner, sourceId)
    const effects = await this.#recorder.forget(owner, keys)
    await this.#erasures.follow(owner, source)
    return { effects, observations }
  }
}

function checkedValue(
  entityType: string,
  edit: { entityType: string; field: string; value: Json; entityId: string },
): Json {
  if (edit.entityType !== entityType)
    throw new TruthError(
      'VALIDATION_ERROR',
      `entity_type must be ${entityType}: that is what ${edit.entityId} is`,
    )
  const field = fieldOf(schemaOf(entityType), edit.field)
  if (field === undefined)
    throw new TruthError('VALIDATION_ERROR', `${entityType} has no field of that name`, {
      fields: Object.keys(schemaOf(entityType).fields),
    })
  const value = fieldValue(field, edit.value)
  if (value === undefined)
    throw new TruthError('VALIDATION_ERROR', `value must be ${typeInWords[field.type]}`)
  return value
}

function correctionOf(
  said: {
    readonly entity_id: string
    readonly field: string
    readonly value: Json
    readonly replaces: string | null
  },
  entityType: string,
  number: number,
  now: Date,
): Observation {
  const sourceId = sourceIdOf(sha256(canonicalText(said)))
  const runId = runIdOf(sourceId, correctionInterpreter, {})
  const fields = { [said.field]: said.value }
  return {
    id: observationIdOf(runId, said.entity_id, fields),
    entityId: said.entity_id,
    // A correction is not evidence of identity: it belongs to the entity that it was made for.
    keys: { identifiers: [], name: undefined },
    entityType,
    schemaVersion: schemaOf(entityType).version,
    sourceId,
    runId,
    observedAt: now.toISOString(),
    recordedAt: now.toISOString(),
    specificity: 1,
    priority: correctionPriority,
    correction: number,
    fields,
    fragments: {},
    spans: { [said.field]: { kind: 'json', pointer: '/value', text: JSON.stringify(said.value) } },
  }
}
