import type { Json } from '@quipu/kit'
import { cursorOf, positionOf } from './cursor.ts'
import { Duplicates } from './duplicates.ts'
import type { Entities } from './entities.ts'
import { sourceNotFound } from './errors.ts'
import type { GivenBounds } from './given-bounds.ts'
import { boundsOf } from './given-bounds.ts'
import { canonicalText } from './model/ids.ts'
import { canonicalNameOf } from './model/identity.ts'
import type { Observation } from './model/observation.ts'
import { fieldsOf, provenanceOf, reduce, snapshotOf } from './model/reducer.ts'
import type { EntitySchema } from './model/schema.ts'
import { fieldOf } from './model/schema.ts'
import { schemaOf } from './model/schemas.ts'
import type { BrowseStore } from './store/browse-store.ts'
import type { EntityStore } from './store/entity-store.ts'
import type { FindStore } from './store/find-store.ts'
import type { LogStore, Page } from './store/log-store.ts'
import type { MergeStore } from './store/merge-store.ts'
import type { SnapshotRow } from './store/snapshot-row.ts'
import type { MergeRow, Owner } from './store/tables.ts'
import { traceView } from './trace-view.ts'
import type { EntityView } from './views.ts'
import { entityView, eventView, runView, sourceView } from './views.ts'
import { shownText } from './model/shown-text.ts'

export interface BrowsingStores {
  readonly log: LogStore
  readonly find: FindStore
  readonly entities: EntityStore
  readonly merges: MergeStore
  readonly browse: BrowseStore
}

/** Two entities that may be the same, with the values for and against it. */
interface Pair {
  readonly entity: EntityView
  readonly other: EntityView
  readonly probability: number
  readonly why: { readonly field: string; readonly bits: number; readonly values: Json[] }[]
}

/** A page of the inbox examines at most so many entities, and ends as soon as it has found so many pairs. */
const mostLookedAt = 1000
const lookedAtOnce = 100
const enoughPairs = 20

/** The data of the pages for people, beyond the actions: one answer for each view. */
export class Browsing {
  readonly #stores: BrowsingStores
  readonly #entities: Entities
  readonly #duplicates: Duplicates

  constructor(stores: BrowsingStores, entities: Entities) {
    this.#stores = stores
    this.#entities = entities
    this.#duplicates = new Duplicates(stores.entities, stores.log)
  }

