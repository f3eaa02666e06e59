/** Tables of invented small businesses, filled by `everyday-rows.ts`. They have states, dates and money of several kinds, as in practice. */
export const everydaySchemas = {
  gym: `
    create table studios (id integer primary key, name text not null unique, city text not null, opened_on date not null);
    create table trainers (
      id integer primary key, first_name text not null, last_name text not null, studio_id integer not null references studios (id),
      hired_on date not null, left_on date, hourly_rate real not null, manager_id integer references trainers (id));
    create table members (
      id integer primary key, first_name text not null, last_name text not null, email text, city text,
      joined_on date not null, referred_by integer references members (id));
    create table plans (id integer primary key, name text not null unique, monthly_fee real not null);
    create table memberships (
      id integer primary key, member_id integer not null references members (id), plan_id integer not null references plans (id),
      started_on date not null, ended_on date, status text not null);
    create table classes (
      id integer primary key, title text not null, trainer_id integer not null references trainers (id),
      starts_at timestamp not null, capacity integer not null);
    create table bookings (
      id integer primary key, class_id integer not null references classes (id), member_id integer not null references members (id),
      booked_at timestamp not null, status text not null);
    create table payments (
      id integer primary key, member_id integer not null references members (id), paid_at timestamp not null,
      amount real not null, method text not null, status text not null, receipt_no integer not null);`,
  garage: `
    create table customers (
      customer_no integer primary key, name text not null, phone text, town text, since date not null, is_business integer not null);
    create table vehicles (
      vehicle_id integer primary key, customer_no integer not null references customers (customer_no), plate text not null,
      make text not null, model text not null, built_year integer not null);
    create table mechanics (mechanic_id integer primary key, name text not null, level text not null, started_on date not null);
    create table jobs (
      job_no integer primary key, vehicle_id integer not null references vehicles (vehicle_id),
      mechanic_id integer references mechanics (mechanic_id), opened_on date not null, finished_on date, kind text not null,
      state text not null, labour_hours real);
    create table parts (
      part_no text primary key, description text not null, cost real not null, price real not null, in_stock integer not null,
      reorder_level integer not null, supplier text);
    create table job_parts (
      id integer primary key, job_no integer not null references jobs (job_no), part_no text not null references parts (part_no),
      quantity integer not null, unit_price real not null, discount real not null);
    create table invoices (
      invoice_no integer primary key, job_no integer not null references jobs (job_no), issued_on date not null,
      due_on date not null, total real not null, tax real not null, paid_on date, state text not null);`,
  theatre: `
    create table venues (venue_id integer primary key, name text not null unique, seats integer not null, town text not null);
    create table shows (
      show_id integer primary key, title text not null unique, genre text not null, premiered_on date not null,
      running_minutes integer not null);
    create table performances (
      performance_id integer primary key, show_id integer not null references shows (show_id),
      venue_id integer not null references venues (venue_id), played_at timestamp not null, is_cancelled integer not null);
    create table visitors (
      visitor_id integer primary key, full_name text not null, email text, birth_year integer, newsletter integer not null,
      created_at timestamp not null);
    create table orders (
      order_id integer primary key, visitor_id integer references visitors (visitor_id), ordered_at timestamp not null,
      channel text not null, status text not null, voucher_code text, grand_total real not null);
    create table tickets (
      ticket_id integer primary key, order_id integer not null references orders (order_id),
      performance_id integer not null references performances (performance_id), seat text not null, category text not null,
      price real not null, scanned_at timestamp);
    create table costs (
      cost_id integer primary key, show_id integer references shows (show_id), booked_on date not null, kind text not null,
      amount real not null);`,
} as const
