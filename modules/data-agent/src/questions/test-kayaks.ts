import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A shop with kayaks of a brand and a model, people with given and family names, and workshops. */
export function openKayaks(): Promise<SmallDatabase> {
  return openSmallDatabase(
    `
    create table paddler (paddler_no integer primary key, given_name text, family_name text, joined date);
    insert into paddler values (1,'Ada','Moor','2024-02-01'),(2,'Ben','Nash','2024-03-01'),(3,'Cy','Orr','2025-01-01'),(4,'Ada','Pike','2025-05-01');
    create table maker (maker_no integer primary key, name text not null);
    insert into maker values (1,'Fjord'),(2,'Loch');
    create table kayak (kayak_no integer primary key, brand text, model text, maker_no integer references maker(maker_no), retail real);
    insert into kayak values (1,'Teal','Wave 3',1,300),(2,'Teal','Reef 2',2,200),(3,'Grebe','Wave 3',2,500);
    create table sale (sale_no integer primary key, paddler_no integer references paddler(paddler_no), sold_on date, state text);
    insert into sale values (1,1,'2025-10-02','done'),(2,2,'2025-10-03','done'),(3,2,'2025-09-03','done'),(4,4,'2025-10-04','cancelled');
    create table sale_line (line_no integer primary key, sale_no integer not null references sale(sale_no), kayak_no integer references kayak(kayak_no), qty integer, price_each real);
    insert into sale_line values (1,1,1,1,300),(2,2,2,1,200),(3,3,2,1,200),(4,4,1,1,300);
    create table receipt (receipt_no integer primary key, sale_no integer not null references sale(sale_no), kind text, amount real, taken_at date);
    insert into receipt values (1,1,'voucher',50,'2025-10-02'),(2,1,'rest',250,'2025-10-09'),(3,2,'voucher',20,'2025-10-03'),(4,2,'rest',180,'2025-10-08'),(5,3,'rest',200,'2025-09-08');
    create table berth_fees (berth_fee_no integer primary key, paddler_no integer references paddler(paddler_no), due_on date, collected_on date, amount real);
    insert into berth_fees values (1,1,'2025-10-01','2025-10-02',40),(2,2,'2025-10-01','2025-10-05',45),(3,3,'2025-09-01','2025-09-02',40);
    create table till (till_no integer primary key, rung_on date, total real);
    insert into till values (1,'2025-10-01',7),(2,'2025-10-20',5),(3,'2025-09-20',9);
    create table outing (outing_no integer primary key, paddler_no integer references paddler(paddler_no), went_on date);
    insert into outing values (1,1,'2025-10-01'),(2,1,'2025-10-11'),(3,2,'2025-08-01');
  `,
    { now: new Date('2025-11-16T12:00:00Z') },
  )
}
