import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A riding stable: riders have lessons on horses, which are shod, and buy tack; grooms have duties. */
export function openRidingStable(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table rider (rider_id integer primary key, first_name text not null, last_name text not null, registered_on date not null);
    create table horse (horse_id integer primary key, name text not null, condition text not null, state text not null);
    create table groom (groom_id integer primary key, first_name text not null, last_name text not null, hired_on date not null, left_on date, hourly_wage real not null);
    create table lesson (lesson_id integer primary key, rider_id integer not null references rider, horse_id integer not null references horse, starts_at datetime not null, state text not null, fee real not null);
    create table shoeing (shoeing_id integer primary key, horse_id integer not null references horse, shod_on date not null, cost real not null);
    create table duty (duty_id integer primary key, groom_id integer not null references groom, starts_at datetime not null, ends_at datetime not null);
    create table article (article_id integer primary key, title text not null, price real not null);
    create table tack_order (order_id integer primary key, rider_id integer not null references rider, ordered_on date not null, status text not null, total real not null);
    create table tack_order_line (line_id integer primary key, order_id integer not null references tack_order, article_id integer not null references article, quantity integer not null, unit_price real not null);
    insert into rider values (1, 'Ada', 'Hill', '2024-01-05'), (2, 'Bo', 'Rider', '2024-02-05'), (3, 'Cleo', 'Marsh', '2025-02-05'), (4, 'Dan', 'Vale', '2026-10-02'), (5, 'Eli', 'Ford', '2024-10-02');
    insert into horse values (1, 'Star', 'good', 'in use'), (2, 'Moss', 'good', 'in use'), (3, 'Rusty', 'poor', 'retired'), (4, 'Fern', 'good', 'in use');
    insert into groom values (1, 'Gus', 'Oak', '2020-10-01', null, 14), (2, 'Ivy', 'Elm', '2021-10-05', null, 15), (3, 'Jo', 'Ash', '2021-10-07', '2025-05-01', 15);
    insert into lesson values (1, 1, 1, '2026-11-10 10:00:00', 'held', 30), (2, 1, 2, '2026-10-10 10:00:00', 'held', 30), (3, 2, 1, '2025-03-10 10:00:00', 'held', 30),
      (4, 2, 1, '2026-09-10 10:00:00', 'no show', 30), (5, 3, 2, '2026-08-10 10:00:00', 'held', 35), (6, 3, 2, '2026-10-12 10:00:00', 'cancelled', 35), (7, 5, 2, '2025-08-10 10:00:00', 'held', 35),
      (8, 1, 2, '2025-08-11 10:00:00', 'held', 30), (9, 1, 1, '2026-12-01 10:00:00', 'booked', 30);
    insert into shoeing values (1, 1, '2026-11-01', 80), (2, 2, '2026-08-01', 80), (3, 3, '2025-08-01', 80), (4, 4, '2026-07-01', 80), (5, 4, '2026-10-28', 90);
    insert into duty values (1, 1, '2026-11-09 08:00:00', '2026-11-09 16:00:00'), (2, 3, '2025-04-09 08:00:00', '2025-04-09 16:00:00'), (3, 2, '2026-05-09 08:00:00', '2026-05-09 16:00:00');
    insert into article values (1, 'Saddle', 300), (2, 'Bridle', 60), (3, 'Brush', 8), (4, 'Spurs', 20);
    insert into tack_order values (1, 1, '2025-05-01', 'shipped', 300), (2, 1, '2026-05-01', 'shipped', 60), (3, 2, '2025-06-01', 'shipped', 68), (4, 3, '2026-06-01', 'cancelled', 8), (5, 3, '2025-06-02', 'shipped', 8), (6, 1, '2026-10-01', 'shipped', 8);
    insert into tack_order_line values (1, 1, 1, 1, 300), (2, 2, 2, 1, 60), (3, 3, 2, 1, 60), (4, 3, 3, 1, 8), (5, 4, 3, 1, 8), (6, 5, 3, 1, 8), (7, 6, 3, 1, 8);
  `)
}
