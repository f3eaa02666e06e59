import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClimbingHall } from './test-climbing-hall.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let hall: SmallDatabase
beforeAll(async () => {
  hall = await openClimbingHall()
})
afterAll(() => hall[Symbol.dispose]())

/** Whether each row of the answer has these cells, among others. */
function shows(question: string, expected: readonly (readonly unknown[])[]): void {
  const rows = hall.rows(question)
  expect(rows.length, question).toBe(expected.length)
  for (const wanted of expected)
    expect(
      rows.some((row) => wanted.every((cell) => row.includes(cell))),
      `${question}: ${JSON.stringify(rows)}`,
    ).toBe(true)
}

describe('[DR1550] what runs low is below the stock at which more is ordered, in any words', () => {
  test.each([
    'what do we need to reorder',
    'which items are running low',
    'gear running low and need ordering',
    'what are we short of',
    'anything we should order soon',
    'low stock items',
    'what needs restocking',
    'products below the minimum',
    'which things do we have to order again',
  ])('%s', (question) => expect(sorted(hall.rows(question))).toEqual(['["Chalk"]', '["Shoes"]']))

  test('it is counted as well', () =>
    expect(hall.rows('how many products are below the minimum stock')).toEqual([[2]]))
  test('what is out of stock and still sold', () =>
    expect(hall.rows("what's out of stock")).toEqual([['Shoes']]))
})

describe('[DR1551] bills may be numbers and dates inside a wider row', () => {
  test.each(['how many invoices are unpaid', 'how many unpaid bills do we have'])('%s', (question) =>
    expect(hall.rows(question)).toEqual([[2]]),
  )
  test.each(['how much are we owed', 'how much do climbers still owe us', 'total outstanding'])(
    '%s',
    (question) => expect(hall.rows(question)).toEqual([[130]]),
  )
  test.each(['who owes us money', 'what does each climber owe us', 'outstanding amount per climber'])(
    '%s',
    (question) =>
      shows(question, [
        ['Ada Stone', 80],
        ['Bo Ridge', 50],
      ]),
  )
  test.each(['how much is overdue', 'total overdue'])('%s', (question) =>
    expect(hall.rows(question)).toEqual([[80]]),
  )
  test.each(['who is behind with their payments', 'who is in arrears', 'which climbers are overdue'])(
    '%s',
    (question) => shows(question, [['Ada Stone']]),
  )
  test.each(["what's still to be paid", 'what is not paid yet'])('%s', (question) =>
    expect(hall.rows(question).length).toBe(2),
  )
})

describe('[DR1552] a day that is set in advance is found by what it is of', () => {
  test.each([
    'whose belay test runs out in the next 30 days',
    'belay expiring in the next 4 weeks',
    'climbers whose belay test expires next month',
  ])('%s', (question) => shows(question, [['Ada Stone']]))
  test('whose has passed', () => shows('whose belay test has expired', [['Dov Peak']]))
  test.each([
    'whose hall card runs out this month',
    'hall cards expiring this month',
    'cards that end in the next 20 days',
    'cards up for renewal in the next 3 weeks',
  ])('%s', (question) => shows(question, [['C1', 'Ada Stone', '2026-11-30']]))
  test.each(['which ropes are due an inspection this month', 'inspections due this month'])(
    '%s',
    (question) => shows(question, [['2026-11-20']]),
  )
  test.each(['which inspections are overdue', 'overdue inspections', 'any rope inspections overdue?'])(
    '%s',
    (question) => shows(question, [['2026-10-20']]),
  )
  test('bills that are due are not paid yet', () =>
    shows('trainings due in the next 3 weeks', [['2026-11-30']]))
})
