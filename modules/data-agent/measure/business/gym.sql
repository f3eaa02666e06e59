-- how many members do we have right now
-- active members
select count(*) from memberships where status = 'active';
select count(distinct member_id) from memberships where status = 'active';
select first_name, last_name from members m where exists (select 1 from memberships s where s.member_id = m.id and s.status = 'active');
-- new members last month
-- how many people joined last month
select count(*) from members where joined_on between '2026-10-01' and '2026-10-31';
select first_name, last_name from members where joined_on between '2026-10-01' and '2026-10-31';
-- new members per month this year
select strftime('%Y-%m-01', joined_on) m, count(*) from members where joined_on >= '2026-01-01' group by m;
-- how much money came in last month
-- income last month
select sum(amount) from payments where status = 'succeeded' and paid_at >= '2026-10-01' and paid_at < '2026-11-01';
-- revenue by payment method this year
select method, sum(amount) from payments where status = 'succeeded' and paid_at >= '2026-01-01' group by method;
-- revenue this year vs last year
select sum(case when paid_at >= '2026-01-01' then amount end), sum(case when paid_at < '2026-01-01' and paid_at >= '2025-01-01' then amount end) from payments where status = 'succeeded';
-- how many payments failed last week
select count(*) from payments where status = 'failed' and paid_at >= '2026-11-02' and paid_at < '2026-11-09';
select count(*) from payments where status = 'failed' and paid_at >= '2026-11-09' and paid_at < '2026-11-16';
-- which plan is the most popular
-- most popular plan
select p.name from memberships m join plans p on p.id = m.plan_id group by p.id order by count(*) desc limit 1;
-- members per plan
select p.name, count(*) from memberships m join plans p on p.id = m.plan_id group by p.id;
select p.name, count(*) from memberships m join plans p on p.id = m.plan_id where status = 'active' group by p.id;
-- monthly fees of our plans
select monthly_fee from plans;
-- which members never booked a class
-- members without bookings
select first_name, last_name from members m where not exists (select 1 from bookings b where b.member_id = m.id);
-- how many members have not booked anything in 2026
-- how many members without bookings in 2026
select count(*) from members m where not exists (select 1 from bookings b where b.member_id = m.id and booked_at >= '2026-01-01' and booked_at < '2027-01-01');
-- how many members quit this year
-- memberships that ended this year
select count(*) from memberships where ended_on >= '2026-01-01';
select id from memberships where ended_on >= '2026-01-01';
-- no-shows per class title
select title, count(*) from bookings b join classes c on c.id = b.class_id where b.status = 'no-show' group by title;
-- what share of bookings is cancelled
-- cancellation rate of bookings
select 100.0 * sum(status = 'cancelled') / count(*) from bookings;
select 1.0 * sum(status = 'cancelled') / count(*) from bookings;
-- busiest class
select title from bookings b join classes c on c.id = b.class_id group by title order by count(*) desc limit 1;
-- which trainer teaches the most classes
-- trainer with the most classes
select t.first_name, t.last_name from classes c join trainers t on t.id = c.trainer_id group by t.id order by count(*) desc limit 1;
-- how many trainers work for us
select count(*) from trainers where left_on is null;
select count(*) from trainers;
-- who left
-- which trainers have left
select first_name, last_name from trainers where left_on is not null;
-- who is the manager of each trainer
select t.first_name, t.last_name, m.first_name, m.last_name from trainers t join trainers m on m.id = t.manager_id;
-- classes per studio this year
select s.name, count(*) from classes c join trainers t on t.id = c.trainer_id join studios s on s.id = t.studio_id where starts_at >= '2026-01-01' and starts_at < '2027-01-01' group by s.id;
-- average class size
select avg(n) from (select count(*) n from bookings group by class_id);
-- average hourly rate per studio
select s.name, avg(hourly_rate) from trainers t join studios s on s.id = t.studio_id group by s.id;
-- members without an email
-- members with no email address
select first_name, last_name from members where email is null;
-- who referred the most members
select m.first_name, m.last_name from members m join members r on r.referred_by = m.id group by m.id order by count(*) desc limit 1;
-- how many members came through a referral
select count(*) from members where referred_by is not null;
-- members from Bern
select first_name, last_name from members where city = 'Bern';
-- how many members are from Bern or Thun
select count(*) from members where city in ('Bern', 'Thun');
-- members not from Bern, Basel or Thun
select first_name, last_name from members where city not in ('Bern', 'Basel', 'Thun');
-- bookings per weekday
select (strftime('%w', booked_at) + 6) % 7 + 1 d, count(*) from bookings group by d;
-- in which month were the most bookings made
select strftime('%Y-%m-01', booked_at) m from bookings group by m order by count(*) desc limit 1;
-- attended and cancelled bookings per trainer
select t.first_name, t.last_name, sum(b.status = 'attended'), sum(b.status = 'cancelled') from bookings b join classes c on c.id = b.class_id join trainers t on t.id = c.trainer_id group by t.id;
-- refunds this year
select sum(amount) from payments where status = 'refunded' and paid_at >= '2026-01-01';
select count(*) from payments where status = 'refunded' and paid_at >= '2026-01-01';
select id from payments where status = 'refunded' and paid_at >= '2026-01-01';
-- what will we earn next month
-- why are members leaving
-- how satisfied are our members
-- how much did we spend on towels
-- should we open another studio
-- which members weigh the most
-- profit per studio
none;
