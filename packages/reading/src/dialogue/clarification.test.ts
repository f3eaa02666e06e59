import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ontology } from '@quipu/query'
import type { Reading } from '../plan/reading.ts'
import { findTimes } from '../time/find-times.ts'
import { applyEffect } from './apply-effect.ts'
import { splitAnswers } from './bracket-answers.ts'
import { contextDoubts } from './context-doubts.ts'
import type { Doubt } from './doubt.ts'
import { meaningDoubt } from './meaning-doubt.ts'
import { qualifierDoubts } from './qualifier-doubts.ts'
import { settle } from './settle.ts'
import { amountPerRegion, bakery, clock, is, orderedOn, readingOf, totalAmount } from './test-bakery.ts'
import { timeDoubts } from './time-doubts.ts'

const nobody = { defaultTimePeriod: null, highValueThreshold: null, choices: {} }
const asking = { answers: {}, preferences: nobody, proceed: false }

test('[DT17] a trend without a period leads to a question for the period', () => {
  const [doubt, ...others] = timeIn('Show order trends')
  expect(others).toEqual([])
  expect(doubt?.asks).toEqual({
    label: 'Time period',
    why: 'time',
    question: 'What time period should I analyze?',
    suggestions: ['Last 30 days', 'Current quarter', 'Year to date', 'All time'],
  })
  expect(doubt?.resolve('Current quarter')).toMatchObject({
    range: { start: '2026-10-01', end: '2027-01-01' },
  })
  expect(doubt?.resolve('March 2025')).toMatchObject({ range: { start: '2025-03-01', end: '2025-04-01' } })
  expect(doubt?.resolve('a while')).toBeNull()
})

test.each(['orders recently', 'orders in the current period', 'amount lately'])(
  '[DT17] "%s" leads to a question for the period',
  (question) => {
    expect(timeIn(question)).toMatchObject([{ asks: { label: 'Time period' } }])
  },
)

test.each([
  'order trends last quarter',
  'monthly order trend',
  'orders last quarter',
  'how many orders',
  'orders recently, since March 2026',
])('[DT17] "%s" needs no question about time', (question) => {
  expect(timeIn(question)).toEqual([])
})

test('[DT17] time is not asked about without a time field, or when the data covers only a month', () => {
  const times = findTimes('oven trends', { ...clock, calendar: bakery.calendar })
  expect(
    timeDoubts({ question: 'oven trends', times, timeFields: [], ontology: bakery, context: clock }),
  ).toEqual([])
  expect(timeIn('order trends', shortened())).toEqual([])
})

test('[DT18] fiscal words lead to a question for the fiscal start, and so does a plain quarter where the ontology uses fiscal terms', () => {
  const [doubt] = timeIn('orders last fiscal quarter')
  expect(doubt?.asks.label).toBe('Fiscal year start')
  expect(doubt?.resolve('April')).toEqual({ kind: 'fiscal-start', month: 4 })
  const fiscal: Ontology = { ...bakery, glossary: [{ term: 'fiscal week', meaning: 'a week', synonyms: [] }] }
  expect(timeIn('orders last quarter', fiscal)).toMatchObject([{ asks: { label: 'Fiscal year start' } }])
  expect(timeIn('orders last quarter')).toEqual([])
})

test('[DT302] an ambiguous date leads to a question with both days as suggestions', () => {
  const [doubt] = timeIn('orders on 3/5/2025')
  expect(doubt?.asks).toMatchObject({ label: 'Date', suggestions: ['2025-03-05', '2025-05-03'] })
  expect(doubt?.resolve('2025-05-03')).toMatchObject({ range: { start: '2025-05-03', end: '2025-05-04' } })
})

