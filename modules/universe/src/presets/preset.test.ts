import {
  ceresElements,
  elementsPosition,
  laplaceMoons,
  moonElements,
  planetElements,
  positionsAt,
  secondsPerCentury,
} from '@quipu/orbits'
import { expect, test } from 'vitest'
import { Model } from '../domain/model.ts'
import { UniverseState } from '../domain/universe-state.ts'
import { preset } from './preset.ts'

const now = 848_000_000

test('[UP13] both presets are complete universes that the domain accepts and returns unchanged', () => {
  for (const name of ['empty', 'sol'] as const) {
    const state = preset(name, now)
    expect(UniverseState.safeParse(state).error).toBeUndefined()
    expect(plain(Model.of(state).state())).toEqual(plain(state))
  }
})

test('[UP13] sol has the Sun, eight planets, six moons, Pluto and Ceres, two ringed planets and two belts', () => {
  const { stars, rootIds, smallBodyFields, time } = preset('sol', now)
  expect(time).toBe(now)
  expect(rootIds).toEqual(['sun'])
  const aroundSun = 'mercury venus earth mars ceres jupiter saturn uranus neptune pluto'
  expect(stars['sun']?.children.join(' ')).toBe(aroundSun)
  expect(stars['earth']?.children).toEqual(['moon'])
  expect(stars['jupiter']?.children).toEqual(['io', 'europa', 'ganymede', 'callisto'])
  expect(stars['saturn']?.children).toEqual(['titan'])
  const ringed = Object.values(stars).filter(({ ring }) => ring)
  expect(ringed.map(({ id }) => id)).toEqual(['saturn', 'uranus'])
  expect(Object.values(smallBodyFields).map(({ beltType, systemId }) => [beltType, systemId])).toEqual([
    ['main', 'sun'],
    ['kuiper', 'sun'],
  ])
})

test('[UP13] an empty universe begins at 0 with nothing in it, and no two universes share what they hold', () => {
  expect(plain(preset('empty', now))).toEqual({
    stars: {},
    rootIds: [],
    groups: {},
    rootGroupIds: [],
    belts: {},
    smallBodyFields: {},
    protoplanetaryDisks: {},
    nebulae: {},
    time: 0,
  })
  const [first, second] = [preset('sol', 0), preset('sol', 0)]
  for (const id of Object.keys(first.stars)) {
    expect(first.stars[id]).not.toBe(second.stars[id])
    expect(first.stars[id]?.keplerianElements === second.stars[id]?.keplerianElements).toBe(id === 'sun')
  }
  expect(first.stars['saturn']?.ring).not.toBe(second.stars['saturn']?.ring)
  expect(first.smallBodyFields['main-belt']).not.toBe(second.smallBodyFields['main-belt'])
})

test('[UP14] positions computed from the state of sol are those of the published elements', () => {
  const { stars } = preset('sol', 0)
  const round = { ...planetElements, ceres: ceresElements }
  const moons = {
    moon: 'earth',
    io: 'jupiter',
    europa: 'jupiter',
    ganymede: 'jupiter',
    callisto: 'jupiter',
  } as const
  for (const time of [-2 * secondsPerCentury, 0, now]) {
    const places = positionsAt(Object.values(stars), time)
    expect(places.get('sun')).toEqual({ x: 0, y: 0, z: 0 })
    for (const [id, elements] of Object.entries(round))
      expect(places.get(id)).toEqual(elementsPosition(elements, time))
    for (const [id, planet] of Object.entries({ ...moons, titan: 'saturn' })) {
      const elements = id === 'moon' ? moonElements : laplaceMoons[id as keyof typeof laplaceMoons]
      const [moon, parent] = [elementsPosition(elements, time), places.get(planet)]
      expect(places.get(id)?.x).toBeCloseTo(moon.x + (parent?.x ?? Number.NaN), 12)
      expect(places.get(id)?.y).toBeCloseTo(moon.y + (parent?.y ?? Number.NaN), 12)
      expect(places.get(id)?.z).toBeCloseTo(moon.z + (parent?.z ?? Number.NaN), 12)
    }
  }
})

test('[UP905] the plain orbit fields say of J2000.0 what the elements say, and Kepler’s third law weighs the Sun', () => {
  for (const body of Object.values(preset('sol', 0).stars)) {
    const { keplerianElements, ...fields } = body
    if (!keplerianElements) continue
    const { a, l, peri } = keplerianElements
    expect(fields.orbitalDistance).toBe(a)
    expect(Math.cos(((fields.orbitalPhase - (l - peri)) * Math.PI) / 180)).toBeCloseTo(1, 12)
    if (body.parentId !== 'sun') continue
    // AU³ and solar masses: the Gaussian constant squared, per day, over the mean motion in radians a day.
    const motion = (fields.orbitalSpeed * 86_400 * Math.PI) / 180
    expect((motion ** 2 * a ** 3) / 0.01720209895 ** 2).toBeCloseTo(1 + body.mass, 2)
  }
})

test('[UP906] masses are in solar masses and radii in AU', () => {
  const { stars } = preset('sol', 0)
  expect(stars['sun']?.mass).toBe(1)
  expect(1 / (stars['jupiter']?.mass ?? 0)).toBeCloseTo(1047.56, 1)
  expect((stars['earth']?.mass ?? 0) / (stars['moon']?.mass ?? 0)).toBeCloseTo(81.3, 1)
  expect((stars['earth']?.radius ?? 0) * 149_597_870.7).toBeCloseTo(6371, 0)
})

/** Records without a prototype equal those with one. */
function plain(state: unknown): unknown {
  return JSON.parse(JSON.stringify(state))
}
