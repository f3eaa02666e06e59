import { AdditiveBlending, Color, DoubleSide, Mesh, ShaderMaterial, type IUniform } from 'three'
import { placeFunction } from './place-texture.ts'
import type { Places } from './places.ts'
import { Quads } from './quads.ts'

/** The tails of comets, away from their star, in one draw call. */
export function tailLayer(places: Places, uniforms: Readonly<Record<string, IUniform>>) {
  const comets = [...places.bodies.entries()].filter(([, { comet }]) => comet?.hasTail === true)
  const quads = new Quads(comets.length, { bodies: 2, tint: 4, size: 2 }, 0)
  for (const [quad, [index, { comet }]] of comets.entries()) {
    const { r, g, b } = new Color().setStyle(comet?.tailColor ?? '#a8d8ff')
    const light = places.lights[index] ?? index
    const reach = places.mapDistance(light, comet?.activityFalloffDistance ?? 3)
    quads.set('bodies', quad, index, light)
    quads.set('tint', quad, r, g, b, comet?.tailOpacityBase ?? 0.6)
    quads.set('size', quad, 6 * (comet?.tailLengthBase ?? 1) * (places.isTrueScale ? 4 : 1), reach)
  }
  const material = new ShaderMaterial({
    uniforms: { ...uniforms },
    vertexShader,
    fragmentShader,
    transparent: true,
    depthWrite: false,
    blending: AdditiveBlending,
    side: DoubleSide,
  })
  const mesh = new Mesh(quads.geometry, material)
  mesh.frustumCulled = false
  mesh.visible = comets.length > 0
  mesh.renderOrder = 5
  return mesh
}

const vertexShader = /* glsl */ `
${placeFunction}
attribute vec2 bodies;
attribute vec4 tint;
attribute vec2 size;
varying vec4 color;
varying vec2 at;
void main() {
  vec3 head = (viewMatrix * vec4(placeOf(bodies.x), 1.0)).xyz;
  vec3 lamp = (viewMatrix * vec4(placeOf(bodies.y), 1.0)).xyz;
  vec3 away = head - lamp;
  float distance = max(length(away), 1e-6);
  float activity = clamp(1.6 - distance / max(size.y, 1e-6), 0.0, 1.0);
  vec3 along = away / distance;
  vec3 side = normalize(cross(along, normalize(head)) + vec3(1e-6));
  float reach = size.x * (0.3 + activity);
  vec3 place = head + along * position.y * reach + side * position.x * reach * 0.1 * (0.25 + position.y);
  color = vec4(tint.rgb, tint.a * activity);
  at = position.xy;
  gl_Position = projectionMatrix * vec4(place, 1.0);
}
`
const fragmentShader = /* glsl */ `
varying vec4 color;
varying vec2 at;
void main() {
  float soft = (1.0 - at.y) * (1.0 - at.y) * (1.0 - at.x * at.x);
  gl_FragColor = vec4(color.rgb, color.a * soft);
  #include <colorspace_fragment>
}
`
