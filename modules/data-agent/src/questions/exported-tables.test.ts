import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFishStall } from './test-fish-stall.ts'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

let stall: SmallDatabase
beforeAll(async () => {
  stall = await openFishStall()
})
afterAll(() => stall[Symbol.dispose]())

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, rows) => {
    expect(sorted(stall.rows(question))).toEqual(sorted(rows))
  })
}

function sorted(rows: readonly (readonly unknown[])[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted()
}

describe('[DA561] purchases from suppliers are spending, not revenue', () => {
  answers([
    ['how much did we make last month', [[180]]],
    ['how much did we spend last month', [[620]]],
    [
      'what did we spend per kind in 2026',
      [
        ['Wages', 500],
        ['Fish', 90],
        ['Ice', 30],
      ],
    ],
  ])
})

describe('[DA562] a sale with a row for each line is counted once in the average', () => {
  answers([['average order value last month', [[60]]]])

  test('the answer says so', () => {
    const { assumptions } = stall.reading('average order value last month')
    expect(assumptions.map(({ says }) => says)).toContain('average sale value = revenue per receipt number.')
  })
})

describe('[DR565] sales that share a number are counted by it', () => {
  answers([
    ['how many orders last month', [[5]]],
    ['how many invoices are unpaid', [[2]]],
    ['unpaid invoices: how many and how much altogether', [[2, 120]]],
    ['what percentage of orders gets cancelled', [[100 / 6]]],
  ])
})

describe('[DR566] a dataset is preferred to a figure of the same name', () => {
  test('parts that are used, and what they cost', async () => {
    using garage = await openSmallDatabase(`
      create table "Jobs" ("Job No" text, "Opened" date, "Client" text, "Parts" real, "Total" real);
      create table "Parts list" ("Part no" text, "Description" text, "Stock" integer, "Selling price" real);
      create table "Parts used" ("Job No" text, "Part no" text, "Pieces" integer, "Price each" real);
      insert into "Jobs" values ('J1', '2026-10-01', 'Ada', 8, 50), ('J2', '2026-10-02', 'Bo', 0, 20), ('J3', '2026-10-03', 'Cy', 4, 30);
      insert into "Parts list" values ('P1', 'Chain', 3, 9), ('P2', 'Bell', 0, 5), ('P3', 'Pedal', 1, 7);
      insert into "Parts used" values ('J1', 'P1', 1, 8), ('J3', 'P2', 1, 4);
    `)
    expect(garage.rows('which parts are out of stock')).toEqual([['Bell']])
  })
})

describe('[DR567] questions for what is left to pay and for opinions are refused', () => {
  test.each(['how much do we still have to pay', 'what do customers say about the Cod'])('%s', (question) => {
    expect(stall.plan(question).status).toBe('cannot_answer')
  })
})

describe('[DR560] an unknown kind of goods is read as the goods sold, with a warning', () => {
  answers([
    ['most expensive herring', [['Sole']]],
    ['herrings we never sold', [['Dab']]],
    ['which herring sold the most last month', [['Cod']]],
  ])

  test('the answer says how the word was read, as an assumption that changes the numbers', () => {
    const { assumptions } = stall.reading('most expensive herring')
    expect(assumptions).toContainEqual(
      expect.objectContaining({ says: '"herring" is read as fish list.', changesNumbers: true }),
    )
  })

  test.each([
    'most expensive employee',
    'which warehouse sold the most last month',
    'how many herrings do we have',
    'most expensive herring by trawler',
  ])('[DR4051] not a person, a building, or without words of trade: %s', (question) => {
    expect(stall.plan(question).status).not.toBe('readings')
  })
})

describe('[DR561] a ranking leaves out rows without a name', () => {
  answers([
    ['which supplier do we spend the most on', [['Nordboat', 160]]],
    [
      'spending by supplier in 2026',
      [
        [null, 500],
        ['Nordboat', 90],
        ['Ice Works', 30],
      ],
    ],
  ])
})

describe('[DR562] a sale without a date of payment is unpaid, even if its status is about something else', () => {
  answers([
    ['who owes us the most', [['Gull Inn']]],
    ['which customer owes us the most', [['Gull Inn']]],
  ])
})

describe('[DR563] a unit of measure in the name of a quantity is a word for what was sold', () => {
  answers([
    ['how many kilos did we sell last month', [[7]]],
    [
      'kg sold per harbour in 2026',
      [
        ['Lund', 5],
        ['Moss', 1],
      ],
    ],
  ])
})

describe('[DR564] "sales without a customer" are the rows that name no customer', () => {
  answers([['how much of our sales is without a customer this year', [[60]]]])
})

describe('[DA564] without declared keys, codes refer to the column with the same codes', () => {
  test('whatever the columns are called', () => {
    expect(stall.ontology.relationships.map(({ from, fromFields, to }) => [from, ...fromFields, to])).toEqual(
      expect.arrayContaining([
        ['sales', 'Item', 'fish_list'],
        ['sales', 'Buyer No', 'customers'],
      ]),
    )
  })
})

describe('[DA563] a list is also named after its content', () => {
  test('fish list', () => {
    expect(stall.ontology.datasets.find(({ name }) => name === 'fish_list')?.synonyms).toContain('fish')
  })
})
