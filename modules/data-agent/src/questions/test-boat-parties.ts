import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const script = `
  create table clients (client_id integer primary key, company text, contact_first text, contact_last text);
  create table boats (boat_id integer primary key, name text);
  create table crew (crew_id integer primary key, first_name text, last_name text, job text, hourly_rate real);
  create table parties (party_id integer primary key, client_id integer references clients, boat_id integer references boats, asked_on date, party_date date, status text,
    guests_expected integer, guests_final integer);
  create table shifts (shift_id integer primary key, party_id integer references parties, crew_id integer references crew, planned_start datetime, planned_end datetime, clock_in datetime, clock_out datetime,
    break_minutes integer, status text);
  create table invoices (invoice_id integer primary key, party_id integer references parties, issued_on date, total real);
  insert into clients values (1, null, 'Ann', 'Bay'), (2, null, 'Ben', 'Cove'), (3, 'Dune Bank', 'Cat', 'Dune');
  insert into boats values (1, 'Swift'), (2, 'Tern'), (3, 'Wren');
  insert into crew values (1, 'Ina', 'Keel', 'Cook', 20), (2, 'Jon', 'Mast', 'Skipper', 30);
  insert into parties values (1, 1, 1, '2026-08-01', '2026-10-03', 'done', 50, 40), (2, 2, 1, '2026-09-01', '2026-10-10', 'done', 30, 32), (3, 3, 2, '2026-10-01', '2026-11-10', 'done', 90, 80),
    (4, 1, 2, '2026-10-02', '2026-10-20', 'cancelled', 20, null), (5, 2, 3, '2026-10-05', '2026-12-20', 'booked', 25, null);
  insert into shifts values (1, 1, 1, '2026-10-03 10:00:00', '2026-10-03 18:00:00', '2026-10-03 10:00:00', '2026-10-03 20:30:00', 30, 'worked'),
    (2, 1, 2, '2026-10-03 10:00:00', '2026-10-03 18:00:00', '2026-10-03 11:00:00', '2026-10-03 17:00:00', 60, 'worked'),
    (3, 2, 1, '2026-10-10 10:00:00', '2026-10-10 18:00:00', null, null, 30, 'no_show');
  insert into invoices values (1, 1, '2026-10-04', 900), (2, 2, '2026-10-11', 700), (3, 3, '2026-11-11', 1500);
`

/** Parties on boats, with the guests who were expected and who came, and the hours that a crew was planned and worked. */
export function openBoatParties(): Promise<SmallDatabase> {
  return openSmallDatabase(script)
}
