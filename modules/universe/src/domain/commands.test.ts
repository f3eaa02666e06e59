import { describe, expect, test } from 'vitest'
import { commandTypes, parseCommand } from './commands.ts'
import { invalid, star } from './test-universe.ts'

const bad = (input: unknown) => invalid(() => parseCommand(input))

test('[UD1] there are the 25 commands of the catalogue, addNebula, addSmallBodyField and batch', () => {
  expect(commandTypes).toHaveLength(28)
})

test('[UD37] an unknown type is refused at "type" and the nearest names are offered', () => {
  const error = bad({ type: 'addStra', id: 'sun' })
  expect(error).toMatchObject({ path: 'type', reason: 'unknownCommand' })
  expect(error.nearest[0]).toBe('addStar')
})

test.each([
  [null, ''],
  ['tick', ''],
  [[], ''],
  [{}, 'type'],
  [{ type: 7 }, 'type'],
  [{ type: 'toString' }, 'type'],
  [{ type: 'undo', revision: 1 }, 'type'],
  [{ type: 'tick' }, 'dt'],
  [{ type: 'tick', dt: 1, speed: 2 }, 'speed'],
  [{ type: 'addStar', id: 'sun' }, 'payload'],
  [{ type: 'addStar', id: 'sun', payload: null }, 'payload'],
  [{ type: 'addStar', id: 'sun', payload: star(null, { mess: 1 }) }, 'payload.mess'],
  [{ type: 'addStar', id: 'sun', payload: star(null, { ring: { opacity: 2 } }) }, 'payload.ring.opacity'],
  [{ type: 'addStar', id: 'sun', payload: star(null, { ring: { colour: 'red' } }) }, 'payload.ring.colour'],
  [{ type: 'addToGroup', groupId: 'g', child: { id: 'sun', type: 'star' } }, 'child.type'],
  [{ type: 'setNebulae', nebulae: { a: { name: 'A' } } }, 'nebulae.a.position'],
  [{ type: 'setNebulae', nebulae: [] }, 'nebulae'],
])('[UD900] [UD36] %j is refused at its path', (input, path) => {
  expect(bad(input).path).toBe(path)
})

test('[UD36] an error says what is wrong and where', () => {
  const { mass: _, ...rest } = star(null)
  expect(bad({ type: 'addStar', id: 'sun', payload: rest }).message).toBe('payload.mass: is required.')
  const wrong = { type: 'addStar', id: 'sun', payload: star(null, { mass: '1' }) }
  expect(bad(wrong).message).toBe('payload.mass: expected number, received string.')
})

describe('ids', () => {
  test.each([
    '',
    '__proto__',
    'constructor',
    'prototype',
    '-a',
    '.a',
    'a b',
    'a/b',
    'ä',
    'a'.repeat(65),
    7,
    null,
    {},
  ])('[UD2] %j is no id', (id) => {
    expect(bad({ type: 'removeStar', id }).path).toBe('id')
    expect(bad({ type: 'attachStar', childId: 'a', parentId: id }).path).toBe('parentId')
  })

  test.each(['a', '0', 'Sol-3', 'a.b:c_d-e', 'toString', 'hasOwnProperty', 'a'.repeat(64)])(
    '[UD2] %j is an id',
    (id) => {
      expect(parseCommand({ type: 'removeStar', id })).toEqual({ type: 'removeStar', id })
    },
  )

  test.each(['__proto__', 'constructor', 'prototype'])(
    '[UD2] %s is refused as a key, with its path',
    (key) => {
      const entry = '{"name":"N","position":{"x":0,"y":0,"z":0},"radius":1}'
      const command: unknown = JSON.parse(`{"type":"setNebulae","nebulae":{"${key}":${entry}}}`)
      expect(bad(command).path).toBe(`nebulae.${key}`)
      expect(bad(JSON.parse(`{"type":"tick","dt":1,"${key}":{"x":1}}`)).path).toBe(key)
    },
  )
})