  async types(owner: Owner) {
    return { types: await this.#stores.browse.counts(owner) }
  }

  /** An entity with each field, its source and the number of values that lost; now, or at an earlier time. */
  async entity(owner: Owner, id: string, given: GivenBounds) {
    const { head, entityType, observations } = await this.#entities.behind(owner, id, boundsOf(given))
    const schema = schemaOf(entityType)
    const state = reduce(schema, observations)
    const values = snapshotOf(state)
    const said = valuesSaid(schema, observations)
    const byId = new Map(observations.map((one) => [one.id, one]))
    const winners = Object.entries(provenanceOf(state)).flatMap(([field, winnerId]) => {
      const winner = byId.get(winnerId)
      return winner === undefined ? [] : [{ field, winner }]
    })
    const sources = await this.#stores.log.sources(owner, [
      ...new Set(winners.map(({ winner }) => winner.sourceId)),
    ])
    const sourceOf = new Map(sources.map((source) => [source.id, source]))
    return {
      entity_id: head,
      entity_type: entityType,
      canonical_name: canonicalNameOf(schema, values),
      observation_count: observations.length,
      fields: winners.map(({ field, winner }) => ({
        field,
        type: fieldOf(schema, field)?.type ?? 'text',
        value: values[field] ?? null,
        source_id: winner.sourceId,
        source_kind: sourceOf.get(winner.sourceId)?.kind ?? 'file',
        source_name: sourceOf.get(winner.sourceId)?.original_filename ?? null,
        observed_at: winner.observedAt,
        other_values: otherValues(said.get(field), values[field] ?? null),
      })),
      empty_fields: Object.entries(schema.fields)
        .filter(([field]) => values[field] === undefined)
        .map(([field, { type }]) => ({ field, type })),
      observed_at: momentsOf(observations.map(({ observedAt }) => observedAt)),
      learned_at: momentsOf(observations.map(({ recordedAt }) => recordedAt)),
      merged: await this.#mergedInto(owner, head),
      possible_duplicates: [...(await this.#suggestionsFor(owner, id, given))],
    }
  }

  async trace(owner: Owner, id: string, field: string, given: GivenBounds) {
    return traceView(await this.#entities.fieldProvenance(owner, id, field, boundsOf(given)))
  }

  async events(owner: Owner, id: string, page: Page) {
    const { head } = await this.#entities.keysOf(owner, id)
    const { rows, total } = await this.#stores.find.events(owner, { entityIds: [head], ...page })
    return { events: rows.map(eventView), total }
  }

  /** Pairs of entities that may be the same. A page may have few of them and yet have a next one. */
  async duplicates(owner: Owner, cursor: string | undefined) {
    let after = cursor === undefined ? undefined : positionOf(cursor)
    const pairs: Pair[] = []
    let next: string | null = null
    for (let seen = 0; seen < mostLookedAt && pairs.length < enoughPairs; seen += lookedAtOnce) {
      const selection = { filters: [], includeMerged: false, limit: lookedAtOnce, offset: 0, after }
      const { rows } = await this.#stores.find.entities(owner, selection)
      pairs.push(...(await this.#pairsOf(owner, rows)))
      const last = rows.length === lookedAtOnce ? rows.at(-1) : undefined
      next = last === undefined ? null : cursorOf(last)
      if (next === null) break
      after = positionOf(next)
    }
    return { pairs, next_cursor: next }
  }

  /** Pairs among the most recently observed entities, the most probable first. Comparing all would take long. */
  async latestDuplicates(owner: Owner): Promise<readonly Pair[]> {
    const selection = { filters: [], includeMerged: false, limit: lookedAtOnce, offset: 0 }
    const { rows } = await this.#stores.find.entities(owner, selection)
    const pairs = await this.#pairsOf(owner, rows)
    return pairs.toSorted((a, b) => b.probability - a.probability)
  }

  async merges(owner: Owner) {
    return { merges: await this.#mergeViews(owner, await this.#stores.browse.merges(owner, 100)) }
  }

  /** The latest pairs that the person said are not the same, and that are still two. */
  async keptApart(owner: Owner) {
    const rows = await this.#stores.merges.keptApart(owner, 100)
    const ends = [...new Set(rows.flatMap(({ from_id, to_id }) => [from_id, to_id]))]
    const nodes = await this.#stores.entities.nodes(owner, ends)
    const headOf = new Map(nodes.map(({ id, head_id }) => [id, head_id]))
    const heads = await this.#stores.entities.snapshots(owner, [...new Set(headOf.values())])
    const byId = new Map(heads.map((row) => [row.entity_id, row]))
    const pairs = rows.flatMap(({ from_id, to_id, merged_at }) => {
      const [one, other] = [from_id, to_id].map((id) => byId.get(headOf.get(id) ?? ''))
      if (one === undefined || other === undefined || one === other) return []
      const [entity, second] = [entityView(one, false), entityView(other, false)]
      return [{ entity, other: second, said_at: merged_at.toISOString() }]
    })
    return { pairs }
  }

  async sources(owner: Owner, page: Page) {
    const { rows, total } = await this.#stores.browse.sources(owner, page)
    return { sources: rows.map(sourceView), total }
  }

  /** A source, its text around the place of a value, and what erasing it would remove. */
  async source(
    owner: Owner,
    id: string,
    at: { observationId?: string | undefined; field?: string | undefined },
  ) {
    const { log, browse, entities } = this.#stores
    const source = await log.source(owner, id)
    if (source === undefined) throw sourceNotFound(id)
    const observation =
      at.observationId === undefined ? undefined : await log.observation(owner, at.observationId)
    const span = observation?.sourceId === id ? observation.spans[at.field ?? ''] : undefined
    const run = (await log.runs(owner, id)).at(-1)
    const said = await browse.saidAbout(owner, id)
    const rows = await entities.snapshots(
      owner,
      said.map(({ head_id }) => head_id),
    )
    const saidOf = new Map(said.map(({ head_id, said: times }) => [head_id, times]))
    const gone = rows.filter((row) => saidOf.get(row.entity_id) === row.observation_count)
    const text = shownText(source.text ?? source.content, source.content !== null, span)
    return {
      ...sourceView(source),
      ...(run === undefined ? {} : { interpretation: runView(run) }),
      ...(span === undefined ? {} : { span }),
      ...(text === undefined ? {} : { text }),
      entities: rows.slice(0, 100).map((row) => entityView(row, false)),
      entities_total: rows.length,
      erasing: {
        observations: said.reduce((sum, { said: times }) => sum + times, 0),
        entities_gone: gone.length,
        names: gone.slice(0, 10).map(({ canonical_name }) => canonical_name),
        entities_changed: rows.length - gone.length,
      },
    }
  }

  async #suggestionsFor(owner: Owner, id: string, given: GivenBounds): Promise<readonly Pair[]> {
    if (given.at !== undefined || given.known_at !== undefined) return []
    return this.#pairsOf(owner, [await this.#entities.current(owner, id)])
  }

  async #pairsOf(owner: Owner, rows: readonly SnapshotRow[]): Promise<readonly Pair[]> {
    const suggestions = await this.#duplicates.of(owner, rows)
    const others = await this.#stores.entities.snapshots(
      owner,
      suggestions.map(({ other }) => other),
    )
    const known = new Map([...others, ...rows].map((row) => [row.entity_id, row]))
    return suggestions.flatMap(({ entityId, other, probability, why }) => {
      const [a, b] = [known.get(entityId), known.get(other)]
      if (a === undefined || b === undefined) return []
      const [left, right] = [snapshotOf(a.state), snapshotOf(b.state)]
      return [
        {
          entity: entityView(a, false),
          other: entityView(b, false),
          probability: Math.round(probability * 10_000) / 10_000,
          why: why.slice(0, 5).map(({ field, weight }) => ({
            field,
            bits: weight,
            values: [left[field] ?? null, right[field] ?? null],
          })),
        },
      ]
    })
  }

  async #mergedInto(owner: Owner, head: string) {
    const keys = (await this.#stores.entities.members(owner, [head])).map((member) => member.id)
    const merges = await this.#stores.find.allMerges(owner, keys)
    return this.#mergeViews(
      owner,
      merges.filter(({ undone_at }) => undone_at === null),
    )
  }

  async #mergeViews(owner: Owner, merges: readonly MergeRow[]) {
    const ends = merges.map(({ from_id }) => from_id)
    const said = Map.groupBy(await this.#stores.log.liveObservations(owner, ends), ({ entityId }) => entityId)
    const nodes = await this.#stores.entities.nodes(owner, ends)
    const headOf = new Map(nodes.map(({ id, head_id }) => [id, head_id]))
    const heads = await this.#stores.entities.snapshots(owner, [...new Set(headOf.values())])
    const byId = new Map(heads.map((row) => [row.entity_id, row]))
    return merges.flatMap(({ from_id, reason, merged_at }) => {
      const into = byId.get(headOf.get(from_id) ?? '')
      if (into === undefined) return []
      return [
        {
          from_entity_id: from_id,
          from_name: nameOf(into.entity_type, said.get(from_id) ?? []),
          into: entityView(into, false),
          merged_at: merged_at.toISOString(),
          merge_reason: reason,
        },
      ]
    })
  }
}

function nameOf(entityType: string, observations: readonly Observation[]): string {
  const schema = schemaOf(entityType)
  return canonicalNameOf(schema, snapshotOf(reduce(schema, observations)))
}

/** The number of different values that each field ever had. */
function valuesSaid(
  schema: EntitySchema,
  observations: readonly Observation[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const said = new Map<string, Set<string>>()
  for (const observation of observations)
    for (const [field, value] of Object.entries(fieldsOf(schema, observation))) {
      const values = said.get(field) ?? new Set()
      said.set(field, values.add(canonicalText(value)))
    }
  return said
}

/** The number of values that lost. Sources that agree are no conflict, and an item of a merged list has not lost. */
function otherValues(said: ReadonlySet<string> = new Set(), value: Json): number {
  const kept = Array.isArray(value) ? value : []
  const known = new Set([value, ...kept, ...kept.map((one) => [one])].map(canonicalText))
  return [...said].filter((text) => !known.has(text)).length
}

/** The stops of a slider: each time once, the earliest first; if there are very many, the latest. */
function momentsOf(moments: readonly string[]): string[] {
  return [...new Set(moments)].toSorted().slice(-200)
}
