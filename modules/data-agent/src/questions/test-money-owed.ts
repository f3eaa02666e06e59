import { cents, day, into, upTo } from './test-made-rows.ts'

/** Three trades in which money is owed: a sawmill with orders, a tent hire with invoices and repairs, a rope wholesaler with an export of lines. */

const yards = ['Holm', 'Brink', 'Old Weir']
const woods = ['Oak board', 'Larch post', 'Beech beam', 'Pine slat', 'Ash plank', 'Elm sill']

function sawmillOrders(): string {
  const orders: (string | number | null)[][] = []
  const lines: (string | number | null)[][] = []
  for (const id of upTo(180)) {
    const placed = -3 * (180 - id) - 1
    const isOnAccount = id % 4 === 0
    const state =
      id % 29 === 0 ? 'void' : id % 31 === 0 ? 'training' : id > 176 ? 'awaiting payment' : 'delivered'
    const isDead = state === 'void' || state === 'training'
    const isOpen = isDead || state === 'awaiting payment' || (isOnAccount && (id > 165 || id % 24 === 0))
    let total = 0
    for (const n of upTo(1 + (id % 3))) {
      const board = ((id * 7 + n) % woods.length) + 1
      const quantity = 1 + ((id + n) % 5)
      const price = 12 + board * 3.5
      const gross = cents(quantity * price)
      lines.push([
        lines.length + 1,
        id,
        board,
        quantity,
        price,
        gross,
        cents(gross / 1.2),
        cents(quantity * price * 0.5),
      ])
      total += gross
    }
    orders.push([
      id,
      1 + (id % 25),
      yards[id % 3] ?? '',
      state,
      day(placed),
      isOnAccount ? day(placed + 30) : null,
      isOpen ? null : day(placed + (isOnAccount ? 20 : 0)),
      cents(total),
    ])
  }
  return into('orders', orders) + into('order_line', lines)
}

export const sawmill: string = `
  create table customer (customer_id integer primary key, customer_name text not null unique, town text not null);
  create table board (board_id integer primary key, board_name text not null unique, wood_kind text not null);
  create table orders (order_id integer primary key, customer_id integer not null references customer, yard text not null, state text not null,
    ordered_on date not null, due_on date, paid_on date, total real not null);
  create table order_line (line_id integer primary key, order_id integer not null references orders, board_id integer not null references board,
    quantity integer not null, unit_price real not null, line_gross real not null, line_net real not null, line_cost real not null);
  ${into(
    'customer',
    upTo(25).map((id) => [
      id,
      `${['Ruth', 'Piet', 'Ines', 'Karl', 'Mo'][id % 5] ?? ''} ${['Vane', 'Holt', 'Lund', 'Marsh', 'Quill'][Math.floor((id - 1) / 5)] ?? ''}`,
      ['Arden', 'Welby', 'Thorpe'][id % 3] ?? '',
    ]),
  )}
  ${into(
    'board',
    woods.map((name, at) => [at + 1, name, at % 2 === 0 ? 'hard' : 'soft']),
  )}
  ${sawmillOrders()}`

const tents = ['Pole tent', 'Clear span', 'Yurt', 'Dome']

function tentInvoices(): string {
  const agreements: (string | number | null)[][] = []
  const invoices: (string | number | null)[][] = []
  for (const id of upTo(60)) {
    const start = -9 * (60 - id) - 5
    agreements.push([id, `AG-${100 + id}`, 1 + (id % 20), 1 + (id % 4), day(start), 40 + (id % 4) * 10])
    for (const n of upTo(4)) {
      const on = start + 30 * (n - 1)
      if (on > 0) continue
      const rent = 40 + (id % 4) * 10
      const cover = id % 2 === 0 ? 6 : 0
      const status = (id + n) % 17 === 0 ? 'void' : on > -25 || (id + n) % 13 === 0 ? 'unpaid' : 'paid'
      invoices.push([
        invoices.length + 1,
        `HI${5000 + invoices.length}`,
        id,
        day(on),
        day(on),
        day(on + 14),
        status === 'paid' ? day(on + 9) : null,
        rent,
        cover,
        rent + cover,
        status,
      ])
    }
  }
  return into('hire_agreement', agreements) + into('hire_invoice', invoices)
}

