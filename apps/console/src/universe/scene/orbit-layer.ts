import { orbitPath } from '@quipu/orbits'
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Line,
  LineSegments,
  ShaderMaterial,
  type IUniform,
} from 'three'
import { typeOf } from '../display-scale.ts'
import { placeFunction } from './place-texture.ts'
import type { Places } from './places.ts'

/**
 * Orbits in one draw call: all of them, or the most important ones of many. A path is computed again only for a body that
 * changed.
 */
export class OrbitLayer {
  readonly lines: LineSegments<BufferGeometry, ShaderMaterial>
  readonly #segments: number
  readonly #slots = new Map<number, number>()

  constructor(
    places: Places,
    time: number,
    mostSegments: number,
    uniforms: Readonly<Record<string, IUniform>>,
  ) {
    const indexes = worthDrawing(places, Math.floor(mostSegments / fewest))
    this.#segments = Math.round(Math.min(160, mostSegments / Math.max(1, indexes.length)))
    for (const [slot, index] of indexes.entries()) this.#slots.set(index, slot)
    const vertices = indexes.length * this.#segments * 2
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(vertices * 3), 3))
    geometry.setAttribute('tint', new BufferAttribute(new Float32Array(vertices * 4), 4))
    geometry.setAttribute('around', new BufferAttribute(new Float32Array(vertices), 1))
    const material = new ShaderMaterial({
      uniforms: { ...uniforms },
      vertexShader,
      fragmentShader,
      transparent: true,
      depthWrite: false,
    })
    this.lines = new LineSegments(geometry, material)
    this.lines.frustumCulled = false
    this.lines.renderOrder = 1
    for (const index of indexes) this.write(places, index, time)
  }

  write(places: Places, index: number, time: number): void {
    const slot = this.#slots.get(index)
    const body = places.bodies[index]
    if (slot === undefined || body === undefined) return
    const path = places.mapPath(index, orbitPath(body, time, this.#segments))
    const color = new Color().setStyle(body.color)
    const alpha = faint[typeOf(body)] ?? 0.55
    const tint = [color.r, color.g, color.b, alpha]
    const { position, tint: tints, around } = this.lines.geometry.attributes
    const first = slot * this.#segments * 2
    for (let segment = 0; segment < this.#segments; segment++) {
      position?.array.set(path.subarray(3 * segment, 3 * segment + 6), 3 * (first + 2 * segment))
      tints?.array.set([...tint, ...tint], 4 * (first + 2 * segment))
    }
    around?.array.fill(places.parents[index] ?? -1, first, first + 2 * this.#segments)
    for (const attribute of [position, tints, around])
      if (attribute !== undefined) attribute.needsUpdate = true
  }

  dispose(): void {
    this.lines.geometry.dispose()
    this.lines.material.dispose()
  }
}

/** The highlighted orbit of one body. */
export function chosenOrbit(
  places: Places,
  index: number,
  time: number,
  uniforms: Readonly<Record<string, IUniform>>,
) {
  const body = places.bodies[index]
  const path = body === undefined ? new Float64Array() : orbitPath(body, time, 192)
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(places.mapPath(index, path), 3))
  const count = path.length / 3
  const { r, g, b } = new Color().setStyle(body?.color ?? '#ffffff').lerp(new Color(1, 1, 1), 0.35)
  const tint = new Float32Array(Array.from({ length: count }, () => [r, g, b, 0.95]).flat())
  geometry.setAttribute('tint', new BufferAttribute(tint, 4))
  const around = new Float32Array(count).fill(places.parents[index] ?? -1)
  geometry.setAttribute('around', new BufferAttribute(around, 1))
  const line = new Line(
    geometry,
    new ShaderMaterial({ uniforms: { ...uniforms }, vertexShader, fragmentShader, transparent: true }),
  )
  line.frustumCulled = false
  line.renderOrder = 1
  return line
}

/** Stars and planets before moons, moons before comets and asteroids, larger before smaller. */
function worthDrawing(places: Places, most: number): number[] {
  const all = [...places.bodies.keys()].filter((index) => hasOrbit(places, index))
  if (all.length <= most) return all
  const weight = (index: number) => {
    const body = places.bodies[index]
    return body === undefined ? 0 : (worth[typeOf(body)] ?? 4) * 100 + places.radius(index)
  }
  return all.toSorted((a, b) => weight(b) - weight(a)).slice(0, most)
}

function hasOrbit(places: Places, index: number): boolean {
  const body = places.bodies[index]
  if (body === undefined || typeOf(body) === 'lagrangePoint' || body.roguePlanet !== undefined) return false
  return (body.keplerianElements?.a ?? body.semiMajorAxis ?? body.orbitalDistance) > 0
}

/** The minimum number of segments of an orbit. */
const fewest = 64
const worth: Readonly<Record<string, number>> = { asteroid: 1, comet: 2, moon: 3 }
const faint: Readonly<Record<string, number>> = { asteroid: 0.2, comet: 0.35, moon: 0.4, star: 0.4 }

const vertexShader = /* glsl */ `
${placeFunction}
attribute vec4 tint;
attribute float around;
varying vec4 color;
void main() {
  color = tint;
  gl_Position = projectionMatrix * viewMatrix * vec4(placeOf(around) + position, 1.0);
}
`
const fragmentShader = /* glsl */ `
varying vec4 color;
void main() {
  gl_FragColor = color;
  #include <colorspace_fragment>
}
`
