import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openFiles } from './test-open-files.ts'

test('[DS340] [DS715] numbers are read as people write them, with the separators of each column', async () => {
  await using files = await openFiles({
    'a.csv': [
      'Price;Dotted;Comma;Brackets;Swiss;Share;Weight;Fraction',
      '€ 6,40;1.234,50 EUR;$1,200;(12.00);1’234.50;19%;12 kg;1,234',
      '€ 1.250,00;99 EUR;$950;7.25-;2’000.00;7,5 %;3.5 kg;2,5',
      '-€ 3,00;2.000.000 EUR;$12,345.67;−4;3.10;0%;;0,125',
    ].join('\n'),
  })
  expect(await files.rows('select * from a')).toEqual([
    [6.4, 1234.5, 1200, -12, 1234.5, 19, 12, 1.234],
    [1250, 99, 950, -7.25, 2000, 7.5, 3.5, 2.5],
    [-3, 2_000_000, 12_345.67, -4, 3.1, 0, null, 0.125],
  ])
  const { columns } = await files.table('a')
  expect(columns.map(({ unit }) => unit ?? null).slice(0, 7)).toEqual([
    'EUR',
    'EUR',
    'USD',
    null,
    null,
    'percent',
    'kg',
  ])
})

test('[DS480] [DS716] amounts for a unit, lengths of time and times with am or pm are numbers and times', async () => {
  await using files = await openFiles({
    'a.csv':
      'Fee;Fare;Wage;Notice;Opens;Plot\n£9.80/kg;2.50 EUR each;€ 14,20 per hour;3 days;8:30 AM;12/b\n£12.50 / KG;3 EUR each;€ 9,00 per hour;14 days;12:05 PM;13/c\n£31/kg;4.75 EUR each;€ 11,50 per hour;7 days;5:15:30 p.m.;14/a\n',
  })
  expect(await files.rows('select * from a')).toEqual([
    [9.8, 2.5, 14.2, 3, '08:30:00', '12/b'],
    [12.5, 3, 9, 14, '12:05:00', '13/c'],
    [31, 4.75, 11.5, 7, '17:15:30', '14/a'],
  ])
  const { columns } = await files.table('a')
  expect(columns.map(({ unit }) => unit ?? null)).toEqual(['GBP', 'EUR', 'EUR', 'days', null, null])
})

test('[DO1292] units in capitals and in full are those of their short forms', async () => {
  await using files = await openFiles({
    'a.csv': 'Brewed (L);Crop;Fill\n"1,600";12 KG;3 litres\n1530 L;9.5 kg;2.5 l\n"2,400";14 Kg;4 litres\n',
  })
  expect(await files.rows('select * from a')).toEqual([
    [1600, 12, 3],
    [1530, 9.5, 2.5],
    [2400, 14, 4],
  ])
  const { columns } = await files.table('a')
  expect(columns.map(({ unit }) => unit ?? null)).toEqual(['l', 'kg', 'l'])
})

test('[DS481] [DS717] words for nothing are blanks among amounts and dates, and eight digits are a date', async () => {
  await using files = await openFiles({
    'a.csv':
      'Limit,Day,Order no,Left,Note\n£500,20250131,20250131,none,none\nnone,20250228,20250132,2025-03-01,tbc\n"£1,200",20261117,20250133,nil,fine\nnil,20240101,20250134,none,none\n',
  })
  expect(await files.rows('select * from a')).toEqual([
    [500, '2025-01-31', 20_250_131, null, 'none'],
    [null, '2025-02-28', 20_250_132, '2025-03-01', 'tbc'],
    [1200, '2026-11-17', 20_250_133, null, 'fine'],
    [null, '2024-01-01', 20_250_134, null, 'none'],
  ])
})

test('[DS341] [DS718] unambiguous dates decide the order of day and month', async () => {
  await using files = await openFiles({
    'days.csv':
      'Mixed,American,Named,Short,Moment\n2026-03-04,3/4/2026,4 Mar 2026,04.03.26,04/03/2026 17:05\n31/12/2025,12/31/2025,"December 31, 2025",31.12.25,31/12/2025 08:00\n05.06.2025,1/2/2025,1-Feb-2025,01.02.25,01/02/2025 00:30\n',
    'open.csv': 'Day,n\n01/02/2025,1\n03/04/2025,2\n',
  })
  expect(await files.rows('select * from days')).toEqual([
    ['2026-03-04', '2026-03-04', '2026-03-04', '2026-03-04', '2026-03-04T17:05:00'],
    ['2025-12-31', '2025-12-31', '2025-12-31', '2025-12-31', '2025-12-31T08:00:00'],
    ['2025-06-05', '2025-01-02', '2025-02-01', '2025-02-01', '2025-02-01T00:30:00'],
  ])
  expect((await files.table('open')).columns[0]?.reading?.doubts).toEqual([
    'nothing in it tells whether the day or the month comes first; month first is assumed',
  ])
})

