import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 3) + at * 86_400_000).toISOString().slice(0, 10)
const growers = ['Hill Estate', 'Lake Garden', 'Moss Farm', 'Old Terrace']

const sales = Array.from({ length: 300 }, (_, at) => {
  const sent = at * 2.2
  return `(${at + 1}, ${(at % 9) + 1}, '${['shop', 'web', 'web'][at % 3] ?? ''}', '${['card', 'cash', 'card', 'voucher'][at % 4] ?? ''}', '${day(sent)}', '${day(sent + 3)}', '${day(sent + 2 + (at % 4))}', '${at % 19 === 5 ? 'cancelled' : 'sent'}', '${['Bo', 'Cy', 'Bo'][at % 3] ?? ''}', ${30 + (at % 12) * 4})`
})
const received = Array.from({ length: 60 }, (_, at) => {
  const goods = 200 + (at % 8) * 25
  return `('${day(at * 11)}', '${growers[at % 4] ?? ''}', 'GI-${at}', ${goods}, ${10 + (at % 5)}, ${goods + 10 + (at % 5)}, '${day(at * 11 + 30)}', ${at < 50 ? `'${day(at * 11 + 25)}'` : 'null'})`
})

/** A tea merchant: teas, what came in from growers, and what was sold. */
export function openTeaMerchant(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table teas (tea_id integer primary key, tea_name text not null, leaf text, grower text, list_price real, purchase_price real, on_hand integer, min_stock integer, organic integer);
    create table customers (customer_id integer primary key, customer_name text not null, town text, account_rep text);
    create table sales (sale_no integer primary key, customer_id integer not null references customers, channel text, pay_method text, sold_on date, promised_for date, arrived_on date, state text, taken_by text, net_total real);
    create table "Goods in" (received date, grower text, their_invoice text, goods real, freight real, total real, due date, paid_on date);
    insert into teas values (1, 'Gunpowder', 'green', 'Hill Estate', 9, 5, 40, 10, 1), (2, 'Assam', 'black', 'Lake Garden', 8, 4, 60, 10, 0), (3, 'Oolong', 'dark', 'Moss Farm', 12, 7, 15, 5, 1), (4, 'Sencha', 'green', 'Old Terrace', 11, 6, 22, 8, 0), (5, 'Silver Tip', 'white', 'Hill Estate', 20, 13, 6, 2, 1);
    insert into customers values (1, 'Blue Cup', 'Alby', 'Ines'), (2, 'Corner Café', 'Alby', 'Ines'), (3, 'Dot Deli', 'Brock', 'Omar'), (4, 'Elm Hotel', 'Brock', 'Omar'), (5, 'Fern Spa', 'Cray', 'Ines'), (6, 'Gate Inn', 'Cray', 'Lia'), (7, 'Hope Hall', 'Alby', 'Lia'), (8, 'Ivy Club', 'Brock', 'Omar'), (9, 'Jay Bar', 'Cray', 'Lia');
    insert into sales values ${sales.join(', ')};
    insert into "Goods in" values ${received.join(', ')};
  `)
}