function tentTill(): string {
  const receipts: (string | number | null)[][] = []
  const lines: (string | number | null)[][] = []
  for (const id of upTo(150)) {
    const isReturn = id % 19 === 0
    const status = id % 23 === 0 ? 'void' : 'done'
    let total = 0
    for (const n of upTo(1 + (id % 2))) {
      const article = 1 + ((id + n) % 6)
      const quantity = (isReturn ? -1 : 1) * (1 + (n % 3))
      const price = 4 + article * 2.5
      const off = id % 5 === 0 ? 10 : 0
      lines.push([lines.length + 1, id, article, quantity, price, off])
      total += cents(quantity * price * (1 - off / 100))
    }
    receipts.push([
      id,
      isReturn ? 'return' : 'sale',
      status,
      id % 3 === 0 ? null : id % 3 === 1 ? 'Quay' : 'Mill',
      id % 4 === 0 ? null : 1 + (id % 20),
      `${day(-3 * (150 - id))} 11:${String(id % 60).padStart(2, '0')}:00`,
      id % 12 === 5 ? day(-3 * (150 - id) + 30) : null,
      status === 'void' || (id % 12 === 5 && id > 100) ? null : day(-3 * (150 - id)),
      cents(total),
    ])
  }
  return into('receipt', receipts) + into('receipt_line', lines)
}

function tentRepairs(): string {
  const jobs: (string | number | null)[][] = []
  const parts: (string | number | null)[][] = []
  for (const id of upTo(120)) {
    const came = -4 * (120 - id)
    const isDone = id <= 108
    const isOurs = id % 10 === 0
    const hours = 1 + (id % 4)
    const used = isDone && id % 3 !== 0 ? 8 + (id % 5) * 3 : 0
    if (used > 0) parts.push([parts.length + 1, id, 1 + (id % 6), 1, used])
    jobs.push([
      id,
      1 + (id % 20),
      isOurs ? 'own stock' : 'client',
      day(came),
      isDone ? day(came + 6) : null,
      isDone ? 'finished' : 'in progress',
      isDone ? hours * 30 : null,
      isDone ? used : null,
      isDone ? (isOurs ? 0 : hours * 30 + used) : null,
    ])
  }
  return into('repair_job', jobs) + into('repair_part', parts)
}

export const tentHire: string = `
  create table client (client_id integer primary key, client_name text not null unique, town text not null);
  create table tent (tent_id integer primary key, tent_name text not null unique);
  create table article (article_id integer primary key, article_name text not null unique, section text not null);
  create table receipt (receipt_id integer primary key, kind text not null, status text not null, branch text, client_id integer references client,
    sold_at datetime not null, pay_due date, paid_on date, total real not null);
  create table receipt_line (line_id integer primary key, receipt_id integer not null references receipt, article_id integer not null references article,
    qty integer not null, unit_price real not null, discount_pct real not null);
  create table hire_agreement (agreement_id integer primary key, agreement_no text not null unique, client_id integer not null references client,
    tent_id integer not null references tent, starts_on date not null, monthly_rate real not null);
  create table hire_invoice (invoice_id integer primary key, invoice_no text not null unique, agreement_id integer not null references hire_agreement,
    period_start date not null, issued_on date not null, due_on date not null, paid_on date, rent real not null, cover real not null,
    total real not null, status text not null);
  create table repair_job (job_id integer primary key, client_id integer not null references client, bill_to text not null, came_in date not null,
    finished_on date, status text not null, labour real, parts real, billed real);
  create table repair_part (repair_part_id integer primary key, job_id integer not null references repair_job,
    article_id integer not null references article, qty integer not null, unit_price real not null);
  ${into(
    'client',
    upTo(20).map((id) => [
      id,
      `${['Nell', 'Otto', 'Pia', 'Rafe'][id % 4] ?? ''} ${['Crane', 'Dunn', 'Frey', 'Gale', 'Hurst'][Math.floor((id - 1) / 4)] ?? ''}`,
      ['Arden', 'Welby'][id % 2] ?? '',
    ]),
  )}
  ${into(
    'tent',
    tents.map((name, at) => [at + 1, name]),
  )}
  ${into(
    'article',
    ['Peg set', 'Guy line', 'Mallet', 'Patch kit', 'Lantern', 'Groundsheet'].map((name, at) => [
      at + 1,
      name,
      at % 2 === 0 ? 'Camp' : 'Care',
    ]),
  )}
  ${tentTill()}
  ${tentInvoices()}
  ${tentRepairs()}`

