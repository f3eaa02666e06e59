import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const script = `
  create table yards (yard_id integer primary key, name text not null, has_crane integer not null, opened_on date not null);
  create table mechanics (mechanic_id integer primary key, name text not null, yard_id integer not null references yards (yard_id), certified text not null, hire_date date not null, left_on date, expires_on date not null);
  create table repairs (repair_id integer primary key, mechanic_id integer not null references mechanics (mechanic_id), boat text not null, hours integer not null, billable text not null, is_urgent integer not null, started_on date not null, finished_on date);
  insert into yards values (1, 'Amble', 1, '2004-05-01'), (2, 'Beer', 0, '2011-06-01'), (3, 'Cley', 1, '1998-07-01');
  insert into mechanics values (1, 'Ines', 1, 'Y', '2012-03-01', null, '2027-01-01'), (2, 'Otto', 1, 'N', '2010-01-10', '2020-01-10', '2020-05-01'), (3, 'Pia', 2, 'Y', '2021-09-01', null, '2026-05-01'), (4, 'Rui', 3, 'N', '2015-02-01', '2019-02-01', '2019-05-01'), (5, 'Una', 3, 'Y', '2018-04-01', null, '2028-05-01');
  insert into repairs values (1, 1, 'Tern', 4, 'yes', 1, '2026-01-05', '2026-01-09'), (2, 1, 'Gull', 6, 'no', 0, '2026-01-20', '2026-01-28'), (3, 3, 'Rook', 3, 'yes', 0, '2026-02-02', null), (4, 5, 'Wren', 8, 'yes', 1, '2026-02-10', '2026-02-13'), (5, 5, 'Coot', 2, 'no', 0, '2026-03-01', null), (6, 5, 'Teal', 5, 'no', 0, '2026-03-04', '2026-03-09');
`

export type Boatyard = SmallDatabase

/** A database with flags and with optional times. */
export function openBoatyard(): Promise<Boatyard> {
  return openSmallDatabase(script)
}
