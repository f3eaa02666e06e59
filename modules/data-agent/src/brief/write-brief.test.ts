import { DatabaseSync } from 'node:sqlite'
import { buildSql, planJoins, type Dataset, type Ontology } from '@quipu/query'
import { readQuery } from '@quipu/reading'
import { beforeAll, describe, expect, test } from 'vitest'
import { library } from '../ontology/test-schemas.ts'
import { openSmallDatabase } from '../questions/test-small-database.ts'
import { plainContext, sampleShop } from '../questions/test-shop.ts'
import { exampleQueries } from './example-queries.ts'
import { rankDatasets } from './rank-datasets.ts'
import { writeBrief } from './write-brief.ts'

const bytes = (text: string) => Buffer.byteLength(text)

describe('a brief', () => {
  let shop: Awaited<ReturnType<typeof sampleShop>>
  beforeAll(async () => {
    shop = await sampleShop()
  })

  /** Copies of the shop's datasets under other names. */
  const manyDatasets = (count: number): Ontology => {
    const { datasets } = shop.ontology
    const copies = Array.from({ length: count }, (_, index): Dataset => {
      const original = datasets[index % datasets.length]!
      return index < datasets.length ? original : { ...original, name: `${original.name}_${index}` }
    })
    return { ...shop.ontology, datasets: copies }
  }

  test('[DO440] has at most 4 KB for 20 datasets, with the fields of each', () => {
    const { text, described, total } = writeBrief(manyDatasets(20), plainContext)
    expect(bytes(text)).toBeLessThanOrEqual(4096)
    expect([described, total]).toEqual([20, 20])
  })

  test('[DO440] is bounded for 500 datasets, and says how to find the others', () => {
    const { text, described, total } = writeBrief(manyDatasets(500), plainContext)
    expect(bytes(text)).toBeLessThanOrEqual(8192)
    expect(described).toBeGreaterThan(20)
    expect(total).toBe(500)
    expect(text).toMatch(/… and \d+ more datasets: find them with search_fields/)
    expect(text.indexOf('orders [')).toBeLessThan(text.indexOf('regions'))
  })

  test('[DO440] wide tables, long names and many metrics do not make it longer', () => {
    const [first] = shop.ontology.datasets
    const fields = Array.from({ length: 1500 }, (_, index) => ({
      ...first!.fields[1]!,
      name: `a_rather_long_name_of_a_column_${index}`,
    }))
    const metrics = Array.from({ length: 200 }, (_, index) => ({
      name: `metric_${index}`,
      label: `metric ${index}`,
      description: 'é'.repeat(500),
      synonyms: [],
      expression: 'count(orders)',
      unit: null,
    }))
    const wide = {
      ...shop.ontology,
      metrics,
      datasets: [{ ...first!, fields }],
      description: 'x'.repeat(5000),
    }
    expect(bytes(writeBrief(wide, plainContext).text)).toBeLessThanOrEqual(4096)
  })

  test('[DO441] datasets that people use come first, then the most connected ones', () => {
    expect(rankDatasets(shop.ontology)[0]?.name).toBe('orders')
    const metric = {
      name: 'm',
      label: 'm',
      description: null,
      synonyms: [],
      expression: 'count(suppliers)',
      unit: null,
    }
    expect(rankDatasets({ ...shop.ontology, metrics: [metric] })[0]?.name).toBe('suppliers')
  })

  test('[DO442] lists nullable keys, several ways to join, fan-outs and incomplete months', async () => {
    const { text } = writeBrief(shop.ontology, plainContext)
    expect(text).toMatch(
      /orders\.employee_id is empty in \d+ of \d+ rows: a join to employees leaves them out/,
    )
    expect(text).toContain('One row of stores meets many of employees, orders')
    expect(text).toContain('orders.order_date ends on 2026-11-15: its last month is not complete')
    expect(text).not.toContain('employees.hired_on ends on')
    using books = await openSmallDatabase(library)
    expect(writeBrief(books.ontology, plainContext).text).toMatch(
      /loans refers to branches in several ways: name one with "join" and "via" ".*" or ".*"/,
    )
  })

  test('[DO443] contains nothing hidden and no invisible character', () => {
    const [first, ...others] = shop.ontology.datasets
    const [field, ...fields] = first!.fields
    const hidden = { ...field!, name: 'secret_field', isHidden: true }
    const odd = { ...first!, label: 'a\u202eb\nc', fields: [hidden, ...fields] }
    const gone = { ...others[0]!, name: 'secret_dataset', isHidden: true }
    const { text } = writeBrief({ ...shop.ontology, datasets: [odd, gone, ...others.slice(1)] }, plainContext)
    expect(text).not.toContain('secret')
    expect(text).not.toContain('\u202e')
    expect(text).toContain('(ab c)')
  })

  test('[DO444] its example queries run on the database', () => {
    const database = new DatabaseSync(shop.file, { readOnly: true })
    const examples = exampleQueries(rankDatasets(shop.ontology), shop.ontology, plainContext)
    expect(examples).toHaveLength(3)
    for (const example of examples) {
      const read = readQuery(example, shop.ontology, plainContext)
      const joins = planJoins(read, shop.ontology)
      if ('status' in joins) throw new Error(joins.reason)
      const { inlined } = buildSql(read, joins, shop.ontology, plainContext)
      expect(database.prepare(inlined).all()).toBeInstanceOf(Array)
    }
    database.close()
  })

  test('[DO444] a database without tables has a brief without examples', async () => {
    using empty = await openSmallDatabase('')
    const { text, total } = writeBrief(empty.ontology, plainContext)
    expect(total).toBe(0)
    expect(text).not.toContain('Example')
  })
})
