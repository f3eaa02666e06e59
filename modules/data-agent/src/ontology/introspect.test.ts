import { describe, expect, test } from 'vitest'
import type { Dataset, Field } from '@quipu/query'
import { introspect, previewIndex } from './introspect.ts'
import { bakery, library } from './test-schemas.ts'
import { TestSource } from './test-source.ts'

const { signal } = new AbortController()

async function modelOf(script: string, more: object = {}) {
  const source = new TestSource(script)
  const model = await introspect(source, { signal, ...more })
  const dataset = (name: string): Dataset => {
    const found = model.datasets.find((one) => one.name === name)
    if (found === undefined) throw new Error(`no dataset ${name}`)
    return found
  }
  const field = (path: string): Field => {
    const [of = '', name = ''] = path.split('.')
    const found = dataset(of).fields.find((one) => one.name === name)
    if (found === undefined) throw new Error(`no field ${path}`)
    return found
  }
  const references = model.relationships.map(
    ({ from, fromFields, to, toFields }) => `${from}.${fromFields.join()} → ${to}.${toFields.join()}`,
  )
  return { source, model, dataset, field, references }
}

describe('a schema with declared keys', async () => {
  const { model, field, dataset, references } = await modelOf(library)

  test('[DO7] roles come from types, keys, figures and names', () => {
    const roles = {
      'branches.branch_id': 'identifier',
      'branches.branch_name': 'name',
      'branches.city': 'dimension',
      'branches.opened_year': 'time',
      'authors.last_name': 'name',
      'authors.birth_date': 'time',
      'books.isbn': 'identifier',
      'books.title': 'name',
      'books.author_id': 'identifier',
      'books.pages': 'measure',
      'books.published': 'time',
      'books.is_reference': 'flag',
      'loans.lent_at': 'time',
      'loans.qty': 'measure',
    }
    expect(Object.fromEntries(Object.keys(roles).map((path) => [path, field(path).role]))).toEqual(roles)
  })

  test('[DO8] the time format of a column without a date type is known', () => {
    expect(field('branches.opened_year').timeFormat).toBe('year')
    expect(field('books.published').timeFormat).toBe('iso-date')
    expect(field('loans.lent_at').timeFormat).toBe('epoch-seconds')
    expect(field('books.pages').timeFormat).toBeNull()
  })

  test('[DO9] every column has its statistics', () => {
    expect(field('books.pages').statistics).toEqual({
      distinct: 5,
      nulls: 0,
      min: 88,
      max: 640,
      quantiles: [155, 210, 320, 640],
    })
    expect(field('loans.return_branch_id').statistics.nulls).toBe(1)
    expect(dataset('loans').rows).toBe(4)
    expect(field('books.list_price_eur').unit).toBe('EUR')
  })

  test('[DO10] declared keys become relationships', () => {
    expect(model.relationships.filter(({ origin }) => origin === 'declared')).toHaveLength(6)
    expect(references).toContain('books.author_id → authors.id')
    const author = model.relationships.find(({ from, to }) => from === 'books' && to === 'authors')
    expect(author).toMatchObject({ cardinality: 'many-to-one', confidence: 1, name: 'books_to_authors' })
  })

  test('[DO11] two references to one table have their own names and words', () => {
    const loans = model.relationships.filter(({ from, to }) => from === 'loans' && to === 'branches')
    expect(loans.map(({ name }) => name).toSorted()).toEqual([
      'loans_home_branch_id_to_branches',
      'loans_return_branch_id_to_branches',
    ])
    expect(loans.flatMap(({ synonyms }) => synonyms)).toEqual(
      expect.arrayContaining(['home', 'home branch', 'return', 'return branch']),
    )
  })

  test('[DO12] a table that only connects two others is known as such', () => {
    expect(model.datasets.filter(({ isJunction }) => isJunction).map(({ name }) => name)).toEqual([
      'book_branches',
    ])
  })

  test('[DO13] [DO1510] values of all texts can be found, except those of secrets', () => {
    expect(model.values.exact('cafe nights')).toEqual([
      { dataset: 'books', field: 'title', value: 'Café Nights' },
    ])
    expect(field('books.title').isIndexed).toBe(true)
    expect(field('donors.member_password')).toMatchObject({ isIndexed: false, sample: [] })
    expect(field('branches.branch_name').sample).toEqual(['Old Harbour', 'Hillside', 'Station'])
  })

  test('[DO14] a table without rows has its fields and roles', () => {
    expect(dataset('donors').rows).toBe(0)
    expect(field('donors.donor_id').role).toBe('identifier')
    expect(field('donors.donor_name').role).toBe('name')
  })
})

