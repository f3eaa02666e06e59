import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const parts = ['Roof felt', 'Door hinge', 'Water bowl', 'Floor tile', 'Wire fence', 'Straw bale']
  .flatMap((name) => [`${name} small`, `${name} large`])
  .map((name, i) => `(${i + 1}, 'P${100 + i}', '${name}', '${i % 2 === 0 ? 'Arno' : 'Bext'}', ${i}, 3)`)

/** Dog kennels: tables of one program with a prefix, short names, sites of two types, and a till that names who served. */
export function openKennels(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table kzn_site (site_no integer primary key, site_nm text not null, site_typ text not null);
    create table kzn_org (org_no integer primary key, org_nm text not null, kind text not null);
    create table kzn_contact (contact_no integer primary key, org_no integer not null references kzn_org, first_nm text not null, last_nm text not null);
    create table kzn_blnk_typ (blnk_cd text primary key, blnk_nm text not null);
    create table kzn_stay (stay_no integer primary key, org_no integer not null references kzn_org, site_no integer not null references kzn_site, blnk_cd text not null references kzn_blnk_typ, stay_dt date not null, svc text not null, amt real not null);
    create table kzn_spare (spare_no integer primary key, spare_cd text not null, description text not null, supplier_name text not null, stock_qty integer not null, min_stock integer not null);
    create table kzn_till (line_no integer primary key, sold_dt date not null, served_by text not null, article text not null, amt real not null, paid_by text not null);
    create table kzn_crate (crate text primary key, size text not null);
    create table kzn_loan (loan_no integer primary key, crate text not null references kzn_crate, loan_dt date not null);
    insert into kzn_crate values ('CR-01', 'big'), ('CR-02', 'big'), ('CR-03', 'small');
    insert into kzn_loan values (1, 'CR-02', '2026-10-01'), (2, 'CR-02', '2026-10-02'), (3, 'CR-03', '2026-10-02');
    insert into kzn_site values (1, 'North Yard', 'kennel'), (2, 'Old Mill', 'kennel'), (3, 'River Boat', 'boat');
    insert into kzn_org values (1, 'Hill Hunt', 'club'), (2, 'Lake Guard', 'firm'), (3, 'Moor Rescue', 'club');
    insert into kzn_contact values (1, 1, 'Ada', 'Brink'), (2, 1, 'Bo', 'Cast'), (3, 2, 'Cy', 'Dorn');
    insert into kzn_blnk_typ values ('W', 'Wool'), ('C', 'Cotton');
    insert into kzn_stay values (1, 1, 1, 'W', '2026-10-02', 'Hand wash', 40), (2, 1, 2, 'W', '2026-10-03', 'Nail trim', 30), (3, 2, 3, 'C', '2026-10-04', 'Hand wash', 50),
      (4, 2, 1, 'C', '2026-09-04', 'Hand wash', 60), (5, 3, 1, 'W', '2026-10-05', 'Long walk 2-hour', 20), (6, 1, 1, 'W', '2026-10-06', 'Nail trim', 10);
    insert into kzn_spare values ${parts.join(', ')};
    insert into kzn_till values ${Array.from(
      { length: 12 },
      (_, i) =>
        `(${i + 1}, '2026-10-${10 + i}', '${i % 3 === 0 ? 'Dora' : 'Ewan'}', '${i % 2 === 0 ? 'Leash' : 'Chew'}', ${i + 1}, '${i % 4 === 0 ? 'Coins' : 'Card'}')`,
    ).join(', ')};
  `)
}
