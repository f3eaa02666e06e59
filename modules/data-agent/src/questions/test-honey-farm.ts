import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A honey farm that sells on the web, at fairs and to shops, each with an export of its own. Today is 18 November 2026. */
export function openHoneyFarm(): Promise<SmallDatabase> {
  return openSmallDatabase(script, { now: new Date('2026-11-18T12:00:00Z') })
}

const script = `
  create table "Price list" ("SKU" text primary key, "Name" text, "Family" text, "Size" text, "Retail" real, "Cost" real, "Stock" integer);
  create table "Resellers" ("Account" text primary key, "Shop" text, "Town" text, "County" text, "Since" date);
  create table "Webshop" ("Order No" integer, "Placed" timestamp, "Buyer" text, "Email" text, "Country" text, "SKU" text references "Price list", "Item" text, "Qty" integer, "Unit Price" real, "Line Total" real, "Status" text);
  create table "Fair days" ("Day" date, "Fair" text, "Pitch Fee" real, "Cash" real, "Card" real, "Staffed By" text, "Weather" text, "Status" text);
  create table "Wholesale invoices" ("Invoice No" text primary key, "Date" date, "Account" text references "Resellers", "Goods" real, "VAT" real, "Total" real, "Due" date, "Paid" date, "Rep" text);
  create table "Batches" ("Batch" text primary key, "SKU" text references "Price list", "Made On" date, "Filled" integer, "Rejected" integer, "Made By" text);
  insert into "Price list" values ('H1', 'Heather Honey', 'Honey', '340 g', 9, 4, 50), ('H2', 'Clover Honey', 'Honey', '340 g', 7, 3, 80), ('H3', 'Clover Honey large', 'Honey', '900 g', 15, 7, 20), ('C1', 'Pillar Candle', 'Beeswax candles', 'tall', 12, 5, 40), ('C2', 'Tea Lights', 'Beeswax candles', 'box of 6', 8, 3, 60), ('S1', 'Lavender Soap', 'Soap bars', '100 g', 5, 2, 70), ('S2', 'Propolis Soap', 'Soap bars', '100 g', 6, 2, 30), ('G1', 'Bee Lovers Box', 'Gift boxes', 'large', 30, 15, 10);
  insert into "Resellers" values ('R1', 'Corner Deli', 'Hove', 'Sussex', '2020-01-01'), ('R2', 'Green Grocer', 'Lewes', 'Sussex', '2021-01-01'), ('R3', 'The Larder', 'Rye', 'Sussex', '2022-01-01'), ('R4', 'Farm Gate', 'Ash', 'Kent', '2023-01-01');
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 299)
  insert into "Webshop" select 2000 + i * 3 / 5, datetime('2026-11-17 09:00', '-' || ((180 - i * 3 / 5) * 4) || ' days'), 'Buyer ' || char(65 + (i * 3 / 5) % 17) || 'ann', 'b' || (i * 3 / 5) % 17 || '@mail.test', case (i * 3 / 5) % 9 when 1 then 'France' when 4 then 'Spain' else 'United Kingdom' end, p.s, p.n, 1 + i % 4, p.u, (1 + i % 4) * p.u, iif((i * 3 / 5) % 19 = 0, 'Cancelled', 'Sent')
    from n join (select "SKU" s, "Name" n, "Retail" u, rowid r from "Price list") p on p.r = 1 + (i * 5) % 8;
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 89)
  insert into "Fair days" select date('2026-11-15', '-' || ((90 - i) * 7) || ' days'), case i % 3 when 0 then 'Harvest Fair' when 1 then 'Quay Fair' else 'Abbey Fair' end, 25 + i % 3 * 5, iif(i % 13 = 5, null, 100 + (i * 37) % 90), iif(i % 13 = 5, null, 150 + (i * 53) % 120), iif(i % 2 = 0, 'Ida', 'Tom'), case i % 4 when 0 then 'rain' when 1 then 'sunny' when 2 then 'dry' else 'windy' end, iif(i % 13 = 5, 'called off', 'held') from n;
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 119)
  insert into "Wholesale invoices" select 'W' || (300 + i), date('2026-11-14', '-' || ((119 - i) * 6) || ' days'), 'R' || (1 + (i * 7) % 4), 100 + (i * 31) % 150, round((100 + (i * 31) % 150) * 0.2, 2), round((100 + (i * 31) % 150) * 1.2, 2), date('2026-12-14', '-' || ((119 - i) * 6) || ' days'), iif(i > 112, null, date('2026-12-10', '-' || ((119 - i) * 6) || ' days')), iif(i % 2 = 0, 'Ida', 'Max') from n;
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 79)
  insert into "Batches" select 'B' || (10 + i), p.s, date('2026-11-16', '-' || ((79 - i) * 8) || ' days'), 40 + (i * 7) % 30, i % 4, iif(i % 2 = 0, 'Ida', 'Max') from n join (select "SKU" s, rowid r from "Price list") p on p.r = 1 + (i * 3) % 7;
`
