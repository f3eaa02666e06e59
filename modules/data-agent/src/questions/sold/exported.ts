import { day, fill, one, type SoldSchema } from './sold-schema.ts'

/** Exports of one table each: names with blanks, no keys, a row for each line of a sale. */
const quarry: SoldSchema = {
  name: 'quarry',
  script: `
    create table "Materials" ("Material" text, "Grade" text, "Rate per tonne" real, "Cost per tonne" real, "On site (t)" real, "Minimum (t)" real);
    ${fill('"Materials"', 8, `${one('i', ['Gravel', 'Sand', 'Ballast', 'Chippings', 'Topsoil', 'Limestone', 'Granite', 'Hardcore'])}, ${one('i', ['Coarse', 'Fine', 'Mixed'])}, 12 + i * 1.5, 7 + i, 100 + i * 37, 100 + (i % 3) * 110`)}
    create table "Accounts" ("Account code" text, "Name" text, "Region" text, "Since" date);
    ${fill('"Accounts"', 25, `'AC' || (100 + i), 'Builder ' || (i + 1), ${one('i', ['North', 'South', 'Coast'])}, date('2019-03-01', (i * 61) || ' day')`)}
    create table "Weighbridge" ("Ticket" integer, "Weighed on" date, "Account code" text, "Customer" text, "Material" text, "Net weight (t)" real, "Rate" real, "Rebate" real, "Charge" real, "Collected by" text, "State" text);
    ${fill('"Weighbridge"', 900, `7000 + i / 2, ${day('i / 2 * 3')}, case when (i / 2) % 4 > 0 then 'AC' || (100 + (i / 2 * 7) % 25) end, case when (i / 2) % 4 > 0 then 'Builder ' || ((i / 2 * 7) % 25 + 1) end, ${one('i * 5', ['Gravel', 'Sand', 'Ballast', 'Chippings', 'Topsoil', 'Limestone', 'Granite', 'Hardcore'])}, 2 + (i * 13 % 180) / 10.0, 11 + (i * 5 % 8) * 1.5, (i % 5 = 0) * 0.1, 0, ${one('i / 2', ['Own lorry', 'Delivered', 'Trade counter'])}, case when (i / 2) % 17 = 3 then 'Void' else 'Done' end`)}
    update "Weighbridge" set "Charge" = round("Net weight (t)" * "Rate" * (1 - "Rebate"), 2);
    create table "Bills" ("Bill no" text, "Account code" text, "Bill date" date, "Net" real, "VAT" real, "Gross" real, "Paid on" date, "State" text);
    insert into "Bills" select 'B' || row_number() over (), "Account code", date("Weighed on", 'start of month', '+1 month', '+2 day'), round(sum("Charge"), 2), round(sum("Charge") * 0.2, 2), round(sum("Charge") * 1.2, 2), date("Weighed on", 'start of month', '+2 month'), 'Paid'
      from "Weighbridge" where "Account code" is not null and "State" = 'Done' group by "Account code", strftime('%Y-%m', "Weighed on");`,
  asks: [
    [
      'how much is the material on the site worth',
      `select sum("On site (t)" * "Cost per tonne") from "Materials"`,
    ],
    [
      'how many tonnes went out per month this year',
      `select strftime('%Y-%m-01', "Weighed on"), sum("Net weight (t)") from "Weighbridge" where "State" <> 'Void' and "Weighed on" like '2026%' group by 1`,
    ],
    [
      'revenue in 2025',
      `select sum("Charge") from "Weighbridge" where "State" <> 'Void' and "Weighed on" like '2025%'`,
    ],
    [
      'turnover per material in 2025',
      `select "Material", sum("Charge") from "Weighbridge" where "State" <> 'Void' and "Weighed on" like '2025%' group by 1`,
    ],
    [
      'how many orders did we have last month',
      `select count(distinct "Ticket") from "Weighbridge" where "Weighed on" like '2026-10%'`,
    ],
    [
      'how many tonnes of Sand did we sell in 2025',
      `select sum("Net weight (t)") from "Weighbridge" where "State" <> 'Void' and "Material" = 'Sand' and "Weighed on" like '2025%'`,
    ],
    [
      'tonnes sold per month this year',
      `select strftime('%Y-%m-01', "Weighed on"), sum("Net weight (t)") from "Weighbridge" where "State" <> 'Void' and "Weighed on" like '2026%' group by 1`,
    ],
    [
      'average order value this year',
      `select sum("Charge") / count(distinct "Ticket") from "Weighbridge" where "State" <> 'Void' and "Weighed on" like '2026%'`,
    ],
    [
      'sales by region this year',
      `select "Region", sum("Charge") from "Weighbridge" join "Accounts" using ("Account code") where "State" <> 'Void' and "Weighed on" like '2026%' group by 1`,
    ],
    [
      'which materials are below their minimum',
      `select "Material" from "Materials" where "On site (t)" < "Minimum (t)"`,
    ],
    [
      'discounts given this year',
      `select sum("Net weight (t)" * "Rate" * "Rebate") from "Weighbridge" where "State" <> 'Void' and "Weighed on" like '2026%'`,
    ],
  ],
}

