import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRehearsalRooms } from './test-rehearsal-rooms.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let rooms: SmallDatabase
beforeAll(async () => {
  rooms = await openRehearsalRooms()
})
afterAll(() => rooms[Symbol.dispose]())

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, rows) => {
    expect(sorted(rooms.rows(question))).toEqual(sorted(rows))
  })
}

describe('[DR2040] an amount that is named alone is a sum over the rows that count', () => {
  answers([
    ['vat on our bills for last quarter', [[80]]],
    ['vat this year', [[110]]],
  ])
})

describe('[DR2041] an amount that we hold is what was not given back', () => {
  answers([
    ['deposit money we hold', [[900]]],
    ['how much deposit money are we holding', [[900]]],
    [
      'deposits we are still holding per house',
      [
        ['Cellar', 200],
        ['Loft', 700],
      ],
    ],
  ])
})

describe('[DR2043] [DR4234] hours booked are the time that rows last', () => {
  answers([
    [
      'top 2 rooms by hours booked this year',
      [
        ['Blue', 3.5],
        ['Red', 4],
      ],
    ],
    [
      'rooms by hours booked this year',
      [
        ['Blue', 3.5],
        ['Green', 1],
        ['Red', 4],
      ],
    ],
    ['which room was booked for the most hours this year', [['Red']]],
    [
      'hours booked per house this year',
      [
        ['Cellar', 7.5],
        ['Loft', 1],
      ],
    ],
  ])
})

describe('[DR2044] [DR4235] reasons for leaving are those of the rows that ended then', () => {
  const ofYear = [
    ['band split', 1],
    ['too dear', 2],
  ]
  answers([
    ['what are the main reasons for leaving this year', ofYear],
    ['end reasons this year', ofYear],
    ['why did bands leave us this year', ofYear],
  ])
})

describe('[DR2047] what bands spent is revenue', () => {
  answers([['bands that spent more than 100 this year', [['Night Bus']]]])
})

describe('[DR2048] two periods that are named side by side have a figure each', () => {
  const power = [
    ['2025-01-01', 750],
    ['2026-01-01', 800],
  ]
  const income = [
    ['2025-01-01', 60],
    ['2026-01-01', 550],
  ]
  answers([
    ['what did energy cost us this year and last year', power],
    ['energy costs this year and last year', power],
    ['income so far this year and over the same time last year', income],
    [
      'how many sessions this year and last year',
      [
        ['2025-01-01', 1],
        ['2026-01-01', 4],
      ],
    ],
  ])
})

describe('[DR2049] [DR4237] the team is those who work here, and the verb names the field of what they did', () => {
  answers([
    ['who on the team took care of the most complaints this year', [['Ben', 'Nord', 2]]],
    ['which employee handled the most complaints this year', [['Ben', 'Nord', 2]]],
    ['which member of staff dealt with the most complaints', [['Ben', 'Nord', 2]]],
  ])
})

describe('[DR2051] who leads a place is the person whom the place refers to', () => {
  answers([
    ['who leads the loft', [['Cleo', 'Opal']]],
    ["who's in charge of the cellar", [['Ann', 'Moor']]],
  ])
})

describe('[DR2052] the days that people need are the time between two moments', () => {
  answers([
    ['how many days do bands need to pay their bills on average', [[8.5]]],
    ['how long do bands take to pay', [[8.5]]],
  ])
})

describe('[DR2056] free is what nobody has', () => {
  answers([
    [
      'how many lockers are free at each house',
      [
        ['Cellar', 2],
        ['Loft', 1],
      ],
    ],
    ['how many free lockers do we have', [[3]]],
    ['how many lockers are still free in the loft', [[1]]],
  ])

  test('rows are free only where the data says so, and an answer that follows from contracts says so', () => {
    expect(rooms.plan('how many complaints are free').status).not.toBe('readings')
    const { assumptions } = rooms.reading('how many tariffs are free')
    expect(assumptions.some(({ says, changesNumbers }) => changesNumbers && says.includes('contract'))).toBe(
      true,
    )
  })
})
