import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyEngine, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { signIn } from '../host/account-site.ts'
import { inBakery } from './bakery.ts'
import { ask, legacy, openAgent, query, type TestAgent } from './open-agent.ts'

const salesByCity = { from: 'sales', select: ['shops.city', { sum: 'amount', as: 'sold' }] }

describe.each(anyEngine())('querying on %s', (engine) => {
  let agent: TestAgent
  let ada: TestUser
  beforeAll(async () => {
    agent = await openAgent(engine)
    ada = await agent.app.user({ path: '' })
  })
  afterAll(() => agent[Symbol.asyncDispose]())

  const answer = async (wanted: object, more: object = {}) =>
    (await query(ada, { ontologyId: agent.ontologyId, query: wanted, ...more })).structuredContent
  const refusal = async (wanted: object) => (await answer(wanted))['error'] as Record<string, unknown>
  const gold = (sql: string) => inBakery(agent.file, sql).map((row) => Object.values(row))
  const conversations = async (user: TestUser) => {
    const response = await user.api('GET', '/api/data-agent/conversations')
    return ((await response.json()) as { conversations: { title: string; id: string }[] }).conversations
  }

  test('[DX753] over MCP a query in another usual form, also as text, is answered, and shown in the form of the language', async () => {
    const given = {
      from: 'sales',
      select: ['shops.city', { total: 'amount', alias: 'sold' }],
      filter: { 'shops.city': ['Lima'] },
      order_by: 'sold desc',
    }
    const usual = { ...salesByCity, where: [['shops.city', '=', 'Lima']], order: [{ desc: 'sold' }] }
    const { rows } = await answer(usual)
    for (const wanted of [given, JSON.stringify(given)]) {
      const { structuredContent } = await query(ada, { ontologyId: agent.ontologyId, query: wanted })
      expect(structuredContent).toMatchObject({
        status: 'answered',
        rows,
        query: { order: [{}], where: [['shops.city', 'in', ['Lima']]] },
      })
    }
    expect(rows).toHaveLength(1)
  })

  test('[DX1] a query is answered as a question is, over MCP and REST, and kept', async () => {
    const eve = await agent.app.user({ path: '' })
    const input = { ontologyId: 'bakery', query: salesByCity }
    const { content, structuredContent, isError } = await query(eve, input)
    expect(isError).not.toBe(true)
    expect(content.map(({ text }) => text.slice(0, 24))).toEqual([
      expect.any(String) as string,
      '{"_type":"chart_specs","',
      '{"_type":"data_lineage",',
    ])
    expect(structuredContent).toMatchObject({
      status: 'answered',
      restatement: expect.stringContaining('per city') as string,
      sql: expect.stringMatching(/^SELECT/) as string,
      confidence: 1,
      checks: expect.any(Array) as unknown[],
      assumptions: [],
      lineage: { grain: 'city' },
      query: { version: 1, from: 'sales' },
    })
    const rows = structuredContent['rows'] as [string, number][]
    const wanted = gold('select city, sum(amount) from sales join shops using (shop_id) group by city')
    expect(new Map(rows)).toEqual(new Map(wanted as [string, number][]))
    const overRest = await eve.api('POST', '/api/data-agent/query', {
      ontology_id: agent.ontologyId,
      query: salesByCity,
      max_rows: 1,
    })
    expect(((await overRest.json()) as { answer: object }).answer).toMatchObject({
      rows: [expect.any(Array) as unknown[]],
      is_truncated: true,
    })
    const titles = (await conversations(eve)).map(({ title }) => title)
    expect(titles).toHaveLength(2)
    expect(titles.filter((title) => /^MCP: .* — .*amount/.test(title))).toHaveLength(1)
  })

  test.each([
    [
      'a value for each row of another dataset',
      { from: 'sales', select: [{ avg: 'breads.price', each: 'sales' }] },
    ],
    [
      'a join by fields',
      {
        from: 'shops',
        select: ['city', { count: 'sales' }],
        join: [{ dataset: 'sales', from: 'shops', on: [['shop_id', 'shop_id']] }],
      },
    ],
    ['a set operation', { from: 'shops', select: ['city'], union: { from: 'breads', select: ['category'] } }],
    [
      'the first of each group',
      {
        from: 'sales',
        select: ['shops.city', { month: 'sold_on' }, { sum: 'amount', as: 'n' }],
        order: [{ desc: 'n' }],
        limit: 1,
        per: ['shops.city'],
      },
    ],
    [
      'related rows',
      {
        from: 'breads',
        select: ['name'],
        where: [{ exists: { from: 'sales', where: [['quantity', '>', 4]] } }],
      },
    ],
    ['a dataset that is only started from', { from: 'sales', select: [{ count: 'shops' }] }],
  ])('[DX1] no check fails, and a second parser reads the same lineage: %s', async (_what, wanted) => {
    const { status, checks } = await answer(wanted)
    expect(status).toBe('answered')
    const all = checks as { name: string; status: string; says: string }[]
    expect(all.filter((one) => one.status === 'failed')).toEqual([])
    expect(all.find(({ name }) => name === 'lineage')).toMatchObject({ status: 'passed' })
  })

  test('[DX2] names are found by label, synonym and without regard to case', async () => {
    await agent.admin.api('PATCH', `/api/data-agent/ontologies/${agent.ontologyId}`, {
      overlay: {
        datasets: [{ dataset: 'sales', synonyms: ['receipts'] }],
        fields: [{ dataset: 'sales', field: 'amount', label: 'Money taken', synonyms: ['turnover'] }],
        metrics: [
          {
            name: 'average_sale',
            label: 'Average sale',
            description: null,
            synonyms: [],
            expression: 'avg(sales.amount)',
            unit: null,
          },
        ],
      },
    })
    const total = gold('select sum(amount) from sales')
    for (const name of ['amount', 'AMOUNT', 'money taken', 'Turnover', 'receipts.turnover', 'Sales.Amount'])
      expect([name, (await answer({ from: 'Receipts', select: [{ sum: name }] }))['rows']]).toEqual([
        name,
        total,
      ])
    const mean = await answer({ from: 'sales', select: ['average sale'] })
    expect(mean['rows']).toEqual(gold('select avg(amount) from sales'))
  })

  test('[DA740] a column of periods says which ones its cells begin, and a fiscal one does not', async () => {
    const periodsOf = async (question: string) => {
      const { structuredContent } = await ask(ada, { ontologyId: agent.ontologyId, question })
      return (structuredContent['columns'] as { period?: string }[]).map(({ period }) => period)
    }
    expect(await periodsOf('total amount of sales by quarter')).toEqual(['quarter', undefined])
    expect(await periodsOf('total amount of sales by month and category')).toContain('month')
    expect(await periodsOf('total amount of sales by city')).toEqual([undefined, undefined])
  })

  test('[DX3] [DX900] an unknown name is refused with its place, the nearest names and what there is', async () => {
    const before = (await conversations(ada)).length
    expect(await refusal({ from: 'sale_s', select: ['amount'] })).toMatchObject({
      code: 'VALIDATION_ERROR',
      knecta_code: 'INVALID_QUERY',
      path: '$.from',
      nearest: ['sales'],
      available: ['breads', 'sales', 'shops'],
    })
    expect(await refusal({ from: 'sales', select: [{ sum: 'amout' }] })).toMatchObject({
      path: '$.select[0].sum',
      message: expect.stringContaining('Nearest: sales.amount') as string,
      available: expect.arrayContaining(['amount', 'quantity']) as string[],
    })
    expect(await refusal({ from: 'sales', select: ['name'] })).toMatchObject({
      path: '$.select[0]',
      choices: ['breads.name', 'shops.name'],
    })
    expect(await refusal({ from: 'sales', select: ['amount'], whre: [] })).toMatchObject({
      path: '$.whre',
      nearest: expect.arrayContaining(['where']) as string[],
    })
    expect((await conversations(ada)).length).toBe(before)
  })

  test('[DX1] a legacy client gets the place and the reason as an error of its protocol', async () => {
    const { error } = await legacy(agent.app.url, ada, 'tools/call', {
      name: 'query_data',
      arguments: { ontologyId: agent.ontologyId, query: { from: 'nothing', select: ['x'] } },
    })
    expect(error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('$.from: There is no dataset "nothing".') as string,
      data: { path: '$.from', knecta_code: 'INVALID_QUERY' },
    })
  })

  test('[DX7] the query of an answered question, sent back, gives the same SQL and rows', async () => {
    for (const question of [
      'total amount of sales by city',
      'How many sales are there per month in 2026?',
      'which bread has the highest amount?',
      'shops without sales',
      'growth of amount by month in 2026',
    ]) {
      const { structuredContent: asked } = await ask(ada, { ontologyId: agent.ontologyId, question })
      expect([question, asked['status']]).toEqual([question, 'answered'])
      const again = await answer(asked['query'] as object)
      for (const part of ['sql', 'rows', 'columns', 'query', 'restatement'])
        expect([question, again[part]]).toEqual([question, asked[part]])
    }
  })

  test('[DX8] a clarification has the query that each suggestion leads to', async () => {
    const { structuredContent } = await ask(ada, {
      ontologyId: agent.ontologyId,
      question: 'How many sales were there recently?',
    })
    const [question] = structuredContent['questions'] as {
      suggestions: string[]
      choices: { answer: string; query: object }[]
    }[]
    expect(question?.choices.map((one) => one.answer)).toEqual(question?.suggestions)
    for (const choice of question?.choices ?? [])
      expect(await answer(choice.query)).toMatchObject({ status: 'answered' })
  })

  test('[DX8] [DA822] every query that a question back offers is answered, and a reading that shows nothing is not offered', async () => {
    const offered: { query: object }[] = []
    const statuses: unknown[] = []
    for (const question of [
      'name of sales',
      'average price of the good ones',
      'Which year has the most breads?',
    ]) {
      const { structuredContent } = await ask(ada, { ontologyId: agent.ontologyId, question })
      const { questions = [], nearest = [] } = structuredContent as {
        questions?: { choices: { query: object }[] }[]
        nearest?: { query: object }[]
      }
      offered.push(...questions.flatMap(({ choices }) => choices), ...nearest)
      statuses.push(structuredContent['status'])
    }
    expect([offered.length, statuses]).toEqual([3, ['clarification', 'cannot_answer', 'cannot_answer']])
    for (const one of offered) expect(await answer(one.query)).toMatchObject({ status: 'answered' })
  })

  test('[DX11] a query goes on in a conversation, and the next question from it', async () => {
    const first = await answer(salesByCity)
    const conversation_id = first['conversation_id'] as string
    const second = await answer({ from: 'breads', select: ['name'] }, { conversation_id })
    expect(second['conversation_id']).toBe(conversation_id)
    await answer(salesByCity, { conversation_id })
    const { structuredContent } = await ask(ada, {
      ontologyId: agent.ontologyId,
      question: 'and by month?',
      conversation_id,
    })
    expect(structuredContent['restatement']).toMatch(/per month and city|per city and month/)
  })

  test('[DX11] [DX904] an ontology that changed since the conversation is refused, and nothing is kept', async () => {
    const { conversation_id } = await answer(salesByCity)
    await agent.admin.api('PATCH', `/api/data-agent/ontologies/${agent.ontologyId}`, { overlay: {} })
    const { error } = await answer(salesByCity, { conversation_id })
    expect(error).toMatchObject({ code: 'CONFLICT', knecta_code: 'ONTOLOGY_CHANGED' })
    expect(await answer(salesByCity)).toMatchObject({ status: 'answered' })
  })
})

