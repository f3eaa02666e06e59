import { pointOf, type Ellipse } from './elements.ts'
import { eccentricAnomaly } from './kepler.ts'
import { degree, rotatedAxes, type Vector } from './vector.ts'

/** A body that orbits nothing, in AU, AU per second, degrees and seconds. */
export interface RogueFields {
  /** The position at time 0. */
  readonly initialPosition: Readonly<Vector>
  readonly velocity: Readonly<Vector>
  /** 0 means a straight path; otherwise the reciprocal of the turning radius in AU. */
  readonly pathCurvature?: number | undefined
  /** With a period: a closed path, an ellipse with this semi-major axis. */
  readonly semiMajorAxis?: number | undefined
  readonly pathPeriod?: number | undefined
  readonly eccentricity?: number | undefined
  readonly orbitRotX?: number | undefined
  readonly orbitRotY?: number | undefined
  readonly orbitRotZ?: number | undefined
  readonly pathOffsetX?: number | undefined
  readonly pathOffsetY?: number | undefined
  readonly pathOffsetZ?: number | undefined
}

interface Motion {
  place(time: number, to: Vector): void
}

/**
 * The path of a rogue, from `initialPosition` + `pathOffset` at time 0. Three kinds: straight along `velocity`; at the
 * same speed on a circle of radius 1 / `pathCurvature` AU, turning left as seen from the north of the ecliptic; or,
 * when `semiMajorAxis` and `pathPeriod` are both given, on a closed ellipse that starts at its periapsis.
 */
export function rogueMotion(fields: RogueFields): Motion {
  const { initialPosition } = fields
  const start = {
    x: initialPosition.x + (fields.pathOffsetX ?? 0),
    y: initialPosition.y + (fields.pathOffsetY ?? 0),
    z: initialPosition.z + (fields.pathOffsetZ ?? 0),
  }
  if (fields.semiMajorAxis !== undefined && fields.pathPeriod !== undefined)
    return closedPath(start, fields.semiMajorAxis, fields.pathPeriod, fields)
  const { velocity, pathCurvature = 0 } = fields
  const speed = Math.hypot(velocity.x, velocity.y, velocity.z)
  if (pathCurvature === 0 || speed === 0) return straightPath(start, velocity)
  return turningPath(start, velocity, speed, pathCurvature)
}

function straightPath(start: Vector, velocity: Readonly<Vector>): Motion {
  return {
    place: (time, to) => {
      to.x = start.x + velocity.x * time
      to.y = start.y + velocity.y * time
      to.z = start.z + velocity.z * time
    },
  }
}

function turningPath(start: Vector, velocity: Readonly<Vector>, speed: number, curvature: number): Motion {
  const ahead = { x: velocity.x / speed, y: velocity.y / speed, z: velocity.z / speed }
  const left = leftOf(ahead)
  return {
    place: (time, to) => {
      const way = speed * time
      const half = (curvature * way) / 2
      // sin θ / κ and (1 − cos θ) / κ as products of the half angle, which stay exact for the smallest curvature.
      const chord = half === 0 ? way : (way * Math.sin(half)) / half
      const forward = chord * Math.cos(half)
      const aside = chord * Math.sin(half)
      to.x = start.x + ahead.x * forward + left.x * aside
      to.y = start.y + ahead.y * forward + left.y * aside
      to.z = start.z + ahead.z * forward + left.z * aside
    },
  }
}

function closedPath(start: Vector, semiMajorAxis: number, period: number, fields: RogueFields): Motion {
  const ellipse: Ellipse = {
    semiMajorAxis,
    eccentricity: fields.eccentricity ?? 0,
    meanAnomaly: 0,
    axes: rotatedAxes(fields.orbitRotX ?? 0, fields.orbitRotY ?? 0, fields.orbitRotZ ?? 0),
  }
  const periapsis = pointOf(ellipse, 0)
  return {
    place: (time, to) => {
      const anomaly = eccentricAnomaly(((time % period) / period) * 360 * degree, ellipse.eccentricity)
      const point = pointOf(ellipse, anomaly)
      to.x = start.x + point.x - periapsis.x
      to.y = start.y + point.y - periapsis.y
      to.z = start.z + point.z - periapsis.z
    },
  }
}

/** The direction in the ecliptic, a quarter turn from `ahead`. The y axis for a body that moves straight up or down. */
function leftOf(ahead: Readonly<Vector>): Vector {
  const level = Math.hypot(ahead.x, ahead.y)
  return level === 0 ? { x: 0, y: 1, z: 0 } : { x: -ahead.y / level, y: ahead.x / level, z: 0 }
}
