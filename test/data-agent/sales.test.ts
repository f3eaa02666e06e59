import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { ask, makeOntology, openAgent, type AskResult, type TestAgent } from './open-agent.ts'

const ontologies = '/api/data-agent/ontologies'

interface Choices {
  readonly period: string
  readonly own_revenue: string | null
  readonly choices: readonly {
    readonly dataset: string
    readonly revenue: number | null
    readonly is_taken: boolean
    readonly is_confirmed: boolean
    readonly reading: string
  }[]
}

/** A boat yard. Its orders have lines for parts, and its bills have these and the labour. Today is 2026-11-01. */
function writeYard(folder: string): string {
  const file = join(folder, 'yard.sqlite')
  const db = new DatabaseSync(file)
  db.exec(`
    create table owners (owner_id integer primary key, name text not null);
    create table parts (part_id integer primary key, title text not null);
    create table work_orders (order_id integer primary key, owner_id integer not null references owners, opened_on date not null, status text not null);
    create table order_lines (line_id integer primary key, order_id integer not null references work_orders, part_id integer not null references parts, quantity integer not null, unit_price real not null);
    create table bills (bill_no integer primary key, order_id integer not null references work_orders, owner_id integer not null references owners, billed_on date not null, net_total real not null);
    create table deposits (deposit_id integer primary key, owner_id integer not null references owners, received_on date not null, amount real not null);
    insert into owners values (1, 'Ana'), (2, 'Bo'), (3, 'Cy');
    insert into parts values (1, 'Paint'), (2, 'Rope');
  `)
  for (let index = 1; index <= 24; index += 1) {
    const day = new Date(Date.UTC(2026, 9, 20) - index * 20 * 86_400_000).toISOString().slice(0, 10)
    db.exec(`
      insert into work_orders values (${index}, ${1 + (index % 3)}, '${day}', 'done');
      insert into order_lines values (${2 * index}, ${index}, 1, 1, 60), (${2 * index + 1}, ${index}, 2, 2, 20);
      insert into bills values (${index}, ${index}, ${1 + (index % 3)}, '${day}', 250);
      insert into deposits values (${index}, ${1 + (index % 3)}, '${day}', 10);
    `)
  }
  db.close()
  return file
}

/** The same things over the counter and on the web, which are added up. */
function writeShops(folder: string): string {
  const file = join(folder, 'shops.sqlite')
  const db = new DatabaseSync(file)
  const columns =
    'item_id integer not null references items, sold_on date not null, quantity integer not null, unit_price real not null'
  db.exec(`
    create table items (item_id integer primary key, name text not null);
    create table till_sales (till_sale_id integer primary key, ${columns});
    create table web_sales (web_sale_id integer primary key, ${columns});
    insert into items values (1, 'Kite'), (2, 'Rope'), (3, 'Sail');
  `)
  for (let index = 1; index <= 30; index += 1)
    db.exec(`
      insert into till_sales values (${index}, ${1 + (index % 3)}, '2026-0${1 + (index % 9)}-07', 1, 10);
      insert into web_sales values (${index}, ${1 + (index % 3)}, '2026-0${1 + (index % 9)}-09', 2, 10);
    `)
  db.close()
  return file
}

