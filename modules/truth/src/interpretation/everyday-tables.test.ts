import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { fieldsWithoutProof, read } from './test-reading.ts'

async function tableOf(...lines: readonly string[]) {
  const found = await read(lines.join('\n'), 'text/csv', 'table.csv')
  expect(fieldsWithoutProof({ ...found, statements: found.statements.filter(isNoNote) })).toEqual([])
  return { ...found, types: [...new Set(found.statements.map(({ entityType }) => entityType))] }
}

function isNoNote({ entityType }: { readonly entityType: string }): boolean {
  return entityType !== 'note'
}

describe('tables of no known type', () => {
  test('[TR620] each row is remembered by the column that names it, with its headings as fields', async () => {
    const { statements, notes } = await tableOf(
      'SKU;Article;Unit;Price EUR;Valid from',
      'P-100;Copy paper A4;box;1.021,90;01.03.2026',
      'P-200;Ring binder;piece;2,45;01.03.2026',
    )

    expect(statements.map(({ entityType }) => entityType)).toEqual(['table_row', 'table_row'])
    expect(statements[0]?.fields).toEqual({
      row_name: 'P-100',
      table_columns: 'SKU | Article | Unit | Price EUR | Valid from',
      sku: 'P-100',
      article: 'Copy paper A4',
      unit: 'box',
      price_eur: 1021.9,
      valid_from: '2026-03-01',
    })
    expect(statements[1]?.spans['price_eur']).toEqual({ kind: 'cell', row: 3, column: 4, text: '2,45' })
    expect(notes[0]).toContain('remembered by the column SKU')
  })

  test('[TR620] codes, phone numbers and numbers with a leading zero stay as they are written', async () => {
    const { statements } = await tableOf(
      'Room no;Phone;Cost centre',
      '1;+49 431 12345;0042',
      '2;0431 999;0043',
    )

    expect(statements[0]?.fields).toMatchObject({ room_no: 1, phone: '+49 431 12345', cost_centre: '0042' })
  })

  test('[TR621] [TR941] rows without a name of their own are figures, which stay one text', async () => {
    const { statements, notes } = await tableOf(
      'store;date;product;qty;total',
      'Kiel;2026-02-01;Espresso;2;5,00',
      'Kiel;2026-02-01;Croissant;1;2,80',
      'Lübeck;2026-02-01;Espresso;3;7,50',
    )

    expect(statements).toMatchObject([{ entityType: 'note', fields: { title: 'table.csv' } }])
    expect(notes[0]).toBe(
      'No column of the table gives each row a name or number of its own, so its 3 rows are kept together as one text. To ask about sums and groups, add the file on the page Data.',
    )
  })

  test('[TR621] a table of two columns is a table, and no receipt', async () => {
    const { types } = await tableOf('date,total', '2026-01-01,12.50', '2026-01-02,8.00', '2026-01-02,8.00')

    expect(types).toEqual(['note'])
  })

  test('[TR621] a table of more than 1,000 rows stays one text', async () => {
    const rows = Array.from({ length: 1_001 }, (_, row) => `P-${row},${row}.50`)
    const { types, notes } = await tableOf('sku,price', ...rows)

    expect(types).toEqual(['note'])
    expect(notes[0]).toContain('The table is large')
  })

  test('[TR621] each sheet that is no list of things is a text of its own', async () => {
    const book = utils.book_new()
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Name', 'Desk'],
        ['Ann', 4],
        ['Bo', 5],
      ]),
      'People',
    )
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Remarks'], ['Bo moves in May']]), 'Remarks')
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
    const found = await read(bytes, 'application/octet-stream', 'desks.xlsx')

    expect(found.statements).toMatchObject([
      { entityType: 'table_row', fields: { row_name: 'Ann', desk: 4 } },
      { entityType: 'table_row', fields: { row_name: 'Bo', desk: 5 } },
      { entityType: 'note', fields: { title: 'desks.xlsx, Remarks' }, spans: { text: { page: 2 } } },
    ])
  })
})

