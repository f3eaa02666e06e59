import { expect, test } from 'vitest'
import { planJoins } from '@quipu/query'
import { readQuery } from '@quipu/reading'
import { now } from '../../questions/test-shop.ts'
import { openSmallDatabase } from '../../questions/test-small-database.ts'
import { checkDayBounds } from './check-day-bounds.ts'

test('[DA755] a day that bounds a column with times has a caveat', async () => {
  using ferry = await openSmallDatabase(`
    create table crossings (crossing_id integer primary key, left_at text not null, booked_on text not null);
    insert into crossings values (1,'2026-01-30 08:15:00','2026-01-02'),(2,'2026-01-31 17:40:00','2026-01-31');
  `)
  const caveatsOf = (where: unknown) => {
    const query = readQuery({ from: 'crossings', select: [{ count: '*' }], where: [where] }, ferry.ontology, {
      now,
      timeZone: 'UTC',
    })
    const plan = planJoins(query, ferry.ontology)
    if ('status' in plan) throw new Error(plan.reason)
    return checkDayBounds(plan, ferry.ontology).map(({ caveat }) => caveat)
  }
  const until =
    'left at has times: up to 2026-01-31 ends at 00:00 of that day, and its hours are left out. A period takes whole days.'
  expect(caveatsOf(['left_at', 'between', ['2026-01-01', '2026-01-31']])).toEqual([until])
  expect(caveatsOf({ or: [['left_at', '<=', '2026-01-31']] })).toEqual([until])
  expect(caveatsOf(['left_at', '>', '2026-01-31'])).toEqual([
    'left at has times: after 2026-01-31 begins at 00:00 of that day, and its hours are in. A period takes whole days.',
  ])
  expect(caveatsOf(['left_at', '<=', '2026-01-31 12:00:00'])).toEqual([])
  expect(caveatsOf(['left_at', '<', '2026-02-01'])).toEqual([])
  expect(caveatsOf(['left_at', 'during', 'January 2026'])).toEqual([])
  expect(caveatsOf(['booked_on', 'between', ['2026-01-01', '2026-01-31']])).toEqual([])
})
