import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

/** Workshops on certain days, studios for hire, a shop, and gift cards that pay for all of them. */
const script = `
  create table guests (guest_id integer primary key, name text, town text);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 12)
  insert into guests select i, 'Guest ' || i, 'Town ' || (i % 3) from n;
  create table workshop_types (workshop_type_id integer primary key, title text not null, level text);
  insert into workshop_types values (1,'Drums','easy'),(2,'Choir','easy'),(3,'Mixing','hard');
  create table workshop_dates (date_id integer primary key, workshop_type_id integer not null references workshop_types, starts_on date, state text);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 12)
  insert into workshop_dates select i, 1 + i % 3, date('2025-01-10', '+' || i || ' months'), case when i = 3 then 'called_off' else 'held' end from n;
  create table sign_ups (sign_up_id integer primary key, date_id integer not null references workshop_dates, guest_id integer not null references guests,
    booked_on date, fee real, discount real, payable real);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 36)
  insert into sign_ups select i, 1 + i % 12, 1 + i % 12, date('2025-01-01', '+' || (i * 8) || ' days'), 100 + i, i % 4 * 5, 100 + i - i % 4 * 5 from n;
  create table studios (studio_id integer primary key, name text not null);
  insert into studios values (1,'Blue'),(2,'Red');
  create table studio_hires (hire_id integer primary key, studio_id integer not null references studios, guest_id integer not null references guests,
    hired_on date, rent real, settled_on date);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 20)
  insert into studio_hires select i, 1 + i % 2, 1 + i % 12, date('2025-01-05', '+' || (i * 15) || ' days'), 20 + i, date('2025-01-15', '+' || (i * 15) || ' days') from n;
  create table wares (ware_id integer primary key, name text not null, price real);
  insert into wares values (1,'Strings',8),(2,'Sticks',12),(3,'Reeds',20);
  create table receipts (receipt_id integer primary key, guest_id integer references guests, sold_on date, total real);
  create table receipt_lines (line_id integer primary key, receipt_id integer not null references receipts, ware_id integer not null references wares, qty integer, price_each real);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 30)
  insert into receipts select i, 1 + i % 12, date('2025-01-03', '+' || (i * 9) || ' days'), (1 + i % 2) * (8 + 4 * (i % 3)) from n;
  insert into receipt_lines select receipt_id, receipt_id, 1 + receipt_id % 3, 1 + receipt_id % 2, 8 + 4 * (receipt_id % 3) from receipts;
  create table gift_cards (gift_card_id integer primary key, guest_id integer references guests, issued_on date, face_value real);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 15)
  insert into gift_cards select i, 1 + i % 12, date('2025-01-04', '+' || (i * 20) || ' days'), 5000 from n;
  create table card_uses (use_id integer primary key, gift_card_id integer not null references gift_cards, used_on date, used_for text, amount real,
    sign_up_id integer references sign_ups, hire_id integer references studio_hires, receipt_id integer references receipts);
  insert into card_uses values (1,1,'2025-02-01','workshop',50,3,null,null),(2,2,'2025-03-01','studio',20,null,2,null),
    (3,3,'2025-04-01','ware',20,null,null,5),(4,4,'2025-05-01','workshop',10,6,null,null);
`
let centre: SmallDatabase
beforeAll(async () => {
  centre = await openSmallDatabase(script, { now: new Date('2025-11-16T12:00:00Z') })
})
afterAll(() => centre[Symbol.dispose]())

const one = (sql: string): readonly (readonly unknown[])[] => centre.run(sql)

describe('[DO1020] rents that name a thing of their own are no bills for what the shop sold', () => {
  test.each([
    ['studio revenue', 'select sum(rent) from studio_hires'],
    ['receipt revenue', 'select sum(total) from receipts'],
  ])('%s', (question, sql) => {
    expect(centre.rows(question)).toEqual(one(sql))
  })
})

test('[DO1021] gift cards are paid for in advance, and are no sales', () => {
  const plan = centre.plan('total revenue')
  expect(plan.status === 'readings' ? plan.readings[0].restatement : '').not.toContain('face value')
})

test('[DO1022] what is left of a fee after its discount is what was sold, where the rows confirm it', () => {
  expect(centre.rows('workshop revenue')).toEqual(one('select sum(payable) from sign_ups'))
})

test('[DR2520] a word that names a dataset is no value of a field that only says where rows belong', () => {
  const plan = centre.plan('how many workshops this year')
  expect(JSON.stringify(plan)).not.toContain('"used_for"')
  const uses = centre.plan('card uses for workshop')
  expect(JSON.stringify(uses)).toContain('"used_for"')
})

test('[DR2521] kinds of things are no people', () => {
  const plan = centre.plan('who signed up')
  expect(JSON.stringify(plan.status === 'readings' ? plan.readings[0].query.outputs : [])).not.toContain(
    'workshop_types',
  )
})

test('[DR2522] figures by workshop are those of the kinds of workshops, which have names', () => {
  expect(sorted(centre.rows('workshop revenue by workshop'))).toEqual(
    sorted(
      one(`select title, sum(payable) from sign_ups join workshop_dates using (date_id)
        join workshop_types using (workshop_type_id) group by title`),
    ),
  )
})

test('[DR2523] workshops of a period are counted by their days', () => {
  expect(centre.rows('how many workshops this year')).toEqual(
    one(
      "select count(*) from workshop_dates where starts_on between '2025-01-01' and '2025-12-31' and state <> 'called_off'",
    ),
  )
})

test('[DR2525] it is said that a discount of which nothing is known is taken to be contained', async () => {
  const ferries = (sums: string) => `
    create table passengers (passenger_id integer primary key, name text);
    insert into passengers values (1,'Ada'),(2,'Bo'),(3,'Cy');
    create table bookings (booking_id integer primary key, passenger_id integer references passengers, booked_on date, amount real, discount real${sums === '' ? '' : ', due real'});
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 40)
    insert into bookings select i, 1 + i % 3, date('2025-01-01', '+' || i || ' days'), 50 + i, i % 4 * 2${sums} from n;
  `
  const says = async (script: string): Promise<readonly string[]> => {
    using ferry = await openSmallDatabase(script)
    return ferry
      .reading('total revenue')
      .assumptions.flatMap(({ about, says: text }) => (about === 'use of discount' ? [text] : []))
  }
  expect(await says(ferries(''))).toEqual(['It is assumed that discount is already taken off amount.'])
  expect(await says(ferries(', 50 + i - i % 4 * 2'))).toEqual([])
})

test('[DR2526] a bill with a day on which it was made void is not unpaid', async () => {
  using mill = await openSmallDatabase(`
    create table invoice (inv_no integer primary key, issued_on date, total real, paid_date date, void_date date);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 30)
    insert into invoice select i, date('2025-01-01', '+' || i || ' days'), 10 + i,
      case when i % 3 > 0 then date('2025-01-20', '+' || i || ' days') end, case when i % 6 = 0 then date('2025-01-09', '+' || i || ' days') end from n;
  `)
  expect(mill.rows('how many unpaid invoices are there')).toEqual([[5]])
})
