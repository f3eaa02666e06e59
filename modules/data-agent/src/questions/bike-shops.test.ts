import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBikeShops } from './test-bike-shops.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let shops: SmallDatabase
beforeAll(async () => {
  shops = await openBikeShops()
})
afterAll(() => shops[Symbol.dispose]())

const sold = `sale_line join sale using (sale_id) join product using (product_id) where status = 'done'`
const lastYear = `sold_at between '2025-01-01' and '2026-01-01'`
const inStores = `from sale join place using (place_id) where status = 'done' and sold_at >= '2026-01-01'`
const names = `first_name, last_name, employee_id`

type Case = readonly [question: string, sql: string]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, sql) => {
    expect(sorted(shops.rows(question))).toEqual(sorted(shops.run(sql)))
  })
}

describe('[DR2247] a kind or a job in the plural, or after “which” and “per”, stands for these places or people', () => {
  answers([
    ['how many stores do we have', `select 2`],
    ['sales per store this year', `select place_name, sum(total) ${inStores} group by 1`],
    [
      'which store sold the most this year',
      `select place_name ${inStores} group by 1 order by sum(total) desc limit 1`,
    ],
    [
      'repairs finished per mechanic this year',
      `select ${names}, count(*) from repair join employee using (employee_id) where finished_on >= '2026-01-01' group by 1, 2, 3`,
    ],
    [
      'which mechanic finished the most repairs last year',
      `select ${names} from repair join employee using (employee_id) where finished_on between '2025-01-01' and '2025-12-31' group by 1, 2, 3 order by count(*) desc limit 1`,
    ],
    ['how many mechanics work here', `select 2`],
  ])
})

describe('[DR2248] which of two did more is the one that did the most', () => {
  answers([
    [
      'which of the two stores sold more this year',
      `select place_name ${inStores} group by 1 order by sum(total) desc limit 1`,
    ],
  ])
})

describe('[DR2256] a word for a kind of place stands for the kind that the data calls otherwise', () => {
  answers([
    [
      'which outlet sold the most this year',
      `select place_name ${inStores} group by 1 order by sum(total) desc limit 1`,
    ],
    ['how many outlets do we have', `select 2`],
  ])
})

describe('[DR2249] the top of a kind of goods are the things of this kind', () => {
  answers([
    [
      'top 3 road bikes by revenue',
      `select title, sum(qty * unit_price) from ${sold} and category_id = 3 group by 1`,
    ],
  ])
})

describe('[DR2250] pieces are no pieces where goods are called so', () => {
  answers([
    [
      'how many tubes did we sell last year',
      `select sum(qty) from ${sold} and ${lastYear} and category_id = 2`,
    ],
    [
      'how many bottles of lube did we sell this year',
      `select sum(qty) from ${sold} and sold_at >= '2026-01-01' and title like '%lube%'`,
    ],
  ])
})

describe('[DR2251] stuff of a brand is what is sold of it', () => {
  answers([
    [
      'how much Trailhead stuff did we sell last year',
      `select sum(qty * unit_price) from ${sold} and ${lastYear} and brand_id = 1`,
    ],
    [
      'sales of trailhead helmets last year',
      `select sum(qty * unit_price) from ${sold} and ${lastYear} and brand_id = 1 and category_id = 1`,
    ],
  ])
})

test('[DR2247] a kind that is not in the data is refused', () => {
  expect(shops.plan('how many unicycles did we sell last year').status).not.toBe('readings')
})
