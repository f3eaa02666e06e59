import { expect, test } from 'vitest'
import { openSmallDatabase } from './test-small-database.ts'

test('[DO835] short marks that begin the columns of each table are no part of their names', async () => {
  using boats = await openSmallDatabase(`
    create table owner (ow_no integer primary key, ow_fname text not null, ow_sname text not null, ow_tel text);
    create table boat (bo_no integer primary key, ow_no integer not null, bo_name text not null, bo_length real not null);
    create table berth (be_no integer primary key, bo_no integer not null, be_from date not null, be_fee real not null);
    insert into owner values (1, 'Ann', 'Reed', '11'), (2, 'Bob', 'Lake', '22'), (3, 'Cy', 'Ford', '33');
    insert into boat values (10, 1, 'Heron', 7.5), (11, 2, 'Teal', 6), (12, 2, 'Swift', 9);
    insert into berth values (100, 10, '2026-05-01', 300), (101, 11, '2026-05-03', 200), (102, 12, '2026-06-01', 400), (103, 10, '2025-06-01', 250);
  `)
  const labels = boats.ontology.datasets.map(({ fields }) => fields.map(({ label }) => label))
  expect(labels).toEqual(
    expect.arrayContaining([
      ['owner number', 'first name', 'surname', 'telephone'],
      ['boat number', 'owner number', 'name', 'length'],
      ['berth number', 'boat number', 'from', 'fee'],
    ]),
  )
  expect(boats.rows('names of boats longer than 7')).toEqual([['Heron'], ['Swift']])
  expect(boats.rows('telephone of Bob Lake')).toEqual([['22']])
})

test('[DO835] two tables with such columns are no habit', async () => {
  using shop = await openSmallDatabase(`
    create table car (ca_no integer primary key, ca_name text not null);
    create table ride (ri_no integer primary key, ca_no integer not null, ri_day date not null);
    insert into car values (1, 'Red'), (2, 'Blue');
    insert into ride values (1, 1, '2026-01-01'), (2, 2, '2026-01-02');
  `)
  expect(shop.ontology.datasets[0]?.fields[1]?.label).toBe('ca name')
})
