import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 6) + at * 86_400_000).toISOString().slice(0, 10)
const list = (length: number, row: (at: number) => string): string =>
  Array.from({ length }, (_, at) => `(${row(at)})`).join(', ')

let shop: SmallDatabase
beforeAll(async () => {
  shop = await openSmallDatabase(`
    create table yarns (yarn_no integer primary key, yarn_name text, price real, stock integer, listed_since date);
    create table customer_cards (card_no integer primary key, first_name text, last_name text, kind text, issued_on date);
    create table till_sales (sale_no integer primary key, sold_on date, sold_hour integer, card_no integer references customer_cards, yarn_no integer references yarns, quantity integer, unit_price real, line_total real, payment text);
    create table wool_bills (bill_no integer primary key, supplier_name text, bill_date date, yarn_no integer references yarns, net_amount real);
    insert into yarns values ${list(9, (at) => `${at + 1}, 'Yarn ${at}', ${4 + at}, ${10 * at}, '2024-05-0${at + 1}'`)};
    insert into customer_cards values ${list(40, (at) => `${at + 1}, 'First ${at}', 'Last ${at}', '${at % 4 === 0 ? 'Trade' : 'Private'}', '2024-01-01'`)};
    insert into till_sales values ${list(300, (at) => `${at + 1}, '${day(at * 2)}', ${9 + (at % 7)}, ${at % 3 === 0 ? 'null' : (at % 40) + 1}, ${(at % 9) + 1}, ${1 + (at % 3)}, ${4 + (at % 9)}, ${(1 + (at % 3)) * (4 + (at % 9))}, '${['Cash', 'Card', 'Voucher'][at % 3]}'`)};
    insert into wool_bills values ${list(50, (at) => `${at + 1}, '${['Fleece Ltd', 'Moor Wool', 'Shear Co'][at % 3]}', '${day(at * 12)}', ${(at % 9) + 1}, ${90 + (at % 11)}`)};
  `)
})
afterAll(() => shop[Symbol.dispose]())

describe('[DO1131] those whose first and last name stands on customer cards are the customers', () => {
  test('counted', () => {
    expect(shop.rows('how many customers do we have')).toEqual([[40]])
  })
  test('compared', () => {
    expect(sorted(shop.rows('how much did trade customers buy compared to private ones'))).toEqual(
      sorted(
        shop.run(
          `select kind, sum(line_total) from till_sales join customer_cards using (card_no) group by 1`,
        ),
      ),
    )
  })
})

test('[DR2648] a text called just payment says by which means people paid', () => {
  expect(sorted(shop.rows('turnover by payment method'))).toEqual(
    sorted(shop.run('select payment, sum(line_total) from till_sales group by 1')),
  )
})

describe('[DR2649] the hours of rows with a mere date are in a field of their own', () => {
  test('busiest', () => {
    expect(shop.sql('which hour of the day is the busiest')).toMatch(/sold_hour/)
  })
  test('[DR2650] what is busy are the sales, and not what they are for', () => {
    expect(shop.sql('which weekday is the busiest')).toMatch(/FROM till_sales/)
  })
})

describe('[DO1132] rows that name a supplier again and again were bought', () => {
  test.each(['How much did we buy from suppliers?', 'what did we buy from suppliers'])(
    '[DR2651] [DR4264] %s',
    (question) => {
      expect(shop.rows(question)).toEqual(shop.run('select sum(net_amount) from wool_bills'))
    },
  )
  test('[DR2651] for each', () => {
    expect(sorted(shop.rows('spending per supplier'))).toEqual(
      sorted(shop.run('select supplier_name, sum(net_amount) from wool_bills group by 1')),
    )
  })
})

test('[DO1133] what was bought by weight comes to its weight times the price of a kilo', async () => {
  using dyer = await openSmallDatabase(`
    create table pigments (pigment_id integer primary key, pigment_name text, price real, stock integer);
    create table clients (client_id integer primary key, client_name text);
    create table orders (order_id integer primary key, client_id integer references clients, ordered_on date, total real);
    create table raw_lots (lot_id integer primary key, importer text, bought_on date, kg real, price_per_kg real);
    insert into pigments values ${list(6, (at) => `${at + 1}, 'Pigment ${at}', ${3 + at}, ${at}`)};
    insert into clients values ${list(20, (at) => `${at + 1}, 'Client ${at}'`)};
    insert into orders values ${list(90, (at) => `${at + 1}, ${(at % 20) + 1}, '${day(at * 6)}', ${30 + (at % 17)}`)};
    insert into raw_lots values ${list(40, (at) => `${at + 1}, '${['Indus', 'Cochin'][at % 2]}', '${day(at * 14)}', ${15 * (1 + (at % 4))}, ${5 + (at % 9) / 2}`)};
  `)
  expect(dyer.ontology.metrics.find(({ name }) => name === 'spending')?.expression).toBe(
    'sum(raw_lots.kg * raw_lots.price_per_kg)',
  )
})
