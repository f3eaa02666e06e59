import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A yard that mends boat engines: fitting hours and spares are lines of their own, and the bill comes for both. */
let yard: SmallDatabase
beforeAll(async () => {
  yard = await openSmallDatabase(yardRows())
})
afterAll(() => yard[Symbol.dispose]())

test.each([
  [
    'what did we turn over last month',
    'select sum(NetTotal) from Bills where BillDate between :from and :to and IsVoid = 0',
  ],
  [
    'fitting revenue last month',
    'select sum(FittingNet) from Bills where BillDate between :from and :to and IsVoid = 0',
  ],
])('[DR3200] [DR3201] [DR4310] the bill says what several kinds of lines came to: %s', (question, sql) => {
  expect(yard.rows(question)).toEqual(
    yard.run(sql.replace(':from', "'2026-10-01'").replace(':to', "'2026-10-31'")),
  )
})

test.each([
  [
    'units sold this year',
    "select sum(Qty) from SpareLines join Jobs using (JobNo) where OpenedOn >= '2026-01-01' and Status not in ('cancelled', 'declined', 'estimate')",
  ],
  [
    'how much profit did we make on spares this year',
    "select sum(case when IsWarranty = 1 then 0 else Qty * UnitPrice end - Qty * UnitCost) from SpareLines join Jobs using (JobNo) where OpenedOn >= '2026-01-01' and Status not in ('cancelled', 'declined', 'estimate')",
  ],
])(
  '[DR3202] [DR3203] [DR4311] pieces and profit are those of the only lines with pieces: %s',
  (question, sql) => {
    expect(yard.rows(question)).toEqual(yard.run(sql))
  },
)

test.each([
  [
    'how many hours did Mona log this year',
    "select sum(HoursLogged) from FittingLines where FitterID = 1 and DoneOn >= '2026-01-01'",
  ],
  [
    'fitting vs spares revenue last month',
    "select sum(FittingNet), sum(SparesNet) from Bills where BillDate between '2026-10-01' and '2026-10-31' and IsVoid = 0",
  ],
  [
    'how many estimates were declined this year',
    "select count(*) from Jobs where Status = 'declined' and OpenedOn >= '2026-01-01'",
  ],
  [
    'how many boats have a survey due in the next 30 days',
    "select count(*) from Boats where SurveyDue between '2026-11-18' and '2026-12-18'",
  ],
])('[DR3210] [DR3211] [DR3212] [DR3213] %s', (question, sql) => {
  expect(yard.rows(question)).toEqual(yard.run(sql))
})

function yardRows(): string {
  const rows = (table: string, all: readonly (readonly (string | number | null)[])[]): string =>
    `insert into ${table} values ${all.map((row) => `(${row.map((cell) => (cell === null ? 'null' : typeof cell === 'string' ? `'${cell}'` : cell)).join(', ')})`).join(', ')};`
  const two = (n: number): string => String(n).padStart(2, '0')
  const states = [
    'invoiced',
    'invoiced',
    'invoiced',
    'declined',
    'estimate',
    'cancelled',
    'invoiced',
    'ready',
  ]
  const jobs = Array.from({ length: 48 }, (_, i) => ({
    no: 700 + i,
    owner: 1 + (i % 6),
    day: `2026-${two(4 + (i % 8))}-${two(1 + (i % 17))}`,
    state: states[i % 8] ?? 'invoiced',
    hours: 1 + (i % 4) * 0.5,
    pieces: 1 + (i % 3),
    price: 20 + (i % 5) * 7,
    isWarranty: i % 11 === 0 ? 1 : 0,
  }))
  const billed = jobs.filter(({ state }) => state === 'invoiced')
  const rate = (job: (typeof jobs)[number]): number => 60 + 5 * (job.owner % 3)
  // Some hours are done on another day, and some spares are fitted twice.
  const more = jobs.filter((_, i) => i % 3 === 0)
  const times = (job: (typeof jobs)[number]): number => (more.includes(job) ? 2 : 1)
  const fitting = (job: (typeof jobs)[number]): number => times(job) * job.hours * rate(job)
  const spares = (job: (typeof jobs)[number]): number =>
    job.isWarranty === 1 ? 0 : times(job) * job.pieces * job.price
  return `
    create table Owners (OwnerID integer primary key, FullName text, Phone text);
    create table Fitters (FitterID integer primary key, FullName text, HourlyWage real);
    create table Boats (BoatID integer primary key, OwnerID integer references Owners, BoatName text, YearBuilt integer, SurveyDue date);
    create table Spares (SpareID integer primary key, Description text, Brand text);
    create table Jobs (JobNo integer primary key, OwnerID integer references Owners, BoatID integer references Boats, Status text, OpenedOn date, EstimateNet real);
    create table FittingLines (FittingLineID integer primary key, JobNo integer references Jobs, FitterID integer references Fitters, HoursSold real, HoursLogged real, Rate real, DoneOn date);
    create table SpareLines (SpareLineID integer primary key, JobNo integer references Jobs, SpareID integer references Spares, Qty integer, UnitPrice real, UnitCost real, IsWarranty integer);
    create table Bills (BillNo integer primary key, JobNo integer references Jobs, OwnerID integer references Owners, BillDate date, FittingNet real, SparesNet real, NetTotal real, VAT real, GrossTotal real, IsVoid integer);
    ${rows(
      'Owners',
      [1, 2, 3, 4, 5, 6].map((id) => [
        id,
        ['Ada Finch', 'Bo Crane', 'Cy Heron', 'Di Swift', 'Ed Rook', 'Flo Wren'][id - 1] ?? '',
        `07${id}00`,
      ]),
    )}
    ${rows('Fitters', [
      [1, 'Mona Keel', 21],
      [2, 'Nils Mast', 24],
    ])}
    ${rows(
      'Boats',
      [1, 2, 3, 4, 5, 6].map((id) => [
        id,
        id,
        `Boat ${id}`,
        2000 + id,
        id === 6 ? null : `2026-${id < 3 ? '12' : '08'}-0${id}`,
      ]),
    )}
    ${rows('Spares', [
      [1, 'Impeller', 'Rix'],
      [2, 'Belt', 'Rix'],
      [3, 'Anode', 'Zed'],
    ])}
    ${rows(
      'Jobs',
      jobs.map((job) => [job.no, job.owner, job.owner, job.state, job.day, fitting(job) + spares(job)]),
    )}
    ${rows(
      'FittingLines',
      [...jobs, ...more].map((job, i) => [
        i + 1,
        job.no,
        1 + (i % 2),
        job.hours,
        job.hours + 0.25,
        rate(job),
        job.day,
      ]),
    )}
    ${rows(
      'SpareLines',
      [...jobs, ...more].map((job, i) => [
        i + 1,
        job.no,
        1 + (i % 3),
        job.pieces,
        job.price,
        11,
        job.isWarranty,
      ]),
    )}
    ${rows(
      'Bills',
      billed.map((job, i) => {
        const net = fitting(job) + spares(job)
        return [
          900 + i,
          job.no,
          job.owner,
          job.day,
          fitting(job),
          spares(job),
          net,
          net * 0.2,
          net * 1.2,
          i % 9 === 4 ? 1 : 0,
        ]
      }),
    )}
  `
}
