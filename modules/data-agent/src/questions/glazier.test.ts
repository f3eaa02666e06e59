import { afterAll, beforeAll, expect, test } from 'vitest'
import { readQuestion } from '@quipu/reading'
import { openGlazier } from './test-glazier.ts'
import { plainContext } from './test-shop.ts'
import type { SmallDatabase } from './test-small-database.ts'

let glazier: SmallDatabase
beforeAll(async () => {
  glazier = await openGlazier()
})
afterAll(() => glazier[Symbol.dispose]())

test('[DR1242] rows without a date have the date of what they belong to, not that of people', () => {
  expect(glazier.rows('hours worked last month')).toEqual([[15]])
  expect(glazier.rows('who worked the most hours last month')[0]?.slice(0, 2)).toEqual(['Wim', 'Cole'])
  expect(glazier.rows('what did the calls cost us in wages last month')).toEqual([[60 + 80 + 40]])
})

test('[DR1250] the head of a name is the thing, although a date has the verb of it', () => {
  expect(glazier.rows('how many orders without a client did we have last month')).toEqual([[1]])
})

test('[DR1251] [DR4159] what was cancelled is not waited for', () => {
  expect(glazier.rows('which orders are not fitted yet')).toEqual([[3, 'Cora Lux', '2026-10-03']])
  expect(glazier.rows('small jobs that are finished but not billed yet').map(([id]) => id)).toEqual([2])
})

test('[DR1252] after the verb of “how many days does it take”, a noun names the rows', () => {
  expect(glazier.rows('how many days does it take us to fit an order')).toEqual([[(8 + 12 + 2) / 3]])
})

test('[DR1253] a consonant written once before an ending is a spelling error', () => {
  expect(glazier.rows('monthly fees of runing contracts per town')).toEqual([['Ulm', 150]])
})

test('[DR1254] those whom a reference of several words names are counted for, whatever their job is called', () => {
  expect(glazier.rows('how many clients does each care lead have').map((row) => [row[0], row[3]])).toEqual([
    ['Ute', 2],
    ['Xia', 1],
  ])
})

test('[DR1255] what running contracts bring in per month are their fees, without those that have not begun', () => {
  expect(glazier.rows('how much do our running contracts bring in per month')).toEqual([[150]])
})

test('[DR1256] [DR4161] a discount in percent of the whole order reduces its lines', () => {
  expect(glazier.rows('revenue last month')).toEqual([[505]])
  expect(glazier.rows('top 2 panes by revenue last month')).toEqual([
    ['Clear', 280],
    ['Frosted', 200],
  ])
  expect(glazier.rows('how much profit did we make last month')).toEqual([[505 - 120 - 90 - 60 - 20]])
})

test('[DR1257] late beside a named event compares that event with the day on which it was due', () => {
  expect(glazier.rows('what share of the orders fitted last month was late')[0]?.[0]).toBeCloseTo(100 / 3)
})

test('[DR1258] the mark of a thing that stands before it narrows it', () => {
  expect(glazier.rows('top 2 trade clients by sales').map((row) => [row[0], row.at(-1)])).toEqual([
    ['Abbey Hotel', 180],
    ['Cora Lux', 100],
  ])
})

test('[DR1259] “who worked the most” ranks the groups of the answer before', () => {
  const reading = glazier.reading('hours worked per worker last month')
  const previous = { question: 'hours worked per worker last month', reading }
  const next = readQuestion('who worked the most?', glazier.ontology, { ...plainContext, previous })
  expect(next.status === 'readings' && next.readings[0].restatement).toMatch(
    /October 2026.* top 1 by hours worked/,
  )
})

test('[DR1260] [DR4162] a figure after “per” is not one more figure, and one period is not that of two dates', () => {
  for (const question of ['sales per hour worked last month', 'sales and hours worked last month']) {
    const plan = glazier.plan(question)
    const measures = plan.status === 'readings' ? (plan.readings[0].frame?.measures ?? []) : []
    expect(measures.length).toBeLessThan(2)
  }
})