describe('numbers and texts', () => {
  test.each(['1', Number.NaN, Number.POSITIVE_INFINITY, -1, 1e101, true, null, [1], {}])(
    '[UD3] %j is no mass',
    (mass) => {
      expect(bad({ type: 'addStar', id: 'a', payload: star(null, { mass }) }).path).toBe('payload.mass')
      expect(bad({ type: 'updateStar', id: 'a', payload: { mass } }).path).toBe('payload.mass')
    },
  )

  test.each([-0.1, 1, 1.5])('[UD3] an orbit with eccentricity %d is refused', (eccentricity) => {
    expect(bad({ type: 'updateStar', id: 'a', payload: { eccentricity } }).path).toBe('payload.eccentricity')
  })

  test.each(['', 'a'.repeat(201), 'a\u0000b', '\ud800', 'line\nbreak', 7])(
    '[UD902] %j is no name',
    (name) => {
      expect(bad({ type: 'updateStar', id: 'a', payload: { name } }).path).toBe('payload.name')
    },
  )

  test.each(['#12', 'rgb(1,2,3)', 'url(x)', '#ffff', ''])('[UD903] %j is no color', (color) => {
    expect(bad({ type: 'updateStar', id: 'a', payload: { color } }).path).toBe('payload.color')
  })
})

test.each([
  ['updateStar', 'payload', 'parentId', 'attachStar'],
  ['updateStar', 'payload', 'children', 'attachStar'],
  ['updateStar', 'payload', 'id', 'never changes'],
  ['updateGroup', 'payload', 'parentGroupId', 'moveToGroup'],
  ['updateGroup', 'payload', 'children', 'addToGroup'],
  ['updateGroup', 'payload', 'id', 'never changes'],
  ['updateSmallBodyField', 'patch', 'id', 'never changes'],
  ['updateSmallBodyField', 'patch', 'systemId', 'hostStarId'],
  ['updateProtoplanetaryDisk', 'patch', 'id', 'never changes'],
  ['updateNebula', 'patch', 'id', 'never changes'],
])('[UD4] %s does not take %s.%s and says what to use', (type, holder, field, hint) => {
  const error = bad({ type, id: 'a', [holder]: { [field]: 'b' } })
  expect(error.path).toBe(`${holder}.${field}`)
  expect(error.message).toContain(hint)
})

describe('batch', () => {
  test('[UD34] an error inside a batch has the path of its command', () => {
    const fine = { type: 'tick', dt: 1 }
    const heavy = { type: 'addStar', id: 'a', payload: star(null, { mass: 'heavy' }) }
    expect(bad({ type: 'batch', commands: [fine, fine, fine, heavy] }).path).toBe('commands.3.payload.mass')
    expect(bad({ type: 'batch', commands: [fine, { type: 'tik' }] }).path).toBe('commands.1.type')
    expect(bad({ type: 'batch', commands: [fine, 'tick'] }).path).toBe('commands.1')
  })

  test('[UD14] [UD35] holds 1 to 500 commands, no other batch and no undo', () => {
    const commands = Array.from({ length: 501 }, () => ({ type: 'tick', dt: 1 }))
    expect(bad({ type: 'batch', commands }).path).toBe('commands')
    expect(bad({ type: 'batch', commands: [] }).path).toBe('commands')
    expect(bad({ type: 'batch', commands: [{ type: 'batch', commands }] }).path).toBe('commands.0.type')
    expect(bad({ type: 'batch', commands: [{ type: 'undo', revision: 1 }] }).path).toBe('commands.0.type')
    expect(parseCommand({ type: 'batch', commands: commands.slice(1) }).type).toBe('batch')
  })
})

test('[UD36] input that is nested without end is refused', () => {
  const round: Record<string, unknown> = { type: 'tick' }
  round['dt'] = round
  expect(bad(round).message).toContain('nested deeper')
})
