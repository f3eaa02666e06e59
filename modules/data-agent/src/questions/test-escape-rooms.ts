import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const bookings = [
  // id, room, client, guide, booked, starts, players, total, paid by, channel, status
  "1, 1, 1, 1, '2026-10-01', '2026-10-03 18:00:00', 4, 100, 'Card', 'web', 'played'",
  "2, 1, 2, 1, '2026-10-02', '2026-10-04 18:00:00', 2, 60, 'Cash', 'phone', 'played'",
  "3, 2, 1, 2, '2026-10-05', '2026-10-08 18:00:00', 5, 120, 'Card', 'web', 'played'",
  "4, 2, 3, 2, '2026-10-06', '2026-10-09 18:00:00', 3, 80, 'Voucher', 'web', 'cancelled'",
  "5, 3, 3, 3, '2026-10-07', '2026-10-12 18:00:00', 6, 150, 'Card', 'phone', 'played'",
  "6, 1, 2, 1, '2026-09-07', '2026-09-12 18:00:00', 4, 90, 'Cash', 'web', 'played'",
  "7, 3, 1, 2, '2026-09-08', '2026-09-15 18:00:00', 2, 50, 'Card', 'phone', 'played'",
  "8, 2, 4, 3, '2025-10-08', '2025-10-15 18:00:00', 4, 70, 'Card', 'web', 'played'",
  "9, 1, 4, 1, '2025-10-09', '2025-10-16 18:00:00', 3, 40, 'Cash', 'phone', 'played'",
  "10, 3, 3, 2, '2026-11-02', '2026-11-07 18:00:00', 5, 110, 'Card', 'web', 'played'",
]

/** Escape rooms: rooms in town and in the woods, guides of equal first name, bookings with reviews and complaints. */
export function openEscapeRooms(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table room (room_id integer primary key, title text not null, setting text not null, weekday_price real not null);
    create table guide (guide_id integer primary key, first_name text not null, last_name text not null, hired_on date not null);
    create table client (client_id integer primary key, full_name text not null, town text not null, joined_on date not null);
    create table booking (booking_id integer primary key, room_id integer not null references room, client_id integer not null references client, guide_id integer not null references guide, booked_on date not null, starts_at datetime not null, players integer not null, total_amount real not null, paid_by text not null, channel text not null, status text not null);
    create table review (review_id integer primary key, booking_id integer not null references booking, stars integer not null, written_on date not null);
    create table complaint (complaint_id integer primary key, booking_id integer not null references booking, reported_on date not null, reason text not null);
    insert into room values (1, 'The Vault', 'cellar', 80), (2, 'Pharaoh', 'cellar', 90), (3, 'Lost Camp', 'woods', 100);
    insert into guide values (1, 'Ida', 'Rook', '2020-02-01'), (2, 'Ida', 'Moss', '2021-03-01'), (3, 'Per', 'Lind', '2022-04-01');
    insert into client values (1, 'Nell Frost', 'Hove', '2024-01-02'), (2, 'Otto Bern', 'Lewes', '2024-02-02'), (3, 'Pia Vale', 'Hove', '2025-02-02'), (4, 'Quin Ash', 'Lewes', '2025-03-02');
    insert into booking values ${bookings.map((one) => `(${one})`).join(', ')};
    insert into review values (1, 1, 5, '2026-10-05'), (2, 2, 3, '2026-10-06'), (3, 3, 2, '2026-10-10'), (4, 5, 4, '2026-10-14'), (5, 7, 5, '2026-09-17'), (6, 10, 1, '2026-11-09');
    insert into complaint values (1, 3, '2026-10-09', 'too dark'), (2, 2, '2026-10-05', 'too short'), (3, 10, '2026-11-08', 'too dark'), (4, 8, '2025-10-17', 'too dark');
  `)
}
