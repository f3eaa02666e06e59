import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../environment/test-host.ts'
import { meta, type TestUser } from '../environment/test-user.ts'
import { inBakery } from './bakery.ts'
import { agentPath, ask, legacy, openAgent, type TestAgent } from './open-agent.ts'

describe.each(engines)('asking on %s', (engine) => {
  let agent: TestAgent
  let ada: TestUser
  let bob: TestUser
  beforeAll(async () => {
    agent = await openAgent(engine)
    ada = await agent.app.user({ path: '' })
    bob = await agent.app.user({ path: '' })
  })
  afterAll(() => agent[Symbol.asyncDispose]())

  const get = async (user: TestUser, path: string) => {
    const response = await user.api('GET', path)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  test('[DA15] an answer has its blocks in order, and the same for programs', async () => {
    const { content, structuredContent } = await ask(ada, {
      ontologyId: agent.ontologyId,
      question: 'total amount of sales by city',
    })
    expect(content.map(({ text }) => kindOfBlock(text))).toEqual(['narrative', 'chart_specs', 'data_lineage'])
    expect(structuredContent).toMatchObject({
      status: 'answered',
      restatement: expect.any(String) as string,
      sql: expect.stringMatching(/^SELECT/i) as string,
      columns: expect.any(Array) as unknown[],
      caveats: expect.any(Array) as unknown[],
      assumptions: expect.any(Array) as unknown[],
      checks: expect.any(Array) as unknown[],
      lineage: { datasets: expect.any(Array) as unknown[], grain: expect.any(String) as string },
      conversation_id: expect.any(String) as string,
    })
    const gold = inBakery(
      agent.file,
      'select city, sum(amount) total from sales join shops using (shop_id) group by city order by city',
    ).map(({ city, total }) => [city, total])
    const rows = structuredContent['rows'] as unknown[][]
    expect(rows.toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))).toEqual(gold)
  })

  test('[DA15] one number has no chart, and what puts an answer in doubt stands last', async () => {
    const kindsOf = async (question: string, more: object = {}) => {
      const { content } = await ask(ada, { ontologyId: agent.ontologyId, question, ...more })
      return content.map(({ text }) => kindOfBlock(text))
    }
    expect(await kindsOf('How many sales are there?')).toEqual(['narrative', 'data_lineage'])
    expect(await kindsOf('total amount of sales by month')).toEqual([
      'narrative',
      'chart_specs',
      'data_lineage',
      'caveats',
    ])
  })

  test('[DA141] [DV317] what was assumed stands in the narrative, and is no caveat', async () => {
    const { content, structuredContent } = await ask(ada, {
      ontologyId: agent.ontologyId,
      question: 'Show high-value sales',
      proceed_with_assumptions: true,
    })
    expect(content.map(({ text }) => kindOfBlock(text))).toEqual(['narrative', 'data_lineage'])
    expect(content[0]?.text).toContain('**Assumed:**\n- ')
    expect(structuredContent['caveats']).toEqual([])
  })

  test('[DA142] asking is a write: a repeated call is answered once, and a profile for reading has it not', async () => {
    const eve = await agent.app.user({ path: '' })
    const call = {
      ontologyId: agent.ontologyId,
      question: 'How many sales are there?',
      idempotency_key: 'once',
    }
    const [first, second] = [await ask(eve, call), await ask(eve, call)]
    expect(first.structuredContent['rows']).toEqual([[360]])
    expect(second.structuredContent).toEqual(first.structuredContent)
    const { body } = await get(eve, '/api/data-agent/conversations')
    expect(body['conversations']).toHaveLength(1)
    const overRest = async () =>
      (
        await eve.api(
          'POST',
          '/api/data-agent/ask',
          { ontology_id: agent.ontologyId, question: 'How many breads are there?' },
          { 'idempotency-key': 'again' },
        )
      ).json()
    expect(await overRest()).toEqual(await overRest())
    expect((await get(eve, '/api/data-agent/conversations')).body['conversations']).toHaveLength(2)

    const toolsAt = async (search: string) => {
      const { result } = await eve.rpc('tools/list', {}, { search })
      return (result?.['tools'] as { name: string }[] | undefined)?.map(({ name }) => name)
    }
    expect(await toolsAt('')).toContain('ask_question')
    expect((await toolsAt('?readonly=1'))?.toSorted()).toEqual([
      'describe_dataset',
      'describe_ontology',
      'explain_answer',
      'list_ontologies',
      'search_fields',
    ])
  })

  test('[DA143] [DA1115] an ontology can be given by name, and the error for an unknown name lists the names', async () => {
    const question = 'How many breads are there?'
    for (const ontologyId of ['Bakery', ' bakery '])
      expect((await ask(ada, { ontologyId, question })).structuredContent['rows']).toEqual([[4]])
    const overRest = await ada.api('POST', '/api/data-agent/ask', { ontology_id: 'BAKERY', question })
    expect(((await overRest.json()) as { answer: object }).answer).toMatchObject({ rows: [[4]] })
    const described = await ada.call('describe_dataset', { ontologyId: 'bakery', dataset: 'shops' })
    expect(described.raw['structuredContent']).toMatchObject({ name: 'shops' })
    expect((await ask(ada, { ontologyId: 'Bakeries', question })).structuredContent).toMatchObject({
      error: { knecta_code: 'ONTOLOGY_NOT_FOUND', ontologyId: 'Bakeries', available: ['Bakery'] },
    })
  })

  test('[DA15] [DA1113] rows are as many as asked for, and what cannot be answered says what is there', async () => {
    const ontologyId = agent.ontologyId
    const few = await ask(ada, { ontologyId, question: 'list all sales', max_rows: 7 })
    expect((few.structuredContent['rows'] as unknown[]).length).toBe(7)
    expect(few.structuredContent).toMatchObject({ row_count: 360, is_truncated: true })

    const none = await ask(ada, { ontologyId, question: 'Which submarines sank in the Atlantic?' })
    expect(none.structuredContent['status']).toBe('cannot_answer')
    expect(none.content[0]?.text).toMatch(
      /^I cannot answer this question because[\s\S]*\*\*Available datasets:\*\*/,
    )
    expect(none.isError).not.toBe(true)
  })

  test('[DA16] [DA1114] each answer is kept in the asker’s conversation, named after the client, and goes on there', async () => {
    const ontologyId = agent.ontologyId
    const eve = await agent.app.user({ path: '' })
    const question = 'How many sales were there in October 2026?'
    const first = await ask(eve, { ontologyId, question })
    const id = String(first.structuredContent['conversation_id'])
    expect(first.structuredContent['rows']).toEqual([[31]])
    const followed = await ask(eve, { ontologyId, question: 'and in September 2026?', conversation_id: id })
    expect(followed.structuredContent).toMatchObject({ conversation_id: id })

    const { body } = await get(eve, `/api/data-agent/conversations/${id}`)
    expect(body).toMatchObject({ id, title: `MCP: test — ${question}`, ontology_id: ontologyId })
    expect((body['turns'] as { question: string }[]).map((turn) => turn.question)).toEqual([
      question,
      'and in September 2026?',
    ])
    expect((await get(eve, '/api/data-agent/conversations')).body['conversations']).toMatchObject([{ id }])
    expect((await get(bob, '/api/data-agent/conversations')).body).toEqual({ conversations: [] })
    expect((await get(bob, `/api/data-agent/conversations/${id}`)).status).toBe(404)
    expect((await bob.api('DELETE', `/api/data-agent/conversations/${id}`)).status).toBe(404)
    const stolen = await ask(bob, { ontologyId, question: 'and by city?', conversation_id: id })
    expect(stolen.structuredContent).toMatchObject({ error: { knecta_code: 'CONVERSATION_NOT_FOUND' } })

    expect((await eve.api('DELETE', `/api/data-agent/conversations/${id}`)).status).toBe(200)
    expect((await get(eve, `/api/data-agent/conversations/${id}`)).status).toBe(404)
  })

  test('[DA17] each phase is reported to a client that asked for progress', async () => {
    const response = await ada.post('tools/call', {
      name: 'ask_question',
      arguments: { ontologyId: agent.ontologyId, question: 'How many sales are there?' },
      _meta: { ...meta, progressToken: 'p' },
    })
    const reports = [...(await response.text()).matchAll(/"progress":(\d),"total":6,"message":"([\w ]+)"/g)]
    expect(reports.map(([, progress, phase]) => `${progress} ${phase}`)).toEqual([
      '1 planner',
      '2 navigator',
      '3 sql builder',
      '4 executor',
      '5 verifier',
      '6 explainer',
    ])
  })

  test('[DA18] [DA1101] over REST the answer is the same, under the tool’s limit', async () => {
    const response = await ada.api('POST', '/api/data-agent/ask', {
      ontology_id: agent.ontologyId,
      question: 'How many breads are there?',
    })
    const { content, answer } = (await response.json()) as { content: { text: string }[]; answer: object }
    expect(answer).toMatchObject({ status: 'answered', rows: [[4]] })
    expect(content.length).toBeGreaterThan(1)
  })

  test('[DA7] a question over REST is audited with ontology and question too', async () => {
    const { app, ontologyId } = agent
    const user = await app.user({ path: '' })
    const question = 'How many breads are there?'
    const asked = await user.api('POST', '/api/data-agent/ask', { ontology_id: ontologyId, question })
    expect(asked.status).toBe(200)
    const rows = async () => (await app.host.audit.list({ userId: user.id, action: 'api.call' })).rows
    await expect.poll(async () => (await rows())[0]?.metadata).toMatchObject({ ontologyId, question })
  })

  test('[DA19] a chosen reading is kept for one ontology or all, shown, and removed', async () => {
    const kept = await ada.api('POST', '/api/data-agent/preferences', {
      label: 'Time period',
      choice: 'Last 30 days',
      ontology_id: agent.ontologyId,
    })
    const { id } = (await kept.json()) as { id: string }
    const mine = { id, label: 'time period', choice: 'Last 30 days', ontology_id: agent.ontologyId }
    expect((await get(ada, '/api/data-agent/preferences')).body).toMatchObject({ preferences: [mine] })
    expect((await get(bob, '/api/data-agent/preferences')).body).toEqual({ preferences: [] })
    expect((await bob.api('DELETE', `/api/data-agent/preferences/${id}`)).status).toBe(404)
    expect((await ada.api('DELETE', `/api/data-agent/preferences/${id}`)).status).toBe(200)
    expect((await get(ada, '/api/data-agent/preferences')).body).toEqual({ preferences: [] })
  })

  test('[DA20] SQL, other languages and values with quotes are words like others', async () => {
    const ontologyId = agent.ontologyId
    for (const question of [
      "'; drop table sales; --",
      'select * from sales; delete from sales',
      'Combien de ventes par ville ?',
      '売上はいくらですか',
      'How many sales of O\'Grady\'s "Best" were there?',
      '\u202Ehow many sales\u0007',
      'how many sales by '.repeat(100),
    ]) {
      const { isError, structuredContent } = await ask(ada, { ontologyId, question })
      expect([question, isError === true]).toEqual([question, false])
      expect(structuredContent['status']).toMatch(/^(?:answered|clarification|cannot_answer)$/)
    }
    expect(inBakery(agent.file, 'select count(*) n from sales')).toEqual([{ n: 360 }])
  })
})