function ropeRows(): string {
  const rows: (string | number | null)[][] = []
  for (const id of upTo(160)) {
    const on = -4 * (160 - id)
    const account = 1 + (id % 18)
    const isCredit = id % 21 === 0
    const terms = account % 2 === 0 ? 30 : 14
    const isVoid = id % 33 === 0
    const isOpen = isVoid || on + terms > -8 || (account % 6 === 3 && id > 110)
    for (const n of upTo(1 + (id % 3))) {
      const item = 1 + ((id + n * 5) % 12)
      const quantity = (isCredit ? -1 : 1) * (2 + ((id + n) % 6))
      const price = 6 + item * 1.5
      const net = cents(quantity * price)
      rows.push([
        `DN${7000 + id}`,
        isCredit ? 'CRN' : 'INV',
        day(on),
        day(on + terms),
        `AC${100 + account}`,
        ['TB', 'ES', 'WL'][account % 3] ?? '',
        `RP${200 + item}`,
        quantity,
        price,
        net,
        cents(net * 0.2),
        cents(net * 1.2),
        isVoid ? 'Void' : isOpen ? 'Open' : 'Paid',
        isOpen ? null : day(on + terms - 3),
      ])
    }
  }
  return into('"invoice lines"', rows)
}

export const ropeExport: string = `
  create table accounts ("A/C Ref" text primary key, company text not null, sector text not null, "Account status" text not null, "Credit limit" real, opened date not null);
  create table reps (rep text primary key, name text not null, area text not null, commission real not null);
  create table suppliers ("Supp code" text primary key, supplier text not null, "Lead time" integer not null);
  create table "stock list" ("Stock code" text primary key, description text not null, range text not null, "Supp code" text references suppliers, cost real not null,
    "Sell price" real not null, "In stock" integer not null, "Min level" integer not null);
  create table "invoice lines" ("Inv No" text not null, type text not null, "Inv Date" date not null, due date not null, "A/C Ref" text not null references accounts,
    "Sold by" text references reps, "Stock code" text not null references "stock list", qty integer not null, "Unit price" real not null, net real not null,
    vat real not null, gross real not null, status text not null, "Paid date" date);
  create table "purchase orders" ("PO No" text not null, raised date not null, "Supp code" text not null references suppliers, "Stock code" text not null references "stock list",
    qty integer not null, "Unit cost" real not null, value real not null, received date, state text not null);
  ${into(
    'accounts',
    upTo(18).map((id) => [
      `AC${100 + id}`,
      `${['Gull', 'Tern', 'Heron', 'Snipe', 'Teal', 'Rook'][id % 6] ?? ''} ${['Marine', 'Rigging', 'Sails'][Math.floor((id - 1) / 6)] ?? ''}`,
      ['Fishing', 'Leisure', 'Rescue'][id % 3] ?? '',
      id % 7 === 0 ? 'On stop' : 'Active',
      id % 5 === 0 ? null : 150 + (id % 4) * 100,
      day(-900 - id),
    ]),
  )}
  ${into('reps', [
    ['TB', 'Tess Brand', 'North', 2],
    ['ES', 'Emil Stark', 'South', 3],
    ['WL', 'Wim Loos', 'West', 2.5],
  ])}
  ${into('suppliers', [
    ['HMP', 'Hemp & Co', 8],
    ['NYL', 'Nylon Works', 5],
    ['COR', 'Cordery', 12],
  ])}
  ${into(
    '"stock list"',
    upTo(12).map((id) => [
      `RP${200 + id}`,
      `Rope no ${id} ${['natural', 'white', 'black', 'tarred'][id % 4] ?? ''}`,
      ['Hemp', 'Nylon', 'Cord'][id % 3] ?? '',
      ['HMP', 'NYL', 'COR'][id % 3] ?? '',
      cents((6 + id * 1.5) * (0.5 + (id % 5) * 0.1)),
      6 + id * 1.5,
      (id * 17) % 40,
      10,
    ]),
  )}
  ${ropeRows()}
  ${into(
    '"purchase orders"',
    upTo(80).map((id) => [
      `PO-${300 + Math.floor(id / 2)}`,
      day(-6 * (80 - id)),
      ['HMP', 'NYL', 'COR'][(1 + (id % 12)) % 3] ?? '',
      `RP${201 + (id % 12)}`,
      10 + (id % 4) * 5,
      cents(4 + (id % 12)),
      cents((10 + (id % 4) * 5) * cents(4 + (id % 12))),
      id > 74 ? null : day(-6 * (80 - id) + 5),
      id % 19 === 0 ? 'Cancelled' : id > 74 ? 'On order' : 'Received',
    ]),
  )}`
