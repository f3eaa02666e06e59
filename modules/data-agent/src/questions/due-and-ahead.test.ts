import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'

const works = ['Sweep', 'Gas check', 'Sweep']
const offers = ['Full sweep', 'Bird guard', 'Cowl']

describe('a stove fitter with a holiday flat', () => {
  const opened = openedBefore(`
    create table customers (customer_id integer primary key, surname text, town text);
    create table stoves (stove_id integer primary key, customer_id integer references customers, stove_name text not null, kind text, scrapped_on date);
    create table visits (visit_id integer primary key, stove_id integer references stoves, work text, done_on date, promised_on date, next_due_on date, done_elsewhere integer not null default 0);
    create table price_list (item_no integer primary key, description text not null, price real);
    create table visit_items (line_id integer primary key, visit_id integer references visits, item_no integer references price_list, used_on date, amount real);
    create table bookings (booking_id integer primary key, customer_id integer references customers, flat_id integer references flats, state text, booked_at timestamp, arrival date, departure date, dogs integer, paid real);
    create table flats (flat_id integer primary key, flat_name text not null, sleeps integer, closed_since date);
    create table payments (payment_id integer primary key, booking_id integer references bookings, kind text, paid_on date, amount real);
    create table reviews (review_id integer primary key, booking_id integer references bookings, rating integer, reviewed_on date, answered_on date);
    ${into(
      'customers',
      upTo(25).map((id) => [id, `House ${id}`, `Town ${id % 4}`]),
    )}
    ${into(
      'stoves',
      upTo(40).map((id) => [
        id,
        1 + (id % 25),
        `Stove ${id}`,
        id % 2 === 0 ? 'Wood burner' : 'Oven',
        id % 9 === 0 ? day(-40) : null,
      ]),
    )}
    ${into(
      'visits',
      upTo(160).map((id) => [
        id,
        1 + ((id * 7) % 40),
        works[id % 3] ?? '',
        day(-5 * id),
        day(-5 * id + (id % 4) - 2),
        day(-5 * id + 365),
        id % 8 === 0 ? 1 : 0,
      ]),
    )}
    ${into(
      'price_list',
      upTo(3).map((id) => [id, offers[id - 1] ?? '', 40 + id]),
    )}
    ${into(
      'visit_items',
      upTo(200).map((id) => [id, 1 + (id % 160), 1 + (id % 3), day(-4 * id), 40]),
    )}
    ${into(
      'flats',
      upTo(4).map((id) => [id, `Flat ${id}`, 2 + id, id === 4 ? day(-300) : null]),
    )}
    ${into(
      'bookings',
      upTo(90).map((id) => [
        id,
        1 + (id % 25),
        1 + (id % 3),
        id % 10 === 0 ? 'cancelled' : 'firm',
        `${day(-420 + id * 5 - (id % 30))} 10:00:00`,
        day(-400 + id * 5),
        day(-396 + id * 5),
        id % 4 === 0 ? 1 + (id % 3) : 0,
        50,
      ]),
    )}
    ${into(
      'payments',
      upTo(160).map((id) => [
        id,
        1 + (id % 84),
        id % 3 === 0 ? 'deposit' : 'balance',
        day(-410 + id * 2),
        20,
      ]),
    )}
    ${into(
      'reviews',
      upTo(70).map((id) => [
        id,
        id,
        1 + (id % 5),
        day(-390 + id * 5),
        id % 3 === 0 ? null : day(-380 + id * 5),
      ]),
    )}
  `)
  const latest = (where: string) =>
    `(select stove_id, max(next_due_on) as next from visits where ${where} group by 1) join stoves using (stove_id) where scrapped_on is null`

  function check(question: string, sql: string): void {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(0)
  }

  test.each([
    [
      'how many stoves are overdue for a sweep',
      `select count(*) from ${latest(`work = 'Sweep'`)} and next < '2026-06-15'`,
    ],
    [
      'which stoves are due for a gas check next month',
      `select stove_name from ${latest(`work = 'Gas check'`)} and next like '2026-07%'`,
    ],
    [
      'how many wood burners are overdue',
      `select count(*) from ${latest('1')} and next < '2026-06-15' and kind = 'Wood burner'`,
    ],
  ])('[DR2780] [DR4276] %s', check)

  test.each([
    [
      'how many visits were finished later than promised this year',
      `select count(*) from visits where done_on > promised_on and done_on like '2026%'`,
    ],
  ])('[DR2781] %s', check)

  test.each([
    [
      'how many visits did we do last year',
      `select count(*) from visits where done_elsewhere = 0 and done_on like '2025%'`,
    ],
  ])('[DR2782] %s', check)

  test.each([
    [
      'full sweeps per month this year',
      `select substr(used_on, 1, 7) || '-01', count(*) from visit_items join price_list using (item_no) where description = 'Full sweep' and used_on like '2026%' group by 1`,
    ],
  ])('[DR2783] %s', check)

  test.each([
    [
      'how many days ahead do people book on average',
      'select avg(julianday(arrival) - julianday(date(booked_at))) from bookings',
    ],
  ])('[DR2784] %s', check)

  test.each([
    [
      'how many bookings with a dog did we have last year',
      `select count(*) from bookings where dogs > 0 and booked_at like '2025%'`,
    ],
  ])('[DR2785] %s', check)

  test.each([
    [
      'upcoming bookings without a deposit',
      `select booking_id from bookings where state = 'firm' and arrival >= '2026-06-15' and booking_id not in (select booking_id from payments where kind = 'deposit')`,
    ],
  ])('[DR2786] %s', check)

  test.each([
    [
      'how many bad reviews did we get this year',
      `select count(*) from reviews where rating <= 2 and reviewed_on like '2026%'`,
    ],
  ])('[DR2787] %s', check)

  test('[DR2787] what good and bad mean is said', () => {
    const { assumptions } = opened().reading('how many bad reviews did we get this year')
    expect(
      assumptions.some(({ says, changesNumbers }) => changesNumbers && says.includes('at most 2 of 5')),
    ).toBe(true)
  })

  test('[DO1201] rooms that may be closed on a day are no events', () => {
    expect(opened().ontology.metrics.map(({ name }) => name)).not.toContain('occupancy')
  })
})
