-- turnover last month
-- how much did we invoice last month
select sum(total) from invoices where issued_on between '2026-10-01' and '2026-10-31' and state = 'sent';
select sum(total) from invoices where issued_on between '2026-10-01' and '2026-10-31' and state <> 'void';
-- turnover per month this year
-- monthly revenue 2026
select strftime('%Y-%m-01', issued_on) m, sum(total) from invoices where issued_on >= '2026-01-01' and state = 'sent' group by m;
select strftime('%Y-%m-01', issued_on) m, sum(total) from invoices where issued_on >= '2026-01-01' and state <> 'void' group by m;
-- who owes us money
-- customers with unpaid invoices
select distinct c.name from invoices i join jobs using (job_no) join vehicles using (vehicle_id) join customers c using (customer_no) where i.paid_on is null and i.state = 'sent';
-- how many invoices are unpaid
select count(*) from invoices where paid_on is null and state = 'sent';
-- overdue invoices
-- which invoices are overdue
select invoice_no from invoices where paid_on is null and state = 'sent' and due_on < '2026-11-15';
-- how much is overdue in total
select sum(total) from invoices where paid_on is null and state = 'sent' and due_on < '2026-11-15';
-- average invoice amount
select avg(total) from invoices where state = 'sent';
select avg(total) from invoices;
-- top 5 customers by turnover
-- our 5 biggest customers
select c.name, sum(total) from invoices i join jobs using (job_no) join vehicles using (vehicle_id) join customers c using (customer_no) where i.state = 'sent' group by c.customer_no order by 2 desc limit 5;
-- which mechanic did the most jobs this year
select m.name from jobs j join mechanics m using (mechanic_id) where j.opened_on >= '2026-01-01' and j.state = 'done' group by m.mechanic_id order by count(*) desc limit 1;
select m.name from jobs j join mechanics m using (mechanic_id) where j.opened_on >= '2026-01-01' group by m.mechanic_id order by count(*) desc limit 1;
-- labour hours per mechanic last month
select m.name, sum(labour_hours) from jobs j join mechanics m using (mechanic_id) where opened_on between '2026-10-01' and '2026-10-31' group by m.mechanic_id;
-- jobs nobody is assigned to
-- jobs without a mechanic
select job_no from jobs where mechanic_id is null;
-- open jobs
-- which jobs are still open
select job_no from jobs where state = 'open';
-- how long does a repair take on average
-- average days from opening to finish
select avg(julianday(finished_on) - julianday(opened_on)) from jobs where finished_on is not null and kind = 'repair';
select avg(julianday(finished_on) - julianday(opened_on)) from jobs where finished_on is not null;
-- jobs by kind
-- number of jobs per kind
select kind, count(*) from jobs group by kind;
select kind, count(*) from jobs where state <> 'cancelled' group by kind;
-- what parts are running low
-- parts below reorder level
select description from parts where in_stock < reorder_level;
select description from parts where in_stock <= reorder_level;
-- which parts were never used
-- parts never sold
select description from parts p where not exists (select 1 from job_parts j where j.part_no = p.part_no);
-- best selling part
-- most used part
select description from parts join job_parts using (part_no) group by part_no order by sum(quantity) desc limit 1;
select description from parts join job_parts using (part_no) group by part_no order by count(*) desc limit 1;
-- stock value
-- what is our stock worth
select sum(in_stock * cost) from parts;
select sum(in_stock * price) from parts;
-- profit on parts this year
select sum(jp.quantity * (jp.unit_price * (1 - jp.discount) - p.cost)) from job_parts jp join parts p using (part_no) join jobs j using (job_no) where opened_on >= '2026-01-01';
-- margin per part
select description, price - cost from parts;
select description, (price - cost) / price from parts;
-- how much discount did we give this year
select sum(quantity * unit_price * discount) from job_parts join jobs using (job_no) where opened_on >= '2026-01-01';
-- average discount
select avg(discount) from job_parts;
-- vehicles per make
select make, count(*) from vehicles group by make;
-- customers with more than one vehicle
select c.name from vehicles join customers c using (customer_no) group by customer_no having count(*) > 1;
-- customers without a vehicle
select name from customers c where not exists (select 1 from vehicles v where v.customer_no = c.customer_no);
-- customers who have not been here since 2025
-- customers without jobs in 2026
select name from customers c where not exists (select 1 from vehicles v join jobs j using (vehicle_id) where v.customer_no = c.customer_no and opened_on >= '2026-01-01');
-- new customers this year
-- how many new customers did we get this year
select count(*) from customers where since >= '2026-01-01';
select name from customers where since >= '2026-01-01';
-- business customers in Olten
select name from customers where is_business = 1 and town = 'Olten';
-- oldest car we service
select plate from vehicles order by built_year limit 1;
select vehicle_id from vehicles order by built_year limit 1;
-- how many cars are older than 15 years
select count(*) from vehicles where built_year < 2011;
-- cars that are not Opel, Skoda or Fiat
select plate from vehicles where make not in ('Opel', 'Skoda', 'Fiat');
select vehicle_id from vehicles where make not in ('Opel', 'Skoda', 'Fiat');
-- tax collected last quarter
select sum(tax) from invoices where issued_on between '2026-07-01' and '2026-09-30' and state = 'sent';
select sum(tax) from invoices where issued_on between '2026-07-01' and '2026-09-30' and state <> 'void';
-- busiest month
-- in which month did we have most jobs
select strftime('%Y-%m-01', opened_on) m from jobs group by m order by count(*) desc limit 1;
-- done and cancelled jobs per mechanic
select m.name, sum(state = 'done'), sum(state = 'cancelled') from jobs j join mechanics m using (mechanic_id) group by m.mechanic_id;
-- how many invoices are void
select count(*) from invoices where state = 'void';
-- customers with the same name
select name from customers group by name having count(*) > 1;
-- will we make more next year
-- why is turnover down
-- which mechanic is the friendliest
-- how many test drives did we do
-- opening hours on saturday
-- how many litres of oil did we use
none;
