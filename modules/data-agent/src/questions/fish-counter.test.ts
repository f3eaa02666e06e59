import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 6) + at * 86_400_000).toISOString().slice(0, 10)
const list = (length: number, row: (at: number) => string): string =>
  Array.from({ length }, (_, at) => `(${row(at)})`).join(', ')
const names = [
  'Smoked Salmon 100g',
  'Smoked Salmon Side',
  'Herring',
  'Cod Fillet',
  'Mussels',
  'Crab',
] as const
const reasons = ['Too old', 'Too old', 'Too old', 'Dropped', 'Sent back'] as const

let fish: SmallDatabase
beforeAll(async () => {
  fish = await openSmallDatabase(`
    create table product (id integer primary key, name text, cost_price real, price real);
    create table sale (id integer primary key, receipt_no text, sold_at timestamp, payment_method text, total real, is_voided integer);
    create table sale_line (id integer primary key, sale_id integer references sale, product_id integer references product, quantity integer, unit_price real, line_total real);
    create table waste_log (id integer primary key, product_id integer references product, logged_on date, quantity integer, cost_value real, reason text);
    create table complaint (id integer primary key, sale_id integer references sale, made_on date, reason text);
    insert into product values ${list(6, (at) => `${at + 1}, '${names[at] ?? ''}', ${at + 1}, ${2 * (at + 2)}`)};
    insert into sale values ${list(600, (at) => `${at + 1}, 'R${1000 + at}', '${day(at)} 1${at % 8}:05:00', '${['Card', 'Cash'][at % 2]}', ${4 * ((at % 6) + 2)}, ${at % 40 === 7 ? 1 : 0}`)};
    insert into sale_line values ${list(600, (at) => `${at + 1}, ${at + 1}, ${(at % 6) + 1}, 2, ${2 * ((at % 6) + 2)}, ${4 * ((at % 6) + 2)}`)};
    insert into waste_log values ${list(300, (at) => `${at + 1}, ${(at % 6) + 1}, '${day(at * 2)}', ${1 + (at % 3)}, ${(1 + (at % 3)) * ((at % 6) + 1)}, ${at % 11 === 0 ? 'null' : `'${reasons[at % 5] ?? ''}'`}`)};
    insert into complaint values ${list(90, (at) => `${at + 1}, ${at * 3 + 1}, '${day(at * 6)}', '${['Smell', 'Bones', 'Smell'][at % 3] ?? ''}'`)};
  `)
})
afterAll(() => fish[Symbol.dispose]())

test('[DR3704] what was thrown away or lost in waste, in money, is its cost', () => {
  const cost = fish.run(`select sum(cost_value) from waste_log where logged_on like '2025%'`)
  expect(fish.rows('how much money did we throw away in waste in 2025')).toEqual(cost)
  expect(fish.rows('how much money did we lose in waste in 2025')).toEqual(cost)
  expect(fish.rows('how much did we throw away in 2025, in money')).toEqual(cost)
  expect(fish.rows('how much did we throw away in 2025')).toEqual(
    fish.run(`select sum(quantity) from waste_log where logged_on like '2025%'`),
  )
})

test('[DR3705] [DR4426] a part of several names has the price of each of them, and the answer says which', () => {
  const wanted = [
    ['Smoked Salmon 100g', 4],
    ['Smoked Salmon Side', 6],
  ]
  expect(sorted(fish.rows('how much do we charge for smoked salmon'))).toEqual(sorted(wanted))
  const { assumptions } = fish.reading('price of smoked salmon')
  expect(assumptions.map(({ says }) => says).join(' ')).toContain('Smoked Salmon 100g, Smoked Salmon Side')
  expect(fish.rows('how much is the herring')).toEqual([['Herring', 8]])
})

test('[DR3706] [DR4427] the main reason is the one of most rows, and “count by reason” says what to count', () => {
  expect(fish.rows('main reason for waste?')).toEqual([['Too old']])
  expect(fish.rows('what is the most common reason for complaints')).toEqual([['Smell']])
  expect(fish.rows('why do people make complaints? count by reason')).toEqual(
    fish.run('select reason, count(*) from complaint group by 1 order by 2 desc'),
  )
})

test('[DR3607] when most people buy is when there are the most sales', () => {
  expect(fish.sql('which month do most customers buy')).toBe(
    fish.sql('which month has the highest number of sales'),
  )
})

test('[DR4428] the day on which most people buy is one of the week', () => {
  expect(fish.sql('on which day do most people buy')).toBe(
    fish.sql('which weekday has the highest number of sales'),
  )
})

test('[DR3708] “single” beside a superlative adds nothing', () => {
  expect(fish.sql('the single most expensive product')).toBe(fish.sql('the most expensive product'))
  expect(fish.sql('largest single sale')).toBe(fish.sql('largest sale'))
})
