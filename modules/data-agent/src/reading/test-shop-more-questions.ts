import type { ShopQuestion } from './test-shop-questions.ts'

/** Totals, rates, rankings of periods and money as shop owners speak of them. */
export const moreShopQuestions: readonly ShopQuestion[] = [
  {
    question: 'best selling category',
    sql: `select c.name from order_items i join products using (product_id) join categories c using (category_id) group by c.category_id order by sum(i.quantity) desc limit 1`,
  },
  {
    question: 'which month had the highest sales',
    sql: `select strftime('%Y-%m-01', order_date) m from orders group by m order by sum(total_amount) desc limit 1`,
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
    sql: `select p.name from order_items i join products p using (product_id) group by p.product_id order by sum(i.quantity) limit 1`,
  },
  {
    question: 'top selling supplier',
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
    sql: `select c.name from orders join customers c using (customer_id) where order_date >= '2026-01-01' and order_date < '2027-01-01' group by c.customer_id order by sum(total_amount) desc limit 1`,
  },
  {
    question: 'Who earns the least?',
    sql: `select name from employees order by annual_salary limit 1`,
    isGap: true,
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
    isGap: true,
  },
]
