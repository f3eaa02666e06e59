import { expect, test } from 'vitest'
import type { Body } from '../api/wire.ts'
import { addFrom, formOf, meanMotion, updateFrom } from './body-edit.ts'

test('[UV12] an edit sends only the changed fields', () => {
  const form = formOf(earth)
  expect(form).toMatchObject({ radius: '6371.01', mass: '1' })
  expect(updateFrom(earth, form)).toBeUndefined()
  expect(updateFrom(earth, { ...form, name: ' Terra ' })).toEqual({
    command: { type: 'updateStar', id: 'earth', payload: { name: 'Terra' } },
  })
  expect(updateFrom(earth, { ...form, mass: '2' })).toMatchObject({
    command: { payload: { mass: expect.closeTo(2 / 332_946, 12) } },
  })
})

test('[UV12] an invalid value is reported beside its field', () => {
  expect(updateFrom(earth, { ...formOf(earth), radius: 'big', name: ' ' })).toEqual({
    errors: { radius: 'The radius is a number of kilometres from 0 up.', name: 'A body needs a name.' },
  })
})

test('[UV909] a new body orbits its parent with the physical period', () => {
  const added = addFrom({ ...form, distance: '1,0' }, { ...earth, id: 'sun', mass: 1 }, () => false)
  expect(added).toMatchObject({
    command: { type: 'addStar', id: 'nova-terra', payload: { parentId: 'sun', orbitalDistance: 1 } },
  })
  expect(360 / meanMotion(1, 1) / 86_400).toBeCloseTo(365.256, 2)
  expect(addFrom({ ...form, distance: '0' }, earth, () => false)).toMatchObject({
    errors: { distance: expect.any(String) },
  })
})

test('[UV909] a new body gets a free id', () => {
  const taken = new Set(['nova-terra', 'nova-terra-2'])
  expect(addFrom(form, undefined, (id) => taken.has(id))).toMatchObject({ command: { id: 'nova-terra-3' } })
  expect(addFrom({ ...form, name: '火星' }, undefined, () => false)).toMatchObject({
    command: { id: 'body' },
  })
})

const form = {
  name: 'Nova Terra',
  type: 'planet',
  color: '#336699',
  mass: '1',
  radius: '6371',
  distance: '1',
} as const
const earth: Body = {
  id: 'earth',
  name: 'Earth',
  mass: 1 / 332_946,
  radius: 6371.0084 / 149_597_870.7,
  color: '#4b7fc4',
  bodyType: 'planet',
  parentId: 'sun',
  orbitalDistance: 1,
  orbitalSpeed: 1,
  orbitalPhase: 0,
}
