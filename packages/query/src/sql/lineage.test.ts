import { describe, expect, test } from 'vitest'
import type { Dialect } from '../model/statement.ts'
import { buildSql } from './build-sql.ts'
import { sameLineage } from '../lineage/lineage.ts'
import { parseLineage } from '../lineage/parse-lineage.ts'
import { planJoins } from '../joins/plan-joins.ts'
import { count, f, is, query, show, testOntology } from '../../../../test/environment/query/test-ontology.ts'
import { Random } from '../../../../test/environment/query/random.ts'
import { randomDatabase, randomQuery } from './test-random.ts'

const options = { now: new Date('2026-03-01T12:00:00Z'), timeZone: 'UTC' }
const dialects: readonly Dialect[] = ['sqlite', 'duckdb', 'postgres', 'mysql']

describe.each(dialects)('%s', (dialect) => {
  test('[DQ14] our lineage equals an independent parse of the executed SQL', async () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = new Random(seed)
      const { ontology } = randomDatabase(random, dialect, '')
      for (let n = 0; n < 4; n += 1) {
        const asked = randomQuery(random, ontology)
        const plan = planJoins(asked, ontology)
        if ('status' in plan) throw new Error(plan.reason)
        const { statement, inlined, lineage } = buildSql(asked, plan, ontology, options)
        const executed = await parseLineage(statement.sql, dialect, ontology, statement)
        const shown = await parseLineage(inlined, dialect, ontology)
        const context = `seed ${seed}, query ${n}\n${inlined}`
        const difference = sameLineage(lineage, executed) ? null : executed
        expect({ from: context, got: difference }).toEqual({ from: context, got: null })
        expect({ from: context, got: sameLineage(lineage, shown) }).toEqual({ from: context, got: true })
      }
    }
  })

  test('[DQ13] lineage lists datasets with source, joins, filters, the days covered and the grain', () => {
    const ontology = bakery(dialect)
    const asked = query('sales', {
      outputs: show('shops.town', count('sales')),
      groupBy: [f('shops.town')],
      where: {
        kind: 'and',
        of: [
          { kind: 'during', of: f('sales.sold_on'), start: '2025-01-01', end: '2026-01-01' },
          { kind: 'in', of: f('breads.name'), values: ['rye', "baker's"] },
        ],
      },
    })
    const plan = planJoins(asked, ontology)
    if ('status' in plan) throw new Error(plan.reason)

    expect(buildSql(asked, plan, ontology, options).lineage).toEqual({
      datasets: ['sales', 'shops', 'breads'].map((name) => ({
        name,
        source: `${dialect === 'postgres' ? 'public' : 'main'}.${name}`,
      })),
      joins: [
        { left: 'sales', right: 'shops', on: ['sales.shop_id = shops.id'] },
        { left: 'sales', right: 'breads', on: ['sales.bread_id = breads.id'] },
      ],
      filters: [
        { field: 'sales.sold_on', operator: '>=', value: '2025-01-01' },
        { field: 'sales.sold_on', operator: '<', value: '2026-01-01' },
        { field: 'breads.name', operator: 'IN', value: ['rye', "baker's"] },
      ],
      timeWindow: { start: '2025-01-01', end: '2025-12-31' },
      grain: 'town',
    })
  })

  test('[DQ20] the grain of groups by a key and a shown field is one row of the dataset', () => {
    const ontology = bakery(dialect)
    const asked = query('sales', {
      outputs: show('shops.town', count('sales')),
      groupBy: [f('shops.id'), f('shops.town')],
    })
    const plan = planJoins(asked, ontology)
    if ('status' in plan) throw new Error(plan.reason)
    expect(buildSql(asked, plan, ontology, options).lineage.grain).toBe('shop')
  })

  test('[DQ14] a different lineage is detected', async () => {
    const ontology = bakery(dialect)
    const asked = query('sales', { outputs: show('sales.id'), where: is('shops.town', 'Ulm') })
    const plan = planJoins(asked, ontology)
    if ('status' in plan) throw new Error(plan.reason)
    const { inlined, lineage } = buildSql(asked, plan, ontology, options)

    expect(sameLineage(lineage, await parseLineage(inlined, dialect, ontology))).toBe(true)
    expect(sameLineage(lineage, await parseLineage(inlined.replace('Ulm', 'Bern'), dialect, ontology))).toBe(
      false,
    )
    expect(
      sameLineage(lineage, await parseLineage(inlined.replace('shop_id', 'bread_id'), dialect, ontology)),
    ).toBe(false)
    expect(sameLineage(lineage, await parseLineage('SELECT id FROM sales', dialect, ontology))).toBe(false)
  })
})

function bakery(dialect: Dialect) {
  return testOntology(dialect, [
    { name: 'shops', fields: ['id*', 'town:text'] },
    { name: 'breads', fields: ['id*', 'name:text'] },
    {
      name: 'sales',
      fields: ['id*', 'shop_id', 'bread_id', 'sold_on:date'],
      refers: ['shop_id>shops.id', 'bread_id>breads.id'],
    },
  ])
}
