import { orbitPath } from '@quipu/orbits'
import { Places } from '../../universe/scene/places.ts'
import type { Body } from '../../api/wire.ts'
import { typeOf } from '../../universe/display-scale.ts'
import type { LocalUniverse } from '../../universe/local-universe.ts'

export interface Dot {
  readonly body: Body
  readonly x: number
  readonly y: number
  readonly radius: number
  /** Only the most important bodies have labels. */
  readonly isNamed: boolean
}

/** A universe from above, in the scale of the room. */
export interface FlatPicture {
  readonly dots: readonly Dot[]
  /** As the `d` of an SVG path. */
  readonly orbits: readonly { readonly id: string; readonly line: string }[]
  readonly box: { readonly x: number; readonly y: number; readonly size: number }
}

const mostDots = 600
const mostOrbits = 150
const mostNames = 16
const segments = 72

export function flatPicture(universe: LocalUniverse, time: number): FlatPicture {
  const places = new Places(universe, false)
  places.update(time)
  const indexes = Array.from({ length: places.count }, (_, index) => index)
    .toSorted((a, b) => weight(places, b) - weight(places, a))
    .slice(0, mostDots)
  const box = boxOf(places, indexes)
  // At least a pixel or two, however small the body is.
  const least = box.size / 260
  const named = namesThatFit(places, indexes, box.size)
  const dots = indexes.flatMap((index) => dotOf(places, index, least, named.has(index)))
  const orbits = indexes.slice(0, mostOrbits).flatMap((index) => orbitOf(places, index, time))
  return { dots, orbits, box }
}

/** Stars before planets, planets before moons; large ones first. */
function weight(places: Places, index: number): number {
  const body = places.bodies[index]
  return body === undefined ? 0 : (rankOf[typeOf(body)] ?? 0) * 100 + places.radius(index)
}

const rankOf: Readonly<Record<string, number>> = { blackHole: 3, star: 3, planet: 2, comet: 1, moon: 0 }

function dotOf(places: Places, index: number, least: number, isNamed: boolean): readonly Dot[] {
  const body = places.bodies[index]
  if (body === undefined) return []
  const [x, y] = pointAt(places, index)
  const isLarge = (rankOf[typeOf(body)] ?? 0) >= 1
  return [{ body, x, y, radius: Math.max(places.radius(index), isLarge ? least : least / 2), isNamed }]
}

function orbitOf(places: Places, index: number, time: number) {
  const body = places.bodies[index]
  if (body === undefined) return []
  const path = places.mapPath(index, orbitPath(body, time, segments))
  if (path.length === 0) return []
  const parent = places.parents[index] ?? -1
  const [x, y] = parent < 0 ? [0, 0] : pointAt(places, parent)
  const points = Array.from(
    { length: path.length / 3 },
    (_, n) => `${((path[3 * n] ?? 0) + x).toFixed(2)} ${((path[3 * n + 2] ?? 0) + y).toFixed(2)}`,
  )
  return [{ id: body.id, line: `M${points.join('L')}` }]
}

/** The labels of the most important bodies, without overlaps. */
function namesThatFit(places: Places, indexes: readonly number[], size: number): ReadonlySet<number> {
  const taken: (readonly [x: number, y: number])[] = []
  const named = new Set<number>()
  for (const index of indexes) {
    if (named.size === mostNames) break
    const [x, y] = pointAt(places, index)
    if (taken.some(([left, top]) => Math.abs(left - x) < size / 6 && Math.abs(top - y) < size / 30)) continue
    taken.push([x, y])
    named.add(index)
  }
  return named
}

/** Up in the room means towards the viewer here. */
function pointAt({ shown }: Places, index: number): readonly [x: number, y: number] {
  return [shown[3 * index] ?? 0, shown[3 * index + 2] ?? 0]
}

/** The extent of the orbits, if each were a circle. */
function boxOf(places: Places, indexes: readonly number[]) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const index of indexes) {
    const parent = places.parents[index] ?? -1
    const [x, y] = pointAt(places, index)
    const [centreX, centreY] = parent < 0 ? [x, y] : pointAt(places, parent)
    const room = Math.hypot(x - centreX, y - centreY) + places.radius(index)
    left = Math.min(left, centreX - room)
    right = Math.max(right, centreX + room)
    top = Math.min(top, centreY - room)
    bottom = Math.max(bottom, centreY + room)
  }
  if (left > right) return { x: -1, y: -1, size: 2 }
  const size = 1.12 * Math.max(right - left, bottom - top, 1)
  return { x: (left + right - size) / 2, y: (top + bottom - size) / 2, size }
}
