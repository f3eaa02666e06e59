import { expect, test } from 'vitest'
import { TestUniverse } from './test-universe.ts'

const system = (id: string) => ({ id, type: 'system' })
const group = (id: string) => ({ id, type: 'group' })

test('[UD9] a group is added with its children, which must exist, be in no group, and have the given type', () => {
  const universe = new TestUniverse().bodies('sun', 'sun/earth', 'vega').groups('old')
  const add = (id: string, ...children: object[]) => ({
    type: 'addGroup',
    id,
    payload: { name: id, children },
  })
  const { events } = universe.send(add('near', system('sun'), group('old'), system('vega')))
  expect(events).toEqual([{ type: 'groupAdded', id: 'near' }])
  const { groups, rootGroupIds } = universe.state
  expect(groups['near']?.children).toEqual([system('sun'), group('old'), system('vega')])
  expect(groups['old']?.parentGroupId).toBe('near')
  expect(rootGroupIds).toEqual(['near'])

  expect(universe.refusal(add('x', system('sun'))).reason).toBe('childAlreadyInGroup')
  expect(universe.refusal(add('x', system('ghost'))).details.path).toBe('payload.children.0.id')
  expect(universe.refusal(add('x', group('vega'))).reason).toBe('groupNotFound')
  expect(universe.refusal(add('x', system('earth'))).details.detail).toBe('notASystem')
  expect(universe.refusal(add('x', group('x'))).details.detail).toBe('cycle')
  expect(universe.refusal(add('near')).reason).toBe('idTaken')
})

test('[UD6] a group and a body cannot have one id', () => {
  const universe = new TestUniverse().bodies('sun').groups('near')
  expect(universe.refusal({ type: 'addGroup', id: 'sun', payload: { name: 'Sun' } }).reason).toBe('idTaken')
  expect(() => universe.bodies('near')).toThrow('There is a group "near" already')
})

test('[UD5] updateGroup changes what is given; null clears', () => {
  const universe = new TestUniverse().groups('near')
  universe.send({
    type: 'updateGroup',
    id: 'near',
    payload: { name: 'Far', color: '#abc', position: { x: 1, y: 2, z: 3 } },
  })
  universe.send({ type: 'updateGroup', id: 'near', payload: { color: null } })
  const expected = {
    id: 'near',
    name: 'Far',
    position: { x: 1, y: 2, z: 3 },
    parentGroupId: null,
    children: [],
  }
  expect(universe.state.groups['near']).toEqual(expected)
  expect(universe.refusal({ type: 'updateGroup', id: 'gone', payload: {} }).reason).toBe('groupNotFound')
})

test('[UD30] removing a group promotes its children to its parent, in order', () => {
  const universe = new TestUniverse().bodies('sun', 'vega').groups('outer', 'outer/mid', 'mid/inner')
  universe.send({ type: 'addToGroup', groupId: 'mid', child: system('sun') })
  universe.send({ type: 'addToGroup', groupId: 'outer', child: system('vega') })
  const { events } = universe.send({ type: 'removeGroup', id: 'mid' })
  expect(events).toEqual([{ type: 'groupRemoved', id: 'mid', promotedIds: ['inner', 'sun'] }])
  expect(universe.state.groups['outer']?.children).toEqual([system('vega'), group('inner'), system('sun')])

  universe.send({ type: 'removeGroup', id: 'outer' })
  expect(universe.state.rootGroupIds).toEqual(['inner'])
  expect(universe.state.rootIds).toEqual(['sun', 'vega'])
  expect(universe.refusal({ type: 'removeGroup', id: 'outer' }).reason).toBe('groupNotFound')
})

test('[UD28] removeFromGroup frees a child of that very group', () => {
  const universe = new TestUniverse().bodies('sun').groups('a', 'a/b')
  universe.send({ type: 'addToGroup', groupId: 'b', child: system('sun') })
  const take = (groupId: string, childId: string) => ({ type: 'removeFromGroup', groupId, childId })
  expect(universe.refusal(take('a', 'sun'))).toMatchObject({
    reason: 'childNotInGroup',
    details: { path: 'childId' },
  })
  universe.send(take('b', 'sun'))
  expect(universe.send(take('a', 'b')).events).toEqual([
    { type: 'childRemovedFromGroup', groupId: 'a', childId: 'b' },
  ])
  expect(universe.state.rootGroupIds).toEqual(['a', 'b'])
  expect(universe.refusal(take('b', 'sun')).reason).toBe('childNotInGroup')
})

test('[UD913] moveToGroup moves a member from any group; null means no group', () => {
  const universe = new TestUniverse().bodies('sun').groups('a', 'b')
  const move = (childId: string, childType: string, targetGroupId: string | null) =>
    universe.send({ type: 'moveToGroup', childId, childType, targetGroupId })
  move('sun', 'system', 'a')
  move('sun', 'system', 'b')
  move('a', 'group', 'b')
  expect(universe.state.groups['b']?.children).toEqual([system('sun'), group('a')])
  move('sun', 'system', null)
  expect(move('a', 'group', null).events).toEqual([
    { type: 'movedToGroup', childId: 'a', targetGroupId: null },
  ])
  expect(universe.state.groups['b']?.children).toEqual([])
  expect(move('sun', 'system', null).changes.tables).toEqual({})
})

test('[UD9] [UD29] moveToGroup refuses a cycle and a body that is not a root', () => {
  const universe = new TestUniverse().bodies('sun', 'sun/earth').groups('a', 'a/b', 'b/c')
  const move = (childId: string, childType: string, targetGroupId: string) =>
    universe.refusal({ type: 'moveToGroup', childId, childType, targetGroupId })
  expect(move('a', 'group', 'c')).toMatchObject({ reason: 'moveToGroupFailed', details: { detail: 'cycle' } })
  expect(move('a', 'group', 'a').details.detail).toBe('cycle')
  expect(move('earth', 'system', 'a')).toMatchObject({
    reason: 'moveToGroupFailed',
    details: { detail: 'notASystem' },
  })
  expect(move('sun', 'system', 'gone')).toMatchObject({
    reason: 'groupNotFound',
    details: { path: 'targetGroupId' },
  })
})
