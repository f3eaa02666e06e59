import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { openFiles } from './test-open-files.ts'

test('[DS578] amounts and dates that JSON and Parquet hold as texts are read as those of CSV files', async () => {
  const rows = [
    { no: 1, day: '31.01.2025', sum: '€ 1.000,50', paid: 'yes', code: '007' },
    { no: 2, day: '02.03.2025', sum: '€ 2,25', paid: 'no', code: '012' },
  ]
  await using files = await openFiles({ 'a.jsonl': rows.map((row) => JSON.stringify(row)).join('\n') })
  const values = rows.map(
    ({ no, day, sum, paid, code }) => `(${no}, '${day}', '${sum}', '${paid}', '${code}')`,
  )
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  await connection.run(
    `copy (select * from (values ${values.join(', ')}) t(no, day, sum, paid, code)) to '${files.folder}/b.parquet' (format parquet)`,
  )
  connection.closeSync()
  instance.closeSync()
  for (const name of ['a', 'b']) {
    expect(await files.rows(`select no, day, sum, paid, code from ${name}`)).toEqual([
      [1, '2025-01-31', 1000.5, true, '007'],
      [2, '2025-03-02', 2.25, false, '012'],
    ])
    expect((await files.table(name)).columns.find((column) => column.name === 'sum')?.unit).toBe('EUR')
  }
})

test('[DS579] records within records of JSON are columns, and lists of records are a table of their own', async () => {
  const orders = [
    {
      id: 7,
      total: '12.50',
      customer: { name: 'Ada', home: { city: 'Kiel' } },
      lines: [{ item: 'Tea', n: 2 }],
    },
    {
      id: 8,
      total: '3.25',
      customer: { name: 'Bo', home: { city: 'Bonn' } },
      lines: [
        { item: 'Jam', n: 1 },
        { item: 'Tea', n: 4 },
      ],
    },
  ]
  await using files = await openFiles({
    'orders.json': JSON.stringify(orders),
    'export.json': JSON.stringify({
      made: '2025-01-01',
      data: [
        { no: 1, sum: 2 },
        { no: 2, sum: 3 },
      ],
    }),
  })
  expect(await files.rows('select id, total, "customer name", "customer home city" from orders')).toEqual([
    [7, 12.5, 'Ada', 'Kiel'],
    [8, 3.25, 'Bo', 'Bonn'],
  ])
  expect(await files.rows('select "order id", item, n from "orders lines"')).toEqual([
    [7, 'Tea', 2],
    [8, 'Jam', 1],
    [8, 'Tea', 4],
  ])
  expect(await files.rows('select no, sum from export')).toEqual([
    [1, 2],
    [2, 3],
  ])
})

test('[DS580] how long something took is a number of hours', async () => {
  await using files = await openFiles({
    'a.csv': 'Day,Opens,Duration,Booked\n2025-01-02,8:30,1:45,30:15\n2025-01-03,9:00,0:30,2:00\n',
  })
  expect(await files.rows('select "Opens", "Duration", "Booked" from a')).toEqual([
    ['08:30:00', 1.75, 30.25],
    ['09:00:00', 0.5, 2],
  ])
  const { columns } = await files.table('a')
  expect(columns.map(({ unit }) => unit ?? null)).toEqual([null, null, 'hours', 'hours'])
  expect(columns[2]?.reading?.doubts).toEqual(['1:45 is read as hours and minutes'])
})
