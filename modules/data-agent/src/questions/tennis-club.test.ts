import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A tennis club with exports of several programs: no keys are declared, and the door knows only the numbers of cards. */
let club: SmallDatabase
beforeAll(async () => {
  club = await openSmallDatabase(exportedRows())
})
afterAll(() => club[Symbol.dispose]())

test('[DO1370] [DO1371] numbers that some may lack, and letters that are the key of a place, are references', () => {
  const found = club.ontology.relationships.map(({ from, to, fromFields, toFields, cardinality }) =>
    [from, fromFields.join(), to, toFields.join(), cardinality].join(' '),
  )
  expect(found).toEqual(
    expect.arrayContaining([
      'sign_ins card_no players card_no many-to-one',
      'sign_ins hall halls code many-to-one',
    ]),
  )
})

test.each([
  [
    'how much did we take last month',
    "select sum(amount) from payments where paid_on like '2026-10-%' and status = 'Paid'",
  ],
  [
    'what is our mrr',
    "select sum(monthly_fee) from memberships where ended_on is null or ended_on >= '2026-11-18'",
  ],
])('[DR3204] [DR3205] what people pay each month: %s', (question, sql) => {
  expect(club.rows(question)).toEqual(club.run(sql))
})

test.each([
  [
    'number of sign-ins last month',
    "select count(*) from sign_ins where signed_at like '2026-10-%' and result <> 'DENIED'",
  ],
  [
    'how many players came last month',
    "select count(distinct card_no) from sign_ins where signed_at like '2026-10-%' and result <> 'DENIED'",
  ],
])('[DR3206] [DR4312] [DR3207] [DR4313] the log of a door says who came: %s', (question, sql) => {
  expect(club.rows(question)).toEqual(club.run(sql))
})

test('[DR3208] courses that are still to come say nothing of how full they are', () => {
  const expected = club.run(
    "select 100.0 * count(*) / (select sum(capacity) from courses where state = 'Held') from course_bookings join courses using (course_no) where state = 'Held'",
  )
  expect(club.rows('what is our average occupancy')).toEqual(expected)
})

test('[DR3214] how old people are on average is their average age', () => {
  expect(club.sql('how old are our players on average')).toContain('born_on')
})

function exportedRows(): string {
  const rows = (table: string, all: readonly (readonly (string | number | null)[])[]): string =>
    `insert into ${table} values ${all.map((row) => `(${row.map((cell) => (cell === null ? 'null' : typeof cell === 'string' ? `'${cell}'` : cell)).join(', ')})`).join(', ')};`
  const two = (n: number): string => String(n).padStart(2, '0')
  const players = Array.from({ length: 40 }, (_, i) => ({
    no: `P${300 + i}`,
    card: i % 9 === 8 ? null : `00${71_000 + i * 3}`,
    name: `${['Ana', 'Ben', 'Cleo', 'Dan', 'Eva'][i % 5] ?? ''} ${['Ash', 'Birch', 'Cedar', 'Elm', 'Fir', 'Oak', 'Pine', 'Yew'][i % 8] ?? ''}`,
    born: `${1960 + i}-${two(1 + (i % 12))}-11`,
  }))
  const fee = (i: number): number => [29.5, 41, 35.25][i % 3] ?? 29.5
  const months = Array.from({ length: 10 }, (_, i) => `2026-${two(1 + i)}-03`)
  const signed = players.flatMap(({ card }, i) =>
    card === null ? [] : Array.from({ length: 1 + (i % 4) }, (_, n) => [card, i, n] as const),
  )
  const halls = ['NOR', 'SOU', 'EAS', 'WES']
  return `
    create table players (player_no text, card_no text, full_name text, born_on date);
    create table halls (code text, hall_name text);
    create table memberships (membership_no text, player_no text, started_on date, ended_on date, monthly_fee real);
    create table payments (receipt_no text, player_no text, paid_on date, kind text, amount real, status text);
    create table sign_ins (event_no integer, signed_at datetime, card_no text, hall text, result text);
    create table courses (course_no text, title text, starts_at datetime, capacity integer, state text);
    create table course_bookings (booking_no text, course_no text, player_no text, booked_at datetime);
    ${rows(
      'players',
      players.map(({ no, card, name, born }) => [no, card, name, born]),
    )}
    ${rows(
      'halls',
      halls.map((code, i) => [code, `${['North', 'South', 'East', 'West'][i] ?? ''} hall`]),
    )}
    ${rows(
      'memberships',
      players.map(({ no }, i) => [`M${i}`, no, '2025-02-01', i % 6 === 0 ? '2026-08-31' : null, fee(i)]),
    )}
    ${rows(
      'payments',
      months.flatMap((day, m) =>
        players.map(({ no }, i) => [
          `R${m * 100 + i}`,
          no,
          day,
          'Membership',
          fee(i),
          (i + m) % 13 === 0 ? 'Failed' : 'Paid',
        ]),
      ),
    )}
    ${rows(
      'sign_ins',
      signed.map(([card, i, n], at) => [
        at,
        `2026-${two(9 + (n % 2))}-${two(1 + (i % 27))} 10:${two(i)}:00`,
        card,
        halls[(i + n) % 4] ?? '',
        at % 10 === 0 ? 'DENIED' : 'GRANTED',
      ]),
    )}
    ${rows(
      'courses',
      Array.from({ length: 24 }, (_, i) => [
        `C${i}`,
        `Course ${i % 5}`,
        `2026-${i < 18 ? '10' : '12'}-${two(1 + i)} 18:00:00`,
        6 + (i % 3),
        i < 18 ? 'Held' : 'Scheduled',
      ]),
    )}
    ${rows(
      'course_bookings',
      Array.from({ length: 90 }, (_, i) => [
        `B${i}`,
        `C${i % 24}`,
        `P${300 + (i % 40)}`,
        `2026-09-${two(1 + (i % 28))} 09:00:00`,
      ]),
    )}
  `
}
