import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readQuestion, type Reading } from '@quipu/reading'
import { plainContext } from './test-shop.ts'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

/** A landing stage: what each boat took on each sailing, what was bought for it, and charters booked ahead. */
let pier: SmallDatabase
/** A shop that sells records and snacks over the same counter. */
let shop: SmallDatabase

beforeAll(async () => {
  pier = await openSmallDatabase(`
    create table takings (id integer primary key, day date, boat text, trip text, passengers integer, coins real, card real, total real, status text);
    insert into takings values
      (1, '2026-10-01', 'Heron', 'Morning', 10, 20.5, 79.5, 100, 'Sailed'), (2, '2026-10-01', 'Heron', 'Sunset', 20, 60.5, 239.5, 300, 'Sailed'),
      (3, '2026-10-02', 'Teal', 'Morning', 5, 30.5, 19.5, 50, 'Sailed'), (4, '2026-10-02', 'Teal', 'Sunset', null, null, null, null, 'Fogbound'),
      (5, '2026-10-03', 'Teal', 'Morning', 15, 49.5, 100.5, 150, 'Sailed'), (6, '2026-10-04', 'Heron', 'Morning', null, null, null, null, 'Fogbound'),
      (7, '2026-10-05', 'Heron', 'Morning', 8, 0.5, 79.5, 80, 'Sailed'), (8, '2026-10-05', 'Teal', 'Morning', 7, 9.5, 60.5, 70, 'Sailed'),
      (9, '2026-10-06', 'Heron', 'Sunset', 25, 0.5, 249.5, 250, 'Sailed'), (10, '2026-10-06', 'Teal', 'Morning', 6, 0.5, 59.5, 60, 'Sailed'),
      (11, '2026-10-07', 'Heron', 'Morning', 9, 0.5, 89.5, 90, 'Sailed'), (12, '2026-10-08', 'Teal', 'Morning', 4, 0.5, 39.5, 40, 'Sailed');
    create table provisions (id integer primary key, bought_on date, supplier text, item text, kind text, amount real);
    insert into provisions values (1, '2026-10-01', 'Dock Stores', 'Rope', 'Gear', 40), (2, '2026-10-02', 'Quay Foods', 'Tea', 'Galley', 30),
      (3, '2026-10-03', 'Quay Foods', 'Milk', 'Galley', 25), (4, '2026-10-05', 'Dock Stores', 'Paint', 'Gear', 5);
    create table crew (crew_no text primary key, name text, hourly_wage real, hired_on date, left_on date);
    insert into crew values ('C1', 'Ada Brook', 15, '2024-01-01', null), ('C2', 'Ben Cole', 14, '2024-03-01', '2026-05-01'), ('C3', 'Cy Dean', 16, '2025-01-01', null);
    create table souvenir (id integer primary key, name text, price real);
    insert into souvenir values (1, 'Heron', 4), (2, 'Anchor', 6);
    create table charter (charter_no text primary key, booked_on date, sailing_date date, guests integer, price real, status text);
    insert into charter values ('H1', '2026-09-01', '2026-09-11', 10, 500, 'done'), ('H2', '2026-09-05', '2026-09-25', 30, 900, 'done'), ('H3', '2026-10-01', '2026-12-01', 20, 700, 'cancelled');
  `)
  shop = await openSmallDatabase(`
    create table label (id integer primary key, name text);
    insert into label values (1, 'Blue Owl'), (2, 'Tin Roof');
    create table record (id integer primary key, name text, singer text, music_style text, label_id integer references label, price real, stock integer);
    insert into record values (1, 'Night Owl', 'Mira', 'Jazz', 1, 20, 0), (2, 'Slow Rain', 'Otto', 'Folk', 2, 15, 4), (3, 'Red Door', 'Mira', 'Jazz', 1, 25, 2);
    create table counter_item (id integer primary key, name text, recipe text, kitchen_group text, price real);
    insert into counter_item values (1, 'Pea Soup', 'A', 'Hot', 6), (2, 'Rye Roll', 'B', 'Cold', 4);
    create table fan (id integer primary key, first_name text, last_name text, joined_on date);
    insert into fan values (1, 'Ivo', 'Lark', '2024-01-01'), (2, 'Una', 'Reed', '2024-01-01'), (3, 'Max', 'Hale', '2024-01-01');
    create table sale (id integer primary key, sold_at date, fan_id integer references fan, till text, total real);
    insert into sale values (1, '2026-02-01', 1, 'A', 46), (2, '2026-03-01', null, 'B', 19), (3, '2026-03-05', 2, 'A', 25), (4, '2025-03-05', 3, 'A', 20);
    create table sale_line (id integer primary key, sale_id integer references sale, record_id integer references record, counter_item_id integer references counter_item, quantity integer, unit_price real, line_total real);
    insert into sale_line values (1, 1, 1, null, 2, 20, 40), (2, 1, null, 1, 1, 6, 6), (3, 2, 2, null, 1, 15, 15), (4, 2, null, 2, 1, 4, 4), (5, 3, 3, null, 1, 25, 25), (6, 4, 1, null, 1, 20, 20);
    create table refund (id integer primary key, sale_id integer references sale, refunded_on date, amount real, reason text);
    insert into refund values (1, 1, '2026-02-03', 20, 'scratched'), (2, 3, '2026-03-08', 5, 'scratched'), (3, 2, '2026-03-09', 4, 'cold');
    create table concert_ticket (id integer primary key, fan_id integer references fan, bought_at date, paid real, turned_up integer, refunded_on date);
    insert into concert_ticket values (1, 3, '2026-04-01', 9, 1, null), (2, 3, '2026-04-02', 9, 0, '2026-04-05'), (3, null, '2026-04-03', 9, 0, null), (4, 1, '2025-04-03', 9, 1, null);
    create table stock_order (id integer primary key, label_id integer references label, placed_on date, expected_on date, received_on date, status text);
    insert into stock_order values (1, 1, '2026-09-01', '2026-09-10', '2026-09-08', 'received'), (2, 2, '2026-09-01', '2026-09-10', '2026-09-21', 'received'),
      (3, 1, '2026-10-01', '2026-10-05', null, 'open'), (4, 2, '2026-11-14', '2026-12-24', null, 'open'), (5, 2, '2026-10-02', '2026-10-09', null, 'cancelled');
  `)
})
afterAll(() => {
  pier[Symbol.dispose]()
  shop[Symbol.dispose]()
})

