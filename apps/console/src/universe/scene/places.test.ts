import { expect, test } from 'vitest'
import { LocalUniverse } from '../local-universe.ts'
import type { Body } from '../../api/wire.ts'
import { Places, unitsPerAu } from './places.ts'

test('[UV904] in true scale a body is at its physical position, with north up', () => {
  const places = new Places(universe(), true)
  places.update(0)
  expect(at(places, 'earth')).toEqual([unitsPerAu, 0, 0])
  places.update(90)
  const [x = 1, y = 1, z = 1] = at(places, 'earth')
  expect([Math.abs(x) < 1e-9, y === 0, Math.abs(z + unitsPerAu) < 1e-9]).toEqual([true, true, true])
})

test('[UV6] a moon is drawn around its planet, on its drawn orbit', () => {
  const places = new Places(universe(), false)
  places.update(0)
  const moon = places.indexOf.get('moon') ?? -1
  const offset = at(places, 'moon').map((value, axis) => value - (at(places, 'earth')[axis] ?? 0))
  const path = places.mapPath(moon, Float64Array.of(0.00257, 0, 0))
  for (const [axis, value] of offset.entries()) expect(value).toBeCloseTo(path[axis] ?? Number.NaN, 5)
  expect(Math.hypot(...offset)).toBeGreaterThan(places.radius(places.indexOf.get('earth') ?? -1))
})

test('[UV6] light comes from the star above a body', () => {
  const places = new Places(universe(), false)
  const light = (id: string) => places.ids[places.lights[places.indexOf.get(id) ?? -1] ?? -1]
  expect([light('moon'), light('earth'), light('sun')]).toEqual(['sun', 'sun', 'sun'])
})

test('[UV903] a new name or colour keeps the places, and a new path does not', () => {
  const places = new Places(universe(), false)
  const earth = body('earth', 'sun', 1)
  expect(places.repaint({ ...earth, name: 'Terra', color: '#00f', order: 3 })).toBe(
    places.indexOf.get('earth'),
  )
  expect(places.bodies[places.indexOf.get('earth') ?? -1]?.name).toBe('Terra')
  expect(places.repaint({ ...earth, orbitalDistance: 2 })).toBe(-1)
  expect(places.repaint({ ...earth, id: 'new' })).toBe(-1)
})

function at(places: Places, id: string): number[] {
  const index = places.indexOf.get(id) ?? -1
  return [...places.shown.subarray(3 * index, 3 * index + 3)]
}

function universe(): LocalUniverse {
  const all = new LocalUniverse()
  all.follow({
    stars: {
      sun: body('sun', null, 0),
      earth: body('earth', 'sun', 1),
      moon: body('moon', 'earth', 0.00257),
    },
  })
  return all
}

function body(id: string, parentId: string | null, orbitalDistance: number): Body {
  const radius = { sun: 109, earth: 1, moon: 0.27 }[id] ?? 1
  const orbit = { orbitalDistance, orbitalSpeed: 1, orbitalPhase: 0 }
  return {
    id,
    name: id,
    mass: 1,
    radius,
    color: '#fff',
    parentId,
    ...orbit,
    ...(id === 'sun' ? { bodyType: 'star' } : {}),
  }
}
