import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const script = `
  create table Potter (PotterId integer primary key, FullName text not null, HiredDate date not null, EndDate date);
  create table Learner (LearnerId integer primary key, FullName text not null, JoinedDate date not null, DroppedOutDate date);
  create table Kiln (KilnId integer primary key, KilnMark text not null unique, Litres integer not null);
  create table KilnCost (CostId integer primary key, KilnId integer not null references Kiln, CostDate date not null, Kind text not null, Amount real not null);
  create table WareKind (KindId integer primary key, KindName text not null unique);
  create table Ware (WareId integer primary key, WareName text not null unique, KindId integer not null references WareKind, Price real not null, UnitCost real not null);
  create table Slip (SlipId integer primary key, PotterId integer not null references Potter, OpenedAt datetime not null, VisitorCount integer not null, DiscountAmount real not null, PaymentMethod text not null, IsVoid integer not null);
  create table SlipLine (LineId integer primary key, SlipId integer not null references Slip, WareId integer not null references Ware, Quantity integer not null, UnitPrice real not null);
  create table Shift (ShiftId integer primary key, PotterId integer not null references Potter, ShiftStart datetime not null, ShiftEnd datetime not null, BreakMinutes integer not null);
  create table SessionStatus (StatusId integer primary key, StatusName text not null unique);
  create table Session (SessionId integer primary key, LearnerId integer not null references Learner, PotterId integer not null references Potter, StartAt datetime not null, StatusId integer not null references SessionStatus);
  create table Trial (TrialId integer primary key, LearnerId integer not null references Learner, PotterId integer not null references Potter, TrialKind text not null, TakenOn date not null, HasPassed integer not null);
  create table Vendor (VendorId integer primary key, VendorName text not null unique);
  create table VendorBill (BillId integer primary key, VendorId integer not null references Vendor, BillDate date not null, DueDate date not null, PaidDate date, Amount real not null);
  insert into Potter values (1, 'Ada Moor', '2019-01-01', null), (2, 'Ben Nash', '2021-01-01', null);
  insert into Learner values (1, 'Cid Orr', '2026-01-05', null), (2, 'Dee Pym', '2026-02-05', '2026-10-20'), (3, 'Eli Quill', '2026-03-05', null), (4, 'Fay Rook', '2026-11-02', null);
  insert into Kiln values (1, 'K-East', 80), (2, 'K-West', 120);
  insert into KilnCost values (1, 1, '2026-10-02', 'power', 40), (2, 2, '2026-10-03', 'power', 90), (3, 2, '2026-10-09', 'repair', 200), (4, 1, '2025-10-09', 'repair', 60);
  insert into WareKind values (1, 'Cups'), (2, 'Bowls');
  insert into Ware values (1, 'Mug', 1, 10, 4), (2, 'Beaker', 1, 8, 2), (3, 'Dish', 2, 20, 5), (4, 'Urn', 2, 50, 20);
  insert into Slip values (1, 1, '2026-10-02 10:10:00', 2, 1, 'Card', 0), (2, 1, '2026-10-03 11:10:00', 4, 0, 'Cash', 0), (3, 2, '2026-10-09 11:20:00', 3, 2, 'Card', 0), (4, 2, '2026-10-10 12:00:00', 5, 0, 'Cash', 1), (5, 1, '2026-11-14 11:00:00', 1, 0, 'Card', 0);
  insert into SlipLine values (1, 1, 1, 3, 10), (2, 2, 2, 5, 8), (3, 3, 3, 1, 20), (4, 3, 1, 1, 10), (5, 4, 3, 9, 20), (6, 5, 2, 1, 8);
  insert into Shift values (1, 1, '2026-10-02 09:00:00', '2026-10-02 15:00:00', 30), (2, 2, '2026-10-03 09:00:00', '2026-10-03 13:00:00', 0), (3, 1, '2026-10-04 09:00:00', '2026-10-04 11:00:00', 0);
  insert into SessionStatus values (1, 'Held'), (2, 'Cancelled'), (3, 'NoShow');
  insert into Session values (1, 1, 1, '2026-10-02 18:00:00', 1), (2, 2, 1, '2026-10-02 19:00:00', 3), (3, 3, 2, '2026-10-03 18:00:00', 2), (4, 1, 2, '2026-10-09 18:00:00', 1), (5, 3, 2, '2026-09-09 18:00:00', 1);
  insert into Trial values (1, 1, 1, 'wheel', '2026-05-01', 1), (2, 1, 1, 'glaze', '2026-06-01', 0), (3, 2, 2, 'wheel', '2026-05-01', 0), (4, 3, 2, 'wheel', '2026-05-02', 1);
  insert into Vendor values (1, 'Clay & Co'), (2, 'Glaze Hut');
  insert into VendorBill values (1, 1, '2026-09-01', '2026-10-01', null, 300), (2, 2, '2026-10-01', '2026-12-01', null, 50), (3, 1, '2026-08-01', '2026-09-01', '2026-09-05', 400);
`

/** A pottery studio: slips with lines, sessions whose state is in a table of its own, trials that are passed, shifts, costs of kilns, bills of vendors. Asked on 15 November 2026. */
export function openPottery(): Promise<SmallDatabase> {
  return openSmallDatabase(script)
}
