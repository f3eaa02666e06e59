import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSql, planJoins, type Ontology, type Query } from '@quipu/query'
import { completeQuery, interpretQuestion, QueryError, readQuery, writeQuery } from '@quipu/reading'
import { shopQuestions } from '../questions/test-shop-questions.ts'
import { moreShopQuestions } from '../questions/test-shop-more-questions.ts'
import { openSmallDatabase } from '../questions/test-small-database.ts'
import { now, plainContext, sampleShop } from '../questions/test-shop.ts'
import { shopQueries } from './test-queries.ts'

const context = { now, timeZone: 'UTC' }
let ontology: Ontology
let database: DatabaseSync
let file: string
beforeAll(async () => {
  ;({ ontology, file } = await sampleShop())
  database = new DatabaseSync(file, { readOnly: true })
}, 120_000)
afterAll(() => {
  database.close()
  rmSync(dirname(file), { recursive: true })
})

const read = (query: unknown) => readQuery(query, ontology, context)

function sqlOf(query: Query, of = ontology): string {
  const plan = planJoins(query, of)
  if ('status' in plan) throw new Error(plan.reason)
  return buildSql(query, plan, of, context).inlined
}

function rowsOf(sql: string, isOrdered: boolean): readonly string[] {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  const rows = (statement.all() as unknown as unknown[][]).map((row) =>
    JSON.stringify(row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 1e6) / 1e6 : cell))),
  )
  return isOrdered ? rows : rows.toSorted()
}

function refusalOf(query: unknown, of = ontology): QueryError {
  try {
    readQuery(query, of, context)
  } catch (error) {
    if (error instanceof QueryError) return error
    throw error
  }
  throw new Error(`not refused: ${JSON.stringify(query)}`)
}

test.each(shopQueries)(
  '[DX5] gives the same rows as hand-written SQL: $says',
  ({ query, sql, isOrdered = false }) => {
    const wanted = rowsOf(sql, isOrdered)
    expect(rowsOf(sqlOf(read(query)), isOrdered)).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(0)
  },
)

test('[DX9] a query that is written and parsed again is the same', () => {
  for (const { query } of shopQueries) {
    const once = read(query)
    expect(read(JSON.parse(JSON.stringify(writeQuery(once, ontology))))).toEqual(once)
  }
})

test('[DX9] every reading of the shop questions that is written and parsed again is the same reading', () => {
  let readings = 0
  for (const { question } of [...shopQuestions, ...moreShopQuestions])
    for (const { query } of interpretQuestion(question, ontology, plainContext).candidates) {
      if ('status' in planJoins(query, ontology)) continue
      const whole = completeQuery(query, ontology)
      if (addsUpNoNumber(whole)) continue
      const written = writeQuery(whole, ontology)
      expect([question, read(JSON.parse(JSON.stringify(written)))]).toEqual([question, whole])
      expect([question, rowsOf(sqlOf(whole), false)]).toEqual([question, rowsOf(sqlOf(query), false)])
      readings += 1
    }
  expect(readings).toBeGreaterThan(100)
})

/** Such a reading is refused, because the database could not answer it. */
function addsUpNoNumber(query: Query): boolean {
  return query.outputs.some(
    ({ expression: of }) =>
      of.kind === 'aggregate' &&
      ['avg', 'sum'].includes(of.function) &&
      of.of.kind === 'field' &&
      ontology.datasets.some(({ fields }) =>
        fields.some((one) => of.of.kind === 'field' && one.name === of.of.field && one.type === 'date'),
      ),
  )
}

test('[DX4] [DX901] two equally good joins are refused with both, and each can be chosen', async () => {
  using flights = await openSmallDatabase(`
    create table airports (airport_id integer primary key, city text not null);
    create table flights (
      flight_id integer primary key, origin_id integer not null references airports,
      destination_id integer not null references airports);
    insert into airports values (1, 'Lima'), (2, 'Cusco'), (3, 'Ica');
    insert into flights values (1, 1, 2), (2, 1, 3), (3, 2, 1);
  `)
  const byCity = { from: 'flights', select: ['airports.city', { count: 'flights' }] }
  const { path, details, message } = refusalOf(byCity, flights.ontology)
  expect([path, message]).toEqual(['$.join', expect.stringContaining('several ways') as string])
  expect(details.choices).toHaveLength(2)
  const sqls = (details.choices ?? []).map((join) =>
    sqlOf(readQuery({ ...byCity, join }, flights.ontology, context), flights.ontology),
  )
  expect(sqls.join('\n')).toMatch(/origin_id[^]*destination_id|destination_id[^]*origin_id/)
  const nested = { from: 'flights', select: [{ count: '*' }], where: [{ exists: { from: 'airports' } }] }
  expect(refusalOf(nested, flights.ontology).path).toBe('$.where[0].exists.join')
  const unnamed = {
    from: 'flights',
    select: [{ count: '*' }, 'home.city'],
    join: [{ dataset: 'airports', as: 'home', from: 'flights' }],
  }
  expect(refusalOf(unnamed, flights.ontology).path).toBe('$.join[0].via')
})

test('[DX4] datasets without a connection are refused, never multiplied', async () => {
  using apart = await openSmallDatabase(
    `create table cats (cat_id integer primary key, name text); create table cars (car_id integer primary key, brand text);`,
  )
  const { path, reason } = refusalOf({ from: 'cats', select: ['cats.name', 'cars.brand'] }, apart.ontology)
  expect([path, reason]).toEqual(['$.from', expect.stringContaining('No relationship connects') as string])
})

