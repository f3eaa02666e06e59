import { Color, DoubleSide, Mesh, RingGeometry, ShaderMaterial } from 'three'

export interface FlatDisk {
  readonly inner: number
  readonly outer: number
  readonly innerColor: string
  readonly outerColor: string
  readonly opacity: number
  /** How many bright and dark bands there are from the inside out; 0 is smooth. */
  readonly bands: number
  readonly arms: number
  readonly seed: number
}

/** A ring, a disk of dust or an accretion disk: flat, banded, with soft edges. */
export function flatDisk(look: FlatDisk): Mesh<RingGeometry, ShaderMaterial> {
  const { inner, outer, innerColor, outerColor, opacity, bands, arms, seed } = look
  const geometry = new RingGeometry(inner, outer, 96, 1)
  geometry.rotateX(-Math.PI / 2)
  const material = new ShaderMaterial({
    uniforms: {
      edges: { value: [inner, outer] },
      innerColor: { value: new Color().setStyle(innerColor) },
      outerColor: { value: new Color().setStyle(outerColor) },
      look: { value: [opacity, bands, arms, seed] },
    },
    vertexShader,
    fragmentShader,
    side: DoubleSide,
    transparent: true,
    depthWrite: false,
  })
  const mesh = new Mesh(geometry, material)
  mesh.renderOrder = 4
  return mesh
}

const vertexShader = /* glsl */ `
varying vec2 flatAt;
void main() {
  flatAt = position.xz;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`
const fragmentShader = /* glsl */ `
varying vec2 flatAt;
uniform vec2 edges;
uniform vec3 innerColor;
uniform vec3 outerColor;
uniform vec4 look;
void main() {
  float r = length(flatAt);
  float share = clamp((r - edges.x) / (edges.y - edges.x), 0.0, 1.0);
  float band = 0.72 + 0.28 * sin(share * look.y * 6.283 + look.w * 20.0) * sin(share * look.y * 2.7 + look.w * 9.0);
  float spiral = look.z > 0.0 ? 0.75 + 0.25 * sin(atan(flatAt.y, flatAt.x) * look.z + share * 14.0) : 1.0;
  float soft = smoothstep(0.0, 0.06, share) * (1.0 - smoothstep(0.86, 1.0, share));
  gl_FragColor = vec4(mix(innerColor, outerColor, share) * band, look.x * soft * band * spiral);
  #include <colorspace_fragment>
}
`
