import { expect, test } from 'vitest'
import type { ReadingContext } from '../plan/reading-context.ts'
import { findTimes } from '../time/find-times.ts'
import { clarify, type Clarified } from './clarify.ts'
import { amountPerRegion, bakery, clock, orderedOn, readingOf } from './test-bakery.ts'

const context: ReadingContext = {
  ...clock,
  preferences: { defaultTimePeriod: null, highValueThreshold: null, choices: {} },
  answers: {},
  proceed: false,
  previous: null,
}
const trends = 'Show high-value customer trends'

test('[DT24] all triggers are asked about together, and their words count as understood', () => {
  const { questions, readings } = read(trends, {})
  expect(questions.map(({ label }) => label)).toEqual(['Time period', 'High-value threshold'])
  expect(readings[0]?.unmatched).toEqual(['bread'])
  expect(readings[0]?.query).toEqual(amountPerRegion)
})

test('[DT28] [DT921] answers narrow the best reading', () => {
  const answers = { 'time period': 'Current quarter', 'high-value threshold': 'Lifetime value > $10,000' }
  const { questions, readings } = read(trends, { answers })
  expect(questions).toEqual([])
  expect(readings[0]?.query.where).toMatchObject({
    kind: 'and',
    of: [
      { kind: 'during', of: orderedOn, start: '2026-10-01', end: '2027-01-01' },
      { kind: 'compare', operator: '>', right: { value: 10_000 } },
    ],
  })
  expect(readings[0]?.assumptions).toEqual([])
})

test('[DT25] proceeding states the assumptions with the reading', () => {
  const { readings } = read(trends, { proceed: true })
  expect(readings[0]?.assumptions.map(({ about }) => about)).toEqual(['time period', 'high-value threshold'])
})

test('[DT21] the chosen meaning puts its reading first', () => {
  const evidence = (meaning: string) => [{ words: 'sales', start: 0, end: 5, meaning }]
  const gross = readingOf(amountPerRegion, { evidence: evidence('order amount') })
  const net = readingOf({ ...amountPerRegion, limit: 1 }, { evidence: evidence('net sales') })
  const input = { question: 'sales', ontology: bakery, times: [], isKnown: () => false }
  expect(clarify([gross, net], { ...input, context }).questions).toMatchObject([
    { label: 'Meaning of sales' },
  ])
  const answered = clarify([gross, net], {
    ...input,
    context: { ...context, answers: { 'meaning of sales': 'net sales' } },
  })
  expect(answered).toMatchObject({ questions: [], readings: [{ query: net.query }, { query: gross.query }] })
})

test('[DT18] an answered fiscal start is returned so that the question is read again', () => {
  const { fiscalStart } = read('orders last fiscal quarter', { answers: { 'fiscal year start': 'July' } })
  expect(fiscalStart).toBe(7)
})

function read(question: string, change: Partial<ReadingContext>): Clarified {
  const times = findTimes(question, { ...clock, calendar: bakery.calendar })
  const reading = readingOf(amountPerRegion, { unmatched: ['high-value', 'bread'] })
  return clarify([reading], {
    question,
    ontology: bakery,
    times,
    isKnown: () => false,
    context: { ...context, ...change },
  })
}

test('[DT21] repeated words that differ only in the second position are asked about once', () => {
  const evidence = (second: string) => [
    { words: 'sales', start: 0, end: 5, meaning: 'order amount' },
    { words: 'sales', start: 9, end: 14, meaning: second },
  ]
  const gross = readingOf(amountPerRegion, {
    evidence: evidence('order amount'),
    restatement: 'order amount by order amount',
  })
  const net = readingOf(
    { ...amountPerRegion, limit: 1 },
    { evidence: evidence('net sales'), restatement: 'order amount by net sales' },
  )
  const { questions } = clarify([gross, net], {
    question: 'sales by sales',
    ontology: bakery,
    times: [],
    context,
    isKnown: () => false,
    isNear: () => true,
  })
  expect(questions.filter(({ why }) => why === 'meaning')).toHaveLength(1)
})
