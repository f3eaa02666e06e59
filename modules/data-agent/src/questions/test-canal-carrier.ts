import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A carrier on canals, with crews, barges, patrons, bills and consignments. Today is 1 November 2026. */
export function openCanalCarrier(): Promise<SmallDatabase> {
  return openSmallDatabase(script, { now: new Date('2026-11-01T12:00:00Z') })
}

const script = `
  create table wharf (wharf_id integer primary key, wharf_name text not null unique, district text not null);
  create table hand (hand_id integer primary key, forename text not null, surname text not null, post text not null, wharf_id integer not null references wharf, crew_lead_id integer references hand, hired_on date not null, left_on date);
  create table barge (barge_id integer primary key, hull_mark text not null unique, barge_kind text not null, wharf_id integer not null references wharf, bought_on date not null, sold_on date);
  create table patron (patron_id integer primary key, patron_name text not null unique, guild text, joined_on date not null);
  create table bill (bill_id integer primary key, patron_id integer not null references patron, billed_on date not null, due_on date not null, paid_on date, net real not null);
  create table consignment (consignment_id integer primary key, waybill text not null unique, patron_id integer references patron, barge_id integer references barge, hand_id integer references hand, landing_zone text not null, state text not null, booked_at datetime not null, picked_up_at datetime, promised_on date not null, delivered_at datetime, total_charge real not null);
  create table loss_claim (claim_id integer primary key, consignment_id integer not null references consignment, filed_on date not null, asked_amount real not null, granted_amount real, claim_state text not null);
  create table upkeep_expense (expense_id integer primary key, barge_id integer not null references barge, spent_on date not null, purpose text not null, amount real not null);
  insert into wharf values (1, 'Upper', 'Hill'), (2, 'Lower', 'Vale');
  insert into hand values (1, 'Ada', 'Moss', 'Lead', 1, null, '2019-01-01', null), (2, 'Bo', 'Nash', 'Lead', 2, null, '2019-02-01', null),
    (3, 'Cy', 'Orr', 'Crew', 1, 1, '2020-01-01', null), (4, 'Di', 'Pike', 'Crew', 1, 1, '2020-01-01', '2026-03-01'), (5, 'Eve', 'Quill', 'Crew', 2, 2, '2021-01-01', null);
  insert into barge values (1, 'H-11', 'tug', 1, '2018-01-01', null), (2, 'H-12', 'tug', 2, '2018-01-01', '2025-01-01'), (3, 'H-13', 'scow', 1, '2019-01-01', null), (4, 'H-14', 'scow', 2, '2019-01-01', null);
  insert into patron values (1, 'Ash & Co', 'Wool', '2020-01-01'), (2, 'Birch Ltd', 'Iron', '2020-02-01'), (3, 'Cedar Hall', null, '2021-01-01'), (4, 'Dogwood', 'Iron', '2022-01-01');
  insert into bill values (1, 1, '2026-01-01', '2026-01-31', '2026-01-11', 100), (2, 2, '2026-02-01', '2026-03-01', '2026-02-21', 200), (3, 2, '2026-09-01', '2026-10-01', null, 300);
  insert into consignment values
    (1, 'W1', 1, 1, 3, 'Near', 'delivered', '2026-01-01 08:00:00', '2026-01-02 08:00:00', '2026-01-05', '2026-01-04 08:00:00', 100),
    (2, 'W2', 2, 1, 3, 'Far', 'delivered', '2026-02-01 08:00:00', '2026-02-02 08:00:00', '2026-02-05', '2026-02-08 08:00:00', 200),
    (3, 'W3', null, 3, 5, 'Far', 'delivered', '2026-03-01 08:00:00', '2026-03-03 08:00:00', '2026-03-09', '2026-03-05 08:00:00', 50),
    (4, 'W4', 2, 3, 5, 'Near', 'cancelled', '2026-04-01 08:00:00', null, '2026-04-05', null, 70),
    (5, 'W5', 2, 1, 3, 'Far', 'afloat', '2026-10-10 08:00:00', '2026-10-11 08:00:00', '2026-10-20', null, 80),
    (6, 'W6', 3, 1, 5, 'Near', 'returned', '2026-10-11 08:00:00', '2026-10-12 08:00:00', '2026-10-14', null, 60),
    (7, 'W7', 1, 3, 3, 'Near', 'delivered', '2025-05-01 08:00:00', '2025-05-01 10:00:00', '2025-05-03', '2025-05-02 10:00:00', 400),
    (8, 'W8', 3, 3, 5, 'Far', 'delivered', '2025-06-01 08:00:00', '2025-06-01 10:00:00', '2025-06-08', '2025-06-03 10:00:00', 100);
  insert into loss_claim values (1, 2, '2026-02-10', 90, 60, 'settled'), (2, 3, '2026-03-10', 40, null, 'rejected'), (3, 8, '2025-06-10', 20, 20, 'settled');
  insert into upkeep_expense values (1, 1, '2026-01-10', 'Tar', 30), (2, 3, '2026-05-10', 'Rope', 90), (3, 1, '2025-05-10', 'Tar', 300);
`
