import { describe, expect, test } from 'vitest'
import { applyUniverseCommand } from './apply-universe-command.ts'
import { parseCommand } from './commands.ts'
import { diffOf } from './diff-of.ts'
import { hashOf } from './hash-of.ts'
import { Model } from './model.ts'
import { parseState } from './parse-with.ts'
import { replay } from './replay.ts'
import { invalid, star, TestUniverse } from './test-universe.ts'
import { emptyState, UniverseState } from './universe-state.ts'
import { violations } from './violations.ts'

function rich(): TestUniverse {
  const universe = new TestUniverse()
    .bodies('sun', 'sun/earth', 'earth/moon', 'sun/mars', 'vega')
    .groups('a', 'a/b')
  universe.send({ type: 'addToGroup', groupId: 'a', child: { id: 'sun', type: 'system' } })
  universe.send({ type: 'addToGroup', groupId: 'b', child: { id: 'vega', type: 'system' } })
  universe.send({
    type: 'addSmallBodyField',
    field: { id: 'belt', hostStarId: 'mars', innerRadius: 1, outerRadius: 2 },
  })
  universe.send({ type: 'updateRing', planetId: 'mars', patch: {} })
  universe.send({ type: 'tick', dt: 12 })
  return universe
}

describe('states', () => {
  test('[UD23] a state is complete, in its published shape, and reads back the same', () => {
    const { model, state } = rich()
    expect(UniverseState.safeParse(state).error).toBeUndefined()
    expect(Model.of(state).state()).toEqual(state)
    expect(hashOf(Model.of(JSON.parse(JSON.stringify(state))))).toBe(hashOf(model))
    expect(Model.empty().state()).toEqual(emptyState())
  })

  test('[UD23] records have no prototype, so that no id finds more than was put there', () => {
    const state = rich().state
    for (const record of [state.stars, state.groups, state.smallBodyFields])
      expect(Object.getPrototypeOf(record)).toBeNull()
    expect(state.stars['toString']).toBeUndefined()
  })

  test('[UD31] children and roots follow from the parents if they are left out; if given, they define the order', () => {
    const stars = { sun: star(null), vega: star(null), earth: star('sun'), mars: star('sun') }
    const groups = { a: { name: 'A', children: [{ id: 'b', type: 'group' }] }, b: { name: 'B' } }
    const read = (state: object) => Model.of(parseState(state)).state()
    const plain = read({ stars, groups })
    expect(plain).toMatchObject({ rootIds: ['sun', 'vega'], rootGroupIds: ['a'], time: 0 })
    expect(plain.stars['sun']?.children).toEqual(['earth', 'mars'])
    expect(plain.groups['b']?.parentGroupId).toBe('a')
    const sorted = read({
      stars: { ...stars, sun: star(null, { children: ['mars', 'earth'] }) },
      rootIds: ['vega', 'sun'],
    })
    expect(sorted.rootIds).toEqual(['vega', 'sun'])
    expect(sorted.stars['sun']?.children).toEqual(['mars', 'earth'])
  })
})

describe('a state that does not hold together is refused with the path', () => {
  const sun = star(null)
  const disk = { centralStarId: 'sun', innerRadius: 1, outerRadius: 2 }
  test.each<[object, string]>([
    [{ stars: { earth: star('sun') } }, 'state.stars.earth.parentId'],
    [{ stars: { a: star('b'), b: star('a') } }, 'state.stars.a.parentId'],
    [{ stars: { a: star('a') } }, 'state.stars.a.parentId'],
    [{ stars: { sun }, rootIds: [] }, 'state.rootIds'],
    [{ stars: { sun }, rootIds: ['sun', 'sun'] }, 'state.rootIds'],
    [{ stars: { sun }, rootIds: ['sun', 'ghost'] }, 'state.rootIds'],
    [{ stars: { sun: star(null, { children: ['x'] }) } }, 'state.stars.sun.children'],
    [{ stars: { sun: star(null, { children: [] }), earth: star('sun') } }, 'state.stars.sun.children'],
    [{ stars: { sun: star(null, { id: 'moon' }) } }, 'state.stars.sun.id'],
    [{ stars: { sun: star(null, { mass: '1' }) } }, 'state.stars.sun.mass'],
    [{ stars: { sun }, groups: { sun: { name: 'G' } } }, 'state.stars.sun.id'],
    [
      { groups: { a: { name: 'A', parentGroupId: 'b' }, b: { name: 'B', parentGroupId: 'a' } } },
      'state.groups.a.parentGroupId',
    ],
    [{ groups: { a: { name: 'A', parentGroupId: 'x' } } }, 'state.groups.a.parentGroupId'],
    [{ groups: { a: { name: 'A', children: [{ id: 'x', type: 'system' }] } } }, 'state.groups.a.children'],
    [{ groups: { a: { name: 'A', children: [{ id: 'x', type: 'group' }] } } }, 'state.groups.a.children'],
    [{ protoplanetaryDisks: { d: disk } }, 'state.protoplanetaryDisks.d.centralStarId'],
    [
      { stars: { sun }, protoplanetaryDisks: { d: { ...disk, systemId: 'x' } } },
      'state.protoplanetaryDisks.d.systemId',
    ],
    [
      { belts: { b: { name: 'B', parentId: 'x', innerRadius: 1, outerRadius: 2 } } },
      'state.belts.b.parentId',
    ],
    [{ time: 1e30 }, 'state.time'],
    [{ planets: {} }, 'state.planets'],
  ])('[UD31] [UD32] %j', (state, path) => {
    expect(invalid(() => Model.of(parseState(state), 'state')).path).toBe(path)
  })

  test('[UD32] a body in two groups', () => {
    const children = [{ id: 'sun', type: 'system' }]
    const state = { stars: { sun }, groups: { a: { name: 'A', children }, b: { name: 'B', children } } }
    expect(invalid(() => Model.of(parseState(state), 'state')).path).toBe('state.groups.b.children')
  })
})

