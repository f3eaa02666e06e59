import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

let lodges: SmallDatabase
beforeAll(async () => {
  lodges = await openSmallDatabase(`
    create table lodge (lodge_id integer primary key, lodge_name text, founded integer, enrolment integer, altitude real);
    insert into lodge values (1, 'Gentian', 1901, 80, 1400), (2, 'Edelweiss', 1888, 120, 2100), (3, 'Arnica', 1950, 40, 1800);
    create table climber (climber_id integer primary key, climber_name text, country text, lodge_id integer references lodge);
    insert into climber values (1, 'Ueli Brand', 'Austria', 1), (2, 'Rosa Kern', 'Italy', 2), (3, 'Jon Pike', 'Austria', 2);
  `)
})
afterAll(() => lodges[Symbol.dispose]())

test.each([
  ['how many mountaineers come from Austria', [[2]]],
  ['what are the names of the climbers climbing from Italy', [['Rosa Kern']]],
  ['how many different countries are the mountaineers from', [[2]]],
])('[DR1031] "%s" repeats a name in other words, and is answered with a warning', (question, rows) => {
  expect(lodges.rows(question)).toEqual(rows)
  expect(lodges.reading(question).assumptions.some(({ changesNumbers }) => changesNumbers)).toBe(true)
})

test.each([
  'how many climbers have retired',
  'how many lodges in Bhutan',
  'how many refrigerators are there',
])('[DR1032] "%s" has a word that repeats nothing, and is not answered', (question) => {
  expect(lodges.plan(question).status).not.toBe('readings')
})