test('[DX6] [DX907] a period is given in words or by its days', () => {
  const where = (period: unknown) =>
    read({ from: 'orders', select: [{ count: '*' }], where: [['order_date', 'during', period]] }).where
  expect(where('last quarter')).toMatchObject({ start: '2026-07-01', end: '2026-10-01' })
  expect(where('2025')).toMatchObject({ start: '2025-01-01', end: '2026-01-01' })
  expect(where('last 30 days')).toMatchObject({ start: '2026-10-16' })
  expect(where({ start: '2026-02-01' })).toMatchObject({ start: '2026-02-01', end: null })
  for (const words of ['recently', 'when the sun shines', 'last fiscal quarter', 'by month', ''])
    expect([words, refusalPath(words)]).toEqual([words, '$.where[0][2]'])
  function refusalPath(words: string): string {
    return refusalOf({ from: 'orders', select: [{ count: '*' }], where: [['order_date', 'during', words]] })
      .path
  }
})

const count = { from: 'orders', select: [{ count: '*' }] }
const deep = (levels: number): object =>
  levels === 0 ? { from: 'orders' } : { from: 'orders', where: [{ exists: deep(levels - 1) }] }

const badQueries: [string, string, unknown][] = [
  ['more than null', '$.where[0][2]', { ...count, where: [['status', '>', null]] }],
  ['a sum of texts', '$.select[0]', { from: 'orders', select: [{ sum: 'status' }] }],
  ['between null and a value', '$.where[0][2][0]', { ...count, where: [['status', 'between', [null, 'x']]] }],
  [
    'an order by a heading of two columns',
    '$.order[0]',
    {
      from: 'orders',
      select: [
        { count: 'orders', as: 'x' },
        { count: 'customers', as: 'x' },
      ],
      order: ['x'],
    },
  ],
  [
    '100,000 conditions',
    '$.where[9',
    { ...count, where: Array.from({ length: 100_000 }, () => ['status', 'is null']) },
  ],
  [
    '100,000 values',
    '$.where[0][2]',
    { ...count, where: [['status', 'in', Array.from({ length: 100_000 }, String)]] },
  ],
  [
    'sub-queries without end',
    '$.where[0].exists.where[0].exists.where[0].exists.where[0].exists',
    { ...count, where: [{ exists: deep(40) }] },
  ],
  [
    'an aggregate among conditions on rows',
    '$.where',
    { ...count, where: [[{ sum: 'total_amount' }, '>', 5]] },
  ],
  [
    'an aggregate inside an aggregate',
    '$.select[0].sum',
    { from: 'orders', select: [{ sum: { avg: 'total_amount' } }] },
  ],
  [
    'a single value beside a figure over all',
    '$.select[0]',
    { from: 'orders', select: [{ '/': ['total_amount', { sum: 'total_amount' }] }] },
  ],
  ['an order that is no group', '$.order[0]', { ...count, order: ['order_date'] }],
  ['text where a number belongs', '$.where[0][2]', { ...count, where: [['total_amount', '>', 'much']] }],
  ['a sum of texts', '$.select[0].sum', { from: 'orders', select: [{ sum: 'status' }] }],
  ['a day that does not exist', '$.where[0][2]', { ...count, where: [['order_date', '>=', '2026-02-30']] }],
  [
    'a bound that does not exist',
    '$.where[0][2].start',
    { ...count, where: [['order_date', 'during', { start: '2026-13-01' }]] },
  ],
  [
    'a period that ends before it starts',
    '$.where[0][2]',
    { ...count, where: [['order_date', 'during', { start: '2026-03-01', end: '2026-01-01' }]] },
  ],
  ['a period of a text', '$.select[0].month', { from: 'orders', select: [{ month: 'status' }] }],
  ['a control character in a value', '$.where[0][2]', { ...count, where: [['status', '=', 'a\u0000b']] }],
  ['a hidden character in a name', '$.select[0]', { from: 'orders', select: ['sta\u202etus'] }],
  ['an unknown operator', '$.where[0][1]', { ...count, where: [['status', 'like', 'a']] }],
  [
    'two operators in one expression',
    '$.select[0]',
    { from: 'orders', select: [{ sum: 'total_amount', avg: 'total_amount' }] },
  ],
  [
    'sets of different widths',
    '$.union',
    { ...count, union: { from: 'orders', select: ['status', 'channel'] } },
  ],
  ['no columns', '$.select', { from: 'orders', select: [] }],
  ['no dataset', '$.from', { select: ['status'] }],
  ['a list instead of a query', '$', []],
  ['another version', '$.version', { ...count, version: 2 }],
  ['a limit that is no number', '$.limit', { ...count, limit: '5' }],
  ['"per" without "limit"', '$.per', { from: 'orders', select: ['status'], per: ['channel'] }],
  ['a name that is taken', '$.join[0].as', { ...count, join: [{ dataset: 'stores', as: 'customers' }] }],
  [
    'a join by fields of two types',
    '$.join[0].on[0]',
    { ...count, join: [{ dataset: 'stores', from: 'orders', on: [['status', 'store_id']] }] },
  ],
]

test.each(badQueries)(
  '[DX10] [DX902] [DA820] [DA1125] bad input is refused with its place: %s',
  (_what, path, query) => {
    const refused = refusalOf(query)
    expect(refused.path.startsWith(path)).toBe(true)
    expect(refused.message.length).toBeLessThan(500)
  },
)
