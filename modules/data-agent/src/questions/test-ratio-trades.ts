import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 3) + at * 86_400_000).toISOString().slice(0, 10)
const rows = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `(${row(at)})`).join(', ')
const one = (of: readonly string[], at: number): string => `'${of[at % of.length] ?? ''}'`

/** Boats that are hired out at stations, with repairs and a crew that is paid by the hour. */
export function openBoatHire(): Promise<SmallDatabase> {
  const rental = (at: number): string => {
    const state = at % 9 === 4 ? 'cancelled' : 'returned'
    return `${at + 1}, ${(at % 8) + 1}, ${(at % 3) + 1}, ${(at % 40) + 1}, '${day(at)} 09:00:00', '${state}', ${1 + (at % 5)}, ${20 + ((at * 7) % 60)}`
  }
  return openSmallDatabase(`
    create table stations (id integer primary key, name text not null);
    create table boats (id integer primary key, name text not null, type text, day_price real, bought_for real);
    create table guests (id integer primary key, full_name text not null, country text);
    create table rentals (id integer primary key, boat_id integer not null references boats, station_id integer references stations, guest_id integer references guests, starts_at datetime, status text, persons integer, amount real);
    create table repairs (id integer primary key, boat_id integer references boats, repaired_on date, cost real);
    create table crew (id integer primary key, full_name text, role text, hourly_wage real, station_id integer references stations);
    create table shifts (id integer primary key, crew_id integer references crew, shift_on date, hours real, status text);
    insert into stations values (1, 'Lake'), (2, 'Bridge'), (3, 'Mill');
    insert into boats values ${rows(8, (at) => `${at + 1}, 'Boat ${at + 1}', ${one(['canoe', 'kayak', 'pedalo'], at)}, ${30 + at * 3}, ${900 + at * 70}`)};
    insert into guests values ${rows(40, (at) => `${at + 1}, 'Ada Ost${at}', ${one(['DE', 'NL', 'DK'], at)}`)};
    insert into rentals values ${rows(600, rental)};
    insert into repairs values ${rows(60, (at) => `${at + 1}, ${(at % 8) + 1}, '${day(at * 10)}', ${30 + ((at * 11) % 90)}`)};
    insert into crew values ${rows(6, (at) => `${at + 1}, 'Finn Wolf${at}', ${one(['guide', 'desk'], at)}, ${12 + at}, ${(at % 3) + 1}`)};
    insert into shifts values ${rows(400, (at) => `${at + 1}, ${(at % 6) + 1}, '${day(at * 1.5)}', ${4 + (at % 5)}, '${at % 20 === 7 ? 'sick' : 'worked'}'`)};
  `)
}

/** A print shop: orders with lines, what the products cost, expenses and complaints. */
export function openPrintShop(): Promise<SmallDatabase> {
  const order = (at: number): string => {
    const state = at % 14 === 3 ? 'cancelled' : at % 11 === 5 ? 'returned' : 'delivered'
    return `'O${5000 + at}', ${at % 10 === 6 ? 'null' : `'C${100 + (at % 45)}'`}, '${day(at)}', '${state}', ${one(['web', 'web', 'counter', 'phone'], at)}, ${10 + (at % 70)}`
  }
  return openSmallDatabase(`
    create table customers (customer_no text primary key, name text not null, type text);
    create table products (product_no text primary key, name text, category text, price real, unit_cost real);
    create table orders (order_no text primary key, customer_no text references customers, ordered_on date, status text, channel text, total real);
    create table order_lines (line_id integer primary key, order_no text references orders, product_no text references products, qty integer, unit_price real);
    create table expenses (expense_id integer primary key, spent_on date, category text, amount real);
    create table complaints (complaint_id integer primary key, order_no text references orders, reported_on date, reason text);
    insert into customers values ${rows(45, (at) => `'C${100 + at}', 'Blue Press ${at}', ${one(['business', 'private'], at)}`)};
    insert into products values ${rows(8, (at) => `'P${at + 1}', ${one(['Flyer', 'Leaflet', 'Poster', 'Banner', 'Card', 'Postcard', 'Mug', 'Bag'], at)}, ${one(['Paper', 'Paper', 'Large', 'Large', 'Cards', 'Cards', 'Gifts', 'Gifts'], at)}, ${4 + at}, ${1.5 + at / 4}`)};
    insert into orders values ${rows(600, order)};
    insert into order_lines values ${rows(1300, (at) => `${at + 1}, 'O${5000 + (at % 600)}', 'P${(at % 8) + 1}', ${1 + (at % 6)}, ${4 + (at % 8)}`)};
    insert into expenses values ${rows(200, (at) => `${at + 1}, '${day(at * 3)}', ${one(['Paper', 'Rent', 'Ads', 'Power'], at)}, ${40 + ((at * 13) % 200)}`)};
    insert into complaints values ${rows(70, (at) => `${at + 1}, 'O${5000 + at * 8}', '${day(Math.min(599, at * 8 + 4))}', ${one(['late', 'damaged'], at)}`)};
  `)
}

