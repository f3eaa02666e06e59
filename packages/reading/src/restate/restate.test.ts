import { expect, test } from 'vitest'
import type { Condition, Expression } from '@quipu/query'
import {
  agg,
  count,
  f,
  is,
  query,
  show,
  testOntology,
} from '../../../../test/environment/query/test-ontology.ts'
import { RandomForm } from './test-random-form.ts'
import { restate } from './restate.ts'

const ontology = testOntology('sqlite', [
  { name: 'patients', fields: ['id*', 'name:text', 'city:text'] },
  {
    name: 'visits',
    fields: ['id*', 'patient_id', 'reason:text', 'fee', 'seen_on:date'],
    refers: ['patient_id>patients.id'],
    extra: { fee: { unit: 'EUR' }, seen_on: { role: 'time', label: 'seen on' } },
  },
  {
    name: 'doctors',
    fields: ['id*', 'name:text', 'hired_on:date', 'left_on:date'],
    extra: { hired_on: { role: 'time', label: 'hired on' }, left_on: { role: 'time', label: 'left on' } },
  },
])
const month: Expression = { kind: 'period', unit: 'month', of: f('visits.seen_on') }
const during = (start: string | null, end: string | null, path = 'visits.seen_on'): Condition => ({
  kind: 'during',
  of: f(path),
  start,
  end,
})

test('[DR100] a restatement gives measures, groups, filters, period and ranking in this order', () => {
  const top = query('visits', {
    outputs: show(month, count('visits')),
    where: {
      kind: 'and',
      of: [is('visits.reason', 'check-up'), is('visits.fee', 20, '>'), during('2025-10-01', '2026-01-01')],
    },
    groupBy: [month],
    orderBy: [{ expression: agg('sum', 'visits.fee'), direction: 'desc' }],
    limit: 5,
  })
  expect(restate(top, ontology)).toBe(
    'number of visits per month, where reason is check-up and fee is more than 20 EUR, in the 4th quarter of 2025, top 5 by total fee',
  )
  const list = query('patients', {
    outputs: show('patients.name', 'patients.city'),
    orderBy: [{ expression: f('patients.name'), direction: 'asc' }],
  })
  expect(restate(list, ontology)).toBe('name and city of patients, ordered by patient name')
})

test('[DR101] [DR4323] periods are named where they are exactly a month, quarter or year', () => {
  const text = (start: string | null, end: string | null): string =>
    restate(query('visits', { outputs: show(count('visits')), where: during(start, end) }), ontology)
  expect(text('2025-03-01', '2025-04-01')).toBe('number of visits, in March 2025')
  expect(text('2025-01-01', '2026-01-01')).toBe('number of visits, in 2025')
  expect(text('2025-10-01', '2025-12-31')).toBe('number of visits, from 2025-10-01 to 2025-12-30')
  expect(text('2025-03-05', '2025-03-06')).toBe('number of visits, on 2025-03-05')
  expect(text('2025-03-05', null)).toBe('number of visits, since 2025-03-05')
  expect(text(null, '2025-03-05')).toBe('number of visits, before 2025-03-05')
  const hired = query('doctors', {
    outputs: show(count('doctors')),
    where: during('2025-01-01', '2026-01-01', 'doctors.hired_on'),
  })
  expect(restate(hired, ontology)).toBe('number of doctors, where hired on is in 2025')
})

test('[DR102] nested, negated and combined parts are restated in one sentence', () => {
  const visits = query('visits', { outputs: [], where: is('visits.reason', 'cough') })
  const none = query('patients', {
    outputs: show('patients.name'),
    where: { kind: 'not', of: { kind: 'related', of: 'patients', query: visits } },
  })
  expect(restate(none, ontology)).toBe('name of patients, where there are no visits where reason is cough')
  const mean: Expression = {
    kind: 'scalar',
    query: query('visits', { outputs: show(agg('avg', 'visits.fee')) }),
  }
  const above = query('visits', {
    outputs: show(count('visits')),
    where: { kind: 'compare', left: f('visits.fee'), operator: '>', right: mean },
  })
  expect(restate(above, ontology)).toBe('number of visits, where fee is more than the average fee')
  const both = query('patients', {
    outputs: show('patients.city'),
    combine: { how: 'except', with: query('doctors', { outputs: show('doctors.name') }) },
  })
  expect(restate(both, ontology)).toBe('city of patients, that are not among the name of doctors')
  const share: Expression = { kind: 'share', of: count('visits'), within: [], percent: true }
  const running: Expression = {
    kind: 'running',
    function: 'total',
    of: count('visits'),
    along: month,
    within: [],
  }
  expect(restate(query('visits', { outputs: show(month, share, running), groupBy: [month] }), ontology)).toBe(
    'share of number of visits in percent and running total of number of visits by month per month',
  )
})

test('[DR103] [DR4324] any logical form is restated in one bounded line, the same each time, without invisible characters', () => {
  const fields = [f('patients.name'), f('visits.fee'), f('visits.seen_on'), f('doctors.hired_on')]
  for (let seed = 1; seed <= 400; seed += 1) {
    const form = new RandomForm(seed, fields).query(5)
    const text = restate(form, ontology)
    expect(restate(new RandomForm(seed, fields).query(5), ontology)).toBe(text)
    expect(text.length).toBeGreaterThan(0)
    expect(Array.from(text).length).toBeLessThanOrEqual(600)
    expect(text).not.toMatch(/\p{Cc}|\p{Cf}|undefined|\[object/u)
  }
})

test('[DR304] conditions nested a thousand levels deep end in an ellipsis', () => {
  let condition = is('visits.reason', 'cough')
  for (let level = 0; level < 1000; level += 1) condition = { kind: 'not', of: condition }
  expect(restate(query('visits', { outputs: show(count('visits')), where: condition }), ontology)).toContain(
    '…',
  )
})
