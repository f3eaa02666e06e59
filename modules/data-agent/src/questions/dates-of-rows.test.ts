import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A forum for gardeners, as a web program stores it: what happened later stands before the day on which rows were made. */
let forum: SmallDatabase
beforeAll(async () => {
  forum = await openSmallDatabase(`
    create table gardeners (id integer primary key, nickname text, email_verified_at datetime, last_seen_at datetime, created_at datetime, updated_at datetime);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 90)
      insert into gardeners select i, 'Gardener ' || i, case when i % 6 > 0 then datetime('2026-01-01', (i * 3 + i % 40) || ' day') end,
        datetime('2026-01-01', (i * 3 + 60) || ' day'), datetime('2026-01-01', (i * 3) || ' day'), datetime('2026-01-01', (i * 3 + 61) || ' day') from n;
    create table plots (id integer primary key, gardener_id integer references gardeners, size real, last_watered_at datetime, approved_at datetime, created_at datetime, updated_at datetime);
    insert into plots select id, id, 10 + id % 7, last_seen_at, case when id % 5 > 0 then datetime(created_at, '9 day') end, datetime(created_at, '2 day'), updated_at from gardeners;
    create table requests (id integer primary key, gardener_id integer references gardeners, status text, created_at datetime);
    insert into requests select id, id, case when id % 4 = 0 then 'open' else 'done' end, created_at from gardeners;
  `)
})
afterAll(() => forum[Symbol.dispose]())

test.each([
  [
    'gardeners per month',
    "select strftime('%Y-%m-01', created_at), count(*) from gardeners group by 1 order by 1",
  ],
  ['how many gardeners in march 2026', "select count(*) from gardeners where created_at like '2026-03-%'"],
  [
    'number of plots per month',
    "select strftime('%Y-%m-01', created_at), count(*) from plots group by 1 order by 1",
  ],
  ['average size of plots in may 2026', "select avg(size) from plots where created_at like '2026-05-%'"],
])('[DR3523] a period without a date is the day on which rows came about: %s', (question, sql) => {
  expect(forum.rows(question)).toEqual(forum.run(sql))
})

test('[DR3523] a date that the question names is taken', () => {
  expect(forum.rows('how many gardeners were last seen in june 2026')).toEqual(
    forum.run("select count(*) from gardeners where last_seen_at like '2026-06-%'"),
  )
})

test.each([
  [
    'how many requests were opened in april 2026',
    "select count(*) from requests where created_at like '2026-04-%'",
  ],
  [
    'requests opened per month',
    "select strftime('%Y-%m-01', created_at), count(*) from requests group by 1 order by 1",
  ],
  ['how many requests are open', "select count(*) from requests where status = 'open'"],
])('[DR3524] what was opened came about then: %s', (question, sql) => {
  expect(forum.rows(question)).toEqual(forum.run(sql))
})
