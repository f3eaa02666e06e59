import { prepare, type Positions } from '@quipu/orbits'
import { displayScale, drawnDistance, semiMajorAxisOf, typeOf, type Drawn } from '../display-scale.ts'
import type { LocalUniverse } from '../local-universe.ts'
import type { Body, BodyType } from '../../api/wire.ts'

/** Drawn units per AU in true scale. */
export const unitsPerAu = 40

/**
 * The position at which every body is drawn at a moment, in units of the picture with y up. Rebuilt when a body is added,
 * removed or gets another orbit; read once a frame.
 */
export class Places {
  readonly ids: readonly string[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly bodies: Body[]
  /** −1 for a body without a parent. */
  readonly parents: Int32Array
  /** The body that lights it, or else itself. */
  readonly lights: Int32Array
  /** Three numbers per body. */
  readonly shown: Float64Array
  readonly isTrueScale: boolean
  readonly #drawn: readonly Drawn[]
  readonly #around: readonly (BodyType | null)[]
  readonly #positions: Positions
  readonly #real: Float64Array
  readonly #trueRadii: Float64Array
  readonly #trueExtents: Float64Array

  constructor(universe: LocalUniverse, isTrueScale: boolean) {
    const ids = universe.childrenOf(null).flatMap((root) => universe.subtreeOf(root))
    const scale = displayScale(universe)
    this.isTrueScale = isTrueScale
    this.ids = ids
    this.bodies = ids.flatMap((id) => universe.bodies.get(id) ?? [])
    this.#positions = prepare(this.bodies)
    this.indexOf = this.#positions.indexOf
    this.#drawn = ids.map((id) => scale.get(id) ?? nothing)
    this.parents = Int32Array.from(this.bodies, ({ parentId }) => this.indexOf.get(parentId ?? '') ?? -1)
    this.#around = this.bodies.map((_, index) => this.#typeAt(this.parents[index] ?? -1))
    this.lights = Int32Array.from(this.bodies, (_, index) => this.#lightOf(index))
    this.#real = new Float64Array(3 * ids.length)
    this.shown = new Float64Array(3 * ids.length)
    this.#trueRadii = this.#measureRadii()
    this.#trueExtents = this.#measureExtents()
  }

  /** Takes over a body if only its looks have changed, and returns its index. Returns −1 if more has changed. */
  repaint(body: Body): number {
    const index = this.indexOf.get(body.id) ?? -1
    const before = this.bodies[index]
    if (before === undefined || !differOnlyInLooks(before, body)) return -1
    this.bodies[index] = body
    return index
  }

  get count(): number {
    return this.ids.length
  }

  /** The drawn radius of the body at this index. */
  radius(index: number): number {
    return this.isTrueScale ? (this.#trueRadii[index] ?? 0) : (this.#drawn[index]?.radius ?? 0)
  }

  /** How far a body and everything around it extend. */
  extent(index: number): number {
    return this.isTrueScale ? (this.#trueExtents[index] ?? 0) : (this.#drawn[index]?.extent ?? 0)
  }

  update(time: number): void {
    this.#positions.at(time, this.#real)
    // A subtree lists each body after its parent.
    for (let index = 0; index < this.count; index++) this.#place(index)
  }

  /** Maps points relative to a body's parent, in AU (x y z each), to drawn points relative to its drawn parent. */
  mapPath(index: number, path: Float64Array): Float32Array {
    const mapped = new Float32Array(path.length)
    const to = { x: 0, y: 0, z: 0 }
    for (let at = 0; at < path.length; at += 3) {
      this.#map(index, path[at] ?? 0, path[at + 1] ?? 0, path[at + 2] ?? 0, to)
      mapped[at] = to.x
      mapped[at + 1] = to.y
      mapped[at + 2] = to.z
    }
    return mapped
  }

  /** The drawn length of a distance in AU around a body. */
  mapDistance(index: number, au: number): number {
    if (this.isTrueScale) return au * unitsPerAu
    return drawnDistance(au, this.#typeAt(index), index < 0 ? 0 : (this.#drawn[index]?.clearance ?? 0))
  }

  /** True scale in AU, but a body is never drawn so large that it covers its moons. */
  #measureRadii(): Float64Array {
    const room = Float64Array.from(this.bodies, (body) =>
      body.parentId === null ? Infinity : semiMajorAxisOf(body),
    )
    for (const [index, body] of this.bodies.entries()) {
      const parent = this.parents[index] ?? -1
      if (parent >= 0) room[parent] = Math.min(room[parent] ?? Infinity, semiMajorAxisOf(body))
    }
    return Float64Array.from(this.bodies, ({ radius }, index) => {
      const most = (room[index] ?? Infinity) * 0.3
      return unitsPerAu * Math.min(radius, most > 0 ? most : radius)
    })
  }

  #measureExtents(): Float64Array {
    const extents = Float64Array.from(this.#trueRadii)
    for (let index = this.count - 1; index >= 0; index--) {
      const parent = this.parents[index] ?? -1
      const body = this.bodies[index]
      if (parent < 0 || body === undefined) continue
      const reach = semiMajorAxisOf(body) * unitsPerAu + (extents[index] ?? 0)
      extents[parent] = Math.max(extents[parent] ?? 0, reach)
    }
    return extents
  }

  #place(index: number): void {
    const parent = this.parents[index] ?? -1
    const real = this.#real
    const at = 3 * index
    const from = 3 * parent
    const isRoot = parent < 0
    const to = scratch
    this.#map(
      index,
      (real[at] ?? 0) - (isRoot ? 0 : (real[from] ?? 0)),
      (real[at + 1] ?? 0) - (isRoot ? 0 : (real[from + 1] ?? 0)),
      (real[at + 2] ?? 0) - (isRoot ? 0 : (real[from + 2] ?? 0)),
      to,
    )
    this.shown[at] = to.x + (isRoot ? 0 : (this.shown[from] ?? 0))
    this.shown[at + 1] = to.y + (isRoot ? 0 : (this.shown[from + 1] ?? 0))
    this.shown[at + 2] = to.z + (isRoot ? 0 : (this.shown[from + 2] ?? 0))
  }

  /** The north of the ecliptic is up in the picture. */
  #map(index: number, x: number, y: number, z: number, to: { x: number; y: number; z: number }): void {
    const factor = this.isTrueScale ? unitsPerAu : this.#factor(index, Math.sqrt(x * x + y * y + z * z))
    to.x = x * factor
    to.y = z * factor
    to.z = -y * factor
  }

  #factor(index: number, distance: number): number {
    if (!(distance > 0)) return 0
    const parent = this.parents[index] ?? -1
    const clearance = parent < 0 ? 0 : (this.#drawn[parent]?.clearance ?? 0)
    const drawn = drawnDistance(distance, this.#around[index] ?? null, clearance)
    return (drawn * (this.#drawn[index]?.push ?? 1)) / distance
  }

  #typeAt(index: number): BodyType | null {
    const body = this.bodies[index]
    return body === undefined ? null : typeOf(body)
  }

  #lightOf(index: number): number {
    let at = this.parents[index] ?? -1
    while (at >= 0) {
      if (this.#typeAt(at) === 'star') return at
      at = this.parents[at] ?? -1
    }
    return index
  }
}

const nothing: Drawn = { radius: 0.2, push: 1, extent: 0.2, clearance: 0.2 }
const scratch = { x: 0, y: 0, z: 0 }

/** Neither the path nor the size has changed. */
function differOnlyInLooks(before: Body, after: Body): boolean {
  const rest = ({ name: _n, color: _c, mass: _m, order: _o, ...others }: Body) =>
    JSON.stringify(sorted(others))
  return rest(before) === rest(after)
}

function sorted(value: object): [string, unknown][] {
  return Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
}
