import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBoatParties } from './test-boat-parties.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let boats: SmallDatabase
beforeAll(async () => {
  boats = await openBoatParties()
})
afterAll(() => boats[Symbol.dispose]())

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, rows) => {
    expect(sorted(boats.rows(question))).toEqual(sorted(rows))
  })
}

describe('[DO871] [DO1509] people whom a field counts are the surest of several numbers, and not the customers', () => {
  answers([
    ['how many guests did we have last month', [[72]]],
    [
      'guests by boat',
      [
        ['Swift', 72],
        ['Tern', 80],
        ['Wren', null],
      ],
    ],
  ])
})

describe('[DR1735] [DR4214] things are ranked by the people whom a field counts, and rows have a mean number of them', () => {
  answers([
    [
      'top 2 boats by guests this year',
      [
        ['Tern', 80],
        ['Swift', 72],
      ],
    ],
    ['which boat had the most guests this year', [['Tern']]],
    ['average number of guests this year', [[(80 + 36 + 36) / 3]]],
  ])
})

describe('[DR1736] [DR4215] hours are those from coming to going where they were noted, less the break, and not those planned', () => {
  answers([
    ['hours worked last month', [[15]]],
    ['wages last month', [[350]]],
  ])
})

describe('[DR1734] clients are shown by their contact, and those who are firms by the firm too', () => {
  answers([
    [
      'top 2 clients by revenue',
      [
        ['Cat', 'Dune', 'Dune Bank', 3, 1500],
        ['Ann', 'Bay', null, 1, 900],
      ],
    ],
  ])
})
