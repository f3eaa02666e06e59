import { day, fill, one, type SoldSchema } from './sold-schema.ts'

/** Databases with keys: headers, lines, bills, payments and what is bought. */
const printer: SoldSchema = {
  name: 'print shop',
  script: `
    create table clients (client_id integer primary key, company text, sector text);
    ${fill('clients', 20, `i + 1, 'Client ' || (i + 1), ${one('i', ['Retail', 'Public', 'Events'])}`)}
    create table papers (paper_id integer primary key, paper_name text, cost_per_sheet real, sheets_on_hand integer, reorder_at integer);
    ${fill('papers', 6, `i + 1, ${one('i', ['Matt', 'Gloss', 'Card', 'Kraft', 'Bond', 'Silk'])}, 0.05 + i * 0.01, 500 + i * 300, 900`)}
    create table jobs (job_no integer primary key, client_id integer references clients, taken_on date, due_on date, state text);
    ${fill('jobs', 300, `i + 1, i * 7 % 20 + 1, ${day('i * 2')}, ${day('i * 2 + 5')}, case when i % 14 = 3 then 'cancelled' else 'done' end`)}
    create table job_runs (run_id integer primary key, job_no integer references jobs, paper_id integer references papers, sheets integer, price_per_sheet real, run_total real);
    ${fill('job_runs', 700, `i + 1, i % 300 + 1, i % 6 + 1, 100 + i * 50 % 900, 0.12 + (i % 6) * 0.03, 0`)}
    update job_runs set run_total = round(sheets * price_per_sheet, 2);
    create table bills (bill_no integer primary key, client_id integer references clients, billed_on date, net real, vat real, gross real, paid_on date);
    insert into bills select row_number() over (), client_id, date(taken_on, 'start of month', '+1 month'), sum(run_total), sum(run_total) * 0.2, sum(run_total) * 1.2, null from jobs join job_runs using (job_no) where state = 'done' and client_id % 6 > 0 group by client_id, strftime('%Y-%m', taken_on);`,
  asks: [
    [
      'revenue last year',
      `select sum(run_total) from job_runs join jobs using (job_no) where state <> 'cancelled' and taken_on like '2025%'`,
    ],
    [
      'turnover by sector this year',
      `select sector, sum(run_total) from job_runs join jobs using (job_no) join clients using (client_id) where state <> 'cancelled' and taken_on like '2026%' group by 1`,
    ],
    [
      'how many sheets did we sell per paper last year',
      `select paper_name, sum(sheets) from job_runs join jobs using (job_no) join papers using (paper_id) where state <> 'cancelled' and taken_on like '2025%' group by 1`,
    ],
    [
      'average job value this year',
      `select sum(run_total) / count(distinct job_no) from job_runs join jobs using (job_no) where state <> 'cancelled' and taken_on like '2026%'`,
    ],
    ['what is our paper stock worth', `select sum(sheets_on_hand * cost_per_sheet) from papers`],
    [
      'which papers are below the reorder level',
      `select paper_name from papers where sheets_on_hand < reorder_at`,
    ],
  ],
}

