import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell, ColumnType, Expression, Query } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import type { Check } from '../artifacts.ts'
import { bakery } from '../seeded/databases.ts'
import { describeDatabase } from '../seeded/describe-database.ts'
import { MemorySource } from '../seeded/memory-source.ts'
import { aggregate, ask, count, desc, during, field, period } from '../seeded/phrases.ts'
import { explain } from './explain.ts'

const ontology = describeDatabase(new MemorySource(bakery().script), bakery().extras)
const amount = aggregate('sum', 'sales.amount')
const share = (of: Expression): Expression => ({ kind: 'share', of, within: [], percent: false })
const byCity = ask('sales', { city: field('shops.city'), 'total sales': amount })

test('[DV33] groups that make a whole have the total and each share', () => {
  const query = {
    ...byCity,
    orderBy: [desc(amount)],
    where: during('sales.sold_on', '2025-10-01', '2026-01-01'),
  }
  const { narrative } = tell(query, [
    ['West', 1800],
    ['East', 1200],
    ['South', 800],
    ['North', 400],
  ])

  expect(narrative).toBe(
    '## Total Sales by City (Q4 2025)\n\n' +
      'Total sales is €4,200 in total, across 4 groups by city:\n\n' +
      '1. **West**: €1,800 (42.9%)\n2. **East**: €1,200 (28.6%)\n3. **South**: €800 (19%)\n4. **North**: €400 (9.5%)',
  )
})

test('[DV33] [DV312] a group above half of the whole is named', () => {
  expect(
    tell(byCity, [
      ['A', 10],
      ['B', 80],
      ['C', 10],
    ]).narrative,
  ).toContain('B alone makes up 80%.')
  expect(
    tell(byCity, [
      ['A', 40],
      ['B', 40],
      ['C', 20],
    ]).narrative,
  ).not.toContain('alone')
})

test('[DV33] there is no total and no share if groups overlap, are incomplete, or are negative', () => {
  expect(
    tell(
      byCity,
      [
        ['A', 1],
        ['B', 2],
      ],
      { addsUp: false },
    ).narrative,
  ).not.toMatch(/total,|%/)
  expect(
    tell(byCity, [
      ['A', -1],
      ['B', 2],
    ]).narrative,
  ).not.toMatch(/total,|%/)
  const average = ask('sales', { city: field('shops.city'), average: aggregate('avg', 'sales.amount') })
  expect(
    tell(average, [
      ['A', 1],
      ['B', 2],
    ]).narrative,
  ).not.toMatch(/total,|%/)
})

