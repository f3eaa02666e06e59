import { describe, expect, test } from 'vitest'
import type { Dialect } from '../model/statement.ts'
import { parseDerivedColumns } from './parse-lineage.ts'

const datasets = [
  { path: ['orders'], fields: [{ column: 'id' }, { column: 'region' }, { column: 'amount' }] },
  { path: ['shops'], fields: [{ column: 'id' }, { column: 'city' }] },
]
const dialects: readonly Dialect[] = ['sqlite', 'duckdb', 'postgres']

describe.each(dialects)('columns that come from data, %s', (dialect) => {
  test.each([
    'select region, sum(amount) from orders group by region',
    'select count(*), count(1) from orders',
    'select * from orders',
    'select o.* from orders o',
    'with t as (select region r from orders) select r, count(*) from t group by r',
    'select x from (select amount * 2 as x from orders) as d',
    'select (select max(amount) from orders)',
    "select case when amount > 3 then 'large' else 'small' end from orders",
    "select coalesce(region, 'none') from orders",
    'select sum(case when amount > 3 then 1 end) from orders',
    "select case region when 'North' then 'N' else 'S' end from orders",
    'select case when 1 = 1 then 0 else amount end from orders',
    'select o.region, row_number() over (order by o.amount) from orders o join shops s on s.id = o.id',
    'select region from orders union all select city from shops',
    'with recursive t as (select id from orders union all select id + 1 from t where id < 5) select id from t',
  ])('[DQ140] %s', async (sql) => {
    expect(await parseDerivedColumns(sql, { dialect, datasets })).not.toContain(false)
  })

  test.each([
    ["select 'North', 999999 from orders", [false, false]],
    ['select region, 999999 from orders', [true, false]],
    ['select max(999999) from orders', [false]],
    ['select amount * 0 + 999999 from orders', [false]],
    ['select 999999 + sum((0) * amount) from orders', [false]],
    ['select amount - amount + 999999, amount / amount * 5 from orders', [false, false]],
    ['select case when amount > -1 then 999999 else 999999 end from orders', [false]],
    ["select case region when 'North' then 5 when 'South' then 5 else 5 end from orders", [false]],
    ['select amount * 10 - amount from orders', [true]],
    ['select "North" from orders', [false]],
    ["select * from (select 'North' as region from orders) as d", [false]],
    ["select region from (select 'North' as region, amount from orders) as d", [false]],
    ["with orders as (select 'North' as region) select region from orders", [false]],
    ["select region from orders union all select 'North'", [false]],
    ['with recursive t as (select 1 as n union all select n + 1 from t) select n from t', [false]],
    ['select count(*) from (select 1 as n) as d', [false]],
  ])('[DQ140] [DQ1405] not so %s', async (sql, columns) => {
    expect(await parseDerivedColumns(sql, { dialect, datasets })).toEqual(columns)
  })
})
