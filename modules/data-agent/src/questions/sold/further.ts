import { day, fill, one, type SoldSchema } from './sold-schema.ts'

/** More trades, exported and with keys: written with the others, and first looked at when these were right. */
const timber: SoldSchema = {
  name: 'timber yard',
  script: `
    create table "Species" ("Species" text, "Class" text, "Held (m3)" real, "Lowest (m3)" real, "Buying price per m3" real);
    ${fill('"Species"', 6, `${one('i', ['Oak', 'Ash', 'Larch', 'Pine', 'Beech', 'Elm'])}, ${one('i', ['Hardwood', 'Softwood'])}, 10 + i * 4, 20, 150 + i * 30`)}
    create table "Load sheet" ("Load" integer, "Loaded on" date, "Account" text, "Species" text, "Volume (m3)" real, "Price per m3" real, "Less %" real, "Worth" real, "Taken by" text, "State" text);
    ${fill('"Load sheet"', 700, `300 + i / 2, ${day('i / 2 * 3')}, case when (i / 2) % 3 > 0 then ${one('i / 2', ['Frame Co', 'Boat Yard', 'Joinery', 'Parkland'])} end, ${one('i * 5', ['Oak', 'Ash', 'Larch', 'Pine', 'Beech', 'Elm'])}, 0.5 + (i * 7 % 40) / 10.0, 300 + (i * 5 % 6) * 50, (i % 6 = 0) * 5, 0, ${one('i / 2', ['Yard', 'Delivery'])}, case when (i / 2) % 14 = 6 then 'Cancelled' else 'Gone' end`)}
    update "Load sheet" set "Worth" = round("Volume (m3)" * "Price per m3" * (1 - "Less %" / 100), 2);
    create table "Invoices raised" ("Invoice" text, "Account" text, "Raised" date, "Net" real, "Tax" real, "Gross" real, "Paid" date);
    insert into "Invoices raised" select 'I' || row_number() over (), "Account", date("Loaded on", 'start of month', '+1 month'), sum("Worth"), sum("Worth") * 0.2, sum("Worth") * 1.2, null from "Load sheet" where "Account" is not null and "State" = 'Gone' group by "Account", strftime('%Y-%m', "Loaded on");`,
  asks: [
    [
      'revenue last year',
      `select sum("Worth") from "Load sheet" where "State" <> 'Cancelled' and "Loaded on" like '2025%'`,
    ],
    [
      'turnover per species this year',
      `select "Species", sum("Worth") from "Load sheet" where "State" <> 'Cancelled' and "Loaded on" like '2026%' group by 1`,
    ],
    [
      'how many orders last year',
      `select count(distinct "Load") from "Load sheet" where "Loaded on" like '2025%'`,
    ],
    [
      'average order value',
      `select sum("Worth") / count(distinct "Load") from "Load sheet" where "State" <> 'Cancelled'`,
    ],
    [
      'volume sold per month this year',
      `select strftime('%Y-%m-01', "Loaded on"), sum("Volume (m3)") from "Load sheet" where "State" <> 'Cancelled' and "Loaded on" like '2026%' group by 1`,
    ],
  ],
}

const cleaners: SoldSchema = {
  name: 'cleaners',
  script: `
    create table clients (client_id integer primary key, client text, branch text);
    ${fill('clients', 15, `i + 1, 'Office ' || (i + 1), ${one('i', ['East', 'West'])}`)}
    create table sites (site_id integer primary key, client_id integer references clients, address text);
    ${fill('sites', 30, `i + 1, i % 15 + 1, (i + 1) || ' High Road'`)}
    create table cleaners (cleaner_id integer primary key, full_name text, hired_on date, hourly_wage real);
    ${fill('cleaners', 8, `i + 1, 'Cleaner ' || (i + 1), date('2021-05-01', i * 60 || ' day'), 12 + i % 3`)}
    create table visits (visit_id integer primary key, site_id integer references sites, cleaner_id integer references cleaners, visited_on date, hours real, rate real, charge real, outcome text);
    ${fill('visits', 900, `i + 1, i * 7 % 30 + 1, i % 8 + 1, ${day('i * 3')}, 1.5 + i % 4, 20 + i % 3, (1.5 + i % 4) * (20 + i % 3), case when i % 15 = 4 then 'cancelled' else 'done' end`)}
    create table statements (statement_id integer primary key, client_id integer references clients, period_end date, net real, vat real, gross real, settled_on date);
    insert into statements select row_number() over (), client_id, date(visited_on, 'start of month', '+1 month', '-1 day'), sum(charge), sum(charge) * 0.2, sum(charge) * 1.2, null from visits join sites using (site_id) where outcome = 'done' group by client_id, strftime('%Y-%m', visited_on);`,
  asks: [
    [
      'revenue last year',
      `select sum(charge) from visits where outcome <> 'cancelled' and visited_on like '2025%'`,
    ],
    [
      'turnover by branch this year',
      `select branch, sum(charge) from visits join sites using (site_id) join clients using (client_id) where outcome <> 'cancelled' and visited_on like '2026%' group by 1`,
    ],
    [
      'hours sold last month',
      `select sum(hours) from visits where outcome <> 'cancelled' and visited_on like '2026-10%'`,
    ],
    [
      'income per cleaner last year',
      `select full_name, sum(charge) from visits join cleaners using (cleaner_id) where outcome <> 'cancelled' and visited_on like '2025%' group by 1`,
    ],
  ],
}

