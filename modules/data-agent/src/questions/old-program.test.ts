import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

/** A seed merchant on an old program: names without vowels, days as digits, 0 for no day, and a table that explains codes. */
let seeds: SmallDatabase
beforeAll(async () => {
  seeds = await openSmallDatabase(`
    create table REFTAB (TABN text, COLN text, KEYC text, LTXT text, primary key (TABN, COLN, KEYC));
    create table PGRP (GRP text primary key, TXT text);
    create table PROD (PRODNO text primary key, DSC1 text, DSC2 text, GRP text references PGRP, LPRC numeric, CPRC numeric, STKOH numeric, STKRS numeric, MINSTK numeric);
    create table CLNT (CLNTNO integer primary key, NM1 text, NM2 text, DTCR integer);
    create table SOH (SONO integer primary key, CLNTNO integer references CLNT, SODT integer, RQDT integer, DLDT integer, STS text);
    create table SOL (SONO integer references SOH, LNNO integer, PRODNO text references PROD, QTYO numeric, UPRC numeric, DCPC numeric, UCST numeric, primary key (SONO, LNNO));
    create table VEND (VENDNO integer primary key, NM text);
    create table POH (PONO integer primary key, VENDNO integer references VEND, PODT integer, EXPDT integer, RCVDT integer, STS text);
    create table POL (PONO integer references POH, LNNO integer, PRODNO text references PROD, QTY numeric, UCST numeric, primary key (PONO, LNNO));
    insert into REFTAB values ('SOH', 'STS', '1', 'Entered'), ('SOH', 'STS', '2', 'Packed'), ('SOH', 'STS', '8', 'Cancelled'), ('POH', 'STS', 'A', 'Awaited'), ('POH', 'STS', 'B', 'Booked in');
    insert into PGRP values ('F', 'Flowers'), ('V', 'Vegetables');
    insert into PROD values ('P1', 'Sweet pea', null, 'F', 3, 1, 10, 2, 5), ('P2', 'Leek', 'bulk', 'V', 4, 2, 1, 1, 6);
    insert into CLNT values (1, 'Hill Farm', null, 20240102), (2, 'Dale Nursery', 'dept 2', 20250607), (3, 'Fen Gardens', null, 20260103), (4, 'Moor Estate', null, 20260504), (5, 'Glen Park', null, 20261010);
    insert into SOH values (1, 1, 20261002, 20261005, 20261004, '2'), (2, 2, 20261010, 20261012, 20261015, '2'), (3, 1, 20261020, 20261022, 0, '1'), (4, 3, 20261021, 20261023, 0, '8'),
      (5, 4, 20260905, 20260907, 20260907, '2'), (6, 1, 20260801, 20260803, 20260802, '2');
    insert into SOL values (1, 10, 'P1', 10, 3, 0, 1), (2, 10, 'P2', 5, 4, 10, 2), (3, 10, 'P1', 2, 3, 50, 1), (4, 10, 'P2', 100, 4, 0, 2), (5, 10, 'P1', 1, 3, 0, 1), (6, 10, 'P1', 1, 3, 0, 1);
    insert into VEND values (1, 'Seedco'), (2, 'Bulbs Ltd');
    insert into POH values (1, 1, 20261001, 20261008, 20261009, 'B'), (2, 2, 20261003, 20261010, 20261010, 'B'), (3, 1, 20260901, 20260908, 20260907, 'B'), (4, 2, 20260801, 20260808, 20260808, 'B'), (5, 2, 20261101, 20261130, 99999999, 'A');
    insert into POL values (1, 1, 'P1', 50, 1), (2, 1, 'P2', 20, 2), (3, 1, 'P1', 10, 1), (4, 1, 'P2', 5, 2), (5, 1, 'P2', 7, 2);
  `)
})
afterAll(() => seeds[Symbol.dispose]())

const fieldOf = (dataset: string, name: string) =>
  seeds.ontology.datasets.find((each) => each.name === dataset)?.fields.find((field) => field.name === name)
const labelsOf = (dataset: string): readonly (string | undefined)[] => {
  const found = seeds.ontology.datasets.find((each) => each.name === dataset)
  return [found?.label, ...(found?.fields ?? []).map(({ label }) => label)]
}

test('[DO840] whole numbers that are all days are dates, whatever their column is called', () => {
  expect(fieldOf('SOH', 'SODT')).toMatchObject({ type: 'date', timeFormat: 'digits' })
  expect(fieldOf('CLNT', 'DTCR')?.statistics).toMatchObject({ min: '2024-01-02', max: '2026-10-10' })
  expect(fieldOf('SOL', 'QTYO')?.role).toBe('measure')
})

test('[DO841] a 0 or 99999999 among days means that there is no day', () => {
  expect(fieldOf('SOH', 'DLDT')?.statistics).toMatchObject({ nulls: 2, min: '2026-08-02', max: '2026-10-15' })
  expect(fieldOf('POH', 'RCVDT')?.statistics).toMatchObject({ nulls: 1, max: '2026-10-10' })
  expect(seeds.rows('what is the latest received date')).toEqual([['2026-10-10']])
})