describe('tables of known types', () => {
  test('[TR622] lines of invoices are not invoices: their amounts are not the totals', async () => {
    const { types } = await tableOf(
      'Invoice no,Date,Customer,Position,Amount',
      '2026-1,2026-01-05,Acme Ltd,Desk,100.00',
      '2026-1,2026-01-05,Acme Ltd,Chair,50.00',
      '2026-2,2026-01-06,Beta Ltd,Lamp,20.00',
    )

    expect(types).toEqual(['note'])
  })

  test('[TR623] lines of goods are neither payments nor receipts', async () => {
    const { types } = await tableOf(
      'Sale id,Date,Shop,Product,Quantity,Total,Description',
      'S-1,2026-01-05,Kiel,Desk,1,100.00,new',
      'S-2,2026-01-05,Kiel,Chair,2,50.00,used',
    )

    expect(types).toEqual(['table_row'])
  })

  test('[TR623] a date and an amount alone are no payment', async () => {
    const { types } = await tableOf('Date,Region,Amount', '2026-01-05,North,10.00', '2026-01-05,South,11.00')

    expect(types).toEqual(['note'])
  })

  test('[TR624] a list of suppliers by name, contact person and city gives companies', async () => {
    const { statements, notes } = await tableOf(
      'Supplier,Contact person,City',
      'Nordwind Papier GmbH,Ute Kranz,Kiel',
      'Hartley & Sons Ltd,Tom Hartley,Leeds',
    )

    expect(statements.map(({ entityType, fields }) => [entityType, fields])).toEqual([
      ['company', { name: 'Nordwind Papier GmbH', contact_person: 'Ute Kranz', city: 'Kiel' }],
      ['company', { name: 'Hartley & Sons Ltd', contact_person: 'Tom Hartley', city: 'Leeds' }],
    ])
    expect(notes).toEqual([])
  })

  test('[TR625] [TR942] lines above the headings, and two names for one column, do not matter; the heading names the currency', async () => {
    const { statements } = await tableOf(
      '"Konto:";"DE02120300000000202051";',
      '"Zeitraum:";"März 2026";',
      '',
      '"Buchungstag";"Wertstellung";"Auftraggeber / Begünstigter";"Verwendungszweck";"Kontonummer";"BLZ";"Betrag (EUR)";',
      '"02.03.26";"03.03.26";"Stadtwerke Kiel";"Strom";"DE89370400440532013000";"COBADEFF";"-89,00";',
      '"05.03.26";"05.03.26";"Acme Ltd";"RE 17";"GB29NWBK60161331926819";"NWBKGB2L";"1.119,00";',
    )

    expect(statements).toHaveLength(2)
    expect(statements[0]).toMatchObject({
      entityType: 'transaction',
      fields: {
        date: '2026-03-03',
        amount: -89,
        currency: 'EUR',
        counterparty_name: 'Stadtwerke Kiel',
        description: 'Strom',
      },
    })
  })

  test('[TR626] a column of accounts beside the other side is the account of the other side', async () => {
    const { statements } = await tableOf(
      'Datum;Empfänger;Kontonummer;Verwendungszweck;Betrag',
      '02.03.2026;Stadtwerke Kiel;DE89370400440532013000;Strom;-89,00',
    )

    expect(statements[0]?.fields).toMatchObject({ counterparty_iban: 'DE89370400440532013000' })
    expect(statements[0]?.fields['account']).toBeUndefined()
  })

  test('[TR627] where numbers have a decimal comma, the day of a date comes first', async () => {
    const { statements, notes } = await tableOf(
      'Date;Beneficiary;Amount',
      '02/03/2026;Stadtwerke Kiel;-89,00',
      '05/03/2026;Acme;12,00',
    )

    expect(statements.map(({ fields }) => fields['date'])).toEqual(['2026-03-02', '2026-03-05'])
    expect(notes).toEqual([])
  })

  test('[TR630] dates and times of a workbook are read as they stand in the sheet', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Date', 'Description', 'Amount', 'Sent at'],
      [{ t: 'n', v: 46_083, z: 'm/d/yy' }, 'Rent', -850.5, { t: 'n', v: 46_083.5, z: 'dd.mm.yyyy hh:mm' }],
    ])
    const book = utils.book_new()
    utils.book_append_sheet(book, sheet, 'March')
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
    const { statements, pages } = await read(bytes)

    expect(statements[0]).toMatchObject({
      entityType: 'transaction',
      fields: { date: '2026-03-02', amount: -850.5, sent_at: '2026-03-02T12:00' },
    })
    expect(pages[0]).toContain('2026-03-02\tRent')
  })

  test('[TR631] the time of a day may stand in a column of its own', async () => {
    const { statements } = await tableOf(
      'Subject,Start Date,Start Time,End Date,End Time',
      'Dentist,3/20/2026,2:30:00 PM,3/20/2026,3:00:00 PM',
      'Fair,3/25/2026,12:00:00 AM,3/27/2026,12:00:00 AM',
    )

    expect(statements.map(({ fields }) => [fields['start'], fields['end']])).toEqual([
      ['2026-03-20T14:30:00', '2026-03-20T15:00:00'],
      ['2026-03-25', '2026-03-27'],
    ])
  })

  test('[TR632] a name and a status among many other columns are no task', async () => {
    const { types, statements } = await tableOf(
      'Date,Name,Type,Status,Currency,Gross,Fee,Transaction ID',
      '3/14/2026,Marta Lopez,Payment,Completed,EUR,120.00,-3.20,9AB1',
    )

    expect(types).toEqual(['transaction'])
    expect(statements[0]?.fields).toMatchObject({ amount: 120, counterparty_name: 'Marta Lopez' })
  })
})