const warns = ({ assumptions }: Reading): boolean => assumptions.some(({ changesNumbers }) => changesNumbers)

describe('[DO730] rows that are called takings, earnings or proceeds are income', () => {
  test('their amount is added up, and their date is that of the money', () => {
    expect(pier.rows('takings by boat')).toEqual([
      ['Heron', 820],
      ['Teal', 370],
    ])
    expect(pier.rows('top 1 boat by takings on 5 October 2026')).toEqual([['Heron', 80]])
    expect(pier.rows('how much did we take on 1 October 2026')).toEqual([[400]])
  })

  test('"how many" still counts them', () => {
    expect(pier.rows('how many takings are there')).toEqual([[12]])
  })
})

test('[DO731] rows with a date, a supplier and an amount are what was bought, whatever they are called', () => {
  expect(sorted(pier.rows('what did we spend on provisions by kind'))).toEqual(
    sorted([
      ['Gear', 45],
      ['Galley', 55],
    ]),
  )
  expect(pier.rows('which supplier do we spend the most on')).toEqual([['Quay Foods', 55]])
})

describe('[DR1200] what takes place in each row', () => {
  test('is averaged over the rows', () => {
    expect(sorted(pier.rows('average takings per trip for each boat'))).toEqual(
      sorted([
        ['Heron', 164],
        ['Teal', 74],
      ]),
    )
  })

  test('is counted by the rows, and the answer says so', () => {
    expect(pier.rows('how many trips were fogbound in October 2026')).toEqual([[2]])
    expect(warns(pier.reading('how many trips were fogbound in October 2026'))).toBe(true)
  })
})

test('[DR1201] an amount per counted thing is one sum divided by another', () => {
  const [first, second] = pier
    .rows('how much do we take per passenger, by boat')
    .map(([, figure]) => Number(figure))
  expect([first, second].map((one) => Math.round((one ?? 0) * 100) / 100)).toEqual([11.39, 10])
  expect(pier.rows('price per guest')).toEqual([[35]])
})

test('[DR1202] the share of another amount of the same rows is a part of the sum', () => {
  const [[share] = []] = pier.rows('what percentage of the takings is paid by card')
  expect(Number(share)).toBeCloseTo((100 * 1017) / 1190)
})

test('[DR1203] whole numbers of things in each row are added up', () => {
  expect(pier.rows('how many passengers did Heron take in October 2026')).toEqual([[72]])
})

test('[DR1204] "in advance" is the time from the booking to the event', () => {
  const [[days] = []] = pier.rows('how many days in advance are charters booked on average')
  expect(Number(days)).toBeCloseTo(91 / 3)
})

