import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRidingStable } from './test-riding-stable.ts'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

let stable: SmallDatabase
beforeAll(async () => {
  stable = await openRidingStable()
})
afterAll(() => stable[Symbol.dispose]())

const firstOf = (question: string): readonly unknown[] =>
  stable
    .rows(question)
    .map(([first]) => String(first))
    .toSorted()

test('[DR1390] [DR4165] what somebody has not done is a clause beside what is listed or counted', () => {
  expect(firstOf('which riders have not had a lesson in the last 3 months')).toEqual([
    'Bo',
    'Cleo',
    'Dan',
    'Eli',
  ])
  expect(firstOf('riders who have gone quiet for 6 months')).toEqual(['Bo', 'Dan', 'Eli'])
  expect(firstOf('riders not seen since june')).toEqual(['Bo', 'Dan', 'Eli'])
  expect(stable.plan('which riders have not zorbed this year').status).not.toBe('readings')
})

test('[DR1391] the rows of a clause are those that its thing or its verb names', () => {
  expect(firstOf('horses nobody has shod for more than 8 weeks')).toEqual(['Moss', 'Rusty'])
  expect(firstOf('riders with no tack orders this year')).toEqual(['Bo', 'Dan', 'Eli'])
})

test('[DR1392] a length of time in such a clause is the time up to today', () => {
  expect(firstOf("running horses we haven't shod in over 8 weeks")).toEqual(['Moss'])
})

test('[DR1393] who called off or stayed away did not come', () => {
  expect(stable.rows("how many riders haven't been here for more than a year")).toEqual([[3]])
  expect(stable.rows('how many riders only came once')).toEqual([[3]])
})

test('[DR1394] [DR4167] a clause may say how often, or how many different things', () => {
  expect(firstOf('riders who only placed one tack order')).toEqual(['Bo'])
  expect(firstOf('riders with at least 2 lessons this year')).toEqual(['Ada'])
  expect(stable.rows('how many riders have bought more than one article')).toEqual([[2]])
  expect(stable.rows('what share of riders have ordered more than once')).toEqual([[20]])
})

test('[DR1395] rows in the first period and none in the second', () => {
  expect(firstOf('which riders bought last year but not this year')).toEqual(['Bo', 'Cleo'])
})

test('[DR1396] [DR4169] [DR4168] the words who and anything stand for people, staff and goods', () => {
  expect(firstOf("who hasn't had a lesson this year")).toEqual(['Bo', 'Dan', 'Eli'])
  expect(firstOf("who on the team hasn't had a duty in the last 3 months")).toEqual(['Ivy'])
  expect(firstOf('anything in our catalogue we have never sold')).toEqual(['Spurs'])
})

test('[DR1312] a plural in small letters is no name of a person', () => {
  expect(stable.rows('how many riders')).toEqual([[5]])
})

test('[DR1398] contacts of an organisation are not a second kind of customers', async () => {
  using desk = await openSmallDatabase(`
    create table org (org_id integer primary key, name text not null, closed_on date);
    create table contact (contact_id integer primary key, org_id integer not null references org, full_name text not null);
    create table request (request_id integer primary key, org_id integer not null references org, contact_id integer not null references contact, opened_at datetime not null);
    insert into org values (1, 'Alder', null), (2, 'Birch', '2025-01-01'), (3, 'Cedar', null);
    insert into contact values (1, 1, 'Ann Lee'), (2, 1, 'Bob Ray'), (3, 2, 'Cy Orr'), (4, 3, 'Di Ash');
    insert into request values (1, 1, 1, '2026-10-01 10:00:00'), (2, 2, 3, '2024-10-01 10:00:00'), (3, 3, 4, '2026-01-01 10:00:00');
  `)
  expect(desk.rows('active customers that have not opened a request in the last 6 months')).toEqual([
    ['Cedar'],
  ])
})
