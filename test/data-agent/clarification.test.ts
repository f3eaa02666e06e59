import { afterAll, beforeAll, expect, test } from 'vitest'
import { meta, type TestUser } from '../environment/test-user.ts'
import { agentPath, ask, openAgent, type TestAgent } from './open-agent.ts'

const question = 'Show high-value sales'

let agent: TestAgent
let ada: TestUser
beforeAll(async () => {
  agent = await openAgent('pglite')
  ada = await agent.app.user({ path: agentPath })
})
afterAll(() => agent[Symbol.asyncDispose]())

const questionsOf = async (user: TestUser) => {
  const { content } = await ask(user, { ontologyId: agent.ontologyId, question })
  return JSON.parse(content[0]?.text ?? '{}') as {
    _type?: string
    questions?: { question: string; suggestions: string[] }[]
  }
}

test('[DA27] a client that cannot be asked gets the contract’s block, with suggestions', async () => {
  const block = await questionsOf(ada)
  expect(Object.keys(block)).toEqual(['_type', 'questions'])
  expect(block._type).toBe('clarification_request')
  expect(block.questions?.length).toBeLessThanOrEqual(3)
  for (const each of block.questions ?? []) expect(each.suggestions.length).toBeGreaterThan(0)
})

test('[DA27] answers in brackets and as arguments give the same', async () => {
  const { ontologyId } = agent
  const inBrackets = await ask(ada, { ontologyId, question: `${question} [High-value threshold: > 10]` })
  const asArguments = await ask(ada, {
    ontologyId,
    question,
    clarification_answers: { 'High-value threshold': '> 10' },
  })
  expect(inBrackets.structuredContent['status']).toBe('answered')
  expect(asArguments.structuredContent['sql']).toBe(inBrackets.structuredContent['sql'])
  const assumed = await ask(ada, { ontologyId, question, proceed_with_assumptions: true })
  expect(assumed.structuredContent).toMatchObject({ status: 'answered' })
  expect((assumed.structuredContent['assumptions'] as unknown[]).length).toBeGreaterThan(0)
})

test('[DA27] a client that can be asked is, and its answer can be kept', async () => {
  const eve = await agent.app.user({ path: '' })
  const able = { ...meta, 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } }
  const params = { name: 'ask_question', arguments: { ontologyId: agent.ontologyId, question }, _meta: able }
  const { result } = await eve.rpc('tools/call', params)
  expect(result?.['resultType']).toBe('input_required')
  const requests = result?.['inputRequests'] as
    | { clarification: { params: { requestedSchema: { properties: Record<string, { enum?: string[] }> } } } }
    | undefined
  const properties = requests?.clarification.params.requestedSchema.properties ?? {}
  const answers = Object.entries(properties).flatMap(([name, { enum: choices = [] }]) =>
    choices[0] === undefined ? [] : [[name, choices[0]]],
  )
  const content = { ...Object.fromEntries(answers), remember: true }

  const answered = await eve.rpc('tools/call', {
    ...params,
    requestState: result?.['requestState'],
    inputResponses: { clarification: { action: 'accept', content } },
  })
  expect(answered.result?.['structuredContent']).toMatchObject({ status: 'answered' })
  const kept = (await (await eve.api('GET', '/api/data-agent/preferences')).json()) as {
    preferences: unknown[]
  }
  expect(kept.preferences).toHaveLength(answers.length)
  expect((await ask(eve, { ontologyId: agent.ontologyId, question })).structuredContent['status']).toBe(
    'answered',
  )
})

test('[DA19] the person’s settings settle exactly what they are for', async () => {
  const bob = await agent.app.user({ path: '' })
  expect((await questionsOf(bob))._type).toBe('clarification_request')
  await bob.api('PATCH', '/api/user-settings', { dataAgent: { highValueThreshold: 12 } })
  const { structuredContent } = await ask(bob, { ontologyId: agent.ontologyId, question })
  expect(structuredContent['status']).toBe('answered')
  expect(structuredContent['sql']).toContain('12')
})