const tutors: SoldSchema = {
  name: 'tutors',
  script: `
    create table pupils (pupil_id integer primary key, first_name text, last_name text, town text);
    ${fill('pupils', 30, `i + 1, ${one('i', ['Ana', 'Bo', 'Cleo', 'Dan', 'Eli'])}, 'Pupil' || i, ${one('i', ['Ely', 'Wick', 'Rye'])}`)}
    create table tutors (tutor_id integer primary key, full_name text, hired_on date, hourly_wage real);
    ${fill('tutors', 6, `i + 1, 'Tutor ' || ${one('i', ['Kim', 'Lee', 'Max', 'Noa', 'Oz', 'Pia'])}, date('2022-01-01', i * 50 || ' day'), 15 + i`)}
    create table sessions (session_id integer primary key, pupil_id integer references pupils, tutor_id integer references tutors, subject text, held_on date, hours real, hourly_rate real, status text);
    ${fill('sessions', 800, `i + 1, i * 7 % 30 + 1, i * 5 % 6 + 1, ${one('i', ['Maths', 'Latin', 'Physics', 'French'])}, ${day('i * 3')}, 1 + (i % 3) * 0.5, 28 + i % 4 * 4, case when i % 13 = 6 then 'cancelled' else 'held' end`)}
    create table invoices (invoice_id integer primary key, pupil_id integer references pupils, issued_on date, total real, paid_on date);
    insert into invoices select row_number() over (), pupil_id, date(held_on, 'start of month', '+1 month'), sum(hours * hourly_rate), null from sessions where status = 'held' and session_id % 10 > 0 group by pupil_id, strftime('%Y-%m', held_on);`,
  asks: [
    [
      'revenue per subject last year',
      `select subject, sum(hours * hourly_rate) from sessions where status = 'held' and held_on like '2025%' group by 1`,
    ],
    [
      'what did we earn last month',
      `select sum(hours * hourly_rate) from sessions where status = 'held' and held_on like '2026-10%'`,
    ],
    [
      'hours sold per tutor this year',
      `select full_name, sum(hours) from sessions join tutors using (tutor_id) where status = 'held' and held_on like '2026%' group by 1`,
    ],
    [
      'income by town this year',
      `select town, sum(hours * hourly_rate) from sessions join pupils using (pupil_id) where status = 'held' and held_on like '2026%' group by 1`,
    ],
    ['how much did we invoice last year', `select sum(total) from invoices where issued_on like '2025%'`],
  ],
}

const hire: SoldSchema = {
  name: 'tool hire',
  script: `
    create table customers (customer_id integer primary key, name text, trade text);
    ${fill('customers', 25, `i + 1, 'Customer ' || (i + 1), ${one('i', ['Roofer', 'Plumber', 'Private'])}`)}
    create table tools (tool_id integer primary key, tool text, family text, day_rate real, bought_for real);
    ${fill('tools', 10, `i + 1, 'Tool ' || (i + 1), ${one('i', ['Saws', 'Drills', 'Mixers'])}, 8 + i * 2, 150 + i * 20`)}
    create table hires (hire_no integer primary key, customer_id integer references customers, out_on date, due_back date, back_on date, deposit real, status text);
    ${fill('hires', 400, `i + 1, i * 7 % 25 + 1, ${day('i * 3')}, ${day('i * 3 + 4')}, ${day('i * 3 + 4')}, 50, case when i % 16 = 4 then 'cancelled' else 'returned' end`)}
    create table hire_items (item_id integer primary key, hire_no integer references hires, tool_id integer references tools, days integer, day_rate real, amount real);
    ${fill('hire_items', 700, `i + 1, i * 3 % 400 + 1, i % 10 + 1, 1 + i % 5, 8 + (i % 10) * 2, 0`)}
    update hire_items set amount = days * day_rate;
    create table payments (payment_id integer primary key, hire_no integer references hires, paid_on date, amount real, method text, result text);
    insert into payments select row_number() over (), hire_no, out_on, sum(amount) + 50, 'card', case when hire_no % 20 = 2 then 'declined' else 'ok' end from hire_items join hires using (hire_no) group by hire_no;`,
  asks: [
    [
      'revenue last year',
      `select sum(amount) from hire_items join hires using (hire_no) where status <> 'cancelled' and out_on like '2025%'`,
    ],
    [
      'revenue per tool family this year',
      `select family, sum(amount) from hire_items join hires using (hire_no) join tools using (tool_id) where status <> 'cancelled' and out_on like '2026%' group by 1`,
    ],
    ['number of hires last year', `select count(*) from hires where out_on like '2025%'`],
    [
      'payments received per method last year',
      `select method, sum(amount) from payments where result = 'ok' and paid_on like '2025%' group by 1`,
    ],
    [
      'average hire value last year',
      `select sum(amount) / count(distinct hire_no) from hire_items join hires using (hire_no) where status <> 'cancelled' and out_on like '2025%'`,
    ],
  ],
}

