import { expect, test } from 'vitest'
import { openSmallDatabase, sorted } from './test-small-database.ts'

test('[DR1690] the shop and wholesale are the streams of income of this kind', async () => {
  using candles = await openSmallDatabase(`
    create table counter_sale (sale_id integer primary key, sold_on date not null, amount real not null);
    create table trade_client (client_id integer primary key, company text not null);
    create table trade_invoice (invoice_id integer primary key, client_id integer not null references trade_client, invoice_date date not null, amount real not null);
    insert into trade_client values (1, 'Alder Gifts'), (2, 'Birch Home'), (3, 'Cedar Spa');
    insert into counter_sale values (1, '2026-10-02', 10), (2, '2026-10-09', 20), (3, '2026-09-01', 40), (4, '2026-08-01', 7), (5, '2025-10-01', 9);
    insert into trade_invoice values (1, 1, '2026-10-05', 300), (2, 2, '2026-09-05', 500), (3, 3, '2025-02-05', 700), (4, 1, '2026-01-05', 100);
  `)
  for (const shop of [
    'shop takings last month',
    'how much did we take in the shop last month',
    'retail sales last month',
  ])
    expect(candles.rows(shop)).toEqual([[30]])
  expect(candles.rows('wholesale turnover last month')).toEqual([[300]])
  expect(candles.reading('wholesale turnover last month').assumptions.map(({ says }) => says)).toContain(
    '"wholesale" is read as trade.',
  )
})

test('[DR2695] “shop takings” and “in the shops” are those over the counter, also where each row names its shop', async () => {
  using candles = await openSmallDatabase(`
    create table counter_sale (sale_id integer primary key, sold_on date not null, shop text not null, amount real not null);
    create table trade_client (client_id integer primary key, company text not null);
    create table trade_invoice (invoice_id integer primary key, client_id integer not null references trade_client, invoice_date date not null, amount real not null);
    insert into trade_client values (1, 'Alder Gifts'), (2, 'Birch Home'), (3, 'Cedar Spa');
    insert into counter_sale values (1, '2026-10-02', 'Quay', 10), (2, '2026-10-09', 'Hill', 20), (3, '2026-09-01', 'Hill', 40), (4, '2026-08-01', 'Quay', 7), (5, '2025-10-01', 'Quay', 9);
    insert into trade_invoice values (1, 1, '2026-10-05', 300), (2, 2, '2026-09-05', 500), (3, 3, '2025-02-05', 700), (4, 1, '2026-01-05', 100);
  `)
  for (const shops of ['shop takings last month', 'sales in the shops last month'])
    expect(candles.rows(shops)).toEqual([[30]])
  expect(sorted(candles.rows('takings per shop last month'))).toEqual(['["Hill",20]', '["Quay",10]'])
})
