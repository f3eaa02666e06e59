import { PerspectiveCamera, Scene } from 'three'
import type { UniverseRoom } from '../live/universe-room.ts'
import type { Touched } from '../local-universe.ts'
import { CameraRig, type Point } from './camera-rig.ts'
import { LabelLayer, pixelsOf, project, type Viewport } from './label-layer.ts'
import { Layers } from './layers.ts'
import { Places } from './places.ts'
import { listenToPointers } from './pointer-input.ts'
import { Quality } from './quality.ts'
import { openRenderer, type Drawing } from './renderer.ts'
import { sky } from './sky.ts'

export interface SceneHosts {
  readonly canvas: HTMLCanvasElement
  readonly labels: HTMLElement
  readonly isCalm: () => boolean
}

/** Undefined when the browser cannot draw. */
export function openScene(room: UniverseRoom, hosts: SceneHosts): UniverseScene | undefined {
  const drawing = openRenderer(hosts.canvas)
  return drawing === undefined ? undefined : new UniverseScene(room, hosts, drawing)
}

/** The picture of a room. It draws only when something moves or has changed. */
export class UniverseScene {
  readonly rig = new CameraRig()
  readonly #room: UniverseRoom
  readonly #hosts: SceneHosts
  readonly #drawing: Drawing
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(45, 1, 0.1, 10_000)
  readonly #labels: LabelLayer
  readonly #quality: Quality
  readonly #pointSize = { value: 1 }
  readonly #stops: (() => void)[] = []
  #layers: Layers
  #pending: Set<string> | 'all' | undefined
  #isMatterPending = false
  #isDirty = true
  #hovered: string | null = null
  #lastFrame = 0
  #lastChoice = 0
  #drawnTime = Number.NaN
  #frame = 0
  #frames = 0

  constructor(room: UniverseRoom, hosts: SceneHosts, drawing: Drawing) {
    this.#room = room
    this.#hosts = hosts
    this.#drawing = drawing
    this.#labels = new LabelLayer(hosts.labels)
    this.#quality = new Quality(drawing.isSoftware ? 1 : 0)
    this.#scene.add(sky(drawing.isSoftware ? 400 : 1200, this.#pointSize))
    this.#layers = this.#build()
    this.#listen()
    this.#resize()
    this.home(0)
    this.#frame = requestAnimationFrame((now) => this.#draw(now))
  }

