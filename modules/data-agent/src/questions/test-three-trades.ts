/** A row of pseudo-random numbers that is the same in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

type Value = string | number | null

function insert(table: string, rows: readonly (readonly Value[])[]): string {
  const text = (value: Value): string =>
    value === null ? 'null' : typeof value === 'number' ? String(value) : `'${value}'`
  return `insert into ${table} values ${rows.map((row) => `(${row.map(text).join(',')})`).join(',')};`
}

const dayAfter = (days: number): string => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10)
const firstNames = 'Ada Bo Cy Dora Eli Fay Gus Hal Ida Jon Kay Leo Mia Ned Ora Pia'.split(' ')
const lastNames = 'Horn Finch Marsh Reed Stone Vale Birch Lowe Nash Pike'.split(' ')

function maker(seed: number) {
  const next = numbers(seed)
  const upTo = (most: number): number => Math.floor(next() * most)
  const pick = <T>(all: readonly [T, ...T[]]): T => all[upTo(all.length)] ?? all[0]
  return {
    next,
    upTo,
    pick,
    name: (i: number) => firstNames[i % 16] ?? '',
    last: (i: number) => lastNames[i % 10] ?? '',
  }
}

const shopTables = `
  create table shop (shop_id integer primary key, shop_name text not null, kind text not null);
  create table product (product_id integer primary key, product_name text not null, category text not null, list_price real not null);
  create table customer (customer_id integer primary key, first_name text not null, last_name text not null, type text not null, town text not null, since date not null);
  create table employee (employee_id integer primary key, first_name text not null, last_name text not null, shop_id integer not null references shop, job text not null, hired_on date not null, left_on date);
  create table sale (sale_id integer primary key, customer_id integer not null references customer, shop_id integer not null references shop, employee_id integer not null references employee, sold_on date not null, status text not null, payment_method text not null);
  create table sale_line (line_id integer primary key, sale_id integer not null references sale, product_id integer not null references product, quantity integer not null, unit_price real not null);
  create table invoice (invoice_no integer primary key, sale_id integer not null references sale, invoice_date date not null, due_date date not null, amount real not null, paid_on date);
  create table return_note (return_id integer primary key, line_id integer not null references sale_line, returned_on date not null, reason text not null, refund_amount real not null);`

function soldRows({ next, upTo, pick }: ReturnType<typeof maker>) {
  const sales: Value[][] = []
  const lines: Value[][] = []
  const invoices: Value[][] = []
  const returns: Value[][] = []
  for (let i = 1; i <= 300; i++) {
    const day = upTo(680)
    const status = next() < 0.08 ? 'cancelled' : 'done'
    sales.push([i, 1 + upTo(40), 1 + upTo(3), 1 + upTo(6), dayAfter(day), status, pick(['cash', 'card'])])
    for (let k = 0; k <= upTo(3); k++) {
      const product = upTo(16)
      lines.push([lines.length + 1, i, product + 1, 1 + upTo(4), 20 + 13 * product])
      if (next() < 0.1)
        returns.push([
          returns.length + 1,
          lines.length,
          dayAfter(day + 5),
          pick(['broken', 'too small']),
          20 + 13 * product,
        ])
    }
    if (i % 5 === 0)
      invoices.push([
        1000 + i,
        i,
        dayAfter(day),
        dayAfter(day + 30),
        50 + upTo(400),
        next() < 0.7 ? dayAfter(day + 20) : null,
      ])
  }
  return { sales, lines, invoices, returns }
}

/** Sales with lines, shops, staff, invoices and returns. */
export function bicycleShop(): string {
  const made = maker(7)
  const { upTo, pick, name, last } = made
  const kinds = ['Bikes', 'Helmets', 'Lights', 'Tools'] as const
  const products = Array.from({ length: 16 }, (_, i) => [
    i + 1,
    `${last(i)} ${kinds[i % 4]} ${i}`,
    kinds[i % 4] ?? '',
    20 + 13 * i,
  ])
  const customers = Array.from({ length: 40 }, (_, i) => [
    i + 1,
    name(i),
    last(i * 7),
    pick(['private', 'company']),
    pick(['Ulm', 'Bonn']),
    dayAfter(upTo(680)),
  ])
  const staff = Array.from({ length: 6 }, (_, i) => [
    i + 1,
    name(15 - i),
    last(i),
    1 + (i % 3),
    pick(['clerk', 'mechanic']),
    dayAfter(i),
    i === 5 ? '2026-03-31' : null,
  ])
  const { sales, lines, invoices, returns } = soldRows(made)
  return `
    ${shopTables}
    ${insert('shop', [
      [1, 'Harbour', 'shop'],
      [2, 'Mill Lane', 'shop'],
      [3, 'Webshop', 'online'],
    ])}
    ${insert('product', products)}${insert('customer', customers)}${insert('employee', staff)}${insert('sale', sales)}
    ${insert('sale_line', lines)}${insert('invoice', invoices)}${insert('return_note', returns)}`
}

