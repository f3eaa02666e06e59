import { expect, test } from 'vitest'
import { parseCommand } from './commands.ts'
import { hashOf } from './hash-of.ts'
import { replay } from './replay.ts'
import { star, TestUniverse } from './test-universe.ts'

const add = (id: string, mass: number) => parseCommand({ type: 'addStar', id, payload: star(null, { mass }) })
const weigh = (id: string, mass: number) => parseCommand({ type: 'updateStar', id, payload: { mass } })

test('[UD21] undo and redo are entries of the log, by the revision of the command', () => {
  const log = [
    add('a', 1),
    weigh('a', 2),
    { type: 'undo', revision: 2 },
    add('b', 1),
    { type: 'redo', revision: 2 },
  ] as const
  expect(replay(log.slice(0, 3)).get('stars', 'a')?.mass).toBe(1)
  expect(replay(log).get('stars', 'a')?.mass).toBe(2)
  const again = [...log, { type: 'undo', revision: 2 }, { type: 'undo', revision: 4 }] as const
  expect(replay(again).state().rootIds).toEqual(['a'])
  expect(replay(again).get('stars', 'a')?.mass).toBe(1)
})

test('[UD21] a log that takes back what is not standing is refused', () => {
  expect(() => replay([add('a', 1), { type: 'undo', revision: 9 }])).toThrow('Revision 9')
  expect(() => replay([add('a', 1), { type: 'redo', revision: 1 }])).toThrow('Revision 1')
  const twice = [add('a', 1), { type: 'undo', revision: 1 }, { type: 'undo', revision: 1 }] as const
  expect(() => replay(twice)).toThrow('Revision 1')
})

test('[UD920] the hash is that of the content, whatever way led to it', () => {
  const one = new TestUniverse().bodies('a', 'b', 'b/c')
  const other = new TestUniverse().bodies('x', 'a', 'b', 'a/c')
  other.send({ type: 'removeStar', id: 'x' })
  expect(hashOf(other.model)).not.toBe(hashOf(one.model))
  other.send({ type: 'attachStar', childId: 'c', parentId: 'b' })
  expect(hashOf(other.model)).toBe(hashOf(one.model))
  one.send({ type: 'tick', dt: 1e-9 })
  expect(hashOf(other.model)).not.toBe(hashOf(one.model))
})