test('[DS495] the other dates of a file decide the order where a column tells nothing', async () => {
  await using files = await openFiles({
    'bills.csv':
      'Billed,Due,Paid\n01/02/2025,15/02/2025,14/02/2025\n02/03/2025,16/03/2025,\n01/04/2025,15/04/2025,\n',
    'american.csv': 'Billed,Due\n01/02/2025,01/16/2025\n02/03/2025,02/17/2025\n',
  })
  expect(await files.rows('select Billed from bills')).toEqual([
    ['2025-02-01'],
    ['2025-03-02'],
    ['2025-04-01'],
  ])
  expect(await files.rows('select Billed from american')).toEqual([['2025-01-02'], ['2025-02-03']])
  expect((await files.table('bills')).columns[0]?.reading?.doubts).toEqual([])
})

test('[DS342] digits that are a name stay text, and blanks and yes or no are recognised', async () => {
  await using files = await openFiles({
    'a.csv':
      'Code,Zip,Phone,Card,Active?,Left on,n\n007,10115,+49 30 1234,4111111111111111,yes,-,1\n012,20095,030 99,4222222222222222,N,2025-01-31,n/a\n',
  })
  const { columns } = await files.table('a')
  expect(columns.map(({ type }) => type)).toEqual([
    'text',
    'text',
    'text',
    'text',
    'boolean',
    'date',
    'number',
  ])
  expect(await files.rows('select "Code", "Active?", "Left on", n from a')).toEqual([
    ['007', true, null, 1],
    ['012', false, '2025-01-31', null],
  ])
})

test('[DS343] [DS720] a column of ones and zeros stays a number, and ja and nein are true and false', async () => {
  await using files = await openFiles({ 'a.csv': 'Bit;Bezahlt\n1;ja\n0;Nein\n1;JA\n' })
  expect(await files.rows('select * from a')).toEqual([
    [1, true],
    [0, false],
    [1, true],
  ])
})

test('[DO800] crosses in some rows and blanks in the others are true and false', async () => {
  await using files = await openFiles({ 'a.csv': 'Kite;Torn;Note\nBlue;x;\nRed;;x\nGrey;X;\nPink;yes;\n' })
  expect(await files.rows('select "Torn", "Note" from a')).toEqual([
    [true, null],
    [false, 'x'],
    [true, null],
    [true, null],
  ])
})

test('[DS344] [DS721] spellings of one value are one value, and the report names them; codes stay apart', async () => {
  const lines = [
    'Wholesale,aB3x,k1',
    'WHOLESALE ,Ab3X,k2',
    ' wholesale,aB3x,k3',
    'Café,q,k4',
    'Cafe,q,K4',
    'Café,q,k6',
    'Cancelled,q,k7',
    'Cancelled,q,k8',
    'canceled,q,k9',
  ]
  await using files = await openFiles({ 'a.csv': ['Channel,Code,Key', ...lines, ''].join('\n') })
  expect(await files.rows('select "Channel", count(*) from a group by 1 order by 1')).toEqual([
    ['Café', 3],
    ['Cancelled', 3],
    ['Wholesale', 3],
  ])
  expect(await files.rows('select count(distinct "Code"), count(distinct "Key") from a')).toEqual([[3, 9]])
  expect((await files.table('a')).columns[0]?.reading?.understood).toContain('"WHOLESALE" as "Wholesale"')
})

test('[DS345] totals, rows of blanks and a repeated header are not data', async () => {
  await using files = await openFiles({
    'a.csv':
      'Date;Shop;Amount\n01.02.2025;Mitte;10,00\nDate;Shop;Amount\n;;\n15.02.2025;Total Wine;5,50\nTotal;;15,50\n;;\n',
    'b.csv':
      'Region,Shop,City,Amount\nNorth,Mitte,Berlin,10\nNorth,Dock,Kiel,4\nSubtotal,,,14\nGrand total:,,,14\n',
  })
  expect(await files.rows('select count(*), sum("Amount") from a')).toEqual([[2, 15.5]])
  expect(await files.rows('select count(*), sum("Amount") from b')).toEqual([[2, 14]])
  expect((await files.table('b')).reading?.understood).toBe('2 rows of b.csv. 2 rows with a total left out.')
})

