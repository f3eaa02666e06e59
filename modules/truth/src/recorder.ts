import type { Json, JsonObject } from '@quipu/kit'
import { folded, wordsOf } from './model/folded-words.ts'
import type { Suggestion } from './duplicates.ts'
import { Duplicates } from './duplicates.ts'
import type { GivenKeys, Regrouped } from './key-groups.ts'
import { KeyGroups, mostCarriers } from './key-groups.ts'
import { canonicalNameOf, graphOf, keysOf } from './model/identity.ts'
import type { Observation } from './model/observation.ts'
import type { Observed } from './model/observe.ts'
import type { EntityState } from './model/reducer.ts'
import { contributorsOf, fieldsOf, fold, provenanceOf, reduce, snapshotOf } from './model/reducer.ts'
import type { EntitySchema } from './model/schema.ts'
import { schemaOf } from './model/schemas.ts'
import { eventsOf } from './model/timeline.ts'
import type { EntityRow, EntityStore, Lookup, WorkedOutSnapshot } from './store/entity-store.ts'
import type { LogStore } from './store/log-store.ts'
import type { SnapshotRow } from './store/snapshot-row.ts'
import type { Owner } from './store/tables.ts'

/** The effects of a write on entities, for its receipt. */
export interface Effects {
  /** Entities that did not exist before. */
  readonly created: readonly string[]
  /** Existing entities, and the key by which they were recognised. */
  readonly matched: readonly { readonly entityId: string; readonly by: 'identifier' | 'name' | 'content' }[]
  readonly changes: readonly FieldChange[]
  /** Keys that now stand for another entity than before. */
  readonly joined: readonly { readonly entityId: string; readonly into: string }[]
  readonly observationsCreated: number
  /** Entities that may be the same as others. Nothing is merged automatically. */
  readonly suggested: readonly Suggestion[]
}

export interface FieldChange {
  readonly entityId: string
  readonly field: string
  readonly from: Json
  readonly to: Json
}

/** Keeps entities, snapshots and events equal to what follows from the log, within the transaction of the call. */
export class Recorder {
  readonly #log: LogStore
  readonly #entities: EntityStore
  readonly #groups: KeyGroups
  readonly #duplicates: Duplicates

  constructor(log: LogStore, entities: EntityStore) {
    this.#log = log
    this.#entities = entities
    this.#groups = new KeyGroups(entities)
    this.#duplicates = new Duplicates(entities, log)
  }

