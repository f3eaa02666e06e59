import { graphOf, headsOf } from './identity.ts'
import type { Merge } from './identity.ts'
import type { Observation } from './observation.ts'

/** Upper bounds: the state at one time, as far as it was known at another. */
export interface Bounds {
  readonly at?: string | undefined
  readonly knownAt?: string | undefined
}

export interface DatedMerge extends Merge {
  readonly mergedAt: string
  readonly undoneAt: string | undefined
}

/** An observation, and when a newer run of its source replaced it. */
export interface LoggedObservation {
  readonly observation: Observation
  readonly retiredAt: string | undefined
}

/**
 * The observations behind an entity within the bounds: those that no newer run had replaced then, under all
 * keys that meant the same entity then.
 */
export function observationsWithin(
  entityId: string,
  log: readonly LoggedObservation[],
  merges: readonly DatedMerge[],
  { at, knownAt }: Bounds,
): { readonly head: string; readonly observations: readonly Observation[] } {
  const said = log
    .filter(({ retiredAt }) => retiredAt === undefined || (knownAt !== undefined && retiredAt > knownAt))
    .map(({ observation }) => observation)
    .filter(({ recordedAt }) => knownAt === undefined || recordedAt <= knownAt)
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