describe.each(engines)('which rows are the sales of a business, on %s', (engine) => {
  let agent: TestAgent
  let ada: TestUser
  let id: string
  const made = async (name: string, file: string) => {
    const added = await agent.admin.api('POST', '/api/data-agent/connections', { name, kind: 'sqlite', file })
    const { id: connection } = (await added.json()) as { id: string }
    return makeOntology(agent.admin, { name, connection_id: connection })
  }
  beforeAll(async () => {
    agent = await openAgent(engine)
    id = await made('Yard', writeYard(agent.folder))
    ada = await agent.app.user({ path: '' })
  })
  afterAll(() => agent[Symbol.asyncDispose]())

  const choices = async (of = id) =>
    (await (await ada.api('GET', `${ontologies}/${of}/sales`)).json()) as Choices
  const choose = (user: TestUser, ...datasets: string[]) =>
    user.api('PUT', `${ontologies}/${id}/sales`, { datasets })
  const pitfalls = async () =>
    ((await ada.call('describe_ontology', { ontologyId: id })).raw as unknown as AskResult).content[0]?.text
  const revenue = async () => {
    const { structuredContent } = await ask(ada, { ontologyId: id, question: 'revenue in 2026' })
    return structuredContent['rows']
  }

  test('[DO1400] what could be the sales is listed with the revenue that each gives, what is taken now first', async () => {
    const { period, own_revenue: own, choices: all } = await choices()
    expect([period, own]).toEqual(['last 12 months', null])
    expect(all.map((one) => [one.dataset, one.revenue, one.is_taken, one.is_confirmed])).toEqual([
      ['work_orders', 1700, true, false],
      ['bills', 4250, false, false],
      ['deposits', 170, false, false],
    ])
    expect(all[1]?.reading).toContain('from 2025-11-01')
  })

  test('[DO1400] each has its own figure, also where all of them are added up in answers', async () => {
    const shops = await made('Shops', writeShops(agent.folder))
    const { choices: all } = await choices(shops)
    expect(Object.fromEntries(all.map((one) => [one.dataset, one.revenue]))).toEqual({
      till_sales: 300,
      web_sales: 600,
    })
  })

  test('[DO1401] [DO1550] [DO1549] [DO1406] what a person chooses is the revenue of each answer, is exported, and can be derived again', async () => {
    expect(await revenue()).toEqual([[1400]])
    expect(await pitfalls()).toContain(
      'Nobody has decided which rows are the sales: revenue is derived from work_orders, and it could be bills or deposits.',
    )
    expect((await choose(ada, 'bills')).status).toBe(200)
    expect(await revenue()).toEqual([[3500]])
    expect(await pitfalls()).not.toContain('Nobody has decided')
    const [first] = (await choices()).choices
    expect(first).toMatchObject({ dataset: 'bills', revenue: 4250, is_taken: true, is_confirmed: true })

    const { yaml } = (await (await ada.api('GET', `${ontologies}/${id}/export`)).json()) as { yaml: string }
    expect((await choose(ada)).status).toBe(200)
    expect(await revenue()).toEqual([[1400]])
    expect((await ada.api('POST', `${ontologies}/${id}/import`, { yaml })).status).toBe(200)
    expect(await revenue()).toEqual([[3500]])
    expect((await choose(ada)).status).toBe(200)
  })

  test('[DO1405] several datasets that a person chooses are added up', async () => {
    expect((await choose(ada, 'bills', 'deposits')).status).toBe(200)
    expect((await choices()).choices.map((one) => [one.dataset, one.revenue, one.is_confirmed])).toEqual([
      ['bills', 4250, true],
      ['deposits', 170, true],
      ['work_orders', 1700, false],
    ])
    expect(await revenue()).toEqual([[3500 + 140]])
    const { structuredContent } = await ask(ada, { ontologyId: id, question: 'revenue by owner in 2026' })
    expect(structuredContent['rows']).toHaveLength(3)
    expect((await choose(ada)).status).toBe(200)
  })

  test('[DO1402] [DO1551] a dataset that does not exist is refused with those that do, and a reader may not choose', async () => {
    const refused = await choose(ada, 'billz')
    expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining('bills') as string])
    const viewer = await agent.app.user({ role: 'viewer', path: '' })
    expect((await choose(viewer, 'bills')).status).toBe(403)
    expect((await choices()).choices[0]).toMatchObject({ dataset: 'work_orders', is_confirmed: false })
  })

  test('[DO1403] rows that a person says are no sales are not taken for them', async () => {
    const overlay = { datasets: [{ dataset: 'work_orders', isSales: false }] }
    expect((await ada.api('PATCH', `${ontologies}/${id}`, { overlay })).status).toBe(200)
    expect(await revenue()).toEqual([[3500]])
    // Whoever chooses them later takes that back.
    expect((await choose(ada, 'work_orders')).status).toBe(200)
    expect(await revenue()).toEqual([[1400]])
    expect((await ada.api('PATCH', `${ontologies}/${id}`, { overlay: {} })).status).toBe(200)
  })

  test('[DO1404] a metric of a person named revenue is used whatever is chosen, and the list says so', async () => {
    const expression = 'sum(bills.net_total)'
    const metric = {
      name: 'revenue',
      label: 'revenue',
      description: null,
      synonyms: [],
      unit: null,
      expression,
    }
    const overlay = { metrics: [metric] }
    expect((await ada.api('PATCH', `${ontologies}/${id}`, { overlay })).status).toBe(200)
    expect(await choices()).toMatchObject({
      own_revenue: expression,
      choices: [{ revenue: 1700 }, { revenue: 4250 }, { revenue: 170 }],
    })
    expect((await ada.api('PATCH', `${ontologies}/${id}`, { overlay: {} })).status).toBe(200)
  })

  test('[DO1400] where nothing was sold in the last 12 months, the figures are those of all time', async () => {
    agent.app.clock.advance('800d')
    ada = await agent.app.user({ path: '' })
    const { period, choices: all } = await choices()
    expect([period, all.map(({ revenue }) => revenue)]).toEqual(['all time', [2400, 6000, 240]])
  })
})
