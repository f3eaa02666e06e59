import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'

const kinds = ['Narrow boat', 'Dinghy', 'Cruiser']

describe('a wharf that lets houseboats by the night', () => {
  const states = ['confirmed', 'confirmed', 'confirmed', 'called off']
  const opened = openedBefore(`
    create table skipper (skipper_id integer primary key, first_name text, last_name text, email text);
    create table boat (boat_id integer primary key, boat_name text not null, kind text, berths integer, sold_on date);
    create table stay (stay_id integer primary key, skipper_id integer references skipper, boat_id integer references boat, state text, booked_on date, arrival date, departure date, adults integer, children integer, total real);
    ${into(
      'skipper',
      upTo(30).map((id) => [id, `F${id}`, `L${id}`, id % 4 === 0 ? null : `f${id}@l.org`]),
    )}
    ${into(
      'boat',
      upTo(9).map((id) => [id, `Boat ${id}`, kinds[id % 3] ?? '', 2 + (id % 4), id === 9 ? day(-100) : null]),
    )}
    ${into(
      'stay',
      upTo(120).map((id) => {
        const arrival = -200 + id * 2
        return [
          id,
          1 + (id % 30),
          1 + (id % 8),
          states[id % 4] ?? '',
          day(arrival - 9 - (id % 20)),
          day(arrival),
          day(arrival + 1 + (id % 6)),
          1 + (id % 3),
          id % 4,
          90 + id,
        ]
      }),
    )}
  `)
  const on = (date: string) =>
    `stay where state <> 'called off' and arrival <= '${date}' and departure > '${date}'`
  const freeOn = (date: string) =>
    `boat where sold_on is null and boat_id not in (select boat_id from ${on(date)})`

  test.each([
    ['which boats are free tonight', `select boat_name from ${freeOn('2026-06-15')}`],
    ['how many free boats do we have tomorrow', `select count(*) from ${freeOn('2026-06-16')}`],
    ['which boats are available on 20 june', `select boat_name from ${freeOn('2026-06-20')}`],
    ['do we have any boats free on thursday', `select boat_name from ${freeOn('2026-06-18')}`],
    ['how many boats are out at the moment', `select count(distinct boat_id) from ${on('2026-06-15')}`],
    [
      'which boats are occupied right now',
      `select boat_name from boat where boat_id in (select boat_id from ${on('2026-06-15')})`,
    ],
    [
      'which boats are free this weekend',
      `select boat_name from boat where sold_on is null and boat_id not in (select boat_id from stay where state <> 'called off' and arrival < '2026-06-22' and departure > '2026-06-20')`,
    ],
  ])('[DR2760] [DR4270] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(0)
  })

  test.each([
    [
      'which narrow boats are free tonight',
      `select boat_name from ${freeOn('2026-06-15')} and kind = 'Narrow boat'`,
    ],
    [
      'how many dinghies are out on hire right now',
      `select count(distinct boat_id) from ${on('2026-06-15')} and boat_id in (select boat_id from boat where kind = 'Dinghy')`,
    ],
  ])('[DR2761] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['who arrives on wednesday', `arrival = '2026-06-17'`],
    ['who is arriving this week', `arrival between '2026-06-15' and '2026-06-21'`],
    ['who leaves on saturday', `departure = '2026-06-20'`],
    ['departures this week', `departure between '2026-06-15' and '2026-06-21'`],
  ])('[DR2764] %s', (question, where) => {
    const { got, wanted } = rowsOf(
      opened(),
      question,
      `select stay_id from stay where state <> 'called off' and ${where}`,
    )
    expect(got).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(0)
    expect(opened().sql(question)).toContain('last_name')
  })

  test.each([
    ['how many people are on board tonight', `select sum(adults) + sum(children) from ${on('2026-06-15')}`],
    [
      'how many guests are staying with us tomorrow',
      `select sum(adults) + sum(children) from ${on('2026-06-16')}`,
    ],
    ['how many children are here right now', `select sum(children) from ${on('2026-06-15')}`],
    ['who is staying here tonight', `select stay_id from ${on('2026-06-15')}`],
  ])('[DR2765] [DR4272] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(0)
  })
})