test('[DT19] "high-value" leads to a question with thresholds from the quantiles of the data', () => {
  const [doubt] = qualifiersIn('Show high-value customers')
  expect(doubt?.asks).toEqual({
    label: 'High-value threshold',
    why: 'qualifier',
    question: "How do you define 'high-value' customers?",
    suggestions: [
      'Lifetime value > $10,000',
      'Average order amount > $81',
      'Average return amount > $20',
      'Lifetime value > $20,000',
    ],
  })
  const lifetime = { kind: 'field', dataset: 'customers', field: 'lifetime_value' }
  expect(doubt?.resolve('Lifetime value > $10,000')).toMatchObject({
    condition: { kind: 'compare', left: lifetime, operator: '>', right: { value: 10_000 } },
  })
  expect(doubt?.resolve('at least 5k')).toMatchObject({
    condition: { left: lifetime, operator: '>=', right: { value: 5000 } },
  })
  expect(doubt?.resolve('average order over $100')).toMatchObject({
    condition: {
      kind: 'related',
      of: 'customers',
      query: { subject: 'orders', having: { operator: '>', right: { value: 100 } } },
    },
  })
  expect(doubt?.resolve('top 10%')).toMatchObject({ condition: { left: lifetime, right: { value: 20_000 } } })
  expect(doubt?.resolve('10%')).toBeNull()
  expect([doubt?.resolve('the good ones'), doubt?.resolve('shoe size > 40')]).toEqual([null, null])
})

test('[DT19] frequent customers are those with many related rows', () => {
  const [doubt] = qualifiersIn('list frequent customers')
  expect(doubt?.asks.suggestions[0]).toBe('Number of orders >= 15')
  expect(doubt?.resolve('more than 3 orders')).toMatchObject({
    condition: { query: { subject: 'orders', having: { operator: '>' } } },
  })
})

test('[DT303] "top customers" leads to a question for the number', () => {
  const [doubt] = qualifiersIn('show our top customers')
  expect(doubt?.asks.suggestions.slice(0, 2)).toEqual(['Top 10 by lifetime value', 'Top 5 by lifetime value'])
  expect(doubt?.resolve('top 3')).toMatchObject({ kind: 'top', limit: 3, by: { field: 'lifetime_value' } })
})

test.each([
  'top 5 customers',
  'top customers by lifetime value',
  'the top customer',
  'the most valuable customers',
  'how large are orders',
  'large orders over $500',
  'customers called "Large Customers"',
  'large ovens',
  'a valuable lesson',
])('[DT20] "%s" leads to no question for a threshold', (question) => {
  expect(qualifiersIn(question)).toEqual([])
})

test('[DT20] a word that the data contains is not vague', () => {
  const input = { question: 'loyal customers', ontology: bakery, datasets: ['customers'] }
  expect(qualifierDoubts({ ...input, isKnown: () => false })).toHaveLength(1)
  expect(qualifierDoubts({ ...input, isKnown: (phrase) => phrase === 'loyal' })).toEqual([])
})

test('[DT21] two equally good readings lead to a question about the words in which they differ', () => {
  const [gross, net] = revenueReadings()
  const doubt = meaningDoubt([gross, net])
  expect(doubt?.asks).toMatchObject({
    label: 'Meaning of revenue',
    why: 'meaning',
    suggestions: ['order amount', 'net sales'],
  })
  expect([
    doubt?.resolve('net sales'),
    doubt?.resolve('the first'),
    doubt?.resolve('net'),
    doubt?.resolve('bread'),
  ]).toEqual([
    { kind: 'reading', index: 1 },
    { kind: 'reading', index: 0 },
    { kind: 'reading', index: 1 },
    null,
  ])
  expect(meaningDoubt([gross, { ...net, score: 0.5 }])).toBeNull()
  expect(meaningDoubt([gross, { ...gross }])).toBeNull()
})

test('[DT22] [DT917] "my region" leads to a question with values of the data', () => {
  const [doubt] = contextDoubts('orders in my region', bakery)
  expect(doubt?.asks).toMatchObject({
    label: 'My region',
    why: 'context',
    suggestions: ['West', 'East', 'North', 'Every region'],
  })
  expect(doubt?.resolve('west')).toMatchObject({ condition: is('region', 'West') })
  expect(contextDoubts('sales of our store', bakery)).toMatchObject([{ asks: { label: 'Our store' } }])
  expect(contextDoubts('who are our customers', bakery)).toEqual([])
  expect(contextDoubts('my mother likes bread', bakery)).toEqual([])
})

