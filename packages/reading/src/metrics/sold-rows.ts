import type { Dataset } from '@quipu/query'
import { keyFields, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isStatusName } from '../lexicon/same-states.ts'
import { isNamed, type Schema } from './field-finder.ts'
import {
  deadStates,
  heldStates,
  isLent,
  missedStates,
  notReturned,
  openStates,
  plannedStates,
  returnedStates,
  soldConditions,
  stateField,
  unsoldStates,
} from './not-sold.ts'
import { isLasting } from './plans.ts'
import type { Trade } from './trade.ts'

/** Conditions that leave out lines which were not sold. */
export function soldOf(trade: Trade, schema: Schema): readonly string[] {
  return soldWith(trade, schema, unsoldOf(trade, schema))
}

function soldWith(trade: Trade, schema: Schema, states: readonly string[]): readonly string[] {
  const { header, lines } = trade
  const isOne = lines === null || lines.dataset === header
  const rows = isOne ? [header] : lines.isApart === true ? [lines.dataset] : [lines.dataset, header]
  const kept = lines === null || lines.quantity === null ? [] : notReturned(lines.dataset)
  return [...soldConditions(rows, schema, states), ...kept]
}

/** Conditions that leave out pieces which were not sold: the money of a refunded order may be counted beside its refund, its pieces are not. */
export function keptOf(trade: Trade, schema: Schema): readonly string[] {
  const states = unsoldOf(trade, schema)
  // What ran for a time and was cancelled later was sold.
  const isKept = !states.some((state) => state.startsWith('cancel'))
  return soldWith(trade, schema, isKept ? states : [...new Set([...states, ...unsoldStates])])
}

/** What is paid for after it was done: a ticket is paid for before, and whoever stays away has paid. Its number or its state may say so. */
function isServed(header: Dataset): boolean {
  const labels = visible(header).flatMap(({ label }) =>
    / (?:number|no|id|state|status)$/i.test(label) ? [label] : [],
  )
  const keys = keyFields(header).map(({ label }) => label)
  return [header.label, ...labels.filter((label) => keys.includes(label) || isStatusName(label))].some(
    (label) => nameWords(label).some((word) => served.has(word)),
  )
}

const served: ReadonlySet<string> = new Set(
  'appointment visit lesson session consultation treatment job repair class call service trip ride delivery collection inspection'.split(
    ' ',
  ),
)

/** Which sales brought no money. What was paid for something that runs for a time is not given back when it is cancelled. */
export function unsoldOf({ header, total, lines }: Trade, schema: Schema): readonly string[] {
  const isKept = lines === null && isLasting(header) && /\bpaid\b/i.test(total?.label ?? '')
  const refunds = schema.datasets.some(
    ({ label, isHidden }) => !isHidden && nameWords(label).includes('refund'),
  )
  // Where some payments succeeded, those that are still under way have not.
  const isState = (state: string): boolean =>
    schema.values.exact(state).some(({ dataset }) => dataset === header.name)
  const isPaidAtOnce = ['succeeded', 'captured', 'successful'].some(isState)
  // Where some orders are marked as paid, one whose payment is awaited was not paid for. A bill may wait for its payment.
  const isPaidFirst = !isNamed(header, bills) && isState('paid')
  // Where a payment may fail and nothing is said of what is sent, the state is that of the payment: what is pending is not paid for.
  const isOfPayment = isPaidFirst && failed.some(isState) && !goods.some(isState)
  // Where some took place, those that are still booked have brought nothing yet.
  const isSent = isNamed(header, sent) || stateField(header, heldStates, schema) === null
  const notYet = isSent ? [] : plannedStates
  const states = [
    ...(refunds ? deadStates : unsoldStates),
    ...(isServed(header) ? [...missedStates, ...notYet] : []),
    ...(lines !== null && lines.quantity !== null && !isLent(header) ? returnedStates : []),
    ...(isPaidAtOnce ? openStates : []),
    ...(isPaidFirst ? unpaidOrders : []),
    ...(isOfPayment ? openStates : []),
  ]
  return isKept ? states.filter((state) => !state.startsWith('cancel')) : states
}

/** What is on its way was sold before. */
const sent: ReadonlySet<string> = new Set(['delivery', 'collection'])
const bills: ReadonlySet<string> = new Set(
  'invoice bill statement receipt fee instalment installment'.split(' '),
)
const failed: readonly string[] = 'failed failure declined'.split(' ')
/** What becomes of an order when it is paid. */
const goods: readonly string[] =
  'shipped dispatched sent delivered fulfilled packed picked processing confirmed completed complete done closed'
    .split(' ')
    .concat(['in transit', 'ready', 'collected', 'picked up'])
const unpaidOrders: readonly string[] = 'pending payment, payment pending, awaiting payment'.split(', ')
