import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const tables = `
create table riders (rider_id integer primary key, full_name text not null, district text not null, birth_date date not null);
create table workshops (workshop_id integer primary key, name text not null unique, side text not null);
create table mechanics (mechanic_id integer primary key, full_name text not null, workshop_id integer not null references workshops(workshop_id), hired_on date not null);
create table repairs (
  repair_id integer primary key, rider_id integer not null references riders(rider_id),
  workshop_id integer not null references workshops(workshop_id), received_on date not null, finished_on date,
  kind text not null, bill real not null, minutes integer not null, due_on date not null);
insert into riders values (1,'Nora Pell','Mole','1950-05-02'),(2,'Ulf Adder','Mole','2001-01-09'),(3,'Kim Sorel','Quay','1990-12-31');
insert into workshops values (1,'Spoke Yard','North'),(2,'Hub House','South'),(3,'Rim Room','South');
insert into mechanics values (1,'Ole Finn',1,'2015-01-01'),(2,'Ida Moss',1,'2018-01-01'),(3,'Per Lund',2,'2020-01-01');
insert into repairs values
  (1,1,1,'2026-01-05','2026-01-07','brake',80,40,'2026-01-10'),(2,1,1,'2026-01-20','2026-01-30','wheel',120,80,'2026-02-01'),
  (3,2,2,'2026-02-03','2026-02-04','brake',60,30,'2026-02-08'),(4,2,2,'2026-02-10',null,'frame',300,100,'2026-02-20'),
  (5,3,2,'2026-03-01','2026-03-06','wheel',90,50,'2026-03-10'),(6,3,3,'2026-03-15',null,'brake',50,20,'2026-03-25'),
  (7,3,3,'2026-03-16','2026-04-01','frame',250,80,'2026-04-02');
`

export type Workshop = SmallDatabase

/** Repairs of bicycles, some not finished yet. */
export function openWorkshop(): Promise<Workshop> {
  return openSmallDatabase(tables)
}
