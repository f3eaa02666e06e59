import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { into, upTo } from './test-made-rows.ts'

const ports = ['OSL', 'BGO', 'KRS', 'SVG', 'TOS', 'BOD']
const cities = ['Oslo', 'Bergen', 'Kristiansand', 'Stavanger', 'Tromso', 'Bodo']

describe('ferries between ports', () => {
  const opened = openedBefore(`
    create table port (port_code text primary key, port_name text, city text, depth real);
    create table vessel (vessel_id integer primary key, vessel_name text, shipyard text, length real, beam real, is_open integer, crew_num integer, num_booked integer);
    create table crossing (crossing_id integer primary key, vessel_id integer references vessel, origin text references port, destination text references port, adult_fare real, same_day_fare real, rating integer);
    create table leave (leave_id integer primary key, crossing_id integer references crossing, berth_class text);
    ${into(
      'port',
      ports.map((code, at) => [code, `Quay ${code}`, cities[at] ?? '', 4 + at * 1.5]),
    )}
    ${into(
      'vessel',
      upTo(9).map((id) => [
        id,
        `Vessel ${id}`,
        id % 2 === 0 ? 'Ulstein' : 'Vard',
        60 + id * 7,
        10 + (id % 4),
        id % 3 === 0 ? 0 : 1,
        5 + (id % 5),
        100 + id * 13,
      ]),
    )}
    ${into(
      'crossing',
      upTo(80).map((id) => [
        id,
        1 + (id % 9),
        ports[id % 6] ?? '',
        ports[(id * 5 + 1) % 6] ?? '',
        100 + id,
        70 + (id % 11),
        1 + (id % 5),
      ]),
    )}
    ${into(
      'leave',
      upTo(40).map((id) => [id, 1 + (id % 30), id % 2 === 0 ? 'cabin' : 'deck']),
    )}
  `)

  test.each([
    ['how many crossings to BGO', `select count(*) from crossing where destination = 'BGO'`],
    ['how many crossings from OSL', `select count(*) from crossing where origin = 'OSL'`],
    ['how many crossings arrive in TOS', `select count(*) from crossing where destination = 'TOS'`],
    [
      'average adult fare from KRS to SVG',
      `select avg(adult_fare) from crossing where origin = 'KRS' and destination = 'SVG'`,
    ],
  ])('[DR3100] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'how many crossings from Oslo to Bergen',
      `select count(*) from crossing where origin = 'OSL' and destination = 'BGO'`,
    ],
    ['how many crossings to Bodo', `select count(*) from crossing where destination = 'BOD'`],
  ])('[DR3101] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'how many crossings from Oslo (OSL) to Stavanger (SVG)',
      `select count(*) from crossing where origin = 'OSL' and destination = 'SVG'`,
    ],
  ])('[DR3102] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['how many good crossings (rating > 3)', 'select count(*) from crossing where rating > 3'],
    [
      'number of cheap crossings (adult_fare <= 120)',
      'select count(*) from crossing where adult_fare <= 120',
    ],
  ])('[DR3103] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([['average same-day fare', 'select avg(same_day_fare) from crossing']])(
    '[DR3104] %s',
    (question, sql) => {
      const { got, wanted } = rowsOf(opened(), question, sql)
      expect(got).toEqual(wanted)
    },
  )

  test.each([
    ['what is the average fare of same-day crossings', 'select avg(same_day_fare) from crossing'],
    ['average fare of adult crossings', 'select avg(adult_fare) from crossing'],
  ])('[DR3105] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR3106] a unit that the data does not name is left out, and the answer says so', () => {
    const plan = opened().plan('which ports have a depth of more than 8 meters')
    expect(plan.status).toBe('readings')
    const notes = plan.status === 'readings' ? plan.readings[0].assumptions : []
    expect(notes.find(({ about }) => about === 'unit')?.changesNumbers).toBe(true)
    const { got, wanted } = rowsOf(
      opened(),
      'which ports have a depth of more than 8 meters',
      'select port_name from port where depth > 8',
    )
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'list the vessels ordered from longest to shortest length',
      'select vessel_name from vessel order by length desc',
    ],
    ['list the vessels starting with the lowest beam', 'select vessel_name from vessel order by beam'],
  ])('[DR3107] %s', (question, sql) => {
    const got = opened()
      .rows(question)
      .map(([name]) => name)
    expect(got).toHaveLength(9)
    expect(got[0]).toEqual(opened().run(sql)[0]?.[0])
  })

  test.each([
    [
      'ratio of open vessels to closed vessels',
      'select 1.0 * sum(is_open = 1) / sum(is_open = 0) from vessel',
    ],
    ['how many closed vessels', 'select count(*) from vessel where is_open = 0'],
  ])('[DR3110] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR3109] a ratio does not lose the condition of a half', () => {
    const plan = opened().plan('ratio of haunted vessels to open vessels')
    expect(plan.status).not.toBe('readings')
  })

  test.each([['ratio of length to beam for each vessel', 'select vessel_name, length / beam from vessel']])(
    '[DR3111] %s',
    (question, sql) => {
      const { got, wanted } = rowsOf(opened(), question, sql)
      expect(got).toEqual(wanted)
    },
  )

  test.each([
    [
      'what is the proportion of crossings with rating 5 to crossings with rating 1',
      'select 1.0 * sum(rating = 5) / sum(rating = 1) from crossing',
    ],
  ])('[DR3112] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([['total number of people booked on each vessel', 'select vessel_name, num_booked from vessel']])(
    '[DR3118] %s',
    (question, sql) => {
      const { got, wanted } = rowsOf(opened(), question, sql)
      expect(got).toEqual(wanted)
    },
  )

  test.each([
    ['how many vessels built by the shipyard of Vard', `select count(*) from vessel where shipyard = 'Vard'`],
  ])('[DR3119] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'what are the 2 vessels with the most crossings associated with them',
      'select vessel_name from vessel join crossing using (vessel_id) group by 1 order by count(*) desc, vessel_id limit 2',
    ],
  ])('[DR3120] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['how many vessels are open and how many are not', 'select is_open, count(*) from vessel group by 1'],
  ])('[DR3121] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'which crossings have a cabin? Give me the crossing id and the adult fare.',
      `select distinct crossing_id, adult_fare from crossing join leave using (crossing_id) where berth_class = 'cabin'`,
    ],
    ['which vessels are open? Show the length.', 'select vessel_name, length from vessel where is_open = 1'],
  ])('[DR3124] [DR4294] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})
