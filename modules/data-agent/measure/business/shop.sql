-- Total sales by region last quarter
-- sales per region in the third quarter of 2026
-- What were total sales for each region last quarter?
select r.name, sum(o.total_amount) from orders o join stores s using (store_id) join regions r using (region_id) where order_date between '2026-07-01' and '2026-09-30' group by r.region_id;
-- How much did each store sell in October 2026?
-- total sales by store in October 2026
-- sales by store last month
select s.name, sum(total_amount) from orders join stores s using (store_id) where order_date between '2026-10-01' and '2026-10-31' group by s.store_id;
-- revenue by customer segment this year
-- Show me this year's revenue per segment
select segment, sum(total_amount) from orders join customers using (customer_id) where order_date between '2026-01-01' and '2026-12-31' group by segment;
-- Which five stores had the highest sales in 2025?
-- top 5 stores by sales in 2025
select s.name from orders join stores s using (store_id) where order_date between '2025-01-01' and '2025-12-31' group by s.store_id order by sum(total_amount) desc limit 5;
-- average order amount by channel last year
-- mean order amount for each channel in 2025
select channel, avg(total_amount) from orders where order_date between '2025-01-01' and '2025-12-31' group by channel;
-- number of completed orders per month this year
select strftime('%Y-%m-01', order_date) m, count(*) from orders where status = 'completed' and order_date between '2026-01-01' and '2026-12-31' group by m;
-- How many customers ordered in September 2026?
select count(distinct customer_id) from orders where order_date between '2026-09-01' and '2026-09-30';
-- customers who did not order this year
-- Which customers have not ordered in 2026?
select name from customers c where not exists (select 1 from orders o where o.customer_id = c.customer_id and order_date between '2026-01-01' and '2026-12-31');
-- refunds by store last quarter
select s.name, sum(refund_amount) from returns join order_items using (order_item_id) join orders using (order_id) join stores s using (store_id) where returned_on between '2026-07-01' and '2026-09-30' group by s.store_id;
-- total quantity by supplier in 2026
select s.name, sum(i.quantity) from order_items i join orders using (order_id) join products using (product_id) join suppliers s using (supplier_id) where order_date between '2026-01-01' and '2026-12-31' group by s.supplier_id;
-- profit by category last quarter
-- gross margin by product
none;
-- How many customers came back after their first order?
select count(*) from (select 1 from orders group by customer_id having count(*) > 1);
-- customers who bought again within 30 days
none;
-- sales per square meter by store
select s.name, sum(total_amount) / square_meters from orders join stores s using (store_id) group by s.store_id;
-- employees who sold more than their manager
-- stock level by product
-- website visits by month
-- delivery delays last quarter
-- sales forecast against actual sales by region
none;
-- What percentage of orders were cancelled in each store?
-- percentage of orders that were cancelled by store
select s.name, 100.0 * sum(status = 'cancelled') / count(*) from orders join stores s using (store_id) group by s.store_id;
-- sales by channel and status in 2025
select channel, status, sum(total_amount) from orders where order_date between '2025-01-01' and '2025-12-31' group by channel, status;
