import { expect, test } from 'vitest'
import type { Expression, Query } from '@quipu/query'
import type { Reading } from '../plan/reading.ts'
import { continueReading } from './continue-reading.ts'
import {
  amountPerRegion,
  bakery,
  clock,
  is,
  orderedOn,
  readingOf,
  region,
  resolver,
  totalAmount,
} from './test-bakery.ts'

const month: Expression = { kind: 'period', unit: 'month', of: orderedOn }
const lastYear = { kind: 'during', of: orderedOn, start: '2025-01-01', end: '2026-01-01' } as const

test('[DT29] "and by month?" splits by month too, in order of time', () => {
  const query = follow('and by month?')
  expect(query?.groupBy).toEqual([month, region])
  expect(query?.outputs.map(({ label }) => label)).toEqual(['month', 'region', 'total amount'])
  expect(query?.orderBy).toEqual([{ expression: month, direction: 'asc' }])
})

test('[DT29] [DT922] another split by time replaces the first', () => {
  const monthly = follow('and by month?')
  expect(follow('now by quarter', monthly)?.groupBy).toEqual([{ ...month, unit: 'quarter' }])
  expect(follow('and weekly?', monthly)?.groupBy).toEqual([{ ...month, unit: 'week' }, region])
})

test('[DT29] "by …" replaces the split, "and by …" adds one, and both keep the split by time', () => {
  const status = { kind: 'field', dataset: 'orders', field: 'status' }
  expect(follow('by status instead')?.groupBy).toEqual([status])
  expect(follow('and by status')?.groupBy).toEqual([region, status])
  expect(follow('now per status', { ...amountPerRegion, groupBy: [month] })?.groupBy).toEqual([month, status])
})

test('[DT29] [DT923] a list split by time becomes a count', () => {
  const list: Query = {
    ...amountPerRegion,
    groupBy: [],
    outputs: [{ expression: orderedOn, label: 'ordered on' }],
  }
  expect(follow('and by month?', list)?.outputs.map(({ label }) => label)).toEqual([
    'month',
    'number of orders',
  ])
})

test.each([
  ['only for West', is('region', 'West')],
  ['just West', is('region', 'West')],
  ['and in West?', is('region', 'West')],
  ['what about West?', is('region', 'West')],
  ['exclude cancelled', { kind: 'not', of: is('status', 'cancelled', 'orders') }],
  ['without the cancelled ones', { kind: 'not', of: is('status', 'cancelled', 'orders') }],
  ['what about last year?', lastYear],
  ['and for 2025?', lastYear],
  ['only for West and last year', { kind: 'and', of: [is('region', 'West'), lastYear] }],
  ['since March 2026', { kind: 'during', of: orderedOn, start: '2026-03-01', end: null }],
])('[DT30] [DT925] "%s" narrows', (question, where) => {
  expect(follow(question)?.where).toEqual(where)
})

test('[DT30] [DT926] [DT924] a value of the same field, and another time, replace the first', () => {
  const west: Query = {
    ...amountPerRegion,
    where: { kind: 'and', of: [is('region', 'West'), { ...lastYear, start: '2020-01-01' }] },
  }
  expect(follow('what about East?', west)?.where).toEqual({
    kind: 'and',
    of: [is('region', 'East'), { ...lastYear, start: '2020-01-01' }],
  })
  expect(follow('and last year?', west)?.where).toEqual({ kind: 'and', of: [is('region', 'West'), lastYear] })
  expect(follow('for all regions', west)?.where).toEqual({ ...lastYear, start: '2020-01-01' })
})

test('[DT31] "top 5" and "sort by" change the order and the number of rows', () => {
  const down = [{ expression: totalAmount, direction: 'desc' }]
  expect(follow('top 5')).toMatchObject({ limit: 5, orderBy: down })
  expect(follow('and only the top three?')).toMatchObject({ limit: 3, orderBy: down })
  expect(follow('bottom 2')).toMatchObject({ limit: 2, orderBy: [{ direction: 'asc' }] })
  expect(follow('sort by region')?.orderBy).toEqual([{ expression: region, direction: 'asc' }])
  expect(follow('sort by total amount ascending')?.orderBy).toEqual([
    { expression: totalAmount, direction: 'asc' },
  ])
  expect(follow('highest first')?.orderBy).toEqual(down)
  expect(
    follow('reverse the order', { ...amountPerRegion, orderBy: [{ expression: region, direction: 'asc' }] })
      ?.orderBy,
  ).toEqual([{ expression: region, direction: 'desc' }])
})

