import { Matrix3, Vector3, type IUniform, type PerspectiveCamera, type Scene } from 'three'
import type { LocalUniverse } from '../local-universe.ts'
import { BodyLayer } from './body-layer.ts'
import type { Point } from './camera-rig.ts'
import { MatterLayer } from './matter-layer.ts'
import { chosenOrbit, OrbitLayer } from './orbit-layer.ts'
import { PlaceTexture } from './place-texture.ts'
import type { Places } from './places.ts'
import type { Level } from './quality.ts'
import { RingLayer } from './ring-layer.ts'
import { tailLayer } from './tail-layer.ts'

export interface LayerLook {
  readonly time: number
  readonly level: Level
  readonly pointSize: IUniform<number>
}

/** Everything that is drawn of one universe with one scale. Rebuilt when bodies are added, removed or moved to another parent. */
export class Layers {
  readonly places: Places
  readonly orbits: OrbitLayer
  readonly #texture: PlaceTexture
  readonly #uniforms: Record<'places' | 'origin' | 'pixel', IUniform>
  readonly #bodies: BodyLayer
  readonly #rings: RingLayer
  readonly #tails: ReturnType<typeof tailLayer>
  #matter: MatterLayer
  readonly #scene: Scene
  readonly #pointSize: IUniform<number>
  readonly #turn = new Matrix3()
  #chosen: ReturnType<typeof chosenOrbit> | undefined

  constructor(scene: Scene, universe: LocalUniverse, places: Places, { time, level, pointSize }: LayerLook) {
    this.#scene = scene
    this.#pointSize = pointSize
    this.places = places
    this.#texture = new PlaceTexture(places.count)
    this.#uniforms = {
      places: { value: this.#texture.texture },
      origin: { value: new Vector3() },
      pixel: { value: 0.001 },
    }
    this.#bodies = new BodyLayer(places, this.#uniforms)
    this.orbits = new OrbitLayer(places, time, level.segments, this.#uniforms)
    this.#rings = new RingLayer(places)
    this.#tails = tailLayer(places, this.#uniforms)
    this.#matter = new MatterLayer(universe, places, level, pointSize)
    scene.add(this.#matter.group, this.orbits.lines, this.#bodies.group, this.#rings.group, this.#tails)
  }

  /** How far belts, fields and disks around the central bodies extend. */
  get reach(): number {
    return this.#matter.reach
  }

  /** Updates a body whose looks changed but not its path. */
  repaint(index: number, time: number): void {
    this.#bodies.write(this.places, index)
    this.#rings.write(this.places, index)
    this.orbits.write(this.places, index, time)
  }

  /** Highlights the orbit of this body, even if its orbit is not drawn otherwise. */
  choose(index: number, time: number): void {
    if (this.#chosen !== undefined) {
      this.#scene.remove(this.#chosen)
      this.#chosen.geometry.dispose()
      this.#chosen.material.dispose()
    }
    this.#chosen = index < 0 ? undefined : chosenOrbit(this.places, index, time, this.#uniforms)
    if (this.#chosen !== undefined) this.#scene.add(this.#chosen)
  }

  replaceMatter(universe: LocalUniverse, level: Level): void {
    this.#scene.remove(this.#matter.group)
    this.#matter.dispose()
    this.#matter = new MatterLayer(universe, this.places, level, this.#pointSize)
    this.#scene.add(this.#matter.group)
  }

  /** Puts everything in its place, relative to the focus. */
  place(focus: Point, time: number, camera: PerspectiveCamera, height: number): void {
    this.#texture.write(this.places, focus)
    this.#uniforms.origin.value.set(-focus.x, -focus.y, -focus.z)
    this.#uniforms.pixel.value = (2 * Math.tan((camera.fov * Math.PI) / 360)) / Math.max(1, height)
    this.#bodies.setTurn(this.#turn.setFromMatrix4(camera.matrixWorld))
    this.#rings.place(this.places, focus)
    this.#matter.place(this.places, focus, time)
  }

  dispose(): void {
    this.choose(-1, 0)
    this.#scene.remove(
      this.#matter.group,
      this.orbits.lines,
      this.#bodies.group,
      this.#rings.group,
      this.#tails,
    )
    this.#texture.dispose()
    this.#bodies.dispose()
    this.orbits.dispose()
    this.#rings.dispose()
    this.#matter.dispose()
    this.#tails.geometry.dispose()
    this.#tails.material.dispose()
  }
}
