import { AdditiveBlending, Color, Group, Sprite, SpriteMaterial, type IUniform } from 'three'
import type { LocalUniverse } from '../local-universe.ts'
import type { Belt, Disk, Nebula, SmallBodyField } from '../../api/wire.ts'
import { seedOf } from './body-layer.ts'
import type { Point } from './camera-rig.ts'
import { dustPoints } from './dust-points.ts'
import { flatDisk } from './flat-disk.ts'
import { placeAttachment, type Attachment } from './attachment.ts'
import { cloudTexture } from './noise-texture.ts'
import type { Places } from './places.ts'
import type { Level } from './quality.ts'

interface PointLook {
  readonly size: IUniform<number>
  /** The fraction of a field's points that is drawn. */
  readonly share: number
}

/** Belts and fields as points, disks of dust, nebulae as soft clouds. */
export class MatterLayer {
  readonly group = new Group()
  readonly #soft = new Group()
  readonly #parts: Attachment[]
  /** The outermost edge of what is around a body without a parent. */
  readonly reach: number

  constructor(universe: LocalUniverse, places: Places, level: Level, pointSize: IUniform<number>) {
    const points = {
      size: pointSize,
      share: level.points / Math.max(1, (universe.smallBodyFields.size + universe.belts.size) / 8),
    }
    const soft = [
      ...visible(universe.protoplanetaryDisks.values()).map((disk) => diskPart(disk, places)),
      ...visible(universe.nebulae.values()).flatMap((nebula) => nebulaParts(nebula, places)),
    ]
    const dust = [
      ...visible(universe.smallBodyFields.values()).map((field) => fieldPart(field, places, points)),
      ...visible(universe.belts.values()).map((belt) => beltPart(belt, places, points)),
    ]
    for (const { object } of soft) this.#soft.add(object)
    for (const { object } of dust) this.group.add(object)
    this.group.add(this.#soft)
    this.#soft.visible = level.hasSoftMatter
    this.#parts = [...soft, ...dust]
    this.reach = Math.max(0, ...reaches(universe, places))
  }

  place(places: Places, focus: Point, time: number): void {
    for (const part of this.#parts) {
      placeAttachment(part, places, focus)
      part.move?.(time)
    }
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose()
  }
}

function reaches(universe: LocalUniverse, places: Places): number[] {
  const around = [
    ...visible(universe.smallBodyFields.values()).map((field) => [field, field.hostStarId] as const),
    ...visible(universe.protoplanetaryDisks.values()).map((disk) => [disk, disk.centralStarId] as const),
    ...visible(universe.belts.values()).map((belt) => [belt, belt.parentId] as const),
  ]
  return around.map(([cloud, on]) => {
    const index = places.indexOf.get(on) ?? -1
    const { shown } = places
    const away = Math.hypot(shown[3 * index] ?? 0, shown[3 * index + 1] ?? 0, shown[3 * index + 2] ?? 0)
    return away + places.mapDistance(index, cloud.outerRadius)
  })
}

function fieldPart(field: SmallBodyField, places: Places, { share, size }: PointLook): Attachment {
  const span = spanOf(field, places, field.hostStarId)
  const count = Math.round(Math.min(4000, field.particleCount) * share)
  const colors = [field.baseColor, field.highlightColor] as const
  const dust = { ...span, count, colors, opacity: field.opacity * 0.7, seed: seedOf(field.id) }
  return dustPart(field.hostStarId, field.rotationSpeedMultiplier, field.innerRadius, dustPoints(dust, size))
}

function beltPart(belt: Belt, places: Places, { share, size }: PointLook): Attachment {
  const color = belt.color ?? '#8c7a66'
  const count = Math.round(Math.min(3000, Math.max(400, belt.asteroidCount)) * share)
  const span = spanOf(belt, places, belt.parentId)
  const colors = [color, '#c8b49a'] as const
  const dust = { ...span, count, colors, opacity: 0.6, seed: seedOf(belt.id) }
  return dustPart(belt.parentId, 1, belt.innerRadius, dustPoints(dust, size))
}

/** Rotates as a whole, with the period of its inner edge around one solar mass by Kepler's third law. */
function dustPart(
  on: string,
  speed: number,
  innerAu: number,
  points: ReturnType<typeof dustPoints>,
): Attachment {
  points.frustumCulled = false
  const period = 31_557_600 * Math.max(innerAu, 0.01) ** 1.5
  return {
    object: points,
    on,
    move: (time) => points.rotation.set(0, ((((time * speed) / period) % 1) + 1) * 2 * Math.PI, 0),
    dispose: () => [points.geometry, points.material].forEach((each) => each.dispose()),
  }
}

function diskPart(disk: Disk, places: Places): Attachment {
  const { inner, outer } = spanOf(disk, places, disk.centralStarId)
  const mesh = flatDisk({
    inner,
    outer: Math.max(outer, inner * 1.05),
    innerColor: disk.highlightColor,
    outerColor: disk.baseColor,
    opacity: disk.opacity * Math.min(1, 0.5 * disk.brightness),
    bands: Math.min(14, disk.bandFrequency ?? 5),
    arms: disk.spiralArmCount ?? 0,
    seed: seedOf(disk.id),
  })
  return {
    object: mesh,
    on: disk.centralStarId,
    dispose: () => [mesh.geometry, mesh.material].forEach((each) => each.dispose()),
  }
}

/** Two clouds of different colours, one inside the other. */
function nebulaParts(nebula: Nebula, places: Places): Attachment[] {
  const { x, y, z } = nebula.position
  const away = Math.hypot(x, y, z)
  const factor = away > 0 ? places.mapDistance(-1, away) / away : 0
  const at = { x: x * factor, y: z * factor, z: -y * factor }
  const size = Math.max(30, places.mapDistance(-1, nebula.radius) * 1.6)
  const layers = [
    { color: nebula.baseColor, scale: 1, seed: 0.11 },
    { color: nebula.accentColor, scale: 0.7, seed: 0.57 },
  ]
  return layers.map(({ color, scale, seed }) => {
    const map = cloudTexture((seedOf(nebula.id) + seed) % 1)
    const material = new SpriteMaterial({
      map,
      color: new Color().setStyle(color),
      opacity: Math.min(0.6, nebula.density * (0.2 + 0.4 * nebula.brightness)),
      transparent: true,
      depthWrite: false,
      blending: AdditiveBlending,
    })
    const sprite = new Sprite(material)
    sprite.scale.setScalar(2 * size * scale)
    sprite.renderOrder = 0
    return { object: sprite, on: null, at, dispose: () => [map, material].forEach((each) => each.dispose()) }
  })
}

function spanOf(cloud: Belt | SmallBodyField | Disk, places: Places, on: string) {
  const index = places.indexOf.get(on) ?? -1
  const inner = places.mapDistance(index, cloud.innerRadius)
  const outer = places.mapDistance(index, cloud.outerRadius)
  const height = Math.min(
    (outer - inner) * 0.35,
    (outer * cloud.thickness) / Math.max(cloud.outerRadius, 1e-9),
  )
  return { inner, outer, height: Math.max(0.05, height) }
}

function visible<Each extends { readonly visible?: boolean }>(all: Iterable<Each>): Each[] {
  return [...all].filter((each) => each.visible !== false)
}
