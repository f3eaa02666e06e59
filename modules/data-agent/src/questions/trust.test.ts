import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFerry, type Ferry } from './test-ferry.ts'
import { openSmallDatabase } from './test-small-database.ts'

let ferry: Ferry
beforeAll(async () => {
  ferry = await openFerry()
})
afterAll(() => ferry[Symbol.dispose]())

test.each([
  ['how many captains resigned', 'resigned'],
  ['how many trips were windy', 'windy'],
  ['which boats are insured', 'insured'],
])('[DR380] a word that found no place is never answered around: %s', (question, word) => {
  const plan = ferry.plan(question)
  const told =
    plan.status === 'clarification'
      ? plan.questions.map((one) => one.question).join(' ')
      : plan.status === 'cannot_answer'
        ? plan.reason
        : plan.status
  expect(told).toContain(word)
})

test('[DR381] an unknown thing is refused, with what can be asked instead', () => {
  const plan = ferry.plan('number of captains with an umbrella')
  if (plan.status !== 'cannot_answer') throw new Error(plan.status)
  expect(plan.missing).toEqual(['umbrella'])
  expect(plan.nearest?.map(({ restatement }) => restatement)).toEqual(['number of captains'])
})

test.each([
  ['total ticket number', 'ticket number'],
  ['average ticket number per boat', 'ticket number'],
  ['total discount', 'discount'],
])('[DR382] identifiers, years and rates are not added up: %s', (question, field) => {
  const plan = ferry.plan(question)
  if (plan.status !== 'cannot_answer') throw new Error(plan.status)
  expect(plan.reason).toContain(field)
})

test('[DR382] a rate may be averaged', () => {
  expect(ferry.rows('average discount')).toEqual([[0.15]])
})

test.each(['boats with a built year above 15', 'trips sailed in 2025 and sailed in 2026'])(
  '[DR383] a comparison off the scale of a year, and two periods at once, are no answer: %s',
  (question) => expect(ferry.plan(question).status).not.toBe('readings'),
)

test.each([
  'what will the total fare be next month',
  'will we sail more trips next year',
  'why did Bo Keel cancel trips',
  'should we buy another boat',
  'what do you recommend for the boats',
])('[DR385] forecasts, reasons and advice are refused as such: %s', (question) => {
  const plan = ferry.plan(question)
  if (plan.status !== 'cannot_answer') throw new Error(plan.status)
  expect(plan.reason).toMatch(/^Data shows what happened; this asks for a /)
})

test('[DR386] two readings that are equally good are asked about, and one is chosen by its words', async () => {
  using two = await openSmallDatabase(`
    create table parcels (parcel_id integer primary key, weight_net real not null, weight_gross real not null);
    insert into parcels values (1, 2.5, 3), (2, 4, 4.5);`)
  const plan = two.plan('average weight')
  if (plan.status !== 'clarification') throw new Error(plan.status)
  const [first = '', second = ''] = plan.questions[0]?.suggestions ?? []
  expect([first, second].toSorted()).toEqual(['weight gross', 'weight net'])
  expect(two.reading(`average weight [${plan.questions[0]?.label}: ${second}]`).restatement).toBe(
    `average ${second}`,
  )
})
