import { expect, test } from 'vitest'
import type { Body, BodyType } from '../api/wire.ts'
import { displayScale, drawnDistance } from './display-scale.ts'
import { LocalUniverse } from './local-universe.ts'

test('[UV6] the order of distances is kept, and planets have room between them', () => {
  const places = [0.39, 0.72, 1, 1.52, 5.2, 9.6, 19.2, 30.1].map((au) => drawnDistance(au, 'star', 4))
  const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThan(3)
  expect(places.at(-1)).toBeLessThan(100)
  expect(drawnDistance(0, null, 0)).toBe(0)
})

test('[UV6] the order of sizes is kept, and the smallest body is still visible', () => {
  const drawn = displayScale(solar())
  const radius = (id: string) => drawn.get(id)?.radius ?? 0
  expect(radius('sun')).toBeGreaterThan(radius('jupiter'))
  expect(radius('jupiter')).toBeGreaterThan(radius('earth'))
  expect(radius('earth')).toBeGreaterThan(radius('moon'))
  expect(radius('rock')).toBeGreaterThan(0.1)
})

test('[UV6] any unit of length gives the same picture', () => {
  const kilometres = new LocalUniverse()
  for (const body of solar().bodies.values())
    kilometres.follow({ stars: { [body.id]: { ...body, radius: body.radius * 6371 } } })
  for (const [id, { radius }] of displayScale(kilometres))
    expect(radius).toBeCloseTo(displayScale(solar()).get(id)?.radius ?? 0, 9)
})

test('[UV6] a moon stays outside its planet and inside the gap to the next', () => {
  const drawn = displayScale(solar())
  const earth = drawn.get('earth')
  const moon = drawnDistance(0.00257, 'planet', earth?.clearance ?? 0)
  expect(moon).toBeGreaterThan((earth?.radius ?? 0) + (drawn.get('moon')?.radius ?? 0))
  expect(moon).toBeLessThan(4)
})

test('[UV6] neighbouring systems do not overlap', () => {
  const universe = solar()
  universe.follow({
    stars: {
      proxima: body('proxima', null, 'star', 30, 268_000),
      b: body('b', 'proxima', 'planet', 1, 0.05),
    },
  })
  const drawn = displayScale(universe)
  const sun = drawn.get('sun')
  const proxima = drawn.get('proxima')
  const at = drawnDistance(268_000, null, 0) * (proxima?.push ?? 0)
  expect(at).toBeGreaterThanOrEqual((sun?.extent ?? 0) + (proxima?.extent ?? 0))
})

function solar(): LocalUniverse {
  const universe = new LocalUniverse()
  const bodies = [
    body('sun', null, 'star', 109, 0),
    body('earth', 'sun', 'planet', 1, 1),
    body('moon', 'earth', 'moon', 0.27, 0.00257),
    body('jupiter', 'sun', 'planet', 11, 5.2),
    body('rock', 'sun', 'asteroid', 0.00001, 2.7),
  ]
  for (const each of bodies) universe.follow({ stars: { [each.id]: each } })
  return universe
}

function body(
  id: string,
  parentId: string | null,
  bodyType: BodyType,
  radius: number,
  distance: number,
): Body {
  return {
    id,
    name: id,
    mass: 1,
    radius,
    color: '#fff',
    bodyType,
    parentId,
    orbitalDistance: distance,
    orbitalSpeed: 0,
    orbitalPhase: 0,
  }
}
