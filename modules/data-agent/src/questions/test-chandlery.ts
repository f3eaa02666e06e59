import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A maker of candles with market stalls and guilds that order in bulk. */
export function openChandlery(): Promise<SmallDatabase> {
  return openSmallDatabase(
    `
    create table stall (stall_no integer primary key, stall_name text not null, opened date);
    insert into stall values (1,'Gate','2020-01-01'),(2,'Bridge','2021-01-01');
    create table helper (helper_no integer primary key, given_name text, family_name text, job text, hired_on date);
    insert into helper values (1,'Ada','Moor','head warden','2020-01-01'),(2,'Ben','Nash','dipper','2021-01-01'),(3,'Cy','Orr','dipper','2022-01-01');
    create table roster (roster_no integer primary key, helper_no integer not null references helper(helper_no), work_day date, hours real, absence text);
    insert into roster values (1,1,'2025-10-01',8,null),(2,2,'2025-10-01',0,'ill'),(3,3,'2025-10-01',0,'ill'),(4,2,'2025-10-02',0,'ill'),(5,3,'2025-10-02',8,null);
    create table guild (guild_no integer primary key, guild_name text not null, kind text, town text, warden_no integer references helper(helper_no), customer_since date);
    insert into guild values (1,'Bakers','chapel','Ely',1,'2023-05-01'),(2,'Weavers','hostel','Ely',1,'2024-05-01'),(3,'Smiths','chapel','Ware',null,'2025-05-01'),(4,'Coopers','hostel','Ware',null,'2025-06-01');
    create table candle (candle_no integer primary key, candle_name text not null, colour text, grams integer, unit_cost real);
    insert into candle values (1,'Taper','ivory',100,1),(2,'Pillar','amber',500,2),(3,'Church Lamp','white',50,1),(4,'Garden Lamp','white',60,1);
    create table receipt (receipt_no integer primary key, stall_no integer not null references stall(stall_no), sold_at datetime, rebate real, grand_total real, is_void integer not null default 0);
    insert into receipt values (1,1,'2025-10-02 09:10:00',1,19,0),(2,1,'2025-10-03 09:30:00',0,5,0),(3,2,'2025-10-04 11:00:00',0,9,0),(4,2,'2025-10-05 12:00:00',0,50,1),(5,2,'2025-09-05 09:00:00',0,10,0),(6,2,'2025-08-05 09:00:00',0,12,0);
    create table receipt_line (receipt_no integer not null references receipt(receipt_no), line_no integer, candle_no integer not null references candle(candle_no), qty integer, price real, reduced_pct integer, primary key (receipt_no, line_no));
    insert into receipt_line values (1,1,1,2,5,0),(1,2,2,1,10,0),(2,1,1,1,5,0),(3,1,2,1,10,10),(4,1,2,5,10,0),(5,1,1,2,5,0),(6,1,3,1,3,0),(6,2,4,1,4,0),(6,3,1,1,5,0);
    create table bulk_order (order_no integer primary key, guild_no integer not null references guild(guild_no), placed_on date, wanted_by datetime, delivered_at datetime, state text);
    insert into bulk_order values (1,1,'2025-10-01','2025-10-03 08:00:00','2025-10-03 09:30:00','delivered'),(2,2,'2025-10-02','2025-10-04 08:00:00','2025-10-04 07:30:00','delivered'),(3,1,'2025-10-05','2025-10-06 08:00:00',null,'cancelled'),(4,3,'2025-10-07','2025-10-08 08:00:00','2025-10-08 07:00:00','delivered');
    create table bulk_line (order_no integer not null references bulk_order(order_no), line_no integer, candle_no integer not null references candle(candle_no), qty integer, price real, primary key (order_no, line_no));
    insert into bulk_line values (1,1,1,10,4),(2,1,2,5,8),(3,1,2,9,8),(4,1,1,20,4);
    create table regular_order (regular_no integer primary key, guild_no integer not null references guild(guild_no), candle_no integer not null references candle(candle_no), weekday text, qty integer, valid_from date, valid_to date);
    insert into regular_order values (1,1,1,'Mon',100,'2025-01-01',null),(2,2,2,'Tue',200,'2025-01-01','2025-06-30'),(3,3,2,'Fri',300,'2025-02-01','2026-03-31'),(4,3,2,'Sat',300,'2026-02-01',null);
    create table invoice (invoice_no integer primary key, guild_no integer not null references guild(guild_no), issued_on date, net real, vat real, gross real, state text);
    insert into invoice values (1,1,'2025-10-31',38,7,45,'paid'),(2,2,'2025-10-31',41,8,49,'open'),(3,3,'2025-09-30',12,2,14,'open');
    create table permit (permit_no integer primary key, holder text, cancelled integer);
    insert into permit values (1,'Ana',0),(2,'Bo',1),(3,'Cy',0);
    create table vendor (vendor_no integer primary key, vendor_name text not null);
    insert into vendor values (1,'Hive'),(2,'Wick');
    create table supply (supply_no integer primary key, vendor_no integer not null references vendor(vendor_no), ordered_on date, amount real, paid_on date, is_cancelled integer not null default 0);
    insert into supply values (1,1,'2025-10-01',30,'2025-10-09',0),(2,1,'2025-10-02',40,null,0),(3,2,'2025-10-03',50,null,1),(4,2,'2025-10-04',7,null,0);
    create table stock_move (move_no integer primary key, candle_no integer not null references candle(candle_no), moved_on date, reason text, quantity integer);
    insert into stock_move values (1,1,'2025-10-01','made',100),(2,1,'2025-10-02','melted',-4),(3,2,'2025-10-02','melted',-3),(4,2,'2025-10-02','sold',-20);
    create table mould_deposit (deposit_no integer primary key, guild_no integer not null references guild(guild_no), mould_count integer, deposit_amount real, taken_on date, returned_on date);
    insert into mould_deposit values (1,1,3,60,'2025-08-01',null),(2,2,2,40,'2025-08-02','2025-09-01'),(3,3,1,20,'2025-10-01',null);
  `,
    { now: new Date('2025-11-16T12:00:00Z') },
  )
}
