import { expect, test } from 'vitest'
import type { StateBody, UniverseState } from '../api/wire.ts'
import { LocalUniverse } from './local-universe.ts'

test('[UV4] a state is split into tables that keep the order of siblings', () => {
  const universe = LocalUniverse.of(state)
  expect(universe.childrenOf(null)).toEqual(['sun'])
  expect(universe.childrenOf('sun')).toEqual(['venus', 'earth'])
  expect(universe.subtreeOf('sun')).toEqual(['sun', 'venus', 'earth', 'moon'])
  expect(universe.ancestorsOf('moon')).toEqual(['sun', 'earth'])
  expect(universe.members.get('sun')).toEqual({ groupId: 'home', type: 'system', order: 0 })
})

test('[UV4] a step changes only the entities that it touched', () => {
  const universe = LocalUniverse.of(state)
  const venus = universe.bodies.get('venus')
  const mars = { ...body('mars', 'sun'), order: 9 }
  const touched = universe.follow({ stars: { mars }, time: 60 })

  expect(touched).toEqual({ time: true, stars: ['mars'] })
  expect(universe.childrenOf('sun')).toEqual(['venus', 'earth', 'mars'])
  expect(universe.time).toBe(60)
  expect(universe.bodies.get('venus')).toBe(venus)
})

test('[UV4] a body moves to another parent, and is removed when the step has null for it', () => {
  const universe = LocalUniverse.of(state)
  universe.follow({ stars: { moon: { ...body('moon', 'venus'), order: 1 } } })
  expect(universe.childrenOf('earth')).toEqual([])
  expect(universe.childrenOf('venus')).toEqual(['moon'])

  universe.follow({ stars: { venus: null, moon: null }, members: { sun: null } })
  expect(universe.childrenOf('sun')).toEqual(['earth'])
  expect([universe.bodies.has('moon'), universe.members.size]).toEqual([false, 0])
})

test('[UV4] a chain of ten thousand bodies is followed to its end', () => {
  const universe = new LocalUniverse()
  for (let index = 0; index < 10_000; index++)
    universe.follow({ stars: { [`b${index}`]: body(`b${index}`, index === 0 ? null : `b${index - 1}`) } })
  expect(universe.subtreeOf('b0')).toHaveLength(10_000)
})

test('[UV4] fields, disks and nebulae are updated too', () => {
  const universe = LocalUniverse.of(state)
  universe.follow({ nebulae: { veil } })
  expect(universe.nameOf('veil')).toBe('Veil')
  universe.follow({ nebulae: { veil: null } })
  expect(universe.matter('veil')).toBeUndefined()
})

const veil = {
  id: 'veil',
  name: 'Veil',
  position: { x: 0, y: 0, z: 0 },
  radius: 5,
  density: 0.5,
  brightness: 0.6,
  baseColor: '#6040a0',
  accentColor: '#ff80c0',
  seed: 1,
}

function body(id: string, parentId: string | null, children: string[] = []): StateBody {
  return {
    id,
    name: id,
    mass: 1,
    radius: 1,
    color: '#ffffff',
    parentId,
    children,
    orbitalDistance: 1,
    orbitalSpeed: 1,
    orbitalPhase: 0,
  }
}

const state: UniverseState = {
  stars: {
    earth: body('earth', 'sun', ['moon']),
    venus: body('venus', 'sun'),
    sun: body('sun', null, ['venus', 'earth']),
    moon: body('moon', 'earth'),
  },
  rootIds: ['sun'],
  groups: { home: { id: 'home', name: 'Home', children: [{ id: 'sun', type: 'system' }] } },
  rootGroupIds: ['home'],
  belts: {},
  smallBodyFields: {},
  protoplanetaryDisks: {},
  nebulae: {},
  time: 0,
}
