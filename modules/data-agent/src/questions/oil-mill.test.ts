import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openOilMill } from './test-oil-mill.ts'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

let mill: SmallDatabase
beforeAll(async () => {
  mill = await openOilMill()
})
afterAll(() => mill[Symbol.dispose]())

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, rows) => {
    expect(sorted(mill.rows(question))).toEqual(sorted(rows))
  })
}

describe('[DR2042] things are ranked and listed by what their rows measure, without what was called off', () => {
  const litres = [
    ['Field Rape', 300],
    ['Golden Lin', 50],
    ['Herb Rape', 50],
  ]
  answers([
    ['litres per oil this year', litres],
    ['oils by litres this year', litres],
    ['top 1 oils by litres sold this year', [['Field Rape', 300]]],
    ['which oil do we sell the most litres of', [['Field Rape']]],
    [
      'clients by litres this year',
      [
        ['Corner Deli', 270],
        ['Green Kitchen', 30],
        ['Inn at Upton', 100],
      ],
    ],
    [
      'top 2 farms by weight',
      [
        ['Ash Farm', 1500],
        ['Beck Farm', 700],
      ],
    ],
  ])
})

describe('[DR2045] [DR4144] where no reason is recorded, nothing says why', () => {
  test('why do clients leave', () => {
    expect(mill.plan('why do clients leave').status).toBe('cannot_answer')
  })
})

describe('[DR2048] two periods that are named side by side have a figure each', () => {
  answers([
    [
      'what did power cost us this year and last year',
      [
        ['2025-01-01', 450],
        ['2026-01-01', 400],
      ],
    ],
  ])
})

test('[DR2051] [DR4238] where no place refers to its head, the job tells, and the answer says so', async () => {
  using ferries = await openSmallDatabase(`
    create table landing (landing_id integer primary key, landing_name text not null unique);
    create table worker (worker_id integer primary key, first_name text not null, last_name text not null, job text not null, landing_id integer not null references landing, hired_on date not null, left_on date);
    insert into landing values (1, 'North Pier'), (2, 'Ox Stairs');
    insert into worker values (1, 'Ana', 'Bly', 'head of landing', 1, '2020-01-01', null), (2, 'Cas', 'Dow', 'deck hand', 1, '2021-01-01', null),
      (3, 'Eve', 'Fox', 'head of landing', 2, '2019-01-01', '2024-01-01'), (4, 'Gil', 'Hay', 'head of landing', 2, '2024-02-01', null);
  `)
  expect(ferries.rows('who runs the ox stairs landing')).toEqual([['Gil', 'Hay']])
  const { assumptions } = ferries.reading('who runs North Pier')
  expect(assumptions.map(({ says }) => says).join(' ')).toMatch(/by the job/)
})

describe('[DR2052] [DR4239] days between two events, and what came too late', () => {
  answers([
    ['how many days pass between order and delivery', [[4.5]]],
    ['how many days are there between order and delivery on average', [[4.5]]],
    ['how many days pass between order and delivery on the north route', [[5]]],
    ['how many deliveries came too late this year', [[2]]],
    ['how many deliveries arrived late this year', [[2]]],
  ])
})

describe('[DR2053] a verb that a flag is named after may stand in its base form', () => {
  answers([
    ['how many intakes did we not accept this year', [[2]]],
    ['how many intakes were accepted this year', [[2]]],
    [
      'how many kilos did we not accept per farm this year',
      [
        ['Ash Farm', 500],
        ['Cray Farm', 300],
      ],
    ],
  ])
})
