import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { into, upTo } from './test-made-rows.ts'

const sailing = `
  create table academy (academy_id integer primary key, academy_name text, county text, enrollment integer, zip_postcode text);
  create table sailor (sailor_id integer primary key, sailor_name text, hometown text);
  create table trial (trial_id integer primary key, sailor_id integer references sailor, academy_id integer references academy, seat text, verdict text, rigging real);
  create table boat (boat_id integer primary key, boat_name text, sailor_id integer references sailor, berth_count integer, harbour text);
  create table repair (repair_id integer primary key, boat_id integer references boat, fault text);
  create table race (race_id integer primary key, race_name text, origin text, minutes integer);
  create table policy (policy_id integer primary key, sailor_id integer references sailor, tariff_code text);
  create table publisher (publisher_id integer primary key, name text, headquarters text, founder text);
  create table island (island_id integer primary key, island_name text, population integer);
  create table chart (chart_id integer primary key, title text, publisher_id integer references publisher, pages integer);
  ${into(
    'academy',
    upTo(6).map((id) => [id, `Academy ${id}`, id % 2 === 0 ? 'Kent' : 'Devon', 300 * id, `K${id}`]),
  )}
  ${into(
    'sailor',
    upTo(20).map((id) => [id, `Sailor ${id}`, ['Hull', 'Deal', 'Rye'][id % 3] ?? '']),
  )}
  ${into(
    'trial',
    upTo(16).map((id) => [
      id,
      id,
      (id % 5) + 1,
      id % 2 === 0 ? 'helm' : 'bow',
      id % 3 === 0 ? 'yes' : 'no',
      id / 2,
    ]),
  )}
  ${into(
    'boat',
    upTo(12).map((id) => [id, `Boat ${id}`, (id % 7) + 1, 2 + (id % 4), id % 3 === 0 ? 'Deal' : 'Hull']),
  )}
  ${into(
    'repair',
    upTo(14).map((id) => [id, (id % 8) + 1, `fault ${id}`]),
  )}
  ${into(
    'race',
    upTo(9).map((id) => [id, `Race ${id}`, ['Hull', 'Rye'][id % 2] ?? '', 20 + id]),
  )}
  ${into(
    'policy',
    upTo(10).map((id) => [id, id, id % 2 === 0 ? 'Basic' : 'Ocean']),
  )}
  ${into(
    'publisher',
    upTo(4).map((id) => [
      id,
      `Chart House ${id}`,
      id % 2 === 0 ? 'Hull' : 'Rye',
      ['Ida Holm', 'Jan Beck', 'Eva Lund', 'Ulf Dahl'][id - 1] ?? '',
    ]),
  )}
  ${into(
    'island',
    upTo(8).map((id) => [id, `Island ${id}`, 900 * id]),
  )}
  ${into(
    'chart',
    upTo(15).map((id) => [id, `Chart ${id}`, (id % 3) + 1, 4 * id]),
  )}
`

describe('sailing academies with boats, races and charts', () => {
  const opened = openedBefore(sailing)

  test.each([
    [
      'What are the seats, and how many trials does each one have?',
      'select seat, count(*) from trial group by seat',
    ],
    [
      'Which boats have more than a single repair?',
      'select boat_name from boat where (select count(*) from repair where repair.boat_id = boat.boat_id) > 1',
    ],
    [
      'List the names of the sailors who are in charge of more than one boat.',
      'select sailor_name from sailor where (select count(*) from boat where boat.sailor_id = sailor.sailor_id) > 1',
    ],
    [
      'Which sailors received a yes in the trials?',
      `select sailor_name from sailor join trial using (sailor_id) where verdict = 'yes'`,
    ],
    [
      'Which boats have at least a repair?',
      'select boat_name from boat where boat_id in (select boat_id from repair)',
    ],
    ['Select the titles of all the charts in the store.', 'select title from chart'],
  ])('[DR3021] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'What are the seats, and how many trials are there of each?',
      'select seat, count(*) from trial group by seat',
    ],
  ])('[DR3022] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'Show the boat ids and the number of repairs for each boat.',
      'select boat_id, count(*) from repair group by boat_id',
    ],
  ])('[DR3023] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['What is the average rigging score?', 'select avg(rigging) from trial'],
    [
      'Which sailors have an insurance policy with the tariff code "Ocean"?',
      `select sailor_name from sailor join policy using (sailor_id) where tariff_code = 'Ocean'`,
    ],
    ['What is the zip code of Academy 3?', `select zip_postcode from academy where academy_id = 3`],
    ['Show all starting points of races.', 'select origin from race'],
  ])('[DR3024] [DR4059] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(new Set(got)).toEqual(new Set(wanted))
  })

  test.each([
    ['What is the average number of berths across all boats?', 'select avg(berth_count) from boat'],
    ['For each boat, list its name and harbour.', 'select boat_name, harbour from boat'],
  ])('[DR3025] [DR4060] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['How many students had a trial in the helm seat?', `select count(*) from trial where seat = 'helm'`],
    ['List the names and hometowns of the pupils.', 'select sailor_name, hometown from sailor'],
    [
      'Which academies have more than 900 students enrolled?',
      'select academy_name from academy where enrollment > 900',
    ],
    [
      'What is the average number of students enrolled in the academies?',
      'select avg(enrollment) from academy',
    ],
    [
      'Which islands have more than 4000 people living there?',
      'select island_name from island where population > 4000',
    ],
  ])('[DR3026] [DR4062] [DR4061] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'List the names of the companies with headquarters in Rye.',
      `select name from publisher where headquarters = 'Rye'`,
    ],
    [
      'What are the headquarters of the company whose founder is Jan Beck?',
      `select headquarters from publisher where publisher_id = 2`,
    ],
    ['List the names of the motorboats in Deal.', `select boat_name from boat where harbour = 'Deal'`],
  ])('[DR3027] [DR4063] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([['How many competitions are there?', 'select count(*) from race']])(
    '[DR3028] %s',
    (question, sql) => {
      const { got, wanted } = rowsOf(opened(), question, sql)
      expect(got).toEqual(wanted)
    },
  )

  test.each([
    ['Which boats lie in ’Deal’?', `select boat_name from boat where harbour = 'Deal'`],
    ['Which boats lie in ”Deal”?', `select boat_name from boat where harbour = 'Deal'`],
  ])('[DR3029] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'How many boats are free of repairs?',
      'select count(*) from boat where boat_id not in (select boat_id from repair)',
    ],
    ['How many boats lie outside "Deal"?', `select count(*) from boat where harbour <> 'Deal'`],
  ])('[DR3030] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR3031] names are listed from big to small', () => {
    const wanted = opened().run('select academy_name from academy order by enrollment desc')
    const got = opened().rows(
      'List the names of the academies ordered by their enrollment from big to small.',
    )
    expect(got.map(([name]) => name)).toEqual(wanted.map((row) => String(row[0])))
  })

  test.each([
    [
      'What are the different counties of academies that sailors enter?',
      'select distinct county from academy join trial using (academy_id)',
    ],
  ])('[DR3032] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})
