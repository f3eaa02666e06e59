import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A climbing hall: visits are billed in the row itself, gear has a stock, and climbers have a card and a belay test that run out. */
export function openBoulderingHall(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table climber (climber_id integer primary key, full_name text not null, joined_on date not null, left_on date, belay_exp_dt date);
    create table instructor (instructor_id integer primary key, full_name text not null, hired_on date not null, hourly_wage real not null);
    create table gear (gear_id integer primary key, description text not null, price real not null, qty_in_stock integer not null, reorder_at integer not null, discontinued text);
    create table training (training_id integer primary key, climber_id integer references climber, instructor_id integer references instructor, held_on date not null, status text not null, gross_amount real not null,
      invoice_no integer, invoice_date date, due_date date, paid_on date);
    create table training_gear (line_id integer primary key, training_id integer not null references training, gear_id integer not null references gear, quantity integer not null, unit_price real not null);
    create table hall_card (card_no text primary key, climber_id integer not null references climber, started_on date not null, valid_until date not null, fee real not null, state text not null);
    create table rope (rope_id integer primary key, tag text not null, bought_on date not null, inspection_due date, inspected_on date, retired integer not null);
    create table wall_job (job_no integer primary key, wall text not null, reported_on date not null, promised_for date not null, date_out date, invoice_date date, due_date date, status text not null, instructor_id integer references instructor);
    create table party (party_id integer primary key, title text not null, booked_on date not null, party_on date not null, status text not null);
    insert into party values (1, 'Mia is 9', '2026-10-01', '2026-10-20', 'held'), (2, 'Leo is 7', '2026-11-01', '2026-11-21', 'planned'), (3, 'Kai is 8', '2026-11-02', '2026-11-22', 'cancelled'), (4, 'Zoe is 6', '2026-11-03', '2026-12-22', 'planned');
    insert into climber values (1, 'Ada Stone', '2024-01-05', null, '2026-12-01'), (2, 'Bo Ridge', '2024-02-05', null, '2027-08-01'), (3, 'Cleo Wall', '2024-02-06', '2026-05-01', '2026-12-02'), (4, 'Dov Peak', '2025-02-06', null, '2026-10-02');
    insert into instructor values (1, 'Ida Crag', '2020-01-05', 20), (2, 'Jon Slab', '2021-01-05', 18);
    insert into wall_job values (1, 'North', '2026-10-01', '2026-10-05', '2026-10-08', '2026-10-09', '2026-11-09', 'done', 1), (2, 'East', '2026-10-02', '2026-10-09', '2026-10-09', '2026-10-10', '2026-11-10', 'done', 2),
      (3, 'West', '2026-11-02', '2026-11-20', null, null, null, 'waiting bolts', 1), (4, 'South', '2026-11-03', '2026-11-10', null, null, null, 'open', null), (5, 'Roof', '2026-11-04', '2026-11-25', null, null, null, 'on hold', 2);
    insert into gear values (1, 'Chalk', 8, 3, 10, null), (2, 'Harness', 60, 12, 5, null), (3, 'Shoes', 90, 0, 4, null), (4, 'Helmet', 50, 1, 3, 'x'), (5, 'Tape', 4, 0, 9, 'x');
    insert into training values (1, 1, 1, '2026-09-01', 'held', 100, 501, '2026-09-02', '2026-09-16', '2026-09-10'), (2, 1, 1, '2026-09-08', 'held', 80, 502, '2026-09-09', '2026-09-23', null),
      (3, 2, 2, '2026-11-01', 'held', 50, 503, '2026-11-02', '2026-11-30', null), (4, 2, 2, '2026-11-10', 'held', 40, null, null, null, null), (5, 4, 1, '2026-09-20', 'cancelled', 70, 504, '2026-09-20', '2026-10-04', null),
      (6, 3, 1, '2026-08-20', 'held', 30, 499, '2026-08-21', '2026-09-04', '2026-09-01');
    insert into training_gear values (1, 1, 1, 2, 8), (2, 2, 2, 1, 60), (3, 3, 1, 1, 8);
    insert into hall_card values ('C1', 1, '2025-12-01', '2026-11-30', 300, 'active'), ('C2', 2, '2026-02-01', '2027-01-31', 300, 'active'), ('C3', 3, '2025-12-05', '2026-12-04', 300, 'cancelled'), ('C4', 4, '2025-03-01', '2026-02-28', 300, 'expired');
    insert into rope values (1, 'R-1', '2024-01-01', '2026-11-20', null, 0), (2, 'R-2', '2024-01-01', '2026-10-20', null, 0), (3, 'R-3', '2024-01-01', '2026-10-21', '2026-10-19', 0), (4, 'R-4', '2024-01-01', '2026-10-22', null, 1), (5, 'R-5', '2025-01-01', '2027-10-22', null, 0), (6, 'R-6', '2025-01-01', '2027-10-22', null, 0);
  `)
}
