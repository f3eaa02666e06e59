import { expect, test } from 'vitest'
import type { Metric } from '@quipu/query'
import { introspect } from './introspect.ts'
import { proposeMetrics } from './propose-metrics.ts'
import { TestSource } from './test-source.ts'
import { never } from '../sources/test-limits.ts'

async function proposed(script: string): Promise<readonly Metric[]> {
  await using source = new TestSource(script)
  return proposeMetrics(await introspect(source, never())).metrics
}

const boats = `
  create table anglers (id integer primary key, name text);
  create table boat_rentals (rental_no integer primary key, angler_id integer references anglers, rented_on date, amount real, status text);
  create table baits (id integer primary key, name text, price real, cost real);
  create table bait_orders (id integer primary key, angler_id integer references anglers, bait_id integer references baits, ordered_on date, quantity integer);
  insert into anglers values (1, 'Ana'), (2, 'Bo'), (3, 'Cy');
  insert into boat_rentals values (1, 1, '2026-01-05', 30, 'done'), (2, 2, '2026-02-05', 40, 'cancelled'), (3, 1, '2026-03-05', 50, 'done');
  insert into baits values (1, 'Worm', 2, 1), (2, 'Fly', 3, 2), (3, 'Spoon', 4, 2);
  insert into bait_orders values (1, 1, 1, '2026-01-05', 2), (2, 2, 2, '2026-01-06', 1), (3, 3, 3, '2026-01-07', 5);
`

test('[DO610] [DO1520] each stream of income has metrics of its own, with its name before theirs', async () => {
  const metrics = await proposed(boats)
  const found = Object.fromEntries(metrics.map(({ name, expression }) => [name, expression]))

  expect(found).toMatchObject({
    revenue: 'sum(bait_orders.quantity * baits.price)',
    boat_rental_revenue: `sum(boat_rentals.amount) filter (where not boat_rentals.status in ('cancelled'))`,
  })
  const other = metrics.find(({ name }) => name === 'boat_rental_revenue')
  expect(other).toMatchObject({ label: 'boat rental revenue', origin: 'derived' })
  expect(other?.synonyms).toContain('boat sales')
  expect(other?.synonyms).not.toContain('revenue')
  expect(metrics.find(({ name }) => name === 'revenue')?.synonyms).toContain('bait revenue')
})

test('[DO610] a database with one trade has the metrics of this trade, without other names', async () => {
  const metrics = await proposed(boats.replaceAll(/.*boat_rentals.*\n/g, ''))
  expect(metrics.map(({ name }) => name)).toContain('revenue')
  expect(metrics.flatMap(({ synonyms }) => synonyms)).not.toContain('bait revenue')
})

test('[DO611] an order and its invoice, or visits and bills to the same people, are one stream', async () => {
  const names = async (script: string): Promise<readonly string[]> =>
    (await proposed(script)).map(({ name }) => name).filter((name) => name.endsWith('revenue'))

  expect(
    await names(`
      create table jobs (id integer primary key, opened_on date, total real);
      create table bookings (id integer primary key, job_id integer references jobs, booked_on date, amount real);
      insert into jobs values (1, '2026-01-05', 12), (2, '2026-02-05', 24);
      insert into bookings values (1, 1, '2026-01-05', 12), (2, 2, '2026-02-05', 24);
    `),
  ).toEqual(['revenue'])
  expect(
    await names(`
      create table pupils (id integer primary key, name text);
      create table invoices (id integer primary key, pupil_id integer references pupils, issued_on date, total real);
      create table lessons (id integer primary key, pupil_id integer references pupils, held_on date, price real);
      insert into pupils values (1, 'Ana'), (2, 'Bo');
      insert into invoices values (1, 1, '2026-01-05', 12), (2, 2, '2026-02-05', 24);
      insert into lessons values (1, 1, '2026-01-03', 12), (2, 2, '2026-02-01', 24);
    `),
  ).toEqual(['revenue'])
})
