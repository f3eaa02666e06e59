import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectHttp, eras } from '../clients/connect.ts'
import { meta, type TestUser } from '../environment/test-user.ts'
import { agentPath, ask, openAgent, query, type AskResult, type TestAgent } from './open-agent.ts'

const question = 'Show high-value sales'

type ElicitResult = { action: 'accept'; content: Record<string, string> } | { action: 'decline' }

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

test('[DA27] [DA1118] a client that cannot be asked gets the contract’s block, with suggestions', async () => {
  const block = await questionsOf(ada)
  expect(Object.keys(block)).toEqual(['_type', 'questions', 'conversation_id'])
  expect(block._type).toBe('clarification_request')
  expect(block.questions?.length).toBeLessThanOrEqual(3)
  for (const each of block.questions ?? []) expect(each.suggestions.length).toBeGreaterThan(0)
})

test('[DV182] whoever sees only the text can answer the question back and go on in the same conversation', async () => {
  const { ontologyId } = agent
  const asked = JSON.parse((await ask(ada, { ontologyId, question })).content[0]?.text ?? '{}') as {
    conversation_id: string
    questions: { label: string; suggestions: string[] }[]
  }
  const { conversation_id } = asked
  const answers = Object.fromEntries(asked.questions.map((one) => [one.label, one.suggestions[0]]))
  const answer = await ask(ada, {
    ontologyId,
    question,
    conversation_id,
    clarification_answers: answers,
  })
  expect(answer.structuredContent['status']).toBe('answered')
  const lineage = answer.content.find(({ text }) => text.startsWith('{"_type":"data_lineage"'))
  expect(JSON.parse(lineage?.text ?? '{}')).toMatchObject({ conversation_id })

  const followUp = await ask(ada, { ontologyId, question: 'by month', conversation_id })
  expect(followUp.structuredContent).toMatchObject({ status: 'answered', conversation_id })
})

