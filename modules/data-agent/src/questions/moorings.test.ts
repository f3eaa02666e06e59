import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 6) + at * 86_400_000).toISOString().slice(0, 10)
const list = (length: number, row: (at: number) => string): string =>
  Array.from({ length }, (_, at) => `(${row(at)})`).join(', ')

let quay: SmallDatabase
beforeAll(async () => {
  quay = await openSmallDatabase(
    `
    create table owners (owner_id integer primary key, first_name text, last_name text, email text);
    create table jetties (jetty_id integer primary key, owner_id integer references owners, jetty_name text, managed_from date);
    create table skippers (skipper_id integer primary key, first_name text, last_name text, email text);
    create table berthings (berthing_id integer primary key, jetty_id integer references jetties, skipper_id integer references skippers, start_date date);
    create table mooring_charges (charge_id integer primary key, berthing_id integer references berthings, due_date date, amount real, voided integer);
    create table mooring_receipts (receipt_id integer primary key, charge_id integer references mooring_charges, received_on date, amount real, status text);
    create table contractors (contractor_id integer primary key, trading_name text, trade text);
    create table jobs (job_id integer primary key, jetty_id integer references jetties, contractor_id integer references contractors, reported_on date, done_on date, quote_amount real, invoice_amount real, status text);
    create table owner_statements (statement_id integer primary key, owner_id integer references owners, period text, mooring_in real, fee real, repairs real, net_paid real, paid_on date);
    insert into owners values ${list(6, (at) => `${at + 1}, 'Odd${at}', 'Owner${at}', 'o${at}@quay.example'`)};
    insert into jetties values ${list(12, (at) => `${at + 1}, ${(at % 6) + 1}, 'Jetty ${at}', '2023-0${(at % 9) + 1}-01'`)};
    insert into skippers values ${list(40, (at) => `${at + 1}, 'Sid${at}', 'Skipper${at}', 's${at}@quay.example'`)};
    insert into berthings values ${list(40, (at) => `${at + 1}, ${(at % 12) + 1}, ${at + 1}, '2024-06-0${(at % 9) + 1}'`)};
    insert into mooring_charges values ${list(600, (at) => `${at + 1}, ${(at % 40) + 1}, '${day(at)}', ${200 + (at % 40) * 5}, ${at % 60 === 0 ? 1 : 0}`)};
    insert into mooring_receipts values ${list(570, (at) => `${at + 1}, ${at + 1}, '${day(at + 2)}', ${200 + (at % 40) * 5 - (at % 19 === 0 ? 50 : 0)}, '${at % 30 === 0 ? 'Bounced' : 'Cleared'}'`)};
    insert into contractors values ${list(7, (at) => `${at + 1}, 'Plank & Rope ${at}', '${['Timber', 'Diving', 'Electric'][at % 3]}'`)};
    insert into jobs values ${list(150, (at) => `${at + 1}, ${(at % 12) + 1}, ${(at % 7) + 1}, '${day(at * 4)}', '${day(at * 4 + 5)}', ${90 + at}, ${95 + (at % 60)}, '${at % 15 === 0 ? 'Cancelled' : 'Done'}'`)};
    insert into owner_statements values ${list(108, (at) => `${at + 1}, ${(at % 6) + 1}, '${day(Math.floor(at / 6) * 30).slice(0, 7)}', ${900 + at}, ${90 + at / 10}, ${at % 50}, ${700 + at}, '${day(Math.floor(at / 6) * 30 + 35)}'`)};
  `,
    { now: new Date('2026-06-15T12:00:00Z') },
  )
})
afterAll(() => quay[Symbol.dispose]())

const open = `select charge_id, berthing_id, due_date, amount - coalesce((select sum(r.amount) from mooring_receipts r where r.charge_id = c.charge_id and status <> 'Bounced'), 0) as left from mooring_charges c where voided = 0`

describe('[DR2706] jobs of contractors are paid for and no lines of the house', () => {
  test('[DR2707] what they cost is on the invoice, and not on the quote', () => {
    expect(quay.rows('total spending in 2025')).toEqual(
      quay.run(
        `select sum(invoice_amount) from jobs where status <> 'Cancelled' and reported_on like '2025%'`,
      ),
    )
  })
  test('revenue is made of none', () => {
    const revenue = quay.ontology.metrics.find(({ name }) => name === 'revenue')
    expect(revenue?.expression).not.toMatch(/jobs/)
  })
})

describe('[DR2708] a statement to those for whom money was taken in is no sale', () => {
  test('[DR4278] what was kept', () => {
    expect(sorted(quay.rows('our management fees per month in 2026'))).toEqual(
      sorted(
        quay.run(
          `select period || '-01', sum(fee) from owner_statements where period like '2026%' group by 1`,
        ),
      ),
    )
  })
  test('what was paid on', () => {
    expect(quay.rows('how much did we pay out to owners in 2026').flat()).toContain(
      quay.run(`select sum(net_paid) from owner_statements where period like '2026%'`).flat()[0],
    )
  })
  test('[DR2709] what came in are the payments', () => {
    expect(quay.rows('how much mooring came in in march 2026')).toEqual(
      quay.run(
        `select sum(amount) from mooring_receipts where status <> 'Bounced' and received_on like '2026-03%'`,
      ),
    )
  })
})

describe('[DR2710] what all charges are called after says no more than that they are owed', () => {
  test.each(['total mooring arrears today', 'how much mooring is overdue'])('%s', (question) => {
    expect(sorted(quay.rows(question))).toEqual(
      sorted(quay.run(`select sum(left) from (${open}) where due_date < '2026-06-15'`)),
    )
  })
  test('[DR4279] by whom', () => {
    const rows = quay.rows('who is behind with the mooring and by how much')
    expect(rows.map((row) => row.at(-1))).toEqual(
      quay
        .run(
          `select sum(left) from (${open}) where due_date < '2026-06-15' group by berthing_id having sum(left) > 0.005 order by 1 desc`,
        )
        .flat(),
    )
  })
})

test('[DR2711] rentals are the hires, where rows are called so', async () => {
  using shed = await openSmallDatabase(`
    create table members (member_id integer primary key, full_name text);
    create table tools (tool_id integer primary key, title text, price real);
    create table sales (sale_id integer primary key, member_id integer references members, sold_on date, total real);
    create table hires (hire_id integer primary key, member_id integer references members, tool_id integer references tools, out_on date, due_on date, returned_on date, total real);
    insert into members values ${list(20, (at) => `${at + 1}, 'Person ${at}'`)};
    insert into tools values ${list(8, (at) => `${at + 1}, 'Tool ${at}', ${20 + at}`)};
    insert into sales values ${list(200, (at) => `${at + 1}, ${(at % 20) + 1}, '${day(at * 2)}', ${10 + (at % 30)}`)};
    insert into hires values ${list(150, (at) => `${at + 1}, ${(at % 20) + 1}, ${(at % 8) + 1}, '${day(at * 3)}', '${day(at * 3 + 4)}', '${day(at * 3 + 4)}', ${15 + (at % 20)}`)};
  `)
  expect(shed.rows('how much did we make with rentals in 2025')).toEqual(
    shed.run(`select sum(total) from hires where out_on like '2025%'`),
  )
})
