import { BufferAttribute, BufferGeometry, Color, Points, ShaderMaterial, type IUniform } from 'three'
import { randomFrom } from './noise-texture.ts'

export interface Dust {
  /** Drawn distances from the centre, inner and outer. */
  readonly inner: number
  readonly outer: number
  readonly height: number
  readonly count: number
  readonly colors: readonly [string, string]
  readonly opacity: number
  readonly seed: number
}

/** Many small bodies as points, spread over a ring. */
export function dustPoints(dust: Dust, size: IUniform<number>): Points<BufferGeometry, ShaderMaterial> {
  const random = randomFrom(dust.seed)
  const places = new Float32Array(3 * dust.count)
  const tints = new Float32Array(3 * dust.count)
  const [from, to] = dust.colors.map((color) => new Color().setStyle(color))
  const mixed = new Color()
  for (let index = 0; index < dust.count; index++) {
    const away = dust.inner + ((dust.outer - dust.inner) * (random() + random() + random())) / 3
    const angle = random() * 2 * Math.PI
    const up = (random() + random() - 1) * dust.height
    places.set([Math.cos(angle) * away, up, Math.sin(angle) * away], 3 * index)
    if (from !== undefined && to !== undefined) mixed.lerpColors(from, to, random())
    tints.set([mixed.r, mixed.g, mixed.b], 3 * index)
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(places, 3))
  geometry.setAttribute('tint', new BufferAttribute(tints, 3))
  const material = new ShaderMaterial({
    uniforms: { opacity: { value: dust.opacity }, size },
    vertexShader,
    fragmentShader,
    transparent: true,
    depthWrite: false,
  })
  return new Points(geometry, material)
}

const vertexShader = /* glsl */ `
attribute vec3 tint;
uniform float size;
varying vec3 color;
void main() {
  color = tint;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = max(1.0, size * 1.4);
}
`
const fragmentShader = /* glsl */ `
varying vec3 color;
uniform float opacity;
void main() {
  gl_FragColor = vec4(color, opacity);
  #include <colorspace_fragment>
}
`
