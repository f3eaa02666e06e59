import type { Dataset } from '@quipu/query'
import { expect, test } from 'vitest'
import { testOntology } from '../../../../test/environment/query/test-ontology.ts'
import { role } from '../test-greenhouse.ts'
import { monthCondition } from './month-condition.ts'

function harvests(type: 'text' | 'number', months: readonly (string | number)[]): Dataset {
  const ontology = testOntology('sqlite', [
    {
      name: 'harvests',
      fields: ['harvest_id*', 'year', `month:${type}`, 'crates'],
      extra: {
        ...role('identifier', 'harvest_id'),
        year: { role: 'time', timeFormat: 'year' },
        month: { sample: months.map(String) },
        ...role('measure', 'crates'),
      },
    },
  ])
  const [dataset] = ontology.datasets
  if (dataset === undefined) throw new Error('no dataset')
  return dataset
}

test('[DR68] a month is written as the field stores it', () => {
  expect(
    monthCondition(harvests('text', ['March', 'April', 'June']), '2026-04-01', '2026-05-01'),
  ).toMatchObject({ kind: 'compare', operator: '=', right: { value: 'April' } })
  expect(monthCondition(harvests('text', ['Mar', 'Apr', 'Jun']), '2026-04-01', '2026-05-01')).toMatchObject({
    right: { value: 'Apr' },
  })
  expect(monthCondition(harvests('number', [3, 4, 6]), '2026-04-01', '2026-05-01')).toMatchObject({
    right: { value: 4 },
  })
})

test('[DR68] several months become a list, and whole years need no condition on the month', () => {
  const dataset = harvests('text', ['March', 'April', 'June'])
  expect(monthCondition(dataset, '2026-04-01', '2026-07-01')).toMatchObject({
    kind: 'in',
    values: ['April', 'May', 'June'],
  })
  expect(monthCondition(dataset, '2026-01-01', '2027-01-01')).toBeNull()
  expect(monthCondition(dataset, '2025-11-01', '2026-02-01')).toBeNull()
})
