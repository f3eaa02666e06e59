import type { DatedMerge, LoggedObservation } from './history.ts'
import { graphOf, headsOf } from './identity.ts'
import type { Observation } from './observation.ts'
import type { EntityState } from './reducer.ts'
import { reduce } from './reducer.ts'
import type { EntitySchema } from './schema.ts'

/** One entry of the log, in the order in which it was written. */
export type Entry =
  | { readonly kind: 'run'; readonly sourceId: string; readonly observations: readonly Observation[] }
  | { readonly kind: 'merge'; readonly id: number; readonly from: string; readonly to: string }
  | { readonly kind: 'unmerge'; readonly id: number }

export interface World {
  /** The entity that each key stands for. */
  readonly headOf: ReadonlyMap<string, string>
  readonly observations: ReadonlyMap<string, readonly Observation[]>
  readonly states: ReadonlyMap<string, EntityState>
}

/** What follows from the log, computed from scratch. */
export function worldOf(entries: readonly Entry[], schemaOf: (entityType: string) => EntitySchema): World {
  const bySource = new Map<string, readonly Observation[]>()
  let merges: readonly Extract<Entry, { kind: 'merge' }>[] = []
  for (const entry of entries) {
    if (entry.kind === 'run') bySource.set(entry.sourceId, entry.observations)
    else if (entry.kind === 'merge') merges = [...merges, entry]
    else merges = merges.filter(({ id }) => id !== entry.id)
  }
  const said = [...bySource.values()].flat()
  const { nodes, links } = graphOf(said)
  const keys = new Set(nodes.map(({ id }) => id))
  const headOf = headsOf(
    nodes,
    links,
    merges.filter(({ from, to }) => keys.has(from) && keys.has(to)),
  )
  const observations = Map.groupBy(said, ({ entityId }) => headOf.get(entityId) ?? entityId)
  const states = new Map(
    [...observations].map(([head, all]) => [head, reduce(schemaOf(all[0]!.entityType), all)]),
  )
  return { headOf, observations, states }
}

/** The same entries as the store keeps them. `timeOf` gives the time of each. */
export function logOf(
  entries: readonly Entry[],
  timeOf: (index: number) => string,
): { readonly log: readonly LoggedObservation[]; readonly merges: readonly DatedMerge[] } {
  const log = entries.flatMap((entry, index) => {
    if (entry.kind !== 'run') return []
    const newer = entries.findIndex(
      (other, at) => at > index && other.kind === 'run' && other.sourceId === entry.sourceId,
    )
    const retiredAt = newer < 0 ? undefined : timeOf(newer)
    return entry.observations.map((observation) => ({ observation, retiredAt }))
  })
  const merges = entries.flatMap((entry, index) => {
    if (entry.kind !== 'merge') return []
    const undone = entries.findIndex((other) => other.kind === 'unmerge' && other.id === entry.id)
    return [
      {
        from: entry.from,
        to: entry.to,
        mergedAt: timeOf(index),
        undoneAt: undone < 0 ? undefined : timeOf(undone),
      },
    ]
  })
  return { log, merges }
}
