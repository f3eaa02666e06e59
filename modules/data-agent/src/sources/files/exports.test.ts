import { readFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../../test/environment/index.ts'
import { openFiles } from './test-open-files.ts'

/** Five orders with two lines each, as web shops export them. */
const orders = [
  'Order,Status,Placed,Total,Item,Qty,Line',
  ...Array.from({ length: 5 }, (_, at) => [
    `#${at + 1},${at === 4 ? 'Cancelled' : 'Paid'},2026-10-0${at + 1},€ 30.00,Kite,2,€ 20.00`,
    `#${at + 1},,,,Rope,1,€ 10.00`,
  ]).flat(),
].join('\n')

test('[DS500] an export of orders line by line is two tables, so that a total is counted once', async () => {
  await using files = await openFiles({ 'orders.csv': orders })

  expect(await files.rows('select count(*), sum(Total), min(Placed) from orders')).toEqual([
    [5, 150, '2026-10-01'],
  ])
  expect(
    await files.rows(
      `select l.Item, sum(l.Qty), sum(l.Line) from "orders lines" l join orders o using ("Order")
       where o.Status = 'Paid' group by 1 order by 1`,
    ),
  ).toEqual([
    ['Kite', 8, 80],
    ['Rope', 4, 40],
  ])
  const { columns, reading } = await files.table('orders lines')
  expect(columns.map(({ name }) => name)).toEqual(['Order', 'Item', 'Qty', 'Line'])
  expect(reading?.understood).toContain('Each Order has one row in orders and its lines in orders lines.')
})

test('[DS500] the two tables follow the file, also when its lines become orders of their own', async () => {
  await using files = await openFiles({ 'orders.csv': orders })
  files.write('orders.csv', `${orders}\n#6,Paid,2026-10-06,€ 5.00,Sail,1,€ 5.00\n`)
  expect(await files.rows('select count(*) from orders')).toEqual([[6]])
  expect(await files.rows('select count(*) from "orders lines"')).toEqual([[11]])

  files.write(
    'orders.csv',
    'Order,Status,Placed,Total,Item,Qty,Line\n#1,Paid,2026-10-01,€ 5.00,Kite,1,€ 5.00\n',
  )
  expect(await files.rows('select Item from orders')).toEqual([['Kite']])
  await expect(files.rows('select count(*) from "orders lines"')).rejects.toThrow(
    'not part of what may be read',
  )
})

test('[DS501] [DS726] a date may have the day of the week before it, and a comma before the time', async () => {
  await using files = await openFiles({
    'a.csv':
      'Begins,Ends\n"10 Apr 2025, 16:45",Mon 14 Apr 2025\n"1 May 2025, 9:05","Tue, 6 May 2025"\n"30 Jun 2025, 12:00",Wed 2 Jul 2025\n',
  })
  expect(await files.rows('select * from a')).toEqual([
    ['2025-04-10T16:45:00', '2025-04-14'],
    ['2025-05-01T09:05:00', '2025-05-06'],
    ['2025-06-30T12:00:00', '2025-07-02'],
  ])
})

test('[DS502] [DS737] files of several places are one table with the place, also if one has a column more', async () => {
  const header = 'No,Client,Work,Begins,Minutes,Price'
  await using files = await openFiles({
    'visits_North.csv': `${header}\n1,Ada,Cut,2026-10-01,30,20\n`,
    'visits_Old Mill.csv': `No,Begins,Client,Work,Minutes,Price,Room\n2,2026-10-02,Bo,Wash,15,9,A\n`,
    'visits_South.csv': `${header}\n3,Cy,Cut,2026-10-03,30,22\n`,
  })
  expect(await files.rows('select No, Price, File from visits order by 1')).toEqual([
    [1, 20, 'North'],
    [2, 9, 'Old Mill'],
    [3, 22, 'South'],
  ])
})

test('[DS503] e-mail addresses are read in small letters', async () => {
  await using files = await openFiles({
    'a.csv': 'No,Mail\n1,Ada@Kite.example\n2,BO@KITE.EXAMPLE\n3,cy@kite.example\n',
  })
  expect(await files.rows('select Mail from a')).toEqual([
    ['ada@kite.example'],
    ['bo@kite.example'],
    ['cy@kite.example'],
  ])
})

test('[DS504] a hyphen between words and a number before a name make no other value', async () => {
  await using files = await openFiles({
    'a.csv':
      'No,Status,Site\n1,No show,North\n2,No-show,01 North\n3,no_show,01 North\n4,Done,02 South\n5,Done,South\n6,Done,3 Kings\n',
  })
  expect(await files.rows('select Status, Site from a order by No')).toEqual([
    ['No show', 'North'],
    ['No show', 'North'],
    ['No show', 'North'],
    ['Done', 'South'],
    ['Done', 'South'],
    ['Done', '3 Kings'],
  ])
})

test('[DS505] what is written in capitals is written as another file writes it', async () => {
  await using files = await openFiles({
    'till.csv': 'No,Branch\n1,OLD MILL\n2,NORTH GATE\n3,QUAY\n4,QUAY\n',
    'staff.csv': 'Name,Shop\nAda,Quay\nBo,Old Mill\nCy,North Gate\nDi,Quay\n',
  })
  expect(await files.rows('select Branch from till order by No')).toEqual([
    ['Old Mill'],
    ['North Gate'],
    ['Quay'],
    ['Quay'],
  ])
})

test('[DS506] a row called total whose amounts are the sums of the others is no data, and a thing called so is', async () => {
  await using files = await openFiles({
    'targets.csv': 'Shop,Jan,Feb\nNorth,"£1,000",£900\nQuay,£800,£750\nTotal,"£1,800","£1,650"\n',
    'brands.csv': 'Brand,Stock,Price\nShell,10,4\nTotal,7,3\nEsso,2,5\n',
  })
  expect(await files.rows('select Shop, Jan from targets')).toEqual([
    ['North', 1000],
    ['Quay', 800],
  ])
  expect(await files.rows('select count(*) from brands')).toEqual([[3]])
})

test('[DS507] the tills of two years are one table, whatever their programs call the columns', async () => {
  await using files = await openFiles({
    'TILL_2025.csv':
      'RECEIPT_NO;TXN_DATE;BRANCH;OP;TXN_TYPE;PLU;DESCRIPTION;QTY;GROSS;TENDER\n1;03/01/2025;NORTH;AD;SALE;10;KITE;1;9.50;CARD\n2;31/01/2025;QUAY;BO;VOID;11;ROPE;2;4.00;CASH\n3;31/01/2025;QUAY;BO;SALE;11;ROPE;1;2.00;CASH\n',
    'Till lines 2026.csv':
      'Receipt No.,Date/Time,Site,Team member,Receipt status,Item code,Item name,Qty,Total inc VAT,Paid by\n7,2026-01-04T10:00:00,Quay,Bo T,Closed,11,Rope,1,£2.00,Cash\n8,2026-01-05T11:00:00,North,Ada K,Voided,10,Kite,1,£9.50,Card\n',
  })
  expect(
    await files.rows(
      'select RECEIPT_NO, cast(TXN_DATE as date), BRANCH, TXN_TYPE, PLU, QTY, GROSS from TILL order by 1',
    ),
  ).toEqual([
    [1, '2025-01-03', 'North', 'SALE', 10, 1, 9.5],
    [2, '2025-01-31', 'Quay', 'VOID', 11, 2, 4],
    [3, '2025-01-31', 'Quay', 'SALE', 11, 1, 2],
    [7, '2026-01-04', 'Quay', 'Closed', 11, 1, 2],
    [8, '2026-01-05', 'North', 'Voided', 10, 1, 9.5],
  ])
})

test('[DS482] codes that differ by a dash are one code, also beside some that are on no list', async () => {
  await using files = await openFiles({
    'goods.csv': 'Code,Name\nW-101,Kite\nW-102,Rope\nW-103,Sail\nW-104,Box\n',
    'sold.csv': 'No,PLU\n1,W101\n2,w102\n3,W103\n4,W104\n5,GV\n6,W101\n',
  })
  expect(await files.rows('select PLU from sold order by No')).toEqual([
    ['W-101'],
    ['W-102'],
    ['W-103'],
    ['W-104'],
    ['GV'],
    ['W-101'],
  ])
})

test('[DO1260] what each line of an order repeats, such as its day and its buyer, is of the order', async () => {
  const lines = Array.from({ length: 30 }, (_, at) => [
    `#${at + 1},b${at % 7}@x.example,2026-10-${String((at % 9) + 10)},paid,20.00,Rope,1,true,open`,
    `#${at + 1},b${at % 7}@x.example,2026-10-${String((at % 9) + 10)},,,${at % 2 === 0 ? 'Sail' : 'Kite'},2,true,open`,
  ]).flat()
  const head = 'Order,Email,Placed at,Status,Total,Line name,Line quantity,Line taxable,Line state'
  await using files = await openFiles({ 'orders.csv': [head, ...lines].join('\n') })

  const orders = await files.table('orders')
  expect(orders.columns.map(({ name }) => name)).toEqual(['Order', 'Status', 'Total', 'Email', 'Placed at'])
  const { columns } = await files.table('orders lines')
  expect(columns.map(({ name }) => name)).toEqual([
    'Order',
    'Line name',
    'Line quantity',
    'Line taxable',
    'Line state',
  ])
})

test('[DO1262] a first or last row without a name and with the sums of all others is no data', async () => {
  const rows = ['Lift,2026-10-01,5,12.50', 'Rope,2026-10-02,7,1.50', 'Rope,2026-10-03,1,3.00']
  await using files = await openFiles({
    'above.csv': ['Campaign,Day,Clicks,Spent', ',,13,17.00', ...rows].join('\n'),
    'below.csv': ['Ride,Day,Guests,Taken', ...rows, ',,13,17.00'].join('\n'),
    'other.csv': ['Ride,Day,Guests,Taken', ...rows, ',,4,9.00'].join('\n'),
  })
  expect(await files.rows('select count(*), sum(Spent) from above')).toEqual([[3, 17]])
  expect(await files.rows('select count(*), sum(Taken) from below')).toEqual([[3, 17]])
  expect(await files.rows('select count(*) from other')).toEqual([[4]])
})

test('[DS530] a column of formulas without results is text with a doubt', async () => {
  await using files = await openFiles({
    'orders.csv': 'Item,Price,Total,Sum,Mark\nTea,10,=B2*2,=SUM(B2:C2),=\nMilk,20,=B3*2,=SUM(B3:C3),=ok\n',
  })
  const { columns } = await files.table('orders')
  const doubt = 'its cells are formulas without their results; save the file again with values'
  expect(columns.map(({ name, reading }) => [name, reading?.doubts])).toEqual([
    ['Item', []],
    ['Price', []],
    ['Total', [doubt]],
    ['Sum', [doubt]],
    ['Mark', []],
  ])
  expect(await files.rows('select Total from orders')).toEqual([['=B2*2'], ['=B3*2']])
})

const slips = (rows: readonly string[]) => ['Slip,Guest,Nights,Paid', ...rows].join('\n')
const stays = Array.from({ length: 12 }, (_, at) => `${at + 1},Guest ${at % 4},2,€ ${100 + at}.00`)

test('[DS531] people whom only columns name are a table of their own, each once, in all files and as these change', async () => {
  await using files = await openFiles({
    'stays.csv': slips(stays),
    'tours.csv': ['Tour,Guest', ...stays.map((_, at) => `${at},Guest ${at % 6}`)].join('\n'),
  })

  const { columns, primaryKey, reading } = await files.table('guests')
  expect([columns.map(({ name }) => name), primaryKey]).toEqual([['Guest'], ['Guest']])
  expect(reading?.understood).toBe('Each different Guest of stays, Guest of tours, once.')
  expect((await files.table('stays')).foreignKeys).toEqual([
    { columns: ['Guest'], toTable: 'guests', toColumns: ['Guest'] },
  ])
  expect(await files.rows('select count(*) from guests')).toEqual([[6]])

  files.write('stays.csv', slips([...stays, '13,Guest new,1,€ 9.00']))
  expect(await files.rows('select count(*) from guests')).toEqual([[7]])
  files.write('stays.csv', 'Slip,Nights,Paid\n1,2,€ 9.00\n')
  files.write('tours.csv', 'Tour,Leader\n1,Ana\n')
  expect(await files.rows('select count(*) from stays')).toEqual([[1]])
  expect(await files.rows('select count(*) from tours')).toEqual([[1]])
  await expect(files.rows('select count(*) from guests')).rejects.toThrow('not part of what may be read')
})

test.each([
  ['a file is about them', { 'stays.csv': slips(stays), 'guests.csv': 'Name,Town\nAna,Lima\nBo,Cusco\n' }],
  [
    'a column numbers them',
    {
      'stays.csv': ['Slip,Guest No,Guest', ...stays.map((_, at) => `${at},7${at % 4},Guest ${at % 4}`)].join(
        '\n',
      ),
    },
  ],
  [
    'a column has their e-mail address',
    { 'stays.csv': slips(stays), 'posts.csv': 'Post,E-mail\n1,a@b.example\n2,c@d.example\n' },
  ],
  [
    'each row names another',
    { 'stays.csv': ['Slip,Guest', ...stays.map((_, at) => `${at},Guest ${at}`)].join('\n') },
  ],
])('[DS532] no table of people is made where %s', async (_, contents) => {
  await using files = await openFiles(contents)
  const tables = Object.keys(contents).map((name) => name.replace('.csv', ''))
  expect(await Promise.all(tables.map(async (name) => (await files.table(name)).foreignKeys))).toEqual(
    tables.map(() => []),
  )
})

test('[DS532] a table about these people stays as it is, also where it is not kept in memory', async () => {
  using place = temporaryFolder()
  const maker = await DuckDBInstance.create()
  const connection = await maker.connect()
  const file = `${place.path}/guests.parquet`
  await connection.run(`copy (select 'Ana' as Name, 'Lima' as Town) to '${file}' (format parquet)`)
  connection.closeSync()
  maker.closeSync()
  await using files = await openFiles({ 'stays.csv': slips(stays), 'guests.parquet': readFileSync(file) })
  expect(await files.rows('select * from guests')).toEqual([['Ana', 'Lima']])
})