test('[DT23] [DT918] the settings settle only the time and the high-value question', () => {
  const doubts = allIn('Show high-value customer trends in my region')
  expect(settle(doubts, asking).questions.map(({ label }) => label)).toEqual([
    'Time period',
    'High-value threshold',
    'My region',
  ])
  const time = settle(doubts, { ...asking, preferences: { ...nobody, defaultTimePeriod: 'current_quarter' } })
  expect(time.questions.map(({ label }) => label)).toEqual(['High-value threshold', 'My region'])
  expect(time.settled).toMatchObject([
    { effect: { range: { start: '2026-10-01' } }, assumption: { changesNumbers: false } },
  ])
  const value = settle(doubts, { ...asking, preferences: { ...nobody, highValueThreshold: 12_345 } })
  expect(value.questions.map(({ label }) => label)).toEqual(['Time period', 'My region'])
  expect(value.settled).toMatchObject([
    { effect: { condition: { operator: '>', right: { value: 12_345 } } } },
  ])
  const both = { ...nobody, defaultTimePeriod: 'last_30_days', highValueThreshold: 1 }
  expect(settle(qualifiersIn('large orders'), { ...asking, preferences: both }).questions).toHaveLength(1)
  expect(settle(timeIn('orders on 3/5/2025'), { ...asking, preferences: both }).questions).toHaveLength(1)
})

test('[DT23] an earlier choice settles a meaning', () => {
  const doubt = meaningDoubt(revenueReadings())
  const preferences = { ...nobody, choices: { 'meaning of revenue': 'net sales' } }
  expect(settle(doubt ? [doubt] : [], { ...asking, preferences })).toMatchObject({
    questions: [],
    settled: [{ effect: { kind: 'reading', index: 1 } }],
  })
})

test('[DT24] at most three questions are asked, in order of their effect on the result', () => {
  const meaning = meaningDoubt(revenueReadings())
  const doubts = [...allIn('Show high-value customer trends in my region'), ...(meaning ? [meaning] : [])]
  const { questions } = settle(doubts, asking)
  expect(questions.map(({ label }) => label)).toEqual([
    'Meaning of revenue',
    'Time period',
    'High-value threshold',
  ])
})

test('[DT25] proceeding turns every question into a stated assumption', () => {
  const doubts = allIn('Show high-value customer trends in my region')
  const { questions, settled } = settle(doubts, { ...asking, proceed: true })
  expect(questions).toEqual([])
  expect(settled).toHaveLength(3)
  for (const { assumption } of settled)
    expect(assumption).toMatchObject({ changesNumbers: true, says: expect.stringMatching(/\.$/) })
})

test('[DT26] every suggestion settles its question, also in brackets after the question', () => {
  const questions = [
    'Show high-value customer trends in my region',
    'top customers lately',
    'large orders last fiscal year',
    'frequent customers on 3/5/2025',
  ]
  const doubts = questions.flatMap(allIn)
  const meaning = meaningDoubt(revenueReadings())
  for (const doubt of [...doubts, ...(meaning ? [meaning] : [])]) {
    expect(doubt.asks.suggestions.length).toBeGreaterThan(1)
    expect(doubt.asks.suggestions.length).toBeLessThanOrEqual(4)
    for (const suggestion of doubt.asks.suggestions) {
      const { answers } = splitAnswers(`Show it [${doubt.asks.label}: ${suggestion}]`)
      expect(settle([doubt], { ...asking, answers })).toMatchObject({
        questions: [],
        settled: [{ effect: doubt.resolve(suggestion) }],
      })
    }
  }
})

