import { describe, expect, test } from 'vitest'
import { readQuestion, type Reading } from '@quipu/reading'
import { now, openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'
import { plainContext } from './test-shop.ts'

const towns = ['Marlow', 'Henley', 'Bray']
const pieces = ['Vase', 'Bowl', 'Lantern', 'Paperweight']

describe('glass studios', () => {
  const opened = openedBefore(`
    create table studios (studio_id integer primary key, studio_name text not null, rooms integer);
    create table collectors (collector_id integer primary key, collector_name text not null, joined_on date);
    create table sales (sale_id integer primary key, studio_id integer references studios, collector_id integer references collectors, sold_on date, piece text, amount real);
    create table commissions (commission_id integer primary key, collector_id integer references collectors, title text not null, ordered_on date, wanted_on date, delivered_on date, state text);
    create table demonstrations (demonstration_id integer primary key, topic text not null, shown_on date, state text);
    ${into(
      'studios',
      upTo(3).map((id) => [id, towns[id - 1] ?? '', 2 + id]),
    )}
    ${into(
      'collectors',
      upTo(60).map((id) => [id, `Collector ${id}`, day(-11 * id)]),
    )}
    ${into(
      'commissions',
      upTo(90).map((id) => [
        id,
        1 + (id % 60),
        `Commission ${id}`,
        day(-id),
        day(32 - id),
        id > 40 || id % 8 === 0 ? day(31 - id > 0 ? 0 : 31 - id) : null,
        id % 11 === 0 ? 'cancelled' : id > 40 || id % 8 === 0 ? 'done' : 'making',
      ]),
    )}
    ${into(
      'demonstrations',
      upTo(50).map((id) => [id, `Topic ${id}`, day(60 - 3 * id), id % 9 === 0 ? 'cancelled' : 'open']),
    )}
    ${into(
      'sales',
      upTo(400).map((id) => [
        id,
        1 + (id % 3),
        1 + ((id * 7) % 60),
        day(-2 * id),
        pieces[(id * 3) % 4] ?? '',
        20 + (id % 9) * 3,
      ]),
    )}
  `)

  function check(question: string, sql: string): void {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(0)
  }

  const monthly = (months: string, where = '1'): string =>
    `select substr(sold_on, 1, 7) || '-01', sum(amount) from sales join studios using (studio_id) where substr(sold_on, 1, 7) in (${months}) and ${where} group by 1`
  const yearly = (where = '1'): string =>
    `select substr(sold_on, 1, 4) || '-01-01', sum(amount) from sales join studios using (studio_id) where sold_on >= '2025-01-01' and ${where} group by 1`

  test.each([
    ['did we sell more last month than the month before', monthly(`'2026-05', '2026-04'`)],
    ['Did we take less in May than in April?', monthly(`'2026-05', '2026-04'`)],
    [
      'did we get more new collectors this year than last?',
      `select substr(joined_on, 1, 4) || '-01-01', count(*) from collectors where joined_on >= '2025-01-01' group by 1`,
    ],
  ])('[DR3600] %s', check)

  test.each([
    ['are we selling more than last year', yearly()],
    [
      'have we sold more vases than last year?',
      `select substr(sold_on, 1, 4) || '-01-01', count(*) from sales where piece = 'Vase' and sold_on >= '2025-01-01' group by 1`,
    ],
  ])('[DR4401] %s', check)

  test.each([
    ['did we earn more last month than in the same month a year ago', monthly(`'2026-05', '2025-05'`)],
  ])('[DR4402] %s', check)

  test.each([
    ['have sales gone up since last month', monthly(`'2026-06', '2026-05'`)],
    ['compare sales last month with the month before', monthly(`'2026-05', '2026-04'`)],
  ])('[DR3601] %s', check)

  test.each([
    ['is Henley up or down on last year?', yearly(`studio_name = 'Henley'`)],
    ['is the Bray studio doing better than last year', yearly(`studio_name = 'Bray'`)],
    ['was May better than April', monthly(`'2026-05', '2026-04'`)],
    ['are we ahead of last month in Marlow', monthly(`'2026-06', '2026-05'`, `studio_name = 'Marlow'`)],
  ])('[DR3601] [DR4403] %s', check)

  function periodsOf(question: string): readonly unknown[] {
    const plan = opened().plan(question)
    return plan.status === 'readings' ? plan.readings[0].query.groupBy : []
  }

  test('[DR3602] how many there are now is not compared with an earlier period', () => {
    expect(periodsOf('do we have more collectors than last year')).toEqual([])
  })

  test('[DR4404] periods that narrow related rows are not set side by side', () => {
    expect(periodsOf('did more collectors buy this year than last year')).toEqual([])
  })

  const wanted = (until: string): string =>
    `select title from commissions where state <> 'cancelled' and delivered_on is null and wanted_on >= '2026-06-15' and wanted_on < '${until}'`

  test.each([
    ['what do we have to deliver in the next 7 days', wanted('2026-06-23')],
    ['which commissions do we have to deliver in the next two weeks', wanted('2026-06-30')],
  ])('[DR3603] [DR4405] [DR4406] [DR4407] %s', check)

  test.each([
    ['which commissions are due in the next 7 days', wanted('2026-06-23')],
    ['commissions that should be delivered in the next two weeks', wanted('2026-06-30')],
  ])('[DR3604] %s', check)

  const shown = `select topic from demonstrations where state <> 'cancelled' and shown_on >= '2026-06-15'`

  test.each([
    ['future demonstrations', shown],
    [`What's coming up? List of demonstrations that are still to come`, shown],
  ])('[DR4408] %s', check)

  test.each([
    ['demonstrations planned for the next 7 days', `${shown} and shown_on < '2026-06-23'`],
    [
      'how many demonstrations are scheduled for next month',
      `select count(*) from (${shown}) join demonstrations using (topic) where shown_on like '2026-07%'`,
    ],
  ])('[DR3605] %s', check)

  test.each([
    [
      'on which weekday do most people order',
      `select cast(strftime('%u', sold_on) as integer) from sales group by 1 order by count(*) desc limit 1`,
    ],
    [
      'on which day of the week do people buy the most',
      `select cast(strftime('%u', sold_on) as integer) from sales group by 1 order by count(*) desc limit 1`,
    ],
  ])('[DR3607] %s', check)

  test.each([
    [['how much did we sell so far this month', 'And the month before?'], '2026-05-01', '2026-06-01'],
    [
      ['sales so far this month', 'and the month before?', 'and the month before that?'],
      '2026-04-01',
      '2026-05-01',
    ],
    [['sales so far this month', 'and the same month last year?'], '2025-06-01', '2025-07-01'],
  ])('[DR3606] %s', (questions, start, end) => {
    expect(afterAll(questions)).toContain(JSON.stringify({ start, end }).slice(1, -1))
  })

  test('[DR4409] the same time last month is as much of it as has passed of this one', () => {
    const found = afterAll(['sales so far this month', 'and the same time last month?'])
    expect(found).toContain(`"start":"2026-05-01","end":"2026-05-16"`)
  })

  function afterAll(questions: readonly string[]): string {
    let previous: { question: string; reading: Reading } | null = null
    for (const question of questions) {
      const plan = readQuestion(question, opened().ontology, { ...plainContext, now, previous })
      if (plan.status !== 'readings') throw new Error(`no reading: ${question}`)
      previous = { question, reading: plan.readings[0] }
    }
    return JSON.stringify(previous?.reading.query)
  }
})

describe('window cleaners who bill some of their rounds', () => {
  const opened = openedBefore(`
    create table clients (client_no integer primary key, client_name text not null, town text);
    create table invoices (invoice_no integer primary key, client_no integer references clients, invoice_date date, amount real, paid_on date);
    create table workers (worker_id integer primary key, worker_name text not null);
    create table rounds (round_id integer primary key, client_no integer references clients, worker_id integer references workers, invoice_no integer references invoices, begun_at timestamp, minutes integer);
    ${into(
      'clients',
      upTo(30).map((id) => [id, `Client ${id}`, towns[id % 3] ?? '']),
    )}
    ${into(
      'invoices',
      upTo(120).map((id) => [id, 1 + (id % 30), day(-7 * id), 90, day(-7 * id + 5)]),
    )}
    ${into(
      'workers',
      upTo(4).map((id) => [id, `Worker ${id}`]),
    )}
    ${into(
      'rounds',
      upTo(500).map((id) => [
        id,
        1 + (id % 30),
        1 + (id % 4),
        id % 5 === 0 ? null : 1 + (id % 120),
        `${day(-id - (id % 3))} ${id % 4 === 0 ? '08' : '10'}:${10 + (id % 50)}:00`,
        60,
      ]),
    )}
  `)

  test.each([
    [
      'busiest day of the week?',
      `select cast(strftime('%u', begun_at) as integer) from rounds group by 1 order by count(*) desc limit 1`,
    ],
    [
      'what is our busiest hour',
      `select cast(strftime('%H', begun_at) as integer) from rounds group by 1 order by count(*) desc limit 1`,
    ],
  ])('[DR4411] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})

describe('a choir with seasons', () => {
  const opened = openedBefore(`
    create table seasons (season_id integer primary key, season_name text not null, begins_on date not null, ends_on date not null);
    create table singers (singer_id integer primary key, singer_name text not null);
    create table concerts (concert_id integer primary key, season_id integer not null references seasons, hall text not null, tickets integer);
    create table parts (part_id integer primary key, concert_id integer not null references concerts, singer_id integer not null references singers);
    ${into(
      'seasons',
      upTo(8).map((id) => [id, `Season no. ${id}`, day(-900 + id * 120), day(-801 + id * 120)]),
    )}
    ${into(
      'singers',
      upTo(30).map((id) => [id, `Singer ${id}`]),
    )}
    ${into(
      'concerts',
      upTo(40).map((id) => [id, 1 + (id % 8), `Hall ${id}`, 100 + id]),
    )}
    ${into(
      'parts',
      upTo(200).map((id) => [id, 1 + (id % 40), 1 + ((id * 7) % 30)]),
    )}
  `)
  const ofSeason = (which: string): string =>
    `select hall from concerts join seasons using (season_id) where begins_on = (${which})`
  const now = `select max(begins_on) from seasons where begins_on <= '2026-06-15'`
  const before = `select max(begins_on) from seasons where begins_on < (${now})`
  const next = `select min(begins_on) from seasons where begins_on > '2026-06-15'`

  test.each([
    ['which concerts are there this season', ofSeason(now)],
    ['list the concerts of the current season', ofSeason(now)],
    ['how many concerts are there this season', `select count(*) from (${ofSeason(now)})`],
  ])('[DR3609] %s', check)

  test.each([
    ['which concerts did we have last season', ofSeason(before)],
    ['concerts in the previous season', ofSeason(before)],
  ])('[DR4412] %s', check)

  test.each([['which concerts are in the next season', ofSeason(next)]])('[DR4413] %s', check)

  function check(question: string, sql: string): void {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(0)
  }

  test('[DR3610] [DR4414] [DR4415] the season of the question before is replaced, said as it was asked, and found by a day', () => {
    const { ontology } = opened()
    const context = { ...plainContext, now: new Date('2026-06-15T12:00:00Z'), previous: null }
    const question = 'how many concerts are there this season'
    const first = readQuestion(question, ontology, context)
    if (first.status !== 'readings') throw new Error('no reading')
    expect(first.readings[0].restatement).toContain('this season')
    expect(first.readings[0].assumptions.map(({ says }) => says)).toContain(
      '“this season” is the one that began last, by begins on.',
    )
    const second = readQuestion('and last season?', ontology, {
      ...context,
      previous: { question, reading: first.readings[0] },
    })
    if (second.status !== 'readings') throw new Error('no reading')
    expect(second.readings[0].restatement).toContain('last season')
    expect(second.readings[0].restatement).not.toContain('this season')
  })

  test('[DR3611] singers of one season who lack another are no singers of both', () => {
    const plan = opened().plan('how many singers from last season did not come back this season')
    expect(JSON.stringify(plan)).not.toContain('begins_on')
  })
})

describe('a reading room with visits and a till', () => {
  const opened = openedBefore(`
    create table patrons (patron_id integer primary key, patron_name text not null);
    create table receipts (receipt_id integer primary key, patron_id integer references patrons, paid_at timestamp, total real);
    create table visits (visit_id integer primary key, patron_id integer references patrons, came_at timestamp);
    ${into(
      'patrons',
      upTo(20).map((id) => [id, `Patron ${id}`]),
    )}
    ${into(
      'receipts',
      upTo(60).map((id) => [id, 1 + (id % 20), `${day(-id)} 09:10:00`, 5 + (id % 7)]),
    )}
    ${into(
      'visits',
      upTo(200).map((id) => [id, 1 + (id % 20), `${day(-id)} ${id % 3 === 0 ? '11' : '14'}:10:00`]),
    )}
  `)

  test('[DR4410] when most customers come in is when there are the most visits, and not the most sales', () => {
    expect(opened().rows('at what time of day do most customers come in')).toEqual([[14]])
  })
})
