import { describe, expect, test } from 'vitest'
import { now, openedBefore, rowsOf } from './test-asked-rows.ts'
import { sawmill, tentHire } from './test-money-owed.ts'
import { twoTills, withReturns } from './test-money-returned.ts'
import { readQuestion } from '@quipu/reading'
import { plainContext } from './test-shop.ts'
import { openSmallDatabase, sorted } from './test-small-database.ts'

describe('a sawmill with orders on account', () => {
  const opened = openedBefore(sawmill)
  const valid = "state not in ('void', 'training')"
  const sold = `order_line join orders using (order_id) join board using (board_id) where ${valid} and ordered_on like '2026%'`
  const unpaid = `${valid} and paid_on is null`
  const owing = `orders join customer using (customer_id) where ${unpaid}`

  test.each([
    ['revenue last month', `select sum(total) from orders where ${valid} and ordered_on like '2026-05%'`],
  ])('[DR2283] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['profit per wood kind this year', `select wood_kind, sum(line_net - line_cost) from ${sold} group by 1`],
    ['what is our margin this year', `select 100 * sum(line_net - line_cost) / sum(line_net) from ${sold}`],
  ])('[DR2284] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['how many orders are unpaid', `select count(*) from orders where ${unpaid}`],
    [
      'how many invoices are unpaid and what do they add up to',
      `select count(*), sum(total) from orders where ${unpaid}`,
    ],
    ['how much is overdue', `select sum(total) from orders where ${unpaid} and due_on < '2026-06-15'`],
    [
      'which customer owes us the most',
      `select customer_name from ${owing} group by 1 order by sum(total) desc limit 1`,
    ],
    ['who owes us money', `select customer_name, sum(total) from ${owing} group by 1`],
  ])('[DR2287] [DR4246] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'who is our biggest debtor',
      `select customer_name from ${owing} group by 1 order by sum(total) desc limit 1`,
    ],
    [
      'which customer has the largest outstanding balance',
      `select customer_name from ${owing} group by 1 order by sum(total) desc limit 1`,
    ],
  ])('[DR2291] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'how much is due in the next 14 days',
      `select sum(total) from orders where ${unpaid} and due_on between '2026-06-15' and '2026-06-29'`,
    ],
    [
      'what money is due to come in over the next 14 days',
      `select sum(total) from orders where ${unpaid} and due_on between '2026-06-15' and '2026-06-29'`,
    ],
  ])('[DR2288] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})

describe('what is said of money that is owed', () => {
  const opened = openedBefore(sawmill)
  const unpaid =
    "orders join customer using (customer_id) where state not in ('void', 'training') and paid_on is null"

  test.each([
    ['what is outstanding in total', `select sum(total) from ${unpaid}`],
    ['list all unpaid orders', `select order_id from ${unpaid}`],
    ['how many customers owe us money', `select count(distinct customer_id) from ${unpaid}`],
    ["what is Ines Vane's balance", `select sum(total) from ${unpaid} and customer_name = 'Ines Vane'`],
    [
      'top 5 customers by unpaid amount',
      `select customer_name, sum(total) from ${unpaid} group by 1 order by 2 desc limit 5`,
    ],
    ['total owed by town', `select town, sum(total) from ${unpaid} group by 1`],
    ['average days to pay', 'select avg(julianday(paid_on) - julianday(ordered_on)) from orders'],
  ])('[DR2291] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'which customers owe us more than 100',
      `select customer_name from ${unpaid} group by 1 having sum(total) > 100`,
    ],
    ['who owes us more than 100', `select customer_name from ${unpaid} group by 1 having sum(total) > 100`],
  ])('[DR2289] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'how many orders over 150 this year',
      "select count(*) from orders where total > 150 and ordered_on like '2026%'",
    ],
    ['unpaid orders over 100', `select order_id from ${unpaid} and total > 100`],
  ])('[DR2294] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})

describe('a tent hire with invoices, a till and repairs', () => {
  const opened = openedBefore(tentHire)
  const unpaid =
    "hire_invoice join hire_agreement using (agreement_id) join client using (client_id) where hire_invoice.status = 'unpaid'"

  test.each([
    ['repair turnover this year', "select sum(billed) from repair_job where finished_on like '2026%'"],
  ])('[DR2285] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'what did we earn with repairs last month',
      "select sum(billed) from repair_job where finished_on like '2026-05%'",
    ],
  ])('[DR2286] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'which client owes the most on hire invoices',
      `select client_name from ${unpaid} group by 1 order by sum(total) desc limit 1`,
    ],
    [
      'how much do clients still owe us for hires',
      "select sum(total) from hire_invoice where status = 'unpaid'",
    ],
  ])('[DR2290] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR2303] [DR4249] what else may be unpaid is named', () => {
    const { assumptions, restatement } = opened().reading('which client owes us the most')
    expect(restatement).toContain('hire invoice')
    expect(assumptions).toContainEqual(
      expect.objectContaining({
        says: 'Only unpaid hire invoice are counted. Not included: unpaid receipt.',
        changesNumbers: true,
      }),
    )
  })

  test('[DR2286] the answer says that the period is that of another date', () => {
    const { assumptions } = opened().reading('repair turnover this year')
    expect(assumptions).toContainEqual(
      expect.objectContaining({
        says: 'The period is that of “finished on”; repair job also have a “came in”.',
        changesNumbers: true,
      }),
    )
  })
})

