import { DataTexture, FloatType, NearestFilter, RGBAFormat } from 'three'
import type { Point } from './camera-rig.ts'
import type { Places } from './places.ts'

/**
 * The position of each body relative to the focus, one texel per body. Everything attached to a body reads its position
 * from here, so that a frame moves ten thousand bodies, their orbits and rings with one small upload.
 */
export class PlaceTexture {
  texture: DataTexture
  #values: Float32Array

  constructor(count: number) {
    const rows = Math.max(1, Math.ceil(count / texelsPerRow))
    this.#values = new Float32Array(4 * texelsPerRow * rows)
    this.texture = new DataTexture(this.#values, texelsPerRow, rows, RGBAFormat, FloatType)
    this.texture.minFilter = NearestFilter
    this.texture.magFilter = NearestFilter
  }

  write(places: Places, focus: Point): void {
    const { shown, count } = places
    for (let index = 0; index < count; index++) {
      this.#values[4 * index] = (shown[3 * index] ?? 0) - focus.x
      this.#values[4 * index + 1] = (shown[3 * index + 1] ?? 0) - focus.y
      this.#values[4 * index + 2] = (shown[3 * index + 2] ?? 0) - focus.z
    }
    this.texture.needsUpdate = true
  }

  dispose(): void {
    this.texture.dispose()
  }
}

const texelsPerRow = 128

/** GLSL: `placeOf(index)`. An index below 0 is the origin, which is at −focus. */
export const placeFunction = /* glsl */ `
uniform highp sampler2D places;
uniform vec3 origin;
vec3 placeOf(float index) {
  if (index < 0.0) return origin;
  int at = int(index + 0.5);
  return texelFetch(places, ivec2(at % ${texelsPerRow}, at / ${texelsPerRow}), 0).xyz;
}
`
