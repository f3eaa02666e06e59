import { expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

/** A ferry pier: crossings with passengers, their notes, and what the pier was asked to mend. */
const pier = `
  create table skippers (id integer primary key, name text not null, share_percent integer, port text);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 8) insert into skippers
    select i, 'Skipper ' || char(64 + i), 30 + 5 * i, case when i < 5 then 'Marlow' when i < 8 then 'Tarn' else 'Ost' end from n;
  create table crossings (id integer primary key, skipper_id integer references skippers, sailed_on date, distance_km real, fare real, minutes integer, turned_back integer not null default 0);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 120) insert into crossings
    select i, 1 + (i * i) % 8, date('2026-01-02', i || ' day'), 2 + i % 30, 40 + i * 7 % 500, 20 + i % 50, i % 9 = 0 from n;
  create table feedback (id integer primary key, crossing_id integer references crossings, stars integer, given_on date);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 90) insert into feedback
    select i, i, 1 + i % 5, date('2026-01-03', i || ' day') from n;
  create table faults (id integer primary key, kind text, reported_at datetime, mended_at datetime);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 40) insert into faults
    select i, case i % 2 when 0 then 'engine' else 'hull' end, datetime('2026-02-01 08:00', i || ' day'),
      case when i % 7 = 0 then null else datetime('2026-02-01 08:00', i || ' day', (5 + i) || ' hours') end from n;`

/** A language school. */
const school = `
  create table pupils (id integer primary key, name text not null, country text, joined_on date);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 60) insert into pupils
    select i, 'Pupil ' || char(64 + (i - 1) / 20 + 1) || i, case when i < 25 then 'Peru' when i < 45 then 'Chad' when i < 56 then 'Laos' else 'Fiji' end, date('2025-01-01', i || ' day') from n;
  create table lectures (id integer primary key, title text not null, topic text);
  insert into lectures values (1, 'Verbs', 'grammar'), (2, 'Tones', 'speech'), (3, 'Cases', 'grammar'), (4, 'Idioms', 'speech');
  create table recordings (id integer primary key, lecture_id integer references lectures, length_seconds integer, made_at datetime, published_at datetime);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 30) insert into recordings
    select i, 1 + i % 4, 300 + 60 * i, datetime('2026-01-01', i || ' day'), datetime('2026-01-03', i || ' day') from n;
  create table enrolments (id integer primary key, pupil_id integer references pupils, lecture_id integer references lectures, enrolled_on date, finished_on date);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 150) insert into enrolments
    select i, 1 + (i * 7) % 60, 1 + (i % 7) % 4, date('2026-01-05', i || ' day'), case when i % 3 = 0 then null else date('2026-01-05', (i + 10 + i % 5) || ' day') end from n;
  create table reservations (id integer primary key, pupil_id integer references pupils, made_on date, booked_for date, seats integer);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 50) insert into reservations
    select i, i, date('2026-01-05', i || ' day'), date('2026-01-05', (i + i % 9) || ' day'), 1 + i % 4 from n;`

/** The questions that are not answered with the rows of the SQL. */
function unlike(database: SmallDatabase, sql: string, questions: readonly string[]): readonly string[] {
  const wanted = database.run(sql)
  const width = wanted[0]?.length ?? 1
  return questions.filter((question) => {
    const plan = database.plan(question)
    const given = plan.status === 'readings' ? database.rows(question).map((row) => row.slice(0, width)) : []
    return sorted(given).join() !== sorted(wanted).join()
  })
}

test('[DR3440] a bound is the same before the number and after it, with a plus sign and in many words', async () => {
  using database = await openSmallDatabase(pier)
  expect(
    unlike(database, 'select count(*) from feedback where stars <= 2', [
      'how many feedback with at most two stars',
      'how many feedback with two stars or fewer',
      'how many feedback have 2 stars or less',
      'how many feedback with no more than 2 stars',
      'how many feedback with a maximum of two stars',
    ]),
  ).toEqual([])
  expect(
    unlike(database, 'select count(*) from crossings where distance_km >= 20', [
      'how many crossings of 20 km or more',
      'how many crossings of 20+ km',
      'how many crossings of no less than 20 km',
      'how many crossings of 20 km and above',
    ]),
  ).toEqual([])
})

test('[DR3441] the words beside the number, or its unit, say which figure of the rows is bound', async () => {
  using database = await openSmallDatabase(pier)
  expect(
    unlike(database, 'select name from skippers where share_percent < 50', [
      'which skippers get less than 50 percent',
      'skippers with a share below 50 percent',
      'skippers whose share is under 50%',
    ]),
  ).toEqual([])
  expect(
    unlike(
      database,
      `select count(*) from crossings where fare between 100 and 200 and sailed_on >= '2026-03-01' and sailed_on < '2026-04-01'`,
      [
        'how many crossings with a fare between 100 and 200 in March 2026',
        'how many crossings in March 2026 with a fare from 100 to 200 euros',
      ],
    ),
  ).toEqual([])
  using other = await openSmallDatabase(school)
  expect(
    unlike(other, 'select count(*) from reservations where seats >= 3', [
      'how many reservations with at least three seats',
      'how many reservations for 3 seats or more',
      'how many reservations have more than 2 seats',
    ]),
  ).toEqual([])
})

test('[DR3442] a number of things is no amount of the rows', async () => {
  using database = await openSmallDatabase(pier)
  expect(
    unlike(
      database,
      'select s.name from crossings c join skippers s on s.id = c.skipper_id group by s.id having count(*) > 20',
      [
        'skippers with more than 20 crossings',
        'which skippers have over 20 crossings',
        'skippers with 21+ crossings',
      ],
    ),
  ).toEqual([])
})

test('[DR3444] "how many" may come last, and the period first', async () => {
  using database = await openSmallDatabase(pier)
  expect(
    unlike(database, `select count(*) from crossings where distance_km < 10 and sailed_on >= '2026-01-01'`, [
      'crossings this year of less than 10 km, how many?',
      'this year, how many crossings of less than 10 km',
      'how many crossings of less than 10 km this year',
    ]),
  ).toEqual([])
})

test('[DR3445] a yes or a value that is counted stands for its rows', async () => {
  using database = await openSmallDatabase(pier.replaceAll('turned_back', 'breakdown'))
  expect(
    unlike(
      database,
      'select s.name from crossings c join skippers s on s.id = c.skipper_id where breakdown = 1 group by s.id having count(*) > 1',
      [
        'skippers with more than one breakdown crossing',
        'skippers with more than one breakdown',
        'skippers with at least two breakdowns',
      ],
    ),
  ).toEqual([])
})

test('[DR3446] the time between two moments is read by its ends, with groups and a period on any side', async () => {
  using database = await openSmallDatabase(pier)
  const hours = '24.0 * avg(julianday(mended_at) - julianday(reported_at))'
  expect(
    unlike(database, `select ${hours} from faults`, [
      'average hours from report to mending of a fault',
      'how many hours between reporting and mending a fault on average',
    ]),
  ).toEqual([])
  expect(
    unlike(database, `select kind, ${hours} from faults where reported_at >= '2026-01-01' group by kind`, [
      'average hours from report to mending of a fault per kind this year',
      'this year, per kind, hours from report to mending on average',
    ]),
  ).toEqual([])
  using other = await openSmallDatabase(school)
  expect(
    unlike(other, 'select avg(julianday(finished_on) - julianday(enrolled_on)) from enrolments', [
      'how many days from enrolling to finishing on average',
      'average days between enrolment and finish',
    ]),
  ).toEqual([])
})

test('[DR3447] a time that has only an end begins with the row', async () => {
  using database = await openSmallDatabase(pier)
  expect(
    unlike(database, 'select 24.0 * avg(julianday(mended_at) - julianday(reported_at)) from faults', [
      'average hours until a fault is mended',
      'how long until a fault gets mended, on average in hours',
      'how many hours does it take to mend a fault on average',
    ]),
  ).toEqual([])
})

test('[DR3448] an amount of time that rows hold is added up in the unit that is asked for, and never the time between two moments', async () => {
  using database = await openSmallDatabase(school)
  expect(
    unlike(database, 'select sum(length_seconds) / 3600.0 from recordings', [
      'how many hours of recordings do we have in total',
      'total hours of recordings',
    ]),
  ).toEqual([])
  const unclear = database.plan('how many hours of homework do our published recordings have in total')
  const [first] = unclear.status === 'readings' ? unclear.readings : []
  expect(JSON.stringify(first?.query ?? null)).not.toContain('"span"')
  using other = await openSmallDatabase(pier)
  expect(
    unlike(other, 'select sum(minutes) / 60.0 from crossings', [
      'how many hours of crossings did we have in total',
      'how many hours did crossings take in total',
    ]),
  ).toEqual([])
})

test('[DR3450] how far ahead people book is the time from the day on which a booking was made to the one that it is for', async () => {
  using database = await openSmallDatabase(school)
  expect(
    unlike(database, 'select avg(julianday(booked_for) - julianday(made_on)) from reservations', [
      'how many days ahead do people book on average',
      'how far in advance do pupils book on average, in days',
      'how many days in advance are reservations made on average',
    ]),
  ).toEqual([])
})

test('[DR3451] kinds that are ranked by a number of things are ranked by how many of the things are of each', async () => {
  using database = await openSmallDatabase(school)
  expect(
    unlike(database, 'select country from pupils group by country order by count(*) desc limit 2', [
      'top 2 countries by number of pupils',
      'top two countries by pupils',
      'the 2 countries with the most pupils',
    ]),
  ).toEqual([])
})

test('[DR3452] things that bring in the most are ranked by revenue, those we sold the most of by what is named', async () => {
  using database = await openSmallDatabase(`
    create table goods (id integer primary key, name text not null);
    insert into goods values (1, 'Kite'), (2, 'Drum'), (3, 'Yoyo'), (4, 'Whistle');
    create table sales (id integer primary key, sold_on date, goods_id integer references goods, quantity integer, total real);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 80) insert into sales
      select i, date('2026-01-02', i || ' day'), 1 + (i % 10) % 4, 1 + i % 3, case (i % 10) % 4 when 3 then 90 when 1 then 20 else 8 end * (1 + i % 3) from n;`)
  const ranked = (by: string): string =>
    `select g.name from sales s join goods g on g.id = s.goods_id group by g.id order by sum(${by}) desc limit 2`
  expect(
    unlike(database, ranked('total'), [
      'the 2 goods that bring in the most money',
      'which two goods brought in the most money',
    ]),
  ).toEqual([])
  expect(unlike(database, ranked('quantity'), ['the 2 goods we sold the most of, by quantity'])).toEqual([])
})

test('[DR3453] "the most people enrolled" counts the enrolments', async () => {
  using database = await openSmallDatabase(school)
  expect(
    unlike(
      database,
      'select l.title from enrolments e join lectures l on l.id = e.lecture_id group by l.id order by count(*) desc limit 1',
      [
        'which lecture has the most people enrolled',
        'which lecture did the most pupils enrol in',
        'which lecture has the most enrolments',
      ],
    ),
  ).toEqual([])
})

test('[DR3449] the word right before a thing says something of that thing, and not of the rows that are counted', async () => {
  using database = await openSmallDatabase(
    school
      .replace('topic text);', 'topic text, published_at datetime);')
      .replaceAll("'grammar')", "'grammar', null)")
      .replaceAll("'speech')", "'speech', '2026-01-05 10:00:00')"),
  )
  const plan = database.plan('how many hours of recordings do our published lectures have in total')
  const made = plan.status === 'readings' ? JSON.stringify(plan.readings[0].query) : ''
  expect(made).not.toContain('"dataset":"recordings","field":"published_at"')
})
