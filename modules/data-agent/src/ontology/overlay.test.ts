import { expect, test } from 'vitest'
import { introspect } from './introspect.ts'
import { emptyOverlay, Overlay } from './overlay-schema.ts'
import { applyOverlay, vanishedTargets } from './overlay.ts'
import { bakery } from './test-schemas.ts'
import { TestSource } from './test-source.ts'

const { signal } = new AbortController()
const model = await introspect(new TestSource(bakery), { signal })
const untouched = JSON.stringify(model.datasets)

const overlay = Overlay.parse({
  datasets: [
    { dataset: 'Customers', label: 'clients', synonyms: ['accounts'], description: 'Who buys from us' },
  ],
  fields: [
    {
      dataset: 'Orders',
      field: 'total_amt',
      label: 'order total',
      unit: 'SEK',
      synonyms: ['turnover'],
      role: 'measure',
    },
    { dataset: 'Employees', field: 'monthlySal', isHidden: true },
    { dataset: 'Customers', field: 'city', isIndexed: false },
  ],
  joins: [
    {
      from: 'Orders',
      to: 'Employees',
      fromFields: ['taken_by_emp_id'],
      toFields: ['empId'],
      isRemoved: true,
    },
    { from: 'Products', to: 'Suppliers', fromFields: ['code'], toFields: ['id'], synonyms: ['delivered by'] },
  ],
  metrics: [
    {
      name: 'turnover',
      label: 'turnover',
      description: null,
      synonyms: [],
      expression: 'sum(Orders.total_amt)',
      unit: 'SEK',
    },
  ],
  glossary: [{ term: 'regular', meaning: 'A customer with three orders or more', synonyms: [] }],
  verified: [{ question: 'How many customers?', sql: 'select count(*) from Customers' }],
  calendar: { fiscalYearStart: 7 },
})

test('[DO23] the overlay completes the found ontology, which does not change', () => {
  const full = applyOverlay(model, overlay)
  const [customers] = full.datasets.filter(({ name }) => name === 'Customers')
  const field = (dataset: string, name: string) =>
    full.datasets.find((one) => one.name === dataset)?.fields.find((one) => one.name === name)

  expect(customers).toMatchObject({
    label: 'clients',
    synonyms: ['accounts'],
    description: 'Who buys from us',
  })
  expect(field('Orders', 'total_amt')).toMatchObject({ label: 'order total', unit: 'SEK' })
  expect(field('Orders', 'total_amt')?.synonyms).toEqual(expect.arrayContaining(['turnover', 'total amt']))
  expect(field('Employees', 'monthlySal')?.isHidden).toBe(true)
  expect(field('Customers', 'city')).toMatchObject({ isIndexed: false, sample: [] })
  expect(full.values.exact('visby')).toEqual([])
  expect(full.values.exact('hotel norr')).toHaveLength(1)
  expect(full.relationships.map(({ name }) => name)).not.toContain('Orders_to_Employees')
  expect(full.relationships.at(-1)).toMatchObject({
    from: 'Products',
    to: 'Suppliers',
    origin: 'person',
    confidence: 1,
    cardinality: 'one-to-one',
    synonyms: ['delivered by'],
  })
  expect(full.metrics).toHaveLength(1)
  expect(full.glossary).toHaveLength(1)
  expect(full.verified).toHaveLength(1)
  expect(full.calendar).toEqual({ fiscalYearStart: 7, weekStart: 'monday' })
  expect(JSON.stringify(model.datasets)).toBe(untouched)
  expect(model.values.exact('visby')).toHaveLength(1)
})

test('[DO23] [DO1512] an empty overlay changes nothing, and applying an overlay twice changes nothing more', () => {
  expect(applyOverlay(model, emptyOverlay())).toEqual(model)
  const once = applyOverlay(model, overlay)
  const { datasets, relationships, metrics } = applyOverlay(once, overlay)
  expect({ datasets, relationships, metrics }).toEqual({
    datasets: once.datasets,
    relationships: once.relationships,
    metrics: once.metrics,
  })
})

test('[DO24] after a refresh, entries for missing items are kept, have no effect and are listed', async () => {
  const smaller = bakery
    .replace('create table Suppliers (id integer, name text);', '')
    .replaceAll('total_amt', 'sum_total')
  const refreshed = await introspect(new TestSource(smaller), { signal })
  const full = applyOverlay(refreshed, overlay)

  expect(vanishedTargets(refreshed, overlay)).toEqual([
    'field Orders.total_amt',
    'join Products.code = Suppliers.id',
    'metric turnover, which uses Orders.total_amt',
  ])
  expect(vanishedTargets(model, overlay)).toEqual([])
  expect(full.datasets.find(({ name }) => name === 'Customers')?.label).toBe('clients')
  expect(full.relationships.some(({ to }) => to === 'Suppliers')).toBe(false)
  expect(full.metrics).toEqual([])
})

test('[DO23] [DO1513] two entries for one item are refused', () => {
  const entry = { dataset: 'Orders', field: 'paid' }
  expect(() => Overlay.parse({ fields: [entry, { ...entry, label: 'settled' }] })).toThrow(
    'has two entries for Orders.paid: keep one',
  )
})
