-- total net amount by region last quarter
-- What was the net amount per shop region in the third quarter of 2026?
select s.region, sum(net_amount) from orders join shops s using (shop_id) where ordered_on between '2026-07-01' and '2026-09-30' group by s.region;
-- net amount by shop this year
select s.name, sum(net_amount) from orders join shops s using (shop_id) where ordered_on between '2026-01-01' and '2026-12-31' group by s.shop_id;
-- gross amount per month in 2026
-- monthly gross amount this year
select strftime('%Y-%m-01', ordered_on) m, sum(gross_amount) from orders where ordered_on between '2026-01-01' and '2026-12-31' group by m;
-- number of orders by status last month
select status, count(*) from orders where ordered_on between '2026-10-01' and '2026-10-31' group by status;
-- How many spoiled orders were there in 2025?
select count(*) from orders where status = 'spoiled' and ordered_on between '2025-01-01' and '2025-12-31';
-- top 5 patrons by net amount
select p.name, sum(net_amount) from orders join patrons p using (patron_id) group by p.patron_id order by 2 desc limit 5;
-- top 3 shops by gross amount in October 2026
select s.name, sum(gross_amount) from orders join shops s using (shop_id) where ordered_on between '2026-10-01' and '2026-10-31' group by s.shop_id order by 2 desc limit 3;
-- average gross amount by city
-- mean gross amount per city
select city, avg(gross_amount) from orders join shops using (shop_id) group by city;
-- patrons who joined in 2025
select name from patrons where joined_on between '2025-01-01' and '2025-12-31';
-- patrons without orders
select name from patrons p where not exists (select 1 from orders o where o.patron_id = p.patron_id);
-- patrons with a lifetime value over 15000 in the West
select name from patrons where lifetime_value > 15000 and region = 'West';
-- share of net amount by shop
select s.name, sum(net_amount) / (select sum(net_amount) from orders) from orders join shops s using (shop_id) group by s.shop_id;
-- percentage of orders that were spoiled
select 100.0 * sum(status = 'spoiled') / count(*) from orders;
-- month over month growth of net amount in 2026
select * from (select m, v, v * 1.0 / lag(v) over (order by m) - 1 g from (select strftime('%Y-%m-01', ordered_on) m, sum(net_amount) v from orders group by m)) where m >= '2026-01-01';
-- difference between gross and net amount by shop
select s.name, sum(gross_amount - net_amount) from orders join shops s using (shop_id) group by s.shop_id;
-- flour used per shop last week
-- recipes with almonds
-- opening hours by city
none;
