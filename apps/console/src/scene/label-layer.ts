import { Vector3, type PerspectiveCamera } from 'three'
import { typeOf } from '../universe/display-scale.ts'
import { layLabels, type Wish } from '../universe/label-layout.ts'
import type { BodyType } from '../wire.ts'
import type { Point } from './camera-rig.ts'
import type { Places } from './places.ts'

export interface Sight {
  readonly places: Places
  readonly camera: PerspectiveCamera
  readonly focus: Point
  readonly width: number
  readonly height: number
  /** Ids whose label is shown before any other. */
  readonly chosen: readonly (string | null)[]
}

/** Names beside bodies. Which ones is decided a few times a second, where they stand each frame. */
export class LabelLayer {
  readonly #host: HTMLElement
  readonly #shown = new Map<number, Shown>()
  readonly #widths = new Map<string, number>()
  readonly #measure = document.createElement('canvas').getContext('2d')
  readonly #spare: HTMLElement[] = []

  constructor(host: HTMLElement) {
    this.#host = host
    if (this.#measure !== null) this.#measure.font = '500 12px system-ui, sans-serif'
  }

  /** Chooses anew. */
  choose(sight: Sight, most: number): void {
    const wishes = most === 0 ? [] : wishesOf(sight, (name) => this.#width(name))
    const discs = wishes.filter(({ radius }) => radius > 5)
    const placed = layLabels(wishes, { width: sight.width, height: sight.height, most }, discs)
    const kept = new Set(placed.map(({ id }) => Number(id)))
    for (const [index, { element }] of this.#shown) {
      if (kept.has(index)) continue
      element.hidden = true
      this.#spare.push(element)
      this.#shown.delete(index)
    }
    for (const { id, left, top } of placed) {
      const index = Number(id)
      const element = this.#shown.get(index)?.element ?? this.#element()
      const body = sight.places.bodies[index]
      if (element.textContent !== body?.name) element.textContent = body?.name ?? ''
      element.classList.toggle('chosen', sight.chosen.includes(body?.id ?? ''))
      element.hidden = false
      this.#shown.set(index, { element, left, top })
    }
    this.move(sight)
  }

  move(sight: Sight): void {
    for (const [index, { element, left, top }] of this.#shown) {
      const { x, y } = project(sight, index)
      element.style.transform = `translate(${(x + left).toFixed(1)}px, ${(y + top).toFixed(1)}px)`
    }
  }

  /** Forgets everything, for bodies have new indexes. */
  clear(): void {
    for (const { element } of this.#shown.values()) {
      element.hidden = true
      this.#spare.push(element)
    }
    this.#shown.clear()
  }

  #element(): HTMLElement {
    const spare = this.#spare.pop()
    if (spare !== undefined) return spare
    const element = document.createElement('span')
    element.className = 'body-label'
    this.#host.append(element)
    return element
  }

  #width(name: string): number {
    const known = this.#widths.get(name)
    if (known !== undefined) return known
    const width = Math.min(180, (this.#measure?.measureText(name).width ?? name.length * 7) + 4)
    this.#widths.set(name, width)
    return width
  }
}

/** Where a body is on the screen, in CSS pixels; `away` is its distance from the eye, below 0 behind it. */
export function project(sight: Sight, index: number): { x: number; y: number; away: number } {
  const { places, camera, focus, width, height } = sight
  const { shown } = places
  scratch.set(
    (shown[3 * index] ?? 0) - focus.x,
    (shown[3 * index + 1] ?? 0) - focus.y,
    (shown[3 * index + 2] ?? 0) - focus.z,
  )
  scratch.applyMatrix4(camera.matrixWorldInverse)
  const away = -scratch.z
  scratch.applyMatrix4(camera.projectionMatrix)
  return { x: ((scratch.x + 1) / 2) * width, y: ((1 - scratch.y) / 2) * height, away }
}

/** Pixels that a length covers at this distance from the eye. */
export function pixelsOf(sight: Sight, length: number, away: number): number {
  return (length * sight.height) / (2 * Math.tan((sight.camera.fov * Math.PI) / 360) * Math.max(away, 1e-9))
}

interface Shown {
  readonly element: HTMLElement
  readonly left: number
  readonly top: number
}

const scratch = new Vector3()
const rank: Readonly<Record<BodyType, number>> = {
  star: 5,
  blackHole: 5,
  planet: 4,
  comet: 3,
  moon: 2,
  lagrangePoint: 1,
  asteroid: 1,
}

function wishesOf(sight: Sight, widthOf: (name: string) => number): Wish[] {
  const { places, chosen, width, height } = sight
  const wishes: Wish[] = []
  for (const [index, body] of places.bodies.entries()) {
    const { x, y, away } = project(sight, index)
    if (away <= 0 || x < 0 || y < 0 || x > width || y > height) continue
    const radius = Math.max(1.5, pixelsOf(sight, places.radius(index), away))
    const order = chosen.indexOf(body.id)
    if (order < 0 && isTooClose(sight, index, x, y)) continue
    const weight = order >= 0 ? 1000 - order : rank[typeOf(body)] * 20 + Math.min(radius, 60)
    wishes.push({ id: String(index), x, y, radius, width: widthOf(body.name), weight })
  }
  return wishes
}

/** A moon on top of its planet has no label of its own until one comes nearer. */
function isTooClose(sight: Sight, index: number, x: number, y: number): boolean {
  const parent = sight.places.parents[index] ?? -1
  if (parent < 0) return false
  const at = project(sight, parent)
  const around = pixelsOf(sight, sight.places.radius(parent), at.away)
  return at.away > 0 && Math.hypot(at.x - x, at.y - y) < around + 14
}
