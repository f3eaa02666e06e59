import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 6) + at * 86_400_000).toISOString().slice(0, 10)
const list = (length: number, row: (at: number) => string): string =>
  Array.from({ length }, (_, at) => `(${row(at)})`).join(', ')
const price = (at: number): number => 20 + ((at * at) % 5) * 5
const names = ['Arc', 'Bell', 'Cone', 'Drum', 'Egg', 'Fan']

let shop: SmallDatabase
beforeAll(async () => {
  shop = await openSmallDatabase(`
    create table makers (maker_id integer primary key, company text not null);
    create table articles (article_id integer primary key, title text not null, retail_price real);
    create table article_variants (variant_id integer primary key, article_id integer not null references articles, sku text unique, colour text, size text, on_hand integer);
    create table shoppers (shopper_id integer primary key, first_name text, last_name text);
    create table orders (order_id integer primary key, shopper_id integer references shoppers, placed_on date, state text, total real);
    create table order_items (item_id integer primary key, order_id integer not null references orders, variant_id integer not null references article_variants, quantity integer, unit_price real);
    create table return_requests (request_id integer primary key, order_id integer not null references orders, requested_on date, reason text);
    create table return_request_lines (line_id integer primary key, request_id integer not null references return_requests, item_id integer not null references order_items);
    create table painters (painter_id integer primary key, first_name text, last_name text, day_rate real);
    create table painter_bills (bill_id integer primary key, painter_id integer not null references painters, amount real, received_on date, due_on date, paid_on date);
    insert into makers values (1, 'Lumen'), (2, 'Glow');
    insert into articles values ${list(6, (at) => `${at + 1}, '${names[at]}', ${20 + at * 5}`)};
    insert into article_variants values ${list(18, (at) => `${at + 1}, ${(at % 6) + 1}, 'S${100 + at}', '${['red', 'white', 'black'][Math.floor(at / 6)]}', '${at % 2 === 0 ? 'S' : 'L'}', ${at % 4}`)};
    insert into shoppers values ${list(30, (at) => `${at + 1}, 'First ${at}', 'Last ${at}'`)};
    insert into orders values ${list(150, (at) => `${at + 1}, ${at % 7 === 2 ? 'null' : (at % 30) + 1}, '${day(at * 4)}', '${at % 11 === 5 ? 'cancelled' : 'sent'}', ${price(at) * (1 + (at % 2)) + price(at + 150)}`)};
    insert into order_items values ${list(300, (at) => `${at + 1}, ${(at % 150) + 1}, ${((at * at) % 5) + 1 + (at % 3) * 6}, ${at < 150 ? 1 + (at % 2) : 1}, ${price(at)}`)};
    insert into return_requests values ${list(30, (at) => `${at + 1}, ${at * 5 + 1}, '${day(at * 20 + 9)}', 'broken'`)};
    insert into return_request_lines values ${list(40, (at) => `${at + 1}, ${(at % 30) + 1}, ${(at % 30) * 5 + 1 + (at < 30 ? 0 : 150)}`)};
    insert into painters values (1, 'Ann', 'Moss', 180), (2, 'Bo', 'Reed', 210), (3, 'Cy', 'Hill', 240);
    insert into painter_bills values ${list(60, (at) => `${at + 1}, ${(at % 3) + 1}, ${180 + (at % 7) * 30}, '${day(at * 10)}', '${day(at * 10 + 20)}', ${at % 9 === 0 ? 'null' : `'${day(at * 10 + 15)}'`}`)};
  `)
})
afterAll(() => shop[Symbol.dispose]())

describe('[DR2645] products are the things with a name, and not each colour of them', () => {
  test('ranked', () => {
    expect(shop.rows('top 3 products by units').map(([name]) => name)).toEqual(
      shop
        .run(
          `select title from order_items join orders using (order_id) join article_variants using (variant_id) join articles using (article_id) where state = 'sent' group by 1 order by sum(quantity) desc limit 3`,
        )
        .flat(),
    )
  })
  test.each(['products we have never sold', 'which items have never been sold'])('%s', (question) => {
    expect(sorted(shop.rows(question))).toEqual(
      sorted(
        shop.run(
          `select title from articles where article_id not in (select article_id from article_variants join order_items using (variant_id))`,
        ),
      ),
    )
  })
  test('[DR4262] but variants are pieces', () => {
    expect(shop.sql('which variants sold best')).toMatch(/sku/)
  })
})

describe('[DR2646] what was spent on somebody is one sum of what went out', () => {
  test.each(['what did we spend on painters', 'how much did we pay painters'])('%s', (question) => {
    expect(shop.rows(question)).toEqual(shop.run('select sum(amount) from painter_bills'))
  })
  test('by month', () => {
    expect(shop.rows('painter costs per month in 2025')).toEqual(
      shop.run(
        `select strftime('%Y-%m-01', received_on), sum(amount) from painter_bills where received_on < '2026-01-01' group by 1 order by 1`,
      ),
    )
  })
  test('but a figure for each where this is asked for', () => {
    expect(shop.rows('spending per painter')).toHaveLength(3)
  })
})

test('[DO1130] bills that were received and are due came from others, and are no sales', () => {
  const { metrics } = shop.ontology
  expect(metrics.find(({ name }) => name === 'spending')?.expression).toBe('sum(painter_bills.amount)')
})

test('[DR2647] the amount that customers spent is revenue', () => {
  const [first, ...more] = shop.rows('3 best customers in 2025 by amount spent')
  expect(more).toHaveLength(2)
  expect(sorted([[first?.at(-1)]])).toEqual(
    sorted(
      shop.run(
        `select sum(total) from orders where state = 'sent' and placed_on < '2026-01-01' and shopper_id is not null group by shopper_id order by 1 desc limit 1`,
      ),
    ),
  )
})

test('[DR2880] [DR4044] who is best, in the plural, asks for several', () => {
  expect(shop.rows('who are our best customers')).toHaveLength(10)
  expect(shop.rows('who is our best customer')).toHaveLength(1)
})

test('[DR2653] what two fields after “with” say is shown beside the names', () => {
  expect(sorted(shop.rows('which items are out of stock, with size and colour'))).toEqual(
    sorted(
      shop.run(
        `select variant_id, sku, title, size, colour from article_variants join articles using (article_id) where on_hand = 0`,
      ),
    ),
  )
})

test('[DR2654] [DR4265] “returned” tells of the rows that are called after it, and of their lines', () => {
  expect(sorted(shop.rows('what percentage of orders get returned'))).toEqual(
    sorted(shop.run('select 100.0 * count(distinct order_id) / 150 from return_requests')),
  )
  expect(shop.sql('which article gets returned the most')).toMatch(/FROM return_request_lines/)
})

test('[DR2656] guest orders name no buyer', () => {
  expect(shop.rows('how many guest orders did we have')).toEqual(
    shop.run('select count(*) from orders where shopper_id is null'),
  )
  expect(sorted(shop.rows('what percentage of orders are guest orders'))).toEqual(
    sorted(shop.run('select 100.0 * sum(shopper_id is null) / count(*) from orders')),
  )
})

test('[DR2658] two days of the week are compared', () => {
  expect(sorted(shop.rows('do we sell more on fridays or saturdays'))).toEqual(
    sorted(
      shop.run(
        `select cast(strftime('%w', placed_on) as integer), sum(total) from orders where state = 'sent' and strftime('%w', placed_on) in ('5', '6') group by 1`,
      ),
    ),
  )
})
