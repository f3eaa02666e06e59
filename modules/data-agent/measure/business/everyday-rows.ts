import type { DatabaseSync } from 'node:sqlite'
import { Random } from '../../src/sample-shop/random.ts'
import type { everydaySchemas } from './everyday-schemas.ts'
import { clock, day, days, fill, person } from './row-makers.ts'

/** Rows of two years up to 15 November 2026, the same each time. */
export const everydayRowsOf: Readonly<
  Record<keyof typeof everydaySchemas, (database: DatabaseSync) => void>
> = { gym, garage, theatre }

function gym(database: DatabaseSync): void {
  const random = new Random(41)
  const studios = ['Northgate', 'Lakeview', 'Mill Lane']
  fill(database, 'studios', 3, (id) => [
    id,
    studios[id - 1] ?? '',
    random.pick(['Bern', 'Basel']),
    day(-900 + id * 200),
  ])
  fill(database, 'trainers', 14, (id) => {
    const [first = '', last = ''] = person(id + 17).split(' ')
    const left = id % 6 === 0 ? day(500 + id) : null
    return [id, first, last, 1 + (id % 3), day(-400 + id * 60), left, 25 + id, id <= 3 ? null : 1 + (id % 3)]
  })
  fill(database, 'members', 240, (id) => {
    const [first = '', last = ''] = person(id).split(' ')
    const email = id % 9 === 0 ? null : `${first}.${last}${id}@example.org`.toLowerCase()
    const referred = id > 20 && id % 4 === 0 ? random.whole(1, 20) : null
    return [
      id,
      first,
      last,
      email,
      random.pick(['Bern', 'Basel', 'Thun', 'Olten']),
      day(Math.floor((id * days) / 240)),
      referred,
    ]
  })
  const plans: readonly (readonly [string, number])[] = [
    ['Basic', 29],
    ['Plus', 49],
    ['Premium', 89],
  ]
  fill(database, 'plans', 3, (id) => [id, ...(plans[id - 1] ?? ['', 0])])
  fill(database, 'memberships', 230, (id) => {
    const start = Math.floor((id * days) / 240)
    const status = random.weighted([
      ['active', 6],
      ['cancelled', 3],
      ['paused', 1],
    ] as const)
    const ended = status === 'cancelled' ? day(Math.min(days - 1, start + random.whole(30, 400))) : null
    return [
      id,
      id,
      random.weighted([
        [1, 5],
        [2, 3],
        [3, 2],
      ] as const),
      day(start),
      ended,
      status,
    ]
  })
  const titles = ['Spinning', 'Yoga', 'Pilates', 'Boxing']
  fill(database, 'classes', 420, (id) => [
    id,
    random.pickEarly(titles),
    random.whole(1, 13),
    `${day(Math.floor((id * (days + 14)) / 420))} ${clock(random)}`,
    random.pick([12, 16, 20]),
  ])
  fill(database, 'bookings', 2600, (id) => {
    const course = 1 + Math.floor(((id - 1) * 415) / 2600)
    return [
      id,
      course,
      random.whole(1, 222),
      `${day(Math.floor((course * (days + 14)) / 420) - 2)} ${clock(random)}`,
      random.weighted([
        ['attended', 7],
        ['cancelled', 2],
        ['no-show', 1],
      ] as const),
    ]
  })
  fill(database, 'payments', 1900, (id) => [
    id,
    random.whole(1, 228),
    `${day(Math.floor(((id - 1) * days) / 1900))} ${clock(random)}`,
    random.pick([29, 49, 89]),
    random.pick(['card', 'debit', 'cash']),
    random.weighted([
      ['succeeded', 18],
      ['failed', 2],
      ['refunded', 1],
    ] as const),
    70000 + id,
  ])
}