function kindOfBlock(text: string): string {
  if (text.startsWith('⚠️ ')) return 'caveats'
  return text.startsWith('{') ? (JSON.parse(text) as { _type: string })._type : 'narrative'
}

test('[DA21] [DA144] [DA1144] five questions a minute, thirty reads of resources a minute', async () => {
  await using agent = await openAgent('pglite', {}, { limitOverrides: {} })
  const ada = await agent.app.user({ path: agentPath })
  const question = { ontologyId: agent.ontologyId, question: 'How many sales are there?' }
  for (let count = 0; count < 5; count += 1) expect((await ask(ada, question)).isError).not.toBe(true)
  expect((await ada.call('ask_question', question)).meta).toMatchObject({ error_code: 'RATE_LIMITED' })
  const bob = await agent.app.user({ path: '' })
  const overRest = () =>
    bob.api('POST', '/api/data-agent/ask', { ontology_id: agent.ontologyId, question: question.question })
  for (let count = 0; count < 5; count += 1) expect((await overRest()).status).toBe(200)
  expect((await overRest()).status).toBe(429)
  expect((await bob.call('ask_question', question)).meta).toMatchObject({ error_code: 'RATE_LIMITED' })

  const uris = ['knecta://ontologies', `knecta://ontologies/${agent.ontologyId}`]
  for (let count = 0; count < 30; count += 1)
    expect((await ada.rpc('resources/read', { uri: uris[count % 2] })).error).toBeUndefined()
  expect((await ada.rpc('resources/read', { uri: uris[0] })).error?.data).toMatchObject({
    code: 'RATE_LIMITED',
    knecta_code: 'RATE_LIMITED',
  })
  const read = await legacy(agent.app.url, ada, 'resources/read', { uri: uris[0] })
  expect(read.error).toMatchObject({
    code: -32603,
    data: { retry_after_seconds: expect.any(Number) as number, knecta_code: 'RATE_LIMITED' },
  })
})
