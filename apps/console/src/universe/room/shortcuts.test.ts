import { expect, test } from 'vitest'
import { shortcutFor, shortcuts } from './shortcuts.ts'

const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more })

test('[UV16] each shortcut has its own key and a line in the help', () => {
  expect(new Set(shortcuts.map(({ key }) => key)).size).toBe(shortcuts.length)
  expect(shortcuts.filter(({ words }) => words === '')).toEqual([])
})

test('[UV913] keys control the view, but not while somebody types or uses a control', () => {
  expect(shortcutFor(press(' '), 'CANVAS', false)).toBe('play')
  expect(shortcutFor(press(' '), 'BUTTON', false)).toBeUndefined()
  expect(shortcutFor(press('r'), 'INPUT', true)).toBeUndefined()
  expect(shortcutFor(press('Escape'), 'INPUT', true)).toBe('clear')
  expect(shortcutFor(press('r', { ctrlKey: true }), 'BODY', false)).toBeUndefined()
  expect([shortcutFor(press('z'), 'BODY', false), shortcutFor(press('Z'), 'BODY', false)]).toEqual([
    'undo',
    'redo',
  ])
})