test('[DS346] [DS722] the header may be below a title, with unnamed columns and two of the same name', async () => {
  await using files = await openFiles({
    'a.csv': 'Sales report,,,,\nmade on Monday,,,,\n\nName,Sum,,Name,\nAda,1,x,Ann,\nBo,2,,Ben,\n',
    'bare.csv': '1,2.5,Ada\n2,3.5,Bo\n',
  })
  expect((await files.table('a')).columns.map(({ name }) => name)).toEqual([
    'Name',
    'Sum',
    'Column 3',
    'Name_2',
  ])
  expect(await files.rows('select * from a')).toEqual([
    ['Ada', 1, 'x', 'Ann'],
    ['Bo', 2, null, 'Ben'],
  ])
  expect(await files.rows('select * from bare')).toEqual([
    [1, 2.5, 'Ada'],
    [2, 3.5, 'Bo'],
  ])
})

test('[DS347] [DS736] encodings and delimiters are detected', async () => {
  const text = 'Name;Größe\nZoë;€ 1,50\nÅsa;€ 2,50\n'
  await using files = await openFiles({
    'bom.csv': Buffer.from(`\uFEFF${text}`),
    'wide.csv': Buffer.from(`\uFEFF${text.replaceAll(';', '\t')}`, 'utf16le'),
    'old.csv': Buffer.from(text.replaceAll(';', '|').replaceAll('€', '\u0080'), 'latin1'),
  })
  const expected = [
    ['Zoë', 1.5],
    ['Åsa', 2.5],
  ]
  for (const name of ['bom', 'wide', 'old'])
    expect(await files.rows(`select "Name", "Größe" from ${name}`)).toEqual(expected)
})

test('[DS348] [DS724] [DS723] ragged lines, quoted line ends and formulas are read', async () => {
  await using files = await openFiles({
    'a.csv': 'a,b,c\n1,"x\ny",=cmd|calc\n2,"say ""hi"", she said",+1\n3\n4,w,v,5,6\n',
    'blank.csv': 'x,Empty\n1,\n2,  \n',
  })
  expect(await files.rows('select * from a')).toEqual([
    [1, 'x\ny', '=cmd|calc', null, null],
    [2, 'say "hi", she said', '+1', null, null],
    [3, null, null, null, null],
    [4, 'w', 'v', 5, 6],
  ])
  expect(await files.rows('select "Empty" from blank')).toEqual([[null], [null]])
})

test('[DS349] files with the same columns are one table with the file of each row', async () => {
  await using files = await openFiles({
    'Sales 2025.csv': 'Order #;Date;Total\n1;31.12.2025;1.000,50\n',
    'Sales 2026.csv': 'date,ORDER #,Total\n2026-01-02,2,€7.25\n',
    'customers.csv': 'id,name\n1,Ada\n',
    'suppliers.csv': 'id,name\n1,Bo\n',
  })
  expect(await files.rows('select "Order #", "Date", "Total", "File" from "Sales" order by 1')).toEqual([
    [1, '2025-12-31', 1000.5, 'Sales 2025'],
    [2, '2026-01-02', 7.25, 'Sales 2026'],
  ])
  expect(await files.rows('select name from suppliers')).toEqual([['Bo']])
})

test('[DA560] [DA1100] files of different people are one table, even if one has other spellings and more columns', async () => {
  await using files = await openFiles({
    'Bookings 2025.csv': 'Booking #,Date of visit,Qty,Guest,Amount\n1,12/31/2025,2,Ada,"$1,000.50"\n',
    'booking-2026 export.csv':
      'guest name;amount (USD);BookingNo;quantity;visit date;rating\nBo;7.25;2;3;2026-01-02;5\n',
    'Rooms 2025.csv': 'id,name,floor\n1,Blue,2\n',
    'Rooms 2026.csv': 'id,colour,key,door\n1,red,a,b\n',
  })
  expect(
    await files.rows(
      'select "Booking #", "Date of visit", "Qty", "Guest", "Amount", "rating" from "Bookings" order by 1',
    ),
  ).toEqual([
    [1, '2025-12-31', 2, 'Ada', 1000.5, null],
    [2, '2026-01-02', 3, 'Bo', 7.25, 5],
  ])
  expect(await files.rows('select count(*) from "Rooms 2026"')).toEqual([[1]])
  const { reading, columns } = await files.table('Bookings')
  expect(reading?.understood).toContain('2 rows of 2 files with nearly the same columns')
  expect(columns.find(({ name }) => name === 'rating')?.reading).toEqual({
    understood: 'The only value read as whole numbers.',
    doubts: ['only the rows of booking-2026 export.csv have it'],
  })
})