const fishmonger: SoldSchema = {
  name: 'fishmonger',
  script: `
    create table "Dispatch" ("Docket" text, "Date out" date, "Buyer" text, "Fish" text, "Kilos" real, "Price/kg" real, "Total" real, "Channel" text, "Outcome" text);
    ${fill('"Dispatch"', 1000, `'D' || (500 + i / 3), ${day('i / 3 * 2')}, case when (i / 3) % 5 > 1 then ${one('i / 3 * 7', ['Harbour Grill', 'Sea Room', 'Chez Paul', 'The Anchor', 'Blue Door', 'Inn on Quay'])} end, ${one('i * 3', ['Cod', 'Hake', 'Sole', 'Ling', 'Bass'])}, 1 + (i * 17 % 90) / 10.0, 8 + (i * 3 % 5) * 2, 0, case when (i / 3) % 5 > 1 then 'Trade' else 'Stall' end, case when (i / 3) % 13 = 4 then 'Rejected' when (i / 3) % 19 = 5 then 'Cancelled' else 'Sent' end`)}
    update "Dispatch" set "Total" = round("Kilos" * "Price/kg", 2);
    create table "Statements" ("Statement no" integer, "Buyer" text, "Made on" date, "Total due" real, "Settled" text);
    insert into "Statements" select row_number() over (), "Buyer", date("Date out", 'start of month', '+1 month'), sum("Total"), 'yes' from "Dispatch" where "Buyer" is not null and "Outcome" = 'Sent' group by "Buyer", strftime('%Y-%m', "Date out");
    create table "Landings" ("Landed" date, "Boat" text, "Fish" text, "Kilos" real, "Price/kg" real, "Paid" real);
    ${fill('"Landings"', 500, `${day('i * 2')}, ${one('i', ['Maria', 'Endeavour', 'Silver Tide'])}, ${one('i * 3', ['Cod', 'Hake', 'Sole', 'Ling', 'Bass'])}, 5 + (i * 11 % 70) / 10.0, 4 + (i * 3 % 5), 0`)}
    update "Landings" set "Paid" = round("Kilos" * "Price/kg", 2);`,
  asks: [
    [
      'turnover this year',
      `select sum("Total") from "Dispatch" where "Outcome" = 'Sent' and "Date out" like '2026%'`,
    ],
    [
      'sales per channel last year',
      `select "Channel", sum("Total") from "Dispatch" where "Outcome" = 'Sent' and "Date out" like '2025%' group by 1`,
    ],
    [
      'how many orders in October 2026',
      `select count(distinct "Docket") from "Dispatch" where "Date out" like '2026-10%'`,
    ],
    [
      'how many kilos of Hake did we sell last year',
      `select sum("Kilos") from "Dispatch" where "Outcome" = 'Sent' and "Fish" = 'Hake' and "Date out" like '2025%'`,
    ],
    [
      'top 3 fish by revenue',
      `select "Fish", sum("Total") from "Dispatch" where "Outcome" = 'Sent' group by 1 order by 2 desc limit 3`,
    ],
    [
      'average order value last year',
      `select sum("Total") / count(distinct "Docket") from "Dispatch" where "Outcome" = 'Sent' and "Date out" like '2025%'`,
    ],
  ],
}

