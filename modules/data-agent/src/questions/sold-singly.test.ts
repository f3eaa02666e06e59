import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const script = `
  create table schools (id integer primary key, name text not null);
  insert into schools values (1, 'Delft'), (2, 'Siena');
  create table agents (id integer primary key, full_name text not null, hired_on date not null);
  insert into agents values (1, 'Ada Moor', '2019-01-01'), (2, 'Ben Nash', '2020-01-01');
  create table buyers (id integer primary key, full_name text not null, email text);
  insert into buyers values (1, 'Cid Orr', 'c@x.example'), (2, 'Dee Pym', 'd@x.example');
  create table paintings (id integer primary key, title text not null, school_id integer not null references schools, bought_on date not null, purchase_price real not null, asking_price real not null);
  insert into paintings values (1, 'Dunes', 1, '2025-01-02', 100, 200), (2, 'Harbour', 1, '2025-02-02', 300, 400), (3, 'Olives', 2, '2025-03-02', 50, 90),
    (4, 'Saint', 2, '2025-04-02', 500, 900), (5, 'Mill', 1, '2025-05-02', 80, 120), (6, 'Lake', 2, '2026-05-02', 70, 110);
  create table sales (id integer primary key, painting_id integer not null references paintings, agent_id integer not null references agents, buyer_id integer not null references buyers, sold_on date not null, sale_price real not null, status text not null);
  insert into sales values (1, 1, 1, 1, '2026-01-10', 180, 'completed'), (2, 2, 2, 2, '2026-02-10', 390, 'completed'), (3, 3, 1, 1, '2026-02-20', 95, 'completed'),
    (4, 4, 2, 2, '2026-03-10', 880, 'cancelled'), (5, 5, 1, 2, '2025-12-10', 125, 'completed');
`

let gallery: SmallDatabase
beforeAll(async () => {
  gallery = await openSmallDatabase(script)
})
afterAll(() => gallery[Symbol.dispose]())

test('[DO1464] [DR3718] things that are sold once are counted by their sales', () => {
  expect(gallery.rows('how many paintings did we sell this year')).toEqual([[3]])
  expect(gallery.rows('number of paintings sold last year')).toEqual([[1]])
  expect(gallery.rows('paintings sold by school')).toEqual([
    ['Delft', 3],
    ['Siena', 1],
  ])
  expect(gallery.rows('how many paintings were sold this year')).toEqual([[3]])
  expect(gallery.rows('how many paintings are there')).toEqual([[6]])
})

test('[DO1465] what they cost makes the profit and the margin', () => {
  expect(gallery.rows('profit in 2026')).toEqual([[180 - 100 + 390 - 300 + 95 - 50]])
  expect(gallery.rows('profit by school')).toEqual([
    ['Delft', 180 - 100 + 390 - 300 + 125 - 80],
    ['Siena', 45],
  ])
})

test('[DO1464] things that are sold again and again are no such things', async () => {
  using shop = await openSmallDatabase(`
    create table lamps (id integer primary key, title text not null, purchase_price real not null, asking_price real not null);
    insert into lamps values (1, 'Dune', 10, 20), (2, 'Reed', 30, 40), (3, 'Moss', 5, 9);
    create table sales (id integer primary key, lamp_id integer not null references lamps, sold_on date not null, sale_price real not null);
    insert into sales values (1, 1, '2026-01-10', 20), (2, 1, '2026-02-10', 20), (3, 2, '2026-02-20', 40), (4, 1, '2026-03-10', 20);`)
  expect(shop.ontology.metrics.map(({ name }) => name)).not.toContain('cost_of_goods')
})
