import { expect, test } from 'vitest'
import { TestUniverse } from './test-universe.ts'

const radii = { innerRadius: 1, outerRadius: 2 }
const kuiper = { hostStarId: 'earth', ...radii, beltType: 'kuiper' }
const veil = { id: 'veil', name: 'Veil', position: { x: 0, y: 0, z: 0 }, radius: 1 }

test('[UD11] a field needs four fields; the others have defaults that fit its kind', () => {
  const universe = new TestUniverse().bodies('sun', 'sun/earth')
  const { events } = universe.send({ type: 'addSmallBodyField', field: { id: 'k', ...kuiper } })
  expect(events).toEqual([{ type: 'smallBodyFieldAdded', id: 'k' }])
  const field = universe.state.smallBodyFields['k']
  expect(field).toMatchObject({
    ...kuiper,
    regionLabel: 'Kuiper Belt',
    isIcy: true,
    style: 'moderate',
    seed: 1,
  })
  expect(Object.keys(field ?? {}).length).toBeGreaterThanOrEqual(18)
})

test('[UD915] the system of a field or disk is always the root of its body', () => {
  const universe = new TestUniverse().bodies('sun', 'sun/earth', 'vega')
  universe.send({ type: 'addSmallBodyField', field: { id: 'k', systemId: 'sun', ...kuiper } })
  universe.send({ type: 'attachStar', childId: 'sun', parentId: 'vega' })
  expect(universe.state.smallBodyFields['k']?.systemId).toBe('vega')
  const wrong = {
    type: 'addProtoplanetaryDisk',
    disk: { id: 'd', systemId: 'sun', centralStarId: 'earth', ...radii },
  }
  expect(universe.refusal(wrong)).toMatchObject({
    reason: 'invariantBroken',
    details: { path: 'disk.systemId' },
  })
})

test('[UD11] set replaces all; an entry may leave its id out but not contradict its key', () => {
  const universe = new TestUniverse().bodies('sun', 'sun/earth')
  universe.send({ type: 'addSmallBodyField', field: { id: 'old', ...kuiper } })
  const { events } = universe.send({
    type: 'setSmallBodyFields',
    fields: { a: kuiper, b: { id: 'b', ...kuiper } },
  })
  expect(events).toEqual([{ type: 'smallBodyFieldsSet', ids: ['a', 'b'] }])
  expect(Object.keys(universe.state.smallBodyFields)).toEqual(['a', 'b'])
  const wrong = { type: 'setSmallBodyFields', fields: { a: { id: 'b', ...kuiper } } }
  expect(() => universe.send(wrong)).toThrow('fields.a.id')
})

test('[UD914] fields, disks and nebulae need the body around which they lie, when added, set and changed', () => {
  const universe = new TestUniverse().bodies('sun')
  universe.send({ type: 'addProtoplanetaryDisk', disk: { id: 'd', centralStarId: 'sun', ...radii } })
  const ghost = { centralStarId: 'ghost' }
  const add = { type: 'addProtoplanetaryDisk', disk: { id: 'e', ...radii, ...ghost } }
  expect(universe.refusal(add)).toMatchObject({
    reason: 'starNotFound',
    details: { path: 'disk.centralStarId' },
  })
  const set = { type: 'setProtoplanetaryDisks', disks: { e: { ...radii, ...ghost } } }
  expect(universe.refusal(set).details.path).toBe('disks.e.centralStarId')
  const update = { type: 'updateProtoplanetaryDisk', id: 'd', patch: ghost }
  expect(universe.refusal(update).details.path).toBe('patch.centralStarId')
})

test('[UD11] [UD914] nebulae are added, changed and removed; their groups must be there', () => {
  const universe = new TestUniverse().groups('near')
  universe.send({ type: 'addNebula', nebula: { ...veil, associatedGroupIds: ['near'] } })
  universe.send({ type: 'updateNebula', id: 'veil', patch: { radius: 9, visible: false } })
  expect(universe.state.nebulae['veil']).toMatchObject({ radius: 9, visible: false, density: 0.5 })
  const ghost = { type: 'updateNebula', id: 'veil', patch: { associatedGroupIds: ['near', 'ghost'] } }
  expect(universe.refusal(ghost).details.path).toBe('patch.associatedGroupIds.1')
  expect(universe.refusal({ type: 'addNebula', nebula: veil })).toMatchObject({
    reason: 'idTaken',
    details: { path: 'nebula.id' },
  })

  universe.send({ type: 'removeGroup', id: 'near' })
  expect(universe.state.nebulae['veil']?.associatedGroupIds).toEqual([])
  expect(universe.send({ type: 'removeNebula', id: 'veil' }).events).toEqual([
    { type: 'nebulaRemoved', id: 'veil' },
  ])
})

test.each([
  ['updateNebula', 'nebulaNotFound'],
  ['updateSmallBodyField', 'smallBodyFieldNotFound'],
  ['updateProtoplanetaryDisk', 'protoplanetaryDiskNotFound'],
])('[UD11] %s of a missing id is refused', (type, reason) => {
  expect(new TestUniverse().refusal({ type, id: 'gone', patch: {} }).reason).toBe(reason)
})

test('[UD17] a belt whose inner edge is outside is refused', () => {
  const universe = new TestUniverse().bodies('sun')
  const field = { id: 'k', hostStarId: 'sun', innerRadius: 3, outerRadius: 2 }
  const error = universe.refusal({ type: 'addSmallBodyField', field })
  expect(error).toMatchObject({
    reason: 'invariantBroken',
    details: { path: 'smallBodyFields.k.outerRadius' },
  })
})