const vanRounds: SoldSchema = {
  name: 'van rounds',
  script: `
    create table "Shops" ("Shop no" integer, "Shop" text, "Area" text, "Account manager" text);
    ${fill('"Shops"', 20, `40 + i, 'Corner ' || (i + 1), ${one('i', ['Hill', 'Vale', 'Docks', 'Park'])}, ${one('i', ['Ines', 'Milo', 'Petra'])}`)}
    create table "Round book" ("Drop" integer, "Day" date, "Round" text, "Shop no" integer, "Product" text, "Trays" integer, "Price per tray" real, "Value" real);
    ${fill('"Round book"', 800, `9000 + i / 2, ${day('i / 2 * 3')}, ${one('i / 2', ['East', 'West'])}, 40 + (i / 2 * 3) % 20, ${one('i * 7', ['Pies', 'Pasties', 'Rolls', 'Tarts', 'Scones', 'Buns'])}, 1 + i * 5 % 9, 6 + (i * 7 % 6), 0`)}
    update "Round book" set "Value" = "Trays" * "Price per tray";
    create table "Invoices" ("Invoice" text, "Shop no" integer, "Week ending" date, "Amount" real, "Settled on" date);
    insert into "Invoices" select 'W' || row_number() over (), "Shop no", date("Day", 'weekday 0'), sum("Value"), date("Day", 'weekday 0', '+9 day') from "Round book" where "Drop" % 9 > 0 group by "Shop no", date("Day", 'weekday 0');`,
  asks: [
    ['turnover in October 2026', `select sum("Value") from "Round book" where "Day" like '2026-10%'`],
    [
      'revenue per round last year',
      `select "Round", sum("Value") from "Round book" where "Day" like '2025%' group by 1`,
    ],
    [
      'sales per account manager this year',
      `select "Account manager", sum("Value") from "Round book" join "Shops" using ("Shop no") where "Day" like '2026%' group by 1`,
    ],
    [
      'trays sold per product last year',
      `select "Product", sum("Trays") from "Round book" where "Day" like '2025%' group by 1`,
    ],
    ['average order value', `select sum("Value") / count(distinct "Drop") from "Round book"`],
    [
      'how much have we invoiced last year',
      `select sum("Amount") from "Invoices" where "Week ending" like '2025%'`,
    ],
  ],
}

const laundry: SoldSchema = {
  name: 'laundry',
  script: `
    create table "Counter" ("Receipt" integer, "Taken in" date, "Service" text, "Pieces" integer, "Price each" real, "Off" real, "To pay" real, "Paid by" text, "Status" text);
    ${fill('"Counter"', 700, `100 + i / 2, ${day('i / 2 * 2')}, ${one('i * 3', ['Shirt', 'Suit', 'Dress', 'Coat', 'Duvet'])}, 1 + i % 4, 4 + (i * 3 % 5) * 2, (i % 7 = 0) * 1.5, 0, ${one('i / 2', ['Card', 'Cash'])}, case when (i / 2) % 11 = 2 then 'Voided' else 'Collected' end`)}
    update "Counter" set "To pay" = "Pieces" * "Price each" - "Off";
    create table "Outgoings" ("Date" date, "Kind" text, "Payee" text, "Amount" real);
    ${fill('"Outgoings"', 150, `${day('i * 4')}, ${one('i', ['Rent', 'Soap', 'Wages'])}, ${one('i', ['Landlord', 'Chem Co', 'Staff'])}, 50 + i % 40`)}`,
  asks: [
    [
      'takings last month',
      `select sum("To pay") from "Counter" where "Status" <> 'Voided' and "Taken in" like '2026-10%'`,
    ],
    [
      'income per service this year',
      `select "Service", sum("To pay") from "Counter" where "Status" <> 'Voided' and "Taken in" like '2026%' group by 1`,
    ],
    [
      'how many receipts were there last year',
      `select count(distinct "Receipt") from "Counter" where "Taken in" like '2025%'`,
    ],
    [
      'pieces sold per service last year',
      `select "Service", sum("Pieces") from "Counter" where "Status" <> 'Voided' and "Taken in" like '2025%' group by 1`,
    ],
    [
      'average receipt value this year',
      `select sum("To pay") / count(distinct "Receipt") from "Counter" where "Status" <> 'Voided' and "Taken in" like '2026%'`,
    ],
    [
      'discounts this year',
      `select sum("Off") from "Counter" where "Status" <> 'Voided' and "Taken in" like '2026%'`,
    ],
  ],
}