describe('a schema that declares nothing', async () => {
  const { model, dataset, field, references } = await modelOf(bakery)

  test('[DO15] keys are inferred from names and values', () => {
    expect(Object.fromEntries(model.datasets.map(({ name, primaryKey }) => [name, primaryKey]))).toEqual({
      Departments: ['dept_code'],
      Employees: ['empId'],
      Customers: ['cust_id'],
      Orders: ['order_id'],
      OrderLines: ['order_id', 'line_no'],
      Products: ['code'],
      Suppliers: ['id'],
    })
  })

  test('[DO16] references are inferred from names and confirmed by values', () => {
    expect(references.toSorted()).toEqual([
      'Employees.dept → Departments.dept_code',
      'Employees.manager_id → Employees.empId',
      'OrderLines.order_id → Orders.order_id',
      'OrderLines.product_code → Products.code',
      'Orders.customer_id → Customers.cust_id',
      'Orders.taken_by_emp_id → Employees.empId',
    ])
    for (const { origin, confidence } of model.relationships) {
      expect(origin).toBe('inferred')
      expect(confidence).toBeGreaterThan(0.5)
      expect(confidence).toBeLessThan(1)
    }
  })

  test('[DO16] [DO1511] a reference that values contradict is dropped', async () => {
    const other = await modelOf(
      bakery
        .replaceAll("'BR', null", "'XX', null")
        .replaceAll("'BR', 1", "'YY', 1")
        .replace("'CK', 1", "'ZZ', 1"),
    )
    expect(other.references).not.toContain('Employees.dept → Departments.dept_code')
  })

  test('[DO6] [DO1503] [DO1503] names become words, and labels write abbreviations in full', () => {
    expect(field('Customers.custname')).toMatchObject({ label: 'customer name', role: 'name' })
    expect(field('Customers.custname').synonyms).toEqual(expect.arrayContaining(['cust name']))
    expect(field('OrderLines.qty')).toMatchObject({ label: 'quantity', synonyms: ['qty'] })
    expect(field('Employees.fname').label).toBe('first name')
    expect(dataset('OrderLines').label).toBe('order lines')
    expect(field('Orders.paid').role).toBe('flag')
    expect(field('Employees.monthlySal')).toMatchObject({ role: 'measure', label: 'monthly salary' })
  })
})

describe('columns whose type says little', () => {
  test('[DO7] numbers stored as text are measures, codes are not; a dataset is named by the field called like it', async () => {
    const { field } =
      await modelOf(`create table cheeses (id integer primary key, cheese text, fat text, zip_code text, lot text);
      insert into cheeses values (1, 'Brie', '12.5', '10115', '007'), (2, 'Gouda', '9', '20095', '012')`)
    expect(field('cheeses.cheese').role).toBe('name')
    expect(field('cheeses.fat')).toMatchObject({ role: 'measure', type: 'text' })
    expect(field('cheeses.zip_code').role).toBe('dimension')
    expect(field('cheeses.lot').role).toBe('dimension')
  })

  test('[DO8] dates in other formats are recognised', async () => {
    const { field } =
      await modelOf(`create table visits (a text, b text, c text, d timestamp, made_year text);
      insert into visits values ('March 3, 2021', '3/4/2020', 'May we', '2020-01-02 10:00:00', '1999'),
        ('June 12, 2022', '12/31/2021', 'June', '2020-01-03 11:30:00', '2004')`)
    const formats = ['a', 'b', 'c', 'd', 'made_year'].map((name) => field(`visits.${name}`).timeFormat)
    expect(formats).toEqual(['other-text', 'other-text', null, 'iso-timestamp', 'year'])
  })
})

