import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOwlShelter, openWatchmaker } from './test-watchmaker.ts'
import type { SmallDatabase } from './test-small-database.ts'

let watches: SmallDatabase
let owls: SmallDatabase
beforeAll(async () => {
  watches = await openWatchmaker()
  owls = await openOwlShelter()
})
afterAll(() => {
  watches[Symbol.dispose]()
  owls[Symbol.dispose]()
})

/** The different answers to several wordings of one question: one, where all are read alike. */
function answers(database: SmallDatabase, ...questions: readonly string[]): readonly unknown[] {
  const all = questions.map((question) => database.rows(question))
  return [...new Map(all.map((rows) => [JSON.stringify(rows), rows])).values()]
}

function columns(rows: readonly (readonly unknown[])[], ...shown: readonly number[]): readonly unknown[] {
  return rows.map((row) => shown.map((at) => row[at]))
}

test('[DR1510] a job whose customer did not come, or called off on the day, was not sold', () => {
  const found = answers(watches, 'how much did we take in all', 'turnover', 'how much have we earned')
  expect(found).toEqual([[[100 + 300 + 500 + 50]]])
})

test('[DR1511] [DR4194] [DR4192] what a job came to counts on the day of its invoice', () => {
  const found = answers(
    watches,
    'turnover last month',
    'how much did we bring in last month',
    'what did we make in October',
    'how much business did we do last month',
  )
  expect(found).toEqual([[[100 + 300 + 50]]])
  expect(watches.rows('how many repairs came in last month')).toEqual([[5]])
})

test('[DR1512] [DR4193] money ranks by revenue, and who brings it in is staff, whatever they are called', () => {
  const questions = [
    'which clockmaker made us the most money',
    'who brought in the most',
    'who sold the most',
    'which employee brought in the most money',
  ]
  expect(new Set(questions.map((question) => watches.rows(question)[0]?.[0]))).toEqual(new Set(['Ana Kopp']))
  expect(columns(watches.rows('top 2 customers by money'), 0, 1)).toEqual([
    ['Fox Jewels', 500],
    ['Egon Nied', 300],
  ])
})

test('[DR1513] [DR4195] the biggest sale is shown with the customer', () => {
  const found = answers(
    watches,
    'biggest repair ever and who it was for',
    'what was our biggest repair',
    'largest repair and whose was it',
    'biggest invoice and which customer was it',
  )
  expect(found).toEqual([[[3, 'Fox Jewels']]])
  expect(columns(watches.rows('top 2 biggest repairs in October'), 0, 1, 2)).toEqual([
    [2, 'Egon Nied', 300],
    [1, 'Dora Moll', 100],
  ])
})

test('[DR1514] [DR4196] what was paid in one way is read from payments, or else from sales', () => {
  const card = answers(
    watches,
    'how much came in by card last month',
    'card takings last month',
    'how much was paid by card in October',
    'what did we take by card last month',
  )
  expect(card).toEqual([[[180]]])
  expect(
    answers(watches, 'how much cash did we take last month', 'what did we take in cash in October'),
  ).toEqual([[[360]]])
  const ways = answers(
    watches,
    'takings by payment method last month',
    'cash and card separately last month',
    'income split by how they paid last month',
  )
  expect(ways).toEqual([
    [
      ['Cash', 360],
      ['Card', 180],
    ],
  ])
  expect(owls.rows('how much came in by card this month')).toEqual([[150]])
})

test('[DR1515] goods over the counter are an income of their own beside visits and jobs', () => {
  expect(answers(watches, 'retail sales last month', 'income from products last month')).toEqual([
    [[55 + 50]],
  ])
  expect(answers(watches, 'profit on retail last month', 'retail profit in October')).toEqual([
    [[105 - 24 - 25]],
  ])
})

test('[DR1516] what a discount took off is added up, however the data writes it', () => {
  const found = answers(
    watches,
    'how much did we give away in retail discounts',
    'what did retail discounts cost us',
  )
  expect(found).toEqual([[[13]]])
})

test('[DR1517] what the stock is worth, is tied up in it, or comes to at cost is one figure', () => {
  const found = answers(
    watches,
    "what's the stock worth",
    'value of our stock at cost',
    'how much money is tied up in stock',
    'whats the stock worth at cost',
  )
  expect(found).toEqual([[[120 + 100 + 40]]])
})

test('[DR1518] [DR4194] [DR4197] gifts are donations, and those who give are donors', () => {
  const found = answers(
    owls,
    'how much have we raised in donations this month',
    'donations this month',
    'total donations this month',
    'how much did we receive this month',
  )
  expect(found).toEqual([[[170]]])
  expect(columns(owls.rows('top 2 donors'), 0, 1, 3)).toEqual([
    ['Hilde', 'Quast', 400],
    ['Gus', 'Pohl', 110],
  ])
  for (const question of ['who gave us the most', 'which donor gave the most', 'our biggest donor'])
    expect(owls.rows(question)[0]?.slice(0, 2)).toEqual(['Hilde', 'Quast'])
  expect(owls.rows('average donation this month')[0]?.[0]).toBeCloseTo(170 / 3)
  expect(owls.rows('share of donations by gift kind this month')[0]?.[0]).toBe('Single')
})
