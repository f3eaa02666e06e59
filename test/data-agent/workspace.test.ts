import { dataAgent } from '@quipu/data-agent'
import { tasks } from '@quipu/tasks'
import { truth } from '@quipu/truth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestHost, type TestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { ask, query, type AskResult } from './open-agent.ts'

const limitless = { points: 10_000, seconds: 60 }
const invoices = [
  ['H-1', 'Hetzner', 'Hosting', 49.5, '2025-02-03'],
  ['H-2', 'Hetzner', 'Hosting', 51, '2025-07-03'],
  ['H-3', 'Hetzner', 'Hosting', 60, '2026-03-03'],
  ['P-1', 'Fjord Paper', 'Paper', 20, '2025-05-05'],
] as const

describe.each(engines)('my workspace on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks, truth, dataAgent], {
      limitOverrides: { ask_question: limitless, query_data: limitless },
    })
    ada = await app.user({ path: '' })
    const entities = invoices.map(
      ([invoice_number, seller_name, description, total_amount, invoice_date]) => ({
        entity_type: 'invoice',
        invoice_number,
        seller_name,
        description,
        total_amount,
        currency: 'EUR',
        invoice_date,
      }),
    )
    await ada.call('ingest', { entities })
    await ada.call('add_task', { title: 'Pay the rent', due_date: '2026-11-05' })
    await ada.call('add_task', { title: 'Water the plants' })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const call = async (user: TestUser, name: string, input: object) =>
    (await user.call(name, input)).raw as unknown as AskResult
  const asked = async (question: string, more: object = {}) =>
    (await ask(ada, { ontologyId: 'My workspace', question, ...more })).structuredContent
  const queried = async (wanted: object, more: object = {}) =>
    (await query(ada, { ontologyId: 'my workspace', query: wanted, ...more })).structuredContent

  test('[DA450] it is listed for whoever has something that the credential reaches, by id and name', async () => {
    const { structuredContent } = await call(ada, 'list_ontologies', {})
    const [own] = structuredContent['ontologies'] as { id: string; name: string; datasetCount: number }[]
    expect(own).toMatchObject({ name: 'My workspace', status: 'ready', datasetCount: 2 })
    const wanted = { from: 'tasks', select: [{ count: 'tasks' }] }
    const byId = await query(ada, { ontologyId: own?.id, query: wanted })
    expect(byId.structuredContent['rows']).toEqual([[2]])

    const narrow = await app.user({
      path: '',
      scope: ['data_agent:read', 'data_agent:write', 'ontologies:read'],
    })
    expect((await call(narrow, 'list_ontologies', {})).structuredContent).toEqual({ ontologies: [] })
    expect(
      (await query(narrow, { ontologyId: 'My workspace', query: wanted })).structuredContent,
    ).toMatchObject({
      error: { code: 'UNPROCESSABLE', knecta_code: 'WORKSPACE_EMPTY' },
    })
  })

  test('[DA451] [DA1137] a question about spending answers with the figure and the invoices, each with its entity and place', async () => {
    const { content, structuredContent } = await ask(ada, {
      ontologyId: 'My workspace',
      question: 'how much did I spend on hosting last year, and which invoices?',
    })
    expect(structuredContent).toMatchObject({ status: 'answered', rows: [[100.5]] })
    const { dataset, columns, rows } = structuredContent['made_from'] as {
      dataset: string
      columns: string[]
      rows: (string | number)[][]
    }
    const column = (name: string) => rows.map((row) => row[columns.indexOf(name)])
    expect(dataset).toBe('invoices')
    expect(new Set(column('invoice number'))).toEqual(new Set(['H-1', 'H-2']))
    expect(content[0]?.text).toContain('Made from 2 rows of invoices')
    for (const [index, entity_id] of column('entity id').entries()) {
      const { body } = await ada.call('get_field_provenance', { entity_id, field: 'total_amount' })
      const { span } = body as unknown as { span: { pointer: string; text: string } }
      expect(column('source place')[index]).toBe(`total_amount: "${span.text}" at ${span.pointer}`)
    }
  })

  test('[T343] a question about open tasks is read as people ask it', async () => {
    expect((await asked('how many open tasks do I have?'))['rows']).toEqual([[2]])
    expect(await asked('which tasks are still open?')).toMatchObject({ status: 'answered', row_count: 2 })
  })

  test('[DA451] tasks, queries, briefs and searches work there as anywhere', async () => {
    expect((await asked('How many tasks are not completed?'))['rows']).toEqual([[2]])
    expect((await asked('which tasks are due this month?'))['rows']).toEqual([['Pay the rent', '2026-11-05']])
    const bySeller = {
      from: 'invoices',
      select: ['seller_name', { sum: 'total_amount', as: 'sum' }],
      order: ['sum'],
    }
    expect((await queried(bySeller))['rows']).toEqual([
      ['Fjord Paper', 20],
      ['Hetzner', 160.5],
    ])
    const { structuredContent } = await call(ada, 'describe_ontology', { ontologyId: 'My workspace' })
    expect(structuredContent['brief']).toContain('invoices [4] (A bill from a seller to a buyer.)')
    const found = await call(ada, 'search_fields', { ontologyId: 'My workspace', text: 'hetzner' })
    expect(found.structuredContent).toMatchObject({ matches: [{ name: 'invoices.seller_name' }] })
  })

  test('[DA452] it goes on in a conversation, and its answers are explained', async () => {
    const first = await asked('how much did I spend on hosting in 2025')
    const conversation_id = first['conversation_id'] as string
    const second = await asked('and in 2026?', { conversation_id })
    expect(second['rows']).toEqual([[60]])
    const { structuredContent } = await call(ada, 'explain_answer', { conversation_id, row: 1 })
    expect(structuredContent).toMatchObject({ cell: { value: 60, dataset: 'invoices', row_count: 1 } })
    const kept = await ada.api('GET', `/api/data-agent/conversations/${conversation_id}`)
    expect(await kept.json()).toMatchObject({ ontology_id: '00000000-0000-4000-8000-000000000001' })
  })

  test('[DA453] [DA1139] [DA1138] what one person has is nobody else’s, and no value of it is kept with the ontologies', async () => {
    const bob = await app.user({ path: '' })
    await bob.call('add_task', { title: 'Buy a hat' })
    const titles = { from: 'tasks', select: ['title'] }
    const ofBob = await query(bob, { ontologyId: 'My workspace', query: titles })
    expect(ofBob.structuredContent['rows']).toEqual([['Buy a hat']])
    const spent = await query(bob, {
      ontologyId: 'My workspace',
      query: { from: 'invoices', select: ['name'] },
    })
    expect(spent.structuredContent).toMatchObject({ error: { path: '$.from', available: ['tasks'] } })
    const search = await call(bob, 'search_fields', { ontologyId: 'My workspace', text: 'Hetzner' })
    expect(search.structuredContent).toEqual({ matches: [] })
    const listed = await ada.api('GET', '/api/data-agent/ontologies')
    expect(await listed.json()).toEqual({ ontologies: [] })
  })
})
