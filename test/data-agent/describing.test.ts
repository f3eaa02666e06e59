import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyEngine } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { inBakery } from './bakery.ts'
import { agentPath, ask, openAgent, query, type AskResult, type TestAgent } from './open-agent.ts'

const verified = {
  question: 'How much did each city sell?',
  sql: 'select s.city, sum(a.amount) as sold from sales a join shops s on s.shop_id = a.shop_id group by s.city order by s.city',
}
const metric = {
  name: 'mean_sale',
  label: 'Mean sale',
  description: 'Amount of one sale on average',
  synonyms: [],
  expression: 'avg(sales.amount)',
  unit: 'EUR',
}

describe.each(anyEngine())('what an assistant needs to know, on %s', (engine) => {
  let agent: TestAgent
  let ada: TestUser
  beforeAll(async () => {
    agent = await openAgent(engine)
    ada = await agent.app.user({ path: '' })
    const overlay = {
      verified: [verified],
      metrics: [metric],
      fields: [{ dataset: 'sales', field: 'amount', synonyms: ['turnover'], description: 'What was paid' }],
    }
    await agent.admin.api('PATCH', `/api/data-agent/ontologies/${agent.ontologyId}`, { overlay })
  })
  afterAll(() => agent[Symbol.asyncDispose]())

  const call = async (user: TestUser, name: string, input: object) =>
    (await user.call(name, input)).raw as unknown as AskResult
  const gold = (sql: string) => inBakery(agent.file, sql).map((row) => Object.values(row))
  const search = async (text: string) => {
    const { structuredContent } = await call(ada, 'search_fields', { ontologyId: 'bakery', text })
    return structuredContent['matches'] as { name: string; by: string; values: string[] }[]
  }
  const explain = async (user: TestUser, input: object) =>
    (await call(user, 'explain_answer', input)).structuredContent

  test('[DA440] describe_ontology and the brief resource tell the same page', async () => {
    const { structuredContent } = await call(ada, 'describe_ontology', { ontologyId: 'bakery' })
    const brief = structuredContent['brief'] as string
    expect(structuredContent).toMatchObject({ id: agent.ontologyId, described: 3, datasets: 3 })
    expect(brief).toContain('sales [360]:')
    expect(brief).toContain('shop_id → shops')
    expect(brief).toContain('amount number (What was paid) 2..25')
    expect(brief).toContain('city text "Lima" "Cusco"')
    expect(brief).toContain('mean_sale in EUR: Amount of one sale on average = avg(sales.amount)')
    expect(brief).toContain(`- ${verified.question}`)
    const viewer = await agent.app.user({ role: 'viewer', path: agentPath })
    const uri = `knecta://ontologies/${agent.ontologyId}/brief`
    const { result } = await viewer.rpc('resources/read', { uri })
    expect(result?.['contents']).toEqual([{ uri, mimeType: 'text/markdown', text: brief }])
  })

  test('[DA441] every example of a brief is answered', async () => {
    const { structuredContent } = await call(ada, 'describe_ontology', { ontologyId: agent.ontologyId })
    const [, examples = ''] = (structuredContent['brief'] as string).split('## Example queries\n')
    const lines = examples.trim().split('\n')
    expect(lines).toHaveLength(3)
    for (const line of lines) {
      const { structuredContent: answer } = await query(ada, {
        ontologyId: agent.ontologyId,
        query: JSON.parse(line) as object,
      })
      expect([line, answer['status']]).toEqual([line, 'answered'])
    }
  })

  test('[DA442] search_fields finds a field by name, synonym, description and value', async () => {
    expect((await search('city'))[0]).toMatchObject({ name: 'shops.city', by: 'name', kind: 'field' })
    expect((await search('shop city'))[0]).toMatchObject({ name: 'shops.city', by: 'name' })
    expect((await search('turnovr'))[0]).toMatchObject({ name: 'sales.amount', by: 'synonym' })
    expect((await search('what was paid'))[0]).toMatchObject({ name: 'sales.amount', by: 'description' })
    expect((await search('CIABATTA'))[0]).toMatchObject({
      name: 'breads.name',
      by: 'value',
      values: ['Ciabatta'],
    })
    expect((await search(`o'grady's "best"`))[0]).toMatchObject({ values: [`O'Grady's "Best"`] })
    expect(await search('breads')).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'breads', kind: 'dataset' }) as object]),
    )
    expect(await search('xylophone')).toEqual([])
  })

  test('[DA750] search_fields finds a metric by its name and by what it means', async () => {
    const found = { name: 'mean_sale', kind: 'metric', expression: 'avg(sales.amount)', values: [] }
    expect((await search('mean sale'))[0]).toMatchObject({ ...found, by: 'name' })
    expect(await search('amount on average')).toEqual(
      expect.arrayContaining([expect.objectContaining({ ...found, by: 'description' }) as object]),
    )
  })

  test('[DA442] [DA1127] whoever may not ask may not look for values', async () => {
    const viewer = await agent.app.user({ role: 'viewer', path: '' })
    const { structuredContent } = await call(viewer, 'search_fields', { ontologyId: 'bakery', text: 'Lima' })
    expect(structuredContent).toMatchObject({ error: { code: 'FORBIDDEN' } })
  })

  test('[DA443] [DA1117] run_verified_question answers by the verified SQL, and nothing else', async () => {
    const { structuredContent, content } = await call(ada, 'run_verified_question', {
      ontologyId: 'Bakery',
      question: 'how much did each city sell',
    })
    expect(structuredContent).toMatchObject({
      status: 'answered',
      rows: gold(verified.sql),
      verified: { question: verified.question },
      conversation_id: expect.any(String) as string,
    })
    expect(content[0]?.text).toContain('verified')
    const other = await call(ada, 'run_verified_question', {
      ontologyId: agent.ontologyId,
      question: 'How many sales are there?',
    })
    expect(other.structuredContent).toMatchObject({
      error: {
        code: 'NOT_FOUND',
        knecta_code: 'QUESTION_NOT_VERIFIED',
        available: [verified.question],
      },
    })
  })

  test('[DA444] explain_answer counts the rows after each join, filter and grouping', async () => {
    const { structuredContent: answer } = await query(ada, {
      ontologyId: agent.ontologyId,
      query: {
        from: 'sales',
        select: ['shops.city', { sum: 'amount', as: 'sold' }],
        where: [
          ['breads.category', '=', 'dark'],
          ['sales.sold_on', 'during', '2026'],
        ],
        having: [['sold', '>', 1]],
        order: [{ desc: 'sold' }],
        limit: 1,
      },
    })
    const explained = await explain(ada, { conversation_id: answer['conversation_id'] })
    const count = (where: string) =>
      Number(
        gold(
          `select count(*) from sales join shops using (shop_id) join breads using (bread_id) ${where}`,
        )[0]?.[0],
      )
    const dark = `where category = 'dark'`
    const steps = explained['steps'] as { kind: string; says: string; rows: number }[]
    expect(steps.map(({ kind, rows }) => [kind, rows])).toEqual([
      ['rows', 360],
      ['join', 360],
      ['join', 360],
      ['filter', count(dark)],
      ['filter', count(`${dark} and sold_on >= '2026-01-01' and sold_on < '2027-01-01'`)],
      ['group', 2],
      ['having', 2],
      ['limit', 1],
    ])
    expect(steps[3]?.says).toBe('where category is dark')
    expect(explained).toMatchObject({ sql: answer['sql'], query: { from: 'sales' } })
  })

  test('[DA445] explain_answer shows the rows behind one value', async () => {
    const { structuredContent: answer } = await ask(ada, {
      ontologyId: agent.ontologyId,
      question: 'total amount of sales by month in 2026',
    })
    const [, , third] = answer['rows'] as [string, number][]
    const conversation_id = answer['conversation_id'] as string
    const { cell, words } = (await explain(ada, { conversation_id, row: 3, max_rows: 200 })) as {
      cell: { value: number; columns: string[]; rows: (string | number)[][]; row_count: number }
      words: object[]
    }
    expect(words.length).toBeGreaterThan(0)
    const month = String(third?.[0]).slice(0, 7)
    expect(cell).toMatchObject({ value: third?.[1], has_changed: false, dataset: 'sales' })
    expect(cell.row_count).toBe(gold(`select * from sales where sold_on like '${month}%'`).length)
    const [amount, key] = [cell.columns.indexOf('amount'), cell.columns.indexOf('sale id')]
    expect(key).not.toBe(-1)
    const total = cell.rows.reduce((sum, row) => sum + Number(row[amount]), 0)
    expect(total).toBeCloseTo(Number(third?.[1]), 6)
    expect(await explain(ada, { conversation_id, row: 99 })).toMatchObject({
      error: { code: 'VALIDATION_ERROR', message: expect.stringContaining('row is 1 to') as string },
    })
    expect(await explain(ada, { conversation_id, row: 1, column: 'colour' })).toMatchObject({
      error: { code: 'VALIDATION_ERROR', available: expect.any(Array) as string[] },
    })
  })

  test('[DA445] the row behind a listed value is the row itself', async () => {
    const wanted = { from: 'breads', select: ['name'], where: [['price', '>', 4]], order: ['price'] }
    const { structuredContent: answer } = await query(ada, { ontologyId: agent.ontologyId, query: wanted })
    const { cell } = await explain(ada, { conversation_id: answer['conversation_id'], row: 2 })
    expect(cell).toMatchObject({ rows: [[4, `O'Grady's "Best"`, 'dark', 5]], row_count: 1 })
  })

  test('[DA446] [DA1128] someone else’s conversation is not found, and a changed ontology explains nothing', async () => {
    const eve = await agent.app.user({ path: '' })
    const wanted = { from: 'sales', select: [{ count: 'sales' }] }
    const { structuredContent: answer } = await query(ada, { ontologyId: agent.ontologyId, query: wanted })
    const conversation_id = answer['conversation_id'] as string
    expect(await explain(eve, { conversation_id })).toMatchObject({
      error: { code: 'NOT_FOUND', knecta_code: 'CONVERSATION_NOT_FOUND' },
    })
    await agent.admin.api('PATCH', `/api/data-agent/ontologies/${agent.ontologyId}`, { overlay: {} })
    expect(await explain(ada, { conversation_id })).toMatchObject({
      error: { code: 'CONFLICT', knecta_code: 'ONTOLOGY_CHANGED' },
    })
  })
})
