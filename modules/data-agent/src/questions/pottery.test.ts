import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPottery } from './test-pottery.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let studio: SmallDatabase
beforeAll(async () => {
  studio = await openPottery()
})
afterAll(() => studio[Symbol.dispose]())

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, rows) => {
    expect(sorted(studio.rows(question))).toEqual(sorted(rows))
  })
}

describe('[DR700] rows with lines of a quantity, a price and a thing are sales, whatever they are called', () => {
  answers([
    ['sales last month', [[100]]],
    ['what did we take yesterday?', [[8]]],
    ['which ware makes us the most profit', [['Beaker']]],
    ['average slip last month', [[100 / 3]]],
    ['wares not sold this year', [['Urn']]],
  ])
})

describe('[DR701] a state that a table of its own holds is a state of the rows that refer to it', () => {
  answers([
    ['no-show rate last month', [[0.25]]],
    ['no shows last month', [[1]]],
    ['cancelations last month', [[1]]],
  ])
})

describe('[DR702] a rate may be of a flag, and of those who left', () => {
  answers([
    ['pass rate', [[0.5]]],
    [
      'pass rate by potter',
      [
        ['Ada Moor', 0.5],
        ['Ben Nash', 0.5],
      ],
    ],
    ['dropout rate', [[0.25]]],
    ['how many slips were voided last month', [[1]]],
  ])
  test('in a period, of those who were there when it began', () => {
    expect(sorted(studio.rows('churn rate last month'))).toEqual(sorted([[1 / 3]]))
  })
})

describe('[DR703] two conditions of one phrase hold for the same row', () => {
  answers([['how many learners passed their glaze trial this year', [[0]]]])
})

describe('[DR704] costs are sums', () => {
  answers([
    [
      'kiln costs by kind this year',
      [
        ['power', 130],
        ['repair', 200],
      ],
    ],
    ['what did repairs cost us last month', [[200]]],
    ['which kiln costs us the most', [[2, 'K-West']]],
    ['discounts given this year', [[3]]],
    [
      'kiln costs this year vs last year',
      [
        ['2025-01-01', 60],
        ['2026-01-01', 330],
      ],
    ],
  ])
})

describe('[DR705] what is owed and overdue is a sum', () => {
  answers([
    ['how much do we owe our vendors?', [[350]]],
    ['how much is overdue?', [[300]]],
    ['overdue vendor bills', [[1, 'Clay & Co', '2026-10-01']]],
    ['which vendors were paid late', [['Clay & Co']]],
  ])
})

describe('[DR706] people that a field counts are added up, and amounts are divided by them', () => {
  answers([
    ['how many visitors did we have in october', [[14]]],
    ['average spend per visitor last month', [[100 / 9]]],
    ['average visitors per day last month', [[14 / 4]]],
  ])
})

describe('[DR707] hours that people worked are those of their shifts', () => {
  answers([
    ['how many hours did potters work in october', [[12]]],
    [
      'how many hours did each potter work last month',
      [
        ['Ada Moor', 8],
        ['Ben Nash', 4],
      ],
    ],
  ])
})

describe('[DR708] a ranking within groups counts what belongs to the ranked', () => {
  answers([
    [
      'top 1 wares per ware kind',
      [
        ['Cups', 'Beaker', 48],
        ['Bowls', 'Dish', 20],
      ],
    ],
  ])
})

describe('[DR709] a share of an amount is the part that meets the conditions', () => {
  answers([['what percentage of sales is paid by card?', [[(100 * 68) / 108]]]])
  test('a percentage that has no place is not left out', () => {
    expect(studio.plan('average discount as a percentage of the wind').status).not.toBe('readings')
  })
})

describe('[DR710] a month without a year is the latest one, and the answer says so', () => {
  answers([['how many Beaker have we sold since october', [[6]]]])
  test('the answer names the assumption', () => {
    const { assumptions } = studio.reading('how many Beaker have we sold since october')
    expect(assumptions.map(({ says }) => says).join(' ')).toContain('taken as the latest one')
  })
})

describe('[DR711] opinions about people and things are refused', () => {
  test('which potter is the nicest?', () => {
    expect(studio.plan('which potter is the nicest?').status).toBe('cannot_answer')
  })
})

describe('[DR712] what is busiest is counted by the rows that the question names, or by visits rather than bills', () => {
  answers([['busiest month for sessions', [['2026-10-01']]]])
})
