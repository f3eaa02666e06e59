import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { into, upTo } from './test-made-rows.ts'
import { sorted } from './test-small-database.ts'

const towns = ['Brig', 'Sion', 'Thun', 'Brig', 'Sion', 'Olten', 'Visp']
const cantons = ['Valais', 'Valais', 'Bern', 'Bern', 'Valais', 'Solothurn', 'Valais']
const firstNames = ['Ann', 'Bea', 'Cyril', 'Dana', 'Emil', 'Flora', 'Adam', 'Hanna']
const posts = ['Porter', 'Cook', 'Guide', 'Porter']

describe('mountain huts', () => {
  const opened = openedBefore(`
    create table valley (valley_id integer primary key, valley_name text not null);
    create table hut (hut_id integer primary key, hut_name text not null, town text, canton text, stars text not null, stove text not null, beds integer, beam_length_mm integer, valley_id integer references valley);
    create table helper (helper_id integer primary key, first_name text not null, last_name text not null, age integer, gender text, post text, home_town text, phone text, boss_id integer references helper, hut_id integer references hut);
    create table baker (baker_id integer primary key, bakery_name text not null, phone text);
    create table trail (trail_id integer primary key, title text not null, list_order integer, metres integer, hut_id integer references hut);
    create table picture (picture_id integer primary key, trail_id integer references trail, caption text);
    create table mark (mark_id integer primary key, trail_id integer references trail, helper_id integer references helper, score integer, toll real, note text);
    create table dog (dog_id integer primary key, dog_name text, hut_id integer references hut);
    create table mule (mule_id integer primary key, mule_name text, hut_id integer references hut);
    ${into('valley', [
      [1, 'Rhone'],
      [2, 'Aare'],
    ])}
    ${into(
      'hut',
      towns.map((town, i) => [
        i + 1,
        `Hut ${'KLMNOPQ'.charAt(i)}`,
        town,
        cantons[i] ?? '',
        `${3 + (i % 3)}`,
        i % 3 === 0 ? 'none' : 'tiled',
        10 + i,
        10 + i,
        i < 4 ? 1 : 2,
      ]),
    )}
    ${into(
      'helper',
      firstNames.map((name, i) => [
        i + 1,
        name,
        `Last${'abcdefgh'.charAt(i)}`,
        19 + 3 * i,
        i % 3 === 0 ? 'male' : 'female',
        posts[i % 4] ?? '',
        ['Chur', 'Arosa', 'Davos'][i % 3] ?? '',
        `${700 + i}`,
        i === 0 ? null : 1 + (i % 2),
        1 + (i % 5),
      ]),
    )}
    ${into('baker', [
      [1, 'Oven Six', '801'],
      [2, 'Rye and Co', '802'],
    ])}
    ${into(
      'trail',
      upTo(6).map((id) => [
        id,
        ['Zigzag', 'Alder', 'Moss', 'Fern', 'Ridge', 'Birch'][id - 1] ?? '',
        7 - id,
        900 * id,
        1 + (id % 4),
      ]),
    )}
    ${into('picture', [
      [1, 1, 'the trail'],
      [2, 2, 'a bench'],
    ])}
    ${into(
      'mark',
      upTo(14).map((id) => [
        id,
        1 + (id % 5),
        1 + ((id * 3) % 8),
        1 + (id % 4),
        2 * id,
        id % 5 === 0 ? null : `n${id}`,
      ]),
    )}
    ${into('dog', [
      [1, 'Rex', 1],
      [2, 'Bo', 1],
    ])}
    ${into('mule', [
      [1, 'Ida', 3],
      [2, 'Ola', 3],
      [3, 'Una', 2],
    ])}
  `)

  test.each([
    [
      'What is the hut name and its town for the one with the most beds?',
      'select hut_name, town from hut order by beds desc limit 1',
    ],
    ['What is the average score in all marks?', 'select avg(score) from mark'],
  ])('[DR3060] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'How many huts have a beam length longer than 12 mm?',
      'select count(*) from hut where beam_length_mm > 12',
    ],
  ])('[DR3061] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'Give me the title and highest toll for each trail.',
      'select title, max(toll) from trail join mark using (trail_id) group by trail_id',
    ],
  ])('[DR3062] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'List the names of huts in Brig, Valais or in Thun, Bern.',
      `select hut_name from hut where (town = 'Brig' and canton = 'Valais') or (town = 'Thun' and canton = 'Bern')`,
    ],
  ])('[DR3063] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([['List the phones of helpers over 30 years old.', 'select phone from helper where age > 30']])(
    '[DR3064] %s',
    (question, sql) => {
      const { got, wanted } = rowsOf(opened(), question, sql)
      expect(got).toEqual(wanted)
    },
  )

  test.each([
    [
      'Find the number of helpers whose age is greater than all cooks.',
      `select count(*) from helper where age > (select max(age) from helper where post = 'Cook')`,
    ],
  ])('[DR3065] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR3065] [DR4295] a number is not compared with a name', () => {
    const plan = opened().plan('Find the number of helpers whose age is greater than "Davos".')
    expect(plan.status).not.toBe('readings')
  })

  test.each([
    [
      'Which huts have at least 2 dogs or have at least 2 mules? List the names.',
      'select hut_name from hut where hut_id in (1, 3)',
    ],
  ])('[DR3066] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'Find the number of huts in each canton whose number of huts is less than 3.',
      'select canton, count(*) from hut group by 1 having count(*) < 3',
    ],
    [
      'Find the average score for each trail that has at least 3 marks.',
      'select title, avg(score) from mark join trail using (trail_id) group by trail_id having count(*) >= 3',
    ],
  ])('[DR3067] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'What are the names of huts that did not keep two or more dogs?',
      'select hut_name from hut where hut_id not in (select hut_id from dog group by 1 having count(*) >= 2)',
    ],
  ])('[DR3068] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'List the names of huts with the most common valley.',
      'select hut_name from hut where valley_id = (select valley_id from hut group by 1 order by count(*) desc limit 1)',
    ],
    [
      'Count the number of huts that have the canton that is most common.',
      'select count(*) from hut where canton = (select canton from hut group by 1 order by count(*) desc limit 1)',
    ],
  ])('[DR3069] [DR4184] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'Find the average score for each trail that is not marked by Bea Lastb.',
      `select title, avg(score) from mark join trail using (trail_id) where trail_id not in (select trail_id from mark join helper using (helper_id) where first_name = 'Bea') group by trail_id`,
    ],
  ])('[DR3071] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'What are the average ages for male and female helpers?',
      'select gender, avg(age) from helper group by 1',
    ],
    ['How many helpers are male and how many are female?', 'select gender, count(*) from helper group by 1'],
  ])('[DR3072] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['Count the number of huts that do not have a stove.', `select count(*) from hut where stove = 'none'`],
    [
      'Show the phones of helpers that do not have a stove.',
      `select phone from helper where hut_id in (select hut_id from hut where stove = 'none')`,
    ],
    [
      'What are the phones of helpers whose marks do not have a note?',
      'select phone from helper where helper_id in (select helper_id from mark where note is null)',
    ],
  ])('[DR3073] [DR4296] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'List the first names of helpers with the same home town as Cyril.',
      `select first_name from helper where home_town = 'Davos'`,
    ],
    [
      'List the first names of helpers in the same hut as Cyril.',
      `select first_name from helper where hut_id = (select hut_id from helper where first_name = 'Cyril')`,
    ],
  ])('[DR3076] [DR4298] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'What are the phones of helpers who report to Bea, and what are their ages?',
      'select phone, age from helper where boss_id = 2',
    ],
  ])('[DR3077] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'What are the phones of all helpers and all bakers?',
      'select phone from helper union select phone from baker',
    ],
  ])('[DR3078] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'Return the phones of helpers with a first name that ends with the letter a.',
      `select phone from helper where first_name like '%a'`,
    ],
    [
      'List the phones of helpers whose first name starts with A in alphabetical order.',
      `select phone from helper where first_name like 'A%'`,
    ],
    [
      `How many helpers have a first name that has letter 'y' in it?`,
      `select count(*) from helper where first_name like '%y%'`,
    ],
  ])('[DR3079] [DR4299] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([['What is the average metres of the trails?', 'select avg(metres) from trail']])(
    '[DR3082] %s',
    (question, sql) => {
      const { got, wanted } = rowsOf(opened(), question, sql)
      expect(got).toEqual(wanted)
    },
  )

  test.each([['Show the names of huts with 5 stars.', `select hut_name from hut where stars = '5'`]])(
    '[DR3084] %s',
    (question, sql) => {
      const { got, wanted } = rowsOf(opened(), question, sql)
      expect(got).toEqual(wanted)
    },
  )

  test('[DR3085] the word “order” after its direction is no field', () => {
    const titles = opened().rows('List the titles of all trails ordered in alphabetical order.')
    expect(titles.map(([title]) => title)).toEqual(['Alder', 'Birch', 'Fern', 'Moss', 'Ridge', 'Zigzag'])
  })
})

