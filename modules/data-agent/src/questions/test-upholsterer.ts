import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 9, 1) + at * 86_400_000).toISOString().slice(0, 10)
const text = (value: string | null): string => (value === null ? 'null' : `'${value}'`)

/** 60 pieces, one each week or so. The last ones are in work, some are ready and not fetched, a few were called off. */
const pieces = Array.from({ length: 60 }, (_, at) => {
  const placed = at * 6.7
  const isCalledOff = at % 15 === 7
  const isReady = !isCalledOff && at < 56
  const ready = placed + 9 + (at % 5) * 3
  const isFetched = isReady && at % 9 !== 4
  const state = isCalledOff ? 'called off' : isFetched ? 'fetched' : isReady ? 'ready' : 'in work'
  return `(${at + 1}, ${(at % 8) + 1}, ${(at % 3) + 1}, ${text(['Chair', 'Sofa', 'Stool'][at % 3] ?? '')}, '${day(placed)}', '${day(placed + 14)}', ${text(isReady ? day(ready) : null)}, ${text(isFetched ? day(ready + 4) : null)}, '${state}', ${200 + at * 5})`
})
const loans = Array.from({ length: 30 }, (_, at) => {
  const taken = at * 13
  const isBack = at < 26 && at !== 20
  const planned = at === 29 ? taken + 40 : taken + 10
  return `(${at + 1}, ${(at % 9) + 1}, ${(at % 8) + 1}, '${day(taken)}', '${day(planned)}', ${text(isBack ? day(taken + 7 + (at % 6)) : null)}, '${at === 11 ? 'cancelled' : isBack ? 'back' : 'out'}')`
})
const cuts = Array.from(
  { length: 90 },
  (_, at) => `(${at + 1}, ${(at % 60) + 1}, ${(at % 5) + 1}, ${2 + (at % 4)}, '${day(at * 4.5)}')`,
)

/** An upholsterer: pieces that people bring and fetch, fabric that is cut for them, and props that are lent. */
export function openUpholsterer(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table client (client_id integer primary key, full_name text not null, town text, date_of_birth date, since_on date);
    create table worker (worker_id integer primary key, full_name text not null, started_on date, left_on date);
    create table piece (piece_no integer primary key, client_id integer not null references client, worker_id integer references worker, kind text, brought_on date, promised_for date, ready_on date, fetched_on date, state text, price real);
    create table fabric (fabric_id integer primary key, fabric_name text not null, family text, price_per_metre real, in_stock integer);
    create table fabric_cut (cut_id integer primary key, piece_no integer not null references piece, fabric_id integer not null references fabric, metres integer, cut_on date);
    create table prop (prop_id integer primary key, tag text unique, prop_name text not null, next_check date);
    create table prop_loan (loan_no integer primary key, prop_id integer not null references prop, client_id integer not null references client, taken_on date, due_back date, came_back date, state text);
    insert into client values (1, 'Ada Marsh', 'Hull', '1971-12-05', '2020-01-01'), (2, 'Bo Lund', 'Hull', '1980-11-20', '2020-02-01'), (3, 'Cy Reed', 'Goole', '1991-12-24', '2021-01-01'), (4, 'Di Vance', 'Goole', '1969-03-02', '2021-04-01'), (5, 'Ed Noor', 'Hull', '1985-07-14', '2022-01-01'), (6, 'Fay Orr', 'Selby', '1990-01-30', '2022-06-01'), (7, 'Gus Pike', 'Selby', '1977-12-12', '2023-01-01'), (8, 'Hal Quinn', 'Hull', '1962-09-09', '2024-01-01');
    insert into worker values (1, 'Ivy Stout', '2018-01-01', null), (2, 'Jon Tack', '2019-01-01', null), (3, 'Kit Webb', '2021-01-01', '2026-06-30');
    insert into piece values ${pieces.join(', ')};
    insert into fabric values (1, 'Blue Velvet', 'Velvets', 40, 12), (2, 'Red Velvet', 'Velvets', 42, 3), (3, 'Plain Linen', 'Linens', 25, 30), (4, 'Herringbone Linen', 'Linens', 28, 9), (5, 'Saddle Hide', 'Leathers', 90, 2);
    insert into fabric_cut values ${cuts.join(', ')};
    insert into prop values ${Array.from({ length: 12 }, (_, at) => `(${at + 1}, 'P-0${at + 1}', '${['Throne', 'Bench', 'Screen'][at % 3] ?? ''} ${at + 1}', '${day(380 + at * 9)}')`).join(', ')};
    insert into prop_loan values ${loans.join(', ')};
  `)
}
