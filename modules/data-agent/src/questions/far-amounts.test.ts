import { expect, test } from 'vitest'
import { openSmallDatabase } from './test-small-database.ts'

const script = `
  create table sledges (id integer primary key, mark text not null unique, bought_on date not null);
  create table sledge_expenses (id integer primary key, sledge_id integer not null references sledges, spent_on date not null, amount real not null);
  create table rides (id integer primary key, sledge_id integer not null references sledges, ridden_at datetime not null, fare real not null);
  create table complaints (id integer primary key, ride_id integer not null references rides, filed_on date not null, claimed_amount real not null);
  insert into sledges values (1, 'North', '2020-01-01'), (2, 'South', '2021-01-01');
  insert into sledge_expenses values (1, 1, '2026-10-01', 900), (2, 2, '2026-10-02', 20), (3, 2, '2026-10-03', 30);
  insert into rides values (1, 1, '2026-10-05 10:00:00', 12), (2, 2, '2026-10-06 10:00:00', 15), (3, 2, '2026-10-07 11:00:00', 15);
  insert into complaints values (1, 1, '2026-10-08', 5), (2, 2, '2026-10-09', 80), (3, 3, '2026-10-10', 40);
`

test('[DR902] an amount is not ranked by things of which each of its rows has several', async () => {
  using lodge = await openSmallDatabase(script)
  const plan = lodge.plan('what was the biggest complaint we ever paid')
  const best = plan.status === 'readings' ? plan.readings[0].restatement : plan.status
  expect(best).not.toContain('spending')
})
