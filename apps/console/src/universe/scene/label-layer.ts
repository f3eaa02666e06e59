import { Vector3, type PerspectiveCamera } from 'three'
import { typeOf } from '../display-scale.ts'
import { layLabels, type Label } from '../label-layout.ts'
import type { BodyType } from '../../api/wire.ts'
import type { Point } from './camera-rig.ts'
import type { Places } from './places.ts'

export interface Viewport {
  readonly places: Places
  readonly camera: PerspectiveCamera
  readonly focus: Point
  readonly width: number
  readonly height: number
  /** Ids whose labels are placed first. */
  readonly chosen: readonly (string | null)[]
}

/** Names beside bodies. The choice of labels is updated a few times a second, their positions each frame. */
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

  /** Chooses the labels again. */
  choose(viewport: Viewport, most: number): void {
    const labels = most === 0 ? [] : labelsOf(viewport, (name) => this.#width(name))
    const discs = labels.filter(({ radius }) => radius > 5)
    const placed = layLabels(labels, { width: viewport.width, height: viewport.height, most }, discs)
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
      const body = viewport.places.bodies[index]
      if (element.textContent !== body?.name) element.textContent = body?.name ?? ''
      element.classList.toggle('chosen', viewport.chosen.includes(body?.id ?? ''))
      element.hidden = false
      this.#shown.set(index, { element, left, top })
    }
    this.move(viewport)
  }

  move(viewport: Viewport): void {
    for (const [index, { element, left, top }] of this.#shown) {
      const { x, y } = project(viewport, index)
      element.style.transform = `translate(${(x + left).toFixed(1)}px, ${(y + top).toFixed(1)}px)`
    }
  }

  /** Clears everything, because bodies have new indexes. */
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

/** The position of a body on the screen, in CSS pixels. `away` is its distance from the camera, below 0 behind it. */
export function project(viewport: Viewport, index: number): { x: number; y: number; away: number } {
  const { places, camera, focus, width, height } = viewport
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

/** The number of pixels that a length covers at this distance from the camera. */
export function pixelsOf(viewport: Viewport, length: number, away: number): number {
  return (
    (length * viewport.height) / (2 * Math.tan((viewport.camera.fov * Math.PI) / 360) * Math.max(away, 1e-9))
  )
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

function labelsOf(viewport: Viewport, widthOf: (name: string) => number): Label[] {
  const { places, chosen, width, height } = viewport
  const labels: Label[] = []
  for (const [index, body] of places.bodies.entries()) {
    const { x, y, away } = project(viewport, index)
    if (away <= 0 || x < 0 || y < 0 || x > width || y > height) continue
    const radius = Math.max(1.5, pixelsOf(viewport, places.radius(index), away))
    const order = chosen.indexOf(body.id)
    if (order < 0 && isTooClose(viewport, index, x, y)) continue
    const weight = order >= 0 ? 1000 - order : rank[typeOf(body)] * 20 + Math.min(radius, 60)
    labels.push({ id: String(index), x, y, radius, width: widthOf(body.name), weight })
  }
  return labels
}

/** A moon that overlaps its planet has no label until the view comes closer. */
function isTooClose(viewport: Viewport, index: number, x: number, y: number): boolean {
  const parent = viewport.places.parents[index] ?? -1
  if (parent < 0) return false
  const at = project(viewport, parent)
  const around = pixelsOf(viewport, viewport.places.radius(parent), at.away)
  return at.away > 0 && Math.hypot(at.x - x, at.y - y) < around + 14
}
