import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orbitPath } from './orbit-path.ts'
import { orbitPosition } from './orbit.ts'
import { positionsAt, prepare, type MovingBody } from './positions.ts'
import { sampleForest } from './sample-forest.ts'
import type { Vector } from './vector.ts'

const circle = { orbitalSpeed: 1, orbitalPhase: 0 }

test('[UP7] the position of a body is its parent’s position plus its own orbit, in any order of the list', () => {
  const bodies: MovingBody[] = [
    { id: 'moon', parentId: 'planet', orbitalDistance: 1, ...circle },
    { id: 'planet', parentId: 'star', orbitalDistance: 10, ...circle },
    { id: 'star', parentId: null, orbitalDistance: 100, ...circle },
    { id: 'orphan', parentId: 'gone', orbitalDistance: 7, ...circle },
  ]
  const places = positionsAt(bodies, 0)
  expect([...places.keys()]).toEqual(['moon', 'planet', 'star', 'orphan'])
  expect([...places.values()].map(({ x }) => x)).toEqual([111, 110, 100, 7])
})

test('[UP7] [UP903] prepared positions equal the sum of the orbits up to the root, at every time', () => {
  const forest = fc.array(
    fc.record({
      parent: fc.nat(),
      orbitalDistance: fc.double({ min: 0, max: 50, noNaN: true }),
      orbitalSpeed: fc.double({ min: -1, max: 1, noNaN: true }),
      orbitalPhase: fc.double({ min: 0, max: 360, noNaN: true }),
      eccentricity: fc.double({ min: 0, max: 0.99, noNaN: true }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  fc.assert(
    fc.property(forest, fc.double({ min: -1e6, max: 1e6, noNaN: true }), (rows, time) => {
      const bodies = rows.map(({ parent, ...orbit }, index) => ({
        ...orbit,
        id: `b${index}`,
        parentId: index === 0 || parent % 4 === 0 ? null : `b${parent % index}`,
      }))
      const prepared = prepare(bodies.toReversed())
      const out = new Float64Array(3 * bodies.length)
      prepared.at(time, out)
      for (const body of bodies) {
        const first = 3 * (prepared.indexOf.get(body.id) ?? Number.NaN)
        const expected = summed(bodies, body, time)
        expect(Math.abs((out[first] ?? Number.NaN) - expected.x)).toBeLessThan(1e-9)
        expect(Math.abs((out[first + 1] ?? Number.NaN) - expected.y)).toBeLessThan(1e-9)
        expect(Math.abs((out[first + 2] ?? Number.NaN) - expected.z)).toBeLessThan(1e-9)
      }
    }),
    { numRuns: 300 },
  )
})

test('[UP7] a cycle of parents terminates, and every body has a position', () => {
  const loop: MovingBody[] = [
    { id: 'a', parentId: 'b', orbitalDistance: 1, ...circle },
    { id: 'b', parentId: 'c', orbitalDistance: 1, ...circle },
    { id: 'c', parentId: 'a', orbitalDistance: 1, ...circle },
    { id: 'self', parentId: 'self', orbitalDistance: 1, ...circle },
    { id: 'below', parentId: 'a', orbitalDistance: 1, ...circle },
  ]
  const places = [...positionsAt(loop, 0).values()]
  expect(places.map(({ x }) => x)).toEqual([3, 2, 1, 1, 4])
})

test('[UP7] a chain of 10,000 bodies does not overflow the stack', () => {
  const chain = Array.from({ length: 10_000 }, (_, n) => ({
    id: `b${n}`,
    parentId: n === 0 ? null : `b${n - 1}`,
    orbitalDistance: 1,
    ...circle,
  }))
  expect(positionsAt(chain.toReversed(), 0).get('b9999')?.x).toBe(10_000)
})

test('[UP7] 10,000 bodies on every kind of ellipse all have a position', () => {
  const places = [...positionsAt(sampleForest(10_000), 1e9).values()]
  expect(places).toHaveLength(10_000)
  expect(places.every(({ x, y, z }) => Number.isFinite(x + y + z))).toBe(true)
})

test('[UP903] a target that is too small is refused before anything is written', () => {
  const { at } = prepare([{ id: 'a', parentId: null, orbitalDistance: 1, ...circle }])
  const out = new Float64Array(2)
  expect(() => at(0, out)).toThrow('1 bodies need 3 numbers, but there is room for 2')
  expect([...out]).toEqual([0, 0])
})

test('[UP8] the path of an orbit is closed, and the body is always on it', () => {
  const orbit = {
    orbitalDistance: 2,
    orbitalSpeed: 1,
    orbitalPhase: 40,
    eccentricity: 0.6,
    orbitRotX: 30,
    orbitRotY: 50,
    orbitOffsetZ: 4,
  }
  const path = points(orbitPath(orbit, 0, 2000))
  expect(path).toHaveLength(2001)
  expect(path.at(-1)).toEqual(path[0])
  for (const time of [0, 77, 150, 320]) {
    const { x, y, z } = orbitPosition(orbit, time)
    const nearest = Math.min(...path.map((point) => Math.hypot(point[0] - x, point[1] - y, point[2] - z)))
    expect(nearest).toBeLessThan((2 * Math.PI * 2) / 2000)
  }
})

test('[UP904] a body at rest and a rogue have no path', () => {
  expect(orbitPath({ orbitalDistance: 0, ...circle }, 0)).toHaveLength(0)
  const roguePlanet = { initialPosition: { x: 1, y: 0, z: 0 }, velocity: { x: 1, y: 0, z: 0 } }
  expect(orbitPath({ orbitalDistance: 5, ...circle, roguePlanet }, 0)).toHaveLength(0)
})

function summed(bodies: readonly MovingBody[], body: MovingBody, time: number): Vector {
  const own = orbitPosition(body, time)
  const parent = bodies.find(({ id }) => id === body.parentId)
  if (!parent) return own
  const { x, y, z } = summed(bodies, parent, time)
  return { x: own.x + x, y: own.y + y, z: own.z + z }
}

function points(path: Float64Array): [number, number, number][] {
  return Array.from({ length: path.length / 3 }, (_, n) => {
    const [x = 0, y = 0, z = 0] = path.subarray(3 * n, 3 * n + 3)
    return [x, y, z]
  })
}
