import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

let pools: SmallDatabase
beforeAll(async () => {
  pools = await openSmallDatabase(`
    create table pools (pool_id integer primary key, name text not null, depth integer not null);
    create table swimmers (swimmer_id integer primary key, name text not null, age integer not null);
    create table crew (crew_id integer primary key, name text not null, pool_id integer not null references pools(pool_id));
    create table trains_in (swimmer_id integer not null references swimmers(swimmer_id), pool_id integer not null references pools(pool_id), primary key (swimmer_id, pool_id));
    create table visits (visit_id integer primary key, swimmer_id integer not null references swimmers(swimmer_id), minutes integer not null);
    create table swim_boards (board_id integer primary key, colour text not null);
    create table borrows_boards (swimmer_id integer not null references swimmers(swimmer_id), board_id integer not null references swim_boards(board_id), hours integer not null);
    insert into pools values (1, 'Blue Hall', 2), (2, 'Old Bath', 4);
    insert into swimmers values (1, 'Ida', 20), (2, 'Jon', 31), (3, 'Kai', 45);
    insert into crew values (1, 'Lea', 1), (2, 'Max', 1), (3, 'Nia', 2);
    insert into trains_in values (1, 1), (2, 1), (3, 2);
    insert into swim_boards values (1, 'red'), (2, 'blue');
    insert into borrows_boards values (1, 1, 2), (1, 2, 1), (3, 1, 5);
    insert into visits values (1, 1, 30), (2, 1, 40), (3, 1, 45), (4, 2, 20), (5, 3, 25), (6, 3, 50);
  `)
})
afterAll(() => pools[Symbol.dispose]())

const unmatched = (question: string): readonly string[] => pools.reading(question).unmatched

test('[DR820] "members" after a word for people adds nothing', () => {
  const question = 'Which pool has the most crew members?'
  expect(pools.rows(question)).toEqual([['Blue Hall']])
  expect(pools.rows('How many crew members are there?')).toEqual([[3]])
  expect(unmatched(question)).toEqual([])
})

test('[DR821] "twice" is the number that the rows are compared with', () => {
  const question = 'What are the names of swimmers with more than twice visits?'
  expect(unmatched(question)).toEqual([])
  expect(pools.rows(question)).toEqual([['Ida']])
})

test('[DR822] a verb that names the connection which the query goes through adds nothing', () => {
  const question = 'How many swimmers borrow swim boards?'
  expect(pools.rows(question)).toEqual([[2]])
  expect(unmatched(question)).toEqual([])
})

test('[DR823] the top things are shown with the amount that ranks them', () => {
  expect(pools.rows('What are the top 2 swimmers with the most visits?')).toEqual([
    ['Ida', 3],
    ['Kai', 2],
  ])
  expect(pools.rows('What are the top 2 pools with the highest depth?')).toEqual([
    ['Old Bath', 4],
    ['Blue Hall', 2],
  ])
})

test('[DR823] [DR4096] a question that says what to show gets nothing else', () => {
  expect(pools.rows('What are the names of the top 2 pools with the highest depth?')).toEqual([
    ['Old Bath'],
    ['Blue Hall'],
  ])
})

test('[DR1500] words that every object of the program has, such as "constructor", are words like any other', async () => {
  using races = await openSmallDatabase(`
    create table constructors (constructor_id integer primary key, constructor text not null, points integer not null);
    create table races (race_id integer primary key, constructor_id integer not null references constructors(constructor_id), laps integer not null);
    insert into constructors values (1, 'constructor', 12), (2, 'Alpine', 7);
    insert into races values (1, 1, 50), (2, 1, 44), (3, 2, 61);
  `)
  expect(races.rows('How many constructors are there?')).toEqual([[2]])
  expect(races.rows('How many races per constructor?')).toEqual([
    ['constructor', 2],
    ['Alpine', 1],
  ])
  for (const word of ['constructor', 'valueof', 'tostring', '__proto__', 'hasownproperty'])
    for (const question of [`${word} races since ${word} ${word}`, `5 ${word} of races`, `more than ${word}`])
      expect(() => races.plan(question)).not.toThrow()
})
