import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

export const greenhouseTables = `
create table growers (grower_id integer primary key, first_name text, last_name text, village text, age integer, hired_on date);
create table greenhouses (greenhouse_id integer primary key, name text, valley text, built_year integer, floor_area real);
create table plants (plant_id integer primary key, name text, family text, height_cm real, price real, greenhouse_id integer references greenhouses(greenhouse_id));
create table waterings (watering_id integer primary key, plant_id integer references plants(plant_id), grower_id integer references growers(grower_id), watered_on date, liters real);
insert into growers values (1,'Ida','Brandt','Oberau',34,'2015-03-01'),(2,'Tom','Ferrer','Oberau',51,'2009-06-15'),(3,'Lea','Okoye','Nidda',27,'2021-09-01'),(4,'Sam','Quist','Nidda',45,'2012-01-20');
insert into greenhouses values (1,'North Hall','Low Valley',1988,420),(2,'Fern House','Low Valley',2004,150),(3,'Palm Dome','High Valley',1996,800);
insert into plants values (1,'Silver Aloe','succulent',35,12.5,1),(2,'Tree Fern','fern',180,40,2),(3,'Lady Fern','fern',60,9,2),(4,'Date Palm','palm',400,95,3),(5,'Fan Palm','palm',250,60,3),(6,'Jade Plant','succulent',50,15,1),(7,'Wax Palm','palm',600,120,3);
insert into waterings values (1,1,1,'2024-01-05',2),(2,2,1,'2024-01-06',5),(3,2,2,'2024-02-10',6),(4,4,2,'2024-02-11',10),(5,5,3,'2024-03-03',8),(6,4,3,'2024-03-09',12),(7,3,1,'2025-01-02',1.5);
`

export type Greenhouse = SmallDatabase

/** Asked about on 1 June 2025, with assumptions allowed. */
export function openGreenhouse(): Promise<Greenhouse> {
  return openSmallDatabase(greenhouseTables, { now: new Date('2025-06-01T10:00:00Z'), proceed: true })
}
