import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, openAgent, type TestAgent } from '../data-agent/open-agent.ts'
import { quickEngine } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { openBridge, type TestBridge } from '../vikunja/open-bridge.ts'
import { inputsOf } from '../vikunja/tool-inputs.ts'
import { type Field, inputsWith, toolsOf } from './filled-inputs.ts'
import { hidden, inwardUrls, texts } from './payloads.ts'

/** Never a failure of ours, nor a file of the machine, whatever a tool is given. */
async function used(user: TestUser, tool: string, input: object): Promise<string> {
  const { raw, meta } = await user.call(tool, input)
  const code = meta?.['error_code'] ?? (raw['structuredContent'] as Failed | undefined)?.error?.code
  const text = JSON.stringify(raw)
  expect([tool, input, code === 'INTERNAL_ERROR' || code === 'UNAVAILABLE' ? text : 'ok']).toEqual([
    tool,
    input,
    'ok',
  ])
  expect([tool, input, text.includes('root:x')]).toEqual([tool, input, false])
  return text
}

interface Failed {
  readonly error?: { readonly code?: string }
}

describe('questions to data', () => {
  let agent: TestAgent
  let ada: TestUser
  let tools: ReadonlyMap<string, Field>
  let known: Readonly<Record<string, object>>
  beforeAll(async () => {
    const often = { points: 10_000, seconds: 60 }
    const limited = ['ask_question', 'query_data', 'run_verified_question', 'explain_answer', 'search_fields']
    const limitOverrides = Object.fromEntries(limited.map((tool) => [tool, often]))
    agent = await openAgent(quickEngine(), {}, { limitOverrides, requestsPerMinute: 100_000 })
    ada = await agent.app.user({ path: '' })
    tools = await toolsOf(ada)
    const { ontologyId } = agent
    const question = 'how many sales are there?'
    const { structuredContent } = await ask(ada, { ontologyId, question })
    known = {
      ask_question: { ontologyId, question },
      query_data: { ontologyId, query: { from: 'sales', select: ['shops.name'] } },
      run_verified_question: { ontologyId, question },
      explain_answer: { conversation_id: structuredContent['conversation_id'] },
      describe_ontology: { ontologyId },
      describe_dataset: { ontologyId, dataset: 'sales' },
      search_fields: { ontologyId, text: 'city' },
    }
  })
  afterAll(() => agent[Symbol.asyncDispose]())

  test.each(Object.keys(texts))('[X353] %s in a question, a name or a query is text', async (kind) => {
    const before = hashOf(agent.file)
    for (const text of texts[kind]!) {
      for (const [tool, base] of Object.entries(known))
        for (const input of inputsWith(tools.get(tool), base, text)) await used(ada, tool, input)
      for (const query of [
        { from: text, select: ['shops.name'] },
        { from: 'sales', select: [text] },
        { from: 'sales', select: [{ [text]: 'sales.amount' }] },
        { from: 'sales', select: ['shops.name'], where: [[text, '=', 1]] },
        { from: 'sales', select: ['shops.name'], where: [['shops.name', text, 'Lima']] },
      ])
        expect(await used(ada, 'query_data', { ontologyId: agent.ontologyId, query })).toContain(
          '"isError":true',
        )
      const where = [['shops.name', '=', text]]
      const query = { from: 'shops', select: ['shops.name'], where }
      const { raw } = await ada.call('query_data', { ontologyId: agent.ontologyId, query })
      expect([text, raw['isError'] ?? false, JSON.stringify(raw).includes('Harbour')]).toEqual([
        text,
        false,
        false,
      ])
    }
    expect(hashOf(agent.file)).toBe(before)
  })

  test('[X913] no path outside the folders of sources becomes a source', async () => {
    for (const kind of ['sqlite', 'files'])
      for (const file of texts['paths']!) {
        const place = kind === 'sqlite' ? { file } : { paths: [file] }
        const body = { name: `to ${kind}`, kind, ...place }
        const answer = await agent.admin.api('POST', '/api/data-agent/connections', body)
        expect([kind, file, answer.status >= 400 && answer.status < 500]).toEqual([kind, file, true])
      }
  })
})

describe('Vikunja', () => {
  let bridge: TestBridge
  let tools: ReadonlyMap<string, Field>
  beforeAll(async () => {
    bridge = await openBridge({ ofHost: { requestsPerMinute: 100_000 } })
    tools = await toolsOf(bridge.guest())
    const { world } = bridge.fake
    const bob = world.addUser('bob').id
    world.addProject(bob, 'Of Bob')
  })
  afterAll(() => bridge[Symbol.asyncDispose]())

  const own = () => {
    const { world } = bridge.fake
    const task = world.addTask(bridge.home, bridge.ana, { title: 'Water the plants' }).id
    return inputsOf({ project: bridge.home, task, label: 1, comment: 1 })
  }

  /** Each text into each field of each tool; a caller has 100 requests in a while. */
  async function fillAll(all: readonly string[]): Promise<void> {
    for (const [tool, schema] of tools)
      for (const text of all) {
        const guest = bridge.guest(bridge.newToken())
        for (const input of inputsWith(schema, own()[tool] ?? {}, text)) await used(guest, tool, input)
      }
  }

  test.each(Object.keys(texts))('[X353] %s in the fields of the tools is text', async (kind) => {
    bridge.fake.requests.length = 0
    await fillAll(texts[kind]!)

    // What is sent to Vikunja is a request of ours, with the text in its place.
    const lines = bridge.fake.requests.map(({ line }) => line.split('?')[0] ?? '')
    expect(lines.filter((line) => !/^[A-Z]+ \/api\/v[12](?:\/[\w-]+)+$/.test(line))).toEqual([])
    expect([...bridge.fake.world.projects.values()].filter(({ title }) => title === 'Of Bob')).toHaveLength(1)
    for (const title of texts[kind]!) {
      const guest = bridge.guest(bridge.newToken())
      const { ana, home, fake } = bridge
      await used(guest, 'create_tasks', { project: home, tasks: [{ title }] })
      expect([...fake.world.tasks.values()].map((task) => task.title)).toContain(title)
      const { id } = fake.world.addTask(home, ana, { title: title + hidden, description: title + hidden })
      const shown = await used(guest, 'get_task', { task: id })
      expect(shown).toContain(JSON.stringify(title).slice(1, -1))
      expect(shown).not.toContain('\u{E0049}')
    }
  })

  test('[X354] no address in a field of a tool makes the server ask inside its own network', async () => {
    const trap = createServer((socket) => socket.destroy())
    let visits = 0
    trap.on('connection', () => (visits += 1))
    trap.listen(0, '127.0.0.1')
    await once(trap, 'listening')
    const { port } = trap.address() as AddressInfo
    await fillAll(inwardUrls.map((pattern) => pattern.replace('PORT', String(port))))
    trap.close()
    expect(visits).toBe(0)
  })
})

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