  /** Shows everything. */
  home(seconds = this.#flightSeconds): void {
    const { places } = this.#layers
    let reach = 4
    for (const [index, parent] of places.parents.entries()) {
      if (parent >= 0) continue
      const { x, y, z } = this.#placeOf(index)
      reach = Math.max(reach, Math.hypot(x, y, z) + places.extent(index))
    }
    reach = Math.max(reach, this.#layers.reach)
    this.rig.farthest = reach * 8
    const fit = Math.max(1.25, 1 / (0.35 * this.#camera.aspect))
    this.#room.follow(null)
    this.#centre = { x: 0, y: 0, z: 0 }
    this.rig.fly(reach * fit, seconds)
    this.redraw()
  }
  /** The target of a flight that does not go to a body. */
  #centre: Point | undefined

  /** Call this after something outside has changed the view. */
  redraw(): void {
    this.#isDirty = true
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame)
    for (const stop of this.#stops) stop()
    this.#layers.dispose()
    this.#drawing.renderer.dispose()
  }

  #build(): Layers {
    const { universe, viewing, options } = this.#room
    const places = new Places(universe, options.isTrueScale)
    places.update(viewing.time)
    this.#drawnTime = viewing.time
    const look = { time: viewing.time, level: this.#quality.level, pointSize: this.#pointSize }
    return new Layers(this.#scene, universe, places, look)
  }

  #listen(): void {
    const { facets, viewing } = this.#room
    const { canvas } = this.#hosts
    const redraw = () => this.redraw()
    const watcher = new ResizeObserver(() => this.#resize())
    watcher.observe(canvas)
    this.#stops.push(
      () => watcher.disconnect(),
      this.#room.onTouched((touched) => this.#touch(touched)),
      this.#room.onFlight((id) => this.#flyTo(id)),
      facets.subscribe('selection', () => this.#choose()),
      facets.subscribe('options', () => this.#reshape()),
      viewing.subscribe(redraw),
      listenToPointers(canvas, this.rig, {
        moved: redraw,
        left: () => this.#room.follow(null),
        pressed: (x, y) => this.#room.select(this.#bodyAt(x, y)),
        pressedTwice: (x, y) => this.#room.flyTo(this.#bodyAt(x, y) ?? ''),
        hovered: (x, y) => this.#hover(x, y),
      }),
    )
  }

  #touch(touched: Touched | 'all'): void {
    if (touched === 'all') this.#pending = 'all'
    else if (touched.stars !== undefined && this.#pending !== 'all') {
      this.#pending ??= new Set()
      for (const id of touched.stars) this.#pending.add(id)
    }
    if (touched !== 'all' && matterNames.some((name) => touched[name] !== undefined))
      this.#isMatterPending = true
    this.redraw()
  }

  /** Applies everything that arrived since the last frame: repaints where that is enough, and rebuilds otherwise. */
  #catchUp(): void {
    const pending = this.#pending
    const { universe, viewing } = this.#room
    this.#pending = undefined
    if (pending !== undefined && !this.#repaint(pending)) {
      this.#layers.dispose()
      this.#labels.clear()
      this.#layers = this.#build()
      this.#choose()
    } else if (this.#isMatterPending) this.#layers.replaceMatter(universe, this.#quality.level)
    this.#isMatterPending = false
    if (viewing.time !== this.#drawnTime) {
      this.#layers.places.update(viewing.time)
      this.#drawnTime = viewing.time
    }
  }

  #repaint(pending: Set<string> | 'all'): boolean {
    if (pending === 'all') return false
    const { universe, viewing } = this.#room
    for (const id of pending) {
      const body = universe.bodies.get(id)
      const index = body === undefined ? -1 : this.#layers.places.repaint(body)
      if (index < 0) return false
      this.#layers.repaint(index, viewing.time)
    }
    this.#lastChoice = 0
    return true
  }

  #reshape(): void {
    const { options } = this.#room
    if (options.isTrueScale !== this.#layers.places.isTrueScale) {
      this.#pending = 'all'
      this.#catchUp()
      const { following } = this.#room
      if (following === null) this.home()
      else this.#flyTo(following)
    }
    this.#layers.orbits.lines.visible = options.hasOrbits
    this.#lastChoice = 0
    this.redraw()
  }

  #choose(): void {
    const { selection } = this.#room
    this.#layers.choose(this.#layers.places.indexOf.get(selection ?? '') ?? -1, this.#room.viewing.time)
    this.#layers.orbits.lines.visible = this.#room.options.hasOrbits
    this.#lastChoice = 0
    this.redraw()
  }

  #flyTo(id: string): void {
    const { places } = this.#layers
    const index = places.indexOf.get(id)
    if (index === undefined) return
    const radius = places.radius(index)
    const system = places.extent(index)
    const wide = Math.max(1, 1 / this.#camera.aspect)
    this.rig.nearest = radius * 1.8
    this.#centre = undefined
    const least = places.bodies[index]?.comet === undefined ? radius * 9 : radius * 60
    this.rig.fly(wide * Math.max(least, system > radius * 1.5 ? system * 2.4 : 0), this.#flightSeconds)
    this.redraw()
  }

  get #flightSeconds(): number {
    return this.#hosts.isCalm() ? 0 : 0.9
  }

  #draw(now: number): void {
    this.#frame = requestAnimationFrame((next) => this.#draw(next))
    const seconds = Math.min(1, (now - this.#lastFrame) / 1000)
    this.#lastFrame = now
    const { viewing } = this.#room
    viewing.advance(Math.min(seconds, 0.25))
    if (!this.#isDirty && !viewing.isPlaying && !this.rig.isFlying) return
    const isMoving = viewing.isPlaying || this.rig.isFlying
    this.#isDirty = false
    this.#catchUp()
    this.#aim(seconds)
    this.#layers.place(this.rig.focus, viewing.time, this.#camera, this.#hosts.canvas.clientHeight)
    this.#drawing.renderer.render(this.#scene, this.#camera)
    this.#label(now)
    this.#measure(seconds, isMoving)
  }

  #aim(seconds: number): void {
    const index = this.#layers.places.indexOf.get(this.#room.following ?? '')
    this.rig.step(seconds, index === undefined ? this.#free() : this.#placeOf(index))
    const { x, y, z } = this.rig.eye()
    this.#camera.position.set(x, y, z)
    this.#camera.lookAt(0, 0, 0)
    this.#camera.near = this.rig.distance * 0.02
    this.#camera.far = this.rig.distance + this.rig.farthest * 2
    this.#camera.updateProjectionMatrix()
    this.#camera.updateMatrixWorld()
  }

  #free(): Point | undefined {
    if (this.rig.isFlying) return this.#centre
    this.#centre = undefined
    this.rig.nearest = 0.5
    return undefined
  }

  #label(now: number): void {
    const viewport = this.#viewport()
    if (now - this.#lastChoice < 200) return this.#labels.move(viewport)
    this.#lastChoice = now
    this.#labels.choose(viewport, this.#room.options.hasLabels ? this.#quality.level.labels : 0)
  }

  /** For measurements: frames drawn, and frames per second while it moves. */
  #measure(seconds: number, isMoving: boolean): void {
    const { dataset } = this.#hosts.canvas
    dataset['frames'] = String(++this.#frames)
    dataset['bodies'] = String(this.#layers.places.count)
    if (!isMoving) return
    if (this.#quality.frame(seconds)) {
      this.#pending = 'all'
      this.#resize()
    }
    dataset['fps'] = this.#quality.framesPerSecond.toFixed(1)
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#hosts.canvas
    if (clientWidth === 0 || clientHeight === 0) return
    const { renderer } = this.#drawing
    renderer.setPixelRatio(Math.min(this.#quality.level.pixelRatio, window.devicePixelRatio))
    this.#pointSize.value = renderer.getPixelRatio()
    renderer.setSize(clientWidth, clientHeight, false)
    this.#camera.aspect = clientWidth / clientHeight
    this.#lastChoice = 0
    this.redraw()
  }

  #hover(x: number, y: number): void {
    const hovered = this.#bodyAt(x, y)
    if (hovered === this.#hovered) return
    this.#hovered = hovered
    this.#hosts.canvas.style.cursor = hovered === null ? '' : 'pointer'
    this.#lastChoice = 0
    this.redraw()
  }

  /** The body under a point of the screen, with some tolerance for fingers. */
  #bodyAt(x: number, y: number): string | null {
    const viewport = this.#viewport()
    const { places } = viewport
    let nearest: string | null = null
    let least = Number.POSITIVE_INFINITY
    for (const [index, id] of places.ids.entries()) {
      const at = project(viewport, index)
      if (at.away <= 0) continue
      const away = Math.hypot(at.x - x, at.y - y) - pixelsOf(viewport, places.radius(index), at.away)
      if (away > 10 || away >= least) continue
      nearest = id
      least = Math.max(away, -1)
    }
    return nearest
  }

  #viewport(): Viewport {
    const { clientWidth: width, clientHeight: height } = this.#hosts.canvas
    const chosen = [this.#room.selection, this.#hovered, this.#room.following]
    return { places: this.#layers.places, camera: this.#camera, focus: this.rig.focus, width, height, chosen }
  }

  #placeOf(index: number): Point {
    const { shown } = this.#layers.places
    return { x: shown[3 * index] ?? 0, y: shown[3 * index + 1] ?? 0, z: shown[3 * index + 2] ?? 0 }
  }
}

const matterNames = ['belts', 'smallBodyFields', 'protoplanetaryDisks', 'nebulae'] as const