function garage(database: DatabaseSync): void {
  const random = new Random(43)
  fill(database, 'customers', 160, (id) => [
    id + 1000,
    id % 8 === 0 ? `${person(id).split(' ')[1]} Transport` : person(id),
    id % 7 === 0 ? null : `+41 79 ${100000 + id}`,
    random.pick(['Aarau', 'Olten', 'Zofingen']),
    day(Math.floor((id * days) / 160)),
    id % 8 === 0 ? 1 : 0,
  ])
  const makes: readonly (readonly [string, string])[] = [
    ['Opel', 'Corsa'],
    ['Skoda', 'Octavia'],
    ['Fiat', 'Panda'],
    ['Volvo', 'V60'],
  ]
  fill(database, 'vehicles', 210, (id) => [
    id,
    1001 + ((id * 7) % 155),
    `AG ${20000 + id * 37}`,
    ...random.pickEarly(makes),
    random.whole(2004, 2024),
  ])
  fill(database, 'mechanics', 7, (id) => [
    id,
    person(id + 77),
    random.pick(['apprentice', 'skilled', 'master']),
    day(-300 + id * 90),
  ])
  fill(database, 'jobs', 900, (id) => {
    const opened = Math.floor(((id - 1) * days) / 900)
    const state =
      id > 880
        ? 'open'
        : random.weighted([
            ['done', 9],
            ['cancelled', 1],
          ] as const)
    const finished = state === 'done' ? day(opened + random.whole(0, 9)) : null
    return [
      id + 5000,
      random.whole(1, 204),
      id % 19 === 0 ? null : random.whole(1, 7),
      day(opened),
      finished,
      random.pickEarly(['service', 'repair', 'inspection', 'tyres']),
      state,
      state === 'done' ? random.whole(2, 30) / 2 : null,
    ]
  })
  const parts = [
    'Oil filter',
    'Brake pads',
    'Spark plug',
    'Wiper blade',
    'Air filter',
    'Battery',
    'Clutch',
    'Headlight',
    'Timing belt',
    'Muffler',
  ]
  fill(database, 'parts', 10, (id) => [
    `P-${300 + id}`,
    parts[id - 1] ?? '',
    4 * id,
    7 * id + 0.5,
    random.whole(0, 40),
    10,
    id % 5 === 0 ? null : random.pick(['Autoteil AG', 'Nordparts']),
  ])
  fill(database, 'job_parts', 1500, (id) => {
    const part = random.whole(1, 9)
    return [
      id,
      5001 + Math.floor(((id - 1) * 880) / 1500),
      `P-${300 + part}`,
      random.whole(1, 4),
      7 * part + 0.5,
      random.pick([0, 0, 0, 0.1, 0.2]),
    ]
  })
  fill(database, 'invoices', 760, (id) => {
    const at = Math.floor(((id - 1) * (days - 5)) / 760)
    const state = random.weighted([
      ['sent', 18],
      ['draft', 1],
      ['void', 1],
    ] as const)
    const paid =
      state === 'sent' && (id < 700 || id % 2 === 0)
        ? day(Math.min(days - 1, at + random.whole(1, 40)))
        : null
    const total = random.whole(8000, 190_000) / 100
    return [
      id + 24000,
      5001 + Math.floor(((id - 1) * 860) / 760),
      day(at),
      day(at + 30),
      total,
      Math.round(total * 8.1) / 100,
      paid,
      state,
    ]
  })
}

function theatre(database: DatabaseSync): void {
  const random = new Random(47)
  const venues = ['Grand Hall', 'Studio Stage', 'Harbour Theatre']
  fill(database, 'venues', 3, (id) => [id, venues[id - 1] ?? '', 90 * id, id === 3 ? 'Genf' : 'Luzern'])
  const shows = [
    'The Glass Ladder',
    'Two Moons',
    'Winter Harbour',
    'A Quiet Riot',
    'Paper Kings',
    'Salt',
    'The Ninth Door',
  ]
  fill(database, 'shows', 7, (id) => [
    id,
    shows[id - 1] ?? '',
    random.pick(['drama', 'comedy', 'musical']),
    day(id * 80),
    80 + id * 9,
  ])
  fill(database, 'performances', 180, (id) => [
    id,
    random.whole(1, 6),
    random.whole(1, 3),
    `${day(Math.floor((id * (days + 30)) / 180))} 19:30:00`,
    id % 15 === 0 ? 1 : 0,
  ])
  fill(database, 'visitors', 300, (id) => [
    id,
    person(id + 5),
    id % 10 === 0 ? null : `v${id}@example.org`,
    random.whole(1940, 2010),
    id % 3 === 0 ? 1 : 0,
    `${day(Math.floor((id * days) / 300))} ${clock(random)}`,
  ])
  fill(database, 'orders', 1300, (id) => [
    id,
    id % 11 === 0 ? null : random.whole(1, 290),
    `${day(Math.floor(((id - 1) * days) / 1300))} ${clock(random)}`,
    random.pick(['web', 'box office', 'phone']),
    random.weighted([
      ['paid', 17],
      ['cancelled', 2],
      ['refunded', 1],
    ] as const),
    id % 12 === 0 ? 'SPRING10' : null,
    random.whole(20, 260),
  ])
  fill(database, 'tickets', 2900, (id) => {
    const order = 1 + Math.floor(((id - 1) * 1300) / 2900)
    const performance = Math.min(180, 1 + Math.floor((order * 180) / 1300) + random.whole(0, 5))
    const scanned =
      id < 2600 && id % 9 !== 0 ? `${day(Math.floor((performance * (days + 30)) / 180))} 19:05:00` : null
    return [
      id,
      order,
      performance,
      `${random.pick(['A', 'B', 'C'])}${random.whole(1, 30)}`,
      random.pick(['stalls', 'balcony', 'box']),
      random.pick([25, 39, 55]),
      scanned,
    ]
  })
  fill(database, 'costs', 260, (id) => [
    id,
    id % 6 === 0 ? null : random.whole(1, 6),
    day(Math.floor(((id - 1) * days) / 260)),
    random.pick(['rent', 'marketing', 'salaries', 'costumes']),
    random.whole(100, 4000),
  ])
}
