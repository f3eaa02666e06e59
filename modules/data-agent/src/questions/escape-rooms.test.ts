import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSql, planJoins } from '@quipu/query'
import { readQuestion, showFigure, type Reading } from '@quipu/reading'
import { openEscapeRooms } from './test-escape-rooms.ts'
import { plainContext } from './test-shop.ts'
import type { SmallDatabase } from './test-small-database.ts'

let rooms: SmallDatabase
beforeAll(async () => {
  rooms = await openEscapeRooms()
})
afterAll(() => rooms[Symbol.dispose]())

/** The rows of the last of several questions, each of which goes on from the one before. */
function rowsAfter(...questions: readonly string[]): unknown[][] {
  const last = questions.reduce<Reading | null>((reading, question) => {
    const previous = reading === null ? null : { question: 'x', reading }
    const plan = readQuestion(question, rooms.ontology, { ...plainContext, previous })
    if (plan.status !== 'readings') throw new Error(`${question}: ${plan.status}`)
    return showFigure(plan.readings[0], rooms.ontology)
  }, null)
  if (last === null) return []
  const joins = planJoins(last.query, rooms.ontology)
  if ('status' in joins) throw new Error(joins.reason)
  return rooms.run(
    buildSql(last.query, joins, rooms.ontology, { now: plainContext.now, timeZone: 'UTC' }).inlined,
  )
}

test('[DR1450] [DR4067] a follow-up goes on from what was shown last', () => {
  const split = ['revenue last month', 'break it down by room']
  expect(rowsAfter(...split)).toEqual([
    ['The Vault', 160],
    ['Lost Camp', 150],
    ['Pharaoh', 120],
  ])
  expect(rowsAfter(...split, 'just the top 2', 'and the month before that?')).toEqual([
    ['The Vault', 90],
    ['Lost Camp', 50],
  ])
})

test('[DR1451] what both readers understand alike is kept as slots', () => {
  const counted = ['how many bookings last month', 'per guide']
  expect(rowsAfter(...counted)).toHaveLength(3)
  expect(rowsAfter(...counted, 'and the previous month?')).toEqual([
    ['Ida', 'Moss', 2, 1],
    ['Ida', 'Rook', 1, 1],
  ])
  expect(rowsAfter(...counted, 'in percent').map((row) => row.at(-1))).toEqual([40, 40, 20])
})

test('[DR1452] [DR4068] the same period a year or a month earlier is that of the question before', () => {
  for (const words of [
    'and the same month a year ago?',
    'same month last year?',
    'and the year before?',
    'this time last year?',
    'what about a year earlier?',
  ])
    expect(rowsAfter('revenue last month', words)).toEqual([[110]])
  expect(rowsAfter('revenue last month', 'and the previous month?')).toEqual([[140]])
  expect(() => rowsAfter('revenue this year', 'and the month before?')).toThrow('and the month before?')
})

test('[DR1453] a ranking in a follow-up keeps the measure and the period', () => {
  expect(rowsAfter('revenue last month', 'which room is worst?')).toEqual([['Pharaoh', 120]])
  expect(rowsAfter('how many bookings last month', 'which client has the most?')).toEqual([['Nell Frost', 2]])
  expect(rowsAfter('revenue by room this year', 'which one is best?')).toEqual([['Lost Camp', 310]])
})

test('[DR1454] the worst of what nobody wants has the most of it', () => {
  expect(rowsAfter('how many complaints last month', 'per room', 'which one is worst?')[0]?.at(-1)).toBe(1)
  expect(rowsAfter('how many complaints this year', 'which reason is worst?')).toEqual([['too dark', 2]])
  expect(rowsAfter('how many complaints this year', 'which room is best?')[0]?.at(-1)).toBe(1)
})

test('[DR1455] [DR4134] "who?" and "which ones?" show whom and what was counted', () => {
  expect(rowsAfter('how many bookings were cancelled last month', 'who?')).toEqual([['Pia Vale', 1]])
  expect(rowsAfter('how many clients joined in 2025', 'who?')).toEqual([['Pia Vale'], ['Quin Ash']])
  expect(rowsAfter('how many complaints last month', 'which ones?')).toHaveLength(2)
  expect(() => rowsAfter('revenue by room last month', 'who?')).toThrow('who?')
})

