import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Ontology } from '@quipu/query'
import { ontologyOf } from './test-shop.ts'

const schema = `
  create table shops (shop_id integer primary key, name text not null unique, region text not null, city text not null);
  create table patrons (patron_id integer primary key, name text not null, region text not null, lifetime_value real not null, joined_on date not null);
  create table orders (
    order_id integer primary key, patron_id integer not null references patrons (patron_id), shop_id integer not null references shops (shop_id),
    ordered_on date not null, status text not null, gross_amount real not null, net_amount real not null);
`
const regions = ['West', 'East', 'North']

/** A chain of bakeries in a SQLite file: two years of orders up to November 2026, amounts gross and net. */
export async function bakeryChain(): Promise<{ readonly file: string; readonly ontology: Ontology }> {
  const file = join(mkdtempSync(join(tmpdir(), 'quipu-bakery-')), 'bakery.sqlite')
  const db = new DatabaseSync(file)
  db.exec(schema)
  db.exec('begin')
  const shop = db.prepare('insert into shops values (?, ?, ?, ?)')
  const patron = db.prepare('insert into patrons values (?, ?, ?, ?, ?)')
  const order = db.prepare('insert into orders values (?, ?, ?, ?, ?, ?, ?)')
  for (let id = 1; id <= 12; id += 1)
    shop.run(id, `Oven ${id}`, regions[id % 3] ?? '', ['Lindau', 'Brugg', 'Aarberg', 'Murten'][id % 4] ?? '')
  for (let id = 1; id <= 200; id += 1)
    patron.run(id, `Patron ${id}`, regions[id % 3] ?? '', (id * 7919) % 20_000, day(id * 3))
  for (let id = 1; id <= 3000; id += 1) {
    const gross = 5 + ((id * 104_729) % 30_000) / 100
    order.run(
      id,
      1 + ((id * 31) % 190),
      1 + (id % 12),
      day(Math.floor((id * 728) / 3000)),
      ['baked', 'collected', 'spoiled'][id % 3] ?? '',
      gross,
      Math.round(gross * 80) / 100,
    )
  }
  db.exec('commit')
  db.close()
  return { file, ontology: await ontologyOf(file) }
}

/** The date this many days after 16 November 2024. */
function day(count: number): string {
  return new Date(Date.UTC(2024, 10, 16 + count)).toISOString().slice(0, 10)
}
