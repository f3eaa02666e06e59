-- total liters by grower in 2024
select first_name, last_name, sum(liters) from waterings join growers using (grower_id) where watered_on between '2024-01-01' and '2024-12-31' group by grower_id;
-- liters per month in 2024
-- monthly liters in 2024
select strftime('%Y-%m-01', watered_on) m, sum(liters) from waterings where watered_on between '2024-01-01' and '2024-12-31' group by m;
-- How many waterings were there in February 2024?
select count(*) from waterings where watered_on between '2024-02-01' and '2024-02-29';
-- total liters per greenhouse
-- liters by greenhouse
select g.name, sum(liters) from waterings join plants using (plant_id) join greenhouses g using (greenhouse_id) group by g.greenhouse_id;
-- average price of plants by family
-- average plant price per family
select family, avg(price) from plants group by family;
-- top 3 plants by liters
select p.name, sum(liters) from waterings join plants p using (plant_id) group by p.plant_id order by 2 desc limit 3;
-- most expensive plant in each greenhouse
select g.name, p.name from plants p join greenhouses g using (greenhouse_id) where price = (select max(price) from plants x where x.greenhouse_id = p.greenhouse_id);
-- number of plants per greenhouse
select g.name, count(*) from plants join greenhouses g using (greenhouse_id) group by g.greenhouse_id;
-- plants never watered
-- plants without waterings
select name from plants p where not exists (select 1 from waterings w where w.plant_id = p.plant_id);
-- growers hired before 2013
select first_name, last_name from growers where hired_on < '2013-01-01';
-- share of liters by family
select family, sum(liters) / (select sum(liters) from waterings) from waterings join plants using (plant_id) group by family;
-- greenhouses built after 1990 with a floor area below 500
select name from greenhouses where built_year > 1990 and floor_area < 500;
-- palms taller than 300 cm
select name from plants where family = 'palm' and height_cm > 300;
-- growers who watered both ferns and palms
select first_name, last_name from growers g where exists (select 1 from waterings join plants using (plant_id) where family = 'fern' and grower_id = g.grower_id) and exists (select 1 from waterings join plants using (plant_id) where family = 'palm' and grower_id = g.grower_id);
-- temperature per greenhouse
-- seeds sold by valley
none;
