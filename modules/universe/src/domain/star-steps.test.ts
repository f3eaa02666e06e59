import { describe, expect, test } from 'vitest'
import { star, TestUniverse } from './test-universe.ts'

describe('updates', () => {
  test('[UD5] change the given fields alone; null clears an optional one', () => {
    const universe = new TestUniverse().bodies('sun')
    universe.send({
      type: 'updateStar',
      id: 'sun',
      payload: { mass: 2, eccentricity: 0.5, bodyType: 'star' },
    })
    universe.send({ type: 'updateStar', id: 'sun', payload: { eccentricity: null } })
    const expected = { ...star(null), id: 'sun', mass: 2, bodyType: 'star', children: [] }
    expect(universe.state.stars['sun']).toEqual(expected)
  })

  test('[UD5] a required field cannot be cleared', () => {
    const universe = new TestUniverse().bodies('sun')
    expect(() => universe.send({ type: 'updateStar', id: 'sun', payload: { mass: null } })).toThrow(
      'payload.mass',
    )
  })

  test('[UD904] a part with fields of its own is merged, and gets its defaults when it is new', () => {
    const universe = new TestUniverse().bodies('hole')
    universe.send({ type: 'updateStar', id: 'hole', payload: { blackHole: { spin: 0.9, diskTilt: 1 } } })
    universe.send({
      type: 'updateStar',
      id: 'hole',
      payload: { blackHole: { jetLength: 5, diskTilt: null } },
    })
    const hole = universe.state.stars['hole']?.blackHole
    expect(hole).toMatchObject({ spin: 0.9, jetLength: 5, hasPhotonRing: true })
    expect(hole).not.toHaveProperty('diskTilt')
  })

  test('[UD904] a new part that lacks what has no default is refused at its path', () => {
    const universe = new TestUniverse().bodies('a')
    const payload = { lagrangePoint: { label: 'L4' } }
    expect(() => universe.send({ type: 'updateStar', id: 'a', payload })).toThrow(
      'payload.lagrangePoint.primaryId',
    )
  })

  test('[UD904] by default a Lagrange point is stable from L4 on', () => {
    const universe = new TestUniverse().bodies('sun', 'sun/earth')
    const lagrangePoint = { primaryId: 'sun', secondaryId: 'earth', pointIndex: 4 }
    universe.send({ type: 'addStar', id: 'l4', payload: star('sun', { lagrangePoint }) })
    expect(universe.state.stars['l4']?.lagrangePoint).toEqual({
      ...lagrangePoint,
      stable: true,
      pairType: 'starPlanet',
    })
  })

  test('[UD17] radii the wrong way round are refused', () => {
    const universe = new TestUniverse().bodies('saturn')
    const error = universe.refusal({
      type: 'updateRing',
      planetId: 'saturn',
      patch: { innerRadiusMultiplier: 4 },
    })
    expect(error).toMatchObject({
      reason: 'invariantBroken',
      details: { path: 'stars.saturn.ring.outerRadiusMultiplier' },
    })
  })
})

describe('rings', () => {
  test('[UD12] updateRing gives a ring with the known defaults, then changes it', () => {
    const universe = new TestUniverse().bodies('saturn')
    universe.send({ type: 'updateRing', planetId: 'saturn', patch: {} })
    expect(universe.state.stars['saturn']?.ring).toMatchObject({
      innerRadiusMultiplier: 1.5,
      outerRadiusMultiplier: 3,
      opacity: 0.6,
      albedo: 0.8,
      density: 0.6,
    })
    const { events } = universe.send({ type: 'updateRing', planetId: 'saturn', patch: { opacity: 0.1 } })
    expect(events).toEqual([{ type: 'ringUpdated', planetId: 'saturn' }])
    expect(universe.state.stars['saturn']?.ring).toMatchObject({ opacity: 0.1, albedo: 0.8 })
  })

  test('[UD911] removeRing takes it away, and is refused without a ring or a body', () => {
    const universe = new TestUniverse().bodies('saturn')
    universe.send({ type: 'updateRing', planetId: 'saturn', patch: {} })
    universe.send({ type: 'removeRing', planetId: 'saturn' })
    expect(universe.state.stars['saturn']).not.toHaveProperty('ring')
    expect(universe.refusal({ type: 'removeRing', planetId: 'saturn' }).reason).toBe('ringNotFound')
    expect(universe.refusal({ type: 'updateRing', planetId: 'x', patch: {} }).reason).toBe('starNotFound')
  })
})

