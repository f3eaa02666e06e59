import { orbitOf, type Orbit, type OrbitFields } from './orbit.ts'
import type { Vector } from './vector.ts'

export interface MovingBody extends OrbitFields {
  readonly id: string
  /** Null, or the id of a body that is not in the list: then the orbit is around the origin. */
  readonly parentId: string | null
}

/** Prepared positions of many bodies, for repeated use. Prepare again when a body changes. */
export interface Positions {
  /** In the given order. The position of body `ids[n]` is `out[3n]`, `out[3n + 1]`, `out[3n + 2]`. */
  readonly ids: readonly string[]
  readonly indexOf: ReadonlyMap<string, number>
  /** Writes three numbers per body, in AU from the origin. Allocates only what elements need. */
  at(time: number, out: Float64Array): void
}

/** Absolute positions of a forest. A cycle of parents, which no universe has, is cut at one of its members. */
export function prepare(bodies: Iterable<MovingBody>): Positions {
  const given = [...bodies]
  const ids = given.map(({ id }) => id)
  const indexOf = new Map(ids.map((id, index) => [id, index]))
  const parentOf = given.map(({ parentId }) => (parentId === null ? undefined : indexOf.get(parentId)))
  const nodes = nodesInOrder(given, parentOf)
  return {
    ids,
    indexOf,
    at: (time, out) => {
      if (out.length < 3 * ids.length)
        throw new RangeError(
          `${ids.length} bodies need ${3 * ids.length} numbers, but there is room for ${out.length}`,
        )
      for (const node of nodes) {
        node.orbit.place(time, node.place)
        const { place, parent } = node
        if (parent) {
          place.x += parent.x
          place.y += parent.y
          place.z += parent.z
        }
        out[node.at] = place.x
        out[node.at + 1] = place.y
        out[node.at + 2] = place.z
      }
    },
  }
}

/** Absolute positions by id, for a single use. */
export function positionsAt(bodies: Iterable<MovingBody>, time: number): Map<string, Vector> {
  const positions = prepare(bodies)
  const { ids } = positions
  const out = new Float64Array(3 * ids.length)
  positions.at(time, out)
  // Safe: each body has three numbers in `out`, which is 3 × ids long.
  const coordinate = (index: number) => out[index] ?? Number.NaN
  return new Map(
    ids.map((id, n) => [id, { x: coordinate(3 * n), y: coordinate(3 * n + 1), z: coordinate(3 * n + 2) }]),
  )
}

interface Node {
  readonly orbit: Orbit
  readonly place: Vector
  readonly parent: Vector | undefined
  /** The index of its first number. */
  readonly at: number
}

/** Each body after its parent. */
function nodesInOrder(bodies: readonly MovingBody[], parentOf: readonly (number | undefined)[]): Node[] {
  const nodes: Node[] = []
  const nodeOf: (Node | undefined)[] = []
  const isWaiting = new Uint8Array(bodies.length)
  const waiting: number[] = []
  for (const start of bodies.keys()) {
    let at: number | undefined = start
    while (at !== undefined && !nodeOf[at] && !isWaiting[at]) {
      waiting.push(at)
      isWaiting[at] = 1
      at = parentOf[at]
    }
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      const body = bodies[index]
      if (!body) continue
      // In a cycle, the parent of the first body is not placed yet, so the first body becomes a root.
      const parent = nodeOf[parentOf[index] ?? -1]?.place
      const node = { orbit: orbitOf(body), place: { x: 0, y: 0, z: 0 }, parent, at: 3 * index }
      nodeOf[index] = node
      nodes.push(node)
    }
  }
  return nodes
}
