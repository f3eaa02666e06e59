import { describe, expect, test } from 'vitest'
import { applyUniverseCommand } from './apply-universe-command.ts'
import { parseCommand } from './commands.ts'
import { evaluate } from './evaluate.ts'
import { limits } from './limits.ts'
import { Model } from './model.ts'
import { partsOf } from './parts.ts'
import { star, TestUniverse } from './test-universe.ts'
import { emptyState } from './universe-state.ts'
import { violations } from './violations.ts'

const add = (id: string, parentId: string | null = null) => ({ type: 'addStar', id, payload: star(parentId) })

describe('batch', () => {
  test('[UD14] [UD905] later commands see what earlier ones did, and all of it is one step', () => {
    const universe = new TestUniverse()
    const { events, changes } = universe.send({
      type: 'batch',
      commands: [add('sun'), add('earth', 'sun'), add('moon', 'earth'), { type: 'removeStar', id: 'moon' }],
    })
    expect(events.map(({ type }) => type)).toEqual(['starAdded', 'starAdded', 'starAdded', 'starRemoved'])
    expect(Object.keys(changes.tables.stars ?? {})).toEqual(['sun', 'earth'])
    universe.undo(changes)
    expect(universe.state).toEqual(emptyState())
  })

  test('[UD905] entities added inside a batch can be removed inside it with their parent, group or body', () => {
    const universe = new TestUniverse().bodies('vega')
    const { events } = universe.send({
      type: 'batch',
      commands: [
        add('sun'),
        add('earth', 'sun'),
        { type: 'attachStar', childId: 'vega', parentId: 'earth' },
        {
          type: 'addGroup',
          id: 'near',
          payload: { name: 'Near', children: [{ id: 'sun', type: 'system' }] },
        },
        {
          type: 'addProtoplanetaryDisk',
          disk: { id: 'd', centralStarId: 'vega', innerRadius: 1, outerRadius: 2 },
        },
        { type: 'removeStar', id: 'earth' },
        { type: 'removeGroup', id: 'near' },
      ],
    })
    expect(events.slice(-2)).toEqual([
      { type: 'starRemoved', id: 'earth', removedIds: ['earth', 'vega'] },
      { type: 'groupRemoved', id: 'near', promotedIds: ['sun'] },
    ])
    expect(universe.state).toMatchObject({ rootIds: ['sun'], groups: {}, protoplanetaryDisks: {} })
    expect(violations(universe.model)).toEqual([])
  })

  test('[UD34] one refusal undoes the whole batch and has the path of its command', () => {
    const universe = new TestUniverse()
    const error = universe.refusal({ type: 'batch', commands: [add('sun'), add('sun')] })
    expect(error).toMatchObject({ reason: 'idTaken', details: { index: 1, path: 'commands.1.id' } })
    expect(universe.state.rootIds).toEqual([])
  })

  test('[UD14] moves inside a batch keep the order of siblings', () => {
    const universe = new TestUniverse().bodies('a', 'b', 'c', 'c/x')
    const commands = [
      { type: 'attachStar', childId: 'a', parentId: 'c' },
      { type: 'detachStar', childId: 'x' },
      { type: 'attachStar', childId: 'b', parentId: 'c' },
      { type: 'detachStar', childId: 'a' },
    ]
    universe.send({ type: 'batch', commands })
    expect(universe.state.rootIds).toEqual(['c', 'x', 'a'])
    expect(universe.state.stars['c']?.children).toEqual(['b'])
  })
})

test('[UD18] evaluating changes nothing; following does', () => {
  const model = new TestUniverse().bodies('sun', 'sun/earth').model
  const before = JSON.stringify(model.snapshot())
  const { changes } = evaluate(model, parseCommand({ type: 'removeStar', id: 'sun' }))
  expect(JSON.stringify(model.snapshot())).toBe(before)
  model.follow(changes)
  expect(model.counts().stars).toBe(0)
})

test('[UD18] the input of a command is not written to', () => {
  const command = Object.freeze({ type: 'addStar', id: 'sun', payload: Object.freeze(star(null)) })
  const state = Object.freeze(emptyState())
  expect(applyUniverseCommand(state, command).nextState.rootIds).toEqual(['sun'])
  expect(state.rootIds).toEqual([])
})

test('[UD26] the parts of a step are what it left, null for what is gone', () => {
  const universe = new TestUniverse().bodies('sun', 'sun/earth')
  const { changes } = universe.send({
    type: 'batch',
    commands: [
      { type: 'tick', dt: 5 },
      { type: 'removeStar', id: 'earth' },
      { type: 'updateStar', id: 'sun', payload: { mass: 9 } },
    ],
  })
  const parts = partsOf(changes)
  expect(parts).toMatchObject({
    time: 5,
    stars: { earth: null, sun: { id: 'sun', mass: 9, parentId: null, order: 0 } },
  })
  expect(parts.stars?.['sun']).not.toHaveProperty('children')
  expect(partsOf(universe.send({ type: 'tick', dt: 0 }).changes)).toEqual({})
})

describe('limits', () => {
  test('[UD16] bodies', () => {
    const stars = Object.fromEntries(Array.from({ length: limits.bodies }, (_, n) => [`b${n}`, star(null)]))
    const universe = new TestUniverse()
    universe.send({ type: 'replaceSnapshot', snapshot: { stars } })
    const error = universe.refusal(add('one-more'))
    expect(error).toMatchObject({ reason: 'limitReached' })
    expect(error.message).toContain('at most 10000 bodies')
    const tooMany = { ...stars, more: star(null) }
    expect(() => universe.send({ type: 'replaceSnapshot', snapshot: { stars: tooMany } })).toThrow(
      'at most 10000 bodies',
    )
  })

  test('[UD16] groups, and fields, disks, nebulae and belts together', () => {
    const groups = Object.fromEntries(
      Array.from({ length: limits.groups }, (_, n) => [`g${n}`, { name: 'G' }]),
    )
    const nebula = { name: 'N', position: { x: 0, y: 0, z: 0 }, radius: 1 }
    const nebulae = Object.fromEntries(Array.from({ length: limits.scenery }, (_, n) => [`n${n}`, nebula]))
    const universe = new TestUniverse().bodies('sun')
    universe.send({ type: 'replaceSnapshot', snapshot: { stars: { sun: star(null) }, groups, nebulae } })
    expect(universe.refusal({ type: 'addGroup', id: 'more', payload: { name: 'G' } }).reason).toBe(
      'limitReached',
    )
    const disk = { id: 'd', centralStarId: 'sun', innerRadius: 1, outerRadius: 2 }
    expect(universe.refusal({ type: 'addProtoplanetaryDisk', disk }).reason).toBe('limitReached')
  })
})

test('[UD17] a chain of 10,000 bodies is built, moved, emptied and restored without trouble', () => {
  const stars: Record<string, unknown> = { b0: star(null), other: star(null) }
  for (let n = 1; n < limits.bodies - 1; n++) stars[`b${n}`] = star(`b${n - 1}`)
  const universe = new TestUniverse()
  universe.send({ type: 'replaceSnapshot', snapshot: { stars } })
  universe.send({ type: 'attachStar', childId: 'b0', parentId: 'other' })
  const { changes } = universe.send({ type: 'removeStar', id: 'other' })
  expect(universe.model.counts().stars).toBe(0)
  universe.undo(changes)
  expect(Model.of(universe.state).counts().stars).toBe(limits.bodies)
})
