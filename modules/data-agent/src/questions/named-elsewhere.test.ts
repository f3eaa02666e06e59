import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { fencingHall, pilotStation } from './test-named-elsewhere.ts'

describe('a pilot station whose pilots and clients are persons', () => {
  const opened = openedBefore(pilotStation)
  test.each([
    [
      'trips per pilot this year',
      `select given_name, family_name, count(*) from trip join pilot using (pilot_id) join person using (person_id)
       where state = 'done' and sailed_on like '2026%' group by pilot_id`,
    ],
    [
      'which pilot brings in the most money',
      `select given_name, family_name from trip join pilot using (pilot_id) join person using (person_id)
       where state = 'done' group by pilot_id order by sum(fare) desc limit 1`,
    ],
    [
      'list the active pilots',
      'select given_name, family_name from pilot join person using (person_id) where is_active = 1',
    ],
  ])('[DR3480] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR3480] who asks for numbers gets them', () => {
    expect(opened().rows('list the pilot ids of the active pilots')).not.toContainEqual(['Ada', 'Holm'])
  })

  test.each([
    [
      'which trips were there on 2 May 2026',
      `select given_name, family_name from trip join client using (client_id) join person using (person_id)
       where sailed_on = '2026-05-02'`,
    ],
  ])('[DR3481] %s', (question, sql) => {
    const shown = opened().rows(question)
    const wanted = opened().run(sql)
    expect(wanted.length).toBeGreaterThan(0)
    expect(shown.map((row) => wanted.some((names) => names.every((name) => row.includes(name))))).toEqual(
      wanted.map(() => true),
    )
  })

  test.each([
    ['how many persons from Norway', `select count(*) from person where country = 'NO'`],
    ['how many norwegian persons do we have', `select count(*) from person where country = 'NO'`],
  ])('[DR3482] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['what do we still owe the pilots', `select sum(amount) from pilot_payout where state = 'pending'`],
    [
      'how much do we owe to the pilots in total',
      `select sum(amount) from pilot_payout where state = 'pending'`,
    ],
    [
      'what do we still owe each pilot',
      `select given_name, family_name, sum(amount) from pilot_payout join pilot using (pilot_id) join person using (person_id)
       where state = 'pending' group by pilot_id`,
    ],
  ])('[DR3488] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'revenue last month in euros',
      `select sum(fare) from trip where state = 'done' and sailed_on like '2026-05%'`,
    ],
    [
      'what did the trips bring in, in euros, this year',
      `select sum(fare) from trip where state = 'done' and sailed_on like '2026%'`,
    ],
  ])('[DR3489] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})

describe('a fencing hall with kinds of people, memberships and a bar', () => {
  const opened = openedBefore(fencingHall)
  test.each([
    ['how many pupils do we have', `select count(*) from account where role = 'pupil'`],
    ['number of pupils', `select count(*) from account where role = 'pupil'`],
    ['pupils per country', `select country, count(*) from account where role = 'pupil' group by 1`],
    [
      'how many pupils do we have in Austria',
      `select count(*) from account where role = 'pupil' and country = 'AT'`,
    ],
  ])('[DR3483] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'snack sales per hall this year',
      `select hall.name, sum(amount) from sale join snack using (snack_id) join hall using (hall_id)
       where sold_on like '2026%' group by hall_id`,
    ],
  ])('[DR3485] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'drink sales this year',
      `select sum(amount) from sale join snack using (snack_id) join snack_kind using (kind_id)
       where snack_kind.name = 'Drinks' and sold_on like '2026%'`,
    ],
  ])('[DR3486] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['how many members do we have', `select count(*) from membership where state = 'active'`],
    ['how many members do we have at the moment', `select count(*) from membership where state = 'active'`],
    [
      'members per plan',
      `select plan.name, count(*) from membership join plan using (plan_id) where state = 'active' group by plan_id`,
    ],
  ])('[DR3487] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})
