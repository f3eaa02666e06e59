import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRopeMaker } from './test-rope-maker.ts'
import type { SmallDatabase } from './test-small-database.ts'

let ropes: SmallDatabase
beforeAll(async () => {
  ropes = await openRopeMaker()
})
afterAll(() => ropes[Symbol.dispose]())

test('[DO766] the header of a document is called like the document', () => {
  const header = ropes.ontology.datasets.find(({ name }) => name === 'so_hdr')
  expect(header?.label).toBe('sales order')
})

test('[DR1338] “cancelled” is the state CANC, and what is so was not sold', () => {
  expect(ropes.rows('how many orders were cancelled last month')).toEqual([[1]])
  expect(ropes.rows('revenue last month')).toEqual([[50]])
})

test('[DR1339] the best rated thing is that of the stars, not of another score or of the sales', () => {
  expect(ropes.rows('best rated item')[0]?.[0]).toBe('Bell rope')
})

test('[DR1340] orders are those of customers where the others are purchase orders', () => {
  expect(ropes.rows('how many orders did we get last month')).toEqual([[3]])
  expect(ropes.rows('how many purchase orders last month')).toEqual([[4]])
})

test('[DR1312] a plural in lower case is no surname', () => {
  expect(JSON.stringify(ropes.plan('how many sailors bought something last month'))).not.toMatch(/Sailor"/)
})

test('[DR1342] “which customers was that for” alone asks for nothing', () => {
  expect(ropes.plan('which customers was that for').status).toBe('cannot_answer')
})
