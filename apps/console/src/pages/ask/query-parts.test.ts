import { expect, test } from 'vitest'
import type { Ontology } from './choices.ts'
import { conditionWords, expressionWords, periodWords } from './expression-words.ts'
import {
  addCondition,
  nameColumns,
  partsOf,
  removeColumn,
  removeCondition,
  replaceColumn,
  setCondition,
  typedValue,
} from './query-parts.ts'

const query = {
  from: 'orders',
  select: [{ month: 'orders.ordered_at' }, { sum: 'items.amount', as: 'sales' }, 'revenue'],
  where: [
    ['customers.country', '=', 'PE'],
    ['orders.ordered_at', 'during', { start: '2026-01-01', end: '2026-07-01' }],
    { or: [['a', '=', 1]] },
  ],
  order: [{ desc: { sum: 'items.amount' } }],
  limit: 3,
}
const metrics = new Set(['revenue'])

test('[C303] a query is split into measures, groups, filters and periods', () => {
  const parts = partsOf(query, metrics)
  expect(parts.measures.map(({ index }) => index)).toEqual([1, 2])
  expect(parts.groups.map(({ index }) => index)).toEqual([0])
  expect(parts.filters).toEqual([{ index: 0, field: 'customers.country', operator: '=', value: 'PE' }])
  expect(parts.periods).toMatchObject([{ index: 1, field: 'orders.ordered_at' }])
  expect(parts.others).toMatchObject([{ index: 2 }])
  expect(partsOf({ select: [{ metric: 'revenue' }] }, new Set()).measures).toHaveLength(1)
  expect(partsOf({}, metrics).measures).toEqual([])
})

test('[C303] a new measure takes over the order of the old one, and a removed measure loses its order', () => {
  expect(replaceColumn(query, 1, { count: 'orders' })).toMatchObject({
    select: [{ month: 'orders.ordered_at' }, { count: 'orders' }, 'revenue'],
    order: [{ desc: { count: 'orders' } }],
  })
  expect(removeColumn(query, 1)).not.toHaveProperty('order')
  expect(removeColumn(query, 0)).toMatchObject({ order: query.order, limit: 3 })
})

test('[C303] conditions are changed, added and removed one by one', () => {
  expect(setCondition(query, 0, ['customers.country', '=', 'CL'])['where']).toHaveLength(3)
  expect(addCondition({ from: 'orders' }, ['x', '>', 1])).toEqual({ from: 'orders', where: [['x', '>', 1]] })
  expect(removeCondition({ from: 'orders', where: [['x', '>', 1]] }, 0)).toEqual({ from: 'orders' })
})

test('[C303] a typed value stays a number if the old value was one', () => {
  expect([typedValue('12', 5), typedValue('12', 'x'), typedValue('a', 5)]).toEqual([12, '12', 'a'])
  expect(typedValue('Lima, Ica', ['x'])).toEqual(['Lima', 'Ica'])
})

test('[C303] every expression has a text', () => {
  const label = (name: string) =>
    ({ 'items.amount': 'Amount', 'orders.ordered_at': 'Ordered at' })[name] ?? name
  expect(expressionWords({ sum: 'items.amount', as: 'sales' }, label)).toBe('sum of Amount')
  expect(expressionWords({ month: 'orders.ordered_at' }, label)).toBe('month of Ordered at')
  expect(expressionWords({ count: '*' }, label)).toBe('number of rows')
  expect(expressionWords({ metric: 'revenue' }, label)).toBe('revenue')
  expect(expressionWords({ '/': ['items.amount', 2] }, label)).toBe('Amount / 2')
  expect(expressionWords({ or: [['items.amount', '>', 1]] }, label)).toContain('or')
})

test('[C625] [C809] a period is shown in words that can be applied again', () => {
  const between = (start?: string, end?: string) =>
    periodWords({ ...(start && { start }), ...(end && { end }) })
  expect([
    between('2026-10-01', '2026-11-01'),
    between('2026-12-01', '2027-01-01'),
    between('2026-07-01', '2026-10-01'),
    between('2026-01-01', '2027-01-01'),
    between('2026-10-05', '2026-10-06'),
    between('2026-10-05', '2026-10-12'),
    between('2026-02-01', '2026-04-01'),
    between('2026-06-01'),
    between(undefined, '2026-06-01'),
  ]).toEqual([
    'October 2026',
    'December 2026',
    'Q3 2026',
    '2026',
    '2026-10-05',
    '2026-10-05 to 2026-10-11',
    '2026-02-01 to 2026-03-31',
    'since 2026-06-01',
    'before 2026-06-01',
  ])
  expect(periodWords('last month')).toBe('last month')
})

test('[C625] a condition of several parts is shown in words, unless a part has none', () => {
  const words = (condition: unknown) => conditionWords(condition, (field) => String(field))
  const october = ['day', 'during', { start: '2026-10-01', end: '2026-11-01' }]
  expect(words({ or: [october, ['city', 'in', ['Ica', 'Lima']]] })).toBe(
    'day is in October 2026 or city is one of Ica, Lima',
  )
  expect(words({ not: ['paid on', 'is null'] })).toBe('not: paid on is empty')
  expect(words({ and: [['a', '>', 1], { exists: { from: 'b' } }] })).toBe(undefined)
})

test('[C627] a plain field that identifies something is a column of names', () => {
  const fields = [{ name: 'number', role: 'identifier' }, { name: 'total', role: 'measure' }] // prettier-ignore
  const ontology = { datasets: [{ name: 'bills', fields }] } as unknown as Ontology
  const shown = {
    from: 'bills',
    select: ['bills.total', { field: 'bills.number', as: 'No.' }, { sum: 'bills.number' }],
  }
  expect([...nameColumns(shown, ontology)]).toEqual([1])
  expect([...nameColumns(undefined, ontology)]).toEqual([])
})
