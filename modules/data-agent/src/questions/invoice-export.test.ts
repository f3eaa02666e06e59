import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

/** A glass wholesaler that exports its lists without keys, with the type of a document as a code. */
let glass: SmallDatabase
beforeAll(async () => {
  glass = await openSmallDatabase(
    `
    create table "Reps" ("Rep" text, "Name" text, "Region" text);
    create table "Accounts" ("Ref" text, "Firm" text, "Account manager" text, "Opened" date);
    create table "Invoice lines" ("Inv No" text, "Type" text, "Inv Date" date, "Ref" text, "Pane" text, "Qty" integer, "Unit Price" real, "Net" real);
    insert into "Reps" values ('AK', 'Alma Kern', 'North'), ('BL', 'Ben Lund', 'South'), ('CM', 'Cleo Marsh', 'East'), ('DN', 'Dora Nye', 'West');
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 30)
    insert into "Accounts" select 'G' || (100 + i), 'Glazier ' || char(64 + i % 26 + 1) || 'orn ' || char(96 + i % 7 + 1), case when i % 9 = 0 then null when i % 4 = 0 then 'AK' when i % 4 = 1 then 'BL' when i % 4 = 2 then 'CM' else 'DN' end, date('2021-01-01', '+' || (i * 9) || ' days') from n;
    with recursive n(i) as (select 0 union all select i + 1 from n where i < 299)
    insert into "Invoice lines" select iif((i / 3) % 11 = 0, 'C', 'S') || (1000 + i / 3), iif((i / 3) % 11 = 0, 'CRN', 'INV'), date('2026-11-17', '-' || (100 - i / 3) || ' days'), 'G' || (101 + (i / 3) * 7 % 30), 'Pane ' || (1 + i % 5), iif((i / 3) % 11 = 0, -1, 2), 10 + i % 5, iif((i / 3) % 11 = 0, -1, 2) * (10 + i % 5) from n;
  `,
    { now: new Date('2026-11-18T12:00:00Z') },
  )
})
afterAll(() => glass[Symbol.dispose]())

test('[DO924] a role of a person refers to a list of people who work, where the values confirm it', () => {
  expect(sorted(glass.rows('number of accounts per rep'))).toEqual(
    sorted(
      glass.run(
        `select "Name", count(*) from "Accounts" join "Reps" on "Rep" = "Account manager" group by 1`,
      ),
    ),
  )
})

test('[DR2255] rows are also called after one of the codes of their type, and others after the beginnings of two words', () => {
  const counted = (type: string): unknown[][] =>
    glass.run(
      `select count(distinct "Inv No") from "Invoice lines" where "Type" = '${type}' and "Inv Date" between '2026-10-01' and '2026-10-31'`,
    )
  expect(glass.rows('how many invoices went out last month')).toEqual(counted('INV'))
  expect(glass.rows('how many credit notes did we write last month')).toEqual(counted('CRN'))
  const { assumptions } = glass.reading('how many invoices went out last month')
  expect(assumptions.map(({ says }) => says)).toContain('"invoices" is read as "INV" invoices.')
})
