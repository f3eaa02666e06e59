import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { into, upTo } from './test-made-rows.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

describe('lighthouses that count their visitors, in files without keys', () => {
  const opened = openedBefore(`
    create table lighthouse (lighthouse_id integer, lighthouse_name text, county text, town text, reference_num integer, mention_num integer, state text);
    create table visit (visit_id integer, lighthouse_id integer, day text, count integer);
    create table lamp (lamp_id integer, lamp_name text, lighthouse_id integer, county text, colour text, power integer);
    create table county (county text, ferry_line text);
    ${into(
      'lighthouse',
      upTo(24).map((id) => [
        id,
        `Light ${id}`,
        ['Nordland', 'Agder', 'Rogaland'][id % 3] ?? '',
        ['New Haven', 'Old Bay'][id % 2] ?? '',
        id % 7,
        20 + (id % 9),
        ['CA', 'WA', 'ME'][id % 3] ?? '',
      ]),
    )}
    ${into(
      'visit',
      upTo(90).map((id) => [id, 1 + (id % 24), weekdays[id % 7] ?? '', 3 + ((id * 5) % 19)]),
    )}
    ${into(
      'lamp',
      upTo(50).map((id) => [
        id,
        `Lamp ${id}`,
        1 + (id % 24),
        ['Nordland', 'Agder', 'Rogaland', 'Vestland'][id % 4] ?? '',
        ['red', 'green'][id % 2] ?? '',
        10 + id,
      ]),
    )}
    insert into county values ('Nordland', 'NH'), ('Agder', 'OB'), ('Rogaland', 'NH'), ('Troms', 'OB');
  `)

  test.each([
    [
      'how many references does Light 5 have',
      `select reference_num from lighthouse where lighthouse_name = 'Light 5'`,
    ],
    [
      'average number of references cited by lighthouses in each county',
      'select county, avg(reference_num) from lighthouse group by 1',
    ],
  ])('[DR3117] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['how many visits were there', 'select sum(count) from visit'],
    [
      'number of visits of each lighthouse',
      'select lighthouse_name, sum(count) from visit join lighthouse using (lighthouse_id) group by lighthouse_id',
    ],
    [
      'which lighthouses have more than 60 visits',
      'select lighthouse_name from visit join lighthouse using (lighthouse_id) group by lighthouse_id having sum(count) > 60',
    ],
  ])('[DR3113] [DR4293] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['how many visits were there on Mondays', `select sum(count) from visit where day = 'Monday'`],
    ['number of visits on each day of the week', 'select day, sum(count) from visit group by 1'],
    ['how many visits on weekends', `select sum(count) from visit where day in ('Saturday', 'Sunday')`],
    [
      'ratio of visits on weekends to visits on weekdays',
      `select 1.0 * sum(case when day in ('Saturday', 'Sunday') then count end) / sum(case when day not in ('Saturday', 'Sunday') then count end) from visit`,
    ],
  ])('[DR3114] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([['number of lamps in each county', 'select county, count(*) from lamp group by 1']])(
    '[DR3122] %s',
    (question, sql) => {
      const { got, wanted } = rowsOf(opened(), question, sql)
      expect(got).toEqual(wanted)
    },
  )

  test.each([
    [
      'how many lamps have a red colour in each county',
      `select county, count(*) from lamp where colour = 'red' group by 1`,
    ],
  ])('[DR3123] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'how many lighthouses are in the town New Haven',
      `select count(*) from lighthouse where town = 'New Haven'`,
    ],
  ])('[DR3108] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['how many lighthouses are in "California"', `select count(*) from lighthouse where state = 'CA'`],
  ])('[DR3125] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR3116] a verb that is written rightly is not corrected', () => {
    const plan = opened().plan('how many lamps are offered')
    const notes = plan.status === 'readings' ? plan.readings[0].assumptions : []
    expect(plan.status).toBe('readings')
    expect(notes.filter(({ says }) => says.includes('offerred'))).toEqual([])
  })
})