describe('the tree of bodies', () => {
  test('[UD8] attachStar moves a body with all below it to the end of its new siblings', () => {
    const universe = new TestUniverse().bodies('sun', 'sun/earth', 'earth/moon', 'vega', 'vega/b')
    const { events } = universe.send({ type: 'attachStar', childId: 'earth', parentId: 'vega' })
    expect(events).toEqual([{ type: 'starAttached', childId: 'earth', parentId: 'vega' }])
    const { stars, rootIds } = universe.state
    expect(rootIds).toEqual(['sun', 'vega'])
    expect(stars['vega']?.children).toEqual(['b', 'earth'])
    expect(stars['earth']).toMatchObject({ parentId: 'vega', children: ['moon'] })
  })

  test.each([
    ['earth', 'moon', 'cycle'],
    ['sun', 'sun', 'cycle'],
    ['sun', 'moon', 'cycle'],
    ['ghost', 'sun', 'notFound'],
    ['earth', 'ghost', 'notFound'],
  ])('[UD8] attaching %s to %s fails: %s', (childId, parentId, detail) => {
    const universe = new TestUniverse().bodies('sun', 'sun/earth', 'earth/moon')
    const error = universe.refusal({ type: 'attachStar', childId, parentId })
    expect(error).toMatchObject({ reason: 'attachFailed', details: { detail } })
  })

  test('[UD910] detachStar makes a root, once', () => {
    const universe = new TestUniverse().bodies('sun', 'sun/earth')
    expect(universe.send({ type: 'detachStar', childId: 'earth' }).events).toEqual([
      { type: 'starDetached', childId: 'earth' },
    ])
    expect(universe.state.rootIds).toEqual(['sun', 'earth'])
    const again = universe.refusal({ type: 'detachStar', childId: 'earth' })
    expect(again).toMatchObject({ reason: 'detachFailed', details: { detail: 'notAttached' } })
    expect(universe.refusal({ type: 'detachStar', childId: 'ghost' }).reason).toBe('starNotFound')
  })

  test('[UD10] a system that is attached leaves its group', () => {
    const universe = new TestUniverse().bodies('sun', 'vega').groups('near')
    universe.send({ type: 'addToGroup', groupId: 'near', child: { id: 'vega', type: 'system' } })
    const { events } = universe.send({ type: 'attachStar', childId: 'vega', parentId: 'sun' })
    expect(events).toEqual([{ type: 'starAttached', childId: 'vega', parentId: 'sun', leftGroupId: 'near' }])
    expect(universe.state.groups['near']?.children).toEqual([])
  })

  test('[UD908] an entity that only refers to a removed body stays and loses the reference', () => {
    const universe = new TestUniverse().bodies('sun', 'sun/earth', 'sun/jupiter')
    const lagrangePoint = { primaryId: 'sun', secondaryId: 'jupiter', pointIndex: 5 }
    universe.send({ type: 'addStar', id: 'l5', payload: star('sun', { lagrangePoint }) })
    universe.send({ type: 'updateStar', id: 'earth', payload: { lagrangeHostId: 'jupiter' } })
    universe.send({ type: 'removeStar', id: 'jupiter' })
    expect(universe.state.stars['l5']).not.toHaveProperty('lagrangePoint')
    expect(universe.state.stars['earth']).not.toHaveProperty('lagrangeHostId')
  })
})

test('[UD13] tick moves time, both ways, without an event; beyond its bounds it is refused', () => {
  const universe = new TestUniverse()
  expect(universe.send({ type: 'tick', dt: 90.5 })).toEqual({
    changes: { time: [0, 90.5], tables: {} },
    events: [],
  })
  universe.send({ type: 'tick', dt: -100 })
  expect(universe.state.time).toBe(-9.5)
  expect(universe.refusal({ type: 'tick', dt: 1e99 }).reason).toBe('timeOutOfRange')
})
