/** A point of the picture, in doubles: float32 would jitter at large distances. */
export interface Point {
  x: number
  y: number
  z: number
}

/**
 * Rotates, moves and zooms the camera. It looks at `focus`. A flight moves focus and distance to a target over time, and
 * the target may move meanwhile.
 */
export class CameraRig {
  readonly focus: Point = { x: 0, y: 0, z: 0 }
  yaw = 0.6
  pitch = 0.5
  distance = 150
  nearest = 0.2
  farthest = 10_000
  #flight: Flight | undefined

  get isFlying(): boolean {
    return this.#flight !== undefined
  }

  turn(yaw: number, pitch: number): void {
    this.yaw += yaw
    this.pitch = clamp(this.pitch + pitch, -steepest, steepest)
  }

  zoom(factor: number): void {
    this.#flight = undefined
    this.distance = clamp(this.distance * factor, this.nearest, this.farthest)
  }

  /** Moves the focus across the screen, in fractions of the picture's height. */
  pan(right: number, up: number): void {
    this.#flight = undefined
    const span = this.distance * 0.8
    const { yaw, pitch, focus } = this
    focus.x += span * (right * Math.cos(yaw) - up * Math.sin(pitch) * Math.sin(yaw))
    focus.y += span * up * Math.cos(pitch)
    focus.z += span * (-right * Math.sin(yaw) - up * Math.sin(pitch) * Math.cos(yaw))
  }

  /** With `seconds` 0 the flight ends at once. */
  fly(distance: number, seconds: number): void {
    const to = clamp(distance, this.nearest, this.farthest)
    this.#flight = {
      from: { ...this.focus },
      fromDistance: this.distance,
      toDistance: to,
      seconds,
      passed: 0,
    }
  }

  /** Called each frame. `target` is the current position of the followed body; undefined when nothing is followed. */
  step(seconds: number, target: Point | undefined): void {
    const flight = this.#flight
    if (flight === undefined) {
      if (target !== undefined) set(this.focus, target)
      return
    }
    flight.passed += seconds
    const share = flight.seconds <= 0 ? 1 : Math.min(1, flight.passed / flight.seconds)
    const eased = share * share * (3 - 2 * share)
    const { from } = flight
    const to = target ?? this.focus
    set(this.focus, {
      x: from.x + (to.x - from.x) * eased,
      y: from.y + (to.y - from.y) * eased,
      z: from.z + (to.z - from.z) * eased,
    })
    this.distance = flight.fromDistance * (flight.toDistance / flight.fromDistance) ** eased
    if (share >= 1) this.#flight = undefined
  }

  /** The vector from the focus to the camera. */
  eye(): Point {
    const level = Math.cos(this.pitch) * this.distance
    return {
      x: level * Math.sin(this.yaw),
      y: Math.sin(this.pitch) * this.distance,
      z: level * Math.cos(this.yaw),
    }
  }
}

interface Flight {
  readonly from: Point
  readonly fromDistance: number
  readonly toDistance: number
  readonly seconds: number
  passed: number
}

const steepest = 1.55

function set(point: Point, to: Readonly<Point>): void {
  point.x = to.x
  point.y = to.y
  point.z = to.z
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
