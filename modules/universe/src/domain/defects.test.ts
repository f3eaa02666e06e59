import { expect, test } from 'vitest'
import { applyUniverseCommand } from './apply-universe-command.ts'
import { parseCommand } from './commands.ts'
import { invalid, star, TestUniverse } from './test-universe.ts'
import { violations } from './violations.ts'

test('[UD6] adding an id again is refused: children and roots stay as they are', () => {
  const universe = new TestUniverse().bodies('sun', 'sun/earth')
  const error = universe.refusal({ type: 'addStar', id: 'sun', payload: star(null) })
  expect(error).toMatchObject({ reason: 'idTaken', details: { path: 'id', ids: ['sun'] } })
  expect(universe.state.rootIds).toEqual(['sun'])
  expect(universe.state.stars['sun']?.children).toEqual(['earth'])
})

test.each([{ id: 'x' }, { parentId: 'earth' }, { children: [] }])(
  '[UD4] updateStar cannot write %j',
  (payload) => {
    expect(invalid(() => parseCommand({ type: 'updateStar', id: 'sun', payload })).path).toBe(
      `payload.${Object.keys(payload)[0]}`,
    )
  },
)

test('[UD907] a body with an unknown parent is refused, not lost', () => {
  const error = new TestUniverse().refusal({ type: 'addStar', id: 'earth', payload: star('sun') })
  expect(error).toMatchObject({
    reason: 'parentNotFound',
    details: { path: 'payload.parentId', ids: ['sun'] },
  })
})

test('[UD3] a tick of text is refused and time stays a number', () => {
  const universe = new TestUniverse()
  expect(invalid(() => universe.send({ type: 'tick', dt: 'abc' })).path).toBe('dt')
  expect(universe.state.time).toBe(0)
})

test('[UD36] addStar without payload is an answer, not a crash', () => {
  expect(invalid(() => parseCommand({ type: 'addStar', id: 'sun' })).path).toBe('payload')
})

test('[UD29] addToGroup refuses a cycle and both groups stay where they are', () => {
  const universe = new TestUniverse().groups('outer', 'outer/inner')
  const command = { type: 'addToGroup', groupId: 'inner', child: { id: 'outer', type: 'group' } }
  expect(universe.refusal(command)).toMatchObject({
    reason: 'moveToGroupFailed',
    details: { detail: 'cycle' },
  })
  expect(universe.state.rootGroupIds).toEqual(['outer'])
})

test('[UD7] [UD908] removeStar leaves nothing that refers to what is gone', () => {
  const universe = new TestUniverse().bodies('sun', 'sun/earth', 'vega').groups('near')
  universe.send({ type: 'addToGroup', groupId: 'near', child: { id: 'sun', type: 'system' } })
  universe.send({
    type: 'addSmallBodyField',
    field: { id: 'belt', hostStarId: 'earth', innerRadius: 1, outerRadius: 2 },
  })
  universe.send({
    type: 'addProtoplanetaryDisk',
    disk: { id: 'dust', centralStarId: 'sun', innerRadius: 1, outerRadius: 2 },
  })
  const { events } = universe.send({ type: 'removeStar', id: 'sun' })

  expect(events).toEqual([{ type: 'starRemoved', id: 'sun', removedIds: ['sun', 'earth'] }])
  const { stars, groups, smallBodyFields, protoplanetaryDisks, rootIds } = universe.state
  expect([Object.keys(stars), rootIds]).toEqual([['vega'], ['vega']])
  expect(groups['near']?.children).toEqual([])
  expect([smallBodyFields, protoplanetaryDisks]).toEqual([{}, {}])
  expect(violations(universe.model)).toEqual([])
})

test.each([
  ['removeNebula', 'nebulaNotFound'],
  ['removeSmallBodyField', 'smallBodyFieldNotFound'],
  ['removeProtoplanetaryDisk', 'protoplanetaryDiskNotFound'],
])('[UD11] %s of a missing id is refused', (type, reason) => {
  expect(new TestUniverse().refusal({ type, id: 'gone' })).toMatchObject({
    reason,
    details: { path: 'id', ids: ['gone'] },
  })
})

test('[UD7] removeStar of a missing id is refused, as every command that misses its body', () => {
  const universe = new TestUniverse()
  expect(universe.refusal({ type: 'removeStar', id: 'gone' }).reason).toBe('starNotFound')
  expect(universe.refusal({ type: 'updateStar', id: 'gone', payload: {} }).reason).toBe('starNotFound')
})

test('[UD2] the id __proto__ is refused everywhere', () => {
  const payload = star(null)
  expect(invalid(() => parseCommand({ type: 'addStar', id: '__proto__', payload })).path).toBe('id')
  const snapshot: unknown = JSON.parse(`{"stars":{"__proto__":${JSON.stringify(payload)}}}`)
  expect(invalid(() => parseCommand({ type: 'replaceSnapshot', snapshot })).path).toBe(
    'snapshot.stars.__proto__',
  )
  expect(Object.getPrototypeOf(new TestUniverse().state.stars)).toBeNull()
})

test('[UD25] a failure is thrown with its reason and never an event', () => {
  const state = new TestUniverse().bodies('sun').state
  const command = { type: 'removeRing', planetId: 'sun' }
  expect(() => applyUniverseCommand(state, command)).toThrow(
    expect.objectContaining({ reason: 'ringNotFound' }),
  )
})

test('[UD912] [UD27] nothing is in two groups at once', () => {
  const universe = new TestUniverse().bodies('sun').groups('a', 'b')
  universe.send({ type: 'addToGroup', groupId: 'a', child: { id: 'sun', type: 'system' } })
  const again = { type: 'addToGroup', groupId: 'b', child: { id: 'sun', type: 'system' } }
  expect(universe.refusal(again)).toMatchObject({
    reason: 'childAlreadyInGroup',
    details: { ids: ['sun', 'a'] },
  })
})

test('[UD913] moving what is not there is refused, not recorded', () => {
  const universe = new TestUniverse().groups('a')
  const move = (childType: string) => ({
    type: 'moveToGroup',
    childId: 'ghost',
    childType,
    targetGroupId: 'a',
  })
  expect(universe.refusal(move('system')).reason).toBe('starNotFound')
  expect(universe.refusal(move('group')).reason).toBe('groupNotFound')
})
