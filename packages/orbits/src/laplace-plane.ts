import type { KeplerianElements, SixElements } from './elements.ts'
import { degree, kilometresPerAu, type Vector } from './vector.ts'

/** Mean elements of a moon as published, relative to its Laplace plane. */
export interface LaplaceElements {
  /** Kilometres. */
  readonly semiMajorAxis: number
  readonly eccentricity: number
  /** Degrees along the plane from its ascending node on the equator of J2000, at J2000.0. */
  readonly meanLongitude: number
  readonly periapsis: number
  /** Degrees a day. */
  readonly meanMotion: number
  readonly periapsisMotion: number
  /** The plane's north pole in the equatorial frame of J2000, degrees. */
  readonly poleRightAscension: number
  readonly poleDeclination: number
}

/** The same orbit in the ecliptic of J2000. The orbit's tilt to the plane, below half a degree, is ignored. */
export function eclipticElements(published: LaplaceElements): KeplerianElements {
  const { node, inclination, arc } = planeInEcliptic(published.poleRightAscension, published.poleDeclination)
  const start = node + arc
  const rates: SixElements = {
    ...atRest,
    l: published.meanMotion * daysPerCentury,
    peri: published.periapsisMotion * daysPerCentury,
  }
  return {
    a: published.semiMajorAxis / kilometresPerAu,
    e: published.eccentricity,
    i: inclination,
    l: turn(published.meanLongitude + start),
    peri: turn(published.periapsis + start),
    node,
    rates,
  }
}

export const atRest: SixElements = { a: 0, e: 0, i: 0, l: 0, peri: 0, node: 0 }

const daysPerCentury = 36_525
/** The obliquity of the ecliptic of J2000. */
const obliquity = 84_381.448 / 3600

/** `arc` goes along the plane from its node on the ecliptic to its node on the equator. */
function planeInEcliptic(rightAscension: number, declination: number) {
  const pole = toEcliptic(direction(rightAscension, declination))
  const node = Math.atan2(pole.x, -pole.y) / degree
  const inclination = Math.acos(pole.z) / degree
  const onEcliptic = direction(node, 0)
  const onEquator = toEcliptic(direction(rightAscension + 90, 0))
  const arc = Math.atan2(dot(cross(onEcliptic, onEquator), pole), dot(onEcliptic, onEquator)) / degree
  return { node: turn(node), inclination, arc }
}

function direction(longitude: number, latitude: number): Vector {
  const level = Math.cos(latitude * degree)
  return {
    x: level * Math.cos(longitude * degree),
    y: level * Math.sin(longitude * degree),
    z: Math.sin(latitude * degree),
  }
}

function toEcliptic({ x, y, z }: Vector): Vector {
  const sine = Math.sin(obliquity * degree)
  const cosine = Math.cos(obliquity * degree)
  return { x, y: cosine * y + sine * z, z: cosine * z - sine * y }
}

function cross(a: Vector, b: Vector): Vector {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

function dot(a: Vector, b: Vector): number {
  return a.x * b.x + a.y * b.y + a.z * b.z
}

function turn(degrees: number): number {
  return ((degrees % 360) + 360) % 360
}
