import type { Object3D } from 'three'
import type { Point } from './camera-rig.ts'
import type { Places } from './places.ts'

/** Something that is drawn around a body, or at its own position when it belongs to no body. */
export interface Attachment {
  readonly object: Object3D
  /** The body's id. */
  readonly on: string | null
  readonly at?: Point
  dispose(): void
  /** Called each frame, for things that move by themselves. */
  move?(time: number): void
}

export function placeAttachment(attachment: Attachment, places: Places, focus: Point): void {
  const { object, on, at = origin } = attachment
  const index = on === null ? -1 : (places.indexOf.get(on) ?? -1)
  const { shown } = places
  if (index < 0) object.position.set(at.x - focus.x, at.y - focus.y, at.z - focus.z)
  else
    object.position.set(
      (shown[3 * index] ?? 0) - focus.x,
      (shown[3 * index + 1] ?? 0) - focus.y,
      (shown[3 * index + 2] ?? 0) - focus.z,
    )
}

const origin = { x: 0, y: 0, z: 0 }
