-- total freight cost by carrier last quarter
-- What was the freight cost per carrier last quarter?
-- freight cost for each carrier in Q3 2026
select c.carrier_name, sum(freight_cost) from shipments join carriers c using (carrier_id) where shipped_on between '2026-07-01' and '2026-09-30' group by c.carrier_id;
-- How many shipments left each warehouse in 2026?
-- shipments by warehouse this year
select w.name, count(*) from shipments join warehouses w using (warehouse_id) where shipped_on between '2026-01-01' and '2026-12-31' group by w.warehouse_id;
-- number of shipments per mode
-- shipments by mode
select mode, count(*) from shipments group by mode;
-- average weight of shipments by mode
-- mean weight per mode
select mode, avg(weight_kg) from shipments group by mode;
-- total weight shipped by air in 2025
-- How much weight was shipped by air in 2025?
select sum(weight_kg) from shipments where mode = 'air' and shipped_on between '2025-01-01' and '2025-12-31';
-- heaviest shipment
-- Which shipment is the heaviest?
select shipment_id from shipments order by weight_kg desc limit 1;
-- top 5 destination cities by freight cost
-- five destination cities with the highest freight cost in total
select destination_city, sum(freight_cost) from shipments group by destination_city order by 2 desc limit 5;
-- top 3 carriers by number of shipments this year
select c.carrier_name, count(*) from shipments join carriers c using (carrier_id) where shipped_on between '2026-01-01' and '2026-12-31' group by c.carrier_id order by 2 desc limit 3;
-- shipments per week in October 2026
select date(shipped_on, 'weekday 0', '-6 days') w, count(*) from shipments where shipped_on between '2026-10-01' and '2026-10-31' group by w;
-- shipments per weekday
select (strftime('%w', shipped_on) + 6) % 7 + 1 d, count(*) from shipments group by d;
-- monthly freight cost in 2026
-- freight cost by month this year
select strftime('%Y-%m-01', shipped_on) m, sum(freight_cost) from shipments where shipped_on between '2026-01-01' and '2026-12-31' group by m;
-- freight cost by month and mode in 2025
select strftime('%Y-%m-01', shipped_on) m, mode, sum(freight_cost) from shipments where shipped_on between '2025-01-01' and '2025-12-31' group by m, mode;
-- shipments delivered last month
select shipment_id from shipments where delivered_on between '2026-10-01' and '2026-10-31';
-- How many shipments were delivered in August 2026?
select count(*) from shipments where delivered_on between '2026-08-01' and '2026-08-31';
-- shipments not delivered yet
select shipment_id from shipments where delivered_on is null;
-- How many shipments have not been delivered?
select count(*) from shipments where delivered_on is null;
-- warehouses without vehicles
-- Which warehouses have no vehicle?
select name from warehouses w where not exists (select 1 from vehicles v where v.warehouse_id = w.warehouse_id);
-- vehicles per warehouse
-- how many vehicles does each warehouse have
select w.name, count(*) from vehicles join warehouses w using (warehouse_id) group by w.warehouse_id;
-- average mileage of vans by warehouse
select w.name, avg(mileage) from vehicles join warehouses w using (warehouse_id) where kind = 'van' group by w.warehouse_id;
-- vehicles bought after 2021
select vehicle_id from vehicles where purchase_year > 2021;
-- newest purchase year of vehicles per warehouse
select w.name, max(purchase_year) from vehicles join warehouses w using (warehouse_id) group by w.warehouse_id;
-- warehouses in Norway with a capacity over 4000
select name from warehouses where country = 'Norway' and capacity > 4000;
-- total capacity by country
select country, sum(capacity) from warehouses group by country;
-- total units by sku
-- units shipped per sku
select sku, sum(units) from shipment_lines group by sku;
-- units per warehouse last year
select w.name, sum(units) from shipment_lines join shipments using (shipment_id) join warehouses w using (warehouse_id) where shipped_on between '2025-01-01' and '2025-12-31' group by w.warehouse_id;
-- top 5 skus by units in 2026
select sku, sum(units) from shipment_lines join shipments using (shipment_id) where shipped_on between '2026-01-01' and '2026-12-31' group by sku order by 2 desc limit 5;
-- share of freight cost by mode
select mode, sum(freight_cost) / (select sum(freight_cost) from shipments) from shipments group by mode;
-- percentage of freight cost by carrier
select c.carrier_name, 100.0 * sum(freight_cost) / (select sum(freight_cost) from shipments) from shipments join carriers c using (carrier_id) group by c.carrier_id;
-- share of shipments per mode
select mode, 1.0 * count(*) / (select count(*) from shipments) from shipments group by mode;
-- month over month growth of freight cost this year
select * from (select m, v, v * 1.0 / lag(v) over (order by m) - 1 g from (select strftime('%Y-%m-01', shipped_on) m, sum(freight_cost) v from shipments group by m)) where m >= '2026-01-01';
-- cumulative freight cost by month in 2026
select m, sum(v) over (order by m) from (select strftime('%Y-%m-01', shipped_on) m, sum(freight_cost) v from shipments where shipped_on between '2026-01-01' and '2026-12-31' group by m);
-- shipments above average weight
-- shipments heavier than average
select shipment_id from shipments where weight_kg > (select avg(weight_kg) from shipments);
-- carriers with freight cost over 20000 in 2026
select c.carrier_name from shipments join carriers c using (carrier_id) where shipped_on between '2026-01-01' and '2026-12-31' group by c.carrier_id having sum(freight_cost) > 20000;
-- carriers used by both the Bergen and the Turku warehouse
select carrier_name from carriers c where exists (select 1 from shipments join warehouses w using (warehouse_id) where w.name = 'Bergen' and carrier_id = c.carrier_id) and exists (select 1 from shipments join warehouses w using (warehouse_id) where w.name = 'Turku' and carrier_id = c.carrier_id);
-- average delivery time by carrier
-- average number of days from shipping to delivery by carrier
select c.carrier_name, avg(julianday(delivered_on) - julianday(shipped_on)) from shipments join carriers c using (carrier_id) group by c.carrier_id;
-- shipments that took longer than 10 days
select shipment_id from shipments where julianday(delivered_on) - julianday(shipped_on) > 10;
-- freight cost per kg by mode
select mode, sum(freight_cost) / sum(weight_kg) from shipments group by mode;
-- cheapest carrier for air freight
select c.carrier_name from shipments join carriers c using (carrier_id) where mode = 'air' group by c.carrier_id order by avg(freight_cost) limit 1;
-- which warehouse shipped less this quarter than in the quarter before
none;
-- drivers per warehouse
-- fuel consumption by vehicle last month
-- customs duties paid in 2026
-- damaged parcels by carrier
-- carbon emissions by mode
none;