test('[DV184] a key beside a name is no group of its own, unless two things have one name', () => {
  const query = {
    ...ask('sales', { shop: field('shops.name'), 'shop id': field('shops.id'), 'total sales': amount }),
    orderBy: [desc(amount)],
  }
  const named = tell(query, [
    ['Harbour', 9, 30],
    ['Station', 4, 10],
  ])
  expect(named.narrative).toMatch(/^## Total Sales by Shop\n/)
  expect(named.narrative).toContain('1. **Harbour**: €30 (75%)')
  expect(named.charts[0]).toMatchObject({ title: 'Total Sales by Shop', categories: ['Harbour', 'Station'] })

  const namesakes = tell(query, [
    ['Harbour', 9, 30],
    ['Harbour', 4, 10],
  ])
  expect(namesakes.narrative).toContain('**Harbour** / **9** with €30')
})

test('[DV34] a single number is shown with the restated question', () => {
  const { narrative, charts } = tell(ask('sales', { sales: count('sales') }), [[1234]], {
    restatement: 'number of sales in Ulm',
  })

  expect(narrative).toBe('## Sales\n\n**1,234** – number of sales in Ulm.')
  expect(charts).toEqual([])
})

test('[DV35] [DV313] a series has its first and last value and the peak, without the incomplete period', () => {
  const query = ask('sales', { month: period('month', 'sales.sold_on'), 'total sales': amount })
  const rows = [
    ['2026-01-01', 100],
    ['2026-02-01', 150],
    ['2026-03-01', 120],
    ['2026-04-01', 10],
  ] as const
  const whole = tell(query, rows).narrative
  const partial: Check = { name: 'partial-period', status: 'warning', says: '' }

  expect(whole).toContain('€380 in total over 4 periods.')
  expect(whole).toContain('From January 2026 to April 2026 it went from €100 to €10 (-90%).')
  expect(whole).toContain('Highest: €150 (February 2026); lowest: €10 (April 2026). It rose in 1 of 3 steps.')
  expect(tell(query, rows, { checks: [partial] }).narrative).toContain(
    'From January 2026 to March 2026 it went from €100 to €120 (+20%) (April 2026 is left out of this comparison).',
  )
})

test('[DV36] lists show twenty rows and the number of further rows', () => {
  const query = ask('shops', { name: field('shops.name'), city: field('shops.city') })
  const rows = Array.from({ length: 25 }, (_, n): Cell[] => [`Shop | ${n}`, null])
  const { narrative, charts } = tell(query, rows, { restatement: 'names of shops' })

  expect(narrative).toContain('25 rows: names of shops.')
  expect(narrative).toContain('… and 5 more rows.')
  expect(narrative.split('\n').filter((line) => line.startsWith('| Shop'))).toHaveLength(20)
  expect(narrative).toContain(String.raw`| Shop \| 0 | (none) |`)
  expect(charts).toEqual([])
})

test('[DV36] [DV314] an empty result is stated as such', () => {
  expect(tell(byCity, [], { restatement: 'sales in Atlantis' }).narrative).toContain(
    'Nothing found: sales in Atlantis.',
  )
})

test('[DV37] the chart follows from the shape of the result', () => {
  const month = period('month', 'sales.sold_on')
  const cities = (n: number) => Array.from({ length: n }, (_, at): Cell[] => [`City ${at}`, at + 1])
  const chartOf = (query: Query, rows: readonly (readonly Cell[])[]) => tell(query, rows).charts[0]

  expect(
    chartOf(ask('sales', { month, amount }), [
      ['2026-02-01', 2],
      ['2026-01-01', 1],
    ]),
  ).toMatchObject({
    type: 'line',
    categories: ['January 2026', 'February 2026'],
    series: [{ label: 'amount', data: [1, 2] }],
  })
  expect(chartOf({ ...byCity, orderBy: [desc(amount)] }, cities(3))).toMatchObject({
    type: 'bar',
    layout: 'horizontal',
  })
  expect(chartOf(byCity, cities(3))).toMatchObject({
    type: 'bar',
    layout: 'vertical',
    yAxisLabel: 'Total Sales (EUR)',
  })
  const parts = ask('sales', { city: field('shops.city'), share: share(amount) })
  expect(chartOf(parts, cities(6))).toMatchObject({
    type: 'pie',
    slices: expect.objectContaining({ length: 6 }),
  })
  expect(chartOf(parts, cities(9))).toMatchObject({
    type: 'bar',
    categories: expect.arrayContaining(['Other']),
  })
  expect(
    chartOf(parts, [
      ['A', 1],
      ['B', -1],
      ['C', 3],
    ]),
  ).toMatchObject({ slices: [{ label: 'C' }, { label: 'A' }] })
  const two = ask('sales', { city: field('shops.city'), amount, sales: count('sales') })
  expect(
    chartOf(two, [
      ['A', 1, 2],
      ['B', 2, 3],
    ]),
  ).toMatchObject({
    type: 'scatter',
    points: [
      { x: 1, y: 2, label: 'A' },
      { x: 2, y: 3 },
    ],
  })
  expect(
    chartOf(ask('sales', { month, city: field('shops.city'), amount }), [
      ['2026-01-01', 'A', 1],
      ['2026-02-01', 'B', 2],
    ]),
  ).toMatchObject({
    type: 'line',
    series: [
      { label: 'A', data: [1, 0] },
      { label: 'B', data: [0, 2] },
    ],
  })
})

test('[DV183] a key beside a name gives one bar for each row, named by the key only where names repeat', () => {
  const byShop = ask('sales', { city: field('shops.city'), key: field('shops.shop_id'), amount })
  const ranked = { ...byShop, orderBy: [desc(amount)] }
  expect(
    tell(ranked, [
      ['Ulm', 7, 3],
      ['Bonn', 9, 2],
    ]).charts[0],
  ).toMatchObject({
    layout: 'horizontal',
    categories: ['Ulm', 'Bonn'],
    series: [{ label: 'amount', data: [3, 2] }],
  })
  const rows = [
    ['Ulm', 7, 3],
    ['A very long name of a city', 8, 2],
    ['Ulm', 9, 1],
  ]
  expect(tell(byShop, rows).charts[0]).toMatchObject({
    layout: 'vertical',
    categories: ['Ulm (7)', expect.stringMatching(/^A very long name.* \(8\)$/), 'Ulm (9)'],
    series: [{ data: [3, 2, 1] }],
  })
})

test('[DV141] [DV320] [DV316] a category without a number is left out of a chart, and fewer than two give no chart', () => {
  const mean = ask('sales', { city: field('shops.city'), mean: aggregate('avg', 'sales.amount') })
  const [chart] = tell(mean, [
    ['A', 1],
    ['B', null],
    ['C', 3],
  ]).charts
  expect(chart).toMatchObject({ categories: ['A', 'C'], series: [{ data: [1, 3] }] })
  const { charts } = tell(mean, [
    ['A', 1],
    ['B', null],
  ])
  expect(charts).toEqual([])
})

test('[DV38] [DV315] every figure of a narrative is in the rows or follows from them, and all series of a chart have the same length', () => {
  const city = fc.string({ minLength: 1, maxLength: 40 }).map((text) => text.replaceAll(/\d/g, 'x'))
  const value = fc.oneof(
    fc.integer({ min: -1e9, max: 1e9 }),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.nat(50),
  )
  const rows = fc.uniqueArray(fc.tuple(city, value), {
    minLength: 1,
    maxLength: 40,
    selector: ([name]) => name,
  })
  fc.assert(
    fc.property(rows, fc.boolean(), (cells, isRanked) => {
      const query = isRanked ? { ...byCity, orderBy: [desc(amount)] } : byCity
      const { narrative, charts } = tell(query, cells)
      const numbers = cells.map(([, number]) => number)
      expect({ narrative, unproven: unprovenIn(narrative, numbers) }).toEqual({ narrative, unproven: [] })
      for (const { title, categories = [], series = [] } of charts) {
        expect(title.length).toBeLessThanOrEqual(60)
        expect(categories.every((label) => Array.from(label).length <= 25)).toBe(true)
        for (const { data } of series) expect(data).toHaveLength(categories.length)
      }
    }),
  )
})

test('[DV38] the same holds for series over time', () => {
  const query = ask('sales', { month: period('month', 'sales.sold_on'), 'total sales': amount })
  const values = fc.array(
    fc.oneof(fc.integer({ min: -1e9, max: 1e9 }), fc.double({ min: 0, max: 1e6, noNaN: true })),
    { minLength: 2, maxLength: 12 },
  )
  fc.assert(
    fc.property(values, (numbers) => {
      const rows = numbers.map((number, at): Cell[] => [`0500-${String(at + 1).padStart(2, '0')}-01`, number])
      const narrative = tell(query, rows).narrative.replaceAll(/(?<=[a-z] )500\b/g, '')
      expect({ narrative, unproven: unprovenIn(narrative, numbers) }).toEqual({ narrative, unproven: [] })
    }),
  )
})

/** Each written number equals, within its precision, one that follows from the values. */
function unprovenIn(narrative: string, values: readonly number[]): readonly string[] {
  const unproven: string[] = []
  const total = values.reduce((sum, value) => sum + value, 0)
  const steps = values.filter((value, at) => at > 0 && value > (values[at - 1] ?? value)).length
  const [first = 0, last = 0] = [values[0], values.at(-1)]
  const known = [
    ...values,
    total,
    values.length,
    values.length - 1,
    values.length - 20,
    steps,
    ...values.keys().map((at) => at + 1),
  ]
  const percents = [...values.map((value) => (100 * value) / total), 100 * (last / first - 1)]
  for (const [, text = '', percent] of narrative
    .replaceAll('&lt;', '')
    .matchAll(/(\d[\d,]*(?:\.\d+)?(?:e-\d+)?)(%)?/g)) {
    const written = Number(text.replaceAll(',', ''))
    const decimals = text.includes('e')
      ? 2 - Math.floor(Math.log10(written))
      : (text.split('.')[1]?.length ?? 0)
    const isProven = (percent === undefined ? known : percents).some(
      (one) => Math.abs(Math.abs(one) - written) <= 0.5000001 * 10 ** -decimals + Math.abs(one) * 1e-9,
    )
    const isLimit = percent !== undefined && (written === 0.1 || written === 99.9)
    if (!isProven && !isLimit) unproven.push(`${text}${percent ?? ''}`)
  }
  return unproven
}

function tell(
  query: Query,
  rows: readonly (readonly Cell[])[],
  { addsUp = true, restatement = 'what was asked', checks = [] as readonly Check[] } = {},
) {
  const columns = query.outputs.map(({ label }, at) => ({ name: label, type: typeOf(rows[0]?.[at] ?? null) }))
  const result: ResultSet = { columns, rows, isTruncated: false, milliseconds: 1 }
  return explain({ query, result, ontology, restatement, addsUp, checks })
}

function typeOf(cell: Cell): ColumnType {
  return typeof cell === 'number' ? 'number' : 'text'
}
