import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admit } from '../sources/admission/read-only.ts'
import { openFerry, type Ferry } from './test-ferry.ts'
import { openSmallDatabase } from './test-small-database.ts'

let ferry: Ferry
beforeAll(async () => {
  ferry = await openFerry()
})
afterAll(() => ferry[Symbol.dispose]())

test.each([
  ['how many captains resigned', 'resigned'],
  ['how many trips were windy', 'windy'],
  ['which boats are insured', 'insured'],
])(
  '[DR380] a question with a word that has no place in the reading is not answered: %s',
  (question, word) => {
    const plan = ferry.plan(question)
    const reply =
      plan.status === 'clarification'
        ? plan.questions.map((one) => one.question).join(' ')
        : plan.status === 'cannot_answer'
          ? plan.reason
          : plan.status
    expect(reply).toContain(word)
  },
)

test('[DR381] an unknown thing is refused, with questions that can be asked instead', () => {
  const plan = ferry.plan('number of captains with an umbrella')
  if (plan.status !== 'cannot_answer') throw new Error(plan.status)
  expect(plan.missing).toEqual(['umbrella'])
  expect(plan.nearest?.map(({ restatement }) => restatement)).toEqual(['number of captains'])
})

test.each([
  ['total ticket number', 'ticket number'],
  ['average ticket number per boat', 'ticket number'],
  ['total discount', 'discount'],
])('[DR382] [DR4080] identifiers, years and rates are not added up: %s', (question, field) => {
  const plan = ferry.plan(question)
  if (plan.status !== 'cannot_answer') throw new Error(plan.status)
  expect(plan.reason).toContain(field)
})

test('[DR382] [DR4080] a rate may be averaged', () => {
  expect(ferry.rows('average discount')).toEqual([[0.15]])
})

test.each(['boats with a built year above 15', 'trips sailed in 2025 and sailed in 2026'])(
  '[DR383] [DR4081] a year compared with a number of another size, and two periods at once, are not answered: %s',
  (question) => expect(ferry.plan(question).status).not.toBe('readings'),
)

test.each([
  'what will the total fare be next month',
  'will we sail more trips next year',
  'why did Bo Keel cancel trips',
  'should we buy another boat',
  'what do you recommend for the boats',
])('[DR385] [DR4137] forecasts, reasons and advice are refused as such: %s', (question) => {
  const plan = ferry.plan(question)
  if (plan.status !== 'cannot_answer') throw new Error(plan.status)
  expect(plan.reason).toMatch(/^Data shows what happened; this asks for a /)
})

test('[DR386] [DR4088] two readings that are equally good are asked about, and one is chosen by its words', async () => {
  using two = await openSmallDatabase(`
    create table parcels (parcel_id integer primary key, weight_net real not null, weight_gross real not null);
    insert into parcels values (1, 2.5, 3), (2, 4, 4.5);`)
  const plan = two.plan('average weight')
  if (plan.status !== 'clarification') throw new Error(plan.status)
  const [first = '', second = ''] = plan.questions[0]?.suggestions ?? []
  expect([first, second].toSorted()).toEqual(['weight gross', 'weight net'])
  expect(two.reading(`average weight [${plan.questions[0]?.label}: ${second}]`).restatement).toBe(
    `average ${second}`,
  )
})

test.each([
  'captains not from Skagen, Ebeltoft or Aarhus',
  'captains whose home port is not Skagen, Ebeltoft or Aarhus',
])('[DR387] one negation governs the whole list: %s', (question) => {
  expect(ferry.rows(question)).toEqual([])
})

test.each([
  ['captains not from Skagen or Ebeltoft', [['Cy Mast']]],
  ['captains without trips in 2025', [['Di Sail']]],
  ['captains who have not sailed since July 2026', [['Di Sail']]],
  ['captains who did not sail in 2026', [['Di Sail']]],
])('[DR388] [DR4089] a condition under a negation is inside it: %s', (question, rows) => {
  expect(ferry.rows(question)).toEqual(rows)
})

test('[DR389] a period after "did we have" is of the rows asked about', () => {
  expect(ferry.reading('how many captains without trips did we hire in 2021').restatement).toBe(
    'number of captains, where there are no trips, in 2021',
  )
})

test('[DR390] a total that includes cancelled rows says so', () => {
  const said = (question: string) => ferry.reading(question).assumptions.map(({ says }) => says)
  expect(said('show the boat name and the average fare of its trips')).toContain(
    'Includes trips whose status is cancelled.',
  )
  expect(said('total fare per boat')).toContain('Without trips whose status is cancelled.')
  expect(said('total fare per boat of completed trips').join(' ')).not.toContain('Includes')
})

