import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'

/** A museum that is given money: now and then for a promise that was made before, mostly without one. */
const script = `
  create table friends (id integer primary key, name text, town text);
  create table promises (id integer primary key, friend_id integer references friends(id), promised_on date, amount real, due_on date, status text);
  create table gifts (id integer primary key, friend_id integer references friends(id), promise_id integer references promises(id), given_on date, amount real, status text);
${into(
  'friends',
  upTo(12).map((id) => [id, `Friend ${String.fromCodePoint(64 + id)}`, id % 3 === 0 ? 'Ryde' : 'Cowes']),
)}
${into(
  'promises',
  upTo(10).map((id) => [
    id,
    id,
    day(-40 * id),
    100 * id,
    day(-40 * id + 60),
    id % 5 === 0 ? 'cancelled' : 'open',
  ]),
)}
${into(
  'gifts',
  upTo(60).map((id) => [
    id,
    (id % 12) + 1,
    id % 6 === 0 ? id / 6 : null,
    day(-6 * id),
    id % 6 === 0 ? (id / 6) * 100 : 20 + id,
    id === 7 ? 'failed' : 'received',
  ]),
)}`

const museum = openedBefore(script)

describe('[DR3650] [DR4416] what most rows do without is no whole that they belong to', () => {
  test.each([
    [
      'income this year',
      `select sum(amount) from gifts where status <> 'failed' and given_on >= '2026-01-01'`,
    ],
    [
      'top 3 friends by income',
      `select f.name, sum(g.amount) from gifts g join friends f on f.id = g.friend_id where g.status <> 'failed' group by f.id order by 2 desc limit 3`,
    ],
    [
      'income by town',
      `select f.town, sum(g.amount) from gifts g join friends f on f.id = g.friend_id where g.status <> 'failed' group by 1`,
    ],
  ])('%s', (question, sql) => {
    const { got, wanted } = rowsOf(museum(), question, sql)
    expect(got).toEqual(wanted)
    expect(museum().sql(question)).not.toContain('promises')
  })
})
