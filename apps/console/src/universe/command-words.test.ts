import { expect, test } from 'vitest'
import { commandWords } from './command-words.ts'

const names: Record<string, string> = { mars: 'Mars', sun: 'Sun', home: 'Home' }
const words = (command: { type: string; [field: string]: unknown }) =>
  commandWords(command, (id) => names[id] ?? id)

test('[UV11] the log says in words what a command did', () => {
  expect(words({ type: 'addStar', id: 'x1', payload: { name: 'Vulcan' } })).toBe('added Vulcan')
  expect(words({ type: 'updateStar', id: 'mars', payload: { mass: 1, orbitalDistance: 2 } })).toBe(
    'changed mass and orbital distance of Mars',
  )
  expect(words({ type: 'attachStar', childId: 'mars', parentId: 'sun' })).toBe(
    'put Mars into orbit around Sun',
  )
  expect(words({ type: 'moveToGroup', childId: 'sun', childType: 'system', targetGroupId: null })).toBe(
    'took Sun out of its group',
  )
  expect(words({ type: 'batch', commands: [{}, {}] })).toBe('sent 2 commands at once')
  expect(words({ type: 'batch' })).toBe('sent many commands at once')
  expect(words({ type: 'undo', revision: 12 })).toBe('took back step 12')
  expect(words({ type: 'tick', dt: 86_400 })).toBe('moved time by 86,400 s')
})

test('[UV11] a removed body is shown by its id, and an unknown command by its type', () => {
  expect(words({ type: 'removeStar', id: 'x9' })).toBe('removed x9')
  expect(words({ type: 'foldSpace' })).toBe('sent foldSpace')
  expect(words({ type: 'addStar' })).toBe('added something')
})

test('[UV11] many changed properties are counted', () => {
  expect(words({ type: 'updateStar', id: 'mars', payload: { a: 1, b: 2, c: 3, d: 4 } })).toBe(
    'changed 4 properties of Mars',
  )
})
