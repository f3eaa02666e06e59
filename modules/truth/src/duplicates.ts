import { snapshotOf } from './model/reducer.ts'
import { schemaOf } from './model/schemas.ts'
import { blocksOf } from './resolution/blocks.ts'
import type { PossibleDuplicate } from './resolution/possible-duplicates.ts'
import { possibleDuplicates } from './resolution/possible-duplicates.ts'
import type { EntityStore } from './store/entity-store.ts'
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

  constructor(entities: EntityStore) {
    this.#entities = entities
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
    return this.#withoutKeptApart(owner, suggestions)
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