test('[DA27] [DA1119] answers in brackets and as arguments give the same', async () => {
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

describe.each(eras)('the official client, %s', (era) => {
  const connected = async (reply: (fields: readonly string[], choice: string) => ElicitResult) => {
    const user = await agent.app.user({ path: agentPath })
    const client = await connectHttp(agent.app.url + agentPath, user.token, era, {
      elicitation: { form: {} },
    })
    const seen: string[] = []
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      seen.push(params.message)
      const { properties } = (
        params as { requestedSchema: { properties: Record<string, { enum?: string[] }> } }
      ).requestedSchema
      const fields = Object.keys(properties).filter((name) => name.startsWith('answer_'))
      return reply(fields, properties['answer_1']?.enum?.[0] ?? '')
    })
    return { user, client, seen }
  }
  const input = () => ({ name: 'ask_question', arguments: { ontologyId: agent.ontologyId, question } })

  test('[DA27] is asked by a form, and its answer gives what the same answer in brackets gives', async () => {
    const { user, client, seen } = await connected((fields, choice) => ({
      action: 'accept',
      content: Object.fromEntries(fields.map((name) => [name, choice])),
    }))
    await using _ = client
    const answered = (await client.callTool(input())) as unknown as AskResult
    expect(seen).toEqual(["How do you define 'high-value' sales?"])
    expect(answered.structuredContent['status']).toBe('answered')
    const [asked] = (await questionsOf(user)).questions ?? []
    const inBrackets = await ask(user, {
      ontologyId: agent.ontologyId,
      question: `${question} [High-value threshold: ${asked?.suggestions[0]}]`,
    })
    expect(answered.structuredContent['sql']).toBe(inBrackets.structuredContent['sql'])
    const said = (answer: { content: readonly { text: string }[] }) =>
      answer.content.map(({ text }) => text.replace(/"conversation_id":"[^"]+"/, ''))
    expect(said(answered)).toEqual(said(inBrackets))
  })

  test('[DA27] [DA1118] that declines gets the contract’s block, and nothing is kept', async () => {
    const { user, client } = await connected(() => ({ action: 'decline' }))
    await using _ = client
    const { content } = (await client.callTool(input())) as unknown as AskResult
    expect(JSON.parse(content[0]?.text ?? '{}')).toMatchObject({ _type: 'clarification_request' })
    const kept = await agent.app.host.request(user.id, { method: 'GET', path: '/api/data-agent/preferences' })
    expect(kept).toEqual({ preferences: [] })
  })
})

test('[DA19] [DA1116] [DR1164] the person’s settings settle exactly what they are for', async () => {
  const bob = await agent.app.user({ path: '' })
  expect((await questionsOf(bob))._type).toBe('clarification_request')
  await bob.api('PATCH', '/api/user-settings', { dataAgent: { highValueThreshold: 12 } })
  const { structuredContent } = await ask(bob, { ontologyId: agent.ontologyId, question })
  expect(structuredContent['status']).toBe('answered')
  expect(structuredContent['sql']).toContain('12')
})

test('[DT520] [DT521] the week and the fiscal year of a person’s settings are used, and nobody is asked for them', async () => {
  const { ontologyId } = agent
  const bob = await agent.app.user({ path: '' })
  const fiscal = { ontologyId, question: 'total amount by fiscal quarter' }
  const weekly = {
    ontologyId,
    query: { from: 'sales', select: [{ week: 'sales.sold_on' }, { sum: 'amount' }] },
  }
  const weekdays = async () => {
    const { structuredContent } = await query(bob, weekly)
    const rows = structuredContent['rows'] as (readonly [string, number])[]
    return [...new Set(rows.map(([day]) => new Date(day).getUTCDay()))]
  }
  expect((await ask(bob, fiscal)).structuredContent['status']).toBe('clarification')
  expect(await weekdays()).toEqual([1])

  const dataAgent = { weekStart: 'sunday', fiscalYearStart: 2 }
  expect((await bob.api('PATCH', '/api/user-settings', { dataAgent })).status).toBe(200)
  expect(await weekdays()).toEqual([0])
  const { structuredContent } = await ask(bob, fiscal)
  expect(structuredContent['status']).toBe('answered')
  const months = (structuredContent['rows'] as (readonly [string, number])[]).map(([day]) =>
    Number(day.slice(5, 7)),
  )
  expect([...new Set(months)].toSorted((one, other) => one - other)).toEqual([2, 5, 8, 11])
  const spoken = await ask(bob, { ontologyId, question: 'total amount by week' })
  expect(new Date((spoken.structuredContent['rows'] as string[][])[0]![0]!).getUTCDay()).toBe(0)
})

test('[DA19] a kept choice settles its question until it is removed', async () => {
  const bob = await agent.app.user({ path: '' })
  const choice = { label: 'High-value threshold', choice: '> 14', ontology_id: agent.ontologyId }
  const { id } = (await (await bob.api('POST', '/api/data-agent/preferences', choice)).json()) as {
    id: string
  }
  const { structuredContent } = await ask(bob, { ontologyId: agent.ontologyId, question })
  expect(structuredContent['sql']).toContain('14')
  expect(structuredContent['assumptions']).toContainEqual(
    expect.objectContaining({ about: 'high-value threshold', changes_numbers: false }),
  )
  await bob.api('DELETE', `/api/data-agent/preferences/${id}`)
  expect((await questionsOf(bob))._type).toBe('clarification_request')
})

test('[DA27] each question has a label for its answer in the structured content, and the whole question will do', async () => {
  const { ontologyId } = agent
  const { structuredContent } = await ask(ada, { ontologyId, question })
  const [asked] = structuredContent['questions'] as {
    label: string
    question: string
    suggestions: string[]
  }[]
  const answer = asked?.suggestions[0] ?? ''
  const settled = await Promise.all(
    [asked?.label ?? '', asked?.question ?? ''].map((name) =>
      ask(ada, { ontologyId, question, clarification_answers: { [name]: answer } }),
    ),
  )
  expect(settled.map((each) => each.structuredContent['status'])).toEqual(['answered', 'answered'])
})

test('[L140] [DA146] a call that goes on with answers takes no second point, once for each point taken', async () => {
  await using strict = await openAgent(
    'pglite',
    {},
    { limitOverrides: { ask_question: { points: 2, seconds: 600 } } },
  )
  const eve = await strict.app.user({ path: agentPath })
  const able = { ...meta, 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } }
  const params = { name: 'ask_question', arguments: { ontologyId: strict.ontologyId, question }, _meta: able }
  const goOn = async (state: unknown, inputResponses: object) =>
    (await eve.rpc('tools/call', { ...params, requestState: state, inputResponses })).result
  const answer = { clarification: { action: 'accept', content: { answer_1: '> 10' } } }
  const isLimited = (result: Readonly<Record<string, unknown>> | undefined) =>
    (result?.['_meta'] as { error_code?: string } | undefined)?.error_code === 'RATE_LIMITED'

  const asked = (await eve.rpc('tools/call', params)).result
  expect(asked?.['resultType']).toBe('input_required')
  const answered = await goOn(asked?.['requestState'], answer)
  expect(answered?.['structuredContent']).toMatchObject({ status: 'answered' })

  // One point is left: it is taken by a second use of the same state, which is then refused for itself.
  expect(isLimited(await goOn(asked?.['requestState'], answer))).toBe(false)
  expect(isLimited(await goOn(asked?.['requestState'], answer))).toBe(true)
  expect(isLimited((await eve.rpc('tools/call', params)).result)).toBe(true)
})

test('[L140] a state that was given without a point is no way to go on for free', async () => {
  await using strict = await openAgent(
    'pglite',
    {},
    { limitOverrides: { ask_question: { points: 1, seconds: 600 } } },
  )
  const eve = await strict.app.user({ path: agentPath })
  const able = { ...meta, 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } }
  const params = { name: 'ask_question', arguments: { ontologyId: strict.ontologyId, question }, _meta: able }
  const first = (await eve.rpc('tools/call', params)).result
  const second = (await eve.rpc('tools/call', { ...params, requestState: first?.['requestState'] })).result
  expect(second?.['resultType']).toBe('input_required')
  const third = (await eve.rpc('tools/call', { ...params, requestState: second?.['requestState'] })).result
  expect(third?.['_meta']).toMatchObject({ error_code: 'RATE_LIMITED' })
})

test('[DA147] a wrong value of a setting of the data agent is refused with what it must be', async () => {
  const bob = await agent.app.user({ path: agentPath })
  const patch = async (dataAgent: object) => {
    const response = await bob.api('PATCH', '/api/user-settings', { dataAgent })
    return [response.status, ((await response.json()) as { message?: string }).message]
  }
  expect(await patch({ highValueThreshold: 'ten' })).toEqual([
    400,
    'dataAgent.highValueThreshold must be a number',
  ])
  expect(await patch({ defaultTimePeriod: 'whenever' })).toEqual([
    400,
    expect.stringMatching(/^dataAgent\.defaultTimePeriod is no time period; use today, /) as string,
  ])
  expect((await patch({ defaultTimePeriod: 'last_30_days', highValueThreshold: 12 }))[0]).toBe(200)
})
