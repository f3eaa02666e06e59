import { day, into, upTo } from './test-made-rows.ts'

/** A shop and a web shop that sell the same things, and a workshop that uses them. */
export const twoTills: string = `
  create table lamp (lamp_id integer primary key, lamp_name text not null unique, style text not null);
  create table shop_sale (sale_id integer primary key, sold_on date not null, till text not null, status text not null);
  create table shop_sale_line (line_id integer primary key, sale_id integer not null references shop_sale, lamp_id integer not null references lamp,
    quantity integer not null, unit_price real not null);
  create table web_order (order_id integer primary key, ordered_on date not null, country text not null, status text not null);
  create table web_order_line (line_id integer primary key, order_id integer not null references web_order, lamp_id integer not null references lamp,
    quantity integer not null, unit_price real not null, discount real not null);
  create table repair_job (job_id integer primary key, came_in date not null, status text not null, labour real not null, charged real not null);
  create table repair_part (part_id integer primary key, job_id integer not null references repair_job, lamp_id integer not null references lamp,
    quantity integer not null, unit_price real not null);
  ${into(
    'lamp',
    ['Orb', 'Reed', 'Moth', 'Kiln', 'Dune'].map((name, at) => [
      at + 1,
      name,
      at % 2 === 0 ? 'floor' : 'desk',
    ]),
  )}
  ${into(
    'shop_sale',
    upTo(90).map((id) => [
      id,
      day(-2 * id),
      id % 2 === 0 ? 'front' : 'yard',
      id % 15 === 0 ? 'void' : 'done',
    ]),
  )}
  ${into(
    'shop_sale_line',
    upTo(140).map((id) => [id, 1 + (id % 90), 1 + (id % 5), 1 + (id % 3), 20 + (id % 5) * 4]),
  )}
  ${into(
    'web_order',
    upTo(70).map((id) => [
      id,
      day(-3 * id),
      ['Norland', 'Sudland'][id % 2] ?? '',
      id % 20 === 0 ? 'cancelled' : 'sent',
    ]),
  )}
  ${into(
    'web_order_line',
    upTo(110).map((id) => [
      id,
      1 + (id % 70),
      1 + (id % 5),
      1 + (id % 2),
      20 + (id % 5) * 4,
      id % 4 === 0 ? 3 : 0,
    ]),
  )}
  ${into(
    'repair_job',
    upTo(60).map((id) => [id, day(-4 * id), 'done', 30, 30 + (id % 3) * 7]),
  )}
  ${into(
    'repair_part',
    upTo(40).map((id) => [id, 1 + (id % 60), 1 + (id % 5), 1, 7]),
  )}`

/** A shop with returns, quotes and goods that are no longer made. */
export const withReturns: string = `
  create table customers (customer_id integer primary key, customer_name text not null unique);
  create table products (product_id integer primary key, product_name text not null unique, in_stock integer not null, min_stock integer not null, discontinued integer);
  create table orders (order_id integer primary key, customer_id integer not null references customers, ordered_on date not null, status text not null);
  create table order_items (item_id integer primary key, order_id integer not null references orders, product_id integer not null references products,
    quantity integer not null, unit_price real not null);
  create table returns (return_id integer primary key, item_id integer not null references order_items, received_on date not null, quantity integer not null,
    status text not null, refund_amount real, refunded_on date);
  create table quotes (quote_id integer primary key, customer_id integer not null references customers, quoted_on date not null, status text not null,
    net real not null, vat real not null, gross real not null);
  ${into(
    'customers',
    upTo(8).map((id) => [id, `${['Ada', 'Ben', 'Cleo', 'Dov'][id % 4] ?? ''} ${id > 4 ? 'Marr' : 'Pole'}`]),
  )}
  ${into(
    'products',
    upTo(9).map((id) => [id, `Kettle ${id}`, (id * 7) % 20, 8, id % 3 === 0 ? 1 : id % 3 === 1 ? 0 : null]),
  )}
  ${into(
    'orders',
    upTo(90).map((id) => [id, 1 + (id % 8), day(-3 * id), id % 17 === 0 ? 'cancelled' : 'sent']),
  )}
  ${into(
    'order_items',
    upTo(130).map((id) => [id, 1 + (id % 90), 1 + (id % 9), 1 + (id % 3), 15 + (id % 9)]),
  )}
  ${into(
    'returns',
    upTo(45).map((id) => [
      id,
      id * 2,
      day(-2 * id),
      1,
      id % 5 === 0 ? 'pending' : 'refunded',
      id % 5 === 0 ? null : 15 + (id % 9),
      id % 5 === 0 ? null : day(-2 * id + 12),
    ]),
  )}
  ${into(
    'quotes',
    upTo(40).map((id) => {
      const net = 400 + id * 130
      return [
        id,
        1 + (id % 8),
        day(-5 * id),
        ['open', 'won', 'lost'][id % 3] ?? '',
        net,
        net * 0.2,
        net * 1.2,
      ]
    }),
  )}`
