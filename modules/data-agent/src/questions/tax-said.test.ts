import { expect, test } from 'vitest'
import { openSmallDatabase } from './test-small-database.ts'

const sailmaker = (amount: string) => `
  create table skippers (id integer primary key, name text);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 20) insert into skippers select i, 'Skipper ' || i from n;
  create table invoices (id integer primary key, skipper_id integer references skippers, billed_on date, ${amount} real, vat real, gross real);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 120)
    insert into invoices select i, i % 20 + 1, date('2026-01-01', (i * 2) || ' day'), i * 10, case when i % 9 > 0 then i * 2 end, i * 12 from n;
`

test.each(['without VAT', 'excluding vat', 'ex VAT', 'net of tax', '(excl. VAT)'])(
  '[DR3525] “%s” is left out where revenue is a net amount',
  async (words) => {
    using shop = await openSmallDatabase(sailmaker('net'))
    expect(shop.rows(`revenue in march 2026 ${words}`)).toEqual(
      shop.run("select sum(net) from invoices where billed_on like '2026-03-%'"),
    )
  },
)

test('[DR3526] an amount “without” another one is not answered without a warning where it is not known', async () => {
  using shop = await openSmallDatabase(sailmaker('total'))
  const plan = shop.plan('revenue per skipper in march 2026 without vat')
  const isSure =
    plan.status === 'readings' && !plan.readings[0].assumptions.some(({ changesNumbers }) => changesNumbers)
  expect(isSure).toBe(false)
})
