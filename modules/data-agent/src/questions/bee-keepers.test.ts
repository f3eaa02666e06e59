import { expect, test } from 'vitest'
import { openSmallDatabase } from './test-small-database.ts'

test('[DR1501] where nothing is called a sale, the dated amounts of people are what comes in', async () => {
  using hives = await openSmallDatabase(`
    create table backer (backer_no integer primary key, first_name text not null, last_name text not null);
    create table hive (hive_no integer primary key, site text not null);
    create table sponsorship (sponsorship_no integer primary key, backer_no integer not null references backer, hive_no integer references hive, given_on date not null, amt real not null);
    insert into backer values (1, 'Ada', 'Moor'), (2, 'Bo', 'Fen'), (3, 'Cy', 'Dale');
    insert into hive values (1, 'Orchard'), (2, 'Heath');
    insert into sponsorship values (1, 1, 1, '2026-10-02', 20), (2, 2, 1, '2026-10-12', 30), (3, 3, 2, '2026-09-12', 50), (4, 1, 2, '2025-10-12', 70);
  `)
  expect(hives.rows('revenue last month')).toEqual([[50]])
  expect(hives.rows('turnover by site this year')).toEqual(
    expect.arrayContaining([
      ['Orchard', 50],
      ['Heath', 50],
    ]),
  )
})

test('[DR1502] [DR4190] net beside a tax is what a row came to, and the net total goes before the net of a part', async () => {
  using runs = await openSmallDatabase(`
    create table client (client_no integer primary key, name text not null);
    create table job (job_no integer primary key, client_no integer not null references client, done_on date not null, net real not null, vat real not null);
    insert into client values (1, 'Alder'), (2, 'Birch'), (3, 'Cedar');
    insert into job values (1, 1, '2026-10-02', 20, 4), (2, 2, '2026-10-12', 30, 6), (3, 3, '2026-09-12', 50, 10);
  `)
  expect(runs.rows('turnover last month')).toEqual([[50]])
  using cards = await openSmallDatabase(`
    create table client (client_no integer primary key, name text not null);
    create table job_card (job_no integer primary key, client_no integer not null references client, done_on date not null, labour_net real not null, parts_net real not null, net_total real not null, vat_amt real not null, gross_total real not null);
    insert into client values (1, 'Alder'), (2, 'Birch'), (3, 'Cedar');
    insert into job_card values (1, 1, '2026-10-02', 20, 4, 24, 5, 29), (2, 2, '2026-10-12', 30, 6, 36, 7, 43), (3, 3, '2026-09-12', 50, 10, 60, 12, 72);
  `)
  expect(cards.rows('turnover last month')).toEqual([[60]])
})
