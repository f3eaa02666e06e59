import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBoulderingHall } from './test-bouldering-hall.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let hall: SmallDatabase
beforeAll(async () => {
  hall = await openBoulderingHall()
})
afterAll(() => hall[Symbol.dispose]())

/** What the answer lacks: all its rows if their number is wrong, or else the rows that have not these cells, among others. */
function missing(question: string, expected: readonly (readonly unknown[])[]): readonly unknown[] {
  const rows = hall.rows(question)
  if (rows.length !== expected.length) return [question, ...rows]
  return expected.filter((wanted) => !rows.some((row) => wanted.every((cell) => row.includes(cell))))
}

describe('[DR1550] [DR4143] what runs low is below the stock at which more is ordered, in any words', () => {
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

describe('[DR1551] [DR4205] [DR4204] bills may be numbers and dates inside a wider row', () => {
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
      expect(
        missing(question, [
          ['Ada Stone', 80],
          ['Bo Ridge', 50],
        ]),
      ).toEqual([]),
  )
  test.each(['how much is overdue', 'total overdue'])('%s', (question) =>
    expect(hall.rows(question)).toEqual([[80]]),
  )
  test.each(['who is behind with their payments', 'who is in arrears', 'which climbers are overdue'])(
    '%s',
    (question) => expect(missing(question, [['Ada Stone']])).toEqual([]),
  )
  test.each(["what's still to be paid", 'what is not paid yet'])('%s', (question) =>
    expect(hall.rows(question).length).toBe(2),
  )
})

describe('[DR1552] [DR4206] a day that is set in advance is found by what it is of', () => {
  test.each([
    'whose belay test runs out in the next 30 days',
    'belay expiring in the next 4 weeks',
    'climbers whose belay test expires next month',
  ])('%s', (question) => expect(missing(question, [['Ada Stone']])).toEqual([]))
  test('whose has passed', () => expect(missing('whose belay test has expired', [['Dov Peak']])).toEqual([]))
  test.each([
    'whose hall card runs out this month',
    'hall cards expiring this month',
    'cards that end in the next 20 days',
    'cards up for renewal in the next 3 weeks',
  ])('%s', (question) => expect(missing(question, [['C1', 'Ada Stone', '2026-11-30']])).toEqual([]))
  test.each(['which ropes are due an inspection this month', 'inspections due this month'])(
    '%s',
    (question) => expect(missing(question, [['2026-11-20']])).toEqual([]),
  )
  test.each(['which inspections are overdue', 'overdue inspections', 'any rope inspections overdue?'])(
    '%s',
    (question) => expect(missing(question, [['2026-10-20']])).toEqual([]),
  )
  test('bills that are due are not paid yet', () =>
    expect(missing('trainings due in the next 3 weeks', [['2026-11-30']])).toEqual([]))
})

describe('[DR1553] [DR4207] a time to come is of the date that has rows to come, without what was called off', () => {
  test.each(['upcoming parties', 'which parties are coming up', 'parties from today on'])('%s', (question) =>
    expect(missing(question, [['Leo is 7'], ['Zoe is 6']])).toEqual([]),
  )
  test.each(['parties next week', 'which parties do we have in the next 10 days'])('%s', (question) =>
    expect(missing(question, [['Leo is 7']])).toEqual([]),
  )
  test('they are counted as well', () =>
    expect(hall.rows('how many parties do we have in the next 60 days')).toEqual([[2]]))
})

describe('[DR1554] [DR4209] what waits, is held up or has nobody has this state', () => {
  test.each(['which wall jobs are stuck waiting on bolts', 'wall jobs waiting for bolts'])('%s', (question) =>
    expect(missing(question, [['West']])).toEqual([]),
  )
  test('wall jobs on hold', () => expect(missing('wall jobs on hold', [['Roof']])).toEqual([]))
  test.each([
    'wall jobs with nobody assigned',
    'which wall jobs have nobody on them yet',
    'wall jobs without anyone assigned',
  ])('%s', (question) => expect(missing(question, [['South']])).toEqual([]))
  test('[DR4210] a negation of nothing is not dropped', () =>
    expect(hall.plan('which wall jobs are not on them').status).not.toBe('readings'))
})

describe('[DR1555] [DR4211] late work is past the day that was promised, not the day on which its bill is due', () => {
  test.each([
    'how many wall jobs went out later than promised last month',
    'how many wall jobs were late last month',
  ])('%s', (question) => expect(hall.rows(question)).toEqual([[1]]))
  test('the answer says which day the period is of', () =>
    expect(
      hall
        .reading('how many wall jobs were late last month')
        .assumptions.some(({ says, changesNumbers }) => changesNumbers && says.includes('date out')),
    ).toBe(true))
})

test('[DR4153] the next one is the first from today on', () => {
  expect(hall.rows('when is the next party')).toEqual([['2026-11-21']])
})

test('[DR4208] what is in the diary are the only rows with a date to come', () => {
  expect(hall.rows('what is in the diary next week')).toEqual([['Leo is 7']])
})
