import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Random } from '../../src/sample-shop/random.ts'

/** How many days the invented data spans. */
export const days = 730

export function fill(
  database: DatabaseSync,
  table: string,
  count: number,
  row: (id: number) => readonly SQLInputValue[],
): void {
  database.exec('begin')
  for (let id = 1; id <= count; id++) {
    const cells = row(id)
    database.prepare(`insert into ${table} values (${cells.map(() => '?').join(', ')})`).run(...cells)
  }
  database.exec('commit')
}

export function person(number: number): string {
  return `${given[number % given.length]} ${family[(number * 7 + Math.floor(number / 12)) % family.length]}`
}

/** The date this many days after 16 November 2024. */
export function day(count: number): string {
  return new Date(Date.UTC(2024, 10, 16 + count)).toISOString().slice(0, 10)
}

export function clock(random: Random): string {
  return `${String(random.whole(7, 19)).padStart(2, '0')}:${String(random.whole(0, 59)).padStart(2, '0')}:00`
}

const given = [
  'Ada',
  'Boris',
  'Carla',
  'Dmitri',
  'Elif',
  'Farid',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Kaja',
  'Luca',
]
export const family = [
  'Alder',
  'Brook',
  'Castell',
  'Dorn',
  'Ekman',
  'Falk',
  'Gruber',
  'Holm',
  'Ivers',
  'Jansen',
  'Kessel',
]