test('[DR391] [DR4090] two states are counted apart, and the month with the most shows only the month', () => {
  expect(new Set(ferry.rows('completed and cancelled trips per boat'))).toEqual(
    new Set([
      ['Gull', 24, 6],
      ['Tern', 24, 6],
    ]),
  )
  expect(ferry.rows('in which month were most trips sailed')).toHaveLength(1)
  expect(ferry.reading('in which month were most trips sailed').query.outputs).toHaveLength(1)
})

test.each([
  'the of and to is',
  '🚢🚢🚢',
  '船は何隻ありますか',
  '?!',
  'a'.repeat(2000),
  'of the '.repeat(285),
])('[DR392] a text that is not a question is refused: %s', (question) =>
  expect(ferry.plan(question).status).toBe('cannot_answer'),
)

test('[DR392] [DR4091] a question of 2,000 characters is read or refused, never answered in part', () => {
  const long = `how many trips were ${'very '.repeat(390)}long`
  expect(long.length).toBeLessThanOrEqual(2000)
  expect(ferry.plan(long).status).not.toBe('readings')
})

test('[DR392] a long question of words that lists are made with is read or refused in time', () => {
  for (const part of ['are due for a ', 'and or ', 'that have, ', 'who owe us '])
    expect(ferry.plan(`how many trips ${part.repeat(120)}`).status).not.toBe('verified')
})

test('[DA382] rows with a key of several columns are counted across joins by an accepted statement', async () => {
  using racks = await openSmallDatabase(`
    create table racks (aisle integer not null, level integer not null, zone text not null, primary key (aisle, level));
    create table boxes (box_id integer primary key, aisle integer not null, level integer not null, kind text not null,
      foreign key (aisle, level) references racks (aisle, level));
    insert into racks values (1, 1, 'north'), (1, 2, 'north'), (2, 1, 'south');
    insert into boxes values (1, 1, 1, 'tea'), (2, 1, 1, 'tea'), (3, 1, 2, 'tea'), (4, 2, 1, 'salt');`)
  const sql = racks.sql('number of racks per kind of boxes')
  expect(sql).toContain('quote(')
  await admit(sql, 'sqlite', [['racks'], ['boxes']])
})

test.each(['the first 3 trips', 'list 3 boats'])(
  '[DR4087] the first rows in no order are asked about: %s',
  (question) => {
    const plan = ferry.plan(question)
    expect(plan.status === 'clarification' && plan.questions[0]?.question).toContain('in no order')
  },
)

describe('a hall with wines and clubs', () => {
  const halls = `
    create table halls (hall_id integer primary key, name text not null, city text not null, opened_on date not null);
    create table wines (wine_id integer primary key, title text not null, vintage integer not null, price real not null);
    create table clubs (club_id integer primary key, name text not null);
    create table club_members (member_id integer primary key, club_id integer not null references clubs, full_name text not null);
    insert into halls values (1, 'Blue Hall', 'Lima', '2020-01-02'), (2, 'Red Hall', 'Cusco', '2021-03-04');
    insert into wines values (1, 'Dawn', 1999, 10), (2, 'Dusk', 2001, 12), (3, 'Noon', 2004, 20);
    insert into clubs values (1, 'Row'), (2, 'Sail');
    insert into club_members values (1, 1, 'Ada Moor'), (2, 1, 'Bo Nash'), (3, 2, 'Cy Orr');`

  test('[DR4001] "where" and "when" show the place and the moment', async () => {
    using database = await openSmallDatabase(halls)
    expect(database.rows('Where is Blue Hall?')).toEqual([['Lima']])
    expect(database.rows('When was Blue Hall opened?')).toEqual([['2020-01-02']])
  })

  test('[DR4079] no reading adds up years', async () => {
    using database = await openSmallDatabase(halls)
    expect(JSON.stringify(database.plan('total vintage of wines'))).not.toContain('total vintage"')
  })

  test('[DR4095] club members are not clubs', async () => {
    using database = await openSmallDatabase(halls)
    expect(database.rows('how many club members are there')).toEqual([[3]])
  })
})

