import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** Half of the gifts were recorded by a program that kept no net amounts. */
const appeal = `
  create table supporters (supporter_id integer primary key, first_name text, last_name text);
  create table gifts (gift_id integer primary key, supporter_id integer references supporters, received_on date, gross real, fee real, net_amount real, state text);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 8) insert into supporters select i, 'Ada' || i, 'Ek' || i from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
  insert into gifts select i, 1 + i % 8, date('2025-01-05', '+' || (i * 9) || ' days'), 10 + i, 0.5, case when i % 2 then 9.5 + i end, case when i % 15 then 'paid' else 'failed' end from n;
`

let base: SmallDatabase
beforeAll(async () => {
  base = await openSmallDatabase(appeal)
})
afterAll(() => base[Symbol.dispose]())

test('[DO1241] an amount that half of the rows lack is not what was given', () => {
  expect(base.rows('revenue in 2025')).toEqual(
    base.run(`select sum(gross) from gifts where state <> 'failed' and received_on < '2026-01-01'`),
  )
})
