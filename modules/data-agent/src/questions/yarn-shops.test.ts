import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sorted, type SmallDatabase } from './test-small-database.ts'
import { openYarnShops } from './test-yarn-shops.ts'

let shops: SmallDatabase
beforeAll(async () => {
  shops = await openYarnShops()
})
afterAll(() => shops[Symbol.dispose]())

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, rows) => {
    expect(sorted(shops.rows(question))).toEqual(sorted(rows))
  })
}

function warnings(question: string): string {
  const { assumptions } = shops.reading(question)
  return assumptions
    .filter(({ changesNumbers }) => changesNumbers)
    .map(({ says }) => says)
    .join(' ')
}

describe('[DR2040] an amount that is named alone is a sum over the rows that count', () => {
  answers([
    ['vat last month', [[41]]],
    ['what was the vat last month', [[41]]],
    ['postage this year', [[9]]],
    ['vat on our receipts for last quarter', [[7]]],
    ['postage on web orders this year', [[9]]],
    ['list price of Merino Soft', [[8]]],
    ['vat of receipt 3', [[6]]],
  ])
})

describe('[DR2043] a number sold is a number of pieces, and no money', () => {
  answers([
    [
      'top 2 articles by number sold this year',
      [
        ['Merino Soft', 5],
        ['Sock Basic', 15],
      ],
    ],
    ['top 1 articles by quantity sold', [['Sock Basic', 15]]],
    [
      'articles by number sold this year',
      [
        ['Alpaca Cloud', 3],
        ['Merino Soft', 5],
        ['Silk Lace', 5],
        ['Sock Basic', 15],
      ],
    ],
  ])
})

describe('[DR2150] a thing after its field says whose field it is', () => {
  const towns = [
    ['York', 136],
    ['Hull', 90],
    ['Leeds', 25],
  ]
  answers([
    ['sales per town of the customer this year', towns],
    ['revenue by town of customer in 2026', towns],
    ['how much did we sell this year by customer town', towns],
  ])
})

describe('[DR2044] reasons are counted', () => {
  const ofYear = [
    ['wrong colour', 2],
    ['moth hole', 1],
    [null, 1],
  ]
  answers([
    ['reasons for returns this year', ofYear],
    ['what are the main reasons for returns this year', ofYear],
    ['return reasons this year', ofYear],
    ['reasons for returned goods in the harbour shop', [['moth hole', 1]]],
  ])
})

describe('[DR2045] why people did something is answered by the reasons that are recorded', () => {
  answers([
    [
      'why do customers return goods',
      [
        ['wrong colour', 3],
        ['moth hole', 1],
        [null, 1],
      ],
    ],
  ])

  test('the answer says so, and nothing else is a reason', () => {
    expect(warnings('why do people send things back this year')).toMatch(/reasons that are recorded/)
    expect(shops.plan('why are sales down').status).toBe('cannot_answer')
  })
})

describe('[DR2046] a percentage is of the rows that are named with it', () => {
  answers([
    ['cancelled web orders this year, number and percent', [[1, 100 / 3]]],
    ['how many web orders were cancelled this year and what percentage is that', [[1, 100 / 3]]],
    ['what percentage of web orders were cancelled this year', [[100 / 3]]],
    ['what percentage of counter receipts is void this year', [[20]]],
  ])
})

describe('[DR2047] what people spent is revenue', () => {
  answers([
    ['customers who spent more than 50 this year', [['Ina Falk'], ['Jo Grey']]],
    ['how many customers spent over 50 this year', [[2]]],
    ['which customers spent at least 136', [['Jo Grey']]],
    ['customers from Hull who spent less than 20 this year', [['Kit Hale']]],
  ])
})

describe('[DR2049] the team is those who work here', () => {
  answers([
    ['who in the team sold the most last month', [['Cy', 'Dorn', 3]]],
    ['how many people are in the team', [[3]]],
    [
      'how many people work in each shop at the moment',
      [
        ['Harbour', 1],
        ['Mill Lane', 2],
      ],
    ],
  ])

  test('that our people are staff is said', () => {
    expect(shops.rows('which of our people sold the most last month')).toEqual([['Cy', 'Dorn', 3]])
    expect(warnings('which of our people sold the most last month')).toMatch(/is read as which staff/)
  })
})

describe('[DR2050] people who did something are those with a date of doing it', () => {
  answers([['how many people joined the club this year', [[2]]]])
})

describe('[DR2051] who runs a place is the person whom the place refers to', () => {
  answers([
    ['who runs the harbour shop', [['Cy', 'Dorn']]],
    ['who manages Mill Lane', [['Ada', 'Birk']]],
    ['who is the manager of the harbour shop', [['Cy', 'Dorn']]],
    [
      'who is in charge of each shop',
      [
        ['Mill Lane', 'Ada', 'Birk'],
        ['Harbour', 'Cy', 'Dorn'],
      ],
    ],
  ])
})

describe('[DR2054] [DR4240] what is left on cards is their balance, and what comes back are returns', () => {
  answers([
    ['how much money is still on the gift cards', [[50]]],
    ['how much is left on the gift cards out there', [[50]]],
    ['how much is left on our gift cards bought in january', [[20]]],
    ['which article came back the most this year', [['Sock Basic']]],
    ['which article gets sent back most often this year', [['Sock Basic']]],
  ])
})

describe('[DR2055] what has to be paid in a period is what is due in it', () => {
  answers([
    ['how much do we have to pay our suppliers in the next 30 days', [[350]]],
    ['what do we have to pay in the next 30 days', [[350]]],
    ['how much do we have to pay Silk & Sons in the next 30 days', [[150]]],
    [
      'what do we have to pay each supplier in the next 30 days',
      [
        ['Northwool', 200],
        ['Silk & Sons', 150],
      ],
    ],
    ['how much do we owe our suppliers', [[500]]],
  ])
})
