import type { Dataset, Field } from '@quipu/query'
import { isBuyer } from './direction.ts'
import { parentsOf, type Place, type Schema } from './field-finder.ts'
import { moneyIn } from './money-of.ts'

/** The rows of a header with an amount each that bring most. Rows that name the buyer themselves are another income. */
export function pricedRows(
  header: Dataset,
  children: readonly Dataset[],
  schema: Schema,
  amountOf: (child: Dataset) => Field | null,
): Place | null {
  const buyers = parentsOf(header, schema).filter(isBuyer)
  const found = children
    .filter((child) => !parentsOf(child, schema).some((parent) => buyers.includes(parent)))
    .flatMap((dataset): readonly Place[] => {
      const field = amountOf(dataset)
      return field === null ? [] : [{ dataset, field }]
    })
  return found.toSorted((a, b) => moneyIn(b.dataset, b.field) - moneyIn(a.dataset, a.field))[0] ?? null
}