describe('replaceSnapshot', () => {
  test('[UD15] replaces everything except the time, and the time if it is given', () => {
    const universe = rich()
    universe.send({ type: 'replaceSnapshot', snapshot: { stars: { rigel: star(null) } } })
    expect(universe.state).toMatchObject({
      rootIds: ['rigel'],
      rootGroupIds: [],
      smallBodyFields: {},
      time: 12,
    })
    universe.send({ type: 'replaceSnapshot', snapshot: { time: 7 } })
    expect(universe.state).toEqual({ ...emptyState(), time: 7 })
  })

  test('[UD32] the path of an error begins with "snapshot", also inside a batch', () => {
    const command = { type: 'replaceSnapshot', snapshot: { stars: { earth: star('sun') } } }
    expect(invalid(() => rich().send(command)).path).toBe('snapshot.stars.earth.parentId')
    const batch = { type: 'batch', commands: [{ type: 'tick', dt: 1 }, command] }
    expect(invalid(() => rich().send(batch)).path).toBe('commands.1.snapshot.stars.earth.parentId')
  })

  test('[UD33] written back with one body changed, it changes that body alone', () => {
    const universe = rich()
    const { state } = universe
    expect(universe.send({ type: 'replaceSnapshot', snapshot: state }).changes).toEqual({ tables: {} })
    const stars = { ...state.stars, mars: { ...state.stars['mars'], mass: 5 } }
    const { changes } = universe.send({ type: 'replaceSnapshot', snapshot: { ...state, stars } })
    expect(Object.keys(changes.tables)).toEqual(['stars'])
    expect(Object.keys(changes.tables.stars ?? {})).toEqual(['mars'])
  })

  test('[UD921] the difference of two models can be undone like any step', () => {
    const universe = rich()
    const before = Model.restore(universe.model.snapshot())
    universe.send({ type: 'replaceSnapshot', snapshot: { stars: { rigel: star(null) }, time: 3 } })
    universe.undo(diffOf(before, universe.model))
    expect(hashOf(universe.model)).toBe(hashOf(before))
    expect(diffOf(before, Model.restore(before.snapshot()))).toEqual({ tables: {} })
  })
})

test('[UD21] a logged snapshot leads to the same universe, whatever order a store gives its entries in', () => {
  const stars = { sun: star(null), vega: star(null), c: star('sun'), b: star('sun'), a: star('vega') }
  const groups = {
    g: { name: 'G' },
    f: { name: 'F', parentGroupId: 'g' },
    e: { name: 'E', parentGroupId: 'g' },
  }
  const command = parseCommand({ type: 'replaceSnapshot', snapshot: { stars, groups } })
  const turned = JSON.parse(JSON.stringify(command), (_, value: unknown) => {
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isRecord ? Object.fromEntries(Object.entries(value).toReversed()) : value
  })
  expect(replay([turned]).snapshot()).toEqual(replay([command]).snapshot())
})

test('[UD22] a model goes through JSON and back, with the place of each sibling', () => {
  const { model } = rich()
  const restored = Model.restore(JSON.parse(JSON.stringify(model.snapshot())))
  expect(restored.snapshot()).toEqual(model.snapshot())
  expect(restored.state()).toEqual(model.state())
  expect(restored.counts()).toEqual({
    stars: 5,
    groups: 2,
    smallBodyFields: 1,
    protoplanetaryDisks: 0,
    nebulae: 0,
  })
  expect(violations(restored)).toEqual([])
})

test('[UD7] [UD908] belts go with their body and forget asteroids that are gone; asteroids forget a belt that is gone', () => {
  const belt = {
    name: 'Belt',
    parentId: 'sun',
    innerRadius: 1,
    outerRadius: 2,
    asteroidIds: ['ceres', 'vesta'],
  }
  const asteroid = { parentBeltId: 'main' }
  const stars = { sun: star(null), ceres: star(null, asteroid), vesta: star(null, asteroid) }
  const { nextState } = applyUniverseCommand(emptyState(), {
    type: 'replaceSnapshot',
    snapshot: { stars, belts: { main: belt } },
  })
  const without = applyUniverseCommand(nextState, { type: 'removeStar', id: 'vesta' }).nextState
  expect(without.belts['main']?.asteroidIds).toEqual(['ceres'])
  const gone = applyUniverseCommand(without, { type: 'removeStar', id: 'sun' }).nextState
  expect(gone.belts).toEqual({})
  expect(gone.stars['ceres']).not.toHaveProperty('parentBeltId')
})
