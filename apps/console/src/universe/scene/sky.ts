import { BufferAttribute, BufferGeometry, Points, ShaderMaterial, type IUniform } from 'three'
import { randomFrom } from './noise-texture.ts'

/** Far stars that never move. */
export function sky(count: number, size: IUniform<number>): Points<BufferGeometry, ShaderMaterial> {
  const random = randomFrom(0.42)
  const places = new Float32Array(3 * count)
  const light = new Float32Array(count)
  for (let index = 0; index < count; index++) {
    const up = random() * 2 - 1
    const angle = random() * 2 * Math.PI
    const level = Math.sqrt(1 - up * up)
    places.set([level * Math.cos(angle), up, level * Math.sin(angle)], 3 * index)
    light[index] = 0.12 + 0.6 * random() ** 4
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(places, 3))
  geometry.setAttribute('light', new BufferAttribute(light, 1))
  const material = new ShaderMaterial({
    uniforms: { size },
    vertexShader,
    fragmentShader,
    transparent: true,
    depthTest: false,
    depthWrite: false,
  })
  const points = new Points(geometry, material)
  points.frustumCulled = false
  points.renderOrder = -1
  return points
}

const vertexShader = /* glsl */ `
attribute float light;
uniform float size;
varying float bright;
void main() {
  bright = light;
  vec4 at = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
  gl_Position = vec4(at.xy, at.w * 0.999, at.w);
  gl_PointSize = max(1.0, size * 1.3);
}
`
const fragmentShader = /* glsl */ `
varying float bright;
void main() { gl_FragColor = vec4(0.86, 0.9, 1.0, bright); }
`
