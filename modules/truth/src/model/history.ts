import { graphOf, headsOf } from './identity.ts'
import type { Merge } from './identity.ts'
import type { Observation } from './observation.ts'

/** Upper bounds: how it was at a time, as far as we knew at another. */
export interface Bounds {
  readonly at?: string | undefined
  readonly knownAt?: string | undefined
}

export interface DatedMerge extends Merge {
  readonly mergedAt: string
  readonly undoneAt: string | undefined
}

/**
 * The observations that stood behind an entity within the bounds: those of the newest run of each source that was known
 * then, under all keys that meant the same entity then.
 */
export function observationsWithin(
  entityId: string,
  log: readonly { readonly observation: Observation; readonly run: number }[],
  merges: readonly DatedMerge[],
  { at, knownAt }: Bounds,
): { readonly head: string; readonly observations: readonly Observation[] } {
  const known = log.filter(({ observation }) => knownAt === undefined || observation.recordedAt <= knownAt)
  const newest = new Map<string, number>()
  for (const { observation, run } of known)
    newest.set(observation.sourceId, Math.max(run, newest.get(observation.sourceId) ?? 0))
  const said = known
    .filter(({ observation, run }) => run === newest.get(observation.sourceId))
    .map(({ observation }) => observation)
    .filter(({ observedAt }) => at === undefined || observedAt <= at)
  const { nodes, links } = graphOf(said)
  const present = new Set(nodes.map(({ id }) => id))
  const made = merges
    .filter(
      ({ mergedAt }) =>
        (at === undefined || mergedAt <= at) && (knownAt === undefined || mergedAt <= knownAt),
    )
    .filter(({ undoneAt }) => undoneAt === undefined || (knownAt !== undefined && undoneAt > knownAt))
    .filter(({ from, to }) => present.has(from) && present.has(to))
  const headOf = headsOf(nodes, links, made)
  const head = headOf.get(entityId) ?? entityId
  return { head, observations: said.filter((one) => (headOf.get(one.entityId) ?? one.entityId) === head) }
}
