import type { Body, BodyType } from '../api/wire.ts'
import type { LocalUniverse } from './local-universe.ts'

/** How one body is drawn: its size, how far its orbit is pushed outwards, and how much room it takes with its moons. */
export interface Drawn {
  readonly radius: number
  /** Multiplies the drawn distance from the parent. */
  readonly push: number
  readonly extent: number
  /** Where the distances of its own children start, so that no moon is inside its planet. */
  readonly clearance: number
}

/**
 * A scale in which planets are visible and distances still make sense: short distances are stretched, long ones are
 * compressed, the order never changes, and systems do not overlap.
 */
export function displayScale(universe: LocalUniverse): Map<string, Drawn> {
  const drawn = new Map<string, Drawn>()
  const largest = largestRadius(universe)
  const all = universe.childrenOf(null).flatMap((root) => universe.subtreeOf(root))
  // From the leaves up: the room of a body depends on what orbits it.
  for (const id of all.toReversed()) measure(universe, id, largest, drawn)
  spread(universe, null, drawn)
  return drawn
}

/** The drawn distance from the parent for a real one in AU. `around` is the parent. */
export function drawnDistance(distance: number, around: BodyType | null, clearance: number): number {
  if (distance <= 0) return 0
  if (around === null || isMassive(around)) return clearance + planetSpan * Math.asinh(distance / planetKnee)
  return clearance + moonSpan * Math.log10(1 + distance / moonKnee)
}

/** The drawn radius. It depends only on the ratio to the largest body, so any unit of length works. */
function drawnRadius(body: Body, largest: number): number {
  const ratio = largest > 0 ? Math.max(body.radius, 0) / largest : 0
  const most = mostRadius[typeOf(body)]
  return Math.max(least, Math.min(most, sunRadius * ratio ** 0.28))
}

export function typeOf(body: Body): BodyType {
  return body.bodyType ?? (body.parentId === null ? 'star' : 'planet')
}

export function semiMajorAxisOf(body: Body): number {
  return body.keplerianElements?.a ?? body.semiMajorAxis ?? body.orbitalDistance
}

function measure(universe: LocalUniverse, id: string, largest: number, drawn: Map<string, Drawn>): void {
  const body = universe.bodies.get(id)
  if (body === undefined) return
  const radius = drawnRadius(body, largest)
  const ring = body.ring?.outerRadiusMultiplier ?? 1
  const clearance = radius * Math.max(1.35, Math.min(ring, 4))
  drawn.set(id, { radius, push: 1, extent: radius * Math.min(Math.max(ring, 1), 4), clearance })
  const children = universe.childrenOf(id)
  if (children.length === 0) return
  const extent = Math.max(clearance, spread(universe, id, drawn))
  drawn.set(id, { radius, push: 1, extent, clearance })
}

/** Pushes siblings outwards where systems would overlap. Returns how far out they extend. */
function spread(universe: LocalUniverse, parentId: string | null, drawn: Map<string, Drawn>): number {
  const parent = parentId === null ? undefined : universe.bodies.get(parentId)
  const around = parent === undefined ? null : typeOf(parent)
  const clearance = parentId === null ? 0 : (drawn.get(parentId)?.clearance ?? 0)
  const siblings = universe
    .childrenOf(parentId)
    .flatMap((id) => bodyWith(universe, drawn, id))
    .toSorted((a, b) => a.distance - b.distance)
  let edge = 0
  let reach = 0
  for (const { id, distance, own, hasMoons } of siblings) {
    const preferred = drawnDistance(distance, around, clearance)
    const taken = hasMoons ? own.extent : 0
    const at = preferred === 0 ? 0 : Math.max(preferred, edge === 0 ? 0 : edge + taken)
    if (preferred > 0) drawn.set(id, { ...own, push: at / preferred })
    if (hasMoons) edge = Math.max(edge, at + own.extent)
    reach = Math.max(reach, at + own.extent)
  }
  return reach
}

function bodyWith(universe: LocalUniverse, drawn: ReadonlyMap<string, Drawn>, id: string) {
  const body = universe.bodies.get(id)
  const own = drawn.get(id)
  if (body === undefined || own === undefined) return []
  return [{ id, own, distance: semiMajorAxisOf(body), hasMoons: universe.childrenOf(id).length > 0 }]
}

function largestRadius(universe: LocalUniverse): number {
  let largest = 0
  for (const body of universe.bodies.values()) largest = Math.max(largest, body.radius)
  return largest
}

function isMassive(type: BodyType): boolean {
  return type === 'star' || type === 'blackHole'
}

const planetSpan = 14
const planetKnee = 0.35
const moonSpan = 1.1
const moonKnee = 0.0006
const sunRadius = 3
const least = 0.12
const mostRadius: Readonly<Record<BodyType, number>> = {
  star: 3,
  blackHole: 2.4,
  planet: 1.9,
  moon: 0.8,
  comet: 0.35,
  asteroid: 0.3,
  lagrangePoint: 0.25,
}
