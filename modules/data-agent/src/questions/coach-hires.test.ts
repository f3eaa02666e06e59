import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 3) + at * 86_400_000).toISOString().slice(0, 10)
const hires = Array.from({ length: 120 }, (_, at) => {
  const quoted = Math.round(at * 5.4)
  const accepted = at % 5 === 3 ? 'null' : `'${day(quoted + 20)}'`
  const off = at % 11 === 4 ? `'${day(quoted + 25)}'` : 'null'
  const rebate = at % 4 === 1 ? 'null' : String((at % 3) * 5)
  return `(${at + 1}, ${(at % 4) + 1}, ${(at % 6) + 1}, ${(at % 2) + 1}, '${day(quoted)}', ${accepted}, ${off}, ${300 + (at % 13) * 20}, ${rebate})`
})
const addOns = Array.from({ length: 120 }, (_, at) => `(${at + 1}, ${at + 1}, 'Guide', ${(at % 3) + 1}, 40)`)

let coaches: SmallDatabase
beforeAll(async () => {
  coaches = await openSmallDatabase(`
    create table coaches (coach_id integer primary key, coach_name text not null, seats integer);
    create table clients (client_id integer primary key, client_name text not null);
    create table agents (agent_id integer primary key, agent_name text not null, commission_pct real);
    create table hires (hire_id integer primary key, coach_id integer not null references coaches, client_id integer not null references clients, agent_id integer references agents, quoted_on date, accepted_on date, cancelled_on date, full_price real, rebate_pct real);
    create table hire_extras (extra_id integer primary key, hire_id integer not null references hires, extra text, quantity integer, price real);
    insert into coaches values (1, 'Red', 30), (2, 'Blue', 40), (3, 'Green', 50), (4, 'White', 20);
    insert into clients values (1, 'Ada'), (2, 'Ben'), (3, 'Cleo'), (4, 'Dov'), (5, 'Eli'), (6, 'Fay');
    insert into agents values (1, 'Tours', 10), (2, 'Wheels', 15);
    insert into hires values ${hires.join(', ')};
    insert into hire_extras values ${addOns.join(', ')};
  `)
})
afterAll(() => coaches[Symbol.dispose]())

const fee = 'full_price * (1 - coalesce(rebate_pct, 0) / 100)'
const isSold = 'accepted_on is not null and cancelled_on is null'

test('[DR2560] what was offered and never agreed to is not sold', () => {
  expect(coaches.rows('what is our total revenue?')).toEqual(
    coaches.run(`select sum(${fee}) from hires where ${isSold}`),
  )
})

test('[DR2561] what was offered first is dated by the day on which it was agreed to', () => {
  expect(sorted(coaches.rows('hire revenue by client last year'))).toEqual(
    sorted(
      coaches.run(
        `select client_name, sum(${fee}) from hires join clients using (client_id) where ${isSold} and accepted_on >= '2025-01-01' and accepted_on < '2026-01-01' group by 1`,
      ),
    ),
  )
})

test('[DR2562] a discount in percent is taken off a price that is called the one before it', () => {
  expect(coaches.rows('how much discount did we give?')).toEqual(
    coaches.run(`select sum(full_price * rebate_pct / 100) from hires where ${isSold}`),
  )
  expect(sorted(coaches.rows('commission by agent'))).toEqual(
    sorted(
      coaches.run(
        `select agent_name, sum(${fee} * commission_pct / 100) from hires join agents using (agent_id) where ${isSold} group by 1`,
      ),
    ),
  )
})

test('[DR2563] the average price of sales is what they came to, and not the price of their extras', () => {
  expect(coaches.rows('what is the average hire price this year?')).toEqual(
    coaches.run(
      `select avg(${fee}) from hires where ${isSold} and accepted_on >= '2026-01-01' and accepted_on < '2027-01-01'`,
    ),
  )
})

test('[DR2564] a group in which no row has a discount comes to its full amount', () => {
  expect(sorted(coaches.rows('hire revenue by coach'))).toEqual(
    sorted(
      coaches.run(
        `select coach_name, sum(${fee}) from hires join coaches using (coach_id) where ${isSold} group by 1`,
      ),
    ),
  )
})
