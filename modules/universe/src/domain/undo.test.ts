import { describe, expect, test } from 'vitest'
import type { Changes } from './changes.ts'
import { hashOf } from './hash-of.ts'
import { CommandRefused } from './refusal.ts'
import { caught, star, TestUniverse } from './test-universe.ts'
import { violations } from './violations.ts'

function refusedUndo(universe: TestUniverse, changes: Changes): CommandRefused {
  const before = hashOf(universe.model)
  const error = caught(() => universe.undo(changes))
  expect(hashOf(universe.model)).toBe(before)
  if (error instanceof CommandRefused) return error
  throw new Error('Expected CommandRefused', { cause: error })
}

describe('undo', () => {
  test('[UD19] takes back the fields of that step and leaves what others did to the rest', () => {
    const universe = new TestUniverse().bodies('sun')
    const { changes } = universe.send({
      type: 'updateStar',
      id: 'sun',
      payload: { mass: 5, eccentricity: 0.5 },
    })
    universe.send({ type: 'updateStar', id: 'sun', payload: { name: 'Sol', radius: 3 } })
    const { events } = universe.undo(changes)
    expect(universe.state.stars['sun']).toEqual({
      ...star(null),
      id: 'sun',
      name: 'Sol',
      radius: 3,
      children: [],
    })
    expect(events).toEqual([{ type: 'starUpdated', id: 'sun' }])
  })

  test('[UD19] reverts only the changed fields of a nested part', () => {
    const universe = new TestUniverse().bodies('saturn')
    universe.send({ type: 'updateRing', planetId: 'saturn', patch: {} })
    const { changes } = universe.send({ type: 'updateRing', planetId: 'saturn', patch: { opacity: 0.1 } })
    universe.send({ type: 'updateRing', planetId: 'saturn', patch: { color: '#ff0000' } })
    universe.undo(changes)
    expect(universe.state.stars['saturn']?.ring).toMatchObject({ opacity: 0.6, color: '#ff0000' })
  })

  test('[UD917] is refused when a later step changed the same field', () => {
    const universe = new TestUniverse().bodies('sun')
    const { changes } = universe.send({ type: 'updateStar', id: 'sun', payload: { mass: 5 } })
    universe.send({ type: 'updateStar', id: 'sun', payload: { mass: 6 } })
    expect(refusedUndo(universe, changes)).toMatchObject({
      reason: 'changedSince',
      details: { ids: ['sun'] },
    })
  })

  test('[UD917] is refused if a changed entity was removed, or a removed one exists again', () => {
    const universe = new TestUniverse().bodies('sun')
    const update = universe.send({ type: 'updateStar', id: 'sun', payload: { mass: 5 } }).changes
    const removal = universe.send({ type: 'removeStar', id: 'sun' }).changes
    expect(refusedUndo(universe, update).reason).toBe('changedSince')
    universe.bodies('sun')
    expect(refusedUndo(universe, removal).reason).toBe('changedSince')
  })

  test('[UD917] an added body that others changed or built upon stays', () => {
    const universe = new TestUniverse()
    const { changes } = universe.send({ type: 'addStar', id: 'sun', payload: star(null) })
    universe.bodies('sun/earth')
    expect(refusedUndo(universe, changes)).toMatchObject({
      reason: 'invariantBroken',
      details: { ids: ['earth'] },
    })
    universe.send({ type: 'removeStar', id: 'earth' })
    const renamed = universe.send({ type: 'updateStar', id: 'sun', payload: { name: 'Sol' } }).changes
    expect(refusedUndo(universe, changes).reason).toBe('changedSince')
    universe.undo(renamed)
    universe.undo(changes)
    expect(universe.state.rootIds).toEqual([])
  })

  test('[UD917] an added body that a disk, a group or another body refers to stays', () => {
    const refer = [
      {
        type: 'addProtoplanetaryDisk',
        disk: { id: 'd', centralStarId: 'sun', innerRadius: 1, outerRadius: 2 },
      },
      { type: 'addToGroup', groupId: 'near', child: { id: 'sun', type: 'system' } },
      { type: 'updateStar', id: 'vega', payload: { lagrangeHostId: 'sun' } },
    ]
    for (const command of refer) {
      const universe = new TestUniverse().bodies('vega').groups('near')
      const { changes } = universe.send({ type: 'addStar', id: 'sun', payload: star(null) })
      universe.send(command)
      expect(refusedUndo(universe, changes).reason).toBe('invariantBroken')
    }
  })

  test('[UD918] a removed subtree is restored completely, at its old place, with its group, belts and references', () => {
    const universe = new TestUniverse()
      .bodies('a', 'sun', 'z', 'sun/earth', 'earth/moon', 'sun/mars')
      .groups('g')
    universe.send({ type: 'addToGroup', groupId: 'g', child: { id: 'sun', type: 'system' } })
    universe.send({ type: 'addToGroup', groupId: 'g', child: { id: 'z', type: 'system' } })
    universe.send({
      type: 'addSmallBodyField',
      field: { id: 'f', hostStarId: 'mars', innerRadius: 1, outerRadius: 2 },
    })
    universe.send({ type: 'updateStar', id: 'z', payload: { lagrangeHostId: 'moon' } })
    const before = universe.state
    const { changes } = universe.send({ type: 'removeStar', id: 'sun' })
    universe.undo(changes)
    expect(universe.state).toEqual(before)
    expect(universe.state.rootIds).toEqual(['a', 'sun', 'z'])
    expect(violations(universe.model)).toEqual([])
  })

  test('[UD918] a restored body has its old place among siblings that were added since', () => {
    const universe = new TestUniverse().bodies('sun', 'sun/a', 'sun/b', 'sun/c')
    const moved = universe.send({ type: 'detachStar', childId: 'b' }).changes
    universe.bodies('sun/d')
    universe.undo(moved)
    expect(universe.state.stars['sun']?.children).toEqual(['a', 'b', 'c', 'd'])
  })

  test('[UD917] a subtree whose old parent is gone cannot come back', () => {
    const universe = new TestUniverse().bodies('sun', 'sun/earth')
    const { changes } = universe.send({ type: 'removeStar', id: 'earth' })
    universe.send({ type: 'removeStar', id: 'sun' })
    expect(refusedUndo(universe, changes)).toMatchObject({
      reason: 'invariantBroken',
      details: { ids: ['earth'] },
    })
  })

  test('[UD917] a move is not taken back into a cycle', () => {
    const universe = new TestUniverse().bodies('a', 'b', 'a/x')
    const { changes } = universe.send({ type: 'detachStar', childId: 'x' })
    universe.send({ type: 'attachStar', childId: 'a', parentId: 'x' })
    expect(refusedUndo(universe, changes).reason).toBe('invariantBroken')
  })

  test('[UD19] a removed group is restored with its members', () => {
    const universe = new TestUniverse().bodies('sun').groups('a', 'a/b', 'b/c', 'a/d')
    universe.send({ type: 'addToGroup', groupId: 'b', child: { id: 'sun', type: 'system' } })
    const before = universe.state
    const { changes } = universe.send({ type: 'removeGroup', id: 'b' })
    universe.undo(changes)
    expect(universe.state).toEqual(before)
  })

  test('[UD19] [UD917] time is reverted unless a later step changed it', () => {
    const universe = new TestUniverse()
    const first = universe.send({ type: 'tick', dt: 5 }).changes
    const second = universe.send({ type: 'tick', dt: 7 }).changes
    expect(refusedUndo(universe, first)).toMatchObject({ reason: 'changedSince', details: { ids: ['time'] } })
    expect(universe.undo(second).events).toEqual([{ type: 'timeSet', time: 5 }])
    universe.undo(first)
    expect(universe.state.time).toBe(0)
  })

  test('[UD917] a merge of two steps that no longer fits together is refused', () => {
    const universe = new TestUniverse().bodies('saturn')
    universe.send({ type: 'updateRing', planetId: 'saturn', patch: {} })
    const { changes } = universe.send({
      type: 'updateRing',
      planetId: 'saturn',
      patch: { outerRadiusMultiplier: 9 },
    })
    universe.send({ type: 'updateRing', planetId: 'saturn', patch: { innerRadiusMultiplier: 5 } })
    expect(refusedUndo(universe, changes).reason).toBe('invariantBroken')
  })
})

test('[UD20] undoing an undo brings the step back, as often as one likes', () => {
  const universe = new TestUniverse().bodies('sun', 'sun/earth')
  const before = hashOf(universe.model)
  let { changes } = universe.send({ type: 'removeStar', id: 'sun' })
  const after = hashOf(universe.model)
  for (let round = 0; round < 3; round++) {
    changes = universe.undo(changes).changes
    expect(hashOf(universe.model)).toBe(before)
    changes = universe.undo(changes).changes
    expect(hashOf(universe.model)).toBe(after)
  }
})

test('[UD20] a redo is refused when the field was changed after the undo', () => {
  const universe = new TestUniverse().bodies('sun')
  const { changes } = universe.send({ type: 'updateStar', id: 'sun', payload: { mass: 5 } })
  const undone = universe.undo(changes).changes
  universe.send({ type: 'updateStar', id: 'sun', payload: { mass: 8 } })
  expect(refusedUndo(universe, undone).reason).toBe('changedSince')
})
