import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { ropeExport } from './test-money-owed.ts'

describe('an export of invoice lines', () => {
  const opened = openedBefore(ropeExport)
  const lines = '"invoice lines"'
  const open = `${lines} join accounts using ("A/C Ref") where ${lines}.status = 'Open'`

  test.each([
    [
      'average invoice value this year',
      `select sum(net) / count(distinct "Inv No") from ${lines} where status <> 'Void' and "Inv Date" like '2026%'`,
    ],
    [
      'how many invoices are overdue and for how much',
      `select count(distinct "Inv No"), sum(gross) from ${lines} where status = 'Open' and due < '2026-06-15'`,
    ],
    [
      'which account owes us most right now',
      `select company from ${open} group by "A/C Ref" order by sum(gross) desc limit 1`,
    ],
    [
      'which accounts are on stop and what do they owe',
      `select company, sum(gross) from ${open} and "Account status" = 'On stop' group by "A/C Ref"`,
    ],
    [
      'commission earned per rep last month',
      `select name, sum(net * commission / 100) from ${lines} join reps on rep = "Sold by" where status <> 'Void' and "Inv Date" like '2026-05%' group by 1`,
    ],
  ])('[DR2282] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'who is over their credit limit',
      `select company from ${open} group by "A/C Ref" having sum(gross) > "Credit limit"`,
    ],
    [
      'which accounts have gone over their credit limit',
      `select company from ${open} group by "A/C Ref" having sum(gross) > "Credit limit"`,
    ],
  ])('[DR2292] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'items where we make less than 20% margin',
      'select description from "stock list" where ("Sell price" - cost) / "Sell price" < 0.2',
    ],
    [
      'which products have a margin below 20 percent',
      'select description from "stock list" where ("Sell price" - cost) / "Sell price" < 0.2',
    ],
  ])('[DR2293] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'how much have we ordered from each supplier this year',
      `select supplier, sum(value) from "purchase orders" join suppliers using ("Supp code") where state <> 'Cancelled' and raised like '2026%' group by 1`,
    ],
    [
      'how much did we order from Nylon Works this year',
      `select sum(value) from "purchase orders" join suppliers using ("Supp code") where state <> 'Cancelled' and raised like '2026%' and supplier = 'Nylon Works'`,
    ],
  ])('[DR2295] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'credit notes this year, how many and what value',
      `select count(distinct "Inv No"), sum(net) from ${lines} where type = 'CRN' and status <> 'Void' and "Inv Date" like '2026%'`,
    ],
    [
      'how many invoices last month',
      `select count(distinct "Inv No") from ${lines} where type = 'INV' and "Inv Date" like '2026-05%'`,
    ],
  ])('[DR2296] [DR4247] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'what has dropped below its minimum level',
      'select description from "stock list" where "In stock" < "Min level"',
    ],
    [
      'value of the stock per range, at cost',
      'select range, sum("In stock" * cost) from "stock list" group by 1',
    ],
  ])('[DR2291] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'gross sales last month',
      `select sum(gross) from ${lines} where status <> 'Void' and "Inv Date" like '2026-05%'`,
    ],
    [
      'net sales last month',
      `select sum(net) from ${lines} where status <> 'Void' and "Inv Date" like '2026-05%'`,
    ],
  ])('[DR2301] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'how many orders did we get last month',
      `select count(distinct "Inv No") from ${lines} where type = 'INV' and "Inv Date" like '2026-05%'`,
    ],
  ])('[DR2302] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'when did Tern Marine last order',
      `select max("Inv Date") from ${lines} join accounts using ("A/C Ref") where type = 'INV' and status <> 'Void' and company = 'Tern Marine'`,
    ],
  ])('[DR2304] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'how many unpaid invoices over 100',
      `select count(*) from (select "Inv No" from ${lines} where status = 'Open' group by 1 having sum(net) > 100)`,
    ],
  ])('[DR2305] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR2291] the worst payers take the longest to pay', () => {
    const { restatement } = opened().reading('who are the worst payers')
    expect(restatement).toContain('average days from invoice date to paid date')
  })
})
