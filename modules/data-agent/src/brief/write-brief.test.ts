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

  test('[DA751] every metric is named, the first ones with their expressions', () => {
    const metrics = Array.from({ length: 12 }, (_, index) => ({
      name: `figure_${index}`,
      label: `figure ${index}`,
      description: null,
      synonyms: [],
      expression: `sum(orders.total_amount) / ${index + 1} + count(orders) - count(customers) * 0.125`,
      unit: null,
    }))
    const { text } = writeBrief({ ...shop.ontology, metrics }, plainContext)
    expect(text).toContain('figure_0: figure 0 = sum(orders.total_amount) / 1')
    expect(text).toMatch(/\nAlso: .*figure_10, figure_11\n/)
  })

  test('[DA752] few values are all listed; otherwise it says that there are more or that one was cut', async () => {
    const kinds = Array.from({ length: 60 }, (_, index) => `(${index}, 'kind ${index % 4}', 'glaze ${index % 9}', 'A very long remark, number ${index % 7}')`)
    using pots = await openSmallDatabase(`
      create table pots (pot_id integer primary key, kind text not null, glaze text not null, remark text not null);
      insert into pots values ${kinds.join(', ')};
    `)
    const { text } = writeBrief(pots.ontology, plainContext)
    expect(text).toMatch(/kind text ("kind \d" ?){4}, /)
    expect(text).toMatch(/glaze text ("glaze \d" ){3}…, /)
    expect(text).toContain('"A very long remark, numbe…"')
  }) // prettier-ignore

  test('[DA754] names that several rows share are a pitfall', async () => {
    using club = await openSmallDatabase(`
      create table members (member_id integer primary key, name text not null);
      create table boats (boat_id integer primary key, name text not null, member_id integer not null references members);
      insert into members values (1,'Ana Roe'),(2,'Ana Roe'),(3,'Bo Lee');
      insert into boats values (1,'Kite',1),(2,'Gull',2),(3,'Tern',3);
    `)
    const { text } = writeBrief(club.ontology, plainContext)
    expect(text).toContain('members.name has 2 values in 3 rows, so put the key beside it.')
    expect(text).not.toContain('boats.name has')
  }) // prettier-ignore

  test('[DA753] an example adds up no text and groups by no name that two rows share', async () => {
    using tours = await openSmallDatabase(`
      create table guides (guide_id integer primary key, first_name text not null, tongue text not null);
      create table tours (tour_id integer primary key, guide_id integer not null references guides, extension text not null,
        price real not null);
      insert into guides values (1,'Ana','es'),(2,'Ana','en'),(3,'Bo','en'),(4,'Cy','es');
      insert into tours values (1,1,'101',20),(2,2,'102',30),(3,3,'103',25),(4,4,'104',40),(5,1,'105',20);
    `)
    const [figures] = exampleQueries(rankDatasets(tours.ontology), tours.ontology, plainContext)
    expect(JSON.stringify(figures)).not.toMatch(/first_name|extension/)
  }) // prettier-ignore

  test('[DO444] a database without tables has a brief without examples', async () => {
    using empty = await openSmallDatabase('')
    const { text, total } = writeBrief(empty.ontology, plainContext)
    expect(total).toBe(0)
    expect(text).not.toContain('Example')
  })
})
