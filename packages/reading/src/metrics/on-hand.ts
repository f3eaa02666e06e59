import type { Dataset, Field } from '@quipu/query'
import { measureNamed } from './field-finder.ts'

const names = 'stock on hand, on hand, in hand, quantity in stock, in stock, stock, inventory'
  .split(', ')
  .map((one) => one.split(' '))
/** A part of what is there, what is to come, what should be there, or what it is worth. */
const notOnHand =
  'reorder minimum min maximum max safety value price cost reserved reservation allocated committed target'.split(
    ' ',
  )

/** How many pieces are there. */
export function onHandOf(dataset: Dataset, ...without: readonly string[]): Field | null {
  return measureNamed(dataset, names, new Set([...notOnHand, ...without]))
}
