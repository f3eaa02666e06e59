import { placeFunction } from './place-texture.ts'

/** A body is a square that faces the camera with a lit ball painted on it: two triangles instead of hundreds. */
export const bodyVertex = /* glsl */ `
${placeFunction}
attribute vec3 look;
attribute vec2 bodies;
attribute vec3 tint;
uniform float pixel;
uniform float spread;
varying vec2 at;
varying vec3 toLight;
varying vec3 color;
flat varying float shape;
flat varying float detail;
flat varying float chance;
varying vec2 deep;
void main() {
  float radius = look.x;
  float kind = look.y;
  vec4 centre = viewMatrix * vec4(placeOf(bodies.x), 1.0);
  float perPixel = max(-centre.z, 0.0) * pixel;
  float least = kind == 1.0 ? 3.0 : 1.4;
  float size = max(radius, least * perPixel);
  vec3 lamp = (viewMatrix * vec4(placeOf(bodies.y), 1.0)).xyz - centre.xyz;
  toLight = bodies.y == bodies.x ? vec3(0.3, 0.4, 0.87) : normalize(lamp);
  at = position.xy * spread;
  color = tint;
  shape = kind;
  chance = look.z;
  detail = clamp(size / max(perPixel, 1e-9) / 14.0 - 0.6, 0.0, 1.0);
  deep = vec2(centre.z, size);
  gl_Position = projectionMatrix * vec4(centre.xy + at * size, centre.z, 1.0);
}
`

/** Kinds: 0 is a ball, 1 a star, 2 a black hole, 3 a mark for a point without a body. */
export const bodyFragment = /* glsl */ `
varying vec2 at;
varying vec3 toLight;
varying vec3 color;
flat varying float shape;
flat varying float detail;
flat varying float chance;
varying vec2 deep;
uniform mat3 turnToWorld;
uniform mat4 projectionMatrix;
float hash(vec3 p) { return fract(sin(dot(p, vec3(12.99, 78.23, 37.72)) + chance) * 43758.5453); }
float noise(vec3 p) {
  vec3 i = floor(p);
  vec3 f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(
    mix(mix(hash(i), hash(i + vec3(1, 0, 0)), f.x), mix(hash(i + vec3(0, 1, 0)), hash(i + vec3(1, 1, 0)), f.x), f.y),
    mix(mix(hash(i + vec3(0, 0, 1)), hash(i + vec3(1, 0, 1)), f.x), mix(hash(i + vec3(0, 1, 1)), hash(i + vec3(1, 1, 1)), f.x), f.y),
    f.z);
}
vec3 ground(vec3 n) {
  vec3 w = turnToWorld * n;
  float bands = noise(vec3(chance, w.y * 7.0 + noise(w * 2.5) * 0.9, 0.0));
  float spots = noise(w * 3.0 + chance) * 0.65 + noise(w * 7.0) * 0.35;
  float pattern = mix(bands, spots, step(0.5, fract(chance * 7.31)));
  return color * mix(1.0, 0.62 + 0.62 * pattern, detail);
}
void main() {
  float r = dot(at, at);
  float near = deep.x + (r < 1.0 ? deep.y * sqrt(1.0 - r) : 0.0);
  gl_FragDepth = clamp(0.5 - 0.5 * (projectionMatrix[2][2] * near + projectionMatrix[3][2]) / near, 0.0, 1.0);
  if (shape == 3.0) {
    float d = abs(at.x) + abs(at.y);
    if (d > 1.0 || d < 0.62) discard;
    gl_FragColor = vec4(color, 0.9);
    return;
  }
  if (r > 1.0) discard;
  float edge = 1.0 - smoothstep(mix(0.75, 0.97, detail), 1.0, r);
  vec3 n = vec3(at, sqrt(1.0 - r));
  if (shape == 1.0) {
    float boil = detail > 0.0 ? noise((turnToWorld * n) * 9.0) : 0.5;
    vec3 hot = mix(color, vec3(1.0), 0.12 + 0.45 * n.z);
    gl_FragColor = vec4(hot * (0.92 + 0.16 * boil * detail), edge);
  } else if (shape == 2.0) {
    gl_FragColor = vec4(mix(vec3(0.0), mix(color, vec3(1.0), 0.5), smoothstep(0.8, 0.93, r)), edge);
  } else {
    float day = max(dot(n, toLight), 0.0);
    float rim = pow(1.0 - n.z, 3.0) * (0.25 + day) * detail;
    vec3 lit = (detail > 0.0 ? ground(n) : color) * mix(1.0, 0.13 + 0.95 * day, 0.35 + 0.65 * detail);
    gl_FragColor = vec4(lit + color * rim * 0.5, edge);
  }
  #include <colorspace_fragment>
}
`

/** The glow around stars. */
export const glowFragment = /* glsl */ `
varying vec2 at;
varying vec3 color;
void main() {
  float r = length(at);
  float fall = max(0.0, 1.0 - r / 6.0);
  float light = fall * fall * (0.16 + 0.85 / (1.0 + r * r));
  gl_FragColor = vec4(color * light, light);
  #include <colorspace_fragment>
}
`
