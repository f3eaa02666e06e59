import { afterAll, beforeAll, expect, test } from 'vitest'
import { readQuestion, type Reading } from '@quipu/reading'
import { openBills, openClockMaker } from './test-clock-maker.ts'
import { plainContext } from './test-shop.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let clocks: SmallDatabase
let bills: SmallDatabase
beforeAll(async () => {
  clocks = await openClockMaker()
  bills = await openBills()
})
afterAll(() => {
  clocks[Symbol.dispose]()
  bills[Symbol.dispose]()
})

/** The reading of the last of several questions, each of which goes on from the one before. */
function after({ ontology }: SmallDatabase, ...questions: readonly string[]): Reading {
  let previous: { question: string; reading: Reading } | null = null
  for (const question of questions) {
    const plan = readQuestion(question, ontology, { ...plainContext, previous })
    if (plan.status !== 'readings') throw new Error(`${question}: ${JSON.stringify(plan)}`)
    previous = { question, reading: plan.readings[0] }
  }
  if (previous === null) throw new Error('No question.')
  return previous.reading
}

test('[DR1630] [DR4199] common slips of the hand are read as the word that was meant, also several in a question', () => {
  const plain = clocks.rows('how many repairs were cancelled last month')
  expect(plain).toEqual([[1]])
  for (const question of [
    'how mny repiars were canceled lst month',
    'hwo many reparis wer cancelld last mnth',
    'how meny repairs were cancled last monht',
  ])
    expect(clocks.rows(question)).toEqual(plain)
  expect(bills.rows('totl amont of invocies per yr')).toEqual(bills.rows('total amount of invoices per year'))
})

test('[DR1632] [DR4200] a number and an amount may be asked for as shortly as in a note', () => {
  for (const question of [
    'overdue invoices: how many and total',
    'overdue invoices, number and amount',
    'how many invoices are overdue and how much is that in total',
    'overdue invoices - how many, how much',
  ])
    expect(bills.rows(question)).toEqual([[2, 250]])
})

test('[DR1633] beside a number of rows, the amount leaves out what was cancelled', () => {
  for (const question of ['repairs last month: number and total', 'repairs last month, count and value'])
    expect(clocks.rows(question)).toEqual([[4, 350]])
})

test('[DR1634] two figures with “and” between them have the same period and groups', () => {
  for (const question of [
    'number of repairs and revenue per branch last month',
    'how many repairs and how much revenue per branch last month',
  ])
    expect(sorted(clocks.rows(question))).toEqual(
      sorted([
        ['Harbour', 2, 300],
        ['Market', 2, 50],
      ]),
    )
  expect(clocks.rows('how much did we sell last month and in how many repairs')).toEqual([[350, 4]])
})

test('[DR1635] a part of the whole is asked for in many ways, and the rows of the period are the whole', () => {
  for (const question of [
    'how many repairs were cancelled last month and what share of all repairs',
    'how many repairs were cancelled last month and what percentage is that',
    'cancelled repairs last month, how many and what % of the total',
    "how many repairs were cancelled last month, and what's that as a % of repairs",
  ])
    expect(clocks.rows(question)).toEqual([[1, 25]])
  expect(clocks.rows('what percentage of repairs were withdrawn last month')).toEqual([[25]])
  expect(clocks.rows('what share of repairs was cancelled last month')).toEqual([[25]])
})

test('[DR1636] [DR4202] a word for a place of business stands for the only such places of the data', () => {
  for (const question of ['revenue per shop last month', 'revenue per workshop last month'])
    expect(sorted(clocks.rows(question))).toEqual(
      sorted([
        ['Harbour', 300],
        ['Market', 50],
      ]),
    )
  expect(sorted(clocks.rows('how many repairs last month by type of clock'))).toEqual(
    sorted([
      ['mantel', 1],
      ['wall', 3],
    ]),
  )
})

test('[DR1637] [DR4203] a follow-up asks for another figure of the things that were shown', () => {
  expect(
    after(clocks, 'revenue per branch last month', 'and the average repair for each of them').restatement,
  ).toMatch(/^average .*repair.* per branch name.*October 2026/)
  expect(after(clocks, 'top 2 owners this year', 'and how many repairs did they bring').restatement).toMatch(
    /^revenue and number of repair per .*2026.*top 2 by revenue/,
  )
  const parts = after(clocks, 'revenue last month', 'split that into works and case')
  expect(parts.restatement).toMatch(/^total works net and total case net, .*October 2026/)
  expect(
    after(clocks, 'revenue last month', 'split that into works and case', 'and the month before').restatement,
  ).toMatch(/^total works net and total case net, .*September 2026/)
})

test('[DR1638] “how much is that altogether” adds up the rows that were listed or counted', () => {
  for (const words of [
    'how much is that altogether',
    'what do they add up to',
    'and how much is that in total',
  ])
    for (const first of ['which invoices are overdue', 'how many invoices are overdue'])
      expect(after(bills, first, words).restatement).toMatch(/^total amount, where due on is before/)
})

test('[DR1639] [DR4189] a share of rows that are so, by month or by person, is a part of the rows of each', () => {
  expect(clocks.rows('share of cancelled repairs by month this year').map((row) => row[1])).toEqual([
    50, 25, 0,
  ])
  expect(
    clocks.rows('what percentage of repairs were cancelled per branch this year').toSorted(byName),
  ).toEqual([
    ['Harbour', 0],
    ['Market', 200 / 3],
  ])
  // Without a condition it is the part of each group in the whole.
  expect(clocks.rows('share of repairs by branch last month').toSorted(byName)).toEqual([
    ['Harbour', 0.5],
    ['Market', 0.5],
  ])
})

const byName = (one: unknown[], other: unknown[]): number => String(one[0]).localeCompare(String(other[0]))

test('[DR1640] what will be earned is a forecast, also where the figure is known and a verb names it', () => {
  for (const question of [
    'how much are we going to turn over next month',
    'how much are we going to sell next year',
    'will we make a profit this year',
    'how much would we earn if we raised prices by 10%',
  ]) {
    const plan = clocks.plan(question)
    expect(plan.status === 'cannot_answer' && plan.reason).toMatch(/forecast/)
  }
})

test('[DR1641] what few databases hold is refused by name, and not asked about, where the data does not have it', () => {
  for (const [question, missing] of [
    ['how many people opened the last newsletter', 'newsletter'],
    ['what did we spend on advertising this year', 'advertising'],
    ['which supplier gives us the best price', 'supplier'],
    ['how did owners rate us', 'rating'],
  ] as const) {
    const plan = clocks.plan(question)
    expect(plan.status === 'cannot_answer' && plan.missing).toEqual([missing])
  }
})

test('[DR1642] a question that points back and is read on its own says so', () => {
  const reading = after(clocks, 'revenue last month', 'how many trials did they have this year')
  expect(
    reading.assumptions.filter(({ changesNumbers }) => changesNumbers).map(({ says }) => says),
  ).toContain('The question points back to what was shown before, and was read on its own.')
})

test('[DR4201] a whole that means other rows is not read as the whole', () => {
  const plan = clocks.plan('how many repairs were cancelled last month and what share of all owners')
  expect(plan.status).not.toBe('readings')
})
