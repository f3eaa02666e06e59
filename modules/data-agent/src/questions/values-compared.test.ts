import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

/** A maker of kites with two kiosks: sales have lines, and each kite is of a kind. */
const script = `
  create table kiosks (id integer primary key, name text not null, town text);
  create table kites (id integer primary key, name text not null, kind text, price real);
  create table sales (id integer primary key, kiosk_id integer not null references kiosks, sold_on date, paid_by text, total real, status text);
  create table sale_lines (id integer primary key, sale_id integer not null references sales, kite_id integer not null references kites,
    quantity integer, unit_price real, line_total real);
  insert into kiosks values (1, 'Harbour', 'Rye'), (2, 'Castle', 'Deal'), (3, 'Market', 'Hull');
  insert into kites values (1, 'Swift', 'Sled', 20), (2, 'Heron', 'Delta', 30), (3, 'Gull', 'Box', 50);
  insert into sales values (1, 1, '2026-02-01', 'card', 40, 'paid'), (2, 1, '2026-03-01', 'cash', 30, 'paid'), (3, 2, '2026-03-05', 'card', 50, 'paid'),
    (4, 3, '2026-04-01', 'card', 70, 'paid'), (5, 2, '2026-05-01', 'cash', 30, 'cancelled'), (6, 2, '2025-05-01', 'cash', 90, 'paid');
  insert into sale_lines values (1, 1, 1, 2, 20, 40), (2, 2, 2, 1, 30, 30), (3, 3, 3, 1, 50, 50), (4, 4, 1, 1, 20, 20), (5, 4, 3, 1, 50, 50), (6, 5, 2, 1, 30, 30), (7, 6, 2, 3, 30, 90);
`
let kites: SmallDatabase
beforeAll(async () => {
  kites = await openSmallDatabase(script, { now: new Date('2026-06-24T12:00:00Z') })
})
afterAll(() => kites[Symbol.dispose]())

test.each([
  'compare revenue of Harbour and Castle this year',
  'revenue Harbour vs Castle this year',
  'Harbour versus Castle: revenue this year',
  'compare Harbour with Castle by revenue this year',
  'how does our revenue split between Harbour and Castle this year',
])('[DR3750] values that are compared have a figure each: %s', (question) => {
  expect(sorted(kites.rows(question))).toEqual(['["Castle",50]', '["Harbour",70]'])
})

test('[DR4431] what the question is divided by besides stays, and lines know what was sold', () => {
  expect(sorted(kites.rows('compare sales of sleds and boxes per kiosk this year'))).toEqual([
    '["Castle","Box",50]',
    '["Harbour","Sled",40]',
    '["Market","Box",50]',
    '["Market","Sled",20]',
  ])
})

test('[DR3751] shares of several values are those in the whole, also of what is not named', () => {
  expect(sorted(kites.rows('what share of revenue in 2026 is sleds and what is deltas'))).toEqual([
    '["Box",52.63]',
    '["Delta",15.79]',
    '["Sled",31.58]',
  ])
})

test('[DR3711] a share of sales that goes through all values of a column is that of each of them', () => {
  expect(sorted(kites.rows('what share of sales goes through Harbour, Castle and Market in 2026'))[0]).toBe(
    '["Castle",26.32]',
  )
})
