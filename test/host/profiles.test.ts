import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realModules } from '../catalog/real-modules.ts'
import { openTestHost, quickEngine, type TestHost } from '../environment/test-host.ts'
import { LegacyClient } from '../sessions/legacy-client.ts'

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } }
const modules = await realModules()
const toolNames = new Set(modules.flatMap(({ tools }) => tools.map(({ name }) => name)))

describe('what a profile says of itself', () => {
  let app: TestHost
  beforeAll(async () => {
    app = await openTestHost(quickEngine(), modules, {
      moduleSettings: { vikunja: { url: 'http://127.0.0.1:1' } },
    })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  test.each([
    ['contributor', ''],
    ['contributor', '?readonly=1'],
    ['contributor', '?modules=vikunja&readonly=true'],
    ['viewer', ''],
    ['viewer', '?modules=vikunja'],
    ['viewer', '?modules=tasks,data-agent&readonly=1'],
  ] as const)(
    '[H840] to a %s the instructions of /mcp%s name only tools that are there',
    async (role, search) => {
      const user = await app.user({ role })
      const { result } = await user.rpc('tools/list', {}, { search })
      const { tools } = result as { tools: { name: string }[] }
      const there = new Set(tools.map(({ name }) => name))
      const discovered = await user.rpc('server/discover', {}, { search })
      const greeted = await new LegacyClient(`${app.url}/mcp${search}`, user.token).rpc('initialize', hello)
      const said = String(discovered.result?.['instructions'])
      const named = new Set(said.match(/\w+/g)?.filter((word) => toolNames.has(word)))

      expect(greeted.result?.['instructions']).toBe(said)
      expect([...named].filter((name) => !there.has(name))).toEqual([])
      expect([named.size > 0, said !== '']).toEqual([there.size > 0, there.size > 0])
    },
  )

  test('[H841] a read-only profile has no prompt for work that it has no tools for', async () => {
    const user = await app.user()
    const prompts = async (search: string) => {
      const { result } = await user.rpc('prompts/list', {}, { search })
      return (result as { prompts: { name: string }[] }).prompts.map(({ name }) => name)
    }
    const prompt = { name: 'build_solar_system', arguments: {} }

    expect(await prompts('')).toEqual(['plan_my_day', 'build_solar_system'])
    expect(await prompts('?readonly=1')).toEqual(['plan_my_day'])
    expect((await user.rpc('prompts/get', prompt, { search: '?readonly=1' })).error).toBeDefined()
  })

  test.each([
    'readonly=yes',
    'readonly',
    'readonly=',
    'readonly=TRUE',
    'readonly=1%20',
    'readonly=0&readonly=1',
    'readonly=1&readonly=0',
    'modules=tasks&modules=truth',
  ])('[H842] ?%s is refused: it must not widen what was meant to be narrow', async (search) => {
    const user = await app.user()
    const response = await user.post('tools/list', {}, { search: `?${search}` })

    expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request' }])
  })
})