  /**
   * Adds observations to the log and updates what follows from it. A run that supersedes others of its source retires
   * their observations. In bulk, nobody is told of possible duplicates, so they are not looked for.
   */
  async record(
    owner: Owner,
    observed: readonly Observed[],
    now: Date,
    { superseding, isBulk = false }: { superseding?: Superseding | undefined; isBulk?: boolean } = {},
  ): Promise<Effects> {
    const added = await this.#log.addObservations(
      owner,
      observed.map(({ observation }) => observation),
    )
    const fresh = observed.filter(({ observation }) => added.has(observation.id))
    const given = keysGivenBy(fresh, now)
    const retired = superseding === undefined ? undefined : await this.#retire(owner, superseding, given)
    const outcome = await this.#settle(owner, retired?.touched ?? [], {
      fresh: fresh.map(({ observation }) => observation),
      given,
      mustReread: new Set(retired?.members),
    })
    if (retired !== undefined) await this.#entities.removeEmptyNodes(owner, retired.touched)
    return {
      ...outcome,
      observationsCreated: fresh.length,
      suggested:
        isBulk || outcome.current.length > mostCompared
          ? []
          : await this.#duplicates.of(owner, outcome.current),
      matched: matchedOf(fresh, outcome.newKeys, outcome.headOf),
    }
  }

  /** After observations of these keys were erased: removes everything about them that has no other source. */
  async forget(owner: Owner, ids: readonly string[]): Promise<Effects> {
    const { touched } = await this.#relink(owner, ids, new Set())
    const effects = await this.refresh(owner, touched)
    await this.#entities.removeEmptyNodes(owner, touched)
    return effects
  }

  async #retire(owner: Owner, { sourceId, runId }: Superseding, given: GivenKeys): Promise<Relinked> {
    const ids = await this.#log.retireObservations(owner, sourceId, runId)
    return this.#relink(owner, ids, new Set(given.nodes.map(({ id }) => id)))
  }

  /**
   * Links, lookups and merges of these keys become those of live observations. The keys `given` by new ones count
   * already.
   */
  async #relink(owner: Owner, ids: readonly string[], given: ReadonlySet<string>): Promise<Relinked> {
    const heads = new Set((await this.#entities.nodes(owner, ids)).map(({ head_id }) => head_id))
    const members = (await this.#entities.members(owner, [...heads])).map(({ id }) => id)
    const linked = await this.#entities.removeLinksFrom(owner, ids)
    const left = await this.#log.liveObservations(owner, ids)
    await this.#entities.addLinks(owner, graphOf(left).links)
    await this.#entities.replaceLookups(owner, ids, left.flatMap(lookupsOf))
    const carriers = (await this.#entities.linksToNames(owner, linked, mostCarriers)).map(({ from }) => from)
    const touched = [...members, ...linked, ...carriers]
    await this.#entities.removeEmptyMerges(
      owner,
      touched.filter((id) => !given.has(id)),
    )
    return { members, touched }
  }

  /** Updates what follows from merges, erasures and the like around these keys. */
  async refresh(owner: Owner, ids: readonly string[]): Promise<Effects> {
    const news = { fresh: [], given: keysGivenBy([], new Date(0)), mustReread: new Set(ids) }
    const outcome = await this.#settle(owner, ids, news)
    return { ...outcome, observationsCreated: 0, suggested: [], matched: [] }
  }

  async #settle(owner: Owner, ids: readonly string[], news: News) {
    const after = await this.#groups.regroup(owner, ids, news.given, news.mustReread.size > 0)
    const { before, newKeys, headOf } = after
    const oldHeads = new Set(before.filter(({ id }) => !newKeys.has(id)).map(({ head_id }) => head_id))
    const oldSnapshots = new Map(
      (await this.#entities.snapshots(owner, [...oldHeads])).map((row) => [row.entity_id, row]),
    )
    const members = Map.groupBy(before, ({ id }) => headOf.get(id) ?? id)
    const stale = staleHeads(after, news.mustReread)
    const snapshots = await this.#newSnapshots(owner, members, oldSnapshots, stale, news, headOf)
    const current = new Set(snapshots.map(({ row }) => row.entity_id))
    const gone = [...oldSnapshots.keys()].filter(
      (head) => !current.has(head) && isSettledAnew(head, before, stale, headOf),
    )
    await this.#entities.putSnapshots(
      owner,
      snapshots.map(({ row }) => row),
    )
    await this.#entities.removeSnapshots(owner, gone)
    await this.#replaceEvents(owner, snapshots, oldSnapshots, gone)

    const isNew = (head: string) => (members.get(head) ?? []).every(({ id }) => newKeys.has(id))
    return {
      headOf,
      newKeys,
      current: snapshots.map(({ row }) => row),
      created: [...current].filter(isNew),
      changes: snapshots.flatMap(({ row }) => {
        const old = oldSnapshots.get(row.entity_id)
        return old === undefined ? [] : changesOf(row.entity_id, snapshotOf(old.state), snapshotOf(row.state))
      }),
      joined: after.changes
        .filter(({ id, head_id }) => oldSnapshots.has(id) && id !== head_id)
        .map(({ id, head_id }) => ({ entityId: id, into: head_id })),
    }
  }

  async #newSnapshots(
    owner: Owner,
    members: ReadonlyMap<string, readonly EntityRow[]>,
    old: ReadonlyMap<string, SnapshotRow>,
    stale: ReadonlySet<string>,
    news: News,
    headOf: ReadonlyMap<string, string>,
  ): Promise<readonly NewSnapshot[]> {
    const keys = new Set([...stale].flatMap((head) => (members.get(head) ?? []).map(({ id }) => id)))
    const reread = keys.size === 0 ? [] : await this.#log.liveObservations(owner, [...keys])
    const folded = news.fresh.filter(({ entityId }) => !keys.has(entityId))
    const byHead = Map.groupBy([...reread, ...folded], ({ entityId }) => headOf.get(entityId) ?? entityId)
    return [...byHead].map(([head, observations]) => {
      const schema = schemaOf(observations[0]!.entityType)
      const before = stale.has(head) ? undefined : old.get(head)
      const state =
        before === undefined ? reduce(schema, observations) : foldAll(before.state, schema, observations)
      return {
        schema,
        state,
        row: snapshotRow(head, schema, state, observations, before),
        observations,
      }
    })
  }

  async #replaceEvents(
    owner: Owner,
    snapshots: readonly NewSnapshot[],
    old: ReadonlyMap<string, SnapshotRow>,
    gone: readonly string[],
  ): Promise<void> {
    const dated = snapshots.filter(({ schema, state, row }) =>
      hasOtherDates(schema, state, old.get(row.entity_id)?.state),
    )
    const sources = await this.#sourcesOf(owner, dated)
    const events = dated.flatMap(({ row, schema, state }) => {
      const provenance = provenanceOf(state)
      return eventsOf(
        schema,
        row.entity_id,
        snapshotOf(state),
        (field) => sources.get(provenance[field] ?? '') ?? '',
      )
    })
    const before = dated.map(({ row }) => row.entity_id).filter((id) => old.has(id))
    await this.#entities.replaceEvents(owner, [...before, ...gone], events)
  }

  /** The source of every observation that a date rests on. Those of this call are known already. */
  async #sourcesOf(owner: Owner, snapshots: readonly NewSnapshot[]): Promise<ReadonlyMap<string, string>> {
    const known = new Map(
      snapshots.flatMap(({ observations }) =>
        observations.map(({ id, sourceId }) => [id, sourceId] as const),
      ),
    )
    const missing = snapshots.flatMap(({ schema, state }) =>
      Object.entries(state)
        .filter(([field]) => schema.fields[field]?.event !== undefined)
        .flatMap(([, field]) => contributorsOf(field))
        .filter((id) => !known.has(id)),
    )
    if (missing.length > 0)
      for (const { id, sourceId } of await this.#log.observationsById(owner, missing)) known.set(id, sourceId)
    return known
  }
}