const brewery: SoldSchema = {
  name: 'brewery',
  script: `
    create table pubs (pub_id integer primary key, pub_name text, district text);
    ${fill('pubs', 18, `i + 1, 'The Pub ' || (i + 1), ${one('i', ['Mill', 'Castle', 'Quay'])}`)}
    create table beers (beer_id integer primary key, beer text, style text, list_price real, cost_price real, casks_in_stock integer, min_casks integer);
    ${fill('beers', 6, `i + 1, ${one('i', ['Pale', 'Stout', 'Porter', 'Mild', 'Saison', 'Bock'])}, ${one('i', ['Light', 'Dark'])}, 70 + i * 5, 40 + i * 3, 20 + i * 4, 30`)}
    create table deliveries (delivery_id integer primary key, pub_id integer references pubs, delivered_on date, driver text, weight_kg real, pallets integer);
    ${fill('deliveries', 300, `i + 1, i * 7 % 18 + 1, ${day('i * 2 + 1')}, ${one('i', ['Al', 'Bea'])}, 50 + i % 70, 1 + i % 3`)}
    create table invoices (invoice_no integer primary key, pub_id integer references pubs, invoice_date date, status text);
    ${fill('invoices', 300, `i + 1, i * 7 % 18 + 1, ${day('i * 2')}, case when i % 15 = 2 then 'void' when i % 5 = 0 then 'open' else 'paid' end`)}
    create table invoice_lines (line_id integer primary key, invoice_no integer references invoices, beer_id integer references beers, casks integer, unit_price real, discount_pct real);
    ${fill('invoice_lines', 650, `i + 1, i % 300 + 1, i % 6 + 1, 1 + i % 6, 70 + (i % 6) * 5, (i % 4 = 0) * 10`)}
    create table malt_bills (id integer primary key, maltster text, received_on date, kilos real, price_per_kg real, amount real);
    ${fill('malt_bills', 100, `i + 1, ${one('i', ['Crisp', 'Bairds'])}, ${day('i * 7')}, 500 + i % 90, 0.9, (500 + i % 90) * 0.9`)}`,
  asks: [
    [
      'revenue last year',
      `select sum(casks * unit_price * (1 - discount_pct / 100.0)) from invoice_lines join invoices using (invoice_no) where status <> 'void' and invoice_date like '2025%'`,
    ],
    [
      'casks sold per beer this year',
      `select beer, sum(casks) from invoice_lines join invoices using (invoice_no) join beers using (beer_id) where status <> 'void' and invoice_date like '2026%' group by 1`,
    ],
    [
      'profit per style last year',
      `select style, sum(casks * unit_price * (1 - discount_pct / 100.0)) - sum(casks * cost_price) from invoice_lines join invoices using (invoice_no) join beers using (beer_id) where status <> 'void' and invoice_date like '2025%' group by 1`,
    ],
    ['what is the stock worth', `select sum(casks_in_stock * cost_price) from beers`],
    ['which beers are below minimum', `select beer from beers where casks_in_stock < min_casks`],
    ['number of deliveries last year', `select count(*) from deliveries where delivered_on like '2025%'`],
  ],
}

