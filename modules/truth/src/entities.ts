import type { JsonObject } from '@quipu/kit'
import type { Asked } from './default-reply.ts'
import { defaultRows, nextOf, replyOf } from './default-reply.ts'
import { Duplicates } from './duplicates.ts'
import { entityNotFound, TruthError } from './errors.ts'
import type { Bounds, DatedMerge } from './model/history.ts'
import { observationsWithin } from './model/history.ts'
import { entityIdPattern } from './model/ids.ts'
import { canonicalNameOf } from './model/identity.ts'
import { possibleIdentifiers } from './model/normal-forms.ts'
import type { Observation } from './model/observation.ts'
import type { EntityState } from './model/reducer.ts'
import { fieldsOf, provenanceOf, reasonForLoss, reduce, snapshotOf } from './model/reducer.ts'
import { fieldOf } from './model/schema.ts'
import { schemaOf } from './model/schemas.ts'
import type { EntityStore } from './store/entity-store.ts'
import type { SnapshotRow } from './store/snapshot-row.ts'
import type { LogStore } from './store/log-store.ts'
import type { FindStore } from './store/find-store.ts'
import type { Owner } from './store/tables.ts'
import type { Loser, Traced } from './trace-view.ts'
import type { EntityView, ObservationView, SnapshotView } from './views.ts'
import { entityView, observationView, suggestionView } from './views.ts'

/** What is needed to tell how an entity was: every key that it was ever related to, and the merges of these. */
interface History {
  readonly keys: readonly string[]
  readonly merges: readonly DatedMerge[]
  readonly bounds: Bounds
}

/** What is known about entities, now or at an earlier time. */
export class Entities {
  readonly #log: LogStore
  readonly #entities: EntityStore
  readonly #find: FindStore
  readonly #duplicates: Duplicates

  constructor(log: LogStore, entities: EntityStore, find: FindStore) {
    this.#log = log
    this.#entities = entities
    this.#find = find
    this.#duplicates = new Duplicates(entities, log)
  }

  /** The current id of this entity, and all its keys. */
  async keysOf(
    owner: Owner,
    id: string,
  ): Promise<{ readonly head: string; readonly keys: readonly string[] }> {
    requireEntityId(id)
    const [node] = await this.#entities.nodes(owner, [id])
    if (node === undefined) throw entityNotFound(id)
    const members = await this.#entities.members(owner, [node.head_id])
    return { head: node.head_id, keys: members.map((member) => member.id) }
  }

  async current(owner: Owner, id: string): Promise<SnapshotRow> {
    requireEntityId(id)
    const row = await this.#entities.snapshotOfKey(owner, id)
    if (row === undefined) throw entityNotFound(id)
    return row
  }

