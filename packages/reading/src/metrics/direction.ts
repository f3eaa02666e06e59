import type { Dataset } from '@quipu/query'
import { isMeasure, isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { agreedTotal, ownAmount } from './agreed.ts'
import { isOfCosts } from './cost-rows.ts'
import { countedUnits } from './counted-units.ts'
import { childrenOf, isNamed, measureNamed, parentsOf, type Schema } from './field-finder.ts'
import { quantityOf } from './line-prices.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const buyers = words('customer client account buyer guest patient member')
const suppliers = words('supplier vendor payee creditor contractor subcontractor tradesman tradesperson')

/** What comes from suppliers and goes to no customer. */
export function isBought(dataset: Dataset, schema: Schema): boolean {
  const isFromSupplier =
    hasParty(dataset, schema, suppliers) ||
    comesFromSource(dataset, schema) ||
    isOfCosts(dataset, schema) ||
    isBillReceived(dataset) ||
    comesIn(dataset, schema)
  return isFromSupplier && !isGivenBack(dataset) && !sellsTo(dataset, schema)
}

/** Whether each row names somebody who buys from us. Beside a supplier, the `buyer` is our own. */
export function sellsTo(dataset: Dataset, schema: Schema): boolean {
  const isOurs = hasParty(dataset, schema, suppliers)
  return hasParty(dataset, schema, isOurs ? new Set([...buyers].filter((word) => word !== 'buyer')) : buyers)
}

/** A site calls what people buy from it their purchases: each names one of many people, and nobody who supplies. */
export function isBoughtFromUs(dataset: Dataset, schema: Schema): boolean {
  return (
    isNamed(dataset, words('purchase')) &&
    !hasParty(dataset, schema, suppliers) &&
    parentsOf(dataset, schema).some(
      (parent) => isBuyer(parent) && (!isNamed(parent, ourUsers) || parent.rows > mostStaff),
    )
  )
}

/** In a program of the office these are those who work with it. */
const ourUsers = words('user person people operator buyer agent')
const mostStaff = 50

/** Bills that have a day on which they were received and one on which they are due came from others, whoever these are. */
function isBillReceived(dataset: Dataset): boolean {
  const dates = visible(dataset).filter(isMoment)
  return (
    /\b(?:bills?|invoices?)$/i.test(dataset.label) &&
    dates.some(({ label }) => /^(?:(?:bill|invoice) )?received(?: on| at| date)?$/i.test(label)) &&
    dates.some(({ label }) => /\bdue\b/i.test(label)) &&
    measureNamed(dataset, [['total'], ['amount'], ['net'], ['gross']]) !== null
  )
}

/** Goods that came in: rows of a quantity whose name or day says that they were received, and that name nobody who buys. */
function comesIn(dataset: Dataset, schema: Schema): boolean {
  const isInward =
    /\b(?:goods in|in|inbound|intakes?|landings?|arrivals?|goods received|received goods)$/i.test(
      dataset.label,
    ) ||
    visible(dataset).some(
      (field) => isMoment(field) && /\b(?:received|landed|arrived|bought|taken in from)\b/i.test(field.label),
    )
  const isCounted =
    (quantityOf(dataset) ?? countedUnits(dataset) ?? ownAmount(dataset, schema)?.price ?? null) !== null
  // "Goods in" with what each delivery came to, and no quantities.
  const isBilled =
    /^(?:goods (?:in|received|inwards?)|received goods|inbound(?: goods)?)$/i.test(dataset.label) &&
    measureNamed(dataset, [['total'], ['amount'], ['value'], ['net'], ['gross']]) !== null
  return isInward && (isCounted || isBilled) && !parentsOf(dataset, schema).some(isBuyer)
}

/** What customers send back is received, and they get money for it: nothing is bought. */
function isGivenBack(dataset: Dataset): boolean {
  return isNamed(dataset, words('return refund complaint claim warranty'))
}

/**
 * Whatever those are called from whom things come: the things that are sold refer to them, sales do not, and each row refers to
 * them and to these things, and to nobody who buys.
 */
function comesFromSource(dataset: Dataset, schema: Schema): boolean {
  const own = documentOf(dataset, schema)
  if (!visible(dataset).some(isMoment) || own.some((each) => parentsOf(each, schema).some(isBuyer)))
    return false
  return parentsOf(dataset, schema).some(
    (source) =>
      !isPeople(source) && thingsFrom(source, own, schema).some((thing) => isSold(thing, source, schema)),
  )
}

/** Priced things that come from a source, and that the rows or lines of a document name. */
function thingsFrom(source: Dataset, document: readonly Dataset[], schema: Schema): readonly Dataset[] {
  return childrenOf(source, schema).filter(
    (thing) =>
      !document.includes(thing) &&
      isPriced(thing) &&
      document.some((each) => parentsOf(each, schema).includes(thing)),
  )
}

/** Dated rows, or their lines, name the thing; they name somebody who buys, and not the source. */
function isSold(thing: Dataset, source: Dataset, schema: Schema): boolean {
  return schema.datasets.some((header) => {
    const document = documentOf(header, schema)
    const parents = document.flatMap((each) => parentsOf(each, schema))
    return (
      visible(header).some(isMoment) &&
      parents.includes(thing) &&
      !parents.includes(source) &&
      parents.some(isBuyer)
    )
  })
}

/** A header with the rows that refer to it and have no date of their own. */
function documentOf(header: Dataset, schema: Schema): readonly Dataset[] {
  return [header, ...childrenOf(header, schema).filter((child) => !visible(child).some(isMoment))]
}

/** People who are not on the payroll. What has a price is a thing, even if the word may mean somebody. */
export function isBuyer(dataset: Dataset): boolean {
  return (isPeople(dataset) || namesHolder(dataset)) && !isStaff(dataset) && !isPriced(dataset)
}

/** Cards and pets stand for somebody: each row says who holds or owns it, and how to reach them. */
function namesHolder(dataset: Dataset): boolean {
  const has = (pattern: RegExp): boolean =>
    visible(dataset).some(({ type, label }) => type === 'text' && pattern.test(label))
  return (
    has(/\b(?:holder|owner|keeper|guardian|member|customer|client|patron|guest)s?(?: full)? name\b/i) &&
    has(/\b(?:e ?mail|phone|telephone|mobile|address)\b/i)
  )
}

function isPriced(dataset: Dataset): boolean {
  return visible(dataset).some((field) => isMeasure(field) && nameWords(field.label).includes('price'))
}

function isStaff(dataset: Dataset): boolean {
  return visible(dataset).some(
    (field) =>
      (isMoment(field) && /\b(?:hired?|started|employed|finished)\b/i.test(field.label)) ||
      /\b(?:salary|wage|pay|hourly|job|position)\b/i.test(field.label),
  )
}

/** Whether each row names one of these, as a row of another dataset or in a field of its own. */
function hasParty(dataset: Dataset, schema: Schema, party: ReadonlySet<string>): boolean {
  return (
    parentsOf(dataset, schema).some((parent) => isNamed(parent, party)) ||
    visible(dataset).some(
      ({ type, label }) => type === 'text' && nameWords(label).some((word) => party.has(word)),
    )
  )
}

/** Whatever it is called: each row names somebody, and its amount is confirmed by a formula or by what belongs to it. */
export function isConfirmedSale(dataset: Dataset, schema: Schema): boolean {
  return (
    agreedTotal(dataset, schema) !== null &&
    parentsOf(dataset, schema).some((parent) => isBuyer(parent) && !isNamed(parent, suppliers))
  )
}
