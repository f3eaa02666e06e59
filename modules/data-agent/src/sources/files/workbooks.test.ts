import { renameSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { openFiles } from './test-open-files.ts'

test('[DS353] the sheets of a workbook are tables, with dates, flags and texts as shown in the workbook', async () => {
  await using files = await openFiles({
    'Book.xlsx': workbook({
      Orders: [
        ['Orders of the shop'],
        [],
        ['Order #', 'Day', 'Paid', 'Sum', 'Who'],
        [1, { days: 45_658 }, true, 10.5, 'Ann & <Bo>'],
        [2, { days: 45_659.5 }, false, '€ 2,50', ' ann & <bo>'],
        ['Total', '', '', 13, ''],
      ],
      Empty: [],
      Jan: [
        ['Shop', 'n'],
        ['Mitte', 1],
      ],
      Feb: [
        ['Shop', 'n'],
        ['Dock', 2],
      ],
    }),
  })
  expect(await files.rows('select * from "Orders"')).toEqual([
    [1, '2025-01-01T00:00:00', true, 10.5, 'Ann & <Bo>'],
    [2, '2025-01-02T12:00:00', false, 2.5, 'ann & <bo>'],
  ])
  expect(await files.rows('select "Shop", n, "File" from "Book" order by n')).toEqual([
    ['Mitte', 1, 'Jan'],
    ['Dock', 2, 'Feb'],
  ])
  expect((await files.table('Orders')).reading?.understood).toBe(
    '2 rows of Book.xlsx, sheet Orders. 1 row with a total left out.',
  )
  files.write('broken.xlsx', 'no zip')
  expect(await files.rows('select count(*) from "Orders"')).toEqual([[2]])
})

test('[DS354] the tables and views of a DuckDB file are tables, also when the file is replaced', async () => {
  await using files = await openFiles({ 'a.csv': 'x\n1\n' })
  await writeDatabase(`${files.folder}/shop.duckdb`, [
    'create table orders (id integer, total decimal(9, 2))',
    'insert into orders values (1, 2.50)',
    'create view paid as select id from orders',
    'create schema old',
    'create table old.orders as select 7 as id',
  ])
  expect(await files.rows('select total from orders')).toEqual([[2.5]])
  expect(await files.rows('select id from paid')).toEqual([[1]])
  expect(await files.rows('select id from "old.orders"')).toEqual([[7]])
  await expect(files.rows('select * from attached_1.main.orders')).rejects.toMatchObject({
    failure: 'refused',
  })
  await writeDatabase(`${files.folder}/other`, ['create table orders as select 9 as id'])
  renameSync(`${files.folder}/other`, `${files.folder}/shop.duckdb`)
  expect(await files.rows('select id from orders')).toEqual([[9]])
})

test('[DS568] [DS731] a merged cell is the value of each of its rows, and hidden sheets are left out and named', async () => {
  await using files = await openFiles({
    'Book.xlsx': workbook(
      {
        Sales: [
          ['Branch', 'Item', 'Sum'],
          ['Kiel', 'Tea', 4],
          ['', 'Milk', 5],
          ['Bonn', 'Tea', 7],
        ],
        'Sales old': [
          ['Branch', 'Item', 'Sum'],
          ['Kiel', 'Tea', 100],
        ],
      },
      { merged: ['A2:A3'], hidden: ['Sales old'] },
    ),
  })
  expect(await files.rows('select "Branch", sum("Sum") from "Book" group by 1 order by 1')).toEqual([
    ['Bonn', 7],
    ['Kiel', 9],
  ])
  expect((await files.table('Book')).reading?.understood).toBe(
    '3 rows of Book.xlsx, sheet Sales. Left out, because hidden: sheet Sales old.',
  )
})

test('[DS349] sheets of months in other languages are one table', async () => {
  await using files = await openFiles({
    'Umsatz.xlsx': workbook({
      Januar: [
        ['Laden', 'Netto'],
        ['Mitte', 1],
      ],
      März: [
        ['Laden', 'Netto'],
        ['Dock', 2],
      ],
    }),
  })
  expect(await files.rows('select sum("Netto") from "Umsatz"')).toEqual([[3]])
})

test('[DS569] percentages, hours above a day and codes with leading zeros are read as the sheet shows them', async () => {
  await using files = await openFiles({
    'Club.xlsx': workbook({
      Club: [
        ['Name', 'Share', 'Area code'],
        ['Ada', { shown: 0.125, style: 2 }, { shown: 30, style: 4 }],
        ['Bo', { shown: 1, style: 2 }, { shown: 1067, style: 4 }],
      ],
    }),
  })
  expect(await files.rows('select * from "Club"')).toEqual([
    ['Ada', 12.5, '00030'],
    ['Bo', 100, '01067'],
  ])
  expect((await files.table('Club')).columns[1]?.unit).toBe('percent')
})

/** A minimal XLSX file. */
function workbook(
  sheets: Readonly<Record<string, readonly (readonly XlsxCell[])[]>>,
  {
    merged = [],
    hidden = [],
  }: { readonly merged?: readonly string[]; readonly hidden?: readonly string[] } = {},
): Buffer {
  const names = Object.keys(sheets)
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/s${at}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd.mm.yyyy"/><numFmt numFmtId="165" formatCode="[h]:mm"/><numFmt numFmtId="166" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': '<sst><si><t>Ann &amp; &lt;Bo&gt;</t></si></sst>',
  }
  for (const [at, rows] of Object.values(sheets).entries()) {
    const lines = rows.map(
      (row, line) =>
        `<row r="${line + 1}">${row.map((cell, column) => xlsxCell(cell, `${String.fromCodePoint(65 + column)}${line + 1}`)).join('')}</row>`,
    )
    parts[`xl/worksheets/s${at}.xml`] =
      `<worksheet><sheetData>${lines.join('')}</sheetData>${at === 0 ? merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('') : ''}</worksheet>`
  }
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
  )
}

type XlsxCell =
  | string
  | number
  | boolean
  | { readonly days: number }
  | { readonly shown: number; readonly style: number }

function xlsxCell(cell: XlsxCell, place: string): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'object' && 'shown' in cell)
    return `<c r="${place}" s="${cell.style}"><v>${cell.shown}</v></c>`
  if (typeof cell === 'object') return `<c r="${place}" s="1"><v>${cell.days}</v></c>`
  if (cell === 'Ann & <Bo>') return `<c r="${place}" t="s"><v>0</v></c>`
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

async function writeDatabase(path: string, statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  for (const sql of statements) await connection.run(sql)
  connection.closeSync()
  instance.closeSync()
}
