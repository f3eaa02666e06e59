import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 3) + at * 86_400_000).toISOString().slice(0, 10)

describe('land surveys, and maps that some clients order afterwards', () => {
  const jobs = Array.from({ length: 130 }, (_, at) => {
    const status = at % 9 === 4 ? 'Cancelled' : 'Done'
    return `(${at + 1}, '${day(at * 5 - 3)}', 'Client ${at % 17}', '${day(at * 5)}', '${status}', ${400 + (at % 7) * 35}, ${at % 6 === 0 ? 40 : 0})`
  })
  const orders = Array.from({ length: 60 }, (_, at) => {
    const job = (at >> 1) * 4 + 1
    return `(${at + 1}, ${job}, '${day(job * 5 + 9)}', ${(at % 3) + 1}, ${(at % 4) + 1}, ${12 + (at % 3) * 6}, '${at % 11 === 3 ? 'yes' : 'no'}')`
  })
  let surveys: SmallDatabase
  beforeAll(async () => {
    surveys = await openSmallDatabase(`
      create table jobs (job_id integer primary key, entered_on date, client_name text, survey_date date, status text, plot_price real, discount real);
      create table map_items (item_id integer primary key, title text not null, price real);
      create table map_orders (order_id integer primary key, job_id integer not null references jobs, ordered_on date, item_id integer not null references map_items, quantity integer, unit_price real, cancelled text);
      insert into map_items values (1, 'Small map', 12), (2, 'Large map', 18), (3, 'Relief', 24);
      insert into jobs values ${jobs.join(', ')};
      insert into map_orders values ${orders.join(', ')};
    `)
  })
  afterAll(() => surveys[Symbol.dispose]())

  const ofJobs = `select sum(plot_price - discount) from jobs where status <> 'Cancelled'`
  const ofMaps = `select sum(quantity * unit_price) from map_orders where cancelled = 'no'`

  test('[DR2565] orders that follow some of the jobs are another income', () => {
    expect(surveys.rows('map revenue')).toEqual(surveys.run(ofMaps))
    expect(surveys.rows('job revenue')).toEqual(surveys.run(ofJobs))
  })

  test('[DR2566] a discount in money is taken off the price of a whole sale', () => {
    expect(sorted(surveys.rows('job revenue by client name'))).toEqual(
      sorted(
        surveys.run(
          `select client_name, sum(plot_price - discount) from jobs where status <> 'Cancelled' group by 1`,
        ),
      ),
    )
  })

  test('[DR2567] the day on which a job takes place names its income', () => {
    expect(surveys.rows('survey revenue')).toEqual(surveys.run(ofJobs))
  })
})

describe('a brewery with pubs that it delivers to, and taprooms', () => {
  const drops = Array.from({ length: 140 }, (_, at) => {
    const rebate = at % 3 === 0 ? 0.05 : 0
    return `(${at + 1}, ${(at % 8) + 1}, '${day(at * 4.7)}', ${(at % 4) + 1}, ${5 + (at % 9)}, ${60 + (at % 4) * 5}, ${rebate})`
  })
  const taps = Array.from(
    { length: 160 },
    (_, at) =>
      `(${at + 1}, ${(at % 2) + 1}, ${(at % 4) + 1}, '${day(at * 4)}', ${30 + (at % 5)}, ${25 + (at % 5)}, ${100 + (at % 13)})`,
  )
  const pubs = Array.from({ length: 8 }, (_, at) => `(${at + 1}, 'Pub ${at}')`).join(', ')
  const beers = `create table beers (beer_id integer primary key, beer_name text not null, list_price real);
      insert into beers values (1, 'Pale', 5), (2, 'Stout', 6), (3, 'Wheat', 4), (4, 'Porter', 7);`

  test('[DR2568] [DR4255] `unit net` is a price, and `pcs` are pieces', async () => {
    using kegs = await openSmallDatabase(`
      ${beers}
      create table customers (customer_id integer primary key, customer_name text not null);
      create table deliveries (delivery_no integer primary key, customer_id integer not null references customers, delivered_on date, beer_id integer not null references beers, pcs integer, unit_net real, rebate_frac real);
      insert into customers values ${pubs};
      insert into deliveries values ${drops.join(', ')};
    `)
    expect(sorted(kegs.rows('revenue by customer'))).toEqual(
      sorted(
        kegs.run(
          'select customer_name, sum(pcs * unit_net * (1 - rebate_frac)) from deliveries join customers using (customer_id) group by 1',
        ),
      ),
    )
  })

  test('[DR2568] [DR4255] [DR2569] what was taken with tax, and the pieces that were sold', async () => {
    using bars = await openSmallDatabase(`
      ${beers}
      create table taprooms (taproom_id integer primary key, taproom_name text not null);
      create table sales (sale_id integer primary key, taproom_id integer not null references taprooms, beer_id integer not null references beers, sold_on date, pcs_poured integer, pcs_sold integer, takings_incl_vat real);
      insert into taprooms values (1, 'Dock'), (2, 'Yard');
      insert into sales values ${taps.join(', ')};
    `)
    expect(bars.rows('total revenue')).toEqual(bars.run('select sum(takings_incl_vat) from sales'))
    expect(bars.rows('how many units did we sell?')).toEqual(bars.run('select sum(pcs_sold) from sales'))
  })
})
