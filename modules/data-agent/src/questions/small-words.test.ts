import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

let lamps: SmallDatabase
beforeAll(async () => {
  lamps = await openSmallDatabase(`
    create table maker (maker_id integer primary key, maker_name text not null);
    create table design (design_id integer primary key, maker_id integer not null references maker, title text not null, verdict text not null, handed_in_on date not null);
    create table parcel (parcel_id integer primary key, maker_id integer not null references maker, sent_on date, returned_on date, packed_on date not null);
    insert into maker values (1, 'Alder'), (2, 'Birch');
    insert into design values (1, 1, 'Moon', 'approved', '2026-10-01'), (2, 1, 'Reed', 'pending', '2026-10-02'), (3, 2, 'Shell', 'pending', '2026-10-03'),
      (4, 2, 'Cone', 'rejected', '2026-10-04'), (5, 2, 'Wave', 'approved', '2026-10-05'), (6, 1, 'Dune', 'approved', '2026-10-06'), (7, 1, 'Kite', 'approved', '2026-10-07');
    insert into parcel values (1, 1, '2026-10-02', null, '2026-10-01'), (2, 1, '2026-10-03', '2026-10-09', '2026-10-02'), (3, 2, '2026-10-04', null, '2026-10-03'),
      (4, 2, null, null, '2026-10-05'), (5, 2, '2026-10-07', null, '2026-10-06');
  `)
})
afterAll(() => lamps[Symbol.dispose]())

// Four designs are approved; they are those that are not meant.
test.each([
  'how many designs still need to be approved',
  'number of designs that need to be approved',
  'number of designs that still have to be approved',
])('[DR880] %s', (question) => {
  expect(lamps.rows(question)).toEqual([[3]])
})

test.each([
  ['how many parcels still need to be sent', [[1]]],
  ['parcels that still have to be sent', [[4]]],
])('[DR880] %s', (question, rows) => {
  expect(lamps.rows(question).map(([first]) => [first])).toEqual(rows)
})

test.each([
  ['how many parcels were sent back', [[1]]],
  ['how many parcels got sent back in october', [[1]]],
  ['what share of our parcels gets sent back', [[20]]],
])('[DR2362] %s', (question, rows) => {
  expect(lamps.rows(question)).toEqual(rows)
})
