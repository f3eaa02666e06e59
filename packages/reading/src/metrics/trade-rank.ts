import type { Dataset } from '@quipu/query'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isPerson } from '../lexicon/wordnet.ts'
import { isBought, isBoughtFromUs, isBuyer, isConfirmedSale, sellsTo } from './direction.ts'
import { isNamed, parentsOf, type Schema } from './field-finder.ts'
import { isPaidBy, isPaymentName, paymentsFor } from './payments.ts'
import { isLasting, isPlan } from './plans.ts'
import { isPaidOut } from './paid-out.ts'
import { isExported } from './sale-number.ts'
import { settlementOf } from './settlements.ts'
import { takenIn } from './till-sheets.ts'
import { standsAlone } from './stands-alone.ts'
import { tradeNames } from './trade-names.ts'
import { hasSoldLines, mostEvidence, saleEvidence } from './trade-evidence.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const boughtNames = words('purchase expense supplier vendor procurement payable cost expenditure')
/** What these words say something about is no sale: a `support ticket`, an `order refund`. */
const neverTrade = words(
  'refund return payment support status history log enquiry inquiry quote quotation estimate offer lead',
)
const kept = words('log history')
/** A `sale item` is no sale, but an `item sale` is one. */
const notAsHead = words('item line detail product type category note event')

/** Whether the name says that the rows are no sales. */
function isNoTrade(own: readonly string[]): boolean {
  return own.some((word) => neverTrade.has(word)) || notAsHead.has(own.at(-1) ?? '')
}

/** Whether dated rows name people who are not staff, whatever the rows are called. */
export function canBeIncome(dataset: Dataset, schema: Schema): boolean {
  const own = nameWords(dataset.label)
  return (
    !dataset.isHidden &&
    !dataset.isJunction &&
    !isNoTrade(own) &&
    !isPaidOut(dataset) &&
    !own.some((word) => boughtNames.has(word)) &&
    visible(dataset).some(isMoment) &&
    !isStoredValue(dataset) &&
    !isPlan(dataset) &&
    settlementOf(dataset, schema) === null &&
    !isPaymentOfBill(dataset, schema) &&
    parentsOf(dataset, schema).some(isBuyer) &&
    !isBought(dataset, schema)
  )
}

/** Lower is likelier. Null for a dataset that holds no sales. */
export function tradeRank(dataset: Dataset, schema: Schema): number | null {
  const own = nameWords(dataset.label)
  if (!visible(dataset).some(isMoment) || isPlan(dataset) || isPaymentOfBill(dataset, schema)) return null
  if (isStoredValue(dataset) || isPaidOut(dataset) || settlementOf(dataset, schema) !== null) return null
  // The log of a kiosk may be its sales, if its rows say so themselves.
  const isKept = own.some((word) => kept.has(word)) && saleEvidence(dataset, schema) !== null
  // An export has a row for each line, and no other rows for the sale.
  const isFlat = isExported(dataset, schema)
  const said = isFlat ? own.filter((word) => !notAsHead.has(word)) : own
  if (isNoTrade(said.filter((word) => !isKept || !kept.has(word)))) return null
  // A sales rep is somebody who sells, and no sale.
  const isSomebody = isPerson(own.at(-1) ?? '')
  const named = isSomebody ? -1 : tradeNames.findIndex((word) => own.includes(word))
  // Those who did the work of several rows are no sale that these rows belong to.
  const isSold = (!isPeople(dataset) && hasSoldLines(dataset, schema)) || isConfirmedSale(dataset, schema)
  // What nothing but its rows tells comes after what is called a sale, the surest first.
  const evidence = named >= 0 || isSold ? null : saleEvidence(dataset, schema)
  const unnamed = evidence === null ? -1 : tradeNames.length + 1 - evidence / (mostEvidence + 1)
  const at = named >= 0 ? named : isSold ? tradeNames.length : unnamed
  if (at < 0) return null
  const isOurs = sellsTo(dataset, schema) || isBoughtFromUs(dataset, schema)
  if (isNamed(dataset, boughtNames) && !isOurs) return null
  // Goods over the counter and tickets of events come after what else is sold.
  const isAside = own.slice(0, -1).some((word) => notAsHead.has(word))
  return isBought(dataset, schema) ? null : at + own.length / 10 + (isAside ? tradeNames.length : 0)
}

/** After all that is named after a sale: dated amounts of people who buy. What runs for a time has a price for each month. */
export function otherIncomeRank(dataset: Dataset, schema: Schema): number | null {
  return canBeIncome(dataset, schema) && !isLasting(dataset) ? 3 * tradeNames.length : null
}

/** After all others: what was taken in cash, by card and so on. */
export function tillRank(dataset: Dataset): number | null {
  return takenIn(dataset).length > 0 ? 4 * tradeNames.length : null
}

/** Gift cards are paid for in advance: what they pay for is sold when they are used. A `voucher` may also be any document. */
function isStoredValue(dataset: Dataset): boolean {
  return (
    visible(dataset).some(
      ({ label, role }) =>
        role === 'measure' && /\b(?:face value|balance|remaining value|value left|redeemed)\b/i.test(label),
    ) && /\b(?:vouchers?|gift ?cards?|gift certificates?|coupons?)\b/i.test(dataset.label)
  )
}

/** A receipt for a bill says what was paid of it; what was sold is what was billed. */
function isPaymentOfBill(dataset: Dataset, schema: Schema): boolean {
  const parents = parentsOf(dataset, schema)
  return (
    parents.some((bill) => isNamed(bill, billNames) && paymentsFor(bill, schema)?.dataset === dataset) ||
    (!isNamed(dataset, billNames) &&
      parents.some(
        (sale) =>
          isPaidBy(sale, dataset, schema) && (isPaymentName(dataset) || !standsAlone(dataset, sale, schema)),
      ))
  )
}

const billNames = words('invoice bill')