test('[DX12] thirty queries a minute, apart from questions', async () => {
  await using agent = await openAgent('pglite', {}, { limitOverrides: {} })
  const ada = await agent.app.user({ path: '' })
  const wanted = { ontologyId: agent.ontologyId, query: { from: 'breads', select: [{ count: 'breads' }] } }
  for (let turn = 0; turn < 30; turn += 1)
    expect((await query(ada, wanted)).structuredContent['rows']).toEqual([[4]])
  expect((await query(ada, wanted)).structuredContent).toMatchObject({ error: { code: 'RATE_LIMITED' } })
  const question = 'How many breads are there?'
  expect((await ask(ada, { ontologyId: agent.ontologyId, question })).structuredContent['rows']).toEqual([
    [4],
  ])
})

test('[DA447] [H440] a person in a browser or at the command line has a roomier limit, apart from their programs', async () => {
  await using agent = await openAgent('pglite', {}, { limitOverrides: {} })
  const ada = await agent.app.user({ path: '', password })
  const body = { ontology_id: agent.ontologyId, question: 'How many breads are there?' }
  const asProgram = async () => (await ada.api('POST', '/api/data-agent/ask', body)).status
  for (let turn = 0; turn < 5; turn += 1) expect(await asProgram()).toBe(200)
  expect(await asProgram()).toBe(429)
  const cookie = await signIn(agent.app, ada)
  const inBrowser = () =>
    fetch(`${agent.app.url}/api/data-agent/ask`, {
      method: 'POST',
      headers: { cookie, origin: agent.app.url, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const atCommandLine = () =>
    agent.app.host.request(ada.id, { method: 'POST', path: '/api/data-agent/ask', body })
  for (let turn = 0; turn < 6; turn += 1) await atCommandLine()
  for (let turn = 0; turn < 24; turn += 1) expect((await inBrowser()).status).toBe(200)
  await expect(atCommandLine()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  const refused = await inBrowser()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
})