const kiosk: SoldSchema = {
  name: 'day totals',
  script: `
    create table "Daily takings" ("Day" date, "Cash" real, "Card" real, "Total" real, "Counted by" text);
    create table "Slips" ("Slip" integer, "Day" date, "Article" text, "Group" text, "Qty" integer, "Price" real, "Amount" real, "Void" text);
    ${fill('"Slips"', 1200, `i / 3, ${day('i / 6')}, ${one('i * 5', ['Candle', 'Soap bar', 'Incense', 'Wax melt', 'Oil lamp', 'Matches'])}, ${one('i * 5', ['Home', 'Bath'])}, 1 + i % 3, 3 + (i * 5 % 6) * 2.5, 0, case when (i / 3) % 15 = 1 then 'yes' else 'no' end`)}
    update "Slips" set "Amount" = "Qty" * "Price";
    insert into "Daily takings" select "Day", round(sum("Amount") * 0.3, 2), round(sum("Amount") * 0.7, 2), sum("Amount"), 'Rosa' from "Slips" where "Void" = 'no' group by "Day";`,
  asks: [
    [
      'revenue per group last year',
      `select "Group", sum("Amount") from "Slips" where "Void" = 'no' and "Day" like '2025%' group by 1`,
    ],
    [
      'top 3 articles by sales this year',
      `select "Article", sum("Amount") from "Slips" where "Void" = 'no' and "Day" like '2026%' group by 1 order by 2 desc limit 3`,
    ],
    [
      'how many Soap bar did we sell last year',
      `select sum("Qty") from "Slips" where "Void" = 'no' and "Article" = 'Soap bar' and "Day" like '2025%'`,
    ],
    ['number of sales last year', `select count(distinct "Slip") from "Slips" where "Day" like '2025%'`],
    ['turnover last year', `select sum("Amount") from "Slips" where "Void" = 'no' and "Day" like '2025%'`],
  ],
}

const tailor: SoldSchema = {
  name: 'gross and net',
  script: `
    create table "Work done" ("Order" text, "Finished" date, "Client" text, "Garment" text, "Pcs" integer, "Net each" real, "Net total" real, "VAT" real, "Gross total" real, "Deposit paid" real, "Branch" text, "Status" text);
    ${fill('"Work done"', 600, `'T-' || (i / 2), ${day('i / 2 * 4')}, ${one('i / 2', ['Adler', 'Bruno', 'Celik', 'Dorsch', 'Engel', 'Fabre', 'Gruber'])}, ${one('i * 3', ['Shirt', 'Jacket', 'Trousers', 'Skirt'])}, 1 + i % 3, 30 + (i * 3 % 4) * 25, 0, 0, 0, 10, ${one('i / 2', ['Old town', 'Station'])}, case when (i / 2) % 12 = 5 then 'Cancelled' else 'Finished' end`)}
    update "Work done" set "Net total" = "Pcs" * "Net each"; update "Work done" set "VAT" = round("Net total" * 0.19, 2); update "Work done" set "Gross total" = "Net total" + "VAT";`,
  asks: [
    [
      'revenue last year',
      `select sum("Net total") from "Work done" where "Status" <> 'Cancelled' and "Finished" like '2025%'`,
    ],
    [
      'turnover per branch this year',
      `select "Branch", sum("Net total") from "Work done" where "Status" <> 'Cancelled' and "Finished" like '2026%' group by 1`,
    ],
    [
      'how many orders last year',
      `select count(distinct "Order") from "Work done" where "Status" <> 'Cancelled' and "Finished" like '2025%'`,
    ],
    [
      'number of cancelled orders last year',
      `select count(distinct "Order") from "Work done" where "Status" = 'Cancelled' and "Finished" like '2025%'`,
    ],
    [
      'who are our top 3 clients by revenue',
      `select "Client", sum("Net total") from "Work done" where "Status" <> 'Cancelled' group by 1 order by 2 desc limit 3`,
    ],
  ],
}

export const exported: readonly SoldSchema[] = [quarry, fishmonger, vanRounds, laundry, kiosk, tailor]