test('[DR1205] "who does not work here anymore" are those who left', () => {
  expect(pier.rows('who does not work here anymore')).toEqual([['Ben Cole']])
})

test('[DR1206] [DR4142] how something is doing is its revenue, and the answer says so', () => {
  expect(pier.rows('how is Teal doing')).toEqual([[370]])
  expect(warns(pier.reading('how is Teal doing'))).toBe(true)
  expect(sorted(pier.rows('do we earn more in the morning or at sunset'))).toEqual(
    sorted([
      ['Morning', 640],
      ['Sunset', 550],
    ]),
  )
})

test('[DR1206] what other priced rows are called too is not read as revenue', () => {
  const plan = pier.plan('how is Heron doing')
  const says = plan.status === 'readings' ? plan.readings[0].assumptions.map((one) => one.about) : []
  expect(says).not.toContain('meaning of doing well')
})

test('[DR1206] a value that is only a part of the name is not what is asked about', () => {
  const plan = pier.plan('how is the sunset lounge doing')
  const says = plan.status === 'readings' ? plan.readings[0].assumptions.map((one) => one.about) : []
  expect(says).not.toContain('meaning of doing well')
})

test('[DR1207] a date called "day" is no other meaning of the word', () => {
  expect(pier.rows('what was our best day ever')).toEqual([['2026-10-01']])
})

describe('[DR1210] what is sold, where lines name one of several things', () => {
  test('is the thing to which the word belongs, and the answer says so', () => {
    expect(shop.rows('which albums are out of stock')).toEqual([['Night Owl']])
    expect(shop.rows('top 1 album by sales in 2026')).toEqual([['Night Owl', 40]])
    expect(warns(shop.reading('top 1 album by sales in 2026'))).toBe(true)
  })

  test('[DR1211] narrows an amount before which it stands', () => {
    expect(shop.rows('album sales in 2026')).toEqual([[80]])
    expect(sorted(shop.rows('record sales by music style in 2026'))).toEqual(
      sorted([
        ['Jazz', 65],
        ['Folk', 15],
      ]),
    )
  })
})

test('[DR1212] those who bought nothing have no sale, and the answer names the rows that it leaves out', () => {
  expect(shop.rows("how many fans haven't bought anything in 2026")).toEqual([[1]])
  expect(warns(shop.reading("how many fans haven't bought anything in 2026"))).toBe(true)
})

test('[DR1213] a total of rows that a date marks as undone says so', () => {
  expect(warns(shop.reading('average paid per concert ticket'))).toBe(true)
})

test('[DR1214] the average spend per sale is what a sale comes to', () => {
  expect(shop.rows('average spend per sale in 2026')).toEqual([[30]])
})

test('[DR1215] a share of sales that came from some people is of the sales that name one', () => {
  const [[share] = []] = shop.rows('what percentage of our sales in 2026 came from fans')
  expect(Number(share)).toBeCloseTo((100 * 71) / 90)
})

test('[DR1216] what is outstanding is open, and what is late has passed its day', () => {
  expect(shop.rows('which stock orders are still outstanding')).toEqual([
    [3, 'Blue Owl', '2026-10-01'],
    [4, 'Tin Roof', '2026-11-14'],
  ])
  expect(shop.rows('which stock orders are late').map(([id]) => id)).toEqual([3])
})

test('[DR1217] what was delivered was received: who takes the longest to deliver', () => {
  expect(shop.rows('which label takes the longest to deliver')).toEqual([['Tin Roof']])
})

test('[DR1218] "how often" after a sum counts its rows', () => {
  const reading = shop.reading('how much did we refund in March 2026')
  const previous = { question: 'how much did we refund in March 2026', reading }
  const next = readQuestion('how often for each reason?', shop.ontology, { ...plainContext, previous })
  if (next.status !== 'readings') throw new Error(next.status)
  expect(next.readings[0].frame?.measures).toEqual([{ kind: 'count', dataset: 'refund' }])
})

test('[DR1219] "and what are they worth" asks for the sum beside the number', async () => {
  using office = await openSmallDatabase(`
    create table quote (id integer primary key, sent_on date, amount real, status text);
    insert into quote values (1, '2026-01-01', 100, 'open'), (2, '2026-01-02', 50, 'won'), (3, '2026-01-03', 25, 'open');
  `)
  expect(office.rows('how many quotes are still open and what are they worth')).toEqual([[2, 125]])
})