test('[DR1456] "what percentage is that" is the part that was narrowed to', () => {
  expect(rowsAfter('how many bookings were cancelled last month', 'what percentage is that?')).toEqual([[20]])
  expect(rowsAfter('how many bookings were cancelled last month', 'what % of all bookings is that')).toEqual([
    [20],
  ])
  expect(rowsAfter('revenue paid by card last month', 'how much is that in percent')[0]?.[0]).toBeCloseTo(
    86.05,
    1,
  )
})

test('[DA855] the best thing of a business is shown with the figure that ranks it', () => {
  expect(rowsAfter('which room made the most money last month')).toEqual([['The Vault', 160]])
})

const round = (rows: unknown[][]): unknown[][] =>
  rows.map((row) => row.map((one) => (typeof one === 'number' ? Math.round(one * 100) / 100 : one)))

test('[DR1457] [DR4069] rows of one kind per row of another are divided by all of them', () => {
  expect(rowsAfter('complaints per 100 bookings')).toEqual([[40]])
  expect(round(rowsAfter('which room has the most complaints per 100 bookings'))).toEqual([
    ['Pharaoh', 66.67],
  ])
  expect(round(rowsAfter('complaints per booking by room'))).toEqual([
    ['Pharaoh', 0.67],
    ['Lost Camp', 0.33],
    ['The Vault', 0.25],
  ])
  expect(rowsAfter('bookings per room this year')).toHaveLength(3)
})

test('[DR1458] the average sale can be divided', () => {
  expect(round(rowsAfter('average booking per room this year'))).toEqual([
    ['Pharaoh', 120],
    ['Lost Camp', 103.33],
    ['The Vault', 83.33],
  ])
  expect(rowsAfter('average booking per channel last month')).toHaveLength(2)
})

test('[DR1459] two periods that stand side by side have a figure each', () => {
  const years = [
    ['2025-01-01', 110],
    ['2026-01-01', 680],
  ]
  expect(rowsAfter('revenue this year and last year')).toEqual(years)
  expect(rowsAfter('revenue so far this year against the same time last year')).toEqual(years)
  expect(rowsAfter('how many bookings this year and last year').map((row) => row[1])).toEqual([2, 8])
  expect(rowsAfter('revenue by room so far this year against the same period last year')).toHaveLength(5)
})

test('[DR1460] ratings are stars', () => {
  expect(round(rowsAfter('average rating per room'))).toEqual([
    ['The Vault', 4],
    ['Lost Camp', 3.33],
    ['Pharaoh', 2],
  ])
})

test('[DR1461] [DR4072] what was paid is divided by how it was paid', () => {
  const ways = [
    ['Card', 370],
    ['Cash', 60],
  ]
  expect(rowsAfter('revenue last month', 'split by how they paid')).toEqual(ways)
  expect(rowsAfter('revenue last month', 'card and cash separately')).toEqual(ways)
  expect(rowsAfter('revenue last month by how people paid')).toEqual(ways)
})

test('[DR1337] a kind of thing stands for each thing of this kind', () => {
  expect(rowsAfter('revenue last month', 'split by cellar')).toEqual([
    ['The Vault', 160],
    ['Pharaoh', 120],
  ])
  const [worst] = rowsAfter('which cellar has the most complaints per 100 bookings')
  expect(worst?.[0]).toBe('Pharaoh')
})

test('[DR1463] the worst thing says by what it is the worst', () => {
  const plan = rooms.plan('which room is worst')
  const notes = plan.status === 'readings' ? plan.readings[0].assumptions : []
  expect(notes.find(({ about }) => about === 'meaning of worst')?.changesNumbers).toBe(true)
  const after = rowsAfter('which cellar has the most complaints per 100 bookings', 'which room is worst?')
  expect(after[0]?.[0]).toBe('Pharaoh')
})
