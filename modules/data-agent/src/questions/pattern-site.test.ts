import { expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const rows = (count: number): string =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`

/** Sells knitting patterns on the web: each purchase names a pattern of a list with prices, and some are given back. */
const patterns = `
  create table designers (id integer primary key, display_name text, email text, revenue_share real);
  ${rows(8)} insert into designers select i, 'Designer ' || i, 'd' || i || '@mail.example', 0.3 + i % 3 * 0.1 from n;
  create table patterns (id integer primary key, title text, yarn text, price_cents integer, state text, published_at datetime, designer_id integer references designers);
  ${rows(20)} insert into patterns select i, 'Pattern ' || i, case i % 3 when 0 then 'wool' when 1 then 'linen' else 'silk' end, 500 + i * 50,
    case i % 5 when 0 then 'draft' else 'published' end, '2023-02-01T10:00:00Z', 1 + i % 8 from n;
  create table knitters (id integer primary key, full_name text, email text, signed_up_at datetime);
  ${rows(80)} insert into knitters select i, 'Knitter ' || i, 'k' || i || '@mail.example', '2024-01-0' || (1 + i % 9) || 'T08:00:00Z' from n;
  create table purchases (id integer primary key, knitter_id integer references knitters, pattern_id integer references patterns, amount_cents integer, promo_code text, provider text, state text, created_at datetime);
  ${rows(400)} insert into purchases select i, 1 + i % 80, 1 + i % 20, 500 + i * 3, case when i % 3 = 0 then 'KNIT' || (i % 2) end, case i % 3 when 0 then 'stripe' when 1 then 'paypal' else 'transfer' end,
    case i % 10 when 0 then 'failed' when 1 then 'pending' when 2 then 'refunded' else 'paid' end, date('2025-01-01', '+' || i || ' days') || 'T12:00:00Z' from n;
  create table refunds (id integer primary key, purchase_id integer references purchases, amount_cents integer, state text, requested_at datetime);
  ${rows(60)} insert into refunds select i, i * 5, 400 + i, case i % 4 when 0 then 'requested' when 1 then 'denied' else 'processed' end, date('2025-03-01', '+' || (i * 5) || ' days') || 'T12:00:00Z' from n;
  create table downloads (id integer primary key, knitter_id integer references knitters, pattern_id integer references patterns, opened_on date, completed_on date);
  ${rows(120)} insert into downloads select i, 1 + i % 80, 1 + i % 20, date('2025-01-01', '+' || i || ' days'), case when i % 3 = 0 then date('2025-02-01', '+' || i || ' days') end from n;
  create table reviews (id integer primary key, knitter_id integer references knitters, pattern_id integer references patterns, stars integer, written_at datetime);
  ${rows(200)} insert into reviews select i, 1 + i % 80, 1 + i % 20, case when i % 20 < 6 then 2 + i % 3 else 4 + i % 2 end, date('2025-02-01', '+' || i || ' days') || 'T09:00:00Z' from n;
  create table designer_payouts (id integer primary key, designer_id integer references designers, amount_cents integer, status text, paid_on date);
  ${rows(90)} insert into designer_payouts select i, 1 + i % 8, 2000 + i * 7, case when i % 9 = 0 then 'on hold' else 'paid' end, case when i % 9 = 0 then null else date('2025-01-31', '+' || (i * 7) || ' days') end from n;
`

const open = (): Promise<SmallDatabase> => openSmallDatabase(patterns)
const sold = "state not in ('failed', 'pending')"

test('[DR2820] [DR4280] [DR2821] what customers purchase is sold, whatever becomes of the thing in the list, and once it is paid', async () => {
  using site = await open()
  expect(site.rows('total revenue')).toEqual(
    site.run(`select sum(amount_cents / 100.0) from purchases where ${sold}`),
  )
  expect(sorted(site.rows('revenue by yarn'))).toEqual(
    sorted(
      site.run(
        `select yarn, sum(amount_cents / 100.0) from purchases join patterns on patterns.id = pattern_id where purchases.${sold} group by 1`,
      ),
    ),
  )
  expect(site.rows('average order value')).toEqual(
    site.run(`select avg(amount_cents / 100.0) from purchases where ${sold}`),
  )
})

test('[DR2820] purchases of the office are no sales', async () => {
  using office = await openSmallDatabase(`
    create table users (id integer primary key, name text);
    insert into users values (1, 'Ada'), (2, 'Bo'), (3, 'Cy');
    create table purchases (id integer primary key, user_id integer references users, item text, amount real, bought_on date);
    ${rows(60)} insert into purchases select i, 1 + i % 3, 'Item ' || (i % 9), 10 + i, date('2025-01-01', '+' || i || ' days') from n;
  `)
  expect(office.ontology.metrics.map(({ name }) => name)).not.toContain('revenue')
})

test('[DR2821] a pending order of a shop that sends it is sold', async () => {
  using shop = await openSmallDatabase(`
    create table customers (id integer primary key, name text, email text);
    ${rows(12)} insert into customers select i, 'Person ' || i, 'p' || i || '@mail.example' from n;
    create table orders (id integer primary key, customer_id integer references customers, total real, state text, ordered_on date);
    ${rows(80)} insert into orders select i, 1 + i % 12, 10 + i, case i % 5 when 0 then 'pending' when 1 then 'failed' when 2 then 'paid' else 'shipped' end, date('2025-01-01', '+' || i || ' days') from n;
  `)
  expect(shop.rows('total revenue')).toEqual(
    shop.run("select sum(total) from orders where state <> 'failed'"),
  )
})

test('[DR2822] [DR2823] what was asked back or denied is not refunded', async () => {
  using site = await open()
  const done = "state not in ('requested', 'denied')"
  expect(site.rows('refunded amount')).toEqual(
    site.run(`select sum(amount_cents / 100.0) from refunds where ${done}`),
  )
  expect(site.rows('how many purchases were refunded')).toEqual(
    site.run(`select count(distinct purchase_id) from refunds where ${done}`),
  )
})

test('[DR2824] [DR4281] [DR2825] payouts are no income, and those on hold did not go out', async () => {
  using site = await open()
  const out =
    "select sum(amount_cents / 100.0) from designer_payouts where status <> 'on hold' and paid_on like '2025%'"
  expect(site.rows('how much have we paid out to designers in 2025')).toEqual(site.run(out))
  expect(site.rows('amount paid out in 2025')).toEqual(site.run(out))
  expect(
    site.ontology.metrics.some(
      ({ expression, name }) => name.includes('revenue') && expression.includes('payout'),
    ),
  ).toBe(false)
})

test('[DR2840] things that many people rate are compared by their average', async () => {
  using site = await open()
  const by = (bound: string): unknown[][] =>
    site.run(
      `select title from patterns where id in (select pattern_id from reviews group by 1 having avg(stars) ${bound})`,
    )
  expect(sorted(site.rows('which patterns are under 4 stars'))).toEqual(sorted(by('< 4')))
  expect(sorted(site.rows('patterns rated above 3.5'))).toEqual(sorted(by('> 3.5')))
})

test('[DR2841] "with a code" means that the field of the row is filled, also as a share', async () => {
  using site = await open()
  const [[filled] = [], [all] = []] = [
    ...site.run('select count(promo_code) from purchases'),
    ...site.run('select count(*) from purchases'),
  ]
  expect(site.rows('how many purchases had a promo code')).toEqual([[filled]])
  expect(Number(site.rows('what share of purchases comes with a promo code')[0]?.[0])).toBeCloseTo(
    (100 * Number(filled)) / Number(all),
  )
  expect(Number(site.rows('what percentage of purchases have no promo code')[0]?.[0])).toBeCloseTo(
    100 - (100 * Number(filled)) / Number(all),
  )
})

test('[DR2841] a field that says yes or no, or "none", is not read by whether it is filled', async () => {
  using site = await openSmallDatabase(`
    create table knitters (id integer primary key, full_name text, email text, wool_club text, allergy text, joined_on date);
    ${rows(60)} insert into knitters select i, 'Knitter ' || i, 'k' || i || '@mail.example', case i % 3 when 0 then 'yes' when 1 then 'no' end,
      case i % 4 when 0 then 'none' when 1 then 'mohair' when 2 then 'angora' end, '2025-01-01' from n;
  `)
  for (const question of ['how many knitters have a wool club', 'how many knitters have an allergy'])
    expect(JSON.stringify(site.plan(question))).not.toContain('is not empty')
})

test('[DR2842] rows without a code are not the most used code', async () => {
  using site = await open()
  const [[top] = []] = site.rows('most common promo code')
  expect(top).toMatch(/^KNIT/)
})

test('[DR2843] values side by side, and how rows split, are read as figures by their field', async () => {
  using site = await open()
  const by = sorted(
    site.run(`select provider, sum(amount_cents / 100.0) from purchases where ${sold} group by 1`),
  )
  expect(sorted(site.rows('stripe vs paypal vs transfer, how much of our sales goes through each'))).toEqual(
    by,
  )
  const counted = sorted(site.run('select provider, count(*) from purchases group by 1'))
  expect(sorted(site.rows('how do purchases split, stripe, paypal etc'))).toEqual(counted)
  expect(sorted(site.rows('how do purchases split by provider'))).toEqual(counted)
})

test('[DR2844] a completion rate is the part of the rows that have a day of completion', async () => {
  using site = await open()
  const rounded = (found: unknown[][]): string[] =>
    found.map(([name, part]) => `${String(name)} ${Number(part).toFixed(4)}`).toSorted()
  expect(rounded(site.rows('completion rate per pattern'))).toEqual(
    rounded(
      site.run(
        'select title, 1.0 * count(completed_on) / count(*) from downloads join patterns on patterns.id = pattern_id group by 1',
      ),
    ),
  )
})