test('[DT31] [DT927] "now as percent" gives shares of the total', () => {
  expect(follow('now as percent')?.outputs[1]?.expression).toEqual({
    kind: 'share',
    of: totalAmount,
    within: [],
    percent: true,
  })
  expect(follow('as a percentage of the total')?.outputs[1]?.label).toBe('total amount in percent')
})

test('[DT32] a follow-up asks the same with another measure, function or dataset', () => {
  expect(follow('and the average?')?.outputs[1]?.expression).toEqual({ ...totalAmount, function: 'avg' })
  expect(follow('what about net sales?')?.outputs[1]?.expression).toEqual({
    kind: 'metric',
    name: 'net_sales',
  })
  const returns = follow('and for returns?', { ...amountPerRegion, where: lastYear })
  expect(returns).toMatchObject({
    subject: 'returns',
    outputs: [{}, { expression: { function: 'sum', of: { dataset: 'returns', field: 'amount' } } }],
    where: { of: { dataset: 'returns', field: 'returned_on' } },
  })
  expect(follow('and for ovens?')).toBeNull()
})

test('[DT32] [DT928] a comparison shows each measure for both periods', () => {
  const query = follow('compared with last year?', {
    ...amountPerRegion,
    where: { ...lastYear, start: '2026-07-01', end: '2026-10-01' },
  })
  expect(query?.where).toBeNull()
  expect(query?.outputs.map(({ label }) => label)).toEqual([
    'region',
    'total amount in Q3 2026',
    'total amount in Q3 2025',
  ])
  expect(query?.outputs[2]?.expression).toMatchObject({
    where: { kind: 'during', start: '2025-07-01', end: '2025-10-01' },
  })
  const before = follow('vs the previous period', {
    ...amountPerRegion,
    where: { ...lastYear, start: '2026-07-01', end: '2026-10-01' },
  })
  expect(before?.outputs[2]?.label).toBe('total amount in Q2 2026')
  expect(follow('compared with last year?')).toBeNull()
})

test('[DT32] [DT929] "how many of them" counts what was shown', () => {
  const counted = {
    kind: 'aggregate',
    function: 'count',
    of: { kind: 'rows', dataset: 'orders' },
    distinct: false,
  }
  const query = follow('how many of those are cancelled?')
  expect(query).toMatchObject({
    where: is('status', 'cancelled', 'orders'),
    outputs: [{}, { expression: counted }],
  })
})

test.each([
  ['March 2025?', { kind: 'during', of: orderedOn, start: '2025-03-01', end: '2025-04-01' }],
  ['West?', is('region', 'West')],
])('[DT30] "%s" alone narrows', (question, where) => {
  expect(follow(question)?.where).toEqual(where)
})

test.each([
  'For each region, show total lifetime value',
  'In 2024, how many orders were there?',
  'Average lifetime value per region',
  'Top 5 customers by lifetime value',
  'cancelled orders',
  'And how many customers are in West?',
  'How many customers are there?',
  'Show orders by month',
  'What is the average lifetime value per region?',
  'total lifetime value by region',
  'which regions have the most customers',
  'and something nobody knows',
  '',
])('[DT33] "%s" is a complete question', (question) => {
  expect(follow(question)).toBeNull()
})

test('[DT33] [DT930] a follow-up says what it continues, with its own words and positions', () => {
  const reading = continueReading(readingOf(amountPerRegion), 'and by month?', bakery, {
    ...clock,
    resolve: resolver,
  })
  expect(reading).toMatchObject({
    restatement: 'total amount per region, per month',
    assumptions: [{ about: 'follow-up', changesNumbers: false }],
    evidence: [{ words: 'by month', start: 4, end: 12 }],
  } satisfies Partial<Record<keyof Reading, unknown>>)
})

function follow(question: string, query: Query | null | undefined = amountPerRegion): Query | null {
  if (!query) throw new Error('The turn before gave no query.')
  return continueReading(readingOf(query), question, bakery, { ...clock, resolve: resolver })?.query ?? null
}
