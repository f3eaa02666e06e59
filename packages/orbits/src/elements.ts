import { eccentricAnomaly } from './kepler.ts'
import { secondsPerCentury } from './time.ts'
import { degree, inclinedAxes, type PlaneAxes, type Vector } from './vector.ts'

/** Six elements: AU, 1, and degrees in the mean ecliptic and equinox of J2000. */
export interface SixElements {
  /** Semi-major axis. */
  readonly a: number
  /** Eccentricity. */
  readonly e: number
  /** Inclination. */
  readonly i: number
  /** Mean longitude. */
  readonly l: number
  /** Longitude of the periapsis: node + argument. */
  readonly peri: number
  /** Longitude of the ascending node. */
  readonly node: number
}

/** Elements at J2000.0, which is time 0, and their change per Julian century. */
export interface KeplerianElements extends SixElements {
  readonly rates: SixElements
}

/** An ellipse at one moment, with everything that is needed to place a body on it. */
export interface Ellipse {
  readonly semiMajorAxis: number
  readonly eccentricity: number
  /** Degrees. */
  readonly meanAnomaly: number
  readonly axes: PlaneAxes
}

export function elementsAt(elements: KeplerianElements, time: number): SixElements {
  const { rates } = elements
  const centuries = time / secondsPerCentury
  return {
    a: Math.max(elements.a + rates.a * centuries, 0),
    // Linear rates leave [0, 1) after millennia. Then a circle or a near parabola is the closest possible ellipse.
    e: Math.min(Math.max(elements.e + rates.e * centuries, 0), highestEccentricity),
    i: elements.i + rates.i * centuries,
    l: elements.l + rates.l * centuries,
    peri: elements.peri + rates.peri * centuries,
    node: elements.node + rates.node * centuries,
  }
}

export function ellipseAt(elements: KeplerianElements, time: number): Ellipse {
  const { a, e, i, l, peri, node } = elementsAt(elements, time)
  return {
    semiMajorAxis: a,
    eccentricity: e,
    meanAnomaly: l - peri,
    axes: inclinedAxes(node, i, peri - node),
  }
}

/** The position of the body relative to what it orbits, in the ecliptic of J2000: x to the equinox, z to the north. */
export function elementsPosition(elements: KeplerianElements, time: number): Vector {
  const ellipse = ellipseAt(elements, time)
  const anomaly = eccentricAnomaly((ellipse.meanAnomaly % 360) * degree, ellipse.eccentricity)
  return pointOf(ellipse, anomaly)
}

export function pointOf(ellipse: Ellipse, eccentric: number): Vector {
  const { semiMajorAxis, eccentricity, axes } = ellipse
  const along = semiMajorAxis * (Math.cos(eccentric) - eccentricity)
  const across = semiMajorAxis * Math.sqrt(1 - eccentricity * eccentricity) * Math.sin(eccentric)
  return {
    x: along * axes.p.x + across * axes.q.x,
    y: along * axes.p.y + across * axes.q.y,
    z: along * axes.p.z + across * axes.q.z,
  }
}

/** The largest number below 1. */
export const highestEccentricity = 1 - Number.EPSILON / 2
