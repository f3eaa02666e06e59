import { readQuestion } from '@quipu/reading'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainContext } from './test-shop.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'
import { openTeaMerchant } from './test-tea-merchant.ts'

let tea: SmallDatabase
beforeAll(async () => {
  tea = await openTeaMerchant()
})
afterAll(() => tea[Symbol.dispose]())

type Case = readonly [question: string, sql: string]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, sql) => {
    expect(sorted(tea.rows(question))).toEqual(sorted(tea.run(sql)))
  })
}

describe('[DR2486] “by rep” is the text whose name ends so, where nothing else has this name', () => {
  answers([
    [
      'sales by rep this year',
      `select account_rep, sum(net_total) from sales join customers using (customer_id) where state <> 'cancelled' and sold_on >= '2026-01-01' group by 1`,
    ],
    [
      'how do people pay on the web? share per method',
      `select pay_method, 1.0 * count(*) / (select count(*) from sales where channel = 'web') from sales where channel = 'web' group by 1`,
    ],
  ])
})

describe('[DR2487] a word for money after an amount says nothing more', () => {
  answers([
    [
      'freight costs last year',
      `select sum(freight) from "Goods in" where received between '2025-01-01' and '2025-12-31'`,
    ],
    ['freight charges by grower', `select grower, sum(freight) from "Goods in" group by 1`],
  ])
})

describe('[DR2489] goods that came in with a total and no quantities were bought', () => {
  answers([
    [
      'how much did we buy from each grower this year',
      `select grower, sum(total) from "Goods in" where received >= '2026-01-01' group by 1`,
    ],
  ])
})

describe('[DR2491] what we carry or offer is what there is', () => {
  answers([['how many organic teas do we carry', 'select count(*) from teas where organic = 1']])
})

describe('[DR2492] “something” after the verb adds nothing to the question', () => {
  answers([
    [
      'when did Elm Hotel last buy something',
      `select max(sold_on) from sales join customers using (customer_id) where customer_name = 'Elm Hotel' and state <> 'cancelled' and sold_on <= '2026-11-15'`,
    ],
  ])
})

describe('[DR2494] a price beside the value of the stock, of which it is made, says nothing more', () => {
  answers([['what is our stock worth at purchase price', 'select sum(on_hand * purchase_price) from teas']])
})

describe('[DR2495] who did something the most is the person with their name in a text column', () => {
  answers([
    ['who takes the most sales', 'select taken_by from sales group by 1 order by count(*) desc limit 1'],
  ])
})

test('[DR2490] the worst after a number of late rows has the most of them', () => {
  const before = 'how many sales arrived late this year'
  const previous = { question: before, reading: tea.reading(before) }
  const plan = readQuestion('which channel is the worst', tea.ontology, { ...plainContext, previous })
  expect(plan.status === 'readings' && plan.readings[0].frame?.rank?.direction).toBe('desc')
})
