-- How many appointments were there last month?
-- number of appointments last month
-- How many appointments did we have in October 2026?
select count(*) from appointments where scheduled_on between '2026-10-01' and '2026-10-31';
-- total fees by department this year
-- What were the total fees per department in 2026?
select d.name, sum(fee) from appointments join doctors using (doctor_id) join departments d using (department_id) where scheduled_on between '2026-01-01' and '2026-12-31' group by d.department_id;
-- average fee by specialty
-- What is the average fee for each specialty?
select specialty, avg(fee) from appointments join doctors using (doctor_id) group by specialty;
-- top 5 doctors by number of appointments
-- the five doctors with the most appointments
select d.full_name from appointments join doctors d using (doctor_id) group by d.doctor_id order by count(*) desc limit 5;
-- top 3 doctors by total fees last quarter
select d.full_name, sum(fee) from appointments join doctors d using (doctor_id) where scheduled_on between '2026-07-01' and '2026-09-30' group by d.doctor_id order by 2 desc limit 3;
-- Which department has the highest total fees?
select d.name from appointments join doctors using (doctor_id) join departments d using (department_id) group by d.department_id order by sum(fee) desc limit 1;
-- appointments per month in 2026
-- number of appointments by month this year
-- monthly appointments in 2026
select strftime('%Y-%m-01', scheduled_on) m, count(*) from appointments where scheduled_on between '2026-01-01' and '2026-12-31' group by m;
-- What percentage of appointments were cancelled?
-- percentage of appointments that were cancelled
select 100.0 * sum(status = 'cancelled') / count(*) from appointments;
-- What share of appointments was cancelled per department?
select d.name, 1.0 * sum(status = 'cancelled') / count(*) from appointments join doctors using (doctor_id) join departments d using (department_id) group by d.department_id;
-- cancellation rate by month in 2026
select strftime('%Y-%m-01', scheduled_on) m, 1.0 * sum(status = 'cancelled') / count(*) from appointments where scheduled_on between '2026-01-01' and '2026-12-31' group by m;
-- patients registered in 2026
select full_name from patients where registered_on between '2026-01-01' and '2026-12-31';
-- How many patients registered in 2025?
-- number of patients registered in 2025
select count(*) from patients where registered_on between '2025-01-01' and '2025-12-31';
-- new patients per quarter
select date(registered_on, 'start of month', '-' || ((strftime('%m', registered_on) - 1) % 3) || ' months') q, count(*) from patients group by q;
-- patients without appointments
-- Which patients never had an appointment?
select full_name from patients p where not exists (select 1 from appointments a where a.patient_id = p.patient_id);
-- patients with more than 12 appointments
select full_name from patients join appointments using (patient_id) group by patient_id having count(*) > 12;
-- How many patients had more than 5 appointments in 2026?
select count(*) from (select 1 from appointments where scheduled_on between '2026-01-01' and '2026-12-31' group by patient_id having count(*) > 5);
-- average duration of completed appointments by doctor
select d.full_name, avg(duration_minutes) from appointments join doctors d using (doctor_id) where status = 'completed' group by d.doctor_id;
-- month over month growth of fees in 2026
select * from (select m, v, v * 1.0 / lag(v) over (order by m) - 1 g from (select strftime('%Y-%m-01', scheduled_on) m, sum(fee) v from appointments group by m)) where m >= '2026-01-01';
-- year over year growth of appointments
select m, v, v * 1.0 / lag(v) over (order by m) - 1 from (select strftime('%Y-01-01', scheduled_on) m, count(*) v from appointments group by m);
-- running total of fees by month in 2026
select m, sum(v) over (order by m) from (select strftime('%Y-%m-01', scheduled_on) m, sum(fee) v from appointments where scheduled_on between '2026-01-01' and '2026-12-31' group by m);
-- share of fees by specialty
select specialty, sum(fee) / (select sum(fee) from appointments) from appointments join doctors using (doctor_id) group by specialty;
-- appointments by status
-- How many appointments are there for each status?
select status, count(*) from appointments group by status;
-- total prescription price by drug name last year
select drug_name, sum(price) from prescriptions where prescribed_on between '2025-01-01' and '2025-12-31' group by drug_name;
-- Which drug is prescribed most often?
-- most frequently prescribed drug
select drug_name from prescriptions group by drug_name order by count(*) desc limit 1;
-- number of prescriptions per department
select d.name, count(*) from prescriptions join appointments using (appointment_id) join doctors using (doctor_id) join departments d using (department_id) group by d.department_id;
-- average age of patients by city
select city, avg(cast(strftime('%Y.%m%d', '2026-11-15') - strftime('%Y.%m%d', birth_date) as integer)) from patients group by city;
-- female patients by city
select city, count(*) from patients where gender = 'female' group by city;
-- doctors hired before 2020
select full_name from doctors where hired_on < '2020-01-01';
-- number of doctors per department
-- how many doctors work in each department
select d.name, count(*) from doctors join departments d using (department_id) group by d.department_id;
-- fees this year compared to last year
select sum(fee) filter (where scheduled_on >= '2026-01-01'), sum(fee) filter (where scheduled_on between '2025-01-01' and '2025-12-31') from appointments;
-- fees of the Cardiology department in the second quarter of 2026
select sum(fee) from appointments join doctors using (doctor_id) join departments d using (department_id) where d.name = 'Cardiology' and scheduled_on between '2026-04-01' and '2026-06-30';
-- appointments longer than 40 minutes in September 2026
select appointment_id from appointments where duration_minutes > 40 and scheduled_on between '2026-09-01' and '2026-09-30';
-- patients who missed more than two appointments
select full_name from patients join appointments using (patient_id) where status = 'missed' group by patient_id having count(*) > 2;
-- patients who saw two different doctors on the same day
select distinct p.full_name from appointments a join appointments b on a.patient_id = b.patient_id and a.scheduled_on = b.scheduled_on and a.doctor_id <> b.doctor_id join patients p on p.patient_id = a.patient_id;
-- average number of days between registration and first appointment
select avg(d) from (select julianday(min(scheduled_on)) - julianday(registered_on) d from patients join appointments using (patient_id) group by patient_id);
-- doctors whose fees fell compared with last year
select d.full_name from appointments join doctors d using (doctor_id) group by d.doctor_id having sum(fee) filter (where scheduled_on >= '2026-01-01') < sum(fee) filter (where scheduled_on between '2025-01-01' and '2025-12-31');
-- fees per patient who came back within 30 days
none;
-- average waiting time by department last month
-- insurance claims by month
-- blood pressure of female patients by city
-- nurses per department
-- surgery revenue last quarter
-- beds occupied by floor
none;
