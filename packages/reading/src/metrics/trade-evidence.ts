import type { Dataset } from '@quipu/query'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { ownAmount } from './agreed.ts'
import { countedUnits } from './counted-units.ts'
import { isBuyer, isBought, sellsTo } from './direction.ts'
import { childrenOf, parentsOf, type Schema } from './field-finder.ts'
import { priceOf, quantityOf } from './line-prices.ts'
import { deadFlag, stateField, unsoldStates } from './not-sold.ts'
import { isMovement } from './plans.ts'
import { isExported, numberOf } from './sale-number.ts'

/**
 * How much the rows themselves say that they are sales, whatever they are called. Null where they hold no quantity with a price, where
 * they came from others, or where they say too little.
 */
export function saleEvidence(dataset: Dataset, schema: Schema): number | null {
  if (!visible(dataset).some(isMoment) || isMovement(dataset) || isBought(dataset, schema)) return null
  const isConfirmed = hasProduct(dataset, schema)
  if (!isConfirmed && !isPriced(dataset, schema)) return null
  const hasBuyer = sellsTo(dataset, schema) || parentsOf(dataset, schema).some(isBuyer)
  // Hours of staff at a rate are what they are paid, unless somebody is named for whom they worked.
  if (!hasBuyer && isOfStaff(dataset, schema)) return null
  const score =
    (isConfirmed ? weights.confirmed : 0) +
    (hasBuyer ? weights.buyer : 0) +
    (hasThing(dataset, schema) ? weights.thing : 0) +
    (numberOf(dataset, schema) === null ? 0 : weights.number) +
    (hasDeadRows(dataset, schema) ? weights.dead : 0)
  return score < enough ? null : score
}

/** What each piece of evidence counts. */
const weights = { buyer: 2, confirmed: 1, thing: 1, number: 1, dead: 1 } as const
const enough = 2
/** As much as there can be. */
export const mostEvidence: number = Object.values(weights).reduce((sum, each) => sum + each, 0)

/** The amount of each row is a quantity times a price, as the data confirms it. */
function hasProduct(dataset: Dataset, schema: Schema): boolean {
  const own = ownAmount(dataset, schema)
  return own !== null && own.quantity !== null && own.price !== null
}

/** A quantity with a price on the row itself, by their names. */
function isPriced(dataset: Dataset, schema: Schema): boolean {
  const quantity = quantityOf(dataset) ?? countedUnits(dataset)
  const price = quantity === null ? null : priceOf(dataset, parentsOf(dataset, schema))
  return price !== null && price.dataset === dataset && price.field !== quantity
}

function isOfStaff(dataset: Dataset, schema: Schema): boolean {
  const isTime = visible(dataset).some(({ label }) => /\bhours?\b/i.test(label))
  return isTime && parentsOf(dataset, schema).some((parent) => isPeople(parent) && !isBuyer(parent))
}

/** What was sold: another dataset that is nobody, or a text of the row that is repeated. */
function hasThing(dataset: Dataset, schema: Schema): boolean {
  return (
    parentsOf(dataset, schema).some((parent) => !isPeople(parent)) ||
    visible(dataset).some(
      ({ type, role, label, statistics }) =>
        type === 'text' &&
        role !== 'identifier' &&
        statistics.distinct > 1 &&
        statistics.nulls === 0 &&
        !nameWords(label).some((word) => word === 'status' || word === 'state'),
    )
  )
}

function hasDeadRows(dataset: Dataset, schema: Schema): boolean {
  return stateField(dataset, unsoldStates, schema) !== null || deadFlag(dataset) !== null
}

/** Whatever they are called, rows with lines of a quantity, a price and a thing are sales. */
export function hasSoldLines(dataset: Dataset, schema: Schema): boolean {
  const things = (child: Dataset): readonly Dataset[] =>
    parentsOf(child, schema).filter((parent) => parent !== dataset)
  return childrenOf(dataset, schema).some(
    (child) =>
      things(child).length > 0 &&
      !isMovement(child) &&
      !isExported(child, schema) &&
      !isSaleOf(child, dataset, schema) &&
      (hasProduct(child, schema) ||
        ((quantityOf(child) ?? countedUnits(child)) !== null && priceOf(child, things(child)) !== null)),
  )
}

/** Dated rows that name who buys are the sales themselves, and no lines of the machine that was hired out: it names nobody. */
function isSaleOf(child: Dataset, thing: Dataset, schema: Schema): boolean {
  const hasBuyer = (each: Dataset): boolean => parentsOf(each, schema).some(isBuyer)
  return visible(child).some(isMoment) && hasBuyer(child) && !hasBuyer(thing) && !sellsTo(thing, schema)
}