/** A write of more entities does not search for duplicates: the receipt has no room, and each entity costs some reads. */
const mostCompared = 10

/** The newest run of a source: it retires the observations of earlier runs. */
export interface Superseding {
  readonly sourceId: string
  readonly runId: string
}

interface Relinked {
  /** Every key of the entities whose observations changed. */
  readonly members: readonly string[]
  /**
   * These, their names and other entities with those names: perhaps no observation is left under them, or only one
   * entity still carries a name, which then gains the observations under that name.
   */
  readonly touched: readonly string[]
}

interface News {
  readonly fresh: readonly Observation[]
  readonly given: GivenKeys
  /** Keys whose entities are computed from the log again. */
  readonly mustReread: ReadonlySet<string>
}

interface NewSnapshot {
  readonly schema: EntitySchema
  readonly state: EntityState
  readonly row: WorkedOutSnapshot
  /** Those that were folded in by this call. */
  readonly observations: readonly Observation[]
}

/** Entities that gained or lost a key with observations, or whose observations changed: these must be recomputed. */
function staleHeads(
  { before, headOf, newKeys }: Regrouped,
  mustReread: ReadonlySet<string>,
): ReadonlySet<string> {
  const left = new Set(
    before
      .filter(({ id, head_id }) => !newKeys.has(id) && (headOf.get(id) ?? id) !== head_id)
      .map(({ head_id }) => head_id),
  )
  const stale = before.filter(
    ({ id, head_id }) => mustReread.has(id) || (left.has(head_id) && !newKeys.has(id)),
  )
  return new Set(stale.map(({ id }) => headOf.get(id) ?? id))
}