const diner: SoldSchema = {
  name: 'diner',
  script: `
    create table dishes (dish_id integer primary key, dish text, course text, price real);
    ${fill('dishes', 12, `i + 1, 'Dish ' || (i + 1), ${one('i', ['Starter', 'Main', 'Dessert'])}, 6 + i * 2`)}
    create table servers (server_id integer primary key, name text, hired_on date);
    ${fill('servers', 5, `i + 1, ${one('i', ['Ada', 'Ben', 'Cat', 'Dov', 'Eve'])}, date('2023-01-01', i * 40 || ' day')`)}
    create table tabs (tab_id integer primary key, opened_on date, table_no integer, server_id integer references servers, kind text, status text);
    ${fill('tabs', 400, `i + 1, ${day('i * 2')}, i % 12 + 1, i % 5 + 1, ${one('i', ['Dine in', 'Takeaway'])}, case when i % 18 = 7 then 'void' else 'closed' end`)}
    create table tab_rows (row_id integer primary key, tab_id integer references tabs, dish_id integer references dishes, qty integer, amount real);
    ${fill('tab_rows', 1100, `i + 1, i * 3 % 400 + 1, i * 5 % 12 + 1, 1 + i % 3, (1 + i % 3) * (6 + (i * 5 % 12) * 2)`)}
    create table goods_in (id integer primary key, supplier text, received_on date, ingredient text, kg real, price_kg real, amount real);
    ${fill('goods_in', 200, `i + 1, ${one('i', ['Farm A', 'Farm B'])}, ${day('i * 3')}, ${one('i', ['Flour', 'Beef', 'Leek'])}, 10 + i % 30, 5, (10 + i % 30) * 5`)}`,
  asks: [
    [
      'takings last month',
      `select sum(amount) from tab_rows join tabs using (tab_id) where status <> 'void' and opened_on like '2026-10%'`,
    ],
    [
      'sales per server last year',
      `select name, sum(amount) from tab_rows join tabs using (tab_id) join servers using (server_id) where status <> 'void' and opened_on like '2025%' group by 1`,
    ],
    [
      'sales by course this year',
      `select course, sum(amount) from tab_rows join tabs using (tab_id) join dishes using (dish_id) where status <> 'void' and opened_on like '2026%' group by 1`,
    ],
    [
      'how many Dish 3 did we sell last year',
      `select sum(qty) from tab_rows join tabs using (tab_id) join dishes using (dish_id) where status <> 'void' and dish = 'Dish 3' and opened_on like '2025%'`,
    ],
    [
      'top 5 dishes by units sold',
      `select dish, sum(qty) from tab_rows join tabs using (tab_id) join dishes using (dish_id) where status <> 'void' group by 1 order by 2 desc limit 5`,
    ],
  ],
}

const physio: SoldSchema = {
  name: 'physio',
  script: `
    create table patients (patient_id integer primary key, full_name text, insurer text);
    ${fill('patients', 40, `i + 1, 'Patient ' || (i + 1), ${one('i', ['Axa', 'Bupa', 'None'])}`)}
    create table services (service_id integer primary key, service text, list_fee real);
    ${fill('services', 5, `i + 1, ${one('i', ['Massage', 'Taping', 'Exercise', 'Check', 'Report'])}, 30 + i * 10`)}
    create table treatments (treatment_id integer primary key, patient_id integer references patients, service_id integer references services, treated_on date, minutes integer, fee real, status text);
    ${fill('treatments', 700, `i + 1, i * 7 % 40 + 1, i % 5 + 1, ${day('i * 3')}, 20 + i % 3 * 10, 30 + (i % 5) * 10 - i % 3, case when i % 12 = 5 then 'no show' when i % 17 = 3 then 'cancelled' else 'done' end`)}
    create table claims (claim_id integer primary key, patient_id integer references patients, claimed_on date, amount real, state text);
    insert into claims select row_number() over (), patient_id, date(treated_on, 'start of month', '+1 month'), sum(fee), 'paid' from treatments join patients using (patient_id) where status = 'done' and insurer <> 'None' group by patient_id, strftime('%Y-%m', treated_on);`,
  asks: [
    [
      'revenue per service last year',
      `select service, sum(fee) from treatments join services using (service_id) where status = 'done' and treated_on like '2025%' group by 1`,
    ],
    [
      'turnover last month',
      `select sum(fee) from treatments where status = 'done' and treated_on like '2026-10%'`,
    ],
    [
      'income by insurer this year',
      `select insurer, sum(fee) from treatments join patients using (patient_id) where status = 'done' and treated_on like '2026%' group by 1`,
    ],
    ['average treatment value', `select avg(fee) from treatments where status = 'done'`],
  ],
}

export const related: readonly SoldSchema[] = [printer, tutors, hire, brewery, diner, physio]