describe('a yard that lends out scaffolding by lines', () => {
  const opened = openedBefore(`
    create table client (cl_no integer primary key, cl_nm text not null);
    create table tower (tw_no integer primary key, tw_nm text not null, tw_stat text);
    create table rental (r_no integer primary key, cl_no integer references client, dt_bkd date, dt_out date, dt_due date, dt_ret date, r_stat text);
    create table rental_ln (r_no integer references rental, ln integer, tw_no integer references tower, amt real, primary key (r_no, ln));
    ${into(
      'client',
      upTo(12).map((id) => [id, `Client ${id}`]),
    )}
    ${into(
      'tower',
      upTo(10).map((id) => [id, `Tower ${id}`, 'OK']),
    )}
    ${into(
      'rental',
      upTo(60).map((id) => {
        const out = -120 + id * 2
        const isBack = out + 5 < 0 && id % 10 !== 0
        return [
          id,
          1 + (id % 12),
          day(out - 7),
          day(out),
          day(out + 4),
          isBack ? day(out + 3) : null,
          id % 9 === 0 ? 'CANC' : 'OK',
        ]
      }),
    )}
    ${into(
      'rental_ln',
      upTo(60).map((id) => [id, 1, 1 + (id % 10), 40]),
    )}
  `)
  const out = `rental join rental_ln using (r_no) where r_stat <> 'CANC' and dt_out <= '2026-06-15' and dt_ret is null`

  test('[DR2762] [DR4271] what is late is still out, and what the lines of a rental name is taken', () => {
    const question = 'how many towers are out on hire right now'
    const { got, wanted } = rowsOf(opened(), question, `select count(distinct tw_no) from ${out}`)
    expect(got).toEqual(wanted)
    const free = rowsOf(
      opened(),
      'which towers are free right now',
      `select tw_nm from tower where tw_no not in (select tw_no from ${out})`,
    )
    expect(free.got).toEqual(free.wanted)
  })

  test('[DR2790] what has not been out is what no rental has taken', () => {
    const { got, wanted } = rowsOf(
      opened(),
      "which towers haven't been out in the last 6 days",
      `select tw_nm from tower where tw_no not in (select tw_no from rental join rental_ln using (r_no) where r_stat <> 'CANC' and dt_out between '2026-06-09' and '2026-06-15')`,
    )
    expect(got).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(0)
  })
})

describe('a shed of cargo bikes with a status', () => {
  const opened = openedBefore(`
    create table bike (bike_no integer primary key, model text not null, stat text);
    create table trip (trip_no integer primary key, bike_no integer references bike, started timestamp, ended timestamp);
    ${into(
      'bike',
      upTo(12).map((id) => [id, `Model ${id}`, ['IN', 'OUT', 'IN', 'REPAIR'][id % 4] ?? '']),
    )}
    ${into(
      'trip',
      upTo(40).map((id) => [id, 1 + (id % 12), `${day(-id)} 09:00:00`, `${day(-id)} 11:00:00`]),
    )}
  `)

  test.each([
    ['which bikes are free right now', `select model from bike where stat = 'IN'`],
    ['how many bikes are out right now', `select count(*) from bike where stat = 'OUT'`],
  ])('[DR2763] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})

describe('allotments that are let', () => {
  const opened = openedBefore(`
    create table field (field_id integer primary key, field_name text not null, run_from date, run_to date);
    create table plot (plot_id integer primary key, field_id integer not null references field, plot_no text not null);
    create table gardener (gardener_id integer primary key, first_name text, last_name text);
    create table tenancy (tenancy_id integer primary key, plot_id integer references plot, gardener_id integer references gardener, start_date date, notice_date date, leaving_date date, status text);
    ${into('field', [
      [1, 'Mill field', day(-900), null],
      [2, 'Brook field', day(-900), day(-30)],
    ])}
    ${into(
      'plot',
      upTo(24).map((id) => [id, 1 + (id % 2), `P${id}`]),
    )}
    ${into(
      'gardener',
      upTo(30).map((id) => [id, `F${id}`, `L${id}`]),
    )}
    ${into(
      'tenancy',
      upTo(30).map((id) => [
        id,
        1 + ((id * 5) % 24),
        id,
        day(-800 + id),
        id % 4 === 3 ? day(-60) : null,
        id % 3 === 0 ? day(-20 + id) : null,
        ['Ended', 'Current', 'Current', 'Notice'][id % 4] ?? '',
      ]),
    )}
  `)

  test.each([
    [
      'who has given notice and when are they leaving',
      `select tenancy_id from tenancy where status = 'Notice'`,
    ],
    ['who has handed in their notice', `select tenancy_id from tenancy where status = 'Notice'`],
  ])('[DR2788] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(0)
    expect(opened().sql(question)).toMatch(/last_name[^]*leaving_date/)
  })

  test('[DR2789] who lives somewhere are the people of what runs there', () => {
    const { got, wanted } = rowsOf(
      opened(),
      'who lives in Mill field',
      `select tenancy_id from tenancy join plot using (plot_id) join field using (field_id) where field_name = 'Mill field' and status in ('Current', 'Notice')`,
    )
    expect(got).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(0)
  })

  test('[DR2766] [DR4273] whoever has given notice has not left, and plots of a field that was given up are not free', () => {
    const { got, wanted } = rowsOf(
      opened(),
      'how many plots are empty right now',
      `select count(*) from plot join field using (field_id) where run_to is null and plot_id not in (select plot_id from tenancy where status in ('Current', 'Notice'))`,
    )
    expect(got).toEqual(wanted)
  })
})
