import { buildSql, planJoins } from '@quipu/query'
import { readQuestion, type Reading } from '@quipu/reading'
import { describe, expect, test } from 'vitest'
import { now, openedBefore, rowsOf } from './test-asked-rows.ts'
import { cents, day, into, upTo } from './test-made-rows.ts'
import { plainContext } from './test-shop.ts'
import { sorted } from './test-small-database.ts'

const isQuoted = (id: number): boolean => id % 5 < 2
const stateOf = (id: number): string =>
  id % 10 === 0
    ? 'quote_lost'
    : id % 15 === 1
      ? 'quote'
      : id % 13 === 0
        ? 'cancelled'
        : id > 250
          ? id % 2 === 0
            ? 'sewing'
            : 'agreed'
          : 'completed'
const isOrdered = (id: number): boolean => !stateOf(id).startsWith('quote')
const madeOn = (id: number): number => -560 + id * 2 - (id > 250 ? 0 : 10)
const priceOf = (id: number): number => 300 + (id % 17) * 40
const net = (id: number): number => priceOf(id) * (1 + (id % 2))
const gross = (id: number): number => cents(net(id) * 1.2)

const script = `
  create table loft (loft_id integer primary key, loft_name text not null, opened_on date);
  create table staff (staff_id integer primary key, full_name text not null, position text, hourly_cost real);
  create table boat_owner (owner_id integer primary key, owner_name text not null, town text);
  create table sail_family (family_id integer primary key, parent_id integer references sail_family, family_name text not null);
  create table cloth (cloth_code text primary key, cloth_name text not null);
  create table sail (sail_id integer primary key, sail_name text not null, family_id integer not null references sail_family);
  create table sail_order (order_id integer primary key, order_number text unique, owner_id integer not null references boat_owner, loft_id integer references loft, rep_id integer references staff, status text not null, quoted_on date, ordered_on date, promised_by date, total_net real, vat_amount real, total_gross real);
  create table sail_order_line (line_id integer primary key, order_id integer not null references sail_order, sail_id integer not null references sail, cloth_code text references cloth, quantity integer, unit_price_net real, line_net real);
  create table payment (payment_id integer primary key, order_id integer not null references sail_order, paid_on date, amount real, status text);
  create table work_order (work_order_id integer primary key, line_id integer not null references sail_order_line, loft_id integer not null references loft, state text);
  create table work_log (log_id integer primary key, work_order_id integer not null references work_order, staff_id integer not null references staff, worked_on date, minutes integer);
  ${into('loft', [
    [1, 'Harbour', '2011-03-01'],
    [2, 'Quay', '2014-05-01'],
  ])}
  ${into(
    'staff',
    upTo(8).map((id) => [id, `Mate ${id}`, id < 4 ? 'Sales' : 'Sewer', 20 + id]),
  )}
  ${into(
    'boat_owner',
    upTo(40).map((id) => [id, `Owner ${id}`, id % 2 === 0 ? 'Cowes' : 'Kiel']),
  )}
  ${into('sail_family', [
    [1, null, 'Headsails'],
    [2, 1, 'Genoas'],
    [3, 1, 'Jibs'],
    [4, null, 'Covers'],
  ])}
  ${into('cloth', [
    ['DAC', 'Dacron'],
    ['LAM', 'Laminate'],
    ['NYL', 'Nylon'],
  ])}
  ${into(
    'sail',
    upTo(9).map((id) => [id, `Sail ${id}`, 2 + (id % 3)]),
  )}
  ${into(
    'sail_order',
    upTo(280).map((id) => [
      id,
      `S-${1000 + id}`,
      1 + (id % 40),
      id % 3 === 0 ? null : 1 + (id % 2),
      id % 4 === 0 ? null : 1 + (id % 3),
      stateOf(id),
      isQuoted(id) || !isOrdered(id) ? day(madeOn(id) - 8) : null,
      isOrdered(id) ? day(madeOn(id)) : null,
      isOrdered(id) ? day(madeOn(id) + (id > 250 && id % 3 === 0 ? -30 : 40)) : null,
      net(id),
      cents(gross(id) - net(id)),
      gross(id),
    ]),
  )}
  ${into(
    'sail_order_line',
    upTo(280).map((id) => [
      id,
      id,
      1 + (id % 9),
      ['DAC', 'LAM', 'NYL'][id % 3] ?? '',
      1 + (id % 2),
      priceOf(id),
      priceOf(id) * (1 + (id % 2)),
    ]),
  )}
  ${into(
    'payment',
    upTo(280)
      .filter((id) => isOrdered(id) && stateOf(id) !== 'cancelled')
      .flatMap((id) => [
        [id * 2, id, day(madeOn(id) + 1), cents(gross(id) * 0.4), 'succeeded'],
        ...(id % 6 === 0
          ? [[id * 2 + 1, id, day(madeOn(id) + 30), cents(gross(id) * 0.6), 'failed'] as const]
          : [[id * 2 + 1, id, day(madeOn(id) + 30), cents(gross(id) * 0.6), 'succeeded'] as const]),
      ]),
  )}
  ${into(
    'work_order',
    upTo(200).map((id) => [id, id, 1 + (id % 2), id > 170 ? 'running' : 'done']),
  )}
  ${into(
    'work_log',
    upTo(400).map((id) => [id, 1 + (id % 200), 4 + ((id * 7) % 5), day(-400 + id), 30 + (id % 11) * 15]),
  )}
`
const sold = `sail_order where status not in ('quote', 'quote_lost', 'cancelled')`
const lines = `sail_order_line l join sail_order o using (order_id)`
const soldLines = `o.status not in ('quote', 'quote_lost', 'cancelled')`
const lastMonth = `ordered_on like '2026-05%'`

