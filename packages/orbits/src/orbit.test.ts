import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orbitPosition, type OrbitFields } from './orbit.ts'
import type { Vector } from './vector.ts'

const angle = fc.double({ min: -720, max: 720, noNaN: true })
const ellipse = fc.record({
  orbitalDistance: fc.double({ min: 0.01, max: 100, noNaN: true }),
  orbitalSpeed: fc.double({ min: 1e-7, max: 1e-2, noNaN: true }),
  orbitalPhase: angle,
  eccentricity: fc.double({ min: 0, max: 0.99, noNaN: true }),
  orbitRotX: angle,
  orbitRotY: angle,
  orbitRotZ: angle,
})
const times = fc.double({ min: -1e9, max: 1e9, noNaN: true })

test('[UP900] the position is finite for every valid body and time', () => {
  const number = fc.double({ min: -1e100, max: 1e100, noNaN: true })
  const e = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  const vector = fc.record({ x: number, y: number, z: number })
  const fixed = {
    orbitalDistance: number,
    orbitalSpeed: number,
    orbitalPhase: number,
    eccentricity: e,
    orbitRotX: number,
    orbitOffsetX: number,
  }
  const six = { a: number, e, i: number, l: number, peri: number, node: number }
  const keplerianElements = fc.record({ ...six, rates: fc.record({ ...six, e: number }) })
  const path = {
    initialPosition: vector,
    velocity: vector,
    pathCurvature: fc.double({ min: 0, max: 1, noNaN: true }),
  }
  const body = fc.oneof(
    fc.record(fixed),
    fc.record({ ...fixed, keplerianElements }),
    fc.record({ ...fixed, roguePlanet: fc.record(path) }),
  )
  fc.assert(
    fc.property(body, fc.double({ min: -1e18, max: 1e18, noNaN: true }), (fields, time) => {
      const { x, y, z } = orbitPosition(fields, time)
      expect([x, y, z].every(Number.isFinite)).toBe(true)
    }),
    { numRuns: 5000 },
  )
})

test('[UP3] the mean anomaly is the phase at time 0 and grows with the speed, and the periapsis is on the x axis', () => {
  const orbit = { orbitalDistance: 2, orbitalSpeed: 0.5, orbitalPhase: 0, eccentricity: 0.25 }
  expect(rounded(orbitPosition(orbit, 0))).toEqual({ x: 1.5, y: 0, z: 0 })
  expect(rounded(orbitPosition(orbit, 360))).toEqual({ x: -2.5, y: 0, z: 0 })
  expect(rounded(orbitPosition({ ...orbit, orbitalPhase: 180 }, 0))).toEqual({ x: -2.5, y: 0, z: 0 })
  const circle = { orbitalDistance: 3, orbitalSpeed: 1, orbitalPhase: 0 }
  expect(rounded(orbitPosition(circle, 90))).toEqual({ x: 0, y: 3, z: 0 })
  expect(rounded(orbitPosition({ ...circle, semiMajorAxis: 7 }, 90))).toEqual({ x: 0, y: 7, z: 0 })
})

test('[UP3] rotations apply about x, then y, then z; the offset comes last', () => {
  const orbit = { orbitalDistance: 1, orbitalSpeed: 1, orbitalPhase: 0 }
  expect(rounded(orbitPosition({ ...orbit, orbitRotX: 90 }, 90))).toEqual({ x: 0, y: 0, z: 1 })
  expect(rounded(orbitPosition({ ...orbit, orbitRotY: 90 }, 0))).toEqual({ x: 0, y: 0, z: -1 })
  expect(rounded(orbitPosition({ ...orbit, orbitRotZ: 90 }, 0))).toEqual({ x: 0, y: 1, z: 0 })
  // The y axis: about x to z, about y to x, about z to y.
  expect(rounded(orbitPosition({ ...orbit, orbitRotX: 90, orbitRotY: 90, orbitRotZ: 90 }, 90))).toEqual({
    x: 0,
    y: 1,
    z: 0,
  })
  const shifted = { ...orbit, orbitRotZ: 90, orbitOffsetX: 10, orbitOffsetY: 20, orbitOffsetZ: 30 }
  expect(rounded(orbitPosition(shifted, 0))).toEqual({ x: 10, y: 21, z: 30 })
})

test('[UP4] the distance stays between a(1 − e) and a(1 + e), and after a period the body is back', () => {
  fc.assert(
    fc.property(ellipse, times, (orbit, time) => {
      const { orbitalDistance: a, eccentricity: e, orbitalSpeed } = orbit
      const r = length(orbitPosition(orbit, time))
      expect(r).toBeGreaterThanOrEqual(a * (1 - e) * (1 - 1e-9))
      expect(r).toBeLessThanOrEqual(a * (1 + e) * (1 + 1e-9))
      const period = 360 / orbitalSpeed
      // The precision of the phase that is left after this many turns.
      const phaseError = (Math.abs(orbit.orbitalPhase) + Math.abs(orbitalSpeed * (time + period))) * 1e-15
      const tolerance = a * (1e-9 + phaseError) * (1 / (1 - e))
      expect(
        distanceBetween(orbitPosition(orbit, time), orbitPosition(orbit, time + period)),
      ).toBeLessThanOrEqual(tolerance)
    }),
    { numRuns: 2000 },
  )
})