describe('a shop, a web shop and a workshop', () => {
  const opened = openedBefore(twoTills)
  const sum = (rows: string, where: string): string =>
    `(select sum(quantity * unit_price${rows === 'web_order' ? ' - discount' : ''}) from ${rows}_line join ${rows} using (${rows === 'web_order' ? 'order_id' : 'sale_id'}) where ${where})`

  test('[DR2306] discounts that only one of them gives are its own', () => {
    const { restatement } = opened().reading('how much did we give away in discounts this year')
    expect(restatement).toContain('web discounts given')
  })

  test('[DR2281] repairs use what the shops sell, and are not added to what these sold', () => {
    const database = opened()
    const both = `select ${sum('shop_sale', "status <> 'void' and sold_on like '2026-05%'")} + ${sum('web_order', "status <> 'cancelled' and ordered_on like '2026-05%'")}`
    expect(sorted(database.rows('total sales last month'))).toEqual(sorted(database.run(both)))
  })
})

describe('a shop with returns, quotes and goods that are no longer made', () => {
  const opened = openedBefore(withReturns)

  test.each([
    [
      'how much did we refund last month',
      "select sum(refund_amount) from returns where refunded_on like '2026-05%'",
    ],
  ])('[DR2298] [DR4248] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([['open quotes over 3000', "select quote_id from quotes where status = 'open' and net > 3000"]])(
    '[DR2294] %s',
    (question, sql) => {
      const { got, wanted } = rowsOf(opened(), question, sql)
      expect(got).toEqual(wanted)
    },
  )

  test.each([
    [
      'which products are below the minimum',
      'select product_name from products where in_stock < min_stock and coalesce(discontinued, 0) = 0',
    ],
  ])('[DR2300] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR2298] what was sent back was not bought', () => {
    expect(opened().ontology.metrics.map(({ name }) => name)).not.toContain('purchases')
  })

  test('[DR2297] how many that was counts the rows of the figure', () => {
    const database = opened()
    const question = 'how much did we refund last month'
    const previous = { question, reading: database.reading(question) }
    const plan = readQuestion('how many returns was that', database.ontology, {
      ...plainContext,
      now,
      previous,
    })
    const shown = plan.status === 'readings' ? plan.readings[0].restatement : plan.status
    expect(shown).toContain('refunded on is in May 2026')
  })
})

test('[DR2299] a follow-up does not divide only one of the streams that were added up', async () => {
  using database = await openSmallDatabase(twoTills, { now })
  const question = 'total revenue this year'
  const previous = { question, reading: database.reading(question) }
  const plan = readQuestion('split that by till', database.ontology, { ...plainContext, now, previous })
  const sums = plan.status === 'readings' ? JSON.stringify(plan.readings[0].query) : ''
  expect(sums).not.toContain('"kind":"scalar"')
})
