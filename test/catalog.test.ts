import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@quipu/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breakingChanges } from './catalog/breaking-changes.ts'
import { realModules } from './catalog/real-modules.ts'
import type { Surface } from './catalog/surface.ts'
import { surfaceOf } from './catalog/surface.ts'
import { tokenCost } from './catalog/token-cost.ts'
import type { TestHost } from './environment/test-host.ts'
import { openTestHost, quickEngine } from './environment/test-host.ts'

const folder = join(import.meta.dirname, 'catalog')
const mayUpdate = process.env['UPDATE_CATALOG'] === '1'
const modules = await realModules()
let host: TestHost

beforeAll(async () => {
  host = await openTestHost(quickEngine(), modules, {
    // A tool that is there only with it counts too. Nobody is asked there: a list needs no Vikunja.
    moduleSettings: { truth: { uploadRoots: ['/srv'] }, vikunja: { url: 'http://127.0.0.1:9' } },
  })
})
afterAll(() => host[Symbol.asyncDispose]())

test.each(modules)('[P3] the published surface of $name only grows', async (module) => {
  const surface = await surfaceNow(module.name)
  const path = join(folder, `${module.name}.json`)
  const written = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  const now = `${JSON.stringify(surface, null, 2)}\n`

  const broken =
    written === undefined ? [] : breakingChanges(JSON.parse(written) as JsonObject, jsonOf(surface))
  expect(
    broken,
    `test/catalog/${module.name}.json is a promise to clients; give back what is missing`,
  ).toEqual([])
  if (mayUpdate) writeFileSync(path, now)
  const kept = mayUpdate ? now : written
  expect(kept, 'If this is meant, accept it: UPDATE_CATALOG=1 npx vitest run test/catalog.test.ts').toBe(now)
})

test('[P3] every file in the catalogue is of a module that is here', () => {
  const kept = readdirSync(folder).filter((name) => name.endsWith('.json'))

  expect(kept.toSorted()).toEqual(modules.map(({ name }) => `${name}.json`).toSorted())
})

test('[P4] all tools of tasks together cost at most 2,000 tokens', async () => {
  const { tokens } = await surfaceNow('tasks')

  expect(tokens).toBeLessThanOrEqual(2000)
})

test('[DA8] [DX13] query_data costs at most 1,200 tokens, and all other tools of the data agent 2,500', async () => {
  const { tokens, tools } = await surfaceNow('data-agent')
  const query = Number(tools['query_data']?.['tokens'])

  expect(query).toBeLessThanOrEqual(1200)
  expect(tokens - query).toBeLessThanOrEqual(2500)
})

test('[UT18] all tools of universe together cost at most 1,500 tokens', async () => {
  const { tokens } = await surfaceNow('universe')

  expect(tokens).toBeLessThanOrEqual(1500)
})

test('[TR34] all tools of truth together cost at most 4,000 tokens', async () => {
  const { tokens } = await surfaceNow('truth')

  expect(tokens).toBeLessThanOrEqual(4000)
})

test('[VK160] all tools of Vikunja together cost at most 4,000 tokens', async () => {
  const { tokens } = await surfaceNow('vikunja')

  expect(tokens).toBeLessThanOrEqual(4000)
})

test('[VK764] tools for tasks of Vikunja are told from those of the todo list by their description', async () => {
  const { tools } = await surfaceNow('vikunja')
  const alike = Object.entries(tools).filter(
    ([name]) => /task|day|projects/.test(name) && name !== 'relate_tasks',
  )
  const silent = alike.filter(([, { description }]) => !JSON.stringify(description).includes('Vikunja'))

  expect(alike.length).toBeGreaterThan(6)
  expect(silent).toEqual([])
})

test.each(modules)('[P241] the instructions of $name name the tools to begin with', async (module) => {
  const { tools } = await surfaceNow(module.name)
  const named = module.instructions?.join(' ').match(/\b[a-z]+(?:_[a-z]+)+\b|\bingest\b/g) ?? []

  expect(named.length).toBeGreaterThan(1)
  expect(Object.keys(tools)).toEqual(
    expect.arrayContaining(named.filter((name) => name !== 'conversation_id')),
  )
})

test('a text costs as many tokens as o200k makes of it, or more', () => {
  expect(tokenCost('{"name":"add_task","title":"Add task"}')).toBe(11)
  expect(tokenCost('Zyxwvut')).toBe(7)
})

test.each<[string, (surface: Editable) => void]>([
  ['a tool', ({ tools }) => delete tools['add_task']],
  ['a parameter', ({ tools }) => delete tools['add_task']!.inputSchema.properties['title']],
  ['a field of an answer', ({ tools }) => delete tools['add_task']!.outputSchema.properties['data']],
  ['a promise that a field is there', ({ tools }) => tools['add_task']!.outputSchema.required.pop()],
  ['a route', ({ routes }) => delete routes['GET /api/tasks']],
])('[P3] the surface may not lose %s', async (_what, lose) => {
  const before = await surfaceNow('tasks')

  expect(breakingChanges(jsonOf(before), jsonOf(edited(before, lose)))).toHaveLength(1)
})

test.each<[string, (surface: Editable) => void]>([
  [
    'of another type',
    ({ tools }) => (tools['add_task']!.inputSchema.properties['title'] = { type: 'integer' }),
  ],
  ['required', ({ tools }) => tools['add_task']!.inputSchema.required.push('due_date')],
])('[P3] a parameter may not become %s', async (_what, change) => {
  const before = await surfaceNow('tasks')

  expect(breakingChanges(jsonOf(before), jsonOf(edited(before, change)))).not.toEqual([])
})

test('[P3] the surface may gain tools, optional parameters and better words', async () => {
  const before = await surfaceNow('tasks')
  const after = edited(before, ({ tools }) => {
    tools['new_tool'] = structuredClone(tools['add_task']!)
    tools['add_task']!.inputSchema.properties['colour'] = { type: 'string' }
    tools['add_task']!.description = 'Other words.'
  })

  expect(breakingChanges(jsonOf(before), jsonOf(after))).toEqual([])
})

interface EditableSchema {
  properties: Record<string, unknown>
  required: string[]
}
interface Editable {
  tools: Record<string, { description: string; inputSchema: EditableSchema; outputSchema: EditableSchema }>
  routes: Record<string, unknown>
}

function edited(surface: Surface, edit: (surface: Editable) => void): Surface {
  const copy = structuredClone(surface)
  // A tool's schemas are objects with properties and required ones.
  edit(copy as unknown as Editable)
  return copy
}

function jsonOf(surface: Surface): JsonObject {
  return JSON.parse(JSON.stringify(surface)) as JsonObject
}

/** Through the front door, so that what is compared is what clients get. */
async function surfaceNow(name: string): Promise<Surface> {
  const module = modules.find((each) => each.name === name)
  if (module === undefined) throw new Error(`There is no module ${name}`)
  // Accounts have a module with callers of its own at the endpoint of all.
  const isOwn = module.authenticate === undefined
  const user = await host.user({ role: 'admin', path: isOwn ? `/api/${name}/mcp` : '/mcp' })
  const { result } = await user.rpc('tools/list', {}, isOwn ? {} : { search: `?modules=${name}` })
  return surfaceOf(module, result?.['tools'] as JsonObject[])
}
