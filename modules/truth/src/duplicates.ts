import { provenanceOf, snapshotOf } from './model/reducer.ts'
import type { EntitySchema } from './model/schema.ts'
import { fieldsOfOthers, tellingFields } from './model/schema.ts'
import { schemaOf } from './model/schemas.ts'
import { blocksOf } from './resolution/blocks.ts'
import type { FieldHints, PossibleDuplicate } from './resolution/possible-duplicates.ts'
import { possibleDuplicates } from './resolution/possible-duplicates.ts'
import type { EntityStore } from './store/entity-store.ts'
import type { LogStore } from './store/log-store.ts'
import type { SnapshotRow } from './store/snapshot-row.ts'
import type { Owner } from './store/tables.ts'

/** Two entities that may be the same. */
export interface Suggestion extends Pick<PossibleDuplicate, 'probability' | 'why'> {
  readonly entityId: string
  readonly name: string
  readonly other: string
  readonly otherName: string
}

/** A block that more entities share is ignored. */
const mostSharing = 50
const mostCandidates = 50
const mostSuggestions = 3

/** Suggests which entities may be the same. Only those that share a block are compared. */
export class Duplicates {
  readonly #entities: EntityStore
  readonly #log: LogStore

  constructor(entities: EntityStore, log: LogStore) {
    this.#entities = entities
    this.#log = log
  }

  /** The most probable first, for each of these entities. */
  async of(owner: Owner, rows: readonly SnapshotRow[]): Promise<readonly Suggestion[]> {
    // Rows of a table look alike, and their names tell them apart.
    const comparable = rows.filter((row) => schemaOf(row.entity_type).furtherFields === undefined)
    const compared = comparable.map((row) => {
      const fields = snapshotOf(row.state)
      return { row, fields, blocks: blocksOf(fields) }
    })
    const blocks = [...new Set(compared.flatMap((one) => one.blocks))]
    if (blocks.length === 0) return []
    const entityTypes = [...new Set(comparable.map(({ entity_type }) => entity_type))]
    const shared = await this.#entities.sharedBlocks(owner, { blocks, entityTypes, most: mostSharing })
    const sharing = new Map(shared.map(({ block, entity_ids }) => [block, entity_ids.split(' ')]))
    const near = compared.map((one) => nearest(one.row.entity_id, one.blocks, sharing))
    const found = new Map(
      (await this.#entities.snapshots(owner, [...new Set(near.flat())])).map((row) => [row.entity_id, row]),
    )
    const suggestions = compared.flatMap(({ row, fields }, at) => {
      const candidates = near[at]!.map((id) => found.get(id)).filter(
        (other) => other?.entity_type === row.entity_type,
      )
      return possibleDuplicates(
        { entity_id: row.entity_id, fields },
        candidates.map((other) => ({ entity_id: other!.entity_id, fields: snapshotOf(other!.state) })),
        { hints: hintsOf(schemaOf(row.entity_type)) },
      )
        .slice(0, mostSuggestions)
        .map(({ entity_id, probability, why }) => ({
          entityId: row.entity_id,
          name: row.canonical_name,
          other: entity_id,
          otherName: found.get(entity_id)?.canonical_name ?? '',
          probability,
          why,
        }))
    })
    const states = new Map([...found.values(), ...comparable].map((row) => [row.entity_id, row]))
    return this.#withoutKeptApart(owner, await this.#withoutListed(owner, suggestions, states))
  }

  /** Equal payments in one source are several: a statement lists each of them. */
  async #withoutListed(
    owner: Owner,
    suggestions: readonly Suggestion[],
    rows: ReadonlyMap<string, SnapshotRow>,
  ): Promise<readonly Suggestion[]> {
    const listed = suggestions.filter(({ entityId }) => isListed(rows.get(entityId)))
    if (listed.length === 0) return suggestions
    const saidBy = (id: string) => [...new Set(Object.values(provenanceOf(rows.get(id)?.state ?? {})))]
    const ids = new Set(listed.flatMap(({ entityId, other }) => [...saidBy(entityId), ...saidBy(other)]))
    const observations = await this.#log.observationsById(owner, [...ids])
    const sourceOf = new Map(observations.map(({ id, sourceId }) => [id, sourceId]))
    const sourcesOf = (id: string) => new Set(saidBy(id).map((said) => sourceOf.get(said)))
    const together = new Set(
      listed.filter(({ entityId, other }) => {
        const ofOther = sourcesOf(other)
        return [...sourcesOf(entityId)].some((source) => ofOther.has(source))
      }),
    )
    return suggestions.filter((one) => !together.has(one))
  }

  /** Each pair once. A pair that a person keeps apart, or whose merge was undone, is left out. */
  async #withoutKeptApart(owner: Owner, suggestions: readonly Suggestion[]): Promise<readonly Suggestion[]> {
    if (suggestions.length === 0) return []
    const ids = [...new Set(suggestions.map(({ entityId }) => entityId))]
    const apart = await this.#entities.keptApart(owner, ids)
    const known = new Set(apart.map(({ one, other }) => pairOf(one, other)))
    return suggestions.filter(({ entityId, other }) => {
      const pair = pairOf(entityId, other)
      const isNew = !known.has(pair)
      known.add(pair)
      return isNew
    })
  }
}

function isListed(row: SnapshotRow | undefined): boolean {
  return row !== undefined && schemaOf(row.entity_type).isRepeatable === true
}

function hintsOf(schema: EntitySchema): FieldHints {
  return { ofOthers: fieldsOfOthers(schema), telling: tellingFields(schema) }
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}

/** Those that share most blocks. */
function nearest(
  entityId: string,
  blocks: readonly string[],
  sharing: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const counts = new Map<string, number>()
  for (const block of blocks)
    for (const id of sharing.get(block) ?? []) if (id !== entityId) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts]
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, mostCandidates)
    .map(([id]) => id)
}
