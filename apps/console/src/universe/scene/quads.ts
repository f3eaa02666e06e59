import { BufferAttribute, BufferGeometry } from 'three'

/**
 * Many squares in one geometry, each with its own values. Instancing would need less memory, but a software renderer
 * draws every instance separately, fifty times as slowly.
 */
export class Quads {
  readonly geometry = new BufferGeometry()

  /** `bottom` is −1 for a square centred on its position, and 0 for one that starts there. */
  constructor(count: number, sizes: Readonly<Record<string, number>>, bottom = -1) {
    const corners = new Float32Array(12 * count)
    const triangles = new Uint32Array(6 * count)
    for (let quad = 0; quad < count; quad++) {
      corners.set([-1, bottom, 0, 1, bottom, 0, 1, 1, 0, -1, 1, 0], 12 * quad)
      const first = 4 * quad
      triangles.set([first, first + 1, first + 2, first, first + 2, first + 3], 6 * quad)
    }
    this.geometry.setIndex(new BufferAttribute(triangles, 1))
    this.geometry.setAttribute('position', new BufferAttribute(corners, 3))
    for (const [name, size] of Object.entries(sizes))
      this.geometry.setAttribute(name, new BufferAttribute(new Float32Array(4 * count * size), size))
  }

  set(name: string, quad: number, ...values: readonly number[]): void {
    const attribute = this.geometry.getAttribute(name)
    for (let corner = 0; corner < 4; corner++)
      attribute.array.set(values, (4 * quad + corner) * values.length)
    attribute.needsUpdate = true
  }
}