const seeds: SoldSchema = {
  name: 'seed merchant',
  script: `
    create table farmers (farmer_id integer primary key, farmer text, parish text);
    ${fill('farmers', 22, `i + 1, 'Farmer ' || (i + 1), ${one('i', ['Holm', 'Stow', 'Dale'])}`)}
    create table seeds (seed_id integer primary key, variety text, crop text, cost_rate real, bags_in_store integer, min_bags integer);
    ${fill('seeds', 9, `i + 1, 'Variety ' || (i + 1), ${one('i', ['Wheat', 'Barley', 'Oats'])}, 20 + i, 30 + i * 9, 60`)}
    create table vouchers (voucher_no integer primary key, voucher_date date, farmer_id integer references farmers, mode text, is_cancelled integer);
    ${fill('vouchers', 350, `i + 1, ${day('i * 2')}, case when i % 4 > 0 then i * 7 % 22 + 1 end, ${one('i', ['Counter', 'Phone', 'Van'])}, i % 13 = 8`)}
    create table voucher_items (item_id integer primary key, voucher_no integer references vouchers, seed_id integer references seeds, bags integer, rate real, disc_pct real, value real);
    ${fill('voucher_items', 800, `i + 1, i * 3 % 350 + 1, i % 9 + 1, 1 + i % 8, 35 + i % 9 * 2, (i % 5 = 0) * 4, 0`)}
    update voucher_items set value = round(bags * rate * (1 - disc_pct / 100), 2);
    create table receipts (receipt_no integer primary key, farmer_id integer references farmers, received_on date, amount real);
    ${fill('receipts', 200, `i + 1, i * 7 % 22 + 1, ${day('i * 3')}, 50 + i % 400`)}`,
  asks: [
    [
      'revenue last year',
      `select sum(value) from voucher_items join vouchers using (voucher_no) where is_cancelled = 0 and voucher_date like '2025%'`,
    ],
    [
      'sales by crop this year',
      `select crop, sum(value) from voucher_items join vouchers using (voucher_no) join seeds using (seed_id) where is_cancelled = 0 and voucher_date like '2026%' group by 1`,
    ],
    [
      'bags sold per variety last year',
      `select variety, sum(bags) from voucher_items join vouchers using (voucher_no) join seeds using (seed_id) where is_cancelled = 0 and voucher_date like '2025%' group by 1`,
    ],
    [
      'turnover per mode last year',
      `select mode, sum(value) from voucher_items join vouchers using (voucher_no) where is_cancelled = 0 and voucher_date like '2025%' group by 1`,
    ],
    ['what is the stock worth at cost', `select sum(bags_in_store * cost_rate) from seeds`],
  ],
}

const gelato: SoldSchema = {
  name: 'ice cream',
  script: `
    create table "Kiosk log" ("Tab" integer, "Day" date, "Kiosk" text, "Flavour" text, "Scoops" integer, "Price a scoop" real, "Taken" real, "Status" text);
    ${fill('"Kiosk log"', 1000, `i / 2, ${day('i / 4')}, ${one('i / 2', ['Pier', 'Park', 'Plaza'])}, ${one('i * 3', ['Lemon', 'Mint', 'Nut', 'Plum', 'Fig'])}, 1 + i % 4, 1.8 + (i * 3 % 5) * 0.2, 0, case when (i / 2) % 16 = 9 then 'void' else 'ok' end`)}
    update "Kiosk log" set "Taken" = round("Scoops" * "Price a scoop", 2);
    create table "Deliveries in" ("Delivery" integer, "Day" date, "Dairy" text, "Ingredient" text, "Litres" real, "Price per litre" real, "Amount" real);
    ${fill('"Deliveries in"', 120, `i / 2, ${day('i * 5')}, ${one('i', ['Hill Farm', 'Brook Farm'])}, ${one('i', ['Cream', 'Milk', 'Yoghurt'])}, 10 + i % 8, 1.1, round((10 + i % 8) * 1.1, 2)`)}`,
  asks: [
    [
      'takings last year',
      `select sum("Taken") from "Kiosk log" where "Status" <> 'void' and "Day" like '2025%'`,
    ],
    [
      'revenue per kiosk last year',
      `select "Kiosk", sum("Taken") from "Kiosk log" where "Status" <> 'void' and "Day" like '2025%' group by 1`,
    ],
    [
      'scoops sold per flavour last year',
      `select "Flavour", sum("Scoops") from "Kiosk log" where "Status" <> 'void' and "Day" like '2025%' group by 1`,
    ],
    ['number of sales last year', `select count(distinct "Tab") from "Kiosk log" where "Day" like '2025%'`],
  ],
}

export const further: readonly SoldSchema[] = [timber, cleaners, seeds, gelato]