/** Singers with memberships, visits and payments; nothing is sold. `leaving`: the state of those with an end. */
export function choir(leaving = 'notice'): string {
  const { next, upTo, pick, name, last } = maker(11)
  const singers = Array.from({ length: 50 }, (_, i) => [
    i + 1,
    name(i),
    last(i * 3),
    dayAfter(upTo(600)),
    pick(['Ulm', 'Bonn']),
  ])
  const memberships = singers.map(([id], i) => {
    const status = i % 10 === 0 ? leaving : 'active'
    return [i + 1, id ?? 0, dayAfter(i), status === 'active' ? null : dayAfter(690 + i), status]
  })
  const rehearsals = Array.from({ length: 80 }, (_, i) => [i + 1, 1 + (i % 3), dayAfter(upTo(680))])
  const visits: Value[][] = []
  for (const [id, , day] of rehearsals)
    for (let i = 1; i <= 50; i++)
      if (next() < 0.15) visits.push([visits.length + 1, id ?? 0, i, `${day} 19:00:00`])
  const payments = Array.from({ length: 200 }, (_, i) => [
    i + 1,
    1 + upTo(50),
    dayAfter(upTo(680)),
    10 + upTo(40),
    pick(['bank', 'cash']),
    pick(['ok', 'ok', 'failed']),
  ])
  return `
    create table singer (singer_id integer primary key, first_name text not null, last_name text not null, joined_on date not null, town text not null);
    create table membership (membership_id integer primary key, singer_id integer not null references singer, start_date date not null, end_date date, status text not null);
    create table room (room_id integer primary key, room_name text not null, seats integer not null);
    create table rehearsal (rehearsal_id integer primary key, room_id integer not null references room, held_on date not null);
    create table visit (visit_id integer primary key, rehearsal_id integer not null references rehearsal, singer_id integer not null references singer, arrived_at timestamp not null);
    create table payment (payment_id integer primary key, singer_id integer not null references singer, paid_on date not null, amount real not null, method text not null, result text not null);
    ${insert('singer', singers)}${insert('membership', memberships)}
    ${insert('room', [
      [1, 'Blue Room', 10],
      [2, 'Hall', 60],
      [3, 'Attic', 25],
    ])}${insert('rehearsal', rehearsals)}
    ${insert('visit', visits)}${insert('payment', payments)}`
}

/** Deliveries of which several rows have one order number, and harvests. `number`: what this number is called. */
export function honeyFarm(number: string): string {
  const { next, upTo, pick, name, last } = maker(13)
  const kinds = [
    ['Linden', 'light'],
    ['Heather', 'dark'],
    ['Clover', 'light'],
  ] as const
  const clients = Array.from({ length: 30 }, (_, i) => [
    100 + i,
    `${name(i)} ${last(i * 3)}`,
    pick(['North', 'South']),
  ])
  const deliveries: Value[][] = []
  for (let i = 0; i < 200; i++) {
    const [day, client, status, via] = [
      upTo(680),
      100 + upTo(30),
      next() < 0.1 ? 'Cancelled' : 'Delivered',
      pick(['Market', 'Wholesale']),
    ]
    for (let k = 0; k <= upTo(3); k++) {
      const jars = 2 + upTo(20)
      deliveries.push([
        deliveries.length + 1,
        `S-${1000 + i}`,
        client,
        kinds[upTo(3)]?.[0] ?? '',
        dayAfter(day),
        jars,
        jars / 2,
        jars * 6,
        via,
        status,
      ])
    }
  }
  const harvests = Array.from({ length: 90 }, (_, i) => [
    i + 1,
    pick(['Hill', 'River']),
    dayAfter(upTo(680)),
    10 + upTo(30),
    15 + upTo(5),
  ])
  return `
    create table honey (honey text primary key, colour text not null);
    create table client (client_no integer primary key, name text not null, region text not null);
    create table delivery (line_no integer primary key, ${number} text not null, client_no integer not null references client, honey text not null references honey, ordered date not null, jars integer not null, weight_kg real not null, amount real not null, sold_via text not null, status text not null);
    create table harvest (harvest_id integer primary key, site text not null, harvest_date date not null, kilos real not null, water_percent real not null);
    ${insert('honey', kinds)}${insert('client', clients)}${insert('delivery', deliveries)}${insert('harvest', harvests)}`
}
