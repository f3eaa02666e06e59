import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A timber yard whose program writes one row for each line of a docket. Today is 18 November 2026. */
export function openTimberYard(): Promise<SmallDatabase> {
  return openSmallDatabase(script, { now: new Date('2026-11-18T12:00:00Z') })
}

const script = `
  create table "Sellers" ("Seller Code" text primary key, "Name" text, "Area" text);
  create table "Accounts" ("Account" text primary key, "Firm" text, "Trade" text, "Seller" text references "Sellers", "Opened" date);
  create table "Product list" ("Product Code" text primary key, "Description" text, "Group" text, "Sold By" text, "Cost" real, "Price" real, "In Stock" integer);
  create table "Docket lines" ("Docket No" text, "Type" text, "Docket Date" date, "Account" text references "Accounts", "Seller" text references "Sellers", "Ordered Via" text, "Product Code" text references "Product list", "Qty" integer, "Unit Price" real, "Net" real, "VAT" real, "Gross" real, "Status" text);
  create table "Mill orders" ("Order No" text, "Raised" date, "Supplier" text, "Product Code" text references "Product list", "Qty" integer, "Value" real);
  insert into "Sellers" values ('AB', 'Anna Berg', 'North'), ('CD', 'Carl Dahl', 'South'), ('EF', 'Eva Falk', 'East');
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 24)
  insert into "Accounts" select 'A' || (100 + i), 'Firm ' || char(64 + i) || 'son', iif(i % 3 = 0, 'Builder', iif(i % 3 = 1, 'Joiner', 'Garden')), iif(i % 2 = 0, 'AB', iif(i % 5 = 0, 'EF', 'CD')), date('2020-01-01', '+' || (i * 20) || ' days') from n;
  insert into "Product list" values
    ('P1', '18mm Birch Plywood Sheet', 'Sheet Material', 'Sheet', 20, 32, 40), ('P2', '12mm Birch Plywood Sheet', 'Sheet Material', 'Sheet', 15, 24, 60),
    ('P3', 'OSB Board 11mm', 'Sheet Material', 'Sheet', 8, 13, 90), ('P4', 'Larch Decking Board 145mm', 'Decking & Fencing', 'Length', 9, 15, 200),
    ('P5', 'Fence Post 100mm', 'Decking & Fencing', 'Each', 6, 11, 120), ('P6', 'Feather Edge Board', 'Decking & Fencing', 'Length', 2, 4, 500),
    ('P7', 'Decking Screws 4.5x60', 'Fixings', 'Box', 5, 9, 80), ('P8', 'Coach Bolts M10', 'Fixings', 'Box', 7, 12, 30), ('P9', 'Oak Beam 150x150', 'Hardwood', 'Length', 80, 140, 12);
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 399)
  insert into "Docket lines" select case when d % 17 = 0 then 'C' else 'D' end || (5000 + d), case when d % 17 = 0 then 'Credit' else 'Invoice' end, date('2026-11-17', '-' || ((159 - d) * 4) || ' days'),
    'A' || (101 + (d * 7) % 24), case (d * 5) % 3 when 0 then 'AB' when 1 then 'CD' else 'EF' end, case d % 4 when 0 then 'Web' when 1 then 'Counter' else 'Phone' end, p.c, q * s, p.u, q * s * p.u, round(q * s * p.u * 0.2, 2), q * s * p.u + round(q * s * p.u * 0.2, 2), iif(d > 150, 'Open', 'Paid')
    from (select i, (i * 2) / 5 as d, iif(((i * 2) / 5) % 17 = 0, -1, 1) as s, 1 + (i * 13) % 7 as q from n) join (select "Product Code" c, "Price" u, rowid r from "Product list") p on p.r = 1 + (i * 11) % 9;
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 59)
  insert into "Mill orders" select 'M' || (700 + i / 2), date('2026-11-10', '-' || ((30 - i / 2) * 15) || ' days'), iif((i / 2) % 3 = 0, 'North Mill', iif((i / 2) % 3 = 1, 'Lake Sawmill', 'Fjord Wood')), p.c, 10 + i % 5, (10 + i % 5) * p.k from n join (select "Product Code" c, "Cost" k, rowid r from "Product list") p on p.r = 1 + (i * 4) % 9;
`
