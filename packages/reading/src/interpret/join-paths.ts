import type { Ontology } from '@quipu/query'

export interface JoinPath {
  /** Number of relationships; uncertain ones count a little more. */
  readonly length: number
  /** One row at the start is joined to at most one row at the end. */
  readonly toOne: boolean
}

export interface JoinPaths {
  between(from: string, to: string): JoinPath | null
}

const known = new WeakMap<Ontology, JoinPaths>()

/** The shortest join path between any two datasets. */
export function joinPathsOf(ontology: Ontology): JoinPaths {
  const before = known.get(ontology)
  if (before !== undefined) return before
  const made = findJoinPaths(ontology)
  known.set(ontology, made)
  return made
}

function findJoinPaths(ontology: Ontology): JoinPaths {
  const steps = new Map<string, { to: string; cost: number; toOne: boolean }[]>()
  const add = (from: string, to: string, cost: number, toOne: boolean): void => {
    const list = steps.get(from) ?? []
    list.push({ to, cost, toOne })
    steps.set(from, list)
  }
  for (const each of ontology.relationships) {
    const cost = 1 + (1 - each.confidence) * 0.5
    add(each.from, each.to, cost, each.cardinality !== 'many-to-many')
    add(each.to, each.from, cost, each.cardinality === 'one-to-one')
  }
  const cache = new Map<string, Map<string, JoinPath>>()
  return {
    between(from, to) {
      let found = cache.get(from)
      if (found === undefined) {
        found = spread(from, steps)
        cache.set(from, found)
      }
      return found.get(to) ?? null
    },
  }
}

function spread(
  from: string,
  steps: ReadonlyMap<string, readonly { to: string; cost: number; toOne: boolean }[]>,
): Map<string, JoinPath> {
  const found = new Map<string, JoinPath>([[from, { length: 0, toOne: true }]])
  const open = [from]
  while (open.length > 0) {
    open.sort((a, b) => (found.get(a)?.length ?? 0) - (found.get(b)?.length ?? 0))
    const here = open.shift() ?? from
    const path = found.get(here)
    if (path === undefined) continue
    for (const step of steps.get(here) ?? []) {
      const length = path.length + step.cost
      const before = found.get(step.to)
      const toOne = path.toOne && step.toOne
      if (
        before !== undefined &&
        (before.length < length || (before.length === length && (before.toOne || !toOne)))
      )
        continue
      found.set(step.to, { length, toOne })
      open.push(step.to)
    }
  }
  return found
}
