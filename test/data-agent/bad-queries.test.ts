import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyEngine } from '../environment/test-host.ts'
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

const good: readonly object[] = [
  {
    from: 'sales',
    select: [{ month: 'sold_on', as: 'm' }, 'shops.city', { sum: 'amount', as: 'sold' }],
    where: [['sold_on', 'during', 'last year'], { or: [['amount', '>', 3], { exists: { from: 'breads' } }] }],
    having: [['sold', '>', 10]],
    order: [{ desc: 'sold' }, 'm'],
    limit: 2,
    per: ['m'],
  },
  {
    from: 'breads',
    select: ['name', { '/': [{ sum: 'sales.amount' }, { count: 'sales' }], as: 'mean' }],
    where: [['price', '>', { query: { from: 'breads', select: [{ avg: 'price' }] } }]],
    outer: true,
  },
  {
    from: 'shops',
    select: ['city'],
    distinct: true,
    except: { from: 'shops', select: ['city'], where: [['name', 'contains', 'a']] },
  },
  { from: 'sales', select: [{ share: { sum: 'amount' } }, { rank: { sum: 'amount' } }, 'bread_id'] },
]

const strange = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    1e300,
    '',
    'amount',
    'sales',
    'nobody',
    '__proto__',
    [],
    {},
    [[]],
    '2026-02-30',
    '\u0000',
  ),
  fc.constantFrom<unknown>({ sum: 'amount' }, { field: 'name' }, { query: count }, ['amount', '=', 1], {
    now: true,
  }),
  fc.jsonValue({ maxDepth: 2 }),
)

/** The value with one part of it replaced, removed or doubled. */
function mutated(value: unknown, seed: number, by: unknown, how: number): unknown {
  if (typeof value !== 'object' || value === null) return by
  const entries = Object.entries(value)
  const at = seed % (entries.length + 1)
  const [key, part] = entries[at] ?? []
  if (key === undefined) return how % 3 === 0 ? by : Array.isArray(value) ? [...value, by] : value
  const isDeep = how % 4 !== 0
  const changed = isDeep ? mutated(part, Math.floor(seed / (entries.length + 1)), by, how) : by
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    if (how % 7 === 0) return items.toSpliced(at, 1)
    if (how % 7 === 1) return items.toSpliced(at, 0, part)
    return items.with(at, changed)
  }
  const rest = Object.fromEntries(entries.filter(([name]) => name !== key))
  return how % 7 === 0 ? rest : { ...rest, [key]: changed }
}

describe.each(anyEngine())('bad queries on %s', (engine) => {
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

  test('[DA821] a query of which any part was changed is answered or refused with its place', async () => {
    const input = fc.tuple(fc.constantFrom(...good), fc.nat(), strange, fc.nat(1000))
    const outcomes = { answered: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(input, async ([query, seed, by, how]) => {
        const { status, error } = (await answer(mutated(query, seed, by, how) as object)) as {
          status?: string
          error?: Record<string, unknown>
        }
        const isRefused =
          typeof error?.['path'] === 'string' ||
          error?.['parameter'] === 'query' ||
          /^query[. ]/.test(String(error?.['message'])) ||
          error?.['knecta_code'] === 'CANNOT_ANSWER'
        outcomes[isRefused ? 'refused' : 'answered'] += 1
        expect({ error, is: isRefused || status === 'answered' }).toEqual({ error, is: true })
      }),
      { numRuns: 250 },
    )
    expect(Math.min(outcomes.answered, outcomes.refused)).toBeGreaterThan(10)
  })

  test('[DX441] [DX903] quotes, backslashes and percent signs are parts of a value', async () => {
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
