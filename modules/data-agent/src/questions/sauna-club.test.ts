import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const script = `
  create table bather (bather_no integer primary key, name text not null);
  create table course (course_no integer primary key, title text, host text, cancelled text);
  create table course_booking (booking_no integer primary key, course_no integer references course, bather_no integer references bather, guest text, booked_on date, amount real, paid_on date, status text);
  create table season_fee (fee_no integer primary key, bather_no integer not null references bather, due_on date, amount real, status text, collected_on date);
  create table massage (massage_no integer primary key, bather_no integer not null references bather, booked_at datetime not null, slot_at datetime not null, kind text);
  create table ware (code text primary key, item text, area text, price real, cost real);
  create table sale (receipt integer primary key, sold_on date, bather_no integer references bather, code text references ware, qty integer, total real);
  insert into bather values (1, 'Ada Berg'), (2, 'Bo Dahl'), (3, 'Cy Eng');
  insert into course values (1, 'Steam', 'Ida', null), (2, 'Birch', 'Ole', 'x'), (3, 'Ice', 'Ole', 'yes');
  insert into course_booking values (1, 1, 1, null, '2026-05-01', 20, '2026-05-02', 'Attended'), (2, 1, null, 'Zoe', '2026-05-02', 20, null, 'Cancelled'),
    (3, 2, 2, null, '2026-05-03', 20, '2026-05-03', 'Attended'), (4, 3, null, 'Yan', '2026-05-04', 20, null, 'Attended');
  insert into season_fee values (1, 1, '2026-05-01', 9, 'Paid', '2026-05-02'), (2, 2, '2026-05-01', 9, 'Open', null), (3, 3, '2026-05-01', 9, 'Paid', '2026-05-03');
  insert into massage values (1, 1, '2026-04-20 10:00:00', '2026-05-04 10:00:00', 'back'), (2, 2, '2026-05-02 10:00:00', '2026-06-09 10:00:00', 'back'), (3, 3, '2026-05-03 09:00:00', '2026-07-01 10:00:00', 'foot');
  insert into ware values ('T1', 'Towel', 'Hall', 5, 2), ('R1', 'Robe', 'Hall', 30, 20), ('P1', 'Pie', 'Garden', 4, 1), ('C1', 'Cider', 'Garden', 3, 1);
  insert into sale values (1, '2026-05-01', 1, 'P1', 1, 4), (2, '2026-05-02', null, 'P1', 2, 8), (3, '2026-05-03', null, 'C1', 1, 3), (4, '2026-05-04', 2, 'T1', 1, 5);
`
let club: SmallDatabase
beforeAll(async () => {
  club = await openSmallDatabase(script)
})
afterAll(() => club[Symbol.dispose]())

test('[DR1043] a state of the rows that are named comes before a field of other rows', () => {
  expect(club.rows('how many course bookings were cancelled')).toEqual([[1]])
  expect(club.rows('what percentage of course bookings were cancelled')).toEqual([[25]])
})

test('[DR1044] a value between "each" and a property narrows the property', () => {
  const rows = [
    ['Pie', 9],
    ['Cider', 2],
  ]
  expect(sorted(club.rows('profit of each garden item'))).toEqual(sorted(rows))
})

test('[DR1045] what was booked before happens at its other date', () => {
  expect(club.rows('how many massages in May 2026')).toEqual([[1]])
  expect(club.rows('how many massages were booked in May 2026')).toEqual([[2]])
})

test('[DR1046] who has not paid is asked about where people pay for several things', () => {
  expect(club.plan('who has not paid').status).toBe('clarification')
})

test('[DR1047] people who are counted by another word: rows without them are named', async () => {
  using trips = await openSmallDatabase(`
    create table member (member_no integer primary key, first_name text, last_name text);
    create table outing (outing_no integer primary key, title text, guide text);
    create table outing_seat (seat_no integer primary key, outing_no integer references outing, member_no integer references member, taken_on date);
    insert into member values (1, 'Ada', 'Berg'), (2, 'Bo', 'Dahl'), (3, 'Cy', 'Eng');
    insert into outing values (1, 'Fjord', 'Ida'), (2, 'Moor', 'Ole'), (3, 'Dune', 'Ole');
    insert into outing_seat values (1, 1, 1, '2026-05-01'), (2, 1, null, '2026-05-01'), (3, 2, 2, '2026-05-01'), (4, 3, null, '2026-05-01');
  `)
  const note = {
    about: 'rows left out',
    says: 'member are counted, each once. outing seat that name none of them are left out.',
    changesNumbers: true,
  }
  expect(trips.reading('outing participants per guide in May 2026').assumptions).toContainEqual(note)
  expect(trips.reading('members per guide in May 2026').assumptions).not.toContainEqual(note)
})

test('[DR1048] what comes from people who are not there are rows that name nobody', () => {
  expect(club.rows('how many course bookings came from people who are not bathers')).toEqual([[2]])
  expect(club.rows('how much of the garden sales comes from non-bathers')).toEqual([[11]])
})

test('[DR1049] a word that means the same as the plural in a name stands for the dataset', async () => {
  using shop = await openSmallDatabase(`
    create table wearer (wearer_no integer primary key, name text not null);
    create table tight_repair (repair_no integer primary key, wearer_no integer references wearer, mended_on date);
    insert into wearer values (1, 'Ada'), (2, 'Bo');
    insert into tight_repair values (1, 1, '2026-05-01'), (2, 2, '2026-05-02'), (3, 2, '2026-06-02');
  `)
  expect(shop.rows('how many leotards in May 2026')).toEqual([[2]])
  expect(shop.reading('how many leotards in May 2026').assumptions).toContainEqual(
    expect.objectContaining({ says: '“leotards” is taken to mean tight repair.', changesNumbers: true }),
  )
})
