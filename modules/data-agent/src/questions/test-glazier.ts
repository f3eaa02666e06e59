import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A glazier: orders with lines and a discount on the whole, teams that visit sites under care contracts, and their hours. */
export function openGlazier(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table worker (worker_id integer primary key, first_name text not null, last_name text not null, job text not null, hourly_rate real not null, hired_on date not null);
    create table client (client_id integer primary key, name text not null, is_trade integer not null, care_lead_id integer not null references worker);
    create table building (building_id integer primary key, client_id integer not null references client, name text not null, town text not null);
    create table care_contract (contract_id integer primary key, building_id integer not null references building, monthly_fee real not null, starts_on date not null, status text not null);
    create table call (call_id integer primary key, contract_id integer not null references care_contract, call_date date not null);
    create table call_worker (call_id integer not null references call, worker_id integer not null references worker, hours real not null, primary key (call_id, worker_id));
    create table pane (pane_id integer primary key, name text not null, list_price real not null);
    create table sales_order (order_id integer primary key, client_id integer references client, status text not null, ordered_on date not null, promised_on date not null, fitted_on date, discount_pct real not null, total real not null);
    create table order_line (line_id integer primary key, order_id integer not null references sales_order, pane_id integer not null references pane, quantity integer not null, unit_price real not null, unit_cost real not null);
    create table bill (bill_id integer primary key, client_id integer not null references client, billed_on date not null, amount real not null);
    create table small_job (job_id integer primary key, building_id integer not null references building, finished_on date, status text not null, bill_id integer references bill);
    insert into worker values (1, 'Ute', 'Arp', 'Care lead', 30, '2019-01-01'), (2, 'Vic', 'Bode', 'Fitter', 20, '2026-10-02'), (3, 'Wim', 'Cole', 'Fitter', 10, '2020-01-01'), (4, 'Xia', 'Dahl', 'Care lead', 30, '2020-02-01');
    insert into client values (1, 'Abbey Hotel', 1, 1), (2, 'Berg School', 0, 1), (3, 'Cora Lux', 1, 4);
    insert into building values (1, 1, 'Annex', 'Ulm'), (2, 2, 'Gym', 'Ulm'), (3, 3, 'Villa', 'Bonn');
    insert into care_contract values (1, 1, 100, '2024-01-01', 'running'), (2, 2, 50, '2024-01-01', 'running'), (3, 3, 80, '2026-12-01', 'upcoming'), (4, 3, 70, '2023-01-01', 'ended');
    insert into call values (1, 1, '2026-10-05'), (2, 2, '2026-10-06'), (3, 1, '2026-09-06');
    insert into call_worker values (1, 2, 3), (1, 3, 8), (2, 3, 4), (3, 2, 5);
    insert into pane values (1, 'Clear', 100), (2, 'Frosted', 200), (3, 'Green', 50);
    insert into sales_order values (1, 1, 'done', '2026-10-01', '2026-10-10', '2026-10-09', 10, 180), (2, 2, 'done', '2026-10-02', '2026-10-12', '2026-10-14', 0, 200), (3, 3, 'open', '2026-10-03', '2026-10-20', null, 0, 100),
      (4, 3, 'cancelled', '2026-10-04', '2026-10-20', null, 0, 400), (5, null, 'done', '2026-10-05', '2026-10-25', '2026-10-07', 50, 25);
    insert into order_line values (1, 1, 1, 2, 100, 60), (2, 2, 2, 1, 200, 90), (3, 3, 1, 1, 100, 60), (4, 4, 2, 2, 200, 90), (5, 5, 3, 1, 50, 20);
    insert into bill values (1, 1, '2026-10-11', 40);
    insert into small_job values (1, 1, '2026-10-01', 'finished', 1), (2, 2, '2026-10-02', 'finished', null), (3, 3, null, 'asked', null), (4, 3, null, 'cancelled', null);
  `)
}
