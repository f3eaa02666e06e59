import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

/** A village hall: walks with room for so many, schemes with a budget, and appeals with a goal. */
const script = `
  create table visitors (id integer primary key, name text not null);
  create table walks (id integer primary key, title text not null, walks_on date, max_people integer);
  create table walk_bookings (id integer primary key, walk_id integer not null references walks, visitor_id integer not null references visitors, booked_on date, status text);
  create table schemes (id integer primary key, title text not null, budget real, planned_hours real, status text);
  create table scheme_costs (id integer primary key, scheme_id integer not null references schemes, spent_on date, amount real);
  create table scheme_hours (id integer primary key, scheme_id integer not null references schemes, worked_on date, hours real);
  create table appeals (id integer primary key, title text not null, goal real, status text);
  create table donations (id integer primary key, visitor_id integer references visitors, appeal_id integer references appeals, given_on date, amount real, status text);
  insert into visitors values (1, 'Ada'), (2, 'Ben'), (3, 'Cem');
  insert into walks values (1, 'Dunes', '2026-07-01', 2), (2, 'Marsh', '2026-07-05', 2), (3, 'Woods', '2026-08-01', 4);
  insert into walk_bookings values (1, 1, 1, '2026-06-01', 'confirmed'), (2, 1, 2, '2026-06-01', 'confirmed'), (3, 2, 1, '2026-06-02', 'confirmed'),
    (4, 2, 2, '2026-06-03', 'cancelled'), (5, 3, 3, '2026-06-03', 'confirmed');
  insert into schemes values (1, 'Roof', 100, 10, 'running'), (2, 'Gate', 100, 10, 'completed'), (3, 'Path', 50, 10, 'running');
  insert into scheme_costs values (1, 1, '2026-05-01', 80), (2, 1, '2026-05-02', 40), (3, 2, '2026-05-02', 60), (4, 3, '2026-05-03', 10);
  insert into scheme_hours values (1, 1, '2026-05-01', 4), (2, 2, '2026-05-02', 12), (3, 3, '2026-05-02', 3);
  insert into appeals values (1, 'Stage', 200, 'closed'), (2, 'Piano', 100, 'closed'), (3, 'Lights', 100, 'open');
  insert into donations values (1, 1, 1, '2026-02-01', 150, 'received'), (2, 2, 2, '2026-02-01', 100, 'received'), (3, 2, 1, '2026-02-02', 90, 'failed');
`
let hall: SmallDatabase
beforeAll(async () => {
  hall = await openSmallDatabase(script, { now: new Date('2026-06-24T12:00:00Z') })
})
afterAll(() => hall[Symbol.dispose]())

describe('a limit of a thing is compared with what its rows come to', () => {
  function check(question: string, titles: readonly string[]): void {
    expect(sorted(hall.rows(question))).toEqual(sorted(titles.map((title) => [title])))
  }

  test.each([
    ['which schemes are over budget', ['Roof']],
    ['running schemes that have gone over their budget', ['Roof']],
    ['completed schemes under budget', ['Gate']],
    ['which appeals reached their goal', ['Piano']],
    ['which walks are full', ['Dunes']],
    ['walks that are less than half full', ['Woods']],
  ])('[DR3752] %s', check)

  test.each([
    ['which schemes have exceeded their planned hours', ['Gate']],
    ['schemes that cost more than planned', ['Roof']],
  ])('[DR4432] %s', check)

  test.each([
    ['which finished appeals missed their goal', ['Stage']],
    ['walks with free places', ['Marsh', 'Woods']],
  ])('[DR4433] %s', check)
})

test('[DR3753] how far things are is what their rows come to in percent of the limit', () => {
  expect(sorted(hall.rows('how far along are the appeals towards their goals, in percent'))).toEqual([
    '["Piano",100]',
    '["Stage",75]',
  ])
  expect(hall.rows('how full are the walks')[0]).toEqual(['Dunes', 100])
})

test('[DR4434] what is closest to being full is not full', () => {
  expect(hall.rows('which walk is closest to being full')).toEqual([['Marsh', 50]])
})

test('[DR4435] what is closest to being full is still to come', async () => {
  using past = await openSmallDatabase(
    `${script}
    insert into walks values (4, 'Cliffs', '2026-05-01', 3);
    insert into walk_bookings values (6, 4, 1, '2026-04-01', 'confirmed'), (7, 4, 2, '2026-04-01', 'confirmed');`,
    { now: new Date('2026-06-24T12:00:00Z') },
  )
  expect(past.rows('which walk is closest to being full')).toEqual([['Marsh', 50]])
})

test('[DR3754] what is over has the state that the data has for it', () => {
  expect(hall.rows('finished appeals').flat()).toEqual(['Stage', 'Piano'])
  expect(hall.rows('closed schemes').flat()).toEqual(['Gate'])
})
