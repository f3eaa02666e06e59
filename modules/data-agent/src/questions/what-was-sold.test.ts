import { describe, expect, test } from 'vitest'
import { exported } from './sold/exported.ts'
import { related } from './sold/related.ts'
import { further } from './sold/further.ts'
import type { SoldSchema } from './sold/sold-schema.ts'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

describe.each([...exported, ...related, ...further])('$name', ({ script, asks }: SoldSchema) => {
  test('[DO900] what was sold is found by the rows, whatever the trade calls them', async () => {
    using business = await openSmallDatabase(script)
    for (const [question, gold] of asks)
      expect({ question, rows: sorted(business.rows(question)) }).toEqual({
        question,
        rows: sorted(business.run(gold)),
      })
  })
})

const revenue = ({ ontology }: SmallDatabase): string | undefined =>
  ontology.metrics.find(({ name }) => name === 'revenue')?.expression

/** Sixty rows of rope that left a ropewalk, two for each chit. */
const ropes = (more: string): string => `
  create table outgoing (chit integer, cut_on date, sort text, metres real, rate_per_metre real, sum_due real, fate text);
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 59) insert into outgoing
    select 500 + i / 2, date('2026-01-01', i || ' day'), case i % 3 when 0 then 'Hemp' when 1 then 'Sisal' else 'Jute' end, 2 + i % 7, 3 + i % 3,
      (2 + i % 7) * (3 + i % 3), case when i / 2 = 4 then 'cancelled' else 'gone' end from n;
  ${more}`

test('[DO900] [DO1540] hours of staff at a rate are no sales where nobody is named for whom they worked', async () => {
  using yard = await openSmallDatabase(`
    create table riggers (id integer primary key, name text, hired_on date);
    insert into riggers values (1, 'Ada', '2020-01-01'), (2, 'Bo', '2021-01-01');
    create table timesheets (id integer primary key, rigger_id integer references riggers, worked_on date, task text, hours real, rate real, pay real);
    with recursive n(i) as (select 0 union all select i + 1 from n where i < 59) insert into timesheets
      select i, i % 2 + 1, date('2026-01-01', i || ' day'), case i % 2 when 0 then 'Mast' else 'Sail' end, 2 + i % 5, 12 + i % 2, (2 + i % 5) * (12 + i % 2) from n;`)
  expect(revenue(yard)).toBeUndefined()
})

test('[DO901] the takings of each day sum up what was sold, and are not sold once more', async () => {
  using walk = await openSmallDatabase(
    ropes(`create table takings (day date, cash real, card real, total real);
      insert into takings select cut_on, sum(sum_due) / 2, sum(sum_due) / 2, sum(sum_due) from outgoing group by cut_on;`),
  )
  expect(revenue(walk)).toBe("sum(outgoing.sum_due) filter (where not outgoing.fate in ('cancelled'))")
  expect(walk.ontology.metrics.filter(({ name }) => name.endsWith('revenue'))).toHaveLength(1)
})

test('[DO901] repairs for those who also buy are no bills', async () => {
  using shop = await openSmallDatabase(`
    create table skippers (id integer primary key, name text);
    insert into skippers values (1, 'Ada'), (2, 'Bo'), (3, 'Cy');
    create table rope_orders (id integer primary key, skipper_id integer references skippers, ordered_on date, metres integer, price_per_metre real);
    insert into rope_orders values (1, 1, '2026-01-02', 5, 3), (2, 2, '2026-01-03', 7, 3), (3, 3, '2026-02-03', 9, 4);
    create table splicings (id integer primary key, skipper_id integer references skippers, done_on date, charge real);
    insert into splicings values (1, 1, '2026-01-05', 20), (2, 3, '2026-02-05', 30);`)
  expect(shop.ontology.metrics.map(({ name }) => name)).toContain('splicing_revenue')
})

test('[DO902] the quantity is what the price is for, whatever it is called', async () => {
  using walk = await openSmallDatabase(ropes('alter table outgoing drop column sum_due;'))
  expect(revenue(walk)).toBe(
    "sum(outgoing.metres * outgoing.rate_per_metre) filter (where not outgoing.fate in ('cancelled'))",
  )
  expect(walk.rows('metres sold per sort')).toHaveLength(3)
})

test('[DO903] the number that the rows of a sale share may be that of a chit, a docket or a load', async () => {
  using walk = await openSmallDatabase(ropes(''))
  expect(walk.rows('how many orders in January 2026')).toEqual([[16]])
  expect(walk.rows('average order value')).toEqual(
    walk.run(`select sum(sum_due) / count(distinct chit) from outgoing where fate = 'gone'`),
  )
})

test('[DO903] a text without digits is no number', async () => {
  using walk = await openSmallDatabase(
    ropes(
      `alter table outgoing add column trip text; update outgoing set trip = sort; alter table outgoing drop column chit;`,
    ),
  )
  expect(walk.rows('how many orders in January 2026')).toEqual([[31]])
})

test('[DO904] goods that were returned were not sold; what is lent comes back', async () => {
  const returned = `update outgoing set fate = 'returned' where chit = 502;`
  using walk = await openSmallDatabase(ropes(returned))
  expect(revenue(walk)).toContain("in ('cancelled', 'returned')")
  using hire = await openSmallDatabase(ropes(`${returned} alter table outgoing rename to hires;`))
  expect(revenue(hire)).toContain("in ('cancelled')")
})

test('[DO905] goods that came in are bought, whoever they came from', async () => {
  using walk = await openSmallDatabase(`
    ${ropes('')}
    create table hemp_bills (id integer primary key, grower text, received_on date, kilos real, price_per_kilo real, amount real);
    with recursive n(i) as (select 0 union all select i + 1 from n where i < 59) insert into hemp_bills
      select i, case i % 2 when 0 then 'Hill' else 'Dale' end, date('2026-01-01', i || ' day'), 4 + i % 5, 2 + i % 2, (4 + i % 5) * (2 + i % 2) from n;`)
  expect(revenue(walk)).toContain('outgoing.sum_due')
  expect(walk.ontology.metrics.filter(({ name }) => name.endsWith('revenue'))).toHaveLength(1)
  expect(walk.rows('spending in January 2026')).toEqual(
    walk.run(`select sum(amount) from hemp_bills where received_on < '2026-02-01'`),
  )
})

test('[DO906] [DO1543] a number named after a place is the stock where the rows say how much there should be at least', async () => {
  using walk = await openSmallDatabase(`
    create table ropes (code text primary key, name text, in_loft_m real, minimum_m real, cost_per_m real);
    insert into ropes values ('R1', 'Hemp', 10, 20, 2), ('R2', 'Sisal', 50, 20, 3), ('R3', 'Jute', 5, 6, 4);`)
  expect(sorted(walk.rows('which ropes are below their minimum'))).toEqual(sorted([['Hemp'], ['Jute']]))
  expect(walk.rows('how much is the rope in the loft worth')).toEqual([[190]])
})
