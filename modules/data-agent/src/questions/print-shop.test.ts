import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'

/** A printer with presses that have no price, and jobs of customers in several states. */
const script = `
  create table customers (id integer primary key, name text, email text, phone text);
  create table presses (id integer primary key, name text, built_in integer, sheets_an_hour integer);
  create table jobs (id integer primary key, customer_id integer references customers(id), press_id integer references presses(id), ordered_on date, price real, status text);
${into(
  'customers',
  upTo(14).map((id) => [
    id,
    `Customer ${id}`,
    id % 4 === 0 ? null : `c${id}@example.org`,
    id % 3 === 0 ? null : `0${id}`,
  ]),
)}
${into(
  'presses',
  upTo(5).map((id) => [id, `Press ${String.fromCodePoint(64 + id)}`, 1900 + id, 100 * id]),
)}
${into(
  'jobs',
  upTo(60).map((id) => [
    id,
    (id % 11) + 1,
    (id % 4) + 1,
    day(-3 * id),
    20 + id,
    id < 9 ? 'in print' : id % 10 === 0 ? 'cancelled' : 'finished',
  ]),
)}`

const printer = openedBefore(script)

describe('[DR3651] who has none of some rows may have others, or none at all', () => {
  const without = `select name from customers where id not in (select customer_id from jobs where status = 'in print')`
  test.each([
    ['customers that have no cancelled job', without.replace('in print', 'cancelled')],
    ['customers without a finished job', without.replace('in print', 'finished')],
    ['customers with no cancelled job', without.replace('in print', 'cancelled')],
    ['customers who do not have a finished job', without.replace('in print', 'finished')],
    [
      'how many customers have no cancelled jobs',
      without.replace('in print', 'cancelled').replace('name', 'count(*)'),
    ],
  ])('%s', (question, sql) => {
    const { got, wanted } = rowsOf(printer(), question, sql)
    expect(got).toEqual(wanted)
  })
})

test.each([
  'customers without an e-mail address',
  'which customers have no e-mail',
  'customers missing an e-mail address',
])('[DR3652] an e-mail is an email, however it is written: %s', (question) => {
  const { got, wanted } = rowsOf(printer(), question, 'select name from customers where email is null')
  expect(got).toEqual(wanted)
})

describe('what something is worth is no name and no other figure', () => {
  test.each([
    'what are our presses worth',
    'what is the value of our presses',
    'how much is Press A',
    'how much are our presses',
    'what are our customers worth',
  ])('[DR4417] %s', (question) => {
    expect(printer().plan(question).status).toBe('cannot_answer')
  })

  test.each(['what are our jobs worth', 'what is the value of our jobs', 'how much are our jobs'])(
    '[DR3653] %s',
    (question) => {
      expect(printer().sql(question)).toMatch(/sum\(price\)|revenue/i)
    },
  )
})
