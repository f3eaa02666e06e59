import { expect, test } from 'vitest'
import { openFiles } from './test-open-files.ts'

test('[DS560] dates with months of other languages, ordinals and zones are dates', async () => {
  await using files = await openFiles({
    'a.csv': [
      'French;Spanish;German;Month;English;Mail;Charged',
      '3 janv. 2025;12 de marzo de 2025;3. März 2025;Dez 2024;March 1st, 2025;Fri, 3 Jan 2025 14:05:00 GMT;Jan 3, 2025, 2:05:09\u202FPM',
      '1er août 2025;1 de enero de 2025;28. Februar 2025;Mai 2025;2nd May 2025;Sat, 1 Feb 2025 09:30:00 GMT;Feb 1, 2025, 9:30:00\u202FAM',
      'lundi 3 février 2025;05-dic-2025;Mi, 1. Okt. 2025;Mär 2025;December 3rd, 2025;Mon, 3 Mar 2025 00:00:10 GMT;Mar 3, 2025, 12:00:10\u202FAM',
    ].join('\n'),
  })
  expect(await files.rows('select * from a')).toEqual([
    [
      '2025-01-03',
      '2025-03-12',
      '2025-03-03',
      '2024-12-01',
      '2025-03-01',
      '2025-01-03T14:05:00',
      '2025-01-03T14:05:09',
    ],
    [
      '2025-08-01',
      '2025-01-01',
      '2025-02-28',
      '2025-05-01',
      '2025-05-02',
      '2025-02-01T09:30:00',
      '2025-02-01T09:30:00',
    ],
    [
      '2025-02-03',
      '2025-12-05',
      '2025-10-01',
      '2025-03-01',
      '2025-12-03',
      '2025-03-03T00:00:10',
      '2025-03-03T00:00:10',
    ],
  ])
})

test('[DS561] days as spreadsheets count them are dates in a column of dates, with a doubt', async () => {
  await using files = await openFiles({
    'a.csv':
      'Paid on,Invoice date,Stock\n45658,45658,45658\n2025-01-02,45659.5,45659\n03.01.2025,45660,45700\n',
  })
  expect(await files.rows('select * from a')).toEqual([
    ['2025-01-01', '2025-01-01T00:00:00', 45_658],
    ['2025-01-02', '2025-01-02T12:00:00', 45_659],
    ['2025-01-03', '2025-01-03T00:00:00', 45_700],
  ])
  expect((await files.table('a')).columns[1]?.reading?.doubts).toEqual([
    'numbers such as 45658 are read as days, as spreadsheets count them',
  ])
})

test('[DS562] where no date tells, rows that stand by time decide whether the day or the month comes first', async () => {
  const days = Array.from({ length: 12 }, (_, at) => [(at % 6) * 2 + 1, Math.floor(at / 6) + 3] as const)
  const two = (part: number): string => String(part).padStart(2, '0')
  await using files = await openFiles({
    'day.csv': `Day,n\n${days.map(([day, month]) => `${two(day)}/${two(month)}/2025,1\n`).join('')}`,
    'month.csv': `Day,n\n${days.map(([day, month]) => `${two(month)}/${two(day)}/2025,1\n`).join('')}`,
  })
  for (const name of ['day', 'month']) {
    expect(await files.rows(`select min("Day"), max("Day") from ${name}`)).toEqual([
      ['2025-03-01', '2025-04-11'],
    ])
    expect((await files.table(name)).columns[0]?.reading?.doubts).toEqual([])
  }
})

test('[DS563] [DS728] amounts as banks, Swiss and lists of goods write them are numbers', async () => {
  await using files = await openFiles({
    'a.csv':
      'Booked;Betrag;Preis;Menge;Qty\n12.00 DR;12,50 S;CHF 20.–;3 Stk.;2 x\n450.50 CR;1.000,00 H;CHF 1’250.50;1 Stück;10 x\n0.10 CR;3,00 H;CHF 7.--;12 Stk.;1 x\n',
    'b.csv': 'Who;Provision\nAda;1.250\nBo;750\nCy;12.500\n',
  })
  expect(await files.rows('select * from a')).toEqual([
    [-12, -12.5, 20, 3, 2],
    [450.5, 1000, 1250.5, 1, 10],
    [0.1, 3, 7, 12, 1],
  ])
  expect(await files.rows('select "Provision" from b')).toEqual([[1250], [750], [12_500]])
  expect((await files.table('a')).columns[0]?.reading?.doubts).toEqual([
    'amounts that are marked as a debit count as negative',
  ])
})

test('[DS564] the same few words again and again among amounts are amounts that are not known yet', async () => {
  const bids = Array.from({ length: 20 }, (_, n) => `${n},${n % 4 === 3 ? 'on request' : `€${n}.50`}`)
  await using files = await openFiles({ 'bids.csv': `Bid,Value\n${bids.join('\n')}\n` })
  expect(await files.rows('select count("Value") from bids')).toEqual([[15]])
  expect((await files.table('bids')).columns[1]?.reading?.doubts[0]).toContain('5 of 20 values')
})

