import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'
import { openIceRink } from './test-ice-rink.ts'

let rink: SmallDatabase
beforeAll(async () => {
  rink = await openIceRink()
})
afterAll(() => rink[Symbol.dispose]())

const firstOf = (question: string): readonly unknown[] => rink.rows(question).map(([first]) => first)

test('[DR1240] [DR4155] hours worked are the time of the shifts that were worked', () => {
  expect(rink.rows('hours worked per employee last month')).toEqual([
    ['Gia Pine', 12],
    ['Finn Oak', 8],
  ])
  expect(firstOf('who worked the most hours last month')).toEqual(['Gia Pine'])
})

test('[DR1241] wages are the hours worked times what people get for an hour', () => {
  expect(rink.rows('what did the shifts cost us in wages last month')).toEqual([[8 * 15 + 12 * 10]])
})

test('[DR1243] sales that were refunded are no revenue, and can be asked for', () => {
  expect(rink.rows('admission revenue last month')).toEqual([[42]])
  expect(rink.rows('how much did we refund for admissions last month')).toEqual([[22]])
})

test('[DR1244] what was paid for something that ran for a time stays paid when it is cancelled', () => {
  expect(rink.rows('how much did memberships bring in this year')).toEqual([[220]])
})

test('[DR1245] people are current while something of theirs runs', () => {
  expect(rink.rows('how many skaters do we have at the moment')).toEqual([[2]])
})

test('[DR1246] a word of a stream names the goods on its lines', () => {
  expect(rink.rows('top 2 kiosks by revenue').map(([label]) => label)).toEqual(['Cocoa', 'Waffle'])
})

test('[DR1247] [DR4156] what is sold out has as many sales as its room has places', () => {
  expect(rink.rows('how many sessions were sold out last month')).toEqual([[1]])
  expect(rink.plan('how many skaters were sold out last month').status).not.toBe('readings')
})

test('[DR1247] what is sold out may have its number of places itself', async () => {
  using farm = await openSmallDatabase(`
    create table hike (hike_id integer primary key, title text not null, starts_on date not null, places integer not null);
    create table booking (booking_id integer primary key, hike_id integer not null references hike, booked_on date not null, amount real not null, status text not null);
    insert into hike values (1, 'Ridge', '2026-05-02', 2), (2, 'Gorge', '2026-06-02', 2), (3, 'Lake', '2026-07-02', 1);
    insert into booking values (1, 1, '2026-04-01', 20, 'booked'), (2, 1, '2026-04-02', 20, 'booked'), (3, 2, '2026-05-01', 20, 'booked'), (4, 2, '2026-05-02', 20, 'cancelled'), (5, 3, '2026-06-02', 20, 'booked');
  `)
  expect(farm.rows('how many hikes were fully booked this year')).toEqual([[2]])
})

test('[DR1248] the most popular thing is the one that most rows of its only stream name', () => {
  expect(firstOf('which hall is most popular')).toEqual(['North'])
})

test('[DR1249] contracts that refer to the one before do not hide who reports to whom', () => {
  expect(firstOf('who reports to Eva Nord')).toEqual(['Finn Oak', 'Gia Pine'])
})

test('[DR1261] who works in a period has a shift in it', () => {
  expect(rink.rows('who is working tomorrow')).toEqual([['Finn Oak']])
})

test('[DR1262] how full events are is the part of their places that is taken', () => {
  expect(rink.rows('how full are our courses on average')).toEqual([[60]])
})
