import { expect, test } from 'vitest'
import type { Dataset } from '@quipu/query'
import { introspect } from './introspect.ts'
import { proposeMetrics } from './propose-metrics.ts'
import { TestSource } from './test-source.ts'
import { never } from '../sources/test-limits.ts'

async function read(script: string) {
  await using source = new TestSource(script)
  const model = await introspect(source, never())
  const { metrics } = proposeMetrics(model)
  const dataset = (name: string): Dataset | undefined => model.datasets.find((each) => each.name === name)
  return {
    ...model,
    dataset,
    expressionOf: (name: string) => metrics.find((one) => one.name === name)?.expression,
  }
}

/** Slips of a boatyard with 60 rows and two lines each. `waived` is a column that no list of words knows. */
const boatyard = (lineAmount: string) => `
  pragma foreign_keys = off;
  create table skippers (id integer primary key, name text);
  create table fittings (id integer primary key, name text, list_price real);
  create table slips (id integer primary key, skipper_id integer references skippers, written_on date, goods real, handling real, to_pay real);
  create table slip_lines (id integer primary key, slip_id integer references slips, fitting_id integer references fittings,
    qty integer, price_each real, waived real);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 20) insert into skippers select i, 'Skipper ' || i from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 9) insert into fittings select i, 'Fitting ' || i, i * 3.5 from n;
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 119)
    insert into slip_lines select i + 1, i / 2 + 1, i % 9 + 1, i % 4 + 1, (i % 9 + 1) * 3.5 + i % 3, case when i % 5 = 0 then 1.25 + i % 2 end from n;
  insert into slips select slip_id, slip_id % 20 + 1, date('2026-01-01', slip_id || ' day'), sum(${lineAmount}), 0, 0 from slip_lines group by slip_id;
  update slips set handling = case when id % 3 = 0 then 4.9 else 0 end;
  update slips set to_pay = goods + handling;
`
const reduced = 'qty * price_each - coalesce(waived, 0)'

test('[DO700] the formula of lines is the one whose sums agree with an amount of what they belong to, whatever its columns are called', async () => {
  const { dataset, expressionOf } = await read(boatyard(reduced))

  expect(dataset('slip_lines')?.reading?.sums).toEqual([
    {
      factors: [
        { dataset: 'slip_lines', field: 'qty' },
        { dataset: 'slip_lines', field: 'price_each' },
      ],
      change: { field: 'waived', by: 'amount' },
      agreesWith: { dataset: 'slips', field: 'goods' },
      less: null,
      per: 'slips',
      compared: 60,
      agreed: 60,
    },
  ])
  expect(dataset('slip_lines')?.reading?.understood).toContain('60 of 60')
  expect(expressionOf('revenue')).toBe('sum(slip_lines.qty * slip_lines.price_each) - sum(slip_lines.waived)')
})

test('[DO700] a reduction may be a share, percent or an amount for each piece', async () => {
  const changeIn = async (amount: string) =>
    (await read(boatyard(amount))).dataset('slip_lines')?.reading?.sums?.[0]?.change

  expect(await changeIn('round(qty * price_each * (1 - coalesce(waived, 0) / 100), 2)')).toEqual({
    field: 'waived',
    by: 'percent',
  })
  expect(await changeIn('qty * (price_each - coalesce(waived, 0))')).toEqual({ field: 'waived', by: 'each' })
  expect(await changeIn('qty * price_each + coalesce(waived, 0)')).toEqual({ field: 'waived', by: 'added' })
  expect(await changeIn('qty * price_each')).toBeNull()
})

test('[DO700] the price may be that of the thing that a line names', async () => {
  const script = boatyard('qty * (fitting_id * 3.5)')
  const { dataset, expressionOf } = await read(script)

  expect(dataset('slip_lines')?.reading?.sums?.[0]?.factors).toEqual([
    { dataset: 'slip_lines', field: 'qty' },
    { dataset: 'fittings', field: 'list_price' },
  ])
  expect(expressionOf('revenue')).toBe('sum(slip_lines.qty * fittings.list_price)')
})

test('[DO701] an amount without the shipping confirms the lines too', async () => {
  const { dataset } = await read(
    boatyard(reduced) + 'alter table slips rename column goods to weight; update slips set weight = id;',
  )
  expect(dataset('slip_lines')?.reading?.sums?.[0]).toMatchObject({
    change: { field: 'waived', by: 'amount' },
    agreesWith: { dataset: 'slips', field: 'to_pay' },
    less: 'handling',
  })
})

test('[DO701] so do the bills that belong to the same rows', async () => {
  const { dataset } = await read(`
    ${boatyard(reduced)}
    create table notes (no integer primary key, slip_id integer references slips, sent_on date, sum_due real);
    insert into notes select id, id, written_on, goods from slips;
    alter table slips drop column goods;
    alter table slips drop column to_pay;
  `)
  expect(dataset('slip_lines')?.reading?.sums?.[0]).toMatchObject({
    change: { field: 'waived', by: 'amount' },
    agreesWith: { dataset: 'notes', field: 'sum_due' },
    per: 'slips',
  })
})