test('[DR4136] the sum of what is owed is gross where an amount is net and one gross', async () => {
  using bills = await openSmallDatabase(`
    create table clients (client_id integer primary key, name text not null);
    create table invoices (invoice_id integer primary key, client_id integer not null references clients, issued_on date not null, due_on date not null, paid_on date, net real not null, gross real not null);
    insert into clients values (1, 'Ash'), (2, 'Birch');
    insert into invoices values (1, 1, '2026-10-01', '2026-10-15', null, 100, 120), (2, 2, '2026-10-02', '2026-10-20', '2026-10-10', 200, 240), (3, 2, '2026-11-02', '2026-12-20', null, 50, 60);`)
  expect(bills.rows('how many invoices are unpaid and what do they add up to')).toEqual([[2, 180]])
})

describe('a workshop with bills, their payments and tickets', () => {
  const workshop = `
    create table customers (customer_id integer primary key, full_name text not null, town text);
    create table invoices (invoice_id integer primary key, customer_id integer not null references customers, issued_on date not null, due_on date, total real not null);
    create table payments (payment_id integer primary key, invoice_id integer not null references invoices, paid_on date not null, amount real not null);
    create table repairs (repair_id integer primary key, customer_id integer not null references customers, kind text, started_on date not null, finished_on date);
    insert into customers values (1, 'Ada Moor', 'Ely'), (2, 'Bo Nash', 'Ely'), (3, 'Cy Orr', 'Rye');
    insert into invoices values (1, 1, '2026-10-01', '2026-10-31', 10), (2, 2, '2026-10-05', '2026-10-31', 20), (3, 3, '2025-10-05', '2025-10-31', 30);
    insert into payments values (1, 1, '2026-10-05', 10), (2, 2, '2026-10-13', 20), (3, 3, '2025-10-11', 30);
    insert into repairs values (1, 1, 'wheel', '2026-10-01', '2026-10-03'), (2, 2, 'frame', '2026-10-02', '2026-10-08');`

  test('[DR4147] the time until a payment of its own starts with the bill', async () => {
    using database = await openSmallDatabase(workshop)
    expect(database.rows('how long does it take until an invoice is paid')).toEqual([[6]])
  })

  test('[DR4174] unknown words for those who give mean the customers', async () => {
    using database = await openSmallDatabase(workshop)
    expect(database.rows('which donors have not bought anything this year')).toEqual([['Cy Orr']])
  })

  test('[DR4191] a ticket that was paid for was sold, though nobody came', async () => {
    using theatre = await openSmallDatabase(`
      create table visitors (visitor_id integer primary key, full_name text not null);
      create table shows (show_id integer primary key, title text not null, show_on date not null);
      create table tickets (ticket_id integer primary key, show_id integer not null references shows, visitor_id integer not null references visitors, bought_on date not null, price real not null, status text not null);
      insert into visitors values (1, 'Ada Moor'), (2, 'Bo Nash');
      insert into shows values (1, 'Hamlet', '2026-10-10'), (2, 'Faust', '2026-10-12');
      insert into tickets values (1, 1, 1, '2026-10-01', 10, 'used'), (2, 1, 2, '2026-10-02', 20, 'no show'), (3, 2, 1, '2026-10-03', 30, 'used'), (4, 2, 2, '2026-10-03', 40, 'cancelled');`)
    expect(theatre.rows('revenue last month')).toEqual([[60]])
  })

  test('[DR3528] a time in hours or minutes is given in days where there are no times of day, and the answer says so', async () => {
    using days = await openSmallDatabase(`
        create table items (item_id integer primary key, item_name text not null);
        create table repairs (repair_id integer primary key, item_id integer not null references items, received_on date not null, finished_on date, cost real);
        insert into items values (1, 'Lamp'), (2, 'Chair');
        insert into repairs values (1, 1, '2026-01-02', '2026-01-04', 10), (2, 2, '2026-02-02', '2026-02-06', 20), (3, 1, '2026-03-02', null, 30);`)
    const unitOf = (question: string) =>
      days.reading(question).assumptions.find(({ about }) => about === 'unit of time')?.says
    expect(unitOf('how many minutes does a repair take')).toMatch(/is in days and not in minutes\.$/)
    expect(unitOf('how long does a repair take on average, in hours')).toMatch(/not in hours\.$/)
    expect(unitOf('how many days does a repair take')).toBeUndefined()
  })

  test('[DO1548] a column with accents is found without them', async () => {
    using trips = await openSmallDatabase(`
      create table trips (trip_id integer primary key, name text, started_on date, durée real);
      insert into trips values (1, 'A', '2025-01-01', 3), (2, 'B', '2025-02-01', 5);`)
    expect(trips.rows('average duree of trips')).toEqual([[4]])
    using chain = await openSmallDatabase(`
      create table cafés (café_id integer primary key, café_name text, city text);
      insert into cafés values (1, 'Blume', 'Bonn'), (2, 'Ida', 'Ulm'), (3, 'Rot', 'Bonn');`)
    expect(chain.rows('how many cafes are there')).toEqual([[3]])
    expect(chain.rows('list the cafes')).toEqual([['Blume'], ['Ida'], ['Rot']])
  })
})

