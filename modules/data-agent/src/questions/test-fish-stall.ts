import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** Exported tables: no declared keys, a row for each line of a sale, suppliers as plain text. */
const script = `
  create table sales ("Receipt No" integer, "Day" date, "Buyer No" text, "Item" text, "Qty (kg)" real, "Unit price" real, "Total" real, "Status" text, "Paid on" date);
  create table fish_list ("Code" text, "Name" text, "Water" text, "Price" real, "Buying price" real, "Stock" real);
  create table customers ("Buyer No" text, "Name" text, "Harbour" text);
  create table bills ("Bill no" text, "Supplier" text, "Kind" text, "Billed on" date, "Amount" real);
  insert into fish_list values ('F-1', 'Cod', 'Norway', 20, 12, 5), ('F-2', 'Hake', 'Iceland', 30, 15, 0), ('F-3', 'Sole', 'Norway', 50, 20, 2), ('F-4', 'Dab', 'Iceland', 10, 4, 9);
  insert into customers values ('B-1', 'Gull Inn', 'Lund'), ('B-2', 'Salt House', 'Moss'), ('B-3', 'The Oar', 'Lund');
  insert into sales values
    (101, '2026-10-02', 'B-1', 'F-1', 2, 20, 40, 'Done', '2026-10-09'), (101, '2026-10-02', 'B-1', 'F-2', 1, 30, 30, 'Done', '2026-10-09'),
    (102, '2026-10-03', 'B-2', 'F-3', 1, 50, 50, 'Done', null), (103, '2026-10-04', 'B-2', 'F-3', 4, 50, 200, 'Cancelled', null),
    (104, '2026-10-05', null, 'F-1', 3, 20, 60, 'Done', '2026-10-05'), (105, '2026-10-06', 'B-1', 'F-2', 2, 30, 60, 'Returned', null),
    (106, '2026-11-01', 'B-1', 'F-1', 1, 20, 20, 'Open', null), (106, '2026-11-01', 'B-1', 'F-3', 1, 50, 50, 'Open', null);
  insert into bills values ('R1', 'Nordboat', 'Fish', '2026-10-01', 90), ('R2', null, 'Wages', '2026-10-02', 500), ('R3', 'Ice Works', 'Ice', '2026-10-03', 30),
    ('R4', 'Nordboat', 'Fish', '2025-10-03', 70);
`

/** A fish stall that keeps its books in exported tables. Asked on 15 November 2026. */
export function openFishStall(): Promise<SmallDatabase> {
  return openSmallDatabase(script)
}
