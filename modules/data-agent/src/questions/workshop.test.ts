import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkshop, type Workshop } from './test-workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop[Symbol.dispose]())

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, rows) => {
    const rounded = (one: unknown): unknown => (typeof one === 'number' ? Math.round(one * 1000) / 1000 : one)
    const plain = (some: readonly (readonly unknown[])[]): string[] =>
      some.map((row) => JSON.stringify(row.map(rounded))).toSorted()
    const { assumptions } = workshop.reading(question)
    expect(assumptions.filter((each) => each.changesNumbers && !/meaning/.test(each.about))).toEqual([])
    expect(plain(workshop.rows(question))).toEqual(plain(rows))
  })
}

describe('[DR66] an amount per another amount, and per thing within its owner', () => {
  answers([
    ['bill per minute', [[2.375]]],
    [
      'average bill per minute by kind',
      [
        ['brake', 2.111],
        ['wheel', 1.615],
        ['frame', 3.056],
      ],
    ],
    ['Which workshop has the highest bill per minute?', [['Rim Room']]],
    [
      'average number of repairs per rider by district',
      [
        ['Mole', 2],
        ['Quay', 3],
      ],
    ],
    [
      'mechanics per workshop by side',
      [
        ['North', 2],
        ['South', 1],
      ],
    ],
  ])
})

describe('[DR66] [DR4065] [DR4066] how long something takes, and how old somebody is', () => {
  answers([
    ['average number of days between received and finished', [[6.8]]],
    [
      'average time from being received to being finished by kind',
      [
        ['brake', 1.5],
        ['wheel', 7.5],
        ['frame', 16],
      ],
    ],
    ['How long does it take to finish a repair?', [[6.8]]],
    ['Which workshop has the longest average time between received and finished?', [['Rim Room']]],
    [
      'repairs finished within 5 days',
      [
        [1, 'Nora Pell', 'Spoke Yard', '2026-01-05'],
        [3, 'Ulf Adder', 'Hub House', '2026-02-03'],
        [5, 'Kim Sorel', 'Hub House', '2026-03-01'],
      ],
    ],
    ['how many repairs took longer than 9 days', [[2]]],
    ['percentage of repairs finished within 5 days', [[42.857]]],
    [
      'average age of riders by district',
      [
        ['Mole', 50.5],
        ['Quay', 35],
      ],
    ],
    ['riders older than 60', [['Nora Pell']]],
    ['how many riders are younger than 40', [[2]]],
  ])
})

describe('[DR8] [DR4030] an event that has happened has its time field set', () => {
  answers([
    ['how many repairs were finished?', [[5]]],
    [
      'finished repairs by workshop',
      [
        ['Spoke Yard', 2],
        ['Hub House', 2],
        ['Rim Room', 1],
      ],
    ],
    [
      'percentage of repairs finished by workshop',
      [
        ['Spoke Yard', 100],
        ['Hub House', 66.667],
        ['Rim Room', 50],
      ],
    ],
    [
      'number of finished repairs by month in 2026',
      [
        ['2026-01-01', 2],
        ['2026-02-01', 1],
        ['2026-03-01', 1],
        ['2026-04-01', 1],
      ],
    ],
  ])
})

describe('[DR7] [DR4027] a total that no single row reaches', () => {
  answers([
    ['workshops with a bill over 300', [['Hub House']]],
    ['workshops with more than 100 minutes in total', [['Spoke Yard'], ['Hub House']]],
  ])
})

describe('[DR4028] a condition on partners applies to each thing that is counted', () => {
  answers([['number of riders by district with more than 2 repairs', [['Quay', 1]]]])
})

describe('[DR5] [DR4020] rankings within groups and sorted lists', () => {
  answers([
    [
      'Which workshops have the most repairs, sorted by number of repairs descending?',
      [
        ['Hub House', 3],
        ['Spoke Yard', 2],
        ['Rim Room', 2],
      ],
    ],
  ])
})

describe('[DR4019] rankings within groups show the group', () => {
  answers([
    [
      'for each side, the workshop with the most repairs',
      [
        ['North', 'Spoke Yard'],
        ['South', 'Hub House'],
      ],
    ],
    [
      'top 1 kind per workshop by bill',
      [
        ['Spoke Yard', 'wheel', 120],
        ['Hub House', 'frame', 300],
        ['Rim Room', 'frame', 250],
      ],
    ],
  ])
})

describe('[DR1] listed in a later sentence or after a place', () => {
  answers([
    [
      'Get the riders in Mole and their birth date',
      [
        ['Nora Pell', '1950-05-02'],
        ['Ulf Adder', '2001-01-09'],
      ],
    ],
    ['Which repair has the highest bill? Give both the kind and the bill.', [['frame', 300]]],
  ])
})

describe('[DR11] [DR384] a requested date is narrowed, and shown with its row', () => {
  answers([['repairs due in April 2026', [[7, 'Kim Sorel', '2026-04-02']]]])
})
