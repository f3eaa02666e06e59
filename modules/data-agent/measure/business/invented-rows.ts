import type { DatabaseSync } from 'node:sqlite'
import { Random } from '../../src/sample-shop/random.ts'
import type { schemas } from './invented-schemas.ts'
import { clock, day, days, family, fill, person } from './row-makers.ts'

/** Rows of two years up to 15 November 2026, the same each time. */
export const rowsOf: Readonly<Record<keyof typeof schemas, (database: DatabaseSync) => void>> = {
  clinic,
  subscriptions,
  logistics,
  hotel,
}

function clinic(database: DatabaseSync): void {
  const random = new Random(11)
  const areas = ['Cardiology', 'Neurology', 'Pediatrics', 'Dermatology', 'Orthopedics']
  fill(database, 'departments', 5, (id) => [id, areas[id - 1] ?? '', 1 + (id % 3)])
  const specialties = [
    'cardiologist',
    'neurologist',
    'pediatrician',
    'dermatologist',
    'surgeon',
    'radiologist',
  ]
  fill(database, 'doctors', 18, (id) => [
    id,
    person(id + 31),
    random.pick(specialties),
    1 + (id % 5),
    day(-id * 211),
  ])
  const cities = ['Aarau', 'Biel', 'Chur', 'Thun']
  fill(database, 'patients', 130, (id) => [
    id,
    person(id),
    random.pick(['female', 'male']),
    day(-365 * random.whole(3, 80) - id),
    random.pick(cities),
    day(random.whole(0, days)),
  ])
  const statuses = ['completed', 'completed', 'completed', 'cancelled', 'missed']
  fill(database, 'appointments', 1200, (id) => [
    id,
    random.whole(1, 122),
    random.whole(1, 18),
    day(Math.floor((id * days) / 1200)),
    random.pick(statuses),
    random.whole(2, 12) * 5,
    random.whole(40, 400) / 2,
  ])
  const drugs = ['Amoxan', 'Bevarin', 'Cortidol', 'Dexapril', 'Enolin']
  fill(database, 'prescriptions', 700, (id) => [
    id,
    Math.floor(id * 1.7),
    random.pickEarly(drugs),
    day(Math.floor((id * 1.7 * days) / 1200)),
    random.whole(1, 4),
    random.whole(8, 160) / 4,
  ])
}

function subscriptions(database: DatabaseSync): void {
  const random = new Random(12)
  const plans: readonly (readonly [string, number])[] = [
    ['Basic', 19],
    ['Team', 59],
    ['Business', 129],
    ['Scale', 349],
  ]
  fill(database, 'plans', 4, (id) => [id, ...(plans[id - 1] ?? ['', 0]), id % 2 === 0 ? 'monthly' : 'yearly'])
  const industries = ['Energy', 'Retail', 'Media', 'Finance', 'Farming', 'Travel']
  const countries = ['Portugal', 'Austria', 'Finland', 'Ireland', 'Chile']
  fill(database, 'accounts', 120, (id) => [
    id,
    `${family[id % 11]} ${random.pick(['Works', 'Group', 'Labs'])} ${id}`,
    random.pick(industries),
    random.pickEarly(countries),
    `${day(Math.floor(id * 6))} ${clock(random)}`,
  ])
  fill(database, 'subscriptions', 190, (id) => {
    const begun = random.whole(0, days - 30)
    const ended = begun + random.whole(20, 400)
    const account = random.whole(1, 112)
    return [
      id,
      account,
      random.whole(1, 4),
      day(begun),
      ended < days && random.chance(0.4) ? day(ended) : null,
      random.whole(1, 60),
    ]
  })
  fill(database, 'invoices', 1500, (id) => {
    const issued = Math.floor((id * days) / 1500)
    const amount = random.whole(1900, 90_000) / 100
    return [
      id,
      random.whole(1, 190),
      day(issued),
      day(issued + 30),
      amount,
      random.pick(['paid', 'paid', 'paid', 'open', 'overdue']),
    ]
  })
  fill(database, 'tickets', 420, (id) => {
    const opened = Math.floor((id * days) / 420)
    const closed = random.chance(0.85) ? `${day(opened + random.whole(1, 9))} ${clock(random)}` : null
    const topic = random.pickEarly(['billing', 'login', 'export', 'speed'])
    return [
      id,
      random.whole(1, 120),
      `${day(opened)} ${clock(random)}`,
      closed,
      random.pick(['low', 'normal', 'urgent']),
      topic,
    ]
  })
}