describe('a studio with jobs, lessons and rooms by the hour', () => {
  const studio = `
    create table clients (client_id integer primary key, full_name text not null);
    insert into clients values (1, 'Ada Moor'), (2, 'Bo Nash');
    create table jobs (job_no integer primary key, client_id integer not null references clients, taken_in_on date not null, wanted_on date, finished_on date, fee real, status text not null);
    insert into jobs values (1, 1, '2026-10-01', '2026-10-05', '2026-10-04', 10, 'done'), (2, 2, '2026-10-02', '2026-10-06', '2026-10-09', 20, 'done'),
      (3, 1, '2026-10-03', '2026-10-08', null, 30, 'in progress'), (4, 1, '2026-11-03', '2026-12-08', null, 30, 'in progress');
    create table lessons (lesson_id integer primary key, client_id integer not null references clients, held_on date not null, channel text, status text not null, fee real);
    insert into lessons values (1, 1, '2026-10-01', 'web', 'done', 10), (2, 1, '2026-10-02', 'web', 'Cancelled by client', 10),
      (3, 2, '2026-10-03', null, 'Late cancellation', 10), (4, 2, '2026-10-04', 'phone', 'done', 10), (5, 2, '2026-10-05', 'web', 'done', 10);
    create table rooms (room_id integer primary key, name text not null, hourly_price real not null);
    insert into rooms values (1, 'Red', 90), (2, 'Blue', 10);
    create table bookings (booking_id integer primary key, room_id integer not null references rooms, client_id integer not null references clients, starts_at timestamp not null, ends_at timestamp not null, total real not null);
    insert into bookings values (1, 1, 1, '2026-10-01 09:00', '2026-10-01 10:00', 90), (2, 2, 2, '2026-10-02 09:00', '2026-10-02 14:00', 50), (3, 2, 1, '2026-10-03 09:00', '2026-10-03 11:00', 20);`

  test('[DR4057] a day that was wanted is a due date', async () => {
    using database = await openSmallDatabase(studio)
    expect(database.rows('which jobs were late').map(([job]) => job)).toEqual([2, 3])
  })

  test('[DR4064] open rows are those without the date of their end', async () => {
    using database = await openSmallDatabase(studio)
    expect(database.sql('how many open jobs are there')).toMatch(/finished_on IS NULL/i)
    expect(database.rows('how many open jobs are there')).toEqual([[2]])
  })

  test('[DR4075] a late cancellation is a state of its own', async () => {
    using database = await openSmallDatabase(studio)
    expect(database.rows('how many lessons were cancelled')).toEqual([[1]])
  })

  test('[DR4076] a share says in how many rows the field is empty', async () => {
    using database = await openSmallDatabase(studio)
    expect(database.rows('share of web lessons')).toEqual([[60]])
    expect(database.reading('share of web lessons').assumptions.map(({ says }) => says)).toContain(
      '1 of all 5 lessons have no channel; they are part of the whole.',
    )
  })

  test('[DR4083] a price per hour is no time', async () => {
    using database = await openSmallDatabase(studio)
    expect(database.rows('hours per room')).toEqual([
      ['Blue', 7],
      ['Red', 1],
    ])
  })
})

test('[DO1504] “book sales” is the revenue of the dataset of that name', async () => {
  using shop = await openSmallDatabase(`
    create table books (book_id integer primary key, title text not null, price real);
    create table visits (visit_id integer primary key, visited_on date, people integer, fee real);
    create table book_sales (sale_id integer primary key, book_id integer references books, sold_on date, quantity integer, unit_price real);
    insert into books values (1, 'A', 3), (2, 'B', 4);
    insert into visits values (1, '2026-10-01', 2, 100), (2, '2026-10-02', 2, 200), (3, '2026-10-03', 1, 300);
    insert into book_sales values (1, 1, '2026-10-01', 2, 3), (2, 2, '2026-10-02', 1, 4);`)
  expect(shop.rows('book sales last month')).toEqual([[10]])
})
