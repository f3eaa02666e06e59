import { expect, test } from 'vitest'
import { openFiles } from './test-open-files.ts'

const header = 'Order,Date,Customer,Amount'
const line = (n: number, amount = n): string =>
  `${n},2025-0${1 + Math.floor(n / 10)}-15,Ada ${n},${amount}.50`
const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => line(from + at))
const csv = (rows: readonly string[]): string => `${[header, ...rows].join('\n')}\n`

test('[DS570] of files with the same content in one table only one is read, and the report says so', async () => {
  await using files = await openFiles({
    'orders.csv': csv(lines(1, 20)),
    'orders (1).csv': csv(lines(1, 20)),
  })
  expect(await files.rows('select count(*), sum("Amount") from orders')).toEqual([[20, 220]])
  expect((await files.table('orders')).reading?.understood).toBe(
    '20 rows of orders.csv. orders (1).csv has the same content as orders.csv and is left out.',
  )
  files.write('orders (1).csv', csv(lines(21, 30)))
  expect(await files.rows('select count(*) from orders')).toEqual([[30]])
})

test('[DS571] rows that two exports share are counted once, and numbers that begin again stay', async () => {
  await using files = await openFiles({
    'orders 2025-01.csv': csv(lines(1, 20)),
    'orders 2025-02.csv': csv(lines(11, 30)),
    'bills 2024.csv': 'No,Day,Who,Sum\n1,2024-01-05,Ada,4\n2,2024-01-06,Bo,5\n3,2024-01-07,Cy,6\n',
    'bills 2025.csv': 'No,Day,Who,Sum\n1,2025-01-05,Ada,4\n2,2025-01-06,Cy,5\n3,2025-01-07,Cy,6\n',
  })
  expect(await files.rows('select count(*), count(distinct "Order") from orders')).toEqual([[30, 30]])
  expect((await files.table('orders')).reading?.understood).toContain(
    '10 rows that another file has too left out.',
  )
  expect(await files.rows('select count(*) from bills')).toEqual([[6]])
})

test('[DS571] [DS729] what another export says otherwise of the same row stays, with a doubt', async () => {
  await using files = await openFiles({
    'orders 2025-01.csv': csv(lines(1, 20)),
    'orders 2025-02.csv': csv([...lines(11, 18), line(19, 7), line(20, 7), ...lines(21, 30)]),
  })
  expect(await files.rows('select count(*) from orders')).toEqual([[32]])
  expect((await files.table('orders')).reading?.doubts).toEqual([
    '2 rows with the Order of a row in another file, which says something else: they may be counted twice',
  ])
})

test('[DS572] an empty file does not affect the others, and is read when it has rows', async () => {
  await using files = await openFiles({ 'empty.csv': '', 'blank.csv': '\n\n', 'sales.csv': csv(lines(1, 3)) })
  expect(await files.rows('select count(*) from sales')).toEqual([[3]])
  files.write('empty.csv', 'Item,Count\nbolt,5\n')
  expect(await files.rows('select "Count" from "empty"')).toEqual([[5]])
})

test('[DS572] where there is nothing at all, it is said', async () => {
  await using files = await openFiles({ 'sales.csv': csv(lines(1, 3)) })
  files.write('sales.csv', '')
  await expect(files.rows('select count(*) from sales')).rejects.toMatchObject({
    message: 'sales.csv has no rows now; write it again',
  })
  await expect(openFiles({ 'empty.csv': '' })).rejects.toMatchObject({
    message: 'There is nothing in empty.csv; send files with rows',
  })
})
