import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sorted, type SmallDatabase } from './test-small-database.ts'
import { openTimberYard } from './test-timber-yard.ts'

let yard: SmallDatabase
beforeAll(async () => {
  yard = await openTimberYard()
})
afterAll(() => yard[Symbol.dispose]())

const thisYear = `"Docket Date" >= '2026-01-01'`
const lastYear = `"Docket Date" between '2025-01-01' and '2025-12-31'`
const goods = `"Docket lines" join "Product list" using ("Product Code")`

type Case = readonly [question: string, sql: string]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, sql) => {
    expect(sorted(yard.rows(question))).toEqual(sorted(yard.run(sql)))
  })
}

describe('[DO920] rows with the number and the date of a sale are sales, and not lines of the account that they name', () => {
  answers([
    ['revenue this year', `select sum("Net") from "Docket lines" where ${thisYear}`],
    [
      'sales of plywood this year',
      `select sum("Net") from ${goods} where ${thisYear} and "Description" like '%plywood%'`,
    ],
  ])
})

describe('[DR2240] what has a row for each line is called after its number, and counted by it', () => {
  answers([
    [
      'how many dockets went out last week',
      `select count(distinct "Docket No") from "Docket lines" where "Docket Date" between '2026-11-09' and '2026-11-15'`,
    ],
    [
      'how many open dockets are there',
      `select count(distinct "Docket No") from "Docket lines" where "Status" = 'Open'`,
    ],
    [
      'dockets per month this year',
      `select strftime('%Y-%m-01', "Docket Date"), count(distinct "Docket No") from "Docket lines" where ${thisYear} group by 1`,
    ],
    [
      'what percentage of dockets comes in by phone this year',
      `select 100.0 * count(distinct iif("Ordered Via" = 'Phone', "Docket No", null)) / count(distinct "Docket No") from "Docket lines" where ${thisYear}`,
    ],
    [
      'how many mill orders did we raise this year',
      `select count(distinct "Order No") from "Mill orders" where "Raised" >= '2026-01-01'`,
    ],
  ])
})

describe('[DR2241] lines that a question names are counted as such', () => {
  answers([['how many docket lines this year', `select count(*) from "Docket lines" where ${thisYear}`]])
})

describe('[DR2242] the biggest of what has a row for each line is the number with the largest sum', () => {
  answers([
    [
      'biggest docket this year',
      `select "Docket No" from "Docket lines" where ${thisYear} group by 1 order by sum("Net") desc limit 1`,
    ],
    [
      'biggest mill order this year',
      `select "Order No" from "Mill orders" where "Raised" >= '2026-01-01' group by 1 order by sum("Value") desc limit 1`,
    ],
  ])
})

describe('[DR2243] kinds of documents are the rows of this type', () => {
  const credits = `from "Docket lines" where "Type" = 'Credit'`
  answers([
    [
      'how many credits did we give last year',
      `select count(distinct "Docket No") ${credits} and ${lastYear}`,
    ],
    [
      'credit notes this year, how many and what value',
      `select count(distinct "Docket No"), sum("Net") ${credits} and ${thisYear}`,
    ],
    [
      'how many invoices this year',
      `select count(distinct "Docket No") from "Docket lines" where "Type" = 'Invoice' and ${thisYear}`,
    ],
  ])
})

describe('[DR2244] a value by which goods are ranked is what they were sold for', () => {
  answers([
    [
      'top 3 decking & fencing products by value last year',
      `select "Description", sum("Net") from ${goods} where ${lastYear} and "Group" = 'Decking & Fencing' group by 1`,
    ],
  ])

  test('with a warning', () => {
    const { assumptions } = yard.reading('top 3 decking & fencing products by value last year')
    expect(assumptions).toContainEqual({
      about: 'meaning of value',
      says: '"value" is read as revenue.',
      changesNumbers: true,
      isFar: true,
    })
  })
})

describe('[DR2245] words beside each other are parts of the same values, also with digits in them', () => {
  answers([
    [
      'how many sheets of birch plywood did we sell last year',
      `select sum("Qty") from ${goods} where ${lastYear} and "Description" like '%birch plywood%'`,
    ],
    [
      'how many boxes of decking screws did we sell this year',
      `select sum("Qty") from "Docket lines" where ${thisYear} and "Product Code" = 'P7'`,
    ],
    [
      'how many M10 bolts did we sell this year',
      `select sum("Qty") from "Docket lines" where ${thisYear} and "Product Code" = 'P8'`,
    ],
  ])
})

describe('[DR2246] things are counted by the people whom they name themselves', () => {
  answers([
    [
      'number of accounts per seller',
      `select "Name", count(*) from "Accounts" join "Sellers" on "Seller Code" = "Seller" group by 1`,
    ],
  ])
})