test('[DO1240] exports of two programs are one table, though each has names of its own', async () => {
  await using files = await openFiles({
    'gifts export 2025.csv':
      'Gift ID,Gift date,Supporter,Amount,Platform fee,Net amount,Campaign,Payment method,Status\nG1,31/12/2025 10:00,Ada Lovelace,£20.00,£0.40,£19.60,Roof,Card,Completed\n',
    'gifts 2026 new system.csv':
      'receipt_no;received_at;donor_name;gross;fee;appeal;channel;state\nR1;2026-01-02 09:30;Bo Ek;15.00;0.30;Roof;dd;paid\n',
    'gifts to staff.csv': 'who;what;worth\nAda;Mug;5.00\n',
  })
  expect(
    await files.rows(
      'select receipt_no, received_at, donor_name, gross, fee, "Net amount", appeal, channel, state from gifts order by 1',
    ),
  ).toEqual([
    ['G1', '2025-12-31T10:00:00', 'Ada Lovelace', 20, 0.4, 19.6, 'Roof', null, 'Completed'],
    ['R1', '2026-01-02T09:30:00', 'Bo Ek', 15, 0.3, null, 'Roof', 'dd', 'paid'],
  ])
  expect(await files.rows('select count(*) from "gifts to staff"')).toEqual([[1]])
})

test('[DO1240] a price of one piece is no total, and one of several dates is not another', async () => {
  await using files = await openFiles({
    'Sales 2025.csv': 'No,Sold on,Shipped on,Guest,Qty,Price,Shop\n1,2025-12-30,2025-12-31,Ada,2,4.00,East\n',
    'Sales 2026.csv': 'Shop,No,Guest,Total,Sold on,Invoiced on,Qty\nWest,2,Bo,9.00,2026-01-02,2026-01-05,3\n',
  })
  expect(
    await files.rows('select "No", "Price", "Total", "Shipped on", "Invoiced on" from "Sales" order by 1'),
  ).toEqual([
    [1, 4, null, '2025-12-31', null],
    [2, null, 9, null, '2026-01-05'],
  ])
})

test('[DS350] a file that is rewritten between two statements is read again, in its new form', async () => {
  await using files = await openFiles({ 'a.csv': 'Day,Sum\n2025-01-31,"1,5"\n' })
  expect(await files.rows('select "Sum" from a')).toEqual([[1.5]])
  files.write('a.csv', 'Day;Sum\n31.01.2025;€ 2.000,00\n')
  expect(await files.rows('select "Day", "Sum" from a')).toEqual([['2025-01-31', 2000]])
})

test('[DS350] while a file is written, every answer has complete rows or says that the file changes', async () => {
  const line = '2025-01-31;€ 1.000,50\n'
  await using files = await openFiles({ 'a.csv': `Day;Sum\n${line.repeat(2_000)}` })
  let written = 2_000
  const writing = setInterval(() => {
    appendFileSync(`${files.folder}/a.csv`, line.repeat(5))
    written += 5
  }, 1)
  try {
    for (let turn = 0; turn < 2; turn += 1) {
      const from = written
      const outcome = await files.rows('select count(*), sum("Sum") from a').then(
        ([row]) => {
          const [count, sum] = (row ?? []).map(Number)
          const isWhole = count !== undefined && Math.abs((sum ?? 0) - count * 1000.5) < 0.01
          return isWhole && count >= from && count <= written ? 'whole' : `${count} rows, ${sum}`
        },
        (error: Error) => error.message,
      )
      expect(['whole', 'A file changes while it is read; ask again when it is written']).toContain(outcome)
    }
  } finally {
    clearInterval(writing)
  }
  expect(await files.rows('select count(*) from a')).toEqual([[written]])
})

test('[DS351] [DS732] a file that does not fit into memory is read with every statement, with its spellings', async () => {
  const lines = Array.from(
    { length: 600_000 },
    (_, n) =>
      `${n};${String((n % 28) + 1).padStart(2, '0')}.02.2025;€ 1.000,50;${n % 3 === 0 ? 'SHOP' : 'Shop'}`,
  )
  await using files = await openFiles(
    { 'large.csv': ['Order #;Day;Sum;Channel', ...lines, ''].join('\n') },
    64,
  )
  expect(
    await files.rows('select count(*), sum("Sum"), max("Day") from large where "Channel" = \'Shop\''),
  ).toEqual([[600_000, 600_300_000, '2025-02-28']])
})

