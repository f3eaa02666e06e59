import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 6) + at * 86_400_000).toISOString().slice(0, 10)
const list = (length: number, row: (at: number) => string): string =>
  Array.from({ length }, (_, at) => `(${row(at)})`).join(', ')

let pottery: SmallDatabase
beforeAll(async () => {
  pottery = await openSmallDatabase(`
    create table clients (client_no text primary key, client_name text, town text);
    create table invoices (invoice_no text primary key, client_no text references clients, invoice_date date, due_date date,
      net real, vat real, gross real, amount_paid real, status text, date_paid date);
    insert into clients values ${list(30, (at) => `'C${at}', 'Studio ${at}', '${['Lund', 'Ystad'][at % 2]}'`)};
    insert into invoices values ${list(400, (at) => {
      const [net, state] = [100 + (at % 37) * 5, at % 20 === 0 ? 'Void' : at % 9 === 0 ? 'Unpaid' : 'Paid']
      const isPaid = state === 'Paid'
      return `'25-${1000 + at}', 'C${at % 30}', '${day(at)}', '${day(at + 14)}', ${net}, ${net / 5}, ${net * 1.2}, ${isPaid ? net * 1.2 : 0}, '${state}', ${isPaid ? `'${day(at + 9)}'` : 'null'}`
    })};
  `)
})
afterAll(() => pottery[Symbol.dispose]())

test('[DO1460] what was billed is the revenue, and not what was paid of it so far', () => {
  const billed = pottery.run(
    `select sum(net) from invoices where status <> 'Void' and invoice_date like '2025-03%'`,
  )
  expect(pottery.rows('revenue in march 2025')).toEqual(billed)
  expect(pottery.rows('how much did we invoice in march 2025')).toEqual(billed)
})
