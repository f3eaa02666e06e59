import type { Dataset, Field } from '@quipu/query'
import { isMeasure, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { measureNamed, type Place } from './field-finder.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const groups = (text: string): readonly (readonly string[])[] =>
  text.split(', ').map((group) => group.split(' '))
const prices = groups(
  'unit price, price each, sale price, selling price, unit amount, price, unit net, net unit, unit gross, rate, fee, each',
)
const notPrice = words(
  'cost discount purchase buying buy total line old list tax vat gst commission wholesale',
)
const notListPrice = words('cost discount purchase buying buy total old tax wholesale')
const costs = groups('unit cost, cost price, cost, purchase price, buying price, buy price, cog')
const notCost = words('total shipping delivery discount')

const quantities = groups(
  'quantity sell, unit sell, piece sell, pc sell, quantity, qty, unit, piece, pcs, pc, count',
)
/** `unit net` is what one piece comes to, and not how many there are. */
const notQuantity = words('price cost stock reorder measure of weight limit net gross amount value rate')

/** How many pieces a line has. */
export function quantityOf(dataset: Dataset): Field | null {
  return measureNamed(dataset, quantities, notQuantity) ?? soldPieces(dataset)
}

/** `bottles sold`, where no other number is called so. */
function soldPieces(dataset: Dataset): Field | null {
  const [only, ...more] = visible(dataset).filter(
    (field) =>
      isMeasure(field) &&
      field.isInteger &&
      /^(?:\w+ )?sold$/i.test(field.label) &&
      !nameWords(field.label).some((word) => money.has(word)),
  )
  return only === undefined || more.length > 0 ? null : only
}

const money = words('price amount total value revenue cost net gross tax discount')

/** The price of one piece, perhaps a field of the thing sold. */
export function priceOf(dataset: Dataset, things: readonly Dataset[]): Place | null {
  const own = measureNamed(dataset, prices, notPrice)
  if (own !== null) return { dataset, field: own }
  // What people are paid is no price of what they sell.
  for (const thing of things.filter((each) => !isPeople(each))) {
    const field = measureNamed(thing, prices, notListPrice)
    if (field !== null) return { dataset: thing, field }
  }
  return null
}

/** The only field of the thing sold that is named after a measure. */
export function contentOf(things: readonly Dataset[]): Place | null {
  const found = things.flatMap((dataset) =>
    visible(dataset)
      .filter((field) => isMeasure(field) && nameWords(field.label).every((word) => contents.has(word)))
      .map((field) => ({ dataset, field })),
  )
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
}

const contents = words('litre liter l volume weight kg kilogram gram g kilo net pound lb')

/** What one piece or the whole line cost. */
export function costOf(
  dataset: Dataset,
  things: readonly Dataset[],
): (Place & { readonly isOfLine: boolean }) | null {
  const own = measureNamed(dataset, costs, notCost)
  if (own !== null && !isAsked(dataset, own)) {
    const isOfLine = nameWords(own.label).every(
      (word) => word !== 'unit' && word !== 'price' && word !== 'each',
    )
    return { dataset, field: own, isOfLine }
  }
  const ofLine = measureNamed(dataset, groups('line cost, total cost'))
  if (ofLine !== null) return { dataset, field: ofLine, isOfLine: true }
  // What a machine cost is no cost of what it sells: the cost is that of the thing that has a price.
  const priced = things.filter((thing) => measureNamed(thing, prices, notListPrice) !== null)
  const goods = things.filter((thing) => !isPeople(thing) && (things.length === 1 || !isEquipment(thing)))
  for (const thing of new Set([...priced, ...goods])) {
    const field = measureNamed(thing, costs, notCost)
    if (field !== null && !isPeople(thing)) return { dataset: thing, field, isOfLine: false }
  }
  return null
}

/** `Item cost`, which times the quantity makes what the line or its order came to: what the buyer pays for one. */
function isAsked({ reading }: Dataset, cost: Field): boolean {
  return (
    reading?.sums?.some(
      ({ factors, agreesWith }) =>
        factors.some(({ field }) => field === cost.name) && !/cost|cogs/i.test(agreesWith.field),
    ) === true
  )
}

/** Has a price at which it was bought, and none at which it is sold. */
function isEquipment(thing: Dataset): boolean {
  return (
    measureNamed(thing, costs.slice(3), notCost) !== null && measureNamed(thing, costs.slice(0, 3)) === null
  )
}
