import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { makeOntology, openAgent, query, type TestAgent } from './open-agent.ts'

const count = { from: 'sales', select: [{ count: 'sales' }] }
const nested = (levels: number): object =>
  levels === 0 ? { from: 'breads' } : { from: 'sales', where: [{ exists: nested(levels - 1) }] }

const bad: [what: string, place: RegExp, query: object][] = [
  [
    '100,000 filters',
    /^\$\.where\[\d+\]/,
    { ...count, where: Array.from({ length: 100_000 }, () => ['amount', '>', 1]) },
  ],
  [
    'a sub-query inside a sub-query without end',
    /^\$\.where\[0\](?:\.exists\.where\[0\]){5}/,
    { ...count, where: [{ exists: nested(20) }] },
  ],
  ['a cross join by omission', /^\$\.from$/, { from: 'sales', select: ['ovens.maker', { count: 'sales' }] }],
  ['mixed grains', /^\$\.select\[0\]$/, { from: 'sales', select: [{ '/': ['amount', { sum: 'amount' }] }] }],
  ['an order by what is no group', /^\$\.order\[0\]$/, { ...count, order: ['amount'] }],
  ['text where a number belongs', /^\$\.where\[0\]\[2\]$/, { ...count, where: [['amount', '>', 'a lot']] }],
  ['a sum of texts', /^\$\.select\[0\]\.sum$/, { from: 'shops', select: [{ sum: 'city' }] }],
  [
    'a day that does not exist',
    /^\$\.where\[0\]\[2\]$/,
    { ...count, where: [['sold_on', '=', '2026-02-30']] },
  ],
  [
    'a period that does not exist',
    /^\$\.where\[0\]\[2\]\.start$/,
    { ...count, where: [['sold_on', 'during', { start: '2026-13-01' }]] },
  ],
  [
    'a control character in a value',
    /^\$\.where\[0\]\[2\]$/,
    { ...count, where: [['shops.city', '=', 'Li\u0007ma']] },
  ],
  ['a reversed name', /^\$\.select\[0\]$/, { from: 'sales', select: ['am\u202eount'] }],
]

describe.each(engines)('bad queries on %s', (engine) => {
  let agent: TestAgent
  let ada: TestUser
  let ontologyId: string
  beforeAll(async () => {
    agent = await openAgent(engine)
    ada = await agent.app.user({ path: '' })
    const database = new DatabaseSync(agent.file)
    database.exec('create table ovens (oven_id integer primary key, maker text)')
    database.close()
    const { connectionId: connection_id } = agent
    ontologyId = await makeOntology(agent.admin, { name: 'With ovens', connection_id })
  })
  afterAll(() => agent[Symbol.asyncDispose]())

  const answer = async (wanted: object, more: object = {}) =>
    (await query(ada, { ontologyId, query: wanted, ...more })).structuredContent
  const conversations = async () => {
    const response = await ada.api('GET', '/api/data-agent/conversations')
    return ((await response.json()) as { conversations: object[] }).conversations.length
  }

  test.each(bad)('[DX441] %s is refused with its place, and nothing runs', async (_what, place, wanted) => {
    const before = await conversations()
    const { error } = (await answer(wanted)) as { error: Record<string, unknown> }
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', knecta_code: 'INVALID_QUERY' })
    expect(error['path']).toMatch(place)
    expect(String(error['message']).length).toBeLessThan(1000)
    expect(await conversations()).toBe(before)
  })

  test('[DX441] quotes, backslashes and percent signs are parts of a value', async () => {
    const rows = async (value: string, operator = '=') =>
      (await answer({ from: 'breads', select: ['name'], where: [['name', operator, value]] }))['rows']
    expect(await rows(`O'Grady's "Best"`)).toEqual([[`O'Grady's "Best"`]])
    for (const value of [`' or 1=1 --`, `"; drop table breads; --`, `\\`, `%`, `_`])
      expect([value, await rows(value), await rows(value, 'contains')]).toEqual([value, [], []])
  })

  test('[DX441] an ontology that changed since the conversation is refused, for queries and explanations', async () => {
    const { conversation_id } = await answer(count)
    await agent.admin.api('PATCH', `/api/data-agent/ontologies/${ontologyId}`, {
      overlay: { fields: [{ dataset: 'sales', field: 'amount', label: 'takings' }] },
    })
    const { error } = await answer(count, { conversation_id })
    expect(error).toMatchObject({ code: 'CONFLICT', knecta_code: 'ONTOLOGY_CHANGED' })
    expect(await answer(count)).toMatchObject({ status: 'answered' })
  })
})