  async snapshot(owner: Owner, id: string, bounds: Bounds): Promise<SnapshotView> {
    if (bounds.at === undefined && bounds.knownAt === undefined) {
      const row = await this.current(owner, id)
      const suggested = await this.#duplicates.of(owner, [row])
      const view = storedView(row)
      return suggested.length === 0 ? view : { ...view, possible_duplicates: suggested.map(suggestionView) }
    }
    requireEntityId(id)
    const keys = await this.#find.everRelatedKeys(owner, id)
    const merges = await this.#datedMerges(owner, keys)
    const stored = await this.#storedThen(owner, id, { keys, merges, bounds })
    if (stored !== undefined) return storedView(stored)
    const { head, entityType, observations, count } = await this.#deciding(owner, id, {
      keys,
      merges,
      bounds,
    })
    const last = observations.reduce((later, { observedAt }) => (observedAt > later ? observedAt : later), '')
    const state = reduce(schemaOf(entityType), observations)
    return snapshotView(head, entityType, state, count, last)
  }

  /** What is stored, if nothing was observed or merged after the time that is asked for: neither of it nor of what it is related to. */
  async #storedThen(
    owner: Owner,
    id: string,
    { keys, merges, bounds }: History,
  ): Promise<SnapshotRow | undefined> {
    const nodes = await this.#entities.nodes(owner, keys)
    const head = nodes.find((node) => node.id === id)?.head_id
    if (head === undefined) throw entityNotFound(id)
    const { at, knownAt } = bounds
    if (at === undefined || knownAt !== undefined || merges.some(({ mergedAt }) => mergedAt > at))
      return undefined
    const heads = new Set(nodes.map(({ head_id }) => head_id))
    const rows = await this.#entities.snapshots(owner, [...heads])
    const isStillTrue = rows.every((row) => row.last_observation_at.toISOString() <= at)
    return isStillTrue ? rows.find(({ entity_id }) => entity_id === head) : undefined
  }

  async observations(owner: Owner, id: string, { limit, offset }: Asked) {
    const { head, keys } = await this.keysOf(owner, id)
    const [row] = await this.#entities.snapshots(owner, [head])
    const page = { limit: limit ?? defaultRows, offset }
    const found = await this.#log.observationPage(owner, keys, page)
    const total = row?.observation_count ?? 0
    return replyOf(limit, found.length, (rows) => ({
      observations: found.slice(0, rows).map((one): ObservationView => observationView(one, head)),
      total,
      limit: rows < found.length ? rows : page.limit,
      offset,
      ...nextOf(offset + rows, rows > 0 && offset + rows < total),
    }))
  }

  /** Traces a field to the observation, the source and the place in it, with the values that lost and the reasons. */
  async fieldProvenance(owner: Owner, id: string, field: string, bounds: Bounds = {}): Promise<Traced> {
    const { head, entityType, observations } = await this.behind(owner, id, bounds)
    const state = reduce(schemaOf(entityType), observations)
    const value = snapshotOf(state)[field]
    const observationId = provenanceOf(state)[field]
    if (value === undefined || observationId === undefined)
      throw new TruthError(
        'FIELD_NOT_FOUND',
        observations.some(({ fragments }) => fragments[field] !== undefined)
          ? `${entityType} has no such field: what was said there is kept, as list_observations shows. See the fields in details.fields`
          : `${head} has no value for this field. See which it has in details.fields, or with npx quipu truth show ${head}`,
        { fields: Object.keys(snapshotOf(state)) },
      )
    const winner = observations.find((one) => one.id === observationId)
    const source = winner && (await this.#log.source(owner, winner.sourceId))
    if (winner === undefined || source === undefined) throw entityNotFound(id)
    const others = losersOf(entityType, field, winner, observations)
    return { entityId: head, field, value, winner, source, others }
  }

  /** The observations behind an entity, now or within bounds. There is at least one. */
  async behind(owner: Owner, id: string, bounds: Bounds) {
    const { head: current, keys } = await this.keysOf(owner, id)
    const { head, observations } =
      bounds.at === undefined && bounds.knownAt === undefined
        ? { head: current, observations: await this.#log.liveObservations(owner, keys) }
        : await this.#within(owner, id, bounds)
    return { head, entityType: typeOf(id, observations), observations, count: observations.length }
  }

  /**
   * As much of what stands behind an entity within bounds as decides its state: the latest observation of each shape. So an
   * entity that was spoken of 50,000 times in the same way costs little more than any other.
   */
  async #deciding(owner: Owner, id: string, { keys, merges, bounds }: History) {
    const latest = await this.#log.latestOfShapes(owner, keys, bounds)
    const { head, observations } = observationsWithin(id, latest, merges, bounds)
    const counts = new Map(latest.map(({ observation, count }) => [observation.id, count]))
    const count = observations.reduce((sum, one) => sum + (counts.get(one.id) ?? 0), 0)
    return { head, entityType: typeOf(id, observations), observations, count }
  }

  /** The entities that these keys stand for, each once. */
  async currentOf(owner: Owner, keys: readonly string[]): Promise<readonly SnapshotRow[]> {
    const heads = (await this.#entities.nodes(owner, keys)).map(({ head_id }) => head_id)
    const rows = await this.#entities.snapshots(owner, [...new Set(heads)])
    return rows.toSorted((a, b) => (a.entity_id < b.entity_id ? -1 : 1))
  }

  async byIdentifier(
    owner: Owner,
    identifier: string,
    entityType: string | undefined,
  ): Promise<readonly EntityView[]> {
    const lookups = possibleIdentifiers(identifier)
    if (lookups.length === 0)
      throw new TruthError('VALIDATION_ERROR', 'identifier is required and cannot be empty')
    const rows = await this.#find.byLookup(owner, lookups, entityType)
    return rows.map((row) => entityView(row, true))
  }

  async #within(owner: Owner, id: string, bounds: Bounds) {
    const keys = await this.#find.everRelatedKeys(owner, id)
    const merges = await this.#datedMerges(owner, keys)
    const log = await this.#log.allObservations(owner, keys)
    return observationsWithin(id, log, merges, bounds)
  }

  async #datedMerges(owner: Owner, keys: readonly string[]): Promise<readonly DatedMerge[]> {
    const merges = await this.#find.allMerges(owner, keys)
    return merges.map(({ from_id, to_id, merged_at, undone_at }) => ({
      from: from_id,
      to: to_id,
      mergedAt: merged_at.toISOString(),
      undoneAt: undone_at?.toISOString(),
    }))
  }
}

function requireEntityId(id: string): void {
  if (!entityIdPattern.test(id))
    throw new TruthError(
      'VALIDATION_ERROR',
      'entity_id must be "ent_" and 24 hexadecimal digits; search_truth finds it by name',
    )
}

function typeOf(id: string, [first]: readonly Observation[]): string {
  if (first === undefined)
    throw new TruthError('ENTITY_NOT_FOUND', `Nothing was known about ${id} at that time`)
  return first.entityType
}

function storedView(row: SnapshotRow): SnapshotView {
  const last = row.last_observation_at.toISOString()
  return snapshotView(row.entity_id, row.entity_type, row.state, row.observation_count, last)
}

function snapshotView(
  entityId: string,
  entityType: string,
  state: EntityState,
  count: number,
  lastObservedAt: string,
): SnapshotView {
  const schema = schemaOf(entityType)
  const snapshot = snapshotOf(state)
  return {
    entity_id: entityId,
    entity_type: entityType,
    canonical_name: canonicalNameOf(schema, snapshot),
    schema_version: schema.version,
    snapshot,
    provenance: provenanceOf(state),
    // The time of the last observation, not that of the call, so that the same observations give the same answer.
    computed_at: lastObservedAt,
    observation_count: count,
    last_observation_at: lastObservedAt,
  }
}

function losersOf(
  entityType: string,
  field: string,
  winner: Observation,
  observations: readonly Observation[],
): readonly Loser[] {
  const schema = schemaOf(entityType)
  const fieldSchema = fieldOf(schema, field)
  if (fieldSchema === undefined) return []
  return observations
    .filter((one) => one.id !== winner.id && field in fieldsOf(schema, one))
    .toSorted((a, b) =>
      a.observedAt < b.observedAt ? 1 : a.observedAt > b.observedAt ? -1 : a.id < b.id ? -1 : 1,
    )
    .map((one) => ({
      observation: one,
      value: (fieldsOf(schema, one) as JsonObject)[field] ?? null,
      reason: reasonForLoss(fieldSchema, one, winner),
    }))
}
