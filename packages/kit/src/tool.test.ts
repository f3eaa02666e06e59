import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool } from './tool.ts'

function toolWith(effect: 'read' | 'write' | 'destructive', dryRun = false) {
  return defineTool({
    name: 'sample',
    title: 'Sample',
    description: 'Does nothing.',
    effect,
    dryRun,
    input: z.object({ title: z.string() }),
    output: z.object({}),
    run: () => ({}),
  })
}

test('[K1] [K900] tools that write take an idempotency key, tools that read do not', () => {
  expect(Object.keys(toolWith('read').input.shape)).toEqual(['title'])
  expect(Object.keys(toolWith('write').input.shape)).toEqual(['title', 'idempotency_key'])
  expect(Object.keys(toolWith('destructive', true).input.shape)).toEqual([
    'title',
    'idempotency_key',
    'dry_run',
  ])
})

test('[K1] an idempotency key has 1 to 200 characters', () => {
  const { input } = toolWith('write')

  expect(input.safeParse({ title: 'x', idempotency_key: 'k'.repeat(200) }).success).toBe(true)
  expect(input.safeParse({ title: 'x', idempotency_key: 'k'.repeat(201) }).success).toBe(false)
  expect(input.safeParse({ title: 'x', idempotency_key: '' }).success).toBe(false)
})

test.each(['titel', '__proto__', 'constructor', 'user_id'])(
  '[K2] the unknown parameter %s is refused',
  (name) => {
    const given: unknown = JSON.parse(`{"title":"x","${name}":1}`)

    expect(toolWith('read').input.safeParse(given).success).toBe(false)
  },
)