test('[UP4] the areal velocity is constant and the speed is that of the vis-viva equation', () => {
  fc.assert(
    fc.property(ellipse, fc.double({ min: 0, max: 1, noNaN: true }), (orbit, share) => {
      const { orbitalDistance: a, eccentricity: e } = orbit
      const motion = (orbit.orbitalSpeed * Math.PI) / 180
      const period = 360 / orbit.orbitalSpeed
      const [time, step] = [share * period, period * 1e-6 * (1 - e) ** 1.5]
      const place = orbitPosition(orbit, time)
      const velocity = over(orbitPosition(orbit, time - step), orbitPosition(orbit, time + step), 2 * step)
      const areal = length(cross(place, velocity))
      expect(areal / (motion * a * a * Math.sqrt(1 - e * e))).toBeCloseTo(1, 4)
      const visViva = motion * motion * a ** 3 * (2 / length(place) - 1 / a)
      expect(length(velocity) ** 2 / visViva).toBeCloseTo(1, 4)
    }),
    { numRuns: 2000 },
  )
})

test('[UP5] Keplerian elements replace the plain fields, with time 0 at J2000.0', () => {
  const rates = { a: 0, e: 0, i: 0, l: 36_525 * 360, peri: 0, node: 0 }
  const keplerianElements = { a: 2, e: 0, i: 90, l: 90, peri: 0, node: 0, rates }
  const body: OrbitFields = {
    orbitalDistance: 9,
    orbitalSpeed: 9,
    orbitalPhase: 9,
    orbitOffsetX: 9,
    keplerianElements,
  }
  expect(rounded(orbitPosition(body, 0))).toEqual({ x: 0, y: 0, z: 2 })
  // A quarter of a day, which is a quarter of a turn.
  expect(rounded(orbitPosition(body, 21_600))).toEqual({ x: -2, y: 0, z: 0 })
})

test('[UP901] elements stay an ellipse even when their rates leave the valid range', () => {
  const rates = { a: -1, e: 1, i: 0, l: 0, peri: 0, node: 0 }
  const body = {
    orbitalDistance: 1,
    orbitalSpeed: 0,
    orbitalPhase: 0,
    keplerianElements: { a: 1, e: 0.5, i: 0, l: 90, peri: 0, node: 0, rates },
  }
  for (const time of [-1e18, -1e12, 1e10, 1e12, 1e18]) {
    const { x, y, z } = orbitPosition(body, time)
    expect([x, y, z].every(Number.isFinite)).toBe(true)
  }
})

test('[UP6] a rogue moves straight from its position at time 0', () => {
  const place = orbitPosition(rogue({ pathOffsetZ: 5 }), 10)
  expect(rounded(place)).toEqual({ x: 1 + 10, y: 2, z: 3 + 5 })
})

test('[UP15] a curved path keeps its speed on a circle of radius 1 / curvature and turns left', () => {
  const curved = rogue({ pathCurvature: 0.25 })
  // Half a circle of radius 4, at 1 AU a second.
  expect(rounded(orbitPosition(curved, 4 * Math.PI))).toEqual({ x: 1, y: 2 + 8, z: 3 })
  expect(rounded(orbitPosition(curved, 2 * Math.PI))).toEqual({ x: 1 + 4, y: 2 + 4, z: 3 })
  const [slightly, straight] = [
    orbitPosition(rogue({ pathCurvature: 1e-12 }), 1000),
    orbitPosition(rogue({}), 1000),
  ]
  expect(distanceBetween(slightly, straight)).toBeLessThan(1e-5)
  const rising = rogue({ pathCurvature: 0.25, velocity: { x: 0, y: 0, z: 1 } })
  expect(rounded(orbitPosition(rising, 2 * Math.PI))).toEqual({ x: 1, y: 2 + 4, z: 3 + 4 })
})

test('[UP16] with a semi-major axis and a period, a rogue’s path is a closed ellipse from its position at time 0', () => {
  const closed = rogue({ semiMajorAxis: 2, eccentricity: 0.5, pathPeriod: 100 })
  expect(rounded(orbitPosition(closed, 0))).toEqual({ x: 1, y: 2, z: 3 })
  expect(rounded(orbitPosition(closed, 50))).toEqual({ x: 1 - 4, y: 2, z: 3 })
  expect(rounded(orbitPosition(closed, 700))).toEqual({ x: 1, y: 2, z: 3 })
  const turned = rogue({ semiMajorAxis: 2, eccentricity: 0.5, pathPeriod: 100, orbitRotZ: 90 })
  expect(rounded(orbitPosition(turned, 50))).toEqual({ x: 1, y: 2 - 4, z: 3 })
})

function rogue(path: object): OrbitFields {
  const roguePlanet = { initialPosition: { x: 1, y: 2, z: 3 }, velocity: { x: 1, y: 0, z: 0 }, ...path }
  return { orbitalDistance: 9, orbitalSpeed: 9, orbitalPhase: 9, roguePlanet }
}

/** To 1e-12 AU, without negative zeros. */
function rounded({ x, y, z }: Vector): Vector {
  const round = (value: number) => Math.round(value * 1e12) / 1e12 + 0
  return { x: round(x), y: round(y), z: round(z) }
}

function distanceBetween(a: Vector, b: Vector): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
}

function over(from: Vector, to: Vector, time: number): Vector {
  return { x: (to.x - from.x) / time, y: (to.y - from.y) / time, z: (to.z - from.z) / time }
}

function length({ x, y, z }: Vector): number {
  return Math.hypot(x, y, z)
}

function cross(a: Vector, b: Vector): Vector {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}