/** No observation is left for this entity: it was joined with another, or all its sources were erased. */
function isSettledAnew(
  head: string,
  before: readonly EntityRow[],
  stale: ReadonlySet<string>,
  headOf: ReadonlyMap<string, string>,
): boolean {
  return stale.has(head) || before.some(({ id }) => id === head && (headOf.get(id) ?? id) !== head)
}

function snapshotRow(
  head: string,
  schema: EntitySchema,
  state: EntityState,
  observations: readonly Observation[],
  before: SnapshotRow | undefined,
): WorkedOutSnapshot {
  const lastObserved = observations.reduce(
    (last, { observedAt }) => (observedAt > last ? observedAt : last),
    before?.last_observation_at.toISOString() ?? '',
  )
  const snapshot = snapshotOf(state)
  const canonicalName = canonicalNameOf(schema, snapshot)
  return {
    entity_id: head,
    entity_type: schema.entityType,
    schema_version: schema.version,
    canonical_name: canonicalName,
    state,
    name_folded: folded(canonicalName),
    words: wordsOf(snapshot),
    observation_count: (before?.observation_count ?? 0) + observations.length,
    last_observation_at: new Date(lastObserved),
  }
}

function foldAll(
  state: EntityState,
  schema: EntitySchema,
  observations: readonly Observation[],
): EntityState {
  return observations.reduce((folded, observation) => fold(folded, schema, observation), state)
}

function matchedOf(
  fresh: readonly Observed[],
  newKeys: ReadonlySet<string>,
  headOf: ReadonlyMap<string, string>,
): Effects['matched'] {
  const matched = new Map<string, Effects['matched'][number]>()
  for (const { observation } of fresh) {
    const { keys, entityId } = observation
    const ids = [...keys.identifiers, ...(keys.name === undefined ? [] : [keys.name]), entityId]
    const found = ids.find((id) => !newKeys.has(id))
    if (found === undefined) continue
    const head = headOf.get(found) ?? found
    const by = keys.identifiers.includes(found) ? 'identifier' : found === keys.name ? 'name' : 'content'
    if (head === (headOf.get(entityId) ?? entityId)) matched.set(head, { entityId: head, by })
  }
  return [...matched.values()]
}

function keysGivenBy(fresh: readonly Observed[], at: Date): GivenKeys {
  const observations = fresh.map(({ observation }) => observation)
  const { nodes, links } = graphOf(observations)
  const types = new Map<string, string>()
  for (const { entityId, keys, entityType } of observations)
    for (const id of [entityId, ...keys.identifiers, keys.name])
      if (id !== undefined) types.set(id, entityType)
  return {
    // Every node is a key of one of these observations.
    nodes: nodes.map((node) => ({ ...node, entityType: types.get(node.id)! })),
    links,
    lookups: fresh.flatMap(({ observation, keys }) =>
      keys.lookups.map((lookup) => ({ lookup, entity_id: observation.entityId })),
    ),
    at,
  }
}

/** Whether a date or its source has changed. */
function hasOtherDates(schema: EntitySchema, state: EntityState, old: EntityState = {}): boolean {
  return Object.entries(schema.fields).some(
    ([field, { event }]) =>
      event !== undefined &&
      (state[field]?.whole?.by.id !== old[field]?.whole?.by.id || state[field]?.items !== undefined),
  )
}

function lookupsOf(observation: Observation): readonly Lookup[] {
  const schema = schemaOf(observation.entityType)
  const { lookups } = keysOf(schema, fieldsOf(schema, observation))
  return lookups.map((lookup) => ({ lookup, entity_id: observation.entityId }))
}

function changesOf(entityId: string, old: JsonObject, current: JsonObject): readonly FieldChange[] {
  const fields = [...new Set([...Object.keys(old), ...Object.keys(current)])].toSorted()
  return fields.flatMap((field) => {
    const [from, to] = [old[field] ?? null, current[field] ?? null]
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ entityId, field, from, to }]
  })
}
