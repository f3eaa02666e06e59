import { expect, test } from 'vitest'
import { openSmallDatabase } from './test-small-database.ts'

const kiteMaker = `
  create table flyers (id integer primary key, name text, job_title text);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 20) insert into flyers select i, 'Flyer ' || i, 'Pilot' from n;
  create table orders (id integer primary key, flyer_id integer references flyers, ordered_on date, total real);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 300)
    insert into orders select i, i % 20 + 1, date('2026-11-15', '-' || (i * 2) || ' day'), 10 + i % 40 from n;
`
const perMonth = (where: string) =>
  `select strftime('%Y-%m-01', ordered_on), sum(total) from orders where ${where} group by 1 order by 1`

test.each([
  ['how is business?', perMonth("ordered_on >= '2025-11-15'")],
  ["how's the shop doing", perMonth("ordered_on >= '2025-11-15'")],
  ['how are we doing this year?', perMonth("ordered_on >= '2026-01-01'")],
  ['how was business last month', perMonth("ordered_on like '2026-10-%'")],
])(
  '[DR3527] how the whole business does is its revenue by month, and the answer says so: %s',
  async (question, sql) => {
    using shop = await openSmallDatabase(kiteMaker)
    expect(shop.rows(question)).toEqual(shop.run(sql))
    expect(shop.reading(question).assumptions.map(({ says }) => says)).toContain(
      'How well something does is read as its revenue.',
    )
  },
)
