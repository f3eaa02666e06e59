import { buildSql, planJoins } from '@quipu/query'
import { readQuestion } from '@quipu/reading'
import { describe, expect, test } from 'vitest'
import { now, openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'
import { plainContext } from './test-shop.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

/** A sailing school: most enrolments are paid in two parts, a fund bears a part of some, and some are not paid in full. */
const school = openedBefore(`
  create table pupils (id integer primary key, first_name text, last_name text);
  create table enrolments (id integer primary key, pupil_id integer references pupils(id), enrolled_on date, fee real, fund_part real, status text);
  create table payments (id integer primary key, enrolment_id integer references enrolments(id), paid_on date, amount real, status text);
${into(
  'pupils',
  upTo(20).map((id) => [id, `Ann${id}`, `Berg${id}`]),
)}
${into(
  'enrolments',
  upTo(60).map((id) => [
    id,
    (id % 18) + 1,
    day(-5 * id),
    200 + id,
    id % 3 === 0 ? 50 : 0,
    id === 8 ? 'cancelled' : 'active',
  ]),
)}
${into(
  'payments',
  upTo(60).flatMap((id) => {
    const due = 200 + id - (id % 3 === 0 ? 50 : 0)
    const first = [2 * id, id, day(-5 * id), 100, 'ok']
    return id === 8
      ? []
      : id % 10 === 7
        ? [first]
        : [first, [2 * id + 1, id, day(-5 * id + 3), due - 100, id === 31 ? 'failed' : 'ok']]
  }),
)}`)

/** Boxes that are let: a charge is due each month, and most are paid in time. */
const store = openedBefore(`
  create table renters (id integer primary key, name text, email text, notice_days integer);
  create table contracts (id integer primary key, renter_id integer references renters(id), started_on date, status text);
  create table charges (id integer primary key, contract_id integer references contracts(id), due_date date, amount real, paid_on date);
${into(
  'renters',
  upTo(9).map((id) => [id, `Renter ${id}`, `r${id}@example.org`, id % 2 === 0 ? 60 : 14]),
)}
${into(
  'contracts',
  upTo(12).map((id) => [id, (id % 8) + 1, day(-400 + id), 'running']),
)}
${into(
  'charges',
  upTo(96).map((id) => {
    const due = -30 * Math.floor((id - 1) / 12) - (id % 12) + 8
    return [id, (id % 12) + 1, day(due), 40 + (id % 5), due > -20 || id % 12 === 5 ? null : day(due + 2)]
  }),
)}`)

function rowsAfter(database: SmallDatabase, first: string, next: string): unknown[][] {
  const previous = { question: first, reading: database.reading(first) }
  const plan = readQuestion(next, database.ontology, { ...plainContext, now, previous })
  if (plan.status !== 'readings') throw new Error(plan.status)
  const joins = planJoins(plan.readings[0].query, database.ontology)
  if ('status' in joins) throw new Error(joins.reason)
  return database.run(
    buildSql(plan.readings[0].query, joins, database.ontology, { now, timeZone: 'UTC' }).inlined,
  )
}

const left = `select pupil_id, fee - fund_part - (select coalesce(sum(amount), 0) from payments p where p.enrolment_id = e.id and p.status = 'ok') as rest from enrolments e where status <> 'cancelled'`
const each = `select first_name, last_name from pupils p join (${left}) on pupil_id = p.id group by p.id having sum(rest) > 0.005`

describe('[DR3654] [DR4418] [DR4419] what is paid in parts is owed as far as it is not paid', () => {
  test.each([
    ['how much do pupils still owe us', `select sum(rest) from (${left})`],
    ['what is the total amount outstanding', `select sum(rest) from (${left})`],
    ['which pupils owe us money', each],
    ['who still owes us money?', each],
    ['the 3 who owe the most', `${each} order by sum(rest) desc limit 3`],
  ])('%s', (question, sql) => {
    const { got, wanted } = rowsOf(school(), question, sql)
    expect(got).toEqual(wanted)
  })
})

const late = (days: number): string =>
  `from charges g join contracts c on c.id = g.contract_id join renters r on r.id = c.renter_id where g.paid_on is null and g.due_date < date('2026-06-15', '-${days} day')`

describe('who is behind are those whom the bills name, and what they owe is that of these bills', () => {
  test.each([
    ['who is behind with their rent', 0],
    ['who is overdue', 0],
  ])('[DR3655] [DR4421] %s', check)

  test.each([
    ['who is more than 30 days overdue', 30],
    ['which renters are more than 60 days overdue', 60],
    ['who is more than 2 months past due', 61],
  ])('[DR4420] [DR4421] %s', check)

  test('[DR3655] those who owe the most are ranked by what is left to pay', () => {
    expect(store().rows('the 5 who owe the most').slice(0, 1)).toEqual([['Renter 7', 336]])
  })

  function check(question: string, days: number): void {
    const { got, wanted } = rowsOf(store(), question, `select distinct r.name ${late(days)}`)
    expect(got).toEqual(wanted)
    for (const next of ['how much is that in total', 'and how much is that altogether'])
      expect(sorted(rowsAfter(store(), question, next))).toEqual(
        sorted(store().run(`select sum(g.amount) ${late(days)}`)),
      )
  }
})
