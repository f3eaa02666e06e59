import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'

const states = ['kept', 'kept', 'kept', 'called off', 'no show']

describe('lighthouses that let rooms by the night', () => {
  const opened = openedBefore(`
    create table guest (guest_id integer primary key, first_name text, last_name text, email text);
    create table room (room_id integer primary key, room_name text not null, lighthouse text, beds integer);
    create table stay (stay_id integer primary key, guest_id integer references guest, room_id integer references room, state text, booked_on date, arrival_date date, departure_date date, total real);
    ${into(
      'guest',
      upTo(30).map((id) => [id, `F${id}`, `L${id}`, `f${id}@l.org`]),
    )}
    ${into(
      'room',
      upTo(6).map((id) => [id, `Room ${id}`, id < 4 ? 'Skerry' : 'Ness', 1 + (id % 3)]),
    )}
    ${into(
      'stay',
      upTo(150).map((id) => {
        const arrival = -420 + id * 3
        return [
          id,
          1 + (id % 30),
          1 + (id % 6),
          states[id % 5] ?? '',
          day(arrival - 20 - (id % 40)),
          day(arrival),
          day(arrival + 1 + (id % 6)),
          90 + id,
        ]
      }),
    )}
  `)
  const nights = 'julianday(departure_date) - julianday(arrival_date)'
  const kept = `stay where state = 'kept'`
  const lastYear = `arrival_date between '2025-01-01' and '2025-12-31'`

  test.each([
    ['how many nights did we sell last year', `select sum(${nights}) from ${kept} and ${lastYear}`],
    [
      'nights booked by room last year',
      `select room_name, sum(${nights}) from room join stay using (room_id) where state = 'kept' and ${lastYear} group by 1`,
    ],
  ])('[DR2890] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([['average length of stay', `select avg(${nights}) from ${kept}`]])(
    '[DR2891] %s',
    (question, sql) => {
      const { got, wanted } = rowsOf(opened(), question, sql)
      expect(got).toEqual(wanted)
    },
  )

  test.each([
    [
      'average price per night last year',
      `select sum(total) / sum(${nights}) from stay where state <> 'called off' and ${lastYear}`,
    ],
  ])('[DR2892] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['revenue last year', `select sum(total) from stay where state <> 'called off' and ${lastYear}`],
    ['how many stays were booked in may 2025', `select count(*) from stay where booked_on like '2025-05%'`],
  ])('[DR2893] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})