test('[DT26] thresholds suggested from any data can be sent back', () => {
  const quantiles = fc
    .array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 6, maxLength: 6 })
    .map((all) => all.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(
      quantiles,
      fc.constantFrom('USD', 'kg', null),
      fc.constantFrom('large', 'small', 'high-value'),
      (all, unit, word) => {
        const [min = 0, low = 0, middle = 0, high = 0, top = 0, max = 0] = all
        const ontology = changeField('orders', 'amount', {
          unit,
          statistics: { distinct: 50, nulls: 0, min, max, quantiles: [low, middle, high, top] },
        })
        for (const doubt of qualifierDoubts({
          question: `${word} orders`,
          ontology,
          datasets: ['orders'],
          isKnown: () => false,
        })) {
          for (const suggestion of doubt.asks.suggestions)
            expect(doubt.resolve(suggestion)).toMatchObject({ kind: 'condition' })
        }
      },
    ),
  )
})

test('[DT27] [DT919] an answer that is not understood is quoted and asked for again', () => {
  const { questions } = settle(timeIn('order trends'), { ...asking, answers: { 'time period': 'whenever' } })
  expect(questions[0]?.question).toContain('“whenever”')
})

test('[DT27] an answer may be given under the whole question', () => {
  const answers = { 'what time period should i analyze?': 'Year to date' }
  expect(settle(timeIn('order trends'), { ...asking, answers }).questions).toEqual([])
})

test('[DT28] [DT920] an answer changes the query and replaces an earlier period', () => {
  const narrowed = applyEffect(
    amountPerRegion,
    { kind: 'condition', condition: is('region', 'West'), words: '' },
    orderedOn,
  )
  const first = applyEffect(
    narrowed,
    { kind: 'period', range: { start: '2025-01-01', end: null }, words: '' },
    orderedOn,
  )
  const second = applyEffect(
    first,
    { kind: 'period', range: { start: '2026-01-01', end: null }, words: '' },
    orderedOn,
  )
  expect(second.where).toEqual({
    kind: 'and',
    of: [is('region', 'West'), { kind: 'during', of: orderedOn, start: '2026-01-01', end: null }],
  })
  expect(
    applyEffect(second, { kind: 'period', range: { start: null, end: null }, words: '' }, orderedOn).where,
  ).toEqual(is('region', 'West'))
})

function timeIn(question: string, ontology: Ontology = bakery): readonly Doubt[] {
  const times = findTimes(question, { ...clock, calendar: ontology.calendar })
  return timeDoubts({ question, times, timeFields: [orderedOn], ontology, context: clock })
}

function qualifiersIn(question: string): readonly Doubt[] {
  return qualifierDoubts({ question, ontology: bakery, datasets: ['customers'], isKnown: () => false })
}

function allIn(question: string): readonly Doubt[] {
  return [...timeIn(question), ...qualifiersIn(question), ...contextDoubts(question, bakery)]
}

function revenueReadings(): readonly [Reading, Reading] {
  const evidence = (meaning: string): Reading['evidence'] => [
    { words: 'revenue', start: 6, end: 13, meaning },
  ]
  const net = {
    ...amountPerRegion,
    outputs: [{ expression: { kind: 'metric' as const, name: 'net_sales' }, label: 'net sales' }],
  }
  const gross = { ...amountPerRegion, outputs: [{ expression: totalAmount, label: 'total' }] }
  return [
    readingOf(gross, { evidence: evidence('order amount') }),
    readingOf(net, { evidence: evidence('net sales'), score: 0.99 }),
  ]
}

function shortened(): Ontology {
  return changeField('orders', 'ordered_on', {
    statistics: { distinct: 5, nulls: 0, min: '2026-11-01', max: '2026-11-17', quantiles: null },
  })
}

function changeField(
  dataset: string,
  name: string,
  change: Partial<Ontology['datasets'][number]['fields'][number]>,
): Ontology {
  const datasets = bakery.datasets.map((one) =>
    one.name === dataset
      ? { ...one, fields: one.fields.map((field) => (field.name === name ? { ...field, ...change } : field)) }
      : one,
  )
  return { ...bakery, datasets }
}
