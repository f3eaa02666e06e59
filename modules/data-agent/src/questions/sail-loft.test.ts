import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSailLoft } from './test-sail-loft.ts'
import type { SmallDatabase } from './test-small-database.ts'

let loft: SmallDatabase
beforeAll(async () => {
  loft = await openSailLoft()
})
afterAll(() => loft[Symbol.dispose]())

const labelOf = (dataset: string, field: string): string | undefined =>
  loft.ontology.datasets.find(({ name }) => name === dataset)?.fields.find(({ name }) => name === field)
    ?.label

describe('[DO6] [DO1503] labels write abbreviations in full', () => {
  test.each([
    ['cust', 'cust_nm', 'customer name'],
    ['ord_ln', 'unit_pr', 'unit price'],
    ['inv', 'tot_amt', 'total amount'],
    ['prod', 'prod_typ', 'product type'],
  ])('%s.%s', (dataset, field, label) => {
    expect(labelOf(dataset, field)).toBe(label)
  })

  test('rows are named by the field whose name is an abbreviation of “name”', () => {
    expect(loft.rows('which customer bought the most last month')).toEqual([['Ida Beck']])
  })
})

test('[DR870] a code that stands for a named thing is shown by that name', () => {
  expect(loft.rows('revenue by customer group last month')).toEqual([
    ['Private owners', 300],
    ['Clubs', 220],
  ])
})

test('[DR871] a fee beside priced lines is not what an order comes to', () => {
  expect(loft.rows('average order value last month')).toEqual([[(220 + 300 + 60) / 3]])
})

test('[DR872] rows without the number of a thing are those that refer to none', () => {
  expect(loft.rows('how many orders without a customer number did we have last month')).toEqual([[1]])
})

test('[DR2001] amounts of cancelled and void rows are left out, and the answer says so', () => {
  const { assumptions } = loft.reading('how much vat did we charge last month')
  expect(loft.rows('how much vat did we charge last month')).toEqual([[118]])
  expect(assumptions.map(({ says }) => says)).toContain('Without invoice whose invoice status is void.')
  expect(loft.rows('how much vat was on void invoices last month')).toEqual([[99]])
})