describe('reading a database', () => {
  test('[DO17] progress is reported per table, and an abort stops it', async () => {
    const seen: string[] = []
    await modelOf(library, { progress: (done: number, total: number) => void seen.push(`${done}/${total}`) })
    expect(seen).toEqual(Array.from({ length: 12 }, (_, at) => `${at + 1}/12`))

    const stop = new AbortController()
    const progress = () => stop.abort(new Error('enough'))
    await expect(modelOf(library, { signal: stop.signal, progress })).rejects.toThrow('enough')
  })

  test('[DO18] of an excluded column only counts are read', async () => {
    const leaveOut = [{ dataset: 'branches', field: 'city' }]
    const { model, field, source } = await modelOf(library, { leaveOut })
    expect(model.values.exact('lund')).toEqual([])
    expect(field('branches.city')).toMatchObject({ isIndexed: false, sample: [] })
    expect(field('branches.city').statistics).toMatchObject({ distinct: 2, min: null, max: null })
    expect(source.statements.filter((sql) => /"city"/.test(sql) && !/count\("city"\)/.test(sql))).toEqual([])
  })

  test('[DO19] a field with more values than the limit is partial, not sampled', async () => {
    const { model, field } = await modelOf(library, { valuesPerField: 4 })
    expect(model.values.partial).toEqual(
      expect.arrayContaining([
        { dataset: 'books', field: 'title' },
        { dataset: 'books', field: 'isbn' },
      ]),
    )
    expect(model.values.exact('the salt road')).toEqual([])
    expect(field('books.title').isIndexed).toBe(false)
    const few = await modelOf(library, { valuesInAll: 3 })
    expect(few.model.values.size).toBeLessThanOrEqual(3)
  })

  test('[DO20] the values that would be copied are listed before', async () => {
    const source = new TestSource(library)
    const plan = await previewIndex(source, { signal, leaveOut: [{ dataset: 'branches', field: 'city' }] })
    const of = (dataset: string, name: string) =>
      plan.find((one) => one.dataset === dataset && one.field === name)
    expect(of('books', 'title')).toMatchObject({ outcome: 'indexed', distinct: 5 })
    expect(of('branches', 'city')).toMatchObject({ outcome: 'left-out' })
    expect(of('donors', 'member_password')).toMatchObject({ outcome: 'left-out' })
    expect(of('books', 'pages')).toMatchObject({ outcome: 'not-text' })
    expect(source.statements.some((sql) => sql.startsWith('select distinct'))).toBe(false)
  })

  test('[DO21] names with spaces, quotes, reserved words and emoji, and 1,500 columns are read', async () => {
    const wide = Array.from({ length: 1500 }, (_, at) => `c${at} integer`).join(', ')
    const { dataset, field } = await modelOf(
      `create table "my ""odd"" table" ("select" text, "the price" real, "🍞" text);
       insert into "my ""odd"" table" values ('x''y', 2.5, '🥖');
       create table wide (${wide}); insert into wide (c0, c1499) values (1, 7);
       create table nothing_yet (id integer primary key); `,
    )
    expect(dataset('my "odd" table').fields.map(({ name }) => name)).toEqual(['select', 'the price', '🍞'])
    expect(dataset('wide').fields).toHaveLength(1500)
    expect(field('wide.c1499').statistics).toMatchObject({ min: 7, nulls: 0 })
    expect(field('wide.c3').statistics).toMatchObject({ nulls: 1, distinct: 0 })
  })

  test('[DO22] twenty tables with twenty thousand rows are read in time', async () => {
    const source = new TestSource('')
    for (let table = 0; table < 20; table += 1) {
      source.db
        .exec(`create table t${table} (id integer primary key, name text, t${(table + 7) % 20}_id integer, amount real, day text);
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
        insert into t${table} select i, 'name ' || (i % 700), i % 900 + 1, i * 1.5, date('2024-01-01', '+' || (i % 365) || ' days') from n`)
    }
    const model = await introspect(source, { signal })
    expect(model.relationships).toHaveLength(20)
    expect(model.values.size).toBe(21_300)
  })
})

test('[DS719] a number that is called the number of a document is an identifier', async () => {
  const { field } = await modelOf(`
    create table sales ("Order #" integer, "Receipt No" integer, amount real);
    insert into sales values (11, 501, 2.5), (12, 502, 3), (12, 503, 4);`)
  expect(field('sales.Order #').role).toBe('identifier')
  expect(field('sales.Receipt No').role).toBe('identifier')
})
