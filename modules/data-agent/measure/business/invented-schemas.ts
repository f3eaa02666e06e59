/** Tables of invented businesses, filled by `invented-rows.ts`. */
export const schemas = {
  clinic: `
    create table departments (department_id integer primary key, name text not null unique, floor integer not null);
    create table doctors (
      doctor_id integer primary key, full_name text not null, specialty text not null,
      department_id integer not null references departments (department_id), hired_on date not null);
    create table patients (
      patient_id integer primary key, full_name text not null, gender text not null, birth_date date not null,
      city text not null, registered_on date not null);
    create table appointments (
      appointment_id integer primary key, patient_id integer not null references patients (patient_id),
      doctor_id integer not null references doctors (doctor_id), scheduled_on date not null, status text not null,
      duration_minutes integer not null, fee real not null);
    create table prescriptions (
      prescription_id integer primary key,
      appointment_id integer not null references appointments (appointment_id), drug_name text not null,
      prescribed_on date not null, quantity integer not null, price real not null);`,
  subscriptions: `
    create table plans (
      id integer primary key, name text not null unique, monthly_price real not null, billing_cycle text not null);
    create table accounts (
      id integer primary key, company_name text not null, industry text not null, country text not null,
      created_at timestamp not null);
    create table subscriptions (
      id integer primary key, account_id integer not null references accounts (id),
      plan_id integer not null references plans (id), started_on date not null, cancelled_on date,
      seats integer not null);
    create table invoices (
      id integer primary key, subscription_id integer not null references subscriptions (id),
      issued_on date not null, due_on date not null, amount real not null, status text not null);
    create table tickets (
      id integer primary key, account_id integer not null references accounts (id), opened_at timestamp not null,
      closed_at timestamp, priority text not null, topic text not null);`,
  logistics: `
    create table warehouses (
      warehouse_id integer primary key, name text not null unique, country text not null, capacity integer not null);
    create table carriers (carrier_id integer primary key, carrier_name text not null unique);
    create table vehicles (
      vehicle_id integer primary key, warehouse_id integer not null references warehouses (warehouse_id),
      plate text not null unique, kind text not null, purchase_year integer not null, mileage integer not null);
    create table shipments (
      shipment_id integer primary key, warehouse_id integer not null references warehouses (warehouse_id),
      carrier_id integer not null references carriers (carrier_id), shipped_on date not null, delivered_on date,
      mode text not null, destination_city text not null, weight_kg real not null, freight_cost real not null);
    create table shipment_lines (
      line_id integer primary key, shipment_id integer not null references shipments (shipment_id),
      sku text not null, units integer not null);`,
  hotel: `
    create table hotels (hotel_id integer primary key, name text not null unique, city text not null, stars integer not null);
    create table rooms (
      room_id integer primary key, hotel_id integer not null references hotels (hotel_id), room_number integer not null,
      room_type text not null, nightly_rate real not null);
    create table guests (guest_id integer primary key, full_name text not null, country text not null, birth_year integer);
    create table bookings (
      booking_id integer primary key, guest_id integer not null references guests (guest_id),
      room_id integer not null references rooms (room_id), booked_on date not null, check_in date not null,
      nights integer not null, channel text not null, status text not null, total_price real not null);
    create table reviews (
      review_id integer primary key, booking_id integer not null references bookings (booking_id),
      reviewed_on date not null, rating integer not null);`,
} as const
