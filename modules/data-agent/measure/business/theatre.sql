-- ticket sales last month
-- revenue last month
select sum(grand_total) from orders where status = 'paid' and ordered_at >= '2026-10-01' and ordered_at < '2026-11-01';
select count(*) from tickets join orders using (order_id) where status = 'paid' and ordered_at >= '2026-10-01' and ordered_at < '2026-11-01';
select sum(price) from tickets join orders using (order_id) where status = 'paid' and ordered_at >= '2026-10-01' and ordered_at < '2026-11-01';
-- how many tickets did we sell this year
select count(*) from tickets join orders using (order_id) where status = 'paid' and ordered_at >= '2026-01-01';
-- sales by channel this year
-- revenue by channel in 2026
select channel, sum(grand_total) from orders where status = 'paid' and ordered_at >= '2026-01-01' group by channel;
-- what did the average customer spend
-- average order value
select avg(grand_total) from orders where status = 'paid';
select avg(grand_total) from orders;
-- orders per month this year
select strftime('%Y-%m-01', ordered_at) m, count(*) from orders where ordered_at >= '2026-01-01' group by m;
select strftime('%Y-%m-01', ordered_at) m, count(*) from orders where ordered_at >= '2026-01-01' and status = 'paid' group by m;
-- cancelled orders this year
-- how many orders were cancelled this year
select count(*) from orders where status = 'cancelled' and ordered_at >= '2026-01-01';
select order_id from orders where status = 'cancelled' and ordered_at >= '2026-01-01';
-- orders that were not paid
select order_id from orders where status <> 'paid';
-- how many orders used a voucher
-- orders with a voucher code
select count(*) from orders where voucher_code is not null;
select order_id from orders where voucher_code is not null;
-- orders without a visitor account
select order_id from orders where visitor_id is null;
-- which show sold the most tickets
-- most popular show
select title from tickets join performances using (performance_id) join shows using (show_id) group by show_id order by count(*) desc limit 1;
-- top 3 shows by ticket revenue
select title, sum(price) from tickets t join orders using (order_id) join performances using (performance_id) join shows using (show_id) where status = 'paid' group by show_id order by 2 desc limit 3;
-- tickets per genre
select genre, count(*) from tickets join performances using (performance_id) join shows using (show_id) group by genre;
select genre, count(*) from tickets join orders using (order_id) join performances using (performance_id) join shows using (show_id) where status = 'paid' group by genre;
-- how many performances were cancelled
-- number of cancelled performances
select count(*) from performances where is_cancelled = 1;
-- performances next week
select performance_id from performances where played_at >= '2026-11-16' and played_at < '2026-11-23';
-- upcoming performances
select performance_id from performances where played_at >= '2026-11-15';
-- which show was never performed
-- shows without performances
select title from shows s where not exists (select 1 from performances p where p.show_id = s.show_id);
-- performances per venue
select v.name, count(*) from performances join venues v using (venue_id) group by venue_id;
-- venue with the most seats
-- biggest venue
select name from venues order by seats desc limit 1;
-- total number of seats
select sum(seats) from venues;
-- average ticket price by category
select category, avg(price) from tickets group by category;
-- how many tickets were not scanned
-- tickets never scanned
select count(*) from tickets where scanned_at is null;
select ticket_id from tickets where scanned_at is null;
-- visitors who never ordered
-- visitors without orders
select full_name from visitors v where not exists (select 1 from orders o where o.visitor_id = v.visitor_id);
-- visitors without orders in 2026
-- visitors who ordered nothing in 2026
select full_name from visitors v where not exists (select 1 from orders o where o.visitor_id = v.visitor_id and ordered_at >= '2026-01-01' and ordered_at < '2027-01-01');
-- newsletter subscribers
-- how many visitors get the newsletter
select count(*) from visitors where newsletter = 1;
select full_name from visitors where newsletter = 1;
-- visitors without an email
select full_name from visitors where email is null;
-- returning visitors
-- how many visitors ordered more than once
select count(*) from (select visitor_id from orders where visitor_id is not null group by visitor_id having count(*) > 1);
-- best customers
-- top 10 visitors by spending
select full_name, sum(grand_total) from orders join visitors using (visitor_id) where status = 'paid' group by visitor_id order by 2 desc limit 10;
-- costs per show
-- total costs by show
select title, sum(amount) from costs join shows using (show_id) group by show_id;
-- marketing costs this year
-- what did we spend on marketing this year
select sum(amount) from costs where kind = 'marketing' and booked_on >= '2026-01-01';
-- costs by kind last year
select kind, sum(amount) from costs where booked_on between '2025-01-01' and '2025-12-31' group by kind;
-- profit this year
-- what is left after costs this year
select (select sum(grand_total) from orders where status = 'paid' and ordered_at >= '2026-01-01') - (select sum(amount) from costs where booked_on >= '2026-01-01');
-- longest show
-- which show runs the longest
select title from shows order by running_minutes desc limit 1;
-- shows that are neither drama nor comedy
select title from shows where genre not in ('drama', 'comedy');
-- average age of our visitors
select avg(2026 - birth_year) from visitors;
-- shows per genre
select genre, count(*) from shows group by genre;
-- paid and refunded orders per channel
select channel, sum(status = 'paid'), sum(status = 'refunded') from orders group by channel;
-- share of orders from the web
select 100.0 * sum(channel = 'web') / count(*) from orders;
select 1.0 * sum(channel = 'web') / count(*) from orders;
-- in which month were most tickets sold
-- which month had the most orders
select strftime('%Y-%m-01', ordered_at) m from orders group by m order by count(*) desc limit 1;
-- how many people will come next month
-- why did Two Moons fail
-- what do critics say about Salt
-- which actor is the most popular
-- is Paper Kings worth seeing
-- how many drinks did we sell
none;
