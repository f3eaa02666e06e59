import { ToolError } from '@quipu/kit'
import { expect, test } from 'vitest'
import { chooseNamed } from './choose.ts'
import { readTaskReference } from './task-reference.ts'

const all = [
  { id: 1, names: ['Garden'] },
  { id: 2, names: ['garden'] },
  { id: 3, names: ['Café'], shownAs: 'Work / Café' },
  { id: 4, names: ['2026'] },
]

test.each([
  ['Garden', 1],
  ['garden', 2],
  ['cafe', 3],
  ['3', 3],
  [4, 4],
  ['2026', 4],
])('[VK927] %j is the one with the id %i', (wanted, id) => {
  expect(chooseNamed('project', wanted, all).id).toBe(id)
})

test('[VK153] an ambiguous or unknown name is an error that lists the candidates', () => {
  expect(() => chooseNamed('project', 'GARDEN', all)).toThrow(
    '"GARDEN" can be 2 projects: Garden (id 1), garden (id 2). Give the id of one.',
  )
  expect(() => chooseNamed('project', 'caf', all)).toThrow(
    'There is no project "caf" that you can see. There are: Work / Café (id 3).',
  )
  expect(() => chooseNamed('label', 'x', [])).toThrow(ToolError)
})

const home = ['https://v.example/sub', 'http://10.0.0.5:3456']
test.each([
  [12, { by: 'id', id: 12 }],
  ['#12', { by: 'index', index: 12 }],
  ['PROJ-12', { by: 'identifier', project: 'PROJ', index: 12, text: 'PROJ-12' }],
  ['https://v.example/sub/tasks/7', { by: 'id', id: 7 }],
  ['http://10.0.0.5:3456/tasks/7/', { by: 'id', id: 7 }],
  ['vikunja://tasks/7', { by: 'id', id: 7 }],
  ['https://w.example/tasks/7', { by: 'elsewhere', origin: 'https://w.example' }],
  ['Buy 12 eggs', { by: 'title', text: 'Buy 12 eggs' }],
])('[VK152] %j is read as a task', (given, reference) => {
  expect(readTaskReference(given, home)).toEqual(reference)
})