describe('a rowing club', () => {
  const opened = openedBefore(`
    create table person (person_id integer primary key, name text not null, age integer, weight integer);
    create table rower (rower_id integer primary key, person_id integer not null references person, boat text, sponsor text);
    create table coach (coach_id integer primary key, coach_name text not null, grade text, major integer, country text);
    create table knot (knot_id integer primary key, knot_name text not null);
    create table knows_knot (coach_id integer not null references coach, knot_id integer not null references knot, primary key (coach_id, knot_id));
    create table event (event_id integer primary key, title text, lane text, points integer);
    ${into(
      'person',
      upTo(9).map((id) => [id, `Person ${'abcdefghi'.charAt(id - 1)}`, 20 + id * id, 60 + ((id * 7) % 20)]),
    )}
    ${into(
      'rower',
      upTo(5).map((id) => [id, 2 * id - 1, `Boat ${id}`, id % 2 === 0 ? 'Harbour Bank' : 'Quay Mill']),
    )}
    ${into('coach', [
      [1, 'Ada Stone', 'Trainer', 10, 'USA'],
      [2, 'Ben Wood', 'Judge', 20, 'Peru'],
      [3, 'Cleo Hill', 'Trainer', 20, 'USA'],
    ])}
    ${into('knot', [
      [1, 'Bowline'],
      [2, 'Reef'],
      [3, 'Hitch'],
    ])}
    ${into('knows_knot', [
      [1, 1],
      [1, 2],
      [2, 3],
    ])}
    ${into(
      'event',
      upTo(6).map((id) => [id, `Event ${id}`, ['Bow', 'Stern'][id % 2] ?? '', 3 * id]),
    )}
  `)

  test.each([
    [
      'What are the names of rowers whose sponsor is not "Quay Mill"?',
      `select name from rower join person using (person_id) where sponsor <> 'Quay Mill'`,
    ],
    ['What is the average age of all rowers?', 'select avg(age) from rower join person using (person_id)'],
  ])('[DR3074] [DR4297] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'List the names of coaches who are not majoring in 20.',
      'select coach_name from coach where major <> 20',
    ],
  ])('[DR3070] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'Find the names of knots Ada Stone knows.',
      `select knot_name from knot join knows_knot using (knot_id) where coach_id = 1`,
    ],
  ])('[DR3075] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'How many trainers are from the US?',
      `select count(*) from coach where grade = 'Trainer' and country = 'USA'`,
    ],
  ])('[DR3080] [DR3083] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR3081] a column that is named twice is shown once', () => {
    const rows = opened().rows('For each lane, what is the average number of points for events in that lane?')
    expect(sorted(rows)).toEqual(['["Bow",12]', '["Stern",9]'])
  })
})
