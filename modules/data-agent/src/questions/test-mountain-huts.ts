import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** Mountain huts and the guides who sleep in them. Its names are often said in other words. */
export const openMountainHuts = (): Promise<SmallDatabase> =>
  openSmallDatabase(`
  create table huts (hut_id integer primary key, name text not null, valley text not null, founded date not null, beds integer not null);
  create table guides (guide_id integer primary key, name text not null, start_date date not null, phone text not null, position text not null);
  create table sleeps_in (guide_id integer not null references guides (guide_id), hut_id integer not null references huts (hut_id), primary key (guide_id, hut_id));
  insert into huts values (1, 'Edel', 'Sarn', '1921-05-01', 20), (2, 'Gams', 'Sarn', '1899-06-01', 44), (3, 'Firn', 'Pfuns', '1950-07-01', 12);
  insert into guides values (1, 'Ada', '2019-03-01', '55501', 'lead'), (2, 'Bo', '2021-04-01', '55502', 'junior'), (3, 'Cleo', '2017-05-01', '55503', 'lead'), (4, 'Dov', '2022-06-01', '55504', 'junior');
  insert into sleeps_in values (1, 1), (2, 1), (3, 2), (4, 3);
`)
