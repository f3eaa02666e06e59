import { expect, test } from 'vitest'
import type { Body } from '../api/wire.ts'
import { distanceWords, factsOf, massWords, periodOf } from './body-facts.ts'
import { LocalUniverse } from './local-universe.ts'

test('[UV906] distances are shown in the unit that fits', () => {
  expect(distanceWords(0.00257)).toBe('384,467 km')
  expect(distanceWords(1.524)).toBe('1.52 AU')
  expect(distanceWords(268_000)).toBe('4.24 light-years')
})

test('[UV906] masses are shown in Suns or in Earths', () => {
  expect([massWords(1.1), massWords(3.0035e-6)]).toEqual(['1.1 × Sun', '1 × Earth'])
})

test('[UV906] the period is computed from the mean motion or from the elements', () => {
  expect(periodOf(earth)).toBeCloseTo(365.25 * 86_400, 3)
  expect(periodOf({ ...earth, orbitalSpeed: 0 })).toBeUndefined()
  const none = { a: 0, e: 0, i: 0, l: 0, peri: 0, node: 0 }
  const keplerianElements = { ...none, a: 1, rates: { ...none, l: 36_000 } }
  expect(periodOf({ ...earth, keplerianElements })).toBeCloseTo(365.25 * 86_400, 3)
})

test('[UV906] facts name the parent and the star with their current distances', () => {
  const universe = new LocalUniverse()
  universe.follow({ stars: { sun: body('Sun', null, 0), earth, moon: body('Moon', 'earth', 0.00257) } })
  const moon = universe.bodies.get('moon')
  const facts = moon === undefined ? [] : factsOf(universe, moon, 0)
  expect(facts.slice(0, 2)).toEqual([
    { name: 'From Earth', words: '384,467 km' },
    { name: 'From Sun', words: '1 AU' },
  ])
  const sun = universe.bodies.get('sun')
  expect(sun && factsOf(universe, sun, 0).map(({ name }) => name)).toEqual([
    'Radius',
    'Mass',
    'In orbit around it',
  ])
})

const earth = body('Earth', 'sun', 1, 360 / (365.25 * 86_400))

function body(name: string, parentId: string | null, orbitalDistance: number, orbitalSpeed = 0): Body {
  const id = name.toLowerCase()
  return {
    id,
    name,
    mass: 1,
    radius: 1,
    color: '#fff',
    parentId,
    orbitalDistance,
    orbitalSpeed,
    orbitalPhase: 0,
  }
}
