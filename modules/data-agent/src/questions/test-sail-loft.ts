import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const script = `
  create table stat (stat_cd text primary key, stat_nm text not null);
  create table cgrp (grp_cd text primary key, grp_nm text not null);
  create table cust (cust_no integer primary key, cust_nm text not null, grp_cd text not null references cgrp);
  create table prod (prod_cd text primary key, prod_nm text not null, prod_typ text not null);
  create table ord (ord_no integer primary key, cust_no integer references cust, ord_dt date not null, fin_dt date, ord_st text not null references stat, exp_fee real not null);
  create table ord_ln (ord_no integer not null references ord, ln_no integer not null, prod_cd text not null references prod, qty integer not null, unit_pr real not null, unit_cst real not null, primary key (ord_no, ln_no));
  create table inv (inv_no integer primary key, ord_no integer not null references ord, inv_dt date not null, vat_amt real not null, tot_amt real not null, inv_st text not null);
  insert into stat values ('N', 'New'), ('D', 'Done'), ('X', 'Cancelled');
  insert into cgrp values ('CLB', 'Clubs'), ('PRV', 'Private owners');
  insert into cust values (101, 'Ahoy Club', 'CLB'), (102, 'Ida Beck', 'PRV'), (103, 'Leo Dorn', 'PRV');
  insert into prod values ('J', 'Jib', 'sail'), ('M', 'Mainsail', 'sail'), ('B', 'Bag', 'gear');
  insert into ord values (1, 101, '2026-10-02', '2026-10-05', 'D', 10), (2, 102, '2026-10-03', '2026-10-09', 'D', 0), (3, null, '2026-10-09', null, 'N', 0), (4, 103, '2026-10-12', null, 'X', 30), (5, 101, '2026-11-02', null, 'N', 0);
  insert into ord_ln values (1, 1, 'J', 2, 100, 60), (1, 2, 'B', 1, 20, 5), (2, 1, 'M', 1, 300, 200), (3, 1, 'B', 3, 20, 5), (4, 1, 'M', 1, 300, 200), (5, 1, 'J', 1, 100, 60);
  insert into inv values (1, 1, '2026-10-05', 46, 276, 'paid'), (2, 2, '2026-10-09', 60, 360, 'open'), (3, 3, '2026-10-09', 99, 500, 'void'), (4, 3, '2026-10-10', 12, 72, 'open');
`

/** A sail loft on an old system with short names. Codes stand for names in tables of their own. */
export function openSailLoft(): Promise<SmallDatabase> {
  return openSmallDatabase(script)
}
