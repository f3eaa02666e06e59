import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A rope maker with the short names of an old program: sales orders, purchase orders, codes for states, and reviews with stars. */
export function openRopeMaker(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table cust (cust_no integer primary key, first_nm text not null, last_nm text not null);
    create table supp (supp_no integer primary key, supp_nm text not null);
    create table item (item_no integer primary key, item_nm text not null, list_px real not null);
    create table so_hdr (so_no integer primary key, cust_no integer not null references cust, ord_dt date not null, stat text not null, net_amt real not null);
    create table so_ln (so_no integer not null references so_hdr, ln integer not null, item_no integer not null references item, qty integer not null, unit_px real not null, primary key (so_no, ln));
    create table po (po_no integer primary key, supp_no integer not null references supp, ord_dt date not null, cost real not null);
    create table review (review_no integer primary key, item_no integer not null references item, stars integer not null);
    create table strength_test (test_no integer primary key, item_no integer not null references item, score integer not null);
    insert into cust values (1, 'Ada', 'Sailor'), (2, 'Ben', 'Moor'), (3, 'Cleo', 'Dock');
    insert into supp values (1, 'Hemp Ltd');
    insert into item values (1, 'Tow line', 10), (2, 'Bell rope', 20);
    insert into so_hdr values (1, 1, '2026-10-02', 'INV', 30), (2, 2, '2026-10-03', 'CANC', 200), (3, 2, '2026-10-04', 'INV', 20), (4, 3, '2026-09-04', 'INV', 10);
    insert into so_ln values (1, 1, 1, 3, 10), (2, 1, 2, 10, 20), (3, 1, 2, 1, 20), (4, 1, 1, 1, 10);
    insert into po values (1, 1, '2026-10-02', 5), (2, 1, '2026-10-03', 5), (3, 1, '2026-10-03', 5), (4, 1, '2026-10-03', 5);
    insert into review values (1, 1, 2), (2, 1, 3), (3, 2, 5);
    insert into strength_test values (1, 1, 99), (2, 2, 1);
  `)
}