function logistics(database: DatabaseSync): void {
  const random = new Random(13)
  const places: readonly (readonly [string, string])[] = [
    ['Bergen', 'Norway'],
    ['Turku', 'Finland'],
    ['Lund', 'Sweden'],
    ['Moss', 'Norway'],
    ['Vejle', 'Denmark'],
    ['Oulu', 'Finland'],
  ]
  fill(database, 'warehouses', 6, (id) => [id, ...(places[id - 1] ?? ['', '']), id * 1500])
  const carriers = ['Northline', 'Polar Freight', 'Harbour Express', 'Quickroad', 'Skyhaul']
  fill(database, 'carriers', 5, (id) => [id, carriers[id - 1] ?? ''])
  fill(database, 'vehicles', 26, (id) => [
    id,
    1 + (id % 5),
    `K${1000 + id * 37}`,
    random.pick(['van', 'truck', 'trailer']),
    random.whole(2015, 2025),
    random.whole(4000, 260_000),
  ])
  const cities = ['Genoa', 'Porto', 'Ghent', 'Gdynia', 'Split', 'Cork', 'Varna']
  fill(database, 'shipments', 1100, (id) => {
    const shipped = Math.floor((id * days) / 1100)
    const arrived = shipped + random.whole(1, 16)
    return [
      id,
      random.whole(1, 6),
      random.whole(1, 5),
      day(shipped),
      arrived < days ? day(arrived) : null,

      random.pick(['air', 'sea', 'road']),
      random.pickEarly(cities),
      random.whole(50, 9000) / 10,
      random.whole(3000, 90_000) / 100,
    ]
  })
  fill(database, 'shipment_lines', 2300, (id) => [
    id,
    1 + (id % 1100),
    `SKU-${random.whole(100, 140)}`,
    random.whole(1, 90),
  ])
}

function hotel(database: DatabaseSync): void {
  const random = new Random(14)
  const names = ['Grand Pier', 'Villa Lark', 'Mountain Rest', 'Old Mill', 'Lakeside Court']
  fill(database, 'hotels', 5, (id) => [
    id,
    names[id - 1] ?? '',
    random.pick(['Lugano', 'Annecy', 'Como']),
    3 + (id % 3),
  ])
  fill(database, 'rooms', 60, (id) => [
    id,
    1 + (((id * id) % 13) % 5),
    100 + id,
    random.pick(['single', 'double', 'suite']),
    60 + ((id * 97) % 240) + id / 10,
  ])
  fill(database, 'guests', 150, (id) => [
    id,
    person(id + 7),
    random.pickEarly(['Canada', 'Japan', 'Spain', 'Kenya', 'Peru']),
    random.whole(1940, 2005),
  ])
  fill(database, 'bookings', 1000, (id) => {
    const booked = Math.floor((id * days) / 1000)
    return [
      id,
      random.whole(1, 141),
      random.whole(1, 60),
      day(booked),
      day(booked + random.whole(1, 60)),
      random.whole(1, 11),
      random.pick(['website', 'agency', 'phone']),
      random.pick(['confirmed', 'confirmed', 'cancelled']),
      random.whole(6000, 300_000) / 100,
    ]
  })
  fill(database, 'reviews', 380, (id) => [
    id,
    id * 2 + 11,
    day(Math.floor((id * days) / 380)),
    random.whole(1, 5),
  ])
}
