import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 6) + at * 86_400_000).toISOString().slice(0, 10)
const list = (length: number, row: (at: number) => string): string =>
  Array.from({ length }, (_, at) => `(${row(at)})`).join(', ')

let lifeboat: SmallDatabase
beforeAll(async () => {
  lifeboat = await openSmallDatabase(`
    create table supporter (id integer primary key, name text, kind text);
    create table promise (id integer primary key, supporter_id integer references supporter, promised_on date, amount real, status text);
    create table gift (id integer primary key, supporter_id integer references supporter, promise_id integer references promise,
      received_on date, amount real, status text);
    insert into supporter values ${list(60, (at) => `${at + 1}, 'Supporter ${at}', '${['Person', 'Company'][at % 2]}'`)};
    insert into promise values ${list(80, (at) => `${at + 1}, ${(at % 60) + 1}, '${day(at * 6)}', ${200 + (at % 9) * 50}, '${at % 10 === 9 ? 'cancelled' : 'open'}'`)};
    insert into gift values ${list(900, (at) => {
      const of = at < 75 ? at : null
      return `${at + 1}, ${((of ?? at) % 60) + 1}, ${of === null ? 'null' : of + 1}, '${day(of === null ? at % 640 : of * 6 + 20)}', ${of === null ? 5 + (at % 40) : 200 + (of % 9) * 50}, '${at % 50 === 49 ? 'failed' : 'received'}'`
    })};
  `)
})
afterAll(() => lifeboat[Symbol.dispose]())

test('[DO1461] [DO1561] rows of which few belong to a promise are the income, with or without one', () => {
  expect(lifeboat.rows('how much did we raise in 2025')).toEqual(
    lifeboat.run(`select sum(amount) from gift where status <> 'failed' and received_on like '2025%'`),
  )
  expect(lifeboat.rows('average gift in 2025')).toEqual(
    lifeboat.run(`select avg(amount) from gift where status <> 'failed' and received_on like '2025%'`),
  )
})
