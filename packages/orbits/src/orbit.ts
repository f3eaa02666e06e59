import { ellipseAt, highestEccentricity, pointOf, type Ellipse, type KeplerianElements } from './elements.ts'
import { eccentricAnomaly } from './kepler.ts'
import { rogueMotion, type RogueFields } from './rogue.ts'
import { degree, rotatedAxes, type Vector } from './vector.ts'

/** How a body moves around its parent, in AU, degrees and degrees per second. */
export interface OrbitFields {
  /** The semi-major axis, unless `semiMajorAxis` is given. */
  readonly orbitalDistance: number
  /** Mean motion. */
  readonly orbitalSpeed: number
  /** Mean anomaly at time 0. */
  readonly orbitalPhase: number
  readonly semiMajorAxis?: number | undefined
  readonly eccentricity?: number | undefined
  readonly orbitRotX?: number | undefined
  readonly orbitRotY?: number | undefined
  readonly orbitRotZ?: number | undefined
  readonly orbitOffsetX?: number | undefined
  readonly orbitOffsetY?: number | undefined
  readonly orbitOffsetZ?: number | undefined
  /** Replaces the fields above. */
  readonly keplerianElements?: KeplerianElements | undefined
  /** Replaces everything else. */
  readonly roguePlanet?: RogueFields | undefined
}

/** A prepared orbit: everything that does not change with time is computed once. */
export interface Orbit {
  /** Writes the position at a time, relative to the parent, into `to`. */
  place(time: number, to: Vector): void
}

export function orbitOf(fields: OrbitFields): Orbit {
  if (fields.roguePlanet) return rogueMotion(fields.roguePlanet)
  if (fields.keplerianElements) return new DriftingOrbit(fields.keplerianElements)
  return new FixedOrbit(fields)
}

/** The position of a body at a time, relative to its parent. */
export function orbitPosition(fields: OrbitFields, time: number): Vector {
  const place = { x: 0, y: 0, z: 0 }
  orbitOf(fields).place(time, place)
  return place
}

/** The ellipse of a body at a time. None for a body that orbits nothing. */
export function orbitEllipse(fields: OrbitFields, time: number): Ellipse | undefined {
  if (fields.roguePlanet) return undefined
  return fields.keplerianElements ? ellipseAt(fields.keplerianElements, time) : fixedEllipse(fields, time)
}

/** The distance of the orbit's focus from the parent. Elements have no such offset. */
export function orbitOffset(fields: OrbitFields): Vector {
  if (fields.keplerianElements) return { x: 0, y: 0, z: 0 }
  return { x: fields.orbitOffsetX ?? 0, y: fields.orbitOffsetY ?? 0, z: fields.orbitOffsetZ ?? 0 }
}

function fixedEllipse(fields: OrbitFields, time: number): Ellipse {
  return {
    semiMajorAxis: fields.semiMajorAxis ?? fields.orbitalDistance,
    eccentricity: Math.min(Math.max(fields.eccentricity ?? 0, 0), highestEccentricity),
    meanAnomaly: fields.orbitalPhase + fields.orbitalSpeed * time,
    axes: rotatedAxes(fields.orbitRotX ?? 0, fields.orbitRotY ?? 0, fields.orbitRotZ ?? 0),
  }
}

class FixedOrbit implements Orbit {
  readonly #phase: number
  readonly #speed: number
  readonly #eccentricity: number
  /** The axes of the plane, scaled to the semi-axes of the ellipse. */
  readonly #p: Vector
  readonly #q: Vector
  readonly #offset: Vector

  constructor(fields: OrbitFields) {
    const { semiMajorAxis: a, eccentricity: e, axes } = fixedEllipse(fields, 0)
    this.#phase = fields.orbitalPhase
    this.#speed = fields.orbitalSpeed
    this.#eccentricity = e
    this.#p = scaled(axes.p, a)
    this.#q = scaled(axes.q, a * Math.sqrt(1 - e * e))
    this.#offset = orbitOffset(fields)
  }

  place(time: number, to: Vector): void {
    const anomaly = eccentricAnomaly(((this.#phase + this.#speed * time) % 360) * degree, this.#eccentricity)
    const along = Math.cos(anomaly) - this.#eccentricity
    const across = Math.sin(anomaly)
    to.x = along * this.#p.x + across * this.#q.x + this.#offset.x
    to.y = along * this.#p.y + across * this.#q.y + this.#offset.y
    to.z = along * this.#p.z + across * this.#q.z + this.#offset.z
  }
}

/** Elements that change with time: the plane is computed again each time. */
class DriftingOrbit implements Orbit {
  readonly #elements: KeplerianElements

  constructor(elements: KeplerianElements) {
    this.#elements = elements
  }

  place(time: number, to: Vector): void {
    const ellipse = ellipseAt(this.#elements, time)
    const anomaly = eccentricAnomaly((ellipse.meanAnomaly % 360) * degree, ellipse.eccentricity)
    const point = pointOf(ellipse, anomaly)
    to.x = point.x
    to.y = point.y
    to.z = point.z
  }
}

function scaled(vector: Readonly<Vector>, by: number): Vector {
  return { x: vector.x * by, y: vector.y * by, z: vector.z * by }
}
