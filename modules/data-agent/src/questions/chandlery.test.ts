import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readQuestion } from '@quipu/reading'
import { openChandlery } from './test-chandlery.ts'
import { plainContext } from './test-shop.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let shop: SmallDatabase
beforeAll(async () => {
  shop = await openChandlery()
})
afterAll(() => shop[Symbol.dispose]())

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, rows) => {
    expect(sorted(shop.rows(question))).toEqual(sorted(rows))
  })
}

function expressionOf(name: string): string | undefined {
  return shop.ontology.metrics.find((metric) => metric.name === name)?.expression
}

test('[DO680] [DO1522] rows with a weekday, a first and a last day are a plan, and signed quantities are movements: neither is a sale', () => {
  const used = shop.ontology.metrics.filter(({ name }) => /revenue|units/.test(name))
  expect(used.map(({ expression }) => expression).join(' ')).not.toMatch(/regular_order|stock_move/)
  expect(expressionOf('revenue')).toContain('bulk_line.qty * bulk_line.price')
})

test('[DO681] [DO1523] what is taken off the whole sale counts, and so does a reduction of a line', () => {
  expect(expressionOf('receipt_revenue')).toBe('sum(receipt.grand_total) filter (where receipt.is_void = 0)')
  expect(expressionOf('receipt_line_revenue')).toContain('receipt_line.reduced_pct / 100')
})

describe('[DO682] what is in each piece, times the pieces, is a metric', () => {
  answers([
    [
      'grams sold by colour in the stalls',
      [
        ['ivory', 600],
        ['amber', 1000],
        ['white', 110],
      ],
    ],
  ])
})

describe('[DR1070] where or to whom only one stream sells names this stream; all these places are the whole stream', () => {
  answers([
    ['what did the stalls take last month', [[33]]],
    [
      'takings by stall last month',
      [
        ['Gate', 24],
        ['Bridge', 9],
      ],
    ],
    ['how many tapers did the stalls sell last month', [[3]]],
    [
      'top 2 candles in the stalls by revenue',
      [
        ['Pillar', 19],
        ['Taper', 30],
      ],
    ],
    ['at what time of day are the stalls busiest', [[9]]],
  ])
})

test('[DR1071] a sum says that it includes rows marked as void', () => {
  const [reading] = (() => {
    const plan = shop.plan('total rebate of receipts per stall')
    return plan.status === 'readings' ? plan.readings : []
  })()
  expect(reading?.assumptions.filter(({ changesNumbers }) => changesNumbers)).not.toEqual([])
})

describe('[DR1072] a day of each person counts', () => {
  answers([['how many ill days did we have last month', [[3]]]])
})

describe('[DR1073] without a value of those whom a row names: it names nobody', () => {
  answers([['chapels without a head warden', [['Smiths']]]])
})

describe('[DR1074] [DR4138] the kind of a customer in the plural stands for these customers', () => {
  answers([
    [
      'top 2 chapels by revenue',
      [
        ['Smiths', 80],
        ['Bakers', 40],
      ],
    ],
    ['how many new hostels did we win this year', [[1]]],
  ])
})

describe('[DR1075] [DR4140] "how many moulds is that" adds up their number in the rows of the answer before', () => {
  test('after an amount', () => {
    const question = 'how much mould deposit are we holding'
    expect(shop.rows(question)).toEqual([[80]])
    const previous = { question, reading: shop.reading(question) }
    const plan = readQuestion('how many moulds is that?', shop.ontology, { ...plainContext, previous })
    expect(plan).toMatchObject({
      status: 'readings',
      readings: [{ restatement: expect.stringContaining('mould count') }],
    })
  })
  test('[DR4139] alone it asks for nothing', () => {
    expect(shop.plan('how many candles is that?').status).toBe('cannot_answer')
  })
})

describe('[DR1076] what we owe suppliers is what was bought and is not paid', () => {
  answers([['how much do we still owe our vendors', [[47]]]])
})

describe('[DR1077] late is by the hour where the time by which it is due has one', () => {
  answers([['how many deliveries to guilds were late last month', [[1]]]])
})

describe('[DR1078] what runs has begun, and its last day is empty or has not passed', () => {
  answers([['how many regular orders are running at the moment', [[2]]]])
})

describe('[DR1079] units beside a value of rows that are no sales are the quantities of these rows', () => {
  answers([['how many units did we lose to melted last month', [[-7]]]])
})

describe('[DR1080] what was invoiced is the net amount of the bills', () => {
  answers([
    ['how much did we invoice last month', [[79]]],
    ['which guild did we invoice the most', [['Weavers']]],
  ])
})

describe('[DR1081] a state of the thing that is named goes before a field of this name elsewhere', () => {
  answers([['how many bulk orders were cancelled last month and what percentage is that', [[1, 25]]]])
})

test('[DR1082] sales per hour worked are not sales per hour of the day', () => {
  const plan = shop.plan('sales per hour worked in each stall')
  const [reading] = plan.status === 'readings' ? plan.readings : []
  expect(reading?.restatement ?? '').not.toContain('hour of the day')
})

test('[DR1083] a split by what the lines of both streams have says which stream is left out', () => {
  const [reading] = [shop.reading('sales by colour last month')]
  const says = reading.assumptions.filter(({ changesNumbers }) => changesNumbers).map((one) => one.says)
  expect(says.join(' ')).toContain('Not included: receipt')
})

describe('[DR1084] a word that several things sold share narrows the lines of a sale', () => {
  answers([['what did the stalls take with lamps in August 2025', [[7]]]])
})
