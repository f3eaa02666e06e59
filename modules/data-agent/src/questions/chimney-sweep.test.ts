import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChimneySweep } from './test-chimney-sweep.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let sweep: SmallDatabase
beforeAll(async () => {
  sweep = await openChimneySweep()
})
afterAll(() => sweep[Symbol.dispose]())

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, rows) => {
    expect(sorted(sweep.rows(question))).toEqual(sorted(rows))
  })
}

const metric = (name: string): string | undefined =>
  sweep.ontology.metrics.find((one) => one.name === name)?.expression

describe('[DO870] amounts in cents or pence are read in whole units', () => {
  answers([
    ['how much did we bill last month', [[4535]]],
    ['highest net amount of a bill', [[295]]],
    ['how many bills have a net amount of more than 280', [[3]]],
  ])
  test('[DO1506] the label says what the amount is, and the description how it is held', () => {
    const field = sweep.ontology.datasets
      .find(({ name }) => name === 'bill')
      ?.fields.find(({ name }) => name === 'net_pence')
    expect([field?.label, field?.description, field?.statistics.max]).toEqual([
      'net amount',
      'Held in pence, and shown in whole units.',
      295,
    ])
  })
})

test('[DR1730] receipts for bills are what came in for them, and no sales', () => {
  expect([metric('payments_received'), metric('revenue')]).toEqual([
    'sum(receipt.amount_pence) filter (where receipt.bounced = 0)',
    'sum(bill.net_pence) filter (where bill.is_void = 0)',
  ])
})

describe('[DR1731] what is owed is what the payments of a bill come to, less what was paid of it', () => {
  answers([['how much do households owe us', [[1177]]]])
})

describe('[DR1732] where neither a state nor a date says which bills are paid, those are unpaid of which something is left', () => {
  answers([
    ['how many bills are unpaid', [[5]]],
    ['how many bills are overdue', [[1]]],
  ])
})

describe('[DR1733] a discount in percent is what an amount comes to less after it', () => {
  answers([['how much discount did we give', [[190]]]])
})

describe('[DR1737] “no shows” are rows in any state that says nobody was met, counted where the state belongs', () => {
  answers([['how many no shows last month', [[2]]]])
})
