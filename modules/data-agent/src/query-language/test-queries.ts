/** A query of the sample shop on 15 November 2026, and the same in hand-written SQL. */
export interface ShopQuery {
  readonly says: string
  readonly query: Readonly<Record<string, unknown>>
  readonly sql: string
  readonly isOrdered?: true
}

const month = { month: 'orders.order_date' }
const during2026 = [['orders.order_date', 'during', '2026']]
const monthly = `select strftime('%Y-%m-01', order_date) m, sum(total_amount) v from orders where order_date >= '2026-01-01' and order_date < '2027-01-01' group by m`
const perOrder = `(select o.order_id, s.region_id, o.total_amount from orders o join stores s using (store_id))`

export const shopQueries: readonly ShopQuery[] = [
  {
    says: 'groups, counts, sums and an aggregate with a condition',
    query: {
      from: 'orders',
      select: [
        'channel',
        { count: '*' },
        { sum: 'total_amount' },
        { count: 'orders', where: [['total_amount', '>', 100]] },
      ],
    },
    sql: `select channel, count(*), sum(total_amount), sum(total_amount > 100) from orders group by channel`,
  },
  {
    says: 'a ratio of measures of two grains',
    query: {
      from: 'orders',
      select: ['channel', { '/': [{ sum: 'order_items.quantity' }, { count: 'orders' }] }],
    },
    sql: `select channel, (select 1.0 * sum(quantity) from order_items i join orders p using (order_id) where p.channel = o.channel) / count(*) from orders o group by channel`,
  },
  {
    says: 'a share in percent',
    query: { from: 'orders', select: ['regions.name', { share: { sum: 'total_amount' }, percent: true }] },
    sql: `select r.name, 100.0 * sum(t.total_amount) / (select sum(total_amount) from orders) from ${perOrder} t join regions r using (region_id) group by r.region_id`,
  },
  {
    says: 'a running total',
    query: {
      from: 'orders',
      select: [month, { running_total: { sum: 'total_amount' }, along: month }],
      where: during2026,
      order: [month],
    },
    sql: `select m, sum(v) over (order by m) from (${monthly}) order by m`,
    isOrdered: true,
  },
  {
    says: 'the value of the period before, and a mean over three',
    query: {
      from: 'orders',
      select: [
        month,
        { previous: { count: '*' }, along: month },
        { moving_mean: { count: '*' }, along: month, steps: 3 },
      ],
      order: [month],
    },
    sql: `select m, lag(n) over (order by m), avg(n) over (order by m rows 2 preceding) from (select strftime('%Y-%m-01', order_date) m, count(*) n from orders group by m) order by m`,
    isOrdered: true,
  },
  {
    says: 'a rank',
    query: { from: 'stores', select: ['stores.name', { rank: { count: 'orders' } }] },
    sql: `select name, rank() over (order by n desc) from (select s.name, count(*) n from stores s join orders using (store_id) group by s.name)`,
  },
  {
    says: 'a part of a moment',
    query: { from: 'orders', select: [{ part: 'weekday', of: 'order_date' }, { count: '*' }] },
    sql: `select (strftime('%w', order_date) + 6) % 7 + 1 d, count(*) from orders group by d`,
  },
  {
    says: 'a condition on groups by the name of a column',
    query: {
      from: 'customers',
      select: ['customers.customer_id', { count: 'orders', as: 'n' }],
      having: [['n', '>', 5]],
      order: [{ desc: 'n' }, 'customers.customer_id'],
      limit: 10,
    },
    sql: `select customer_id, count(*) n from orders group by customer_id having n > 5 order by n desc, customer_id limit 10`,
    isOrdered: true,
  },
  {
    says: 'the first two of each group',
    query: {
      from: 'products',
      select: ['categories.name', { field: 'products.name', as: 'product' }, 'list_price'],
      order: [{ desc: 'list_price' }, 'product'],
      limit: 2,
      per: ['categories.name'],
    },
    sql: `select category, name, list_price from (select c.name category, p.name, list_price, row_number() over (partition by c.name order by list_price desc, p.name) at from products p join categories c using (category_id)) where at <= 2`,
  },
  {
    says: 'different values',
    query: { from: 'orders', select: ['status', 'channel'], distinct: true },
    sql: `select distinct status, channel from orders`,
  },
  {
    says: 'groups without partners',
    query: { from: 'employees', select: ['employees.employee_id', { count: 'orders' }], outer: true },
    sql: `select e.employee_id, count(o.order_id) from employees e left join orders o using (employee_id) group by 1`,
  },
  {
    says: 'a union',
    query: {
      from: 'stores',
      select: ['stores.city'],
      union: { from: 'customers', select: ['customers.city'] },
    },
    sql: `select city from stores union select city from customers`,
  },
  {
    says: 'a difference',
    query: {
      from: 'customers',
      select: ['customers.city'],
      except: { from: 'stores', select: ['stores.city'], where: [['store_id', '>', 2]] },
    },
    sql: `select city from customers except select city from stores where store_id > 2`,
  },
  {
    says: 'an intersection',
    query: { from: 'customers', select: ['city'], intersect: { from: 'stores', select: ['city'] } },
    sql: `select city from customers intersect select city from stores`,
  },
  {
    says: 'values of a sub-query',
    query: {
      from: 'products',
      select: ['products.name'],
      where: [
        [
          'product_id',
          'not in',
          { query: { from: 'order_items', select: ['product_id'], where: [['product_id', '<=', 5]] } },
        ],
      ],
    },
    sql: `select name from products where product_id not in (select product_id from order_items where product_id <= 5)`,
  },
  {
    says: 'the value of a sub-query',
    query: {
      from: 'products',
      select: ['products.name', 'list_price'],
      where: [['list_price', '>', { query: { from: 'products', select: [{ avg: 'list_price' }] } }]],
    },
    sql: `select name, list_price from products where list_price > (select avg(list_price) from products)`,
  },
  {
    says: 'related rows that exist, and counted ones',
    query: {
      from: 'customers',
      select: [{ count: '*' }],
      where: [
        {
          exists: {
            from: 'orders',
            where: [['total_amount', '>', 500]],
            having: [[{ count: 'orders' }, '>=', 2]],
          },
        },
      ],
    },
    sql: `select count(*) from customers where customer_id in (select customer_id from orders where total_amount > 500 group by 1 having count(*) >= 2)`,
  },
  {
    says: 'related rows that do not exist',
    query: { from: 'products', select: ['products.name'], where: [{ not_exists: { from: 'returns' } }] },
    sql: `select name from products where product_id not in (select product_id from order_items join returns using (order_item_id))`,
  },
  {
    says: 'a second appearance of a dataset',
    query: {
      from: 'employees',
      select: ['employees.name', { field: 'boss.name', as: 'boss name' }],
      join: [{ dataset: 'employees', as: 'boss', from: 'employees' }],
    },
    sql: `select e.name, b.name from employees e join employees b on b.employee_id = e.manager_id`,
  },
  {
    says: 'a value for each row of another dataset',
    query: {
      from: 'order_items',
      select: [{ avg: 'products.list_price', each: 'order_items' }, { avg: 'products.list_price' }],
    },
    sql: `select (select avg(list_price) from order_items join products using (product_id)), (select avg(list_price) from products where product_id in (select product_id from order_items))`,
  },
  {
    says: 'a join by fields that no relationship names',
    query: {
      from: 'customers',
      select: [{ count: 'customers' }],
      join: [{ dataset: 'stores', on: [['city', 'city']], from: 'customers' }],
    },
    sql: `select count(*) from customers where city in (select city from stores)`,
  },
  {
    says: 'only what has a partner in "from"',
    query: { from: 'returns', select: [{ count: 'orders' }] },
    sql: `select count(distinct order_id) from returns join order_items using (order_item_id)`,
  },
  {
    says: 'lists, ranges, texts and alternatives',
    query: {
      from: 'orders',
      select: [{ count: '*' }],
      where: [
        {
          or: [
            ['channel', 'in', ['online', 'nowhere']],
            ['total_amount', 'between', [100, 200]],
          ],
        },
        { not: ['status', 'begins', 'c'] },
        ['customers.name', 'contains', 'AN'],
        ['customers.segment', '= ignoring case', 'CONSUMER'],
        ['employee_id', 'is not null'],
      ],
    },
    sql: `select count(*) from orders o join customers c using (customer_id) where (channel in ('online', 'nowhere') or total_amount between 100 and 200) and status not like 'c%' and c.name like '%an%' and lower(segment) = 'consumer' and employee_id is not null`,
  },
  {
    says: 'the time between two moments, the length of a text and texts together',
    query: {
      from: 'orders',
      select: [
        'order_id',
        { span: 'day', from: 'customers.signup_date', to: 'order_date' },
        { length: 'customers.name' },
        { join_text: ['status', 'channel'] },
      ],
      where: [['order_id', '<=', 20]],
    },
    sql: `select order_id, julianday(order_date) - julianday(signup_date), length(name), status || ' ' || channel from orders join customers using (customer_id) where order_id <= 20`,
  },
  {
    says: 'quotes in a value',
    query: {
      from: 'customers',
      select: [{ count: '*' }],
      where: [['name', '=', `O'Brien"; drop table customers --`]],
    },
    sql: `select 0`,
  },
]
