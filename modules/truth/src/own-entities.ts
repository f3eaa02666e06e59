import type { Observation } from './model/observation.ts'
import { provenanceOf } from './model/reducer.ts'
import { schemas } from './model/schemas.ts'
import type { FindStore } from './store/find-store.ts'
import type { LogStore, SourceHead } from './store/log-store.ts'
import type { SnapshotRow } from './store/snapshot-row.ts'
import type { Owner } from './store/tables.ts'

/** The observation of a row's main value. */
export interface Behind {
  readonly field: string
  readonly observation: Observation
  readonly source: SourceHead | undefined
}

/** Entities by type, each with the source of its main value. */
export class OwnEntities {
  readonly #find: FindStore
  readonly #log: LogStore

  constructor(find: FindStore, log: LogStore) {
    this.#find = find
    this.#log = log
  }

  types(owner: Owner): Promise<readonly string[]> {
    return this.#find.types(owner)
  }

  /** The latest ones first. */
  async latest(owner: Owner, entityType: string, most: number) {
    const selection = { entityType, filters: [], includeMerged: false, limit: most, offset: 0 }
    const { rows, total } = await this.#find.entities(owner, selection)
    const main = new Map(rows.flatMap((row) => mainOf(row) ?? []))
    const ids = [...new Set([...main.values()].map(({ observationId }) => observationId))]
    const observations = byId(await this.#log.observationsById(owner, ids))
    const sourceIds = [...new Set([...observations.values()].map(({ sourceId }) => sourceId))]
    const sources = byId(await this.#log.sources(owner, sourceIds))
    const behind = new Map<string, Behind>()
    for (const [entityId, { field, observationId }] of main) {
      const observation = observations.get(observationId)
      if (observation !== undefined)
        behind.set(entityId, { field, observation, source: sources.get(observation.sourceId) })
    }
    return { rows, isCut: total > rows.length, behind }
  }
}

/** The first number, otherwise the first field that a source gave, and its observation. */
function mainOf({ entity_id: entityId, entity_type: entityType, state }: SnapshotRow) {
  const given = Object.entries(provenanceOf(state))
  const types = schemas.get(entityType)?.fields ?? {}
  const [field, observationId] = given.find(([name]) => types[name]?.type === 'number') ?? given[0] ?? []
  if (field === undefined || observationId === undefined) return undefined
  return [[entityId, { field, observationId }]] as const
}

function byId<Thing extends { readonly id: string }>(things: readonly Thing[]): ReadonlyMap<string, Thing> {
  return new Map(things.map((thing) => [thing.id, thing]))
}
