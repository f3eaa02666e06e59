import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHoneyFarm } from './test-honey-farm.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let farm: SmallDatabase
beforeAll(async () => {
  farm = await openHoneyFarm()
})
afterAll(() => farm[Symbol.dispose]())

const onWeb = `from "Webshop" join "Price list" using ("SKU") where "Status" <> 'Cancelled'`
const thisYear = `"Placed" >= '2026-01-01'`
const held = `from "Fair days" where "Status" = 'held'`
const lastYear = `"Day" between '2025-01-01' and '2025-12-31'`

type Case = readonly [question: string, sql: string]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, sql) => {
    expect(sorted(farm.rows(question))).toEqual(sorted(farm.run(sql)))
  })
}

describe('[DR2252] online, the internet and the website are the stream of income that is called after the web', () => {
  answers([
    ['internet sales this year', `select sum("Line Total") ${onWeb} and ${thisYear}`],
    [
      'online sales by country this year',
      `select "Country", sum("Line Total") ${onWeb} and ${thisYear} group by 1`,
    ],
    [
      'how many jars of heather honey did we sell online this year',
      `select sum("Qty") ${onWeb} and ${thisYear} and "SKU" = 'H1'`,
    ],
    [
      'top 3 items online this year by number sold',
      `select "Item", sum("Qty") ${onWeb} and ${thisYear} group by 1 order by 2 desc limit 3`,
    ],
  ])

  test('with a warning', () => {
    const { assumptions } = farm.reading('internet sales this year')
    expect(assumptions).toContainEqual({
      about: 'meaning of internet',
      says: '"internet" is read as web.',
      changesNumbers: true,
      isFar: true,
    })
  })
})

describe('[DR2253] a word that ends the name of a range stands for the whole range', () => {
  answers([
    [
      'how many candles did we sell online last year',
      `select sum("Qty") ${onWeb} and "Placed" between '2025-01-01' and '2026-01-01' and "Family" = 'Beeswax candles'`,
    ],
  ])
})

describe('[DO921] what is taken in each way of payment adds up to the takings, where a row has no other amount', () => {
  answers([
    ['fair takings this year', `select sum("Cash" + "Card") ${held} and "Day" >= '2026-01-01'`],
    ['what did we take at the fairs last year', `select sum("Cash" + "Card") ${held} and ${lastYear}`],
    ['takings per fair last year', `select "Fair", sum("Cash" + "Card") ${held} and ${lastYear} group by 1`],
    ['average takings by weather', `select "Weather", avg("Cash" + "Card") ${held} group by 1`],
    [
      'average takings per fair day this year',
      `select avg("Cash" + "Card") ${held} and "Day" >= '2026-01-01'`,
    ],
  ])
})

describe('[DR2254] “which” with a property that the rows of a stream have and are called after asks for the property', () => {
  answers([
    [
      'which fair brought in the most this year',
      `select "Fair" ${held} and "Day" >= '2026-01-01' group by 1 order by sum("Cash" + "Card") desc limit 1`,
    ],
  ])
})

test('[DO922] the text right after the key that tells all rows apart is their name', () => {
  expect(farm.rows('which reseller spent the most last year')).toEqual([['The Larder']])
})

test('[DO923] the rows of a dataset with spaces in its name can be counted in a metric', () => {
  const { metrics } = farm.ontology
  expect(metrics.find(({ name }) => name === 'fair_day_average_order_value')?.expression).toContain(
    'count("Fair days")',
  )
})
