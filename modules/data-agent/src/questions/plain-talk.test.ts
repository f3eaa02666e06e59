import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCanalCarrier } from './test-canal-carrier.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let carrier: SmallDatabase
beforeAll(async () => {
  carrier = await openCanalCarrier()
})
afterAll(() => carrier[Symbol.dispose]())

test.each([
  ['sales by landing zone last quater', 'sales by landing zone last quarter'],
  ['how many consignments were cancled', 'how many consignments were cancelled'],
  ['how much did we sel last year', 'how much did we sell last year'],
])(
  '[DR950] a misspelt word of time, state or trade is read as it should be written: %s',
  (written, meant) => {
    expect(carrier.sql(written)).toBe(carrier.sql(meant))
  },
)

test('[DR951] [DR4123] what is on time is a part of what was done', () => {
  expect(carrier.rows('what percentage of consignments arrived on time this year')[0]?.[0]).toBeCloseTo(
    200 / 3,
  )
  expect(carrier.rows('how many consignments were delivered on time this year')).toEqual([[2]])
})

test('[DR952] [DR4124] late in a period is what was done too late or is still not done', () => {
  expect(sorted(carrier.rows('late consignments per landing zone this year'))).toEqual(['["Far",2]'])
  expect(carrier.rows('which consignments are overdue').map((row) => row[0])).toEqual(['W5'])
})

test('[DR953] the noun of an event stands for the rows that have its date', () => {
  expect(carrier.rows('how many bookings were cancelled this year and what percentage is that')).toEqual([
    [1, 100 / 6],
  ])
  expect(carrier.rows('how many days from pickup to delivery on average')[0]?.[0]).toBeCloseTo(13 / 5)
})

test('[DR954] those who pay belong to the bills whose time is measured', () => {
  expect(carrier.rows('how many days do patrons take to pay us on average')).toEqual([[15]])
  expect(sorted(carrier.rows('how long do patrons take to pay by guild'))).toEqual([
    '["Iron",20]',
    '["Wool",10]',
  ])
})

test('[DR955] [DR4125] growth against a period is growth from it to the next', () => {
  const [first] = carrier.rows('how much did sales grow against last year')
  expect(first?.map(Number).slice(0, 2)).toEqual([490, 500])
  expect(sorted(carrier.rows('sales growth against the year before'))).toHaveLength(2)
})

test('[DR956] [DR4126] people that we have are those who work for us, and what we have was not sold or left', () => {
  expect(sorted(carrier.rows('how many people do we have at each wharf'))).toEqual([
    '["Lower",2]',
    '["Upper",2]',
  ])
  expect(sorted(carrier.rows('how many tugs do we have per wharf'))).toEqual(['["Upper",1]'])
})

test('[DR957] who has people under a lead is read from the reference of that name', () => {
  expect(sorted(carrier.rows('how many hands does each crew lead look after'))).toEqual([
    '["Ada","Moss",2]',
    '["Bo","Nash",1]',
  ])
})

test('[DR958] [DR4127] what was not used has no sale in the period, and rows without a name show their mark', () => {
  expect(carrier.rows('which barges did not move at all in January 2026').map((row) => row[0])).toEqual([
    'H-12',
    'H-13',
    'H-14',
  ])
})

test('[DR959] what was paid out for claims is what was granted', () => {
  expect(carrier.rows('how much did we pay out for loss claims this year')).toEqual([[60]])
})

test.each([
  ['what share of consignments ends up in a claim', 'what share of consignments with a claim'],
  ['which barge cost us the most to run this year', 'which barge cost us the most this year'],
  ['last years sales by landing zone', 'last year sales by landing zone'],
  ['which consignments should have been delivered by now but are not', 'which consignments are overdue'],
  ['how many patrons have not booked anything this year', 'how many patrons have not booked this year'],
])('[DR960] an idiom is read in plain words: %s', (idiom, plain) => {
  expect(carrier.sql(idiom)).toBe(carrier.sql(plain))
})

test('[DR961] the last word of a name counts as much as a synonym of another', () => {
  expect(sorted(carrier.rows('sales per zone this year'))).toEqual(['["Far",330]', '["Near",160]'])
})

test('[DR962] where one word alone has no place, the figure of the others is offered, never answered', () => {
  const question = 'how much frumious revenue did we make this year'
  const plan = carrier.plan(question)
  if (plan.status !== 'clarification') throw new Error(plan.status)
  const [asked] = plan.questions
  expect(asked?.question).toContain('frumious')
  const chosen = carrier.plan(`${question} [Reading: ${asked?.suggestions[0]}]`)
  if (chosen.status !== 'readings') throw new Error(chosen.status)
  expect(chosen.readings[0].assumptions.some(({ says }) => says.includes('frumious'))).toBe(true)
  expect(chosen.readings[0].restatement).toContain('revenue')
  expect(carrier.plan('how many students will we have next year').status).toBe('cannot_answer')
})
