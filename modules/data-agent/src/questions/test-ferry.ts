import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const tables = `
create table captains (captain_id integer primary key, full_name text not null, hired_on date not null, home_port text not null);
create table boats (boat_id integer primary key, name text not null unique, built_year integer not null, seats integer not null);
create table trips (
  trip_no integer primary key, boat_id integer not null references boats(boat_id),
  captain_id integer not null references captains(captain_id), sailed_on date not null, status text not null,
  fare real not null, discount real not null, ticket_number integer not null);
insert into captains values (1,'Ana Reef','2015-01-01','Skagen'),(2,'Bo Keel','2018-01-01','Ebeltoft'),(3,'Cy Mast','2020-01-01','Aarhus'),
  (4,'Di Sail','2021-05-01','Skagen');
insert into boats values (1,'Tern',1998,80),(2,'Gull',2011,120),(3,'Auk',2020,60);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
insert into trips select 400 + i, 1 + i % 2, 1 + i % 3, date('2025-06-01', '+' || (i * 8) || ' days'),
  case when i % 5 = 0 then 'cancelled' else 'completed' end, 10 + i, (i % 4) / 10.0, 7000 + i * 3 from n;
`

export type Ferry = SmallDatabase

/** Trips of boats under captains, some of them cancelled, up to September 2026. */
export function openFerry(): Promise<Ferry> {
  return openSmallDatabase(tables)
}