test('[DO702] a column that keeps the sums from agreeing is named in the doubt of the price', async () => {
  const { dataset, expressionOf } = await read(boatyard('qty * price_each - coalesce(waived * waived, 0)'))

  const lines = dataset('slip_lines')
  expect(lines?.reading?.sums).toBeUndefined()
  expect(lines?.fields.find(({ name }) => name === 'price_each')?.reading?.doubts).toEqual([
    'quantity × price each agrees with goods of slips only where waived is empty or 0, so it is not known how waived changes amounts',
  ])
  expect(expressionOf('revenue')).toBe('sum(slip_lines.qty * slip_lines.price_each)')
})

test('[DO703] [DO1536] nothing is said where there is nothing to agree with', async () => {
  const few = boatyard(reduced).replace('where i < 119', 'where i < 9')
  const { datasets } = await read(few)
  expect(datasets.flatMap(({ reading }) => reading ?? [])).toEqual([])

  const other = await read(`${boatyard(reduced)} update slips set goods = id, handling = 1, to_pay = id * 2;`)
  expect(other.datasets.flatMap(({ reading }) => reading ?? [])).toEqual([])
})

test('[DO704] [DO1538] a row that names somebody, and whose amount is confirmed, is a sale whatever it is called', async () => {
  const { dataset, expressionOf } = await read(`
    create table sailors (id integer primary key, first_name text, last_name text);
    create table berths_let (id integer primary key, sailor_id integer references sailors, let_on date, tariff real, rebated integer, settled real);
    create table badge_sales (id integer primary key, sold_on date, pieces integer, price real);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 20) insert into sailors select i, 'Ada' || i, 'Berg' || i from n;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
      insert into berths_let select i, i % 20 + 1, date('2026-01-01', i || ' day'), 200 + i * 3, (i % 4) * 5, round((200 + i * 3) * (1 - (i % 4) * 5 / 100.0), 2) from n;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 30) insert into badge_sales select i, date('2026-01-01', i || ' day'), i % 3 + 1, 2.5 + i % 2 from n;
  `)
  expect(dataset('berths_let')?.reading?.sums?.[0]).toMatchObject({
    factors: [{ dataset: 'berths_let', field: 'tariff' }],
    change: { field: 'rebated', by: 'percent' },
    agreesWith: { dataset: 'berths_let', field: 'settled' },
  })
  expect(expressionOf('revenue')).toBe('sum(berths_let.settled)')
  expect(expressionOf('badge_sale_revenue')).toBe('sum(badge_sales.pieces * badge_sales.price)')
})

test('[DO708] a quantity that the amount of a row confirms makes cost and profit, and a share that it confirms the discounts', async () => {
  const { expressionOf } = await read(`
    create table postcards (id integer primary key, sold_on date, sheets integer, tariff real, unit_cost real, marked_down integer, sale_total real);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 40)
      insert into postcards select i, date('2026-01-01', i || ' day'), i % 4 + 1, 2.5 + i % 3, 1.1, (i % 3) * 10, round((i % 4 + 1) * (2.5 + i % 3) * (1 - (i % 3) / 10.0), 2) from n;
    alter table postcards rename to postcard_sales;
  `)
  expect(expressionOf('revenue')).toBe('sum(postcard_sales.sale_total)')
  expect(expressionOf('units_sold')).toBe('sum(postcard_sales.sheets)')
  expect(expressionOf('discounts_given')).toBe(
    'sum(postcard_sales.sheets * postcard_sales.tariff * postcard_sales.marked_down / 100)',
  )
  expect(expressionOf('cost_of_goods')).toBe('sum(postcard_sales.sheets * postcard_sales.unit_cost)')
})

test('[DO1253] prices that were rounded for each piece agree with totals that were rounded once', async () => {
  const script = `${boatyard('round(qty * price_each / 1.2, 2)')} update slip_lines set price_each = round(price_each / 1.2, 2);`
  const [sum] = (await read(script)).dataset('slip_lines')?.reading?.sums ?? []

  expect(sum?.factors.map(({ field }) => field)).toEqual(['qty', 'price_each'])
  expect(sum?.agreesWith).toEqual({ dataset: 'slips', field: 'goods' })
})

test('[DO1416] prices that agree with the subtotal, and less their discount with the total, come to what is left', async () => {
  const script = (goods: string) => `
    ${boatyard(reduced)}
    alter table slip_lines add column line_price real;
    update slip_lines set line_price = qty * price_each;
    alter table slip_lines drop column qty;
    alter table slip_lines drop column price_each;
    alter table slip_lines rename column waived to ${goods};
    alter table slips add column subtotal real;
    update slips set subtotal = (select sum(line_price) from slip_lines where slip_id = slips.id);
  `
  const { dataset, expressionOf } = await read(script('line_discount'))
  expect(dataset('slip_lines')?.reading?.sums?.[0]).toMatchObject({
    factors: [{ dataset: 'slip_lines', field: 'line_price' }],
    change: { field: 'line_discount', by: 'amount' },
    agreesWith: { dataset: 'slips', field: 'goods' },
  })
  expect(expressionOf('line_revenue') ?? expressionOf('revenue')).toBe(
    'sum(slip_lines.line_price) - sum(slip_lines.line_discount)',
  )

  const other = await read(script('deposit'))
  expect(other.dataset('slip_lines')?.reading?.sums?.[0]).toMatchObject({
    change: null,
    agreesWith: { dataset: 'slips', field: 'subtotal' },
  })
})
