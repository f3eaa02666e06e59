import type { ShopQuestion } from './test-shop-questions.ts'

/** Totals, rates, rankings of periods and money, in the words of shop owners. */
const growthByYear = (sql: string): string =>
  `with m as (${sql}) select m, v, v * 1.0 / lag(v) over (order by m) - 1 from m`

export const moreShopQuestions: readonly ShopQuestion[] = [
  {
    question: 'best selling category',
    isSold: true,
    sql: `select c.name from order_items i join products using (product_id) join categories c using (category_id) group by c.category_id order by sum(i.quantity) desc limit 1`,
  },
  {
    question: 'which month had the highest sales',
    isSold: true,
    sql: `select strftime('%Y-%m-01', order_date) m from orders group by m order by sum(total_amount) desc limit 1`,
  },
  {
    question: 'How many goods are there?',
    sql: `select count(*) from products`,
  },
  {
    question: 'orders per customer on average',
    sql: `select count(*) * 1.0 / count(distinct customer_id) from orders`,
  },
  {
    question: 'Which quarter had the most returns?',
    sql: `select date(returned_on, 'start of month', '-' || ((strftime('%m', returned_on) - 1) % 3) || ' months') q from returns group by q order by count(*) desc limit 1`,
  },
  {
    question: 'In which month of 2025 did we have the fewest orders?',
    sql: `select strftime('%Y-%m-01', order_date) m from orders where order_date >= '2025-01-01' and order_date < '2026-01-01' group by m order by count(*) limit 1`,
  },
  {
    question: 'worst selling product',
    isSold: true,
    sql: `select p.name from order_items i join products p using (product_id) group by p.product_id order by sum(i.quantity) limit 1`,
  },
  {
    question: 'top selling supplier',
    isSold: true,
    sql: `select s.name from order_items i join products using (product_id) join suppliers s using (supplier_id) group by s.supplier_id order by sum(i.quantity) desc limit 1`,
  },
  {
    question: 'cancellation rate per store',
    sql: `select s.name, 1.0 * sum(status = 'cancelled') / count(*) from orders join stores s using (store_id) group by s.store_id`,
  },
  {
    question: 'What is the return rate?',
    sql: `select (select count(*) from returns) * 1.0 / (select count(*) from order_items)`,
  },
  {
    question: 'highest, lowest and average annual salary by job title',
    sql: `select job_title, max(annual_salary), min(annual_salary), avg(annual_salary) from employees group by job_title`,
  },
  {
    question: 'Which customer spent the most in 2026?',
    isSold: true,
    sql: `select c.name, c.customer_id from orders join customers c using (customer_id) where order_date >= '2026-01-01' and order_date < '2027-01-01' group by c.customer_id order by sum(total_amount) desc limit 1`,
  },
  {
    question: 'Who earns the least?',
    sql: `select name from employees order by annual_salary limit 1`,
  },
  {
    question: 'products that cost less than 5',
    sql: `select name from products where list_price < 5`,
  },
  {
    question: 'How many customers spent more than 3000 last year?',
    sql: `select count(*) from (select customer_id from orders where order_date >= '2025-01-01' and order_date < '2026-01-01' group by customer_id having sum(total_amount) > 3000)`,
  },
  {
    question: 'total refunds by reason',
    sql: `select reason, sum(refund_amount) from returns group by reason`,
  },
  {
    question: 'How much was refunded last month?',
    sql: `select sum(refund_amount) from returns where returned_on >= '2026-10-01' and returned_on < '2026-11-01'`,
  },
  {
    question: 'average number of items per order',
    sql: `select count(*) * 1.0 / count(distinct order_id) from order_items`,
  },
  {
    question: 'Which customers bought both on the web and by phone?',
    sql: `select name from customers c where exists (select 1 from orders o where o.customer_id = c.customer_id and channel = 'phone') and exists (select 1 from orders o where o.customer_id = c.customer_id and channel = 'web')`,
  },
  {
    question: 'How many customers have more than 5 web orders?',
    sql: `select count(*) from (select customer_id from orders where channel = 'web' group by customer_id having count(*) > 5)`,
  },
  {
    question: 'How many customers placed more than 10 orders in 2025?',
    sql: `select count(*) from (select customer_id from orders where order_date >= '2025-01-01' and order_date < '2026-01-01' group by customer_id having count(*) > 10)`,
  },
  {
    question: 'which region has the highest return rate',
    sql: `select r.name from order_items i join orders using (order_id) join stores using (store_id) join regions r using (region_id) left join returns t using (order_item_id) group by r.region_id order by count(distinct t.return_id) * 1.0 / count(distinct i.order_item_id) desc limit 1`,
  },
  {
    question: 'stores with sales over 20000 this year',
    sql: `select s.name from orders join stores s using (store_id) where order_date >= '2026-01-01' and order_date < '2027-01-01' group by s.store_id having sum(total_amount) > 20000`,
  },
  {
    question: 'cheapest product in each category',
    sql: `select c, n from (select c.name c, p.name n, row_number() over (partition by c.category_id order by list_price) r from products p join categories c using (category_id)) where r = 1`,
  },
  {
    question: 'payment total by method last quarter',
    sql: `select method, sum(amount) from payments where paid_on >= '2026-07-01' and paid_on < '2026-10-01' group by method`,
  },
  {
    question: 'who earns more than 60000',
    sql: `select name from employees where annual_salary > 60000`,
  },
  { question: 'order count by status', sql: `select status, count(*) from orders group by status` },
  { question: 'payments by method', sql: `select method, count(*) from payments group by method` },
  {
    question: 'order total by channel',
    isSold: true,
    sql: `select channel, sum(total_amount) from orders group by channel`,
  },
  {
    question: 'total of payments by method',
    sql: `select method, sum(amount) from payments group by method`,
  },
  {
    question: 'number of order items by month in 2026',
    sql: `select strftime('%Y-%m-01', order_date) m, count(*) from order_items join orders using (order_id) where order_date >= '2026-01-01' and order_date < '2027-01-01' group by m`,
  },
  {
    question: 'revenue by category per month',
    isSold: true,
    sql: `select c.name, strftime('%Y-%m-01', order_date) m, sum(line_total) from order_items join orders using (order_id) join products using (product_id) join categories c using (category_id) group by c.category_id, m`,
  },
  {
    question: 'year over year revenue growth for Electronics',
    sql: growthByYear(
      `select strftime('%Y-01-01', order_date) m, sum(line_total) v from order_items join orders using (order_id) join products using (product_id) join categories c using (category_id) where c.name = 'Electronics' group by m`,
    ),
  },
  {
    question: 'year over year growth of revenue in the West',
    sql: growthByYear(
      `select strftime('%Y-01-01', order_date) m, sum(total_amount) v from orders join stores using (store_id) join regions r using (region_id) where r.name = 'West' group by m`,
    ),
  },
  {
    question: 'month over month growth of orders this year by region',
    sql: `select m, name, v, g from (select m, name, v, v * 1.0 / lag(v) over (partition by name order by m) - 1 g from (select strftime('%Y-%m-01', order_date) m, r.name, count(*) v from orders join stores using (store_id) join regions r using (region_id) group by m, r.region_id)) where m >= '2026-01-01'`,
  },
  {
    question: 'revenue by month in the West compared with last year',
    isSold: true,
    sql: `select cast(strftime('%m', order_date) as integer) m, sum(total_amount) filter (where order_date >= '2026-01-01'), sum(total_amount) filter (where order_date >= '2025-01-01' and order_date < '2026-01-01') from orders join stores using (store_id) join regions r using (region_id) where r.name = 'West' group by m`,
  },
  {
    question: 'sales compared with last year',
    sql: `select sum(total_amount) filter (where order_date >= '2026-01-01'), sum(total_amount) filter (where order_date >= '2025-01-01' and order_date < '2026-01-01') from orders`,
  },
  {
    question: 'revenue by fiscal quarter [Fiscal year start: February]',
    isSold: true,
    sql: `select date(order_date, 'start of month', '-' || ((strftime('%m', order_date) + 10) % 3) || ' months') q, sum(total_amount) from orders group by q`,
  },
  {
    question: 'sales per employee by store',
    sql: `select s.name, sum(o.total_amount) / count(distinct o.employee_id) from orders o join stores s using (store_id) group by s.store_id`,
  },
  {
    question: 'sales per square meter by store',
    sql: `select s.name, sum(o.total_amount) / s.square_meters from orders o join stores s using (store_id) group by s.store_id`,
  },
  {
    question: 'average number of orders per customer by segment',
    sql: `select segment, 1.0 * count(*) / count(distinct customer_id) from orders join customers using (customer_id) group by segment`,
  },
  {
    question: 'average sales per customer in 2026',
    // A cancelled order is not a sale, but the person who ordered is a customer.
    sql: `select sum(total_amount) filter (where status <> 'cancelled') / count(distinct customer_id) from orders where order_date between '2026-01-01' and '2026-12-31'`,
  },
  {
    question: 'percentage of orders that were cancelled by store',
    sql: `select s.name, 100.0 * sum(status = 'cancelled') / count(*) from orders join stores s using (store_id) group by s.store_id`,
  },
  {
    question: 'share of orders with a return by channel',
    sql: `select channel, 1.0 * sum(exists (select 1 from order_items i join returns using (order_item_id) where i.order_id = o.order_id)) / count(*) from orders o group by channel`,
  },
  {
    question: 'average time between order and payment',
    sql: `select avg(julianday(paid_on) - julianday(order_date)) from payments join orders using (order_id)`,
  },
  {
    question: 'highest and lowest order amount per store',
    sql: `select s.name, max(total_amount), min(total_amount) from orders join stores s using (store_id) group by s.store_id`,
  },
  {
    question: 'top 3 stores in terms of sales',
    isSold: true,
    sql: `select s.name, sum(total_amount) v from orders join stores s using (store_id) group by s.store_id order by v desc limit 3`,
  },
  {
    question: 'number of customers by segment with more than 10 orders',
    sql: `select segment, count(*) from customers c where (select count(*) from orders o where o.customer_id = c.customer_id) > 10 group by segment`,
  },
  {
    question: 'products with the highest price, ordered from highest to lowest',
    sql: `select name, list_price from products order by list_price desc`,
  },
  {
    question: 'who spent the most',
    sql: `select c.name from orders join customers c using (customer_id) group by c.customer_id order by sum(total_amount) desc limit 1`,
    isGap: true,
  },
]
