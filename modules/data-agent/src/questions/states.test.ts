import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBoatyard, type Boatyard } from './test-boatyard.ts'

let boatyard: Boatyard
beforeAll(async () => {
  boatyard = await openBoatyard()
})
afterAll(() => boatyard[Symbol.dispose]())

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, rows) => {
    const sort = (some: readonly (readonly unknown[])[]): readonly string[] =>
      some.map((row) => JSON.stringify(row)).toSorted()
    expect(sort(boatyard.rows(question))).toEqual(sort(rows))
  })
}

function warnings(question: string): readonly string[] {
  const plan = boatyard.plan(question)
  if (plan.status !== 'readings') return [plan.status]
  return plan.readings[0].assumptions.filter((each) => each.changesNumbers).map((each) => each.says)
}

describe('[DR3] [DR4010] flags narrow by the value of the data that says yes or no', () => {
  answers([
    ['How many hours are billable?', [[15]]],
    ['How many hours were not billable in January 2026?', [[6]]],
    [
      'Billable hours by month',
      [
        ['2026-01-01', 4],
        ['2026-02-01', 11],
      ],
    ],
    ['total non-billable hours', [[13]]],
    ['What share of hours is billable?', [[15 / 28]]],
    ['Show the boats of urgent repairs', [['Tern'], ['Wren']]],
    ['How many repairs are not urgent?', [[4]]],
    ['Which yards have a crane?', [['Amble'], ['Cley']]],
    ['yards without a crane', [['Beer']]],
    ['certified mechanics', [['Ines'], ['Pia'], ['Una']]],
    ['mechanics who are not certified', [['Otto'], ['Rui']]],
    ['uncertified mechanics', [['Otto'], ['Rui']]],
    ['mechanics with urgent repairs', [['Ines'], ['Una']]],
    ['How many repairs are urgent or unfinished?', [[4]]],
    ['Which mechanic has the most urgent repairs and is not certified?', []],
  ])
})

describe('[DR6] [DR4011] a flag is a group if the question asks for it', () => {
  answers([
    [
      'Hours by billable',
      [
        ['yes', 15],
        ['no', 13],
      ],
    ],
    [
      'What percentage of repairs are finished by mechanic?',
      [
        ['Ines', 100],
        ['Pia', 0],
        ['Una', 200 / 3],
      ],
    ],
    [
      'Number of repairs by whether they are urgent',
      [
        [0, 4],
        [1, 2],
      ],
    ],
  ])
})

describe('[DR8] [DR4030] [DR4025] what has happened and what has not', () => {
  answers([
    ['How many mechanics have left?', [[2]]],
    ['Which mechanics left?', [['Otto'], ['Rui']]],
    ['mechanics who have not left', [['Ines'], ['Pia'], ['Una']]],
    ['How many finished repairs are there?', [[4]]],
    ['How many repairs were never finished?', [[2]]],
    ['How many mechanics were hired?', [[5]]],
    ['How many mechanics have expired?', [[3]]],
    ['mechanics who have not expired', [['Ines'], ['Una']]],
  ])
})

describe('[DR4031] words for what has not happened, or is over', () => {
  answers([
    ['former mechanics', [['Otto'], ['Rui']]],
    ['current mechanics', [['Ines'], ['Pia'], ['Una']]],
    [
      'unfinished repairs by mechanic',
      [
        ['Pia', 1],
        ['Una', 1],
      ],
    ],
  ])
})

describe('[DR11] a verb decides which time field a period applies to', () => {
  answers([
    ['Who was hired in 2021?', [['Pia']]],
    ['Who left in 2019?', [['Rui']]],
    [
      'How many mechanics left each year?',
      [
        ['2019-01-01', 1],
        ['2020-01-01', 1],
      ],
    ],
  ])
})

describe('[DR5] [DR4021] rankings by the time field of a verb', () => {
  answers([
    ['Who was hired most recently?', [['Pia']]],
    ['Who left most recently?', [['Otto']]],
    ['Who finished a repair most recently?', [['Una']]],
    ['the most recently opened yard', [['Beer']]],
    ['Which yard was opened first?', [['Cley']]],
    ['oldest yard', [['Cley']]],
    ['Which mechanic has the most non-billable repairs?', [['Una']]],
  ])
})

describe('[DR4022] the longest serving began first and have no end', () => {
  answers([['longest serving mechanic', [['Ines']]]])
})

describe('[DR65] durations between two times of a row', () => {
  answers([
    ['average time from started to finished', [[5]]],
    ['How long does it take to finish a repair?', [[5]]],
    [
      'average time from started to finished by mechanic',
      [
        ['Ines', 6],
        ['Pia', null],
        ['Una', 4],
      ],
    ],
  ])
})

describe('[DR123] [DR4034] a restricting verb that is not understood is reported', () => {
  test.each([
    'How many mechanics were promoted?',
    'How many mechanics were promoted in 2019?',
    'oldest mechanic',
    'average courage of mechanics',
  ])('%s', (question) => {
    expect(warnings(question)).not.toEqual([])
  })

  test.each([
    'How many mechanics were hired?',
    'How many mechanics have left?',
    'Who was hired in 2021?',
    'billable hours',
  ])('%s', (question) => {
    expect(warnings(question)).toEqual([])
  })
})