test('[DO842] short names without a gap are split where each part has a meaning in its place', () => {
  expect(labelsOf('PROD')).toEqual([
    'product',
    'product number',
    'description 1',
    'description 2',
    'group',
    'list price',
    'cost price',
    'stock on hand',
    'stock reserved',
    'min stock',
  ])
  expect(labelsOf('SOL')).toEqual(
    expect.arrayContaining(['quantity ordered', 'unit price', 'discount percent', 'unit cost']),
  )
  expect(labelsOf('POH')).toEqual(expect.arrayContaining(['expected date', 'received date']))
})

test('[DO843] [DO1505] tables of documents and of their lines may differ by one letter', () => {
  expect(['SOH', 'SOL', 'POH', 'POL'].map((name) => labelsOf(name)[0])).toEqual([
    'sales order',
    'sales order line',
    'purchase order',
    'purchase order line',
  ])
  expect(labelsOf('PGRP')[0]).toBe('product group')
})

test('[DO844] the first part of a name, and the text that explains a code, name a row', () => {
  expect(
    [fieldOf('CLNT', 'NM1'), fieldOf('PROD', 'DSC1'), fieldOf('PGRP', 'TXT')].map((one) => one?.role),
  ).toEqual(['name', 'name', 'name'])
  expect(sorted(seeds.rows('sales per product group'))).toEqual(['["Flowers",39]', '["Vegetables",18]'])
})

test('[DO845] a table that explains the codes of other tables gives the codes their meaning', () => {
  expect(fieldOf('SOH', 'STS')?.reading?.codes).toEqual({ '1': 'Entered', '2': 'Packed', '8': 'Cancelled' })
  expect(fieldOf('SOH', 'STS')?.role).toBe('dimension')
  expect(seeds.rows('how many orders were cancelled last month')).toEqual([[1]])
  expect(seeds.rows('sales last month')).toEqual([[30 + 18 + 3]])
})

test('[DR1700] [DR4212] what is reserved, and what a line costs each, are no quantities', () => {
  const metric = (name: string) => seeds.ontology.metrics.find((one) => one.name === name)?.description
  expect(metric('purchases')).toContain('quantity × unit cost')
  expect(metric('stock_value')).toContain('stock on hand × cost price')
  expect(seeds.rows('what is our stock worth')).toEqual([[10 + 2]])
})

test('[DR1701] what lies in several places is worth what the thing costs', async () => {
  using kites = await openSmallDatabase(`
    create table shops (shop_id integer primary key, shop_name text);
    create table kites (kite_id integer primary key, name text, price real, cost_price real);
    create table shop_stock (kite_id integer references kites, shop_id integer references shops, on_hand integer, primary key (kite_id, shop_id));
    insert into shops values (1, 'Pier'), (2, 'Dune');
    insert into kites values (1, 'Delta', 20, 8), (2, 'Box', 30, 11);
    insert into shop_stock values (1, 1, 3), (1, 2, 2), (2, 1, 1), (2, 2, 4);
  `)
  expect(sorted(kites.rows('stock value per shop'))).toEqual(['["Dune",60]', '["Pier",35]'])
})

test('[DR1702] [DR4213] an X among the states of a sale means that it was cancelled', async () => {
  using kiosk = await openSmallDatabase(`
    create table sales (sale_id integer primary key, sold_on date, amount real, voucher_amount real, status text);
    insert into sales values (1, '2026-10-01', 10, 5, 'C'), (2, '2026-10-02', 20, 5, 'X'), (3, '2026-10-03', 40, 5, 'P'), (4, '2026-10-04', 80, 5, 'C');
  `)
  expect(kiosk.rows('sales last month')).toEqual([[130]])
  expect(kiosk.rows('average sale')).toEqual([[130 / 3]])
})

test('[DR1710] the number of a ranking is no code', () => {
  expect(seeds.rows('top 2 clients by sales').map(([name]) => name)).toEqual(['Hill Farm', 'Dale Nursery'])
  expect(seeds.reading('top 2 clients by sales').restatement).not.toContain('status is 2')
})

test('[DR1711] money that is sitting in a warehouse is the value of the stock', () => {
  expect(seeds.rows('how much money is sitting in the warehouse')).toEqual([[10 + 2]])
  expect(seeds.rows('how much money is tied up on the shelves')).toEqual([[10 + 2]])
})

test('[DR1712] goods that are sold out have no stock left', async () => {
  using toys = await openSmallDatabase(`
    create table toys (toy_id integer primary key, name text, price real, in_stock integer);
    insert into toys values (1, 'Top', 3, 0), (2, 'Kite', 9, 4), (3, 'Ball', 5, 0);
  `)
  expect(sorted(toys.rows('which toys are sold out'))).toEqual(['["Ball"]', '["Top"]'])
})
