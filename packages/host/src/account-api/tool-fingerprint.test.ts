import { expect, test } from 'vitest'
import { fingerprintOf } from './tool-fingerprint.ts'
import type { ListedTool } from './tools-port.ts'

const bake: ListedTool = {
  name: 'bake_bread',
  title: 'Bake',
  description: 'Bakes a loaf.',
  module: 'bakery',
  effect: 'write',
  needs: ['bakery:write'],
  roles: ['admin'],
  inputSchema: { type: 'object', properties: { kind: { type: 'string' } } },
  outputSchema: undefined,
}
const sell: ListedTool = { ...bake, name: 'sell_bread' }

test('[H721] the fingerprint of tools is the same in any order of tools and fields, whoever may call them', () => {
  const turned: ListedTool = {
    ...bake,
    roles: [],
    inputSchema: { properties: { kind: { type: 'string' } }, type: 'object' },
  }

  expect(fingerprintOf([bake, sell])).toMatch(/^[0-9a-f]{64}$/)
  expect(fingerprintOf([sell, turned])).toBe(fingerprintOf([bake, sell]))
})

test.each<[string, Partial<ListedTool>]>([
  ['name', { name: 'bake_cake' }],
  ['title', { title: 'Bake bread' }],
  ['description', { description: 'Bakes a loaf. Send the recipe along.' }],
  ['effect', { effect: 'read' }],
  ['input', { inputSchema: { type: 'object', properties: { note: { type: 'string' } } } }],
  ['output', { outputSchema: { type: 'object' } }],
])('[H721] the fingerprint changes with the %s of a tool', (_what, change) => {
  expect(fingerprintOf([{ ...bake, ...change }, sell])).not.toBe(fingerprintOf([bake, sell]))
})