/** A vet: appointments in branches, and services with a price and a cost. */
export function openVet(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table branches (id integer primary key, name text not null);
    create table animals (id integer primary key, name text, species text);
    create table services (id integer primary key, name text, category text, price real, cost real);
    create table appointments (id integer primary key, animal_id integer references animals, branch_id integer references branches, held_on date, status text, channel text);
    insert into branches values (1, 'Harbour'), (2, 'Hillside');
    insert into animals values ${rows(50, (at) => `${at + 1}, ${one(['Rex', 'Mia', 'Bo'], at)}, ${one(['dog', 'cat'], at)}`)};
    insert into services values (1, 'Check-up', 'Exam', 45, 12), (2, 'X-ray', 'Imaging', 95, 30), (3, 'Ultrasound', 'Imaging', 110, 33), (4, 'Wound care', 'Surgery', 130, 40);
    insert into appointments values ${rows(500, (at) => `${at + 1}, ${(at % 50) + 1}, ${(at % 2) + 1}, '${day(at)}', 'done', ${one(['phone', 'phone', 'web'], at)}`)};
  `)
}

/** A cafe: till, bookings and deliveries from three programs, which nothing connects but the names of the branches. */
export function openCafe(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table till (receipt integer, sold_on date, branch text, item text, amount real);
    create table bookings (booking_no text primary key, booked_for date, restaurant text, party_size integer, state text);
    create table deliveries (delivery_no text primary key, delivered_on date, branch text, supplier text, net_amount real);
    create table card_payments (id integer primary key, status text, amount real, paid_at date, created_at date);
    insert into card_payments values ${rows(120, (at) => `${at + 1}, ${at % 6 === 2 ? "'failed'" : "'succeeded'"}, ${10 + at}, ${at % 6 === 2 ? 'null' : `'${day(at * 5)}'`}, '${day(at * 5)}'`)};
    insert into till values ${rows(300, (at) => `${(at % 2 === 0 ? 10_201 : 50_701) + Math.floor(at / 6)}, '${day(Math.floor(at / 6) * 12)}', ${one(['Old Town', 'Riverside'], at)}, ${one(['Soup', 'Cake', 'Tea'], at)}, ${4 + (at % 9)}`)};
    insert into bookings values ${rows(200, (at) => `'B${at}', '${day(at * 3)}', ${one(['Old Town', 'Riverside'], at)}, ${2 + (at % 5)}, ${one(['seated', 'seated', 'seated', 'no-show'], at)}`)};
    insert into deliveries values ${rows(120, (at) => `'D${at}', '${day(at * 5)}', ${one(['Old Town', 'Riverside'], at)}, ${one(['Mill', 'Dairy'], at)}, ${20 + (at % 50)}`)};
  `)
}
