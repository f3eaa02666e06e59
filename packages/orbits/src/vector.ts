/** A position or a direction, in AU. Mutable, so that a renderer needs no new object per frame. */
export interface Vector {
  x: number
  y: number
  z: number
}

export const degree = Math.PI / 180

export const kilometresPerAu = 149_597_870.7

/**
 * The two axes of an orbit's own plane: P to the periapsis, Q a quarter turn further along the motion.
 * A body at eccentric anomaly E is at a·(cos E − e)·P + a·√(1−e²)·sin E·Q.
 */
export interface PlaneAxes {
  readonly p: Readonly<Vector>
  readonly q: Readonly<Vector>
}

/** The axes of the plane that results from rotating the x, y plane by Rz·Ry·Rx (degrees, x first). */
export function rotatedAxes(rotX: number, rotY: number, rotZ: number): PlaneAxes {
  const [sx, cx] = sineAndCosine(rotX)
  const [sy, cy] = sineAndCosine(rotY)
  const [sz, cz] = sineAndCosine(rotZ)
  return {
    p: { x: cz * cy, y: sz * cy, z: -sy },
    q: { x: cz * sy * sx - sz * cx, y: sz * sy * sx + cz * cx, z: cy * sx },
  }
}

/** Axes of the plane with a node, an inclination and an argument of periapsis (degrees). */
export function inclinedAxes(node: number, inclination: number, argument: number): PlaneAxes {
  const [sn, cn] = sineAndCosine(node)
  const [si, ci] = sineAndCosine(inclination)
  const [sa, ca] = sineAndCosine(argument)
  return {
    p: { x: cn * ca - sn * sa * ci, y: sn * ca + cn * sa * ci, z: sa * si },
    q: { x: -cn * sa - sn * ca * ci, y: -sn * sa + cn * ca * ci, z: ca * si },
  }
}

/** Quarter turns are exact, so that a perpendicular orbit stays exactly in its plane. */
function sineAndCosine(degrees: number): readonly [sine: number, cosine: number] {
  const reduced = degrees % 360
  if (reduced === 0) return [0, 1]
  if (reduced === 90 || reduced === -270) return [1, 0]
  if (reduced === 180 || reduced === -180) return [0, -1]
  if (reduced === 270 || reduced === -90) return [-1, 0]
  return [Math.sin(reduced * degree), Math.cos(reduced * degree)]
}
