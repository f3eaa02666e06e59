import { AdditiveBlending, Color, Group, Matrix3, Mesh, ShaderMaterial, type IUniform } from 'three'
import { typeOf } from '../display-scale.ts'
import type { Body } from '../../api/wire.ts'
import { bodyFragment, bodyVertex, glowFragment } from './body-shader.ts'
import type { Places } from './places.ts'
import { Quads } from './quads.ts'

/** All bodies in one draw call, and the glow of the stars in another. */
export class BodyLayer {
  readonly group = new Group()
  readonly #turnToWorld = { value: new Matrix3() }
  readonly #bodies: Quads
  readonly #stars: readonly number[]
  readonly #glows: Quads
  readonly #materials: readonly ShaderMaterial[]

  constructor(places: Places, uniforms: Readonly<Record<string, IUniform>>) {
    this.#stars = [...places.bodies.entries()].flatMap(([index, body]) => (kindOf(body) === 1 ? [index] : []))
    this.#bodies = new Quads(places.count, attributes)
    this.#glows = new Quads(this.#stars.length, attributes)
    for (let index = 0; index < places.count; index++) this.write(places, index)
    const balls = { ...uniforms, spread: { value: 1 }, turnToWorld: this.#turnToWorld }
    const shaders = { vertexShader: bodyVertex, transparent: true }
    const ball = new ShaderMaterial({ ...shaders, uniforms: balls, fragmentShader: bodyFragment })
    const glow = new ShaderMaterial({
      ...shaders,
      uniforms: { ...uniforms, spread: { value: glowSpread } },
      fragmentShader: glowFragment,
      blending: AdditiveBlending,
      depthWrite: false,
    })
    this.#materials = [ball, glow]
    this.#add(this.#bodies, ball, 2)
    this.#add(this.#glows, glow, 3)
  }

  /** Updates the looks of one body. */
  write(places: Places, index: number): void {
    this.#write(this.#bodies, index, places, index)
    const star = this.#stars.indexOf(index)
    if (star >= 0) this.#write(this.#glows, star, places, index)
  }

  /** The pattern of a ball turns with the world and not with the camera. */
  setTurn(turn: Matrix3): void {
    this.#turnToWorld.value.copy(turn)
  }

  dispose(): void {
    this.#bodies.geometry.dispose()
    this.#glows.geometry.dispose()
    for (const material of this.#materials) material.dispose()
  }

  #add(quads: Quads, material: ShaderMaterial, order: number): void {
    const mesh = new Mesh(quads.geometry, material)
    mesh.frustumCulled = false
    mesh.renderOrder = order
    this.group.add(mesh)
  }

  #write(quads: Quads, quad: number, places: Places, index: number): void {
    const body = places.bodies[index]
    if (body === undefined) return
    const { r, g, b } = new Color().setStyle(body.color)
    const seed = seedOf(body.id)
    quads.set('look', quad, places.radius(index), kindOf(body), seed)
    quads.set('bodies', quad, index, places.lights[index] ?? index)
    quads.set('tint', quad, r, g, b)
  }
}

/** A number from 0 to 1 that is always the same for an id. */
export function seedOf(id: string): number {
  let hash = 2_166_136_261
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return (hash >>> 8) / 2 ** 24
}

/** A factor of the star's own radius. */
const glowSpread = 6
const attributes = { look: 3, bodies: 2, tint: 3 }

function kindOf(body: Body): number {
  const type = typeOf(body)
  if (type === 'star') return 1
  if (type === 'blackHole') return 2
  return type === 'lagrangePoint' ? 3 : 0
}
