-- total invoice amount by month this year
-- Total invoiced amount per month in 2026
select strftime('%Y-%m-01', issued_on) m, sum(amount) from invoices where issued_on between '2026-01-01' and '2026-12-31' group by m;
-- revenue by plan last quarter
-- What was the revenue per plan in the third quarter of 2026?
-- invoice amount for each plan in Q3 2026
select p.name, sum(amount) from invoices i join subscriptions s on s.id = i.subscription_id join plans p on p.id = s.plan_id where issued_on between '2026-07-01' and '2026-09-30' group by p.id;
-- revenue by country in 2025
select country, sum(amount) from invoices i join subscriptions s on s.id = i.subscription_id join accounts a on a.id = s.account_id where issued_on between '2025-01-01' and '2025-12-31' group by country;
-- top 10 accounts by revenue
-- our ten biggest accounts by invoice amount
select a.company_name, sum(amount) from invoices i join subscriptions s on s.id = i.subscription_id join accounts a on a.id = s.account_id group by a.id order by 2 desc limit 10;
-- top 5 industries by revenue this year
select industry, sum(amount) from invoices i join subscriptions s on s.id = i.subscription_id join accounts a on a.id = s.account_id where issued_on between '2026-01-01' and '2026-12-31' group by industry order by 2 desc limit 5;
-- How many accounts were created this year?
-- number of accounts created in 2026
select count(*) from accounts where created_at >= '2026-01-01' and created_at < '2027-01-01';
-- accounts created per month in 2025
select strftime('%Y-%m-01', created_at) m, count(*) from accounts where created_at >= '2025-01-01' and created_at < '2026-01-01' group by m;
-- How many subscriptions were cancelled last quarter?
-- subscriptions cancelled in the third quarter of 2026, how many
select count(*) from subscriptions where cancelled_on between '2026-07-01' and '2026-09-30';
-- subscriptions started in 2026 by plan
-- number of subscriptions started this year per plan
select p.name, count(*) from subscriptions s join plans p on p.id = s.plan_id where started_on between '2026-01-01' and '2026-12-31' group by p.id;
-- average number of seats per plan
-- average seats by plan
select p.name, avg(seats) from subscriptions s join plans p on p.id = s.plan_id group by p.id;
-- total seats by industry
select industry, sum(seats) from subscriptions s join accounts a on a.id = s.account_id group by industry;
-- invoices that are overdue
-- overdue invoices
select id from invoices where status = 'overdue';
-- total amount of overdue invoices by country
select country, sum(amount) from invoices i join subscriptions s on s.id = i.subscription_id join accounts a on a.id = s.account_id where i.status = 'overdue' group by country;
-- How many invoices are open?
select count(*) from invoices where status = 'open';
-- share of invoices by status
-- proportion of invoices by status
select status, 1.0 * count(*) / (select count(*) from invoices) from invoices group by status;
-- What percentage of invoices is paid?
select 100.0 * sum(status = 'paid') / count(*) from invoices;
-- month over month growth of revenue in 2026
select * from (select m, v, v * 1.0 / lag(v) over (order by m) - 1 g from (select strftime('%Y-%m-01', issued_on) m, sum(amount) v from invoices group by m)) where m >= '2026-01-01';
-- running total of invoice amount by month in 2026
select m, sum(v) over (order by m) from (select strftime('%Y-%m-01', issued_on) m, sum(amount) v from invoices where issued_on between '2026-01-01' and '2026-12-31' group by m);
-- accounts without subscriptions
-- Which accounts have no subscription?
select company_name from accounts a where not exists (select 1 from subscriptions s where s.account_id = a.id);
-- accounts with more than 3 tickets in 2026
select company_name from accounts a join tickets t on t.account_id = a.id where opened_at >= '2026-01-01' and opened_at < '2027-01-01' group by a.id having count(*) > 3;
-- tickets by priority
-- How many tickets are there per priority?
select priority, count(*) from tickets group by priority;
-- urgent tickets opened in the last 30 days
select id from tickets where priority = 'urgent' and opened_at >= '2026-10-16' and opened_at < '2026-11-16';
-- number of tickets by topic last month
select topic, count(*) from tickets where opened_at >= '2026-10-01' and opened_at < '2026-11-01' group by topic;
-- Which topic has the most tickets?
select topic from tickets group by topic order by count(*) desc limit 1;
-- tickets per account in the Energy industry
select a.company_name, count(t.id) from accounts a join tickets t on t.account_id = a.id where industry = 'Energy' group by a.id;
-- average invoice amount by industry and year
select industry, strftime('%Y-01-01', issued_on) y, avg(amount) from invoices i join subscriptions s on s.id = i.subscription_id join accounts a on a.id = s.account_id group by industry, y;
-- most expensive plan
select name from plans order by monthly_price desc limit 1;
-- plans with a monthly price above 50
select name from plans where monthly_price > 50;
-- largest invoice of each account
select a.company_name, max(amount) from invoices i join subscriptions s on s.id = i.subscription_id join accounts a on a.id = s.account_id group by a.id;
-- How much did we invoice yesterday?
select sum(amount) from invoices where issued_on = '2026-11-14';
-- revenue this month compared to last month
select sum(amount) filter (where issued_on between '2026-11-01' and '2026-11-30'), sum(amount) filter (where issued_on between '2026-10-01' and '2026-10-31') from invoices;
-- accounts in Portugal with at least 2 subscriptions
select company_name from accounts a join subscriptions s on s.account_id = a.id where country = 'Portugal' group by a.id having count(*) >= 2;
-- tickets still open
-- tickets that have not been closed
select id from tickets where closed_at is null;
-- subscriptions that were cancelled within 90 days of their start
select id from subscriptions where julianday(cancelled_on) - julianday(started_on) <= 90;
-- average number of days to close a ticket
select avg(julianday(closed_at) - julianday(opened_at)) from tickets;
-- churn rate by plan in 2026
none;
-- accounts that moved from Basic to Team
select company_name from accounts a where exists (select 1 from subscriptions s join plans p on p.id = s.plan_id join subscriptions t on t.account_id = s.account_id join plans q on q.id = t.plan_id where p.name = 'Basic' and q.name = 'Team' and t.started_on > s.started_on and s.account_id = a.id);
-- revenue per seat by plan
select p.name, 1.0 * (select sum(amount) from invoices i join subscriptions s on s.id = i.subscription_id where s.plan_id = p.id) / (select sum(seats) from subscriptions where plan_id = p.id) from plans p;
-- active subscriptions by plan
select p.name, count(*) from subscriptions s join plans p on p.id = s.plan_id where cancelled_on is null group by p.id;
-- logins per account last week
-- marketing spend by channel this year
-- salesperson with the most deals
-- downgrades by month
-- satisfaction score by topic
none;