test('[DS565] totals below each group are no data, with a name or without one', async () => {
  await using files = await openFiles({
    'named.csv':
      'Branch,Date,Product,Amount\nBerlin,2025-01-02,Tea,4\nBerlin,2025-01-03,Milk,5\nBerlin Total,,,9\nKiel,2025-01-02,Tea,7\nKiel Total,,,7\nGrand Total,,,16\n',
    'short.csv':
      'Filiale;Produkt;Umsatz\nBerlin;Tee;4,50\nBerlin;Milch;5,00\nBerlin Ergebnis;;9,50\nKiel;Tee;7,25\nKiel Ergebnis;;7,25\nGesamtergebnis;;16,75\n',
    'bare.csv':
      'Branch,Product,Amount\nBerlin,Tea,4\nBerlin,Milk,5\n,,9\nKiel,Tea,7\nKiel,Milk,2\nKiel,Jam,1\n,,10\n',
    'filled.csv':
      'Store,Item,On hand,Value\nBerlin,Tea,2,4\nBerlin,Milk,1,5\nBerlin,Subtotal,3,9\nKiel,Tea,4,7\nKiel,Jam,2,8\nKiel,Subtotal,6,15\n',
    'counted.csv': `Txn,Day,Clerk,Sum\n${[3, 8, 2, 9, 4, 7, 6].map((sum, n) => `${n},2025-01-0${n + 1},Ada,${sum}`).join('\n')}\n7 sales,,,39\n`,
    'free.csv': 'Branch,Product,Amount\nBerlin,Tea,4\nBerlin,Milk,5\nKiel,Tea,7\nKiel,Milk,2\n,,3\n',
  })
  expect(await files.rows('select count(*), sum("Amount") from named')).toEqual([[3, 16]])
  expect(await files.rows('select count(*), sum("Umsatz") from short')).toEqual([[3, 16.75]])
  expect(await files.rows('select count(*), sum("Amount") from bare')).toEqual([[5, 19]])
  expect(await files.rows('select count(*), sum("Value") from filled')).toEqual([[4, 24]])
  expect(await files.rows('select count(*), sum("Sum") from counted')).toEqual([[7, 39]])
  expect(await files.rows('select count(*), sum("Amount") from free')).toEqual([[5, 21]])
})

test('[DS566] footnotes, page numbers, rulers and headings of groups are no data, and the report names them', async () => {
  await using files = await openFiles({
    'menu.csv':
      'Item,Size,Sold,Revenue\nTea,,,\nGreen,250 g,3,9.50\nBlack,250 g,2,7\nCoffee,,,\nMocha,250 g,1,8\n\n* with VAT\n',
    'dump.csv':
      'id | day        | sum\n---+------------+----\n 1 | 2025-01-02 | 4.5\n 2 | 2025-01-03 | 5.0\n(2 rows)\n',
    'short.csv':
      'Branch,Date,Product,Amount\nBonn,2025-01-02,Tea,4\nBonn Total,,,4\nKiel,2025-01-02,Tea,7\nKiel Total,,,7\nGrand Total,,,11\n\n* with VAT\n',
    'people.csv': 'Name,City,Phone\nAda,Kiel,0301\nBo,,\nCy,Bonn,0302\n',
  })
  expect(await files.rows('select count(*), count("Size") from menu')).toEqual([[3, 3]])
  const menu = await files.table('menu')
  expect(menu.reading?.understood).toBe('3 rows of menu.csv. 3 rows with one text alone left out.')
  expect(menu.columns[0]?.reading?.understood).toBe(
    'All 3 values read as text. Left out, because alone in its row: "* with VAT", "Coffee", "Tea".',
  )
  expect(await files.rows('select id, day, sum from dump')).toEqual([
    [1, '2025-01-02', 4.5],
    [2, '2025-01-03', 5],
  ])
  expect(await files.rows('select count(*), sum("Amount") from short')).toEqual([[2, 11]])
  expect(await files.rows('select count(*) from people')).toEqual([[3]])
})

test('[DS567] [DS730] a header may have a second line with units or with names below those of groups', async () => {
  await using files = await openFiles({
    'units.csv': 'Date,Field,Weight,Price\n,,kg,EUR\n2025-01-02,North,12.5,4\n2025-01-03,South,3.5,7\n',
    'groups.csv': ',Q1,,Q2,\nProduct,Units,Revenue,Units,Revenue\nTea,10,145,12,174.5\nMilk,7,90,9,116\n',
    'months.csv': 'Product,2025-01,2025-02\nTea,10,20\nMilk,7,9\n',
  })
  expect(await files.rows('select "Weight", "Price" from units')).toEqual([
    [12.5, 4],
    [3.5, 7],
  ])
  expect((await files.table('units')).columns.map(({ unit }) => unit ?? null)).toEqual([
    null,
    null,
    'kg',
    'EUR',
  ])
  expect((await files.table('groups')).columns.map(({ name }) => name)).toEqual([
    'Product',
    'Q1 Units',
    'Q1 Revenue',
    'Q2 Units',
    'Q2 Revenue',
  ])
  expect(await files.rows('select sum("2025-02") from months')).toEqual([[29]])
})

