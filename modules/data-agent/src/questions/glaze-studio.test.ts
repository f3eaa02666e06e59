import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 6) + at * 86_400_000).toISOString().slice(0, 10)
const list = (length: number, row: (at: number) => string): string =>
  Array.from({ length }, (_, at) => `(${row(at)})`).join(', ')

let studio: SmallDatabase
beforeAll(async () => {
  studio = await openSmallDatabase(`
    create table clients (client_no text primary key, client_name text, town text);
    create table invoices (invoice_no text primary key, client_no text references clients, invoice_date date, due_date date,
      net real, vat real, gross real, amount_paid real, status text, date_paid date);
    create table activities (id integer primary key, name text);
    create table potters (id integer primary key, full_name text, role text, manager text);
    create table work_entries (id integer primary key, potter_id integer references potters, activity_id integer references activities,
      work_date date, hours real, is_billable integer, invoice_no text references invoices);
    insert into activities values (1, 'Throwing'), (2, 'Glazing'), (3, 'Meeting');
    insert into potters values ${list(6, (at) => `${at + 1}, 'Potter ${at}', 'Potter', 'Manager ${at % 2}'`)};
    insert into clients values ${list(30, (at) => `'C${at}', 'Studio ${at}', '${['Lund', 'Ystad'][at % 2]}'`)};
    insert into invoices values ${list(400, (at) => {
      const [net, state] = [100 + (at % 37) * 5, at % 20 === 0 ? 'Void' : at % 9 === 0 ? 'Unpaid' : 'Paid']
      const isPaid = state === 'Paid'
      return `'25-${1000 + at}', 'C${at % 30}', '${day(at)}', '${day(at + 14)}', ${net}, ${net / 5}, ${net * 1.2}, ${isPaid ? net * 1.2 : 0}, '${state}', ${isPaid ? `'${day(at + 9)}'` : 'null'}`
    })};
    insert into work_entries values ${list(700, (at) => `${at + 1}, ${(at % 6) + 1}, ${(at % 3) + 1}, '${day(at % 600)}', ${1 + (at % 5) / 2}, ${at % 4 === 0 ? 0 : 1}, ${at % 5 === 0 ? 'null' : `'25-${1000 + (at % 400)}'`}`)};
  `)
})
afterAll(() => studio[Symbol.dispose]())

test('[DO1460] what was billed is the revenue, and not what was paid of it so far', () => {
  const billed = studio.run(
    `select sum(net) from invoices where status <> 'Void' and invoice_date like '2025-03%'`,
  )
  expect(studio.rows('revenue in march 2025')).toEqual(billed)
  expect(studio.rows('how much did we invoice in march 2025')).toEqual(billed)
})

test('[DR3701] “invoiced” without a noun asks how much was, and not how many invoices there are', () => {
  const billed = studio.run(
    `select strftime('%Y-%m-01', invoice_date), sum(net) from invoices where status <> 'Void' and invoice_date like '2025%' group by 1 order by 1`,
  )
  for (const asked of [
    'Invoiced per month in 2025',
    'total invoiced by month in 2025',
    'amount billed per month in 2025',
  ])
    expect(studio.rows(asked)).toEqual(billed)
})

test('[DR3702] time that went into something is the sum of its hours', () => {
  const spent = studio.run(
    `select sum(hours) from work_entries where activity_id = 3 and work_date like '2025%'`,
  )
  for (const asked of [
    'how much time did we spend in meetings in 2025',
    'how much time went into meetings in 2025',
  ])
    expect(studio.rows(asked)).toEqual(spent)
})

test('[DR3703] hours of a kind are added up, and not listed row by row', () => {
  expect(studio.rows('billable hours not invoiced yet')).toEqual(
    studio.run(`select sum(hours) from work_entries where is_billable = 1 and invoice_no is null`),
  )
})

test('[DR3700] shortened words of calculation are written out', () => {
  const same = (short: string, long: string): void => expect(studio.sql(short)).toBe(studio.sql(long))
  same('avg invoice value per client in 2025', 'average invoice value per client in 2025')
  same('no. of invoices in the last qtr of 2025', 'number of invoices in the last quarter of 2025')
  same('clients with revenue over 1.5k in 2025', 'clients with revenue over 1500 in 2025')
  same('clients w/o invoices', 'clients without invoices')
})

test('[DR4425] a typical figure is the average', () => {
  expect(studio.sql('typical invoice value in 2025')).toBe(studio.sql('average invoice value in 2025'))
})

test('[DR3608] what keeps people busy are the hours that are written down', () => {
  expect(studio.rows('what is our busiest month')).toEqual(
    studio.run(
      `select strftime('%Y-%m-01', work_date) from work_entries group by 1 order by count(*) desc limit 1`,
    ),
  )
})

test.each(['book', 'log', 'work'])('[DR3709] hours that we %s on a weekday were worked', (verb) => {
  expect(studio.sql(`on which weekday do we ${verb} the most hours`)).toBe(
    studio.sql('on which weekday are the most hours worked'),
  )
})

test('[DR3717] a slip in the second word of what an answer is divided by is corrected', () => {
  expect(studio.sql('hours worked in 2025 per potter manger')).toBe(
    studio.sql('hours worked in 2025 per potter manager'),
  )
})
