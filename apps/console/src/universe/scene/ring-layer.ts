import { Group } from 'three'
import type { Body } from '../../api/wire.ts'
import { seedOf } from './body-layer.ts'
import type { Point } from './camera-rig.ts'
import { flatDisk } from './flat-disk.ts'
import { placeAttachment, type Attachment } from './attachment.ts'
import type { Places } from './places.ts'

/** Rings of planets and the disks around black holes. */
export class RingLayer {
  readonly group = new Group()
  readonly #rings = new Map<string, Attachment>()

  constructor(places: Places) {
    for (const index of places.bodies.keys()) this.write(places, index)
  }

  write(places: Places, index: number): void {
    const body = places.bodies[index]
    if (body === undefined) return
    this.#drop(body.id)
    const ring = ringOf(body, places.radius(index))
    if (ring === undefined) return
    this.#rings.set(body.id, ring)
    this.group.add(ring.object)
  }

  place(places: Places, focus: Point): void {
    for (const ring of this.#rings.values()) placeAttachment(ring, places, focus)
  }

  dispose(): void {
    for (const id of this.#rings.keys()) this.#drop(id)
  }

  #drop(id: string): void {
    const ring = this.#rings.get(id)
    if (ring === undefined) return
    this.group.remove(ring.object)
    ring.dispose()
    this.#rings.delete(id)
  }
}

function ringOf(body: Body, radius: number): Attachment | undefined {
  const seed = seedOf(body.id)
  const look = body.ring !== undefined ? planetRing(body.ring, seed) : accretionDisk(body, seed)
  if (look === undefined || look.outer <= look.inner) return undefined
  const disk = flatDisk({ ...look, inner: look.inner * radius, outer: look.outer * radius })
  disk.rotation.set(0.25 + seed * 0.25, 0, 0.12 + seed * 0.2)
  return {
    object: disk,
    on: body.id,
    dispose: () => [disk.geometry, disk.material].forEach((each) => each.dispose()),
  }
}

function planetRing(ring: NonNullable<Body['ring']>, seed: number) {
  const { innerRadiusMultiplier, outerRadiusMultiplier, color, opacity, density } = ring
  return {
    inner: innerRadiusMultiplier,
    outer: outerRadiusMultiplier,
    innerColor: color,
    outerColor: color,
    opacity: opacity * (0.45 + 0.55 * density),
    bands: 9,
    arms: 0,
    seed,
  }
}

function accretionDisk({ blackHole }: Body, seed: number) {
  if (blackHole === undefined || !blackHole.hasAccretionDisk) return undefined
  return {
    inner: Math.max(1.1, blackHole.accretionInnerRadius / 2.4),
    outer: Math.max(2, Math.min(blackHole.accretionOuterRadius, 12) / 2.4),
    innerColor: blackHole.diskInnerColor ?? '#fff1d6',
    outerColor: blackHole.diskOuterColor ?? '#d9601a',
    opacity: blackHole.diskOpacity,
    bands: 3,
    arms: 2,
    seed,
  }
}
