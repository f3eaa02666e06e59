import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A clock mender whose program writes days as digits and as text, joins short words, and marks rows with an x. */
let mender: SmallDatabase
beforeAll(async () => {
  mender = await openSmallDatabase(`
    create table CUSTMST (CUSTNR integer, CUSTNAM text, OPNDAT integer);
    create table ORDHDR (ORDNR integer, CUSTNR integer, ORDDAT text, RDYDAT text, ORDSTA text);
    create table ORDPOS (ORDNR integer, POSNR integer, ARTDES text, QTY integer, NETPRC real, DSCPCT real, VATPCT real);
    insert into CUSTMST values (101, 'Ida Quill', 20240105), (102, 'Jan Reed', 20260310), (103, 'Kai Sand', 20261002);
    insert into ORDHDR values (1, 101, '28.09.2026', '', 'DEL'), (2, 101, '03.10.2026', '05.10.2026', 'DEL'),
      (3, 102, '31.10.2026', '02.11.2026', 'DEL'), (4, 102, '12.10.2026', '', 'CAN'), (5, 103, '02.11.2026', '', 'DEL'),
      (6, 101, '04.12.2025', '09.12.2025', 'DEL');
    insert into ORDPOS values (1, 10, 'Spring', 1, 40, 0, 19), (2, 10, 'Spring', 2, 50, 10, 19), (2, 20, 'Dial', 1, 30, 0, 19),
      (3, 10, 'Dial', 1, 60, 50, 19), (4, 10, 'Dial', 9, 99, 0, 19), (5, 10, 'Spring', 1, 70, 0, 19), (6, 10, 'Spring', 1, 20, 0, 19);
  `)
})
afterAll(() => mender[Symbol.dispose]())

test('[DO830] days written as digits or with the day first are dates', () => {
  expect(mender.rows('sales last month')).toEqual([[2 * 50 * 0.9 + 30 + 30]])
  expect(mender.rows('sales per month since September 2026')).toEqual([
    ['2026-09-01', 40],
    ['2026-10-01', 150],
    ['2026-11-01', 70],
  ])
  expect(mender.rows('what is the latest order date')).toEqual([['2026-11-02']])
  const fields = mender.ontology.datasets.flatMap((dataset) => dataset.fields)
  const field = fields.find(({ name }) => name === 'ORDDAT')
  const digits = fields.find(({ name }) => name === 'OPNDAT')
  expect(digits).toMatchObject({ type: 'date', role: 'time', timeFormat: 'digits' })
  expect(digits?.statistics).toMatchObject({ min: '2024-01-05', max: '2026-10-02' })
  expect(field).toMatchObject({ type: 'date', role: 'time', timeFormat: 'day-first' })
  expect(field?.statistics).toMatchObject({ min: '2025-12-04', max: '2026-11-02' })
})

test('[DO831] joined short words are split where another name begins or ends with one of them', () => {
  const labels = mender.ontology.datasets.flatMap(({ label, fields }) => [
    label,
    ...fields.map((field) => field.label),
  ])
  expect(labels).toEqual(
    expect.arrayContaining(['customer master', 'customer name', 'order date', 'discount percent']),
  )
})

test('[DR1675] a short code in a field that is called a status means what it stands for', () => {
  expect(mender.rows('how many orders were cancelled last month')).toEqual([[1]])
  expect(mender.rows('total sales')).toEqual([[40 + 150 + 70 + 20]])
})

test('[DR1670] the average sale is the revenue of each sale', () => {
  expect(mender.rows('average sale')).toEqual([[280 / 5]])
  expect(mender.rows('what was the average sale last month')).toEqual([[75]])
})

test('[DR1671] [DO800] a row is sold where the mark of what was not sold is left empty', async () => {
  using stall = await openSmallDatabase(`
    create table sales (sale_id integer primary key, sold_on date, amount real, cancelled text, test text);
    insert into sales values (1, '2026-10-01', 10, '', null), (2, '2026-10-02', 20, 'x', null), (3, '2026-10-03', 40, '', null),
      (4, '2026-10-04', 80, '', 'Y'), (5, '2026-10-05', 160, '', 'N');
  `)
  expect(stall.rows('sales last month')).toEqual([[10 + 40 + 160]])
  expect(stall.rows('how many sales were cancelled last month')).toEqual([[1]])
})

test('[DR1672] lines without a quantity come to their charge', async () => {
  using clinic = await openSmallDatabase(`
    create table owners (owner_id integer primary key, name text);
    create table visits (visit_id integer primary key, owner_id integer references owners, visit_date date, voided integer);
    create table visit_charges (charge_id integer primary key, visit_id integer references visits, reason text, charge real);
    insert into owners values (1, 'Ola'), (2, 'Per');
    insert into visits values (1, 1, '2026-10-01', 0), (2, 2, '2026-10-02', 1), (3, 2, '2026-10-03', 0), (4, 1, '2026-11-03', 0), (5, 1, '2026-09-03', 0);
    insert into visit_charges values (1, 1, 'a', 10), (2, 1, 'b', 5), (3, 2, 'a', 99), (4, 3, 'a', 20), (5, 4, 'a', 7), (6, 5, 'a', 3);
  `)
  expect(clinic.rows('sales last month')).toEqual([[35]])
  // [DR1673]
  expect(clinic.rows('how many visits were cancelled last month')).toEqual([[1]])
})

