import type {
  Condition,
  Dataset,
  Expression,
  Field,
  FieldRole,
  FieldStatistics,
  Ontology,
  Query,
  Relationship,
} from '@quipu/query'
import type { Reading } from '../plan/reading.ts'
import type { Resolver } from './follow-up-clauses.ts'
import { fold, namesOf } from './nouns.ts'

/** A chain of bakeries, in memory. */
export const bakery: Ontology = {
  id: 'bakery',
  name: 'Bakery',
  description: null,
  dialect: 'sqlite',
  datasets: [
    dataset('customers', 400, [
      field('id', 'identifier'),
      field('name', 'name', { sample: ['Ada', 'Bo'] }),
      field('region', 'dimension', { sample: ['West', 'East', 'North'], statistics: stats(3) }),
      money('lifetime_value', [900, 4000, 10_120, 19_800]),
    ]),
    dataset('orders', 4000, [
      field('id', 'identifier'),
      field('status', 'dimension', { sample: ['paid', 'cancelled'], statistics: stats(2) }),
      money('amount', [12, 30, 81, 240]),
      field('ordered_on', 'time', {
        type: 'date',
        statistics: { ...stats(700), min: '2024-11-18', max: '2026-11-17' },
      }),
    ]),
    dataset('returns', 200, [
      money('amount', [5, 9, 20, 50]),
      field('returned_on', 'time', { type: 'date' }),
    ]),
    dataset('stores', 12, [
      field('name', 'name', { sample: ['Harbour', 'Mill Lane'], statistics: stats(12) }),
    ]),
    dataset('ovens', 30, [field('model', 'name')]),
  ],
  relationships: [link('orders', 'customers'), link('orders', 'stores'), link('returns', 'customers')],
  metrics: [
    {
      name: 'net_sales',
      label: 'net sales',
      description: null,
      synonyms: [],
      expression: 'sum(orders.amount)',
      unit: 'USD',
    },
  ],
  glossary: [],
  verified: [],
  calendar: { fiscalYearStart: null, weekStart: 'monday' },
  values: { size: 0, exact: () => [], near: () => [], begins: () => false, partial: [] },
}

export const clock = { now: new Date('2026-11-18T15:30:00Z'), timeZone: 'Europe/Berlin' }

const amount: Expression = { kind: 'field', dataset: 'orders', field: 'amount' }
export const region: Expression = { kind: 'field', dataset: 'customers', field: 'region' }
export const orderedOn = { kind: 'field', dataset: 'orders', field: 'ordered_on' } as const
export const totalAmount: Expression = { kind: 'aggregate', function: 'sum', of: amount, distinct: false }

/** Total order amount per region. */
export const amountPerRegion: Query = {
  subject: 'orders',
  outputs: [
    { expression: region, label: 'region' },
    { expression: totalAmount, label: 'total amount' },
  ],
  where: null,
  groupBy: [region],
  having: null,
  orderBy: [],
  limit: null,
  limitPer: null,
  distinct: false,
  combine: null,
  appearances: [],
  keepUnmatched: false,
}

export function readingOf(query: Query, more: Partial<Reading> = {}): Reading {
  return {
    query,
    evidence: [],
    assumptions: [],
    unmatched: [],
    score: 1,
    confidence: 0.9,
    restatement: 'total amount per region',
    ...more,
  }
}

export function is(field: string, value: string, dataset = 'customers'): Condition {
  return {
    kind: 'compare',
    left: { kind: 'field', dataset, field },
    operator: '=',
    right: { kind: 'literal', value },
  }
}

/** Resolves names of datasets, fields and metrics, and sample values. */
export const resolver: Resolver = {
  expression: (phrase) => {
    const folded = fold(phrase)
    const metric = bakery.metrics.find(({ label }) => fold(label) === folded)
    if (metric) return { kind: 'metric', name: metric.name }
    const rows = bakery.datasets.find((one) => namesOf(one).includes(folded))
    if (rows) return { kind: 'rows', dataset: rows.name }
    const owner = bakery.datasets.find(({ fields }) => fields.some((one) => namesOf(one).includes(folded)))
    const found = owner?.fields.find((one) => namesOf(one).includes(folded))
    return owner && found ? { kind: 'field', dataset: owner.name, field: found.name } : null
  },
  condition: (phrase) => {
    for (const { name, fields } of bakery.datasets) {
      const found = fields.find(({ sample }) => sample.some((value) => fold(value) === fold(phrase)))
      const value = found?.sample.find((one) => fold(one) === fold(phrase))
      if (found && value !== undefined) return is(found.name, value, name)
    }
    return null
  },
}

function dataset(name: string, rows: number, fields: readonly Field[]): Dataset {
  return {
    name,
    source: `main.${name}`,
    path: [name],
    label: name,
    description: null,
    synonyms: [],
    rows,
    primaryKey: ['id'],
    fields,
    isHidden: false,
    isJunction: false,
  }
}

function field(name: string, role: FieldRole, more: Partial<Field> = {}): Field {
  return {
    name,
    column: name,
    type: role === 'measure' ? 'number' : 'text',
    nativeType: 'TEXT',
    isInteger: false,
    role,
    label: name.replaceAll('_', ' '),
    description: null,
    unit: null,
    synonyms: [],
    sample: [],
    isPrimaryKey: role === 'identifier',
    isUnique: role === 'identifier',
    isNullable: false,
    timeFormat: null,
    isHidden: false,
    isIndexed: true,
    statistics: stats(100),
    ...more,
  }
}

function money(name: string, quantiles: readonly [number, number, number, number]): Field {
  return field(name, 'measure', {
    unit: 'USD',
    statistics: { ...stats(100), min: 1, max: quantiles[3] * 10, quantiles },
  })
}

function stats(distinct: number): FieldStatistics {
  return { distinct, nulls: 0, min: null, max: null, quantiles: null }
}

function link(from: string, to: string): Relationship {
  return {
    name: `${from}_${to}`,
    from,
    to,
    fromFields: [`${to}_id`],
    toFields: ['id'],
    cardinality: 'many-to-one',
    origin: 'declared',
    confidence: 1,
    synonyms: [],
  }
}
