import { expect, test } from 'vitest'
import { LocalUniverse } from '../local-universe.ts'
import type { StateBody, UniverseState } from '../../api/wire.ts'
import { turnedToShow, visibleRows } from './rows.ts'

const nothing = { turned: new Set<string>(), search: '' }

test('[UV10] the tree shows groups, then systems; roots are open, planets closed', () => {
  const rows = visibleRows(LocalUniverse.of(state), nothing)
  expect(rows.map(({ name, level, isOpen }) => [name, level, isOpen])).toEqual([
    ['Near', 1, true],
    ['Inner', 2, undefined],
    ['Sun', 2, true],
    ['Earth', 3, false],
    ['Sirius', 1, undefined],
    ['Belts, disks and nebulae', 1, true],
    ['Main Belt', 2, undefined],
  ])
  expect(rows[3]).toMatchObject({ position: 1, siblings: 1, parentKey: 'sun' })
})

test('[UV10] toggling a row opens or closes it', () => {
  const rows = visibleRows(LocalUniverse.of(state), { turned: new Set(['earth', 'matter:']), search: '' })
  expect(rows.map(({ name }) => name)).toEqual([
    'Near',
    'Inner',
    'Sun',
    'Earth',
    'Moon',
    'Sirius',
    'Belts, disks and nebulae',
  ])
})

test('[UV20] a search shows the matches and their ancestors, even if they are closed', () => {
  const rows = visibleRows(LocalUniverse.of(state), { turned: new Set(['sun']), search: ' MOO' })
  expect(rows.map(({ name }) => name)).toEqual(['Near', 'Sun', 'Earth', 'Moon'])
  expect(visibleRows(LocalUniverse.of(state), { turned: new Set(), search: 'nowhere' })).toEqual([])
})

test('[UV21] a body that is selected elsewhere becomes visible', () => {
  const universe = LocalUniverse.of(state)
  const turned = turnedToShow(universe, 'moon', new Set(['sun']))
  expect([...turned]).toEqual(['earth'])
  expect(turnedToShow(universe, 'moon', turned)).toBe(turned)
})

test('[UV10] [UV20] ten thousand bodies are laid out, and searched', () => {
  const universe = new LocalUniverse()
  universe.follow({ stars: { sun: body('sun', 'Sun', null) } })
  universe.follow({
    stars: Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`b${index}`, body(`b${index}`, `Rock ${index}`, 'sun')]),
    ),
  })
  expect(visibleRows(universe, nothing)).toHaveLength(10_001)
  expect(visibleRows(universe, { ...nothing, search: 'rock 9999' })).toHaveLength(2)
})

function body(id: string, name: string, parentId: string | null, children: string[] = []): StateBody {
  const orbit = { orbitalDistance: 1, orbitalSpeed: 1, orbitalPhase: 0 }
  return { id, name, mass: 1, radius: 1, color: '#ffffff', parentId, children, ...orbit }
}

const state: UniverseState = {
  stars: {
    sun: body('sun', 'Sun', null, ['earth']),
    sirius: body('sirius', 'Sirius', null),
    earth: body('earth', 'Earth', 'sun', ['moon']),
    moon: body('moon', 'Moon', 'earth'),
  },
  rootIds: ['sun', 'sirius'],
  groups: {
    near: {
      id: 'near',
      name: 'Near',
      parentGroupId: null,
      children: [
        { id: 'inner', type: 'group' },
        { id: 'sun', type: 'system' },
      ],
    },
    inner: { id: 'inner', name: 'Inner', parentGroupId: 'near', children: [] },
  },
  rootGroupIds: ['near'],
  belts: {
    main: {
      id: 'main',
      name: 'Main Belt',
      parentId: 'sun',
      innerRadius: 2,
      outerRadius: 3,
      thickness: 0.1,
      asteroidCount: 100,
      inclination: 0,
    },
  },
  smallBodyFields: {},
  protoplanetaryDisks: {},
  nebulae: {},
  time: 0,
}
