/** A question that a shop owner would ask of the sample shop on 15 November 2026, and the same in hand-written SQL. */
export interface ShopQuestion {
  readonly question: string
  readonly sql: string
  /** Rows are compared in this order. */
  readonly isOrdered?: true
  /** Cancelled orders are not sold: the SQL excludes them. */
  readonly isSold?: true
  /** Not yet read correctly. */
  readonly isGap?: true
}

const growth = (sql: string): string =>
  `with m as (${sql}) select m, v, v * 1.0 / lag(v) over (order by m) - 1 from m`

export const shopQuestions: readonly ShopQuestion[] = [
  { question: 'How many orders do we have?', sql: `select count(*) from orders` },
  {
    question: 'How many customers signed up in 2026?',
    sql: `select count(*) from customers where signup_date >= '2026-01-01' and signup_date < '2027-01-01'`,
  },
  { question: 'What is the total amount of all orders?', sql: `select sum(total_amount) from orders` },
  {
    question: 'total sales by region last quarter',
    isSold: true,
    sql: `select r.name, sum(o.total_amount) from orders o join stores s using (store_id) join regions r using (region_id) where order_date >= '2026-07-01' and order_date < '2026-10-01' group by r.region_id`,
  },
  {
    question: 'Total order amount per month in 2026',
    isSold: true,
    sql: `select strftime('%Y-%m-01', order_date) m, sum(total_amount) from orders where order_date >= '2026-01-01' and order_date < '2027-01-01' group by m order by m`,
    isOrdered: true,
  },
  { question: 'Number of orders by status', sql: `select status, count(*) from orders group by status` },
  {
    question: 'How many orders were placed in each store?',
    sql: `select s.name, count(*) from orders join stores s using (store_id) group by s.store_id`,
  },
  {
    question: 'Average order value per month',
    isSold: true,
    sql: `select strftime('%Y-%m-01', order_date) m, avg(total_amount) from orders group by m`,
  },
  {
    question: 'Top 10 customers by revenue this year',
    isSold: true,
    sql: `select c.name, c.customer_id, sum(o.total_amount) v from orders o join customers c using (customer_id) where order_date >= '2026-01-01' and order_date < '2027-01-01' group by c.customer_id order by v desc limit 10`,
    isOrdered: true,
  },
  {
    question: 'Top 5 products by quantity sold',
    isSold: true,
    sql: `select p.name, sum(i.quantity) v from order_items i join products p using (product_id) group by p.product_id order by v desc limit 5`,
    isOrdered: true,
  },
  {
    question: 'What is the most expensive product?',
    sql: `select name from products order by list_price desc limit 1`,
  },
  {
    question: 'List the products with a list price above 100',
    sql: `select name from products where list_price > 100`,
  },
  {
    question: 'Which customers have never placed an order?',
    sql: `select name from customers c where not exists (select 1 from orders o where o.customer_id = c.customer_id)`,
  },
  {
    question: 'customers without orders',
    sql: `select name from customers c where not exists (select 1 from orders o where o.customer_id = c.customer_id)`,
  },
  {
    question: 'products never sold',
    sql: `select name from products p where not exists (select 1 from order_items i where i.product_id = p.product_id)`,
  },
  {
    question: 'Which stores are in the West region?',
    sql: `select s.name from stores s join regions r using (region_id) where r.name = 'West'`,
  },
  {
    question: 'How many stores does each region have?',
    sql: `select r.name, count(*) from stores s join regions r using (region_id) group by r.region_id`,
  },
  {
    question: 'share of sales per channel',
    sql: `select channel, sum(total_amount) / (select sum(total_amount) from orders) from orders group by channel`,
  },
  {
    question: 'What percentage of orders were cancelled?',
    sql: `select 100.0 * sum(status = 'cancelled') / count(*) from orders`,
  },
  {
    question: 'running total of sales by month in 2026',
    sql: `select m, sum(v) over (order by m) from (select strftime('%Y-%m-01', order_date) m, sum(total_amount) v from orders where order_date >= '2026-01-01' and order_date < '2027-01-01' group by m)`,
  },
  {
    question: 'month over month growth of sales in 2026',
    sql: `select * from (${growth(
      `select strftime('%Y-%m-01', order_date) m, sum(total_amount) v from orders group by m`,
    )}) where m >= '2026-01-01'`,
  },
  {
    question: 'orders above average',
    sql: `select order_id, c.name, s.name, e.name, order_date from orders join customers c using (customer_id) join stores s using (store_id) left join employees e using (employee_id) where total_amount > (select avg(total_amount) from orders)`,
  },
  {
    question: 'best-selling product in each category',
    isSold: true,
    sql: `select c, n from (select c.name c, p.name n, row_number() over (partition by c.category_id order by sum(i.quantity) desc) r from order_items i join products p using (product_id) join categories c using (category_id) group by p.product_id) where r = 1`,
  },
  {
    question: 'top 3 products by revenue in each category',
    isSold: true,
    sql: `select c, n, v from (select c.name c, p.name n, sum(i.line_total) v, row_number() over (partition by c.category_id order by sum(i.line_total) desc) r from order_items i join products p using (product_id) join categories c using (category_id) group by p.product_id) where r <= 3`,
  },
  {
    question: 'How many returns were there last month?',
    sql: `select count(*) from returns where returned_on >= '2026-10-01' and returned_on < '2026-11-01'`,
  },
  { question: 'Number of returns by reason', sql: `select reason, count(*) from returns group by reason` },
  {
    question: 'total refund amount per month this year',
    sql: `select strftime('%Y-%m-01', returned_on) m, sum(refund_amount) from returns where returned_on >= '2026-01-01' and returned_on < '2027-01-01' group by m`,
  },
  {
    question: 'Which product has been returned most often?',
    sql: `select p.name from returns r join order_items i using (order_item_id) join products p using (product_id) group by p.product_id order by count(*) desc limit 1`,
  },
  {
    question: 'average salary by job title',
    sql: `select job_title, avg(annual_salary) from employees group by job_title`,
  },
  {
    question: 'Who is the highest paid employee?',
    sql: `select name from employees order by annual_salary desc limit 1`,
  },
  {
    question: 'How many employees work in each store?',
    sql: `select s.name, count(*) from employees join stores s using (store_id) group by s.store_id`,
  },
  {
    question: 'Employees hired before 2024',
    sql: `select name from employees where hired_on < '2024-01-01'`,
  },
  { question: 'list suppliers and their countries', sql: `select name, country from suppliers` },
  {
    question: 'How many products does each supplier have?',
    sql: `select s.name, count(*) from products join suppliers s using (supplier_id) group by s.supplier_id`,
  },
  { question: 'Suppliers from Germany', sql: `select name from suppliers where country = 'Germany'` },
  { question: 'customers per segment', sql: `select segment, count(*) from customers group by segment` },
  {
    question: 'How many customers are there in each city?',
    sql: `select city, count(*) from customers group by city`,
  },
  { question: 'total payments by method', sql: `select method, sum(amount) from payments group by method` },
  {
    question: 'Which payment method is used most?',
    sql: `select method from payments group by method order by count(*) desc limit 1`,
  },
  {
    question: 'orders in the last 7 days',
    sql: `select order_id, c.name, s.name, e.name, order_date from orders join customers c using (customer_id) join stores s using (store_id) left join employees e using (employee_id) where order_date >= '2026-11-08' and order_date < '2026-11-16'`,
  },
  {
    question: 'How many orders were placed yesterday?',
    sql: `select count(*) from orders where order_date = '2026-11-14'`,
  },
  {
    question: 'orders between 1 March 2026 and 31 March 2026 with a total amount over 500',
    sql: `select order_id, c.name, s.name, e.name, order_date from orders join customers c using (customer_id) join stores s using (store_id) left join employees e using (employee_id) where order_date between '2026-03-01' and '2026-03-31' and total_amount > 500`,
  },
  {
    question: 'How many web orders were completed?',
    sql: `select count(*) from orders where channel = 'web' and status = 'completed'`,
  },
  { question: 'average quantity per order item', sql: `select avg(quantity) from order_items` },
  {
    question: 'How many products are in each category?',
    sql: `select c.name, count(*) from products join categories c using (category_id) group by c.category_id`,
  },
  {
    question: 'Which region has the highest sales?',
    isSold: true,
    sql: `select r.name from orders o join stores s using (store_id) join regions r using (region_id) group by r.region_id order by sum(o.total_amount) desc limit 1`,
  },
  {
    question: 'revenue per store in 2025, highest first',
    isSold: true,
    sql: `select s.name, sum(total_amount) v from orders join stores s using (store_id) where order_date >= '2025-01-01' and order_date < '2026-01-01' group by s.store_id order by v desc`,
    isOrdered: true,
  },
  {
    question: 'customers with more than 10 orders',
    sql: `select c.name from customers c join orders using (customer_id) group by c.customer_id having count(*) > 10`,
  },
  {
    question: 'How many customers have more than 10 orders?',
    sql: `select count(*) from (select customer_id from orders group by customer_id having count(*) > 10)`,
  },
  { question: 'products that are not active', sql: `select name from products where not is_active` },
  {
    question: 'average list price by category',
    sql: `select c.name, avg(list_price) from products join categories c using (category_id) group by c.category_id`,
  },
  {
    question: 'What is the largest store by square meters?',
    sql: `select name from stores order by square_meters desc limit 1`,
  },
  {
    question: 'Which stores opened after 2020?',
    sql: `select name from stores where opened_on >= '2021-01-01'`,
  },
  {
    question: 'sales by channel and month this year',
    isSold: true,
    sql: `select channel, strftime('%Y-%m-01', order_date) m, sum(total_amount) from orders where order_date >= '2026-01-01' and order_date < '2027-01-01' group by channel, m`,
  },
  {
    question: 'number of orders per weekday',
    sql: `select (strftime('%w', order_date) + 6) % 7 + 1 d, count(*) from orders group by d`,
  },
  {
    question: 'How many orders did each employee handle?',
    sql: `select e.name, count(*) from orders join employees e using (employee_id) group by e.employee_id`,
  },
  {
    question: 'sales by region excluding cancelled orders',
    sql: `select r.name, sum(total_amount) from orders join stores using (store_id) join regions r using (region_id) where status <> 'cancelled' group by r.region_id`,
  },
  {
    question: 'number of customers who ordered by phone',
    sql: `select count(distinct customer_id) from orders where channel = 'phone'`,
  },
  { question: 'newest customer', sql: `select name from customers order by signup_date desc limit 1` },
  {
    question: 'sales this year compared to last year',
    isSold: true,
    sql: `select strftime('%Y-01-01', order_date) y, sum(total_amount) from orders where order_date >= '2025-01-01' and order_date < '2027-01-01' group by y`,
  },
  {
    question: 'percentage of revenue by region',
    isSold: true,
    sql: `select r.name, 100.0 * sum(total_amount) / (select sum(total_amount) from orders) from orders join stores using (store_id) join regions r using (region_id) group by r.region_id`,
  },
  {
    question: 'How many stores opened in 2023?',
    sql: `select count(*) from stores where opened_on >= '2023-01-01' and opened_on < '2024-01-01'`,
  },
  {
    question: 'total sales in the first quarter of 2026',
    isSold: true,
    sql: `select sum(total_amount) from orders where order_date >= '2026-01-01' and order_date < '2026-04-01'`,
  },
  {
    question: 'quarterly sales in 2025',
    isSold: true,
    sql: `select date(order_date, 'start of month', '-' || ((strftime('%m', order_date) - 1) % 3) || ' months') q, sum(total_amount) from orders where order_date >= '2025-01-01' and order_date < '2026-01-01' group by q`,
  },
  {
    question: 'bottom 3 stores by revenue',
    isSold: true,
    sql: `select s.name, sum(total_amount) v from orders join stores s using (store_id) group by s.store_id order by v limit 3`,
    isOrdered: true,
  },
  {
    question: 'top 5 customers by number of orders',
    sql: `select c.name, c.customer_id, count(*) v from orders join customers c using (customer_id) group by c.customer_id order by v desc limit 5`,
  },
  {
    question: 'top 3 products by list price',
    sql: `select name from products order by list_price desc limit 3`,
  },
  {
    question: 'orders per month for the West region',
    sql: `select strftime('%Y-%m-01', order_date) m, count(*) from orders join stores using (store_id) join regions r using (region_id) where r.name = 'West' group by m`,
  },
  {
    question: 'sales of the Kitchen category in 2026',
    isSold: true,
    sql: `select sum(line_total) from order_items join orders using (order_id) join products using (product_id) join categories c using (category_id) where c.name = 'Kitchen' and order_date >= '2026-01-01' and order_date < '2027-01-01'`,
  },
  {
    question: 'What was the average order value last month?',
    isSold: true,
    sql: `select avg(total_amount) from orders where order_date >= '2026-10-01' and order_date < '2026-11-01'`,
  },
  {
    question: 'monthly number of new customers in 2026',
    sql: `select strftime('%Y-%m-01', signup_date) m, count(*) from customers where signup_date >= '2026-01-01' and signup_date < '2027-01-01' group by m`,
  },
  {
    question: 'most expensive product in each category',
    sql: `select c, n from (select c.name c, p.name n, row_number() over (partition by c.category_id order by list_price desc) r from products p join categories c using (category_id)) where r = 1`,
  },
  {
    question: 'year over year growth of sales by month in 2026',
    sql: `with m as (select strftime('%Y-%m-01', order_date) m, sum(total_amount) v from orders group by m) select m.m, m.v, m.v / b.v - 1 from m join m b on b.m = date(m.m, '-1 year') where m.m >= '2026-01-01'`,
  },
  {
    question: 'share of orders by status in percent',
    sql: `select status, 100.0 * count(*) / (select count(*) from orders) from orders group by status`,
  },
  {
    question: 'What percentage of customers are corporate?',
    sql: `select 100.0 * sum(segment = 'Corporate') / count(*) from customers`,
  },
  {
    question: 'stores without returns',
    sql: `select name from stores s where not exists (select 1 from returns r join order_items using (order_item_id) join orders o using (order_id) where o.store_id = s.store_id)`,
  },
  {
    question: 'Which employees earn more than 50000?',
    sql: `select name from employees where annual_salary > 50000`,
  },
  {
    question: 'number of different cities our customers live in',
    sql: `select count(distinct city) from customers`,
  },
  {
    question: 'How much was paid by card this month?',
    sql: `select sum(amount) from payments where method = 'card' and paid_on >= '2026-11-01' and paid_on < '2026-12-01'`,
  },
  {
    question: 'minimum, maximum and average order amount',
    sql: `select min(total_amount), max(total_amount), avg(total_amount) from orders`,
  },
  {
    question: 'Which customers ordered both by phone and in store?',
    sql: `select name from customers c where exists (select 1 from orders o where o.customer_id = c.customer_id and channel = 'phone') and exists (select 1 from orders o where o.customer_id = c.customer_id and channel = 'store')`,
  },
  {
    question: 'names of the managers',
    sql: `select distinct m.name from employees e join employees m on m.employee_id = e.manager_id`,
  },
  {
    question: 'how many orders per customer on average',
    sql: `select avg(n) from (select count(*) n from orders group by customer_id)`,
  },
  {
    question: 'return rate by category',
    sql: `select c.name, count(distinct r.return_id) * 1.0 / count(distinct i.order_item_id) from order_items i join products using (product_id) join categories c using (category_id) left join returns r using (order_item_id) group by c.category_id`,
  },
  {
    question: 'total quantity sold per product category',
    isSold: true,
    sql: `select c.name, sum(quantity) from order_items join products using (product_id) join categories c using (category_id) group by c.category_id`,
  },
  {
    question: 'running total of refunds per month in 2026',
    sql: `select m, sum(v) over (order by m) from (select strftime('%Y-%m-01', returned_on) m, sum(refund_amount) v from returns where returned_on >= '2026-01-01' and returned_on < '2027-01-01' group by m)`,
  },
  {
    question: 'customers in the Corporate segment with orders over 1000',
    sql: `select distinct c.name from customers c join orders o using (customer_id) where segment = 'Corporate' and total_amount > 1000`,
  },
  {
    question: 'average number of orders per customer',
    sql: `select count(*) * 1.0 / count(distinct customer_id) from orders`,
  },
  {
    question: 'what is the revenue of each region this year',
    isSold: true,
    sql: `select r.name, sum(total_amount) from orders join stores using (store_id) join regions r using (region_id) where order_date >= '2026-01-01' and order_date < '2027-01-01' group by r.region_id`,
  },
  {
    question: 'sales by segment and channel',
    isSold: true,
    sql: `select segment, channel, sum(total_amount) from orders join customers using (customer_id) group by 1, 2`,
  },
  {
    question: 'which month had the highest sales in 2025',
    isSold: true,
    sql: `select strftime('%Y-%m-01', order_date) m from orders where order_date >= '2025-01-01' and order_date < '2026-01-01' group by m order by sum(total_amount) desc limit 1`,
  },
  {
    question: 'customers who spent more than 5000',
    sql: `select c.name from customers c join orders using (customer_id) where status <> 'cancelled' group by c.customer_id having sum(total_amount) > 5000`,
  },
]
