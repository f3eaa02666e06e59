import type { Dataset, Field } from '@quipu/query'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { agreedLine, agreedTotal } from './agreed.ts'
import { countedUnits } from './counted-units.ts'
import { isBought } from './direction.ts'
import {
  childrenOf,
  isNamed,
  measureNamed,
  parentsOf,
  pathText,
  type Place,
  type Schema,
} from './field-finder.ts'
import { deadStates, soldConditions } from './not-sold.ts'
import { aggregated } from './proposal.ts'

/** What purchases came to. */
export interface Purchases {
  readonly dataset: Dataset
  readonly text: string
  readonly says: string
  readonly field: Field
}

const groups = (text: string): readonly (readonly string[])[] =>
  text.split(', ').map((group) => group.split(' '))
const totals = groups(
  'grand total, total amount, total cost, total, amount, net amount, value, sum, gross, net, invoice, bill',
)
const notTotal = new Set(
  'tax discount fee balance due limit freight shipping delivery unit paid quote quoted estimate estimated'.split(
    ' ',
  ),
)
const quantities = groups('quantity, qty, unit, piece, pcs, count')
const notQuantity = new Set('price cost measure weight stock minimum maximum percent'.split(' '))
const costs = groups('unit cost, cost price, cost, purchase price, unit price, price each, price')
const notCost = new Set('total freight shipping selling sale list old'.split(' '))

/**
 * The rows of what was bought from others, by their own amount or by that of their lines: those that are called so, or else the
 * only ones.
 */
export function purchasesOf(schema: Schema): Purchases | null {
  const found = schema.datasets
    .filter((dataset) => !dataset.isHidden && isEvent(dataset) && isBought(dataset, schema))
    .flatMap((dataset) => amountOf(dataset, schema) ?? [])
  const named = found.find(({ dataset }) => isNamed(dataset, purchaseNames))
  if (named !== undefined) return named
  const [only, ...more] = found.filter(
    ({ dataset }) => !found.some((other) => parentsOf(dataset, schema).includes(other.dataset)),
  )
  return only === undefined || more.length > 0 ? null : only
}

const purchaseNames = new Set('purchase procurement bill invoice payable'.split(' '))

/** Things that come from a supplier have names and prices; what was bought has a date, and names a supplier again and again. */
function isEvent(dataset: Dataset): boolean {
  const isOwnName = ({ role, statistics }: Field): boolean =>
    role === 'name' && statistics.distinct * 2 > dataset.rows
  return visible(dataset).some(isMoment) && !visible(dataset).some(isOwnName)
}

function amountOf(dataset: Dataset, schema: Schema): Purchases | null {
  const total = measureNamed(dataset, totals, notTotal) ?? agreedTotal(dataset, schema)
  const sold = soldConditions([dataset], schema, deadStates)
  if (total !== null) {
    const text = aggregated('sum', pathText({ dataset, field: total }), sold)
    return { dataset, text, field: total, says: `${total.label} of ${dataset.label}` }
  }
  const own = ownProduct(dataset)
  if (own !== null) {
    const product = `${pathText({ dataset, field: own.quantity })} * ${pathText({ dataset, field: own.cost })}`
    const says = `${own.quantity.label} × ${own.cost.label} of ${dataset.label}`
    return { dataset, text: aggregated('sum', product, sold), field: own.cost, says }
  }
  const [lines, ...more] = childrenOf(dataset, schema).flatMap((child) => {
    // What has a date of its own is another event, such as the sale of what was bought.
    if (visible(child).some(isMoment)) return []
    const agreed = agreedLine(child, dataset, schema)
    const quantity = agreed?.quantity ?? received(child)
    const price: Place | null = agreed?.price ?? costOf(child)
    return quantity === null || price === null ? [] : [{ child, quantity, price }]
  })
  if (lines === undefined || more.length > 0) return null
  const { child, quantity, price } = lines
  const product = `${pathText({ dataset: child, field: quantity })} * ${pathText(price)}`
  return {
    dataset,
    text: aggregated('sum', product, sold),
    field: price.field,
    says: `${quantity.label} × ${price.field.label} of ${child.label}`,
  }
}

/** What came times what one of it cost, where each row of what was bought has both. */
function ownProduct(dataset: Dataset): { readonly quantity: Field; readonly cost: Field } | null {
  const [quantity, cost] = [received(dataset) ?? countedUnits(dataset), costOf(dataset)?.field ?? null]
  return quantity === null || cost === null || quantity === cost ? null : { quantity, cost }
}

function costOf(dataset: Dataset): Place | null {
  const field = measureNamed(dataset, costs, notCost)
  return field === null ? null : { dataset, field }
}

/** Of two quantities, the one that is empty or less in some rows: what came, and not what was ordered. */
function received(dataset: Dataset): Field | null {
  const named = visible(dataset).filter(
    (field) =>
      isMeasure(field) &&
      !nameWords(field.label).some((word) => notQuantity.has(word)) &&
      quantities.some((group) => group.every((word) => nameWords(field.label).includes(word))),
  )
  const size = ({ statistics: { quantiles } }: Field): number =>
    (quantiles ?? [0]).reduce((sum, one) => sum + one, 0)
  return named.toSorted((a, b) => b.statistics.nulls - a.statistics.nulls || size(a) - size(b))[0] ?? null
}
