import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'

const species = ['Parrot', 'Goat', 'goat', 'Tortoise', ' Parrot']
const jobs = ['Hoof trim', 'Bath', 'Claws', 'Bath']

describe('a farrier and groomer', () => {
  const opened = openedBefore(`
    create table keepers (keeper_id integer primary key, first_name text, last_name text, email text, phone text);
    create table creatures (creature_id integer primary key, keeper_id integer references keepers, called text not null, species text, breed text, insurer text);
    create table staff (staff_id integer primary key, full_name text, job_title text);
    create table care (care_id integer primary key, creature_id integer references creatures, staff_id integer references staff, care_type text, done_on date, price real);
    create table duty (duty_id integer primary key, staff_id integer references staff, duty_date date, outcome text);
    ${into(
      'keepers',
      upTo(20).map((id) => [
        id,
        `F${id}`,
        `L${id}`,
        id % 4 === 0 ? '' : id % 5 === 0 ? null : `k${id}@farm.org`,
        id % 3 === 0 ? null : `0${id}`,
      ]),
    )}
    ${into(
      'creatures',
      upTo(40).map((id) => [
        id,
        1 + ((id * id) % 19),
        `Pet ${id}`,
        species[id % 5] ?? '',
        `Breed ${id % 7}`,
        id % 3 === 0 ? 'PetSure' : id % 7 === 0 ? 'Ark' : null,
      ]),
    )}
    ${into('staff', [
      [1, 'Ida Stone', 'groomer'],
      [2, 'Jon Hay', 'groomer'],
      [3, 'Kai Reed', 'farrier'],
    ])}
    ${into(
      'care',
      upTo(150).map((id) => [
        id,
        1 + (id % 40),
        1 + (((id * id) % 7) % 3),
        jobs[id % 4] ?? '',
        day(-2 * id),
        20 + id,
      ]),
    )}
    ${into(
      'duty',
      upTo(90).map((id) => [id, 1 + (id % 3), day(-id), id % 11 === 0 || id % 12 === 1 ? 'ill' : 'worked']),
    )}
  `)
  const of = (kind: string) => `creatures where lower(trim(species)) = '${kind}'`

  function check(question: string, sql: string): void {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(0)
  }

  test.each([
    ['how many pets do we have', 'select count(*) from creatures'],
    [
      'which keepers have more than 3 animals',
      'select first_name, last_name from keepers join creatures using (keeper_id) group by keeper_id having count(*) > 3',
    ],
  ])('[DR2770] %s', check)

  test.each([
    [
      'how many keepers have we got no email address for',
      `select count(*) from keepers where trim(coalesce(email, '')) = ''`,
    ],
    [
      "keepers we don't have a phone number for",
      'select first_name, last_name from keepers where phone is null',
    ],
  ])('[DR2772] %s', check)

  test.each([
    ['how many goats are insured', `select count(*) from ${of('goat')} and insurer is not null`],
    [
      'what percentage of our goats is insured',
      `select 100.0 * count(insurer) / count(*) from ${of('goat')}`,
    ],
    ['which tortoises have no insurer', `select called from ${of('tortoise')} and insurer is null`],
    [
      'what percentage of keepers have an email address',
      `select 100.0 * count(nullif(trim(email), '')) / count(*) from keepers`,
    ],
  ])('[DR2773] %s', check)

  test.each([
    [
      'who did the most baths this year',
      `select full_name from care join staff using (staff_id) where care_type = 'Bath' and done_on like '2026%' group by 1 order by count(*) desc limit 1`,
    ],
    [
      'who was off ill the most',
      `select full_name from duty join staff using (staff_id) where outcome = 'ill' group by 1 order by count(*) desc limit 1`,
    ],
  ])('[DR2774] [DR4176] %s', check)

  test.each([
    ['how many goats do we have', `select count(*) from ${of('goat')}`],
    ['how many parrots have no insurer', `select count(*) from ${of('parrot')} and insurer is null`],
  ])('[DR2775] [DR4275] %s', check)

  test('[DR2770] [DR4274] [DR2771] a list of animals that goes on, and kinds of pet, divide by the species', () => {
    for (const question of [
      'how many goats, tortoises etc do we have on the books',
      'how many of each kind of pet',
    ])
      expect(opened().sql(question)).toMatch(/GROUP BY (?:creatures\.)?species/)
  })
})
