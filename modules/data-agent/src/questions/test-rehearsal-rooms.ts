import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** Rehearsal rooms that bands rent by contract and by the hour. Today is 18 November 2026. */
export function openRehearsalRooms(): Promise<SmallDatabase> {
  return openSmallDatabase(script, { now: new Date('2026-11-18T12:00:00Z') })
}

const script = `
  pragma foreign_keys = off;
  create table employee (employee_id integer primary key, first_name text not null, last_name text not null, role text not null, house_id integer not null references house, hired_on date not null, left_on date);
  create table house (house_id integer primary key, house_name text not null unique, led_by integer references employee);
  create table room (room_id integer primary key, room_name text not null unique, house_id integer not null references house);
  create table tariff (tariff_id integer primary key, tariff_name text not null unique, monthly_fee real not null);
  create table band (band_id integer primary key, band_name text not null unique, joined_on date not null, genre text not null);
  create table contract (contract_id integer primary key, band_id integer not null references band, tariff_id integer not null references tariff, house_id integer not null references house, signed_by integer references employee, began_on date not null, ended_on date, end_reason text, deposit real not null, deposit_returned_on date, state text not null);
  create table tariff_change (change_id integer primary key, contract_id integer not null references contract, changed_on date not null, old_tariff integer not null references tariff, new_tariff integer not null references tariff);
  create table session (session_id integer primary key, room_id integer not null references room, band_id integer not null references band, start_at text not null, end_at text not null, state text not null);
  create table bill (bill_id integer primary key, band_id integer not null references band, bill_date date not null, due_date date not null, paid_at text, net real not null, vat real not null, state text not null);
  create table bill_item (item_id integer primary key, bill_id integer not null references bill, item_kind text not null, quantity integer not null, unit_price real not null);
  create table complaint (complaint_id integer primary key, band_id integer references band, handled_by integer references employee, reported_at text not null, solved_at text, topic text not null);
  create table cost (cost_id integer primary key, spent_on date not null, cost_kind text not null, house_id integer not null references house, amount real not null);
  create table locker (locker_no integer primary key, house_id integer not null references house, contract_id integer references contract);
  insert into employee values (1, 'Ann', 'Moor', 'lead', 1, '2020-01-01', null), (2, 'Ben', 'Nord', 'desk', 1, '2021-01-01', null), (3, 'Cleo', 'Opal', 'lead', 2, '2022-01-01', null), (4, 'Dan', 'Pym', 'desk', 2, '2022-05-01', '2025-01-31');
  insert into house values (1, 'Cellar', 1), (2, 'Loft', 3);
  insert into room values (1, 'Blue', 1), (2, 'Red', 1), (3, 'Green', 2);
  insert into tariff values (1, 'Basic', 100), (2, 'Plus', 150), (3, 'Max', 200);
  insert into band values (1, 'The Owls', '2024-01-05', 'rock'), (2, 'Night Bus', '2025-03-05', 'jazz'), (3, 'Tin Drum', '2026-02-05', 'rock'), (4, 'Paper Sun', '2026-02-15', 'folk'), (5, 'Low Tide', '2026-05-15', 'jazz');
  insert into contract values
    (1, 1, 1, 1, 2, '2024-01-05', null, null, 200, null, 'running'), (2, 2, 2, 1, 2, '2025-03-05', '2026-06-30', 'too dear', 300, '2026-07-15', 'ended'),
    (3, 3, 1, 2, 3, '2026-02-05', '2026-09-30', 'band split', 200, '2026-10-10', 'ended'), (4, 4, 3, 2, 3, '2026-02-15', '2026-12-31', 'too dear', 400, null, 'notice'),
    (5, 5, 2, 2, 3, '2026-05-15', null, null, 300, null, 'running'), (6, 2, 1, 1, 2, '2024-03-05', '2025-02-28', 'too loud', 200, '2025-03-15', 'ended');
  insert into tariff_change values (1, 1, '2026-03-01', 2, 1), (2, 5, '2026-08-01', 1, 2), (3, 2, '2025-08-01', 1, 2), (4, 5, '2026-10-01', 2, 3);
  insert into session values
    (1, 1, 1, '2026-03-01 10:00:00', '2026-03-01 12:00:00', 'held'), (2, 1, 2, '2026-03-02 10:00:00', '2026-03-02 11:30:00', 'held'), (3, 2, 3, '2026-04-02 18:00:00', '2026-04-02 22:00:00', 'held'),
    (4, 3, 4, '2026-04-03 18:00:00', '2026-04-03 19:00:00', 'held'), (5, 3, 4, '2026-04-04 18:00:00', '2026-04-04 23:00:00', 'cancelled'), (6, 3, 5, '2025-04-04 18:00:00', '2025-04-04 20:00:00', 'held');
  insert into bill values
    (1, 1, '2026-07-01', '2026-07-15', '2026-07-05 09:00:00', 100, 20, 'paid'), (2, 2, '2026-08-01', '2026-08-15', '2026-08-21 09:00:00', 200, 40, 'paid'), (3, 3, '2026-09-01', '2026-09-15', null, 100, 20, 'open'),
    (4, 4, '2026-09-02', '2026-09-16', null, 50, 10, 'void'), (5, 5, '2026-10-02', '2026-10-16', '2026-10-04 09:00:00', 80, 16, 'paid'), (6, 1, '2025-07-01', '2025-07-15', '2025-07-09 09:00:00', 60, 12, 'paid'), (7, 4, '2026-11-10', '2026-11-24', null, 70, 14, 'open');
  insert into bill_item values (1, 1, 'contract', 1, 100), (2, 2, 'contract', 1, 150), (3, 2, 'room hour', 5, 10), (4, 3, 'contract', 1, 100), (5, 4, 'room hour', 5, 10), (6, 5, 'day ticket', 4, 20), (7, 6, 'contract', 1, 60), (8, 7, 'room hour', 7, 10);
  insert into complaint values (1, 1, 2, '2026-03-01 08:00:00', '2026-03-01 18:00:00', 'noise'), (2, 2, 2, '2026-04-01 08:00:00', '2026-04-02 08:00:00', 'heating'), (3, 3, 3, '2026-05-01 08:00:00', null, 'heating'), (4, 1, 3, '2025-05-01 08:00:00', '2025-05-01 10:00:00', 'noise');
  insert into cost values (1, '2026-01-10', 'energy', 1, 500), (2, '2026-02-10', 'energy', 2, 300), (3, '2025-02-10', 'energy', 1, 700), (4, '2026-02-11', 'rent', 1, 900), (5, '2025-12-11', 'energy', 1, 50);
  insert into locker values (1, 1, 1), (2, 1, null), (3, 1, null), (4, 2, 5), (5, 2, null);
`
