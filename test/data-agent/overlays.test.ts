import { renameSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { inBakery } from './bakery.ts'
import { ask, makeOntology, openAgent, untilReady, type TestAgent } from './open-agent.ts'

const ontologies = '/api/data-agent/ontologies'
const question = 'How much did we sell in our best city?'
const sql =
  'select city, sum(amount) from sales join shops using (shop_id) group by city order by 2 desc limit 1'

describe.each(engines)('what people add to an ontology on %s', (engine) => {
  let agent: TestAgent
  let ada: TestUser
  let bob: TestUser
  let id: string
  beforeAll(async () => {
    agent = await openAgent(engine)
    ada = await agent.app.user({ path: '' })
    bob = await agent.app.user({ path: '' })
    id = await makeOntology(agent.admin, { name: 'Ours', connection_id: agent.connectionId })
  })
  afterAll(() => agent[Symbol.asyncDispose]())

  const edit = async (user: TestUser, overlay: object) => {
    const response = await user.api('PATCH', `${ontologies}/${id}`, { overlay })
    return [response.status, (await response.json()) as { message?: string; path?: string }] as const
  }
  const kept = async () =>
    ((await (await ada.api('GET', `${ontologies}/${id}`)).json()) as { overlay: Overlay }).overlay

  test('[DO140] others are served while a long document is read, which is then refused in words', async () => {
    const yaml = Array.from({ length: 60_000 }, (_, index) => `key_${index}: 1`).join('\n')
    let isRead = false
    const importing = ada.api('POST', `${ontologies}/${id}/import`, { yaml }).finally(() => (isRead = true))
    let served = 0
    while (!isRead && served < 3) {
      expect((await bob.api('GET', ontologies)).status).toBe(200)
      if (!isRead) served += 1
    }
    expect(served).toBe(3)
    const response = await importing
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringMatching(/version.* required/) as string,
    ])
  })

  test('[DO143] ten thousand entries are taken and shown, and one more is refused', async () => {
    const fields = Array.from({ length: 10_000 }, (_, index) => ({
      dataset: 'sales',
      field: `field_${index}`,
      isIndexed: false,
    }))
    expect((await edit(ada, { fields }))[0]).toBe(200)
    expect((await kept()).fields).toHaveLength(10_000)
    const glossary = [{ term: 'loaf', meaning: 'A bread', synonyms: [] }]
    expect(await edit(ada, { fields, glossary })).toEqual([
      400,
      expect.objectContaining({
        message:
          'overlay: has 10,001 entries and may have 10,000 in all; leave out those that change nothing',
        path: 'overlay',
      }),
    ])
    expect((await edit(ada, {}))[0]).toBe(200)
  })

  test('[DA741] a question by a metric of a person counts the year that it names', async () => {
    const metric = { name: 'takings', label: 'Takings', description: null, synonyms: ['revenue'], unit: null }
    expect((await edit(ada, { metrics: [{ ...metric, expression: 'sum(sales.amount)' }] }))[0]).toBe(200)
    for (const year of [2025, 2026]) {
      const { structuredContent } = await ask(ada, {
        ontologyId: id,
        question: `revenue by category in ${year}`,
      })
      const gold = inBakery(
        agent.file,
        `select category, sum(amount) total from sales join breads using (bread_id)
         where sold_on like '${year}-%' group by category order by category`,
      ).map(({ category, total }) => [category, total])
      expect(gold.length).toBe(2)
      const rows = structuredContent['rows'] as unknown[][]
      expect(rows.toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))).toEqual(gold)
    }
    expect((await edit(ada, {}))[0]).toBe(200)
  })

  test('[DA140] an answer by a verified question says who verified it and when', async () => {
    expect((await edit(ada, { verified: [{ question, sql, verifiedBy: 'The board' }] }))[0]).toBe(200)
    const [entry] = (await kept()).verified
    expect(entry).toMatchObject({ question, sql, verifiedBy: ada.email })
    // Sent back by someone else, it is still hers.
    const other = { question: 'Our shops', sql: 'select name from shops' }
    expect((await edit(bob, { verified: [entry, other] }))[0]).toBe(200)
    expect((await kept()).verified).toMatchObject([{ verifiedBy: ada.email }, { verifiedBy: bob.email }])

    const { content, structuredContent } = await ask(ada, {
      ontologyId: id,
      question: 'How much did we sell in our best city',
    })
    expect(structuredContent).toMatchObject({
      status: 'answered',
      verified: { question, by: ada.email, at: entry?.verifiedAt },
    })
    const day = String(entry?.verifiedAt).slice(0, 10)
    expect(content[0]?.text.replaceAll('\\', '')).toContain(
      `Answered by a question that ${ada.email} verified on ${day}.`,
    )
  })

  test.each([
    ["select 'North', 999999 from sales", /^verified\[0\]\.sql: Column 1 holds nothing of the data/],
    ['delete from sales', /^verified\[0\]\.sql: Only SELECT may be asked/],
    ['select name from ovens', /^verified\[0\]\.sql: The table "?ovens"? is not part/],
    ['hello', /^verified\[0\]\.sql: /],
  ])('[DO144] %s answers nothing and is refused', async (statement, message) => {
    const [status, body] = await edit(ada, { verified: [{ question, sql: statement }] })
    expect([status, body.message, body.path]).toEqual([
      400,
      expect.stringMatching(message) as string,
      'verified[0].sql',
    ])
  })
})

interface Overlay {
  readonly fields: readonly object[]
  readonly verified: readonly { readonly verifiedBy?: string; readonly verifiedAt?: string }[]
}

test('[DO145] SQL that was kept before the database was read, and cannot answer, is not used', async () => {
  await using agent = await openAgent('pglite')
  const { admin, file, connectionId } = agent
  renameSync(file, `${file}.away`)
  const made = await admin.api('POST', ontologies, { name: 'Later', connection_id: connectionId })
  const { id } = (await made.json()) as { id: string }
  await expect(untilReady(admin, id)).rejects.toThrow('failed')
  const verified = [
    { question: 'How many sales are there?', sql: 'delete from sales' },
    { question: 'How many breads are there?', sql: 'select 999999 from breads' },
  ]
  expect((await admin.api('PATCH', `${ontologies}/${id}`, { overlay: { verified } })).status).toBe(200)
  renameSync(`${file}.away`, file)
  await admin.api('POST', `${ontologies}/${id}/refresh`, {})
  await untilReady(admin, id)

  const rows = async (question: string) => {
    const { structuredContent } = await ask(admin, { ontologyId: id, question })
    expect(structuredContent['verified']).toBeUndefined()
    return structuredContent['rows']
  }
  expect(await rows('How many sales are there?')).toEqual([[360]])
  expect(await rows('How many breads are there?')).toEqual([[4]])
})
