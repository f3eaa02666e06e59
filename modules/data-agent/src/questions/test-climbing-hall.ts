import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A climbing hall: climbers buy passes and check in, trainers (`tr`) work shifts kept as times of day, and ropes are mended. */
export function openClimbingHall(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table climber (climber_id integer primary key, first_name text not null, last_name text not null, joined_on date not null, left_on date, last_login_at datetime);
    create table pass_sale (pass_sale_id integer primary key, climber_id integer not null references climber, sold_on date not null, amount real not null, status text not null);
    create table gate_log (log_id integer primary key, climber_id integer references climber, in_ts datetime not null, out_ts datetime);
    create table trnr (trnr_id integer primary key, first_name text not null, last_name text not null, start_dt date not null, left_dt date);
    create table shift (shift_id integer primary key, trnr_id integer references trnr, shift_day date not null, start_tm text not null, end_tm text not null, break_min integer, status text not null);
    create table rope_repair (repair_id integer primary key, rope text not null, kind text not null, date_in date not null, date_out date, state text not null, called_tm text, fetched_tm text);
    insert into climber values (1, 'Ada', 'Brook', '2024-01-10', null, '2026-11-10 10:00:00'), (2, 'Ben', 'Crag', '2024-03-10', null, '2026-06-01 10:00:00'), (3, 'Cleo', 'Dale', '2025-01-10', null, null),
      (4, 'Dev', 'Eaves', '2024-01-01', '2025-01-01', '2024-12-01 09:00:00'), (5, 'Ena', 'Fell', '2025-01-01', '2025-07-01', '2025-06-01 09:00:00');
    insert into pass_sale values (1, 1, '2025-03-01', 50, 'paid'), (2, 1, '2026-03-01', 50, 'paid'), (3, 2, '2025-04-01', 50, 'paid'), (4, 3, '2026-02-01', 50, 'paid'), (5, 3, '2026-10-01', 50, 'paid'), (6, 4, '2025-01-01', 40, 'paid');
    insert into gate_log values (1, 1, '2026-11-14 10:00:00', '2026-11-14 12:00:00'), (2, 1, '2026-10-02 10:00:00', '2026-10-02 13:00:00'), (3, 2, '2026-03-02 10:00:00', '2026-03-02 11:00:00'), (4, 3, '2026-10-20 18:00:00', '2026-10-20 20:00:00'), (5, null, '2026-11-14 09:00:00', null);
    insert into trnr values (1, 'Fay', 'Gill', '2022-01-01', null), (2, 'Gus', 'Hill', '2022-01-01', '2024-01-01'), (3, 'Ida', 'Jut', '2025-01-01', null);
    insert into shift values (1, 1, '2026-11-10', '09:00', '13:00', null, 'Done'), (2, 3, '2026-06-10', '09:00', '15:00', 30, 'Done'), (3, 3, '2026-11-12', '09:00', '14:00', null, 'Cancelled'), (4, 1, '2026-10-10', '10:00', '15:00', 30, 'Done'), (5, 1, '2026-10-11', '10:00', '15:00', null, 'Done');
    insert into rope_repair values (1, 'Blue 1', 'Splice', '2026-10-01', '2026-10-05', 'done', '09:00', '10:00'), (2, 'Red 2', 'Splice', '2026-10-03', '2026-10-05', 'done', '11:00', '11:30'), (3, 'Red 3', 'Wash', '2026-10-03', '2026-10-04', 'done', '12:00', '13:30'), (4, 'Red 4', 'Wash', '2026-10-03', '2026-10-23', 'cancelled', null, null);
  `)
}