describe('a sail loft that makes to order', () => {
  const opened = openedBefore(script)
  const rowsAfter = (...questions: readonly string[]): readonly string[] => {
    const { ontology, run } = opened()
    let previous: { question: string; reading: Reading } | null = null
    for (const question of questions) {
      const plan = readQuestion(question, ontology, { ...plainContext, now, previous })
      previous = plan.status === 'readings' ? { question, reading: plan.readings[0] } : null
    }
    if (previous === null) return []
    const { query } = previous.reading
    const joins = planJoins(query, ontology)
    if ('status' in joins) return []
    return sorted(run(buildSql(query, joins, ontology, { now, timeZone: 'UTC' }).inlined))
  }

  test.each([
    ['how many orders in 2025', `select count(*) from sail_order where ordered_on like '2025%'`],
    ['revenue last month', `select sum(line_net) from ${lines} where ${soldLines} and ${lastMonth}`],
  ])('[DR2980] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'average order value in 2025 by loft',
      `select loft_name, avg(total_net) from sail_order join loft using (loft_id) where status not in ('quote', 'quote_lost', 'cancelled') and ordered_on like '2025%' group by 1`,
    ],
  ])('[DR2981] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['what did we sell last month', `select sum(line_net) from ${lines} where ${soldLines} and ${lastMonth}`],
  ])('[DR2982] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
    expect(JSON.stringify(opened().reading(question).assumptions)).toContain('what it came to in money')
  })

  test.each([
    [
      'sales by type of cloth in 2025',
      `select cloth_name, sum(line_net) from ${lines} join cloth using (cloth_code) where ${soldLines} and ordered_on like '2025%' group by 1`,
    ],
  ])('[DR2983] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'revenue per sales person in 2025',
      `select full_name, sum(line_net) from ${lines} join staff s on s.staff_id = o.rep_id where ${soldLines} and ordered_on like '2025%' group by 1`,
    ],
  ])('[DR2984] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'hours worked per loft last month',
      `select loft_name, sum(minutes) / 60.0 from work_log join work_order using (work_order_id) join loft using (loft_id) where worked_on like '2026-05%' group by 1`,
    ],
  ])('[DR2985] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'how much do customers still owe us in total',
      `select (select sum(total_gross) from ${sold}) - (select sum(amount) from payment where status = 'succeeded')`,
    ],
  ])('[DR2986] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'which orders are overdue',
      `select order_number from ${sold} and status <> 'completed' and promised_by < '2026-06-15'`,
    ],
    [
      'how many orders are late',
      `select count(*) from ${sold} and status <> 'completed' and promised_by < '2026-06-15'`,
    ],
  ])('[DR2987] [DR4304] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'turnover of the whole headsails family in 2025',
      `select sum(line_net) from ${lines} join sail using (sail_id) where family_id in (1, 2, 3) and ${soldLines} and ordered_on like '2025%'`,
    ],
    [
      'revenue of genoas in 2025',
      `select sum(line_net) from ${lines} join sail using (sail_id) where family_id = 2 and ${soldLines} and ordered_on like '2025%'`,
    ],
  ])('[DR2988] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR2989] asks for people after figures of places', () => {
    const got = rowsAfter('hours worked per loft last month', 'who worked the most?')
    const most = opened().run(
      `select full_name from work_log join staff using (staff_id) where worked_on like '2026-05%' group by staff_id order by sum(minutes) desc limit 1`,
    )
    expect(got).toEqual(sorted(most))
  })

  test.each([
    ['how many quotes are still open', `select count(*) from sail_order where status = 'quote'`],
    ['open quotes', `select order_number from sail_order where status = 'quote'`],
  ])('[DR2990] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      "what percentage of last year's quotes turned into orders",
      `select 100.0 * count(ordered_on) / count(*) from sail_order where quoted_on like '2025%'`,
    ],
  ])('[DR2991] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})
