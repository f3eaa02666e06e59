import { pointOf } from './elements.ts'
import { fullTurn } from './kepler.ts'
import { orbitEllipse, orbitOffset, type OrbitFields } from './orbit.ts'

/**
 * Points of a body's ellipse at a time (x y z each), relative to its parent: `segments` + 1 points, the last equal to the
 * first. They are evenly spaced in eccentric anomaly, so that both ends of a long ellipse stay round. Empty for a body
 * that is at rest or orbits nothing.
 */
export function orbitPath(fields: OrbitFields, time: number, segments = 128): Float64Array {
  const ellipse = orbitEllipse(fields, time)
  if (!ellipse || ellipse.semiMajorAxis === 0 || segments < 1) return new Float64Array(0)
  const offset = orbitOffset(fields)
  const points = new Float64Array(3 * (segments + 1))
  for (let n = 0; n <= segments; n++) {
    const point = pointOf(ellipse, ((n % segments) / segments) * fullTurn)
    points[3 * n] = point.x + offset.x
    points[3 * n + 1] = point.y + offset.y
    points[3 * n + 2] = point.z + offset.z
  }
  return points
}
