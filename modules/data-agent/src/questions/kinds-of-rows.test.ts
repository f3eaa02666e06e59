import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'

describe('a joiner whose papers are all in one table', () => {
  const kinds = ['OF', 'OR', 'IN', 'CN']
  const opened = openedBefore(`
    create table paper_type (ptype text primary key, said text);
    create table buyer (buyer_id integer primary key, buyer_name text);
    create table paper (paper_id integer primary key, ptype text references paper_type, paper_date text, buyer_id integer references buyer, net_total real);
    insert into paper_type values ('OF', 'Quotation'), ('OR', 'Order confirmation'), ('IN', 'Invoice'), ('CN', 'Credit note');
    ${into(
      'buyer',
      upTo(20).map((id) => [id, `Buyer ${id}`]),
    )}
    ${into(
      'paper',
      upTo(160).map((id) => [id, kinds[id % 4] ?? '', day(-3 * id), 1 + (id % 20), 100 + 7 * (id % 13)]),
    )}
  `)
  const sold = `paper where ptype = 'IN' and paper_date like '2026%'`

  test.each([
    ['revenue this year', `select sum(net_total) from ${sold}`],
    [
      'revenue per buyer this year',
      `select buyer_name, sum(net_total) from paper join buyer using (buyer_id) where ptype = 'IN' and paper_date like '2026%' group by 1`,
    ],
  ])('[DR2680] [DR2681] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})

describe('a rowing club with an account for each member', () => {
  const kinds = ['DUE', 'BOAT', 'PAY']
  const opened = openedBefore(`
    create table members (member_no integer primary key, forename text, surname text, joined_on text);
    create table entry_types (code text primary key, description text);
    create table ledger (entry_id integer primary key, member_no integer references members, entry_date text, code text references entry_types, amount real);
    insert into entry_types values ('DUE', 'Membership due'), ('BOAT', 'Boat hire'), ('PAY', 'Payment received'), ('REF', 'Refund paid out');
    ${into(
      'members',
      upTo(25).map((id) => [id, `F${id}`, `S${id}`, day(-900 + id)]),
    )}
    ${into(
      'ledger',
      upTo(180).map((id) => {
        const kind = id % 45 === 0 ? 'REF' : (kinds[id % 3] ?? '')
        return [id, 1 + (id % 25), day(-2 * id), kind, kind === 'PAY' ? -(40 + (id % 7)) : 20 + (id % 11)]
      }),
    )}
  `)

  test.each([
    [
      'revenue last month',
      `select sum(amount) from ledger where code in ('DUE', 'BOAT') and entry_date like '2026-05%'`,
    ],
    [
      'how much did members pay us last month',
      `select -sum(amount) from ledger where code = 'PAY' and entry_date like '2026-05%'`,
    ],
    ['how much do members owe us', 'select sum(amount) from ledger'],
  ])('[DR2682] [DR4257] [DR4256] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})

describe('a dealer in clocks that are sold once', () => {
  const opened = openedBefore(`
    create table clock (clock_no integer primary key, title text, maker text, year_made integer, asking_price real, bought_for real);
    create table collector (collector_id integer primary key, collector_name text);
    create table clock_sale (sale_no integer primary key, clock_no integer references clock, collector_id integer references collector, sold_on text, list_price real, discount_amt real, rescinded_on text);
    ${into(
      'clock',
      upTo(60).map((id) => [id, `Clock ${id}`, `Maker ${id % 4}`, 1700 + id, 300 + 20 * id, 100 + 9 * id]),
    )}
    ${into(
      'collector',
      upTo(20).map((id) => [id, `Collector ${id}`]),
    )}
    ${into(
      'clock_sale',
      upTo(40).map((id) => [
        id,
        id,
        1 + (id % 20),
        day(-9 * id),
        300 + 20 * id,
        id % 3 === 0 ? 25 : 0,
        id % 10 === 0 ? day(-9 * id + 4) : null,
      ]),
    )}
  `)
  const sold = 'clock_sale where rescinded_on is null'

  test.each([
    ['total revenue', `select sum(list_price - discount_amt) from ${sold}`],
    ['revenue this year', `select sum(list_price - discount_amt) from ${sold} and sold_on like '2026%'`],
  ])('[DO1160] [DR2683] [DR2684] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR2685] what is owed is never a number of rows', () => {
    expect(opened().plan('how much do collectors owe us').status).toBe('cannot_answer')
  })

  test('[DR2697] those with the same name are not all of them', () => {
    expect(opened().plan('are there collectors with the same name').status).not.toBe('readings')
  })
})

describe('a chimney sweep whose codes are in a table of look-ups', () => {
  const states = ['P', 'D', 'M']
  const opened = openedBefore(`
    create table tbl_lookup (LookupType text, Code text, Descr text, primary key (LookupType, Code));
    create table tbl_house (HouseID integer primary key, Street text, Heating text);
    create table tbl_visit (VisitID integer primary key, HouseID integer references tbl_house, PlannedDate text, StatusCode text);
    insert into tbl_lookup values ('VISIT', 'P', 'Planned'), ('VISIT', 'D', 'Done'), ('VISIT', 'M', 'Missed'), ('LETTER', 'D', 'Dunning'), ('LETTER', 'M', 'Notice'), ('LETTER', 'P', 'Price list'), ('HEAT', 'OIL', 'Oil burner'), ('HEAT', 'WOD', 'Wood stove');
    ${into(
      'tbl_house',
      upTo(30).map((id) => [id, `Street ${id}`, id % 3 === 0 ? 'OIL' : 'WOD']),
    )}
    ${into(
      'tbl_visit',
      upTo(90).map((id) => [id, 1 + (id % 30), day(-5 * id), states[id % 3] ?? '']),
    )}
  `)

  test.each([
    [
      'how many visits were missed this year',
      `select count(*) from tbl_visit where StatusCode = 'M' and PlannedDate like '2026%'`,
    ],
    ['how many houses have a wood stove', `select count(*) from tbl_house where Heating = 'WOD'`],
  ])('[DO1161] [DO1162] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})

describe('a puppet theatre that lends its stage too', () => {
  const stages = ['played', 'declined', 'lead', 'called off', 'proposal']
  const opened = openedBefore(`
    create table schools (school_id integer primary key, school_name text);
    create table shows (show_id integer primary key, school_id integer references schools, stage text, show_day text, fee real);
    create table stage (stage_id integer primary key, stage_name text, cost_price real);
    create table stage_hire (hire_id integer primary key, school_id integer references schools, stage_id integer references stage, hired_on text, days integer, day_rate real);
    ${into(
      'schools',
      upTo(20).map((id) => [id, `School ${id}`]),
    )}
    ${into(
      'shows',
      upTo(100).map((id) => [id, 1 + (id % 20), stages[id % 5] ?? '', day(-4 * id), 200 + id]),
    )}
    insert into stage values (1, 'Large', 4000), (2, 'Small', 1500);
    ${into(
      'stage_hire',
      upTo(40).map((id) => [id, 1 + (id % 20), 1 + (id % 2), day(-8 * id), 1 + (id % 4), 30 + 5 * (id % 3)]),
    )}
  `)

  test('[DR2686] how many shows did we do this year', () => {
    const { got, wanted } = rowsOf(
      opened(),
      'how many shows did we do this year',
      `select count(*) from shows where stage = 'played' and show_day like '2026%'`,
    )
    expect(got).toEqual(wanted)
  })

  test('[DR2687] what a thing that is lent cost is no cost of lending it', () => {
    const made = opened().ontology.metrics.map(({ expression }) => expression)
    expect(made.filter((text) => text.includes('cost_price'))).toEqual([])
  })
})

describe('a climbing wall with day tickets, packs of tickets and season cards', () => {
  const opened = openedBefore(`
    create table climbers (climber_id integer primary key, full_name text);
    create table pack_types (pack_type_id integer primary key, name text, price real);
    create table card_types (card_type_id integer primary key, name text);
    create table season_cards (card_id integer primary key, climber_id integer references climbers, card_type_id integer references card_types, valid_from text);
    create table packs (pack_id integer primary key, climber_id integer references climbers, pack_type_id integer references pack_types, bought_at text, price_paid real);
    create table bookings (booking_id integer primary key, climber_id integer references climbers, pack_id integer references packs, booked_at text, day_fee real);
    ${into(
      'climbers',
      upTo(30).map((id) => [id, `Climber ${id}`]),
    )}
    insert into pack_types values (1, 'Five', 40), (2, 'Ten', 70);
    insert into card_types values (1, 'Adult'), (2, 'Child');
    ${into(
      'season_cards',
      upTo(30).map((id) => [id, id, 1 + (id % 2), day(-10 * id)]),
    )}
    ${into(
      'packs',
      upTo(40).map((id) => [id, 1 + (id % 30), 1 + (id % 2), day(-6 * id), id % 2 === 0 ? 40 : 70]),
    )}
    ${into(
      'bookings',
      upTo(120).map((id) => {
        const hasPack = id % 3 > 0
        return [id, 1 + (id % 30), hasPack ? 1 + (id % 40) : null, day(-2 * id), hasPack ? null : 9]
      }),
    )}
  `)

  test.each([
    [
      'how many season cards do we have of each type',
      'select name, count(*) from season_cards join card_types using (card_type_id) group by 1',
    ],
  ])('[DR2693] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['pack revenue this year', `select sum(price_paid) from packs where bought_at like '2026%'`],
    ['booking revenue this year', `select sum(day_fee) from bookings where booked_at like '2026%'`],
  ])('[DR2694] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})

describe('a window cleaner whose contracts have an end', () => {
  const opened = openedBefore(`
    create table house (house_id integer primary key, street text);
    create table contract (contract_id integer primary key, house_id integer references house, monthly_fee real, start_date text, end_date text);
    ${into(
      'house',
      upTo(30).map((id) => [id, `Street ${id}`]),
    )}
    ${into(
      'contract',
      upTo(30).map((id) => [
        id,
        id,
        20 + id,
        day(-400 + id),
        id % 3 === 0 ? null : id % 3 === 1 ? day(-id) : day(40 + id),
      ]),
    )}
  `)
  const runs = "from contract where end_date is null or end_date >= '2026-06-15'"

  test.each([
    ['how many active contracts do we have', `select count(*) ${runs}`],
    ['total monthly fee of our active contracts', `select sum(monthly_fee) ${runs}`],
  ])('[DR2696] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})