test('[DS573] texts that a spreadsheet should not take for numbers are read without their guards', async () => {
  await using files = await openFiles({
    'a.csv': 'Code,Bin,Stock\n="0012","=""7""",\'3\n="0013","=""8""",\'12\n',
  })
  expect(await files.rows('select * from a')).toEqual([
    ['0012', '7', 3],
    ['0013', '8', 12],
  ])
})

test('[DS581] that a spreadsheet has cut long numbers is a doubt', async () => {
  await using files = await openFiles({ 'a.csv': 'EAN,n\n4.00638E+12,1\n4.00639E+12,2\n' })
  expect((await files.table('a')).columns[0]?.reading?.doubts).toEqual([
    'a spreadsheet has cut numbers such as 4.00638E+12, so that different ones look the same',
  ])
})

test('[DS574] a quotation mark without its pair takes no lines below into its cell', async () => {
  await using files = await openFiles({
    'a.csv': 'No;Item;Sum\n1;5" pipe;4\n2;"open;5\n3;Tea;6\n4;"Big "A" box";7\n5;"open too;8\n6;"x;y";9',
    'b.csv': 'No;Note;Sum\n1;"two\nlines";4\n2;"one;\nand more";5\n',
  })
  expect(await files.rows('select * from a')).toEqual([
    [1, '5" pipe', 4],
    [2, '"open', 5],
    [3, 'Tea', 6],
    [4, 'Big A" box"', 7],
    [5, '"open too', 8],
    [6, 'x;y', 9],
  ])
  expect(await files.rows('select count(*), sum("Sum") from b')).toEqual([[2, 9]])
})

test('[DS575] commas inside unquoted texts and amounts do not shift the cells after them', async () => {
  const rows = Array.from(
    { length: 8 },
    (_, n) => `${n},${n} High St${n % 4 === 1 ? ', Flat 2' : ''},${n}.50,yes`,
  )
  await using files = await openFiles({
    'streets.csv': `No,Address,Sum,Paid\n${rows.join('\n')}\n`,
    'commas.csv': 'Nr,Datum,Betrag\n1,03.01.2025,12,50\n2,04.01.2025,1.250,00\n3,05.01.2025,7,95\n',
    'odd.csv': 'No,Sum\n1,2\n3,4,x\n5,6\n',
  })
  expect(await files.rows('select sum("Sum"), count("Paid"), max("Address") from streets')).toEqual([
    [32, 8, '7 High St'],
  ])
  expect(await files.rows('select "Address" from streets where "No" = 5')).toEqual([['5 High St, Flat 2']])
  expect(await files.rows('select "Betrag" from commas')).toEqual([[12.5], [1250], [7.95]])
  expect((await files.table('odd')).reading?.doubts).toEqual([
    '1 line has more cells than the header has names; values may stand in the wrong columns',
  ])
})

test('[DS576] blank cells of a first column that names groups mean the value above, with a doubt', async () => {
  await using files = await openFiles({
    'a.csv':
      'Branch,Day,Item,Sum\nKiel,2025-01-02,Tea,4\n,2025-01-02,Milk,5\n,2025-01-03,Jam,6\nBonn,2025-01-02,Tea,7\n,2025-01-02,Milk,8\n',
    'b.csv':
      'Note,Day,Item,Sum\n,2025-01-02,Tea,4\nlate,2025-01-02,Milk,5\n,2025-01-03,Jam,6\n,2025-01-03,Jam,6\n',
  })
  expect(await files.rows('select "Branch", sum("Sum") from a group by 1 order by 1')).toEqual([
    ['Bonn', 15],
    ['Kiel', 15],
  ])
  expect((await files.table('a')).reading?.doubts).toEqual([
    'blank cells of Branch are taken for the value above',
  ])
  expect(await files.rows('select count("Note") from b')).toEqual([[1]])
})

test('[DS577] tables below one another are tables of their own, called by their titles', async () => {
  await using files = await openFiles({
    'ledger.csv':
      'Sales\nDay,Item,Sum\n2025-01-02,Tea,4\n2025-01-03,Milk,5\n\nExpenses\nDay,Supplier,Cost\n2025-01-02,Ada,40\n2025-01-05,Bo,50\n',
    'bare.csv':
      'Day,Item,Sum\n2025-01-02,Tea,4\n2025-01-03,Milk,5\n,,\nName,Phone,Born\nAda,030 1,1990-01-02\n',
  })
  expect(await files.rows('select count(*), sum("Sum") from "Sales"')).toEqual([[2, 9]])
  expect(await files.rows('select "Supplier", "Cost" from "Expenses"')).toEqual([
    ['Ada', 40],
    ['Bo', 50],
  ])
  expect(await files.rows('select sum("Sum") from bare')).toEqual([[9]])
  expect(await files.rows('select "Name", "Born" from "bare 2"')).toEqual([['Ada', '1990-01-02']])
  files.write(
    'ledger.csv',
    'Sales\nDay,Item,Sum\n2025-01-02,Tea,4\n\nExpenses\nDay,Supplier,Cost\n2025-01-02,Ada,41\n',
  )
  expect(await files.rows('select "Cost" from "Expenses"')).toEqual([[41]])
})