test('[DS352] the report has counts and examples', async () => {
  const rows = Array.from({ length: 30 }, (_, n) => `${n + 1},€ ${n}.50`)
  await using files = await openFiles({ 'a.csv': ['n,Fee', ...rows, '31,tbd', '32,$ 4', ''].join('\n') })
  const { reading, columns } = await files.table('a')
  expect(reading).toEqual({ understood: '32 rows of a.csv.', doubts: [] })
  expect(columns[1]?.reading).toEqual({
    understood: '31 of 32 values read as numbers.',
    doubts: [
      '1 of 32 values could not be read as numbers and are left out, such as "tbd"',
      'EUR and USD stand in one column and are not converted into each other',
    ],
  })
})

test('[DS725] a column with several types in the files of one table has the wider one', async () => {
  await using files = await openFiles({
    'Sales 2025.csv': 'Day,Units,Code\n2025-01-31,1,7\n',
    'Sales 2026.csv': 'Day,Units,Code\n2026-01-31,1.5,B7\n',
  })
  const { columns } = await files.table('Sales')
  expect(columns.slice(0, 3).map(({ type }) => type)).toEqual(['date', 'number', 'text'])
  expect(await files.rows('select sum("Units"), max("Code") from "Sales"')).toEqual([[2.5, 'B7']])
})

test('[DS734] a file that cannot be read does not affect the others', async () => {
  await using files = await openFiles({ 'stock.csv': 'Item,Count\nbolt,5\n' })
  expect(await files.rows('select "Count" from stock')).toEqual([[5]])
  files.write('broken.parquet', 'no parquet')
  expect(await files.rows('select "Count" from stock')).toEqual([[5]])
})

test('[DS727] files with decimal commas have the day first where nothing else tells', async () => {
  await using files = await openFiles({
    'a.csv': 'Day;Sum\n05/06/2025;12,50\n03/02/2025;7,25\n04/05/2025;1,50\n',
  })
  expect(await files.rows('select min("Day"), max("Day") from a')).toEqual([['2025-02-03', '2025-06-05']])
  expect((await files.table('a')).columns[0]?.reading?.doubts).toHaveLength(1)
})

test('[DS355] a file that is added later is read with its table at the next question', async () => {
  await using files = await openFiles({ 'Sales 2025.csv': 'Day,Sum\n2025-01-31,1\n' })
  expect(await files.rows('select sum("Sum") from "Sales 2025"')).toEqual([[1]])
  files.write('stock.csv', 'Item,Count\nbolt,5\n')
  expect(await files.rows('select "Count" from stock')).toEqual([[5]])
  files.write('stock 2.csv', 'Item,Count\nnut,7\n')
  expect(await files.rows('select sum("Count") from stock')).toEqual([[12]])
})

test('[DO940] a time zone may stand after a blank, also where another file has none', async () => {
  await using files = await openFiles({
    'Sales 2025.csv': 'No,Placed at\n1,28/11/2025 14:05\n2,29/11/2025 09:30\n',
    'Sales 2026.csv': 'No,Placed at\n3,2026-10-01 07:05:00 +0100\n4,2026-10-02 18:40:10 +0000\n',
  })
  const { columns } = await files.table('Sales')
  expect(columns.find(({ name }) => name === 'Placed at')?.type).toMatch(/timestamp/i)
  const rows = await files.rows('select No, cast("Placed at" as varchar) from Sales order by No')
  expect(rows.map(([, at]) => String(at).slice(0, 16))).toEqual([
    '2025-11-28 14:05',
    '2025-11-29 09:30',
    '2026-10-01 07:05',
    '2026-10-02 18:40',
  ])
})

test('[DO1170] a whole month is its first day', async () => {
  await using files = await openFiles({
    'a.csv':
      'Period,Month,Billed,Due,Size\nSep 2025,September 2025,Sep-25,2025-09,12 25\nFeb 2026,February 2026,Feb-26,2026-02,11 26\nMay 2026,May 2026,May-26,2026-05,10 30\n',
  })
  const days = ['2025-09-01', '2026-02-01', '2026-05-01']
  expect(await files.rows('select * from a')).toEqual(
    ['12 25', '11 26', '10 30'].map((size, at) => [days[at], days[at], days[at], days[at], size]),
  )
})
