import { expect, test } from 'vitest'
import { starters, type Ontology } from './choices.ts'

const field = (label: string, role: string) => ({ label, role, is_hidden: false })
const fields = [
  field('Id', 'identifier'),
  field('Day', 'time'),
  field('Shop', 'dimension'),
  field('Amount', 'measure'),
  field('Tax', 'measure'),
]
// Only the fields that the suggestions use.
const file = {
  metrics: [],
  datasets: [{ name: 'sales', label: 'Sales 2026', fields, is_hidden: false }],
  relationships: [],
  overlay: {},
} as unknown as Ontology

test('[C522] a file without metrics is suggested with its first amount, by its groups and by month', () => {
  expect(starters(file)).toEqual([
    'total amount by shop',
    'total amount by month',
    'how many sales 2026 are there',
  ])
  const metrics = [{ name: 'revenue', label: 'Revenue' }] as unknown as Ontology['metrics']
  expect(starters({ ...file, metrics })).toEqual(['revenue by month', 'how many sales 2026 are there'])
})
