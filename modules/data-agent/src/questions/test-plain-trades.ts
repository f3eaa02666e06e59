/** A dairy that sells cheese on account: bills, payments and orders from farms. */
export const dairy = `
  create table buyer (buyer_id integer primary key, buyer_name text not null, buyer_kind text not null, town text not null);
  create table cheese (cheese_id integer primary key, cheese_name text not null, milk text not null, best_before date);
  create table bill (bill_id integer primary key, buyer_id integer not null references buyer, billed_on date not null, due_on date not null, paid_on date, bill_total real not null, status text not null);
  create table bill_line (line_id integer primary key, bill_id integer not null references bill, cheese_id integer not null references cheese, quantity integer not null, line_total real not null);
  create table payment (payment_id integer primary key, bill_id integer not null references bill, received_on date not null, amount real not null, method text not null);
  insert into buyer values (1, 'Abel Inn', 'Inn', 'Ulm'), (2, 'Brook Deli', 'Shop', 'Ulm'), (3, 'Cove Hotel', 'Inn', 'Bonn'), (4, 'Dene Deli', 'Shop', 'Bonn');
  insert into cheese values (1, 'Blue Moor', 'goat', '2026-11-25'), (2, 'Old Tom', 'cow', '2026-12-30'), (3, 'Ash Log', 'goat', '2027-01-30'), (4, 'Curd', 'sheep', '2026-11-20');
  insert into bill values
    (1, 1, '2026-10-02', '2026-11-01', null, 100, 'sent'), (2, 2, '2026-10-05', '2026-11-04', '2026-11-02', 60, 'paid'),
    (3, 3, '2026-10-12', '2026-11-11', '2026-11-08', 40, 'paid'), (4, 4, '2026-11-03', '2026-12-03', null, 80, 'sent'),
    (5, 1, '2026-08-03', '2026-09-02', null, 30, 'sent'), (6, 3, '2025-10-03', '2025-11-02', '2025-11-01', 70, 'paid'),
    (7, 2, '2026-10-20', '2026-11-19', null, 50, 'void');
  insert into bill_line values (1, 1, 1, 4, 60), (2, 1, 2, 2, 40), (3, 2, 3, 5, 60), (4, 3, 2, 2, 40), (5, 4, 1, 6, 80), (6, 5, 4, 3, 30), (7, 6, 2, 4, 70), (8, 7, 1, 3, 50);
  insert into payment values (1, 2, '2026-11-02', 60, 'card'), (2, 3, '2026-11-08', 40, 'transfer'), (3, 6, '2025-11-01', 70, 'transfer');
`

/** A driving school: pupils, teachers and lessons. */
export const drivingSchool = `
  create table teacher (teacher_id integer primary key, full_name text not null, town text not null);
  create table pupil (pupil_id integer primary key, first_name text not null, last_name text not null, joined_on date not null, left_on date, credits integer not null);
  create table lesson_type (code text primary key, label text not null);
  create table lesson (lesson_id integer primary key, pupil_id integer not null references pupil, teacher_id integer references teacher, type_code text not null references lesson_type, lesson_date date not null, fee real not null, state text not null);
  create table plan (plan_id integer primary key, pupil_id integer not null references pupil, every_weeks integer not null, status text not null);
  insert into teacher values (1, 'Ines Roth', 'Ulm'), (2, 'Jarl Beck', 'Bonn');
  insert into pupil values (1, 'Ada', 'Horn', '2026-01-10', null, 12), (2, 'Bo', 'Finch', '2026-03-02', null, 30), (3, 'Cy', 'Marsh', '2025-05-01', '2026-06-01', 7), (4, 'Dora', 'Reed', '2026-10-05', null, 21);
  insert into lesson_type values ('M', 'Motorway'), ('N', 'Night'), ('C', 'City');
  insert into lesson values
    (1, 1, 1, 'M', '2026-10-02', 50, 'held'), (2, 2, 1, 'N', '2026-10-05', 60, 'held'), (3, 2, 2, 'C', '2026-10-09', 40, 'held'),
    (4, 4, 2, 'C', '2026-10-20', 40, 'held'), (5, 1, 1, 'M', '2026-11-17', 50, 'booked'), (6, 2, null, 'N', '2026-11-18', 60, 'booked'),
    (7, 4, null, 'C', '2026-11-19', 40, 'booked'), (8, 3, 2, 'M', '2025-10-09', 45, 'held'), (9, 1, 1, 'C', '2026-10-21', 40, 'cancelled');
  insert into plan values (1, 1, 2, 'active'), (2, 2, 4, 'active'), (3, 4, 4, 'active'), (4, 3, 4, 'ended');
`

/** An upholsterer: jobs by kind of piece, with the day on which they were ready and fetched. */
export const upholsterer = `
  create table client (client_id integer primary key, name text not null, town text not null);
  create table worker (worker_id integer primary key, worker_name text not null);
  create table job (job_id integer primary key, client_id integer not null references client, worker_id integer references worker, piece text not null, came_in date not null, finished_on date, picked_up_on date, price real not null, status text not null);
  create table fabric (fabric_id integer primary key, fabric_name text not null, metres_on_hand real not null, minimum_metres real not null, discontinued integer not null);
  insert into client values (1, 'Ada Horn', 'Ulm'), (2, 'Bo Finch', 'Bonn'), (3, 'Cy Marsh', 'Ulm');
  insert into worker values (1, 'Ines'), (2, 'Jarl');
  insert into job values
    (1, 1, 1, 'Armchair', '2026-09-01', '2026-10-01', '2026-10-04', 300, 'closed'), (2, 2, 2, 'Sofa', '2026-09-20', '2026-10-22', null, 700, 'ready'),
    (3, 3, 1, 'Stool', '2026-10-03', '2026-10-30', null, 90, 'ready'), (4, 1, null, 'Sofa', '2026-10-28', null, null, 650, 'waiting'),
    (5, 2, 2, 'Armchair', '2026-11-02', null, null, 320, 'in work'), (6, 3, null, 'Armchair', '2026-11-10', null, null, 280, 'waiting');
  insert into fabric values (1, 'Linen', 12, 20, 0), (2, 'Velvet', 40, 15, 0), (3, 'Tweed', 6, 10, 1), (4, 'Felt', 0, 5, 1);
`