test('[DR1673] cancelled means void where the data uses that word', async () => {
  using till = await openSmallDatabase(`
    create table invoices (invoice_no integer primary key, issued_on date, amount real, state text);
    insert into invoices values (1, '2026-10-01', 10, 'paid'), (2, '2026-10-02', 20, 'void'), (3, '2026-10-03', 40, 'open');
  `)
  expect(till.rows('how many invoices were cancelled last month')).toEqual([[1]])
})

test('[DR1674] lines have the date of what they are lines of, also if its word may mean a person', async () => {
  using yard = await openSmallDatabase(`
    create table account (account_code text primary key, account_name text, opened_on date);
    create table hire (hire_no integer primary key, account_code text references account, hire_from date, hire_to date);
    create table plant (plant_code text primary key, description text, day_rate real);
    create table hire_line (hire_no integer references hire, line_no integer, plant_code text references plant, quantity integer, unit_price real, line_total real, primary key (hire_no, line_no));
    insert into account values ('A1', 'Ash', '2026-10-05'), ('B1', 'Birch', '2025-01-05');
    insert into hire values (1, 'A1', '2026-11-01', '2026-11-03'), (2, 'B1', '2026-10-01', '2026-10-03'), (3, 'B1', '2026-10-11', '2026-10-12');
    insert into plant values ('Saw', 'Chain saw', 10), ('Drill', 'Hammer drill', 5);
    insert into hire_line values (1, 1, 'Saw', 2, 10, 20), (2, 1, 'Saw', 2, 10, 20), (2, 2, 'Drill', 1, 5, 5), (3, 1, 'Saw', 1, 10, 10);
  `)
  expect(yard.rows('sales last month')).toEqual([[35]])
})

test('[DR1676] in a cash book, what came in is the revenue and what went out is spent', async () => {
  using book = await openSmallDatabase(`
    create table accounts (code text primary key, name text, kind text);
    create table entries (entry_no integer primary key, entry_date date, account_code text references accounts, amount real);
    insert into accounts values ('40', 'Lessons', 'income'), ('41', 'Strings', 'income'), ('60', 'Rent', 'expense'), ('12', 'Bank', 'asset');
    insert into entries values (1, '2026-10-01', '40', 100), (2, '2026-10-02', '41', 30), (3, '2026-10-03', '60', -50), (4, '2026-10-04', '12', 999), (5, '2026-11-04', '40', 7);
  `)
  expect(book.rows('sales last month')).toEqual([[130]])
  expect(book.rows('how much did we spend last month')).toEqual([[50]])
  expect(book.rows('profit last month')).toEqual([[80]])
})

test('[DS485] tables of one kind for each year are read as one', async () => {
  using stand = await openSmallDatabase(`
    create table grower (grower_id integer primary key, name text);
    create table sales_2025 (sale_id integer primary key, sold_on date, grower_id integer, amount real);
    create table sales_2026 (sale_id integer primary key, sold_on date, grower_id integer, amount real);
    create table prices_2026 (price_id integer primary key, fruit text);
    insert into grower values (1, 'Orla'), (2, 'Pia');
    insert into sales_2025 values (1, '2025-10-01', 1, 10), (2, '2025-12-01', 2, 20);
    insert into sales_2026 values (1, '2026-10-01', 1, 40), (2, '2026-10-05', 2, 80), (3, '2026-11-01', 2, 5);
    insert into prices_2026 values (1, 'Plum');
  `)
  expect(stand.ontology.datasets.map(({ name }) => name).toSorted()).toEqual([
    'grower',
    'prices_2026',
    'sales',
  ])
  expect(stand.ontology.datasets.find(({ name }) => name === 'sales')?.rows).toBe(5)
  expect(stand.ontology.relationships.map(({ from, to }) => `${from} → ${to}`)).toEqual(['sales → grower'])
})

test('[DR1677] a code that is called like its dataset names nothing where a text describes the thing', async () => {
  using farm = await openSmallDatabase(`
    create table boxes (box text primary key, description text);
    create table drops (drop_no integer primary key, drop_date date, box text references boxes, pieces integer);
    insert into boxes values ('B1', 'Small roots'), ('B2', 'Large roots'), ('B3', 'Berries');
    insert into drops values (1, '2026-10-01', 'B1', 2), (2, '2026-10-02', 'B2', 1), (3, '2026-10-02', 'B2', 1);
  `)
  expect(farm.rows('how many drops per box').map(([first]) => first)).toEqual(
    expect.arrayContaining(['Small roots', 'Large roots']),
  )
})
