import type { Dataset, Field } from '@quipu/query'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
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
  // Dated rows that say who buys a thing of a list with prices are the sales themselves.
  const isListed = visible(header).some(isListPrice)
  const isSale = (child: Dataset): boolean =>
    isListed && visible(child).some(isMoment) && parentsOf(child, schema).some(isBuyer)
  const found = children
    .filter((child) => !isSale(child) && !parentsOf(child, schema).some((one) => buyers.includes(one)))
    .flatMap((dataset): readonly Place[] => {
      const field = amountOf(dataset)
      return field === null ? [] : [{ dataset, field }]
    })
  return found.toSorted((a, b) => moneyIn(b.dataset, b.field) - moneyIn(a.dataset, a.field))[0] ?? null
}

function isListPrice(field: Field): boolean {
  return isMeasure(field) && nameWords(field.label).includes('price')
}
