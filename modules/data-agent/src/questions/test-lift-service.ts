import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const moment = (at: number): string =>
  new Date(Date.UTC(2025, 8, 1, 8) + Math.round(at * 24 * 60) * 60_000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')
const day = (at: number): string => moment(at).slice(0, 10)
const text = (value: string | null): string => (value === null ? 'null' : `'${value}'`)

const faults = Array.from({ length: 80 }, (_, at) => {
  const reported = at * 5.4
  const stage = at % 16 === 5 ? 'Cancelled' : at < 76 ? 'Closed' : 'Planned'
  return `(${at + 1}, ${(at % 7) + 1}, ${(at % 4) + 1}, '${['Entrapment', 'Normal', 'Normal', 'Low'][at % 4] ?? ''}', '${moment(reported)}', ${text(stage === 'Closed' ? day(reported + 2 + (at % 3)) : null)}, '${stage}', ${at % 12 === 9 ? at - 5 : 'null'})`
})
const attendances = Array.from({ length: 90 }, (_, at) => {
  const fault = at < 80 ? at : (at - 80) * 3
  const reported = fault * 5.4
  const planned = Math.floor(reported) + (at < 80 ? 1 : 2)
  const isDone = fault < 76 && fault % 16 !== 5
  const arrived = planned + 0.05 * (at % 4)
  return `(${at + 1}, ${fault + 1}, ${isDone || at % 3 === 0 ? (at % 4) + 1 : 'null'}, '${day(planned)}', ${text(isDone ? moment(arrived) : null)}, ${text(isDone ? moment(arrived + 0.1 + 0.02 * (at % 5)) : null)}, ${text(isDone ? (at % 10 === 3 ? 'No access' : 'Done') : fault % 16 === 5 ? 'Cancelled' : null)})`
})
const used = Array.from(
  { length: 70 },
  (_, at) => `(${at + 1}, ${at + 1}, ${(at % 5) + 1}, ${(at % 3) + 1}, ${10 + at})`,
)
const offers = Array.from({ length: 40 }, (_, at) => {
  const sent = at * 10.5
  const state = ['Accepted', 'Declined', 'Accepted', 'Open', 'Draft'][at % 5] ?? ''
  const isDecided = state === 'Accepted' || state === 'Declined'
  return `('O-${at + 1}', ${(at % 7) + 1}, '${day(sent)}', '${state}', ${text(isDecided ? day(sent + 6 + (at % 4)) : null)}, ${500 + at * 20})`
})

/** A lift service: faults that are reported, mechanics who attend to them, parts that they put in, and offers. */
export function openLiftService(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table Building (BuildingID integer primary key, BuildingName text not null, Town text, LiftMake text, NextInspectionDue date);
    create table Mechanic (MechanicID integer primary key, FullName text not null, StartDate date, LeaveDate date);
    create table FaultType (FaultTypeID integer primary key, Descr text not null);
    create table Fault (FaultNo integer primary key, BuildingID integer not null references Building, FaultTypeID integer not null references FaultType, Urgency text, ReportedAt datetime, ClosedOn date, Stage text, RepeatOfFaultNo integer references Fault);
    create table Attendance (AttendanceID integer primary key, FaultNo integer not null references Fault, MechanicID integer references Mechanic, PlannedDate date, ArrivedAt datetime, LeftAt datetime, Result text);
    create table Spare (SpareNo integer primary key, Descr text not null, SpareGroup text, CostPrice real, QtyInStock integer);
    create table SpareUsed (SpareUsedID integer primary key, AttendanceID integer not null references Attendance, SpareNo integer not null references Spare, Qty integer, UnitCost real);
    create table Offer (OfferNo text primary key, BuildingID integer not null references Building, OfferDate date, Status text, DecidedOn date, Net real);
    insert into Building values (1, 'Quay House', 'Leith', 'Orona', '2026-12-04'), (2, 'Mill Tower', 'Leith', 'Kone', '2026-12-18'), (3, 'Park Court', 'Perth', 'Kone', '2027-01-20'), (4, 'Abbey Flats', 'Perth', 'Schindler', '2026-11-28'), (5, 'Station Block', 'Leith', 'Orona', '2027-04-02'), (6, 'Harbour View', 'Alloa', 'Kone', '2026-12-30'), (7, 'Castle Gate', 'Alloa', 'Orona', '2027-02-11');
    insert into Mechanic values (1, 'Lou Grant', '2016-01-04', null), (2, 'Mo Hassan', '2018-05-01', null), (3, 'Nell Orde', '2020-02-03', null), (4, 'Otis Pryce', '2021-09-06', '2026-09-30');
    insert into FaultType values (1, 'Door fault'), (2, 'Drive fault'), (3, 'Lamp out'), (4, 'Button fault');
    insert into Fault values ${faults.join(', ')};
    insert into Attendance values ${attendances.join(', ')};
    insert into Spare values (1, 'Door roller 60', 'Rollers', 8, 40), (2, 'Door roller 80', 'Rollers', 9, 22), (3, 'Call button round', 'Buttons', 14, 12), (4, 'Steel rope 8 mm', 'Ropes', 60, 4), (5, 'Cabin lamp', 'Lamps', 11, 30);
    insert into SpareUsed values ${used.join(', ')};
    insert into Offer values ${offers.join(', ')};
  `)
}
