import type { Dataset, Field, Metric } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isNamed, measureNamed, parentsOf, pathText, type Schema } from './field-finder.ts'
import { onHandOf, placeOf } from './on-hand.ts'
import { deadStates, unrefundedStates, openStates, soldConditions } from './not-sold.ts'
import { owedBills } from './owed.ts'
import { aggregated, propose } from './proposal.ts'
import { purchasesOf } from './purchases.ts'
import { recurringMetrics } from './recurring.ts'

/** Payments, refunds, spending, recurring revenue and the value of the stock. */
export function moneyMetrics(schema: Schema): readonly Metric[] {
  return [
    ...moneyIn(schema),
    ...moneyBack(schema),
    ...moneyOut(schema),
    ...recurringMetrics(schema),
    ...stock(schema),
  ]
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const amounts = 'amount, total amount, total, value, price, sum'.split(', ').map((one) => one.split(' '))
const notAmount = words('tax discount fee balance due limit')

/** The sum of the amounts of a dataset with one of these names. */
function amountOf(schema: Schema, names: ReadonlySet<string>, states: readonly string[]): Amount | null {
  for (const dataset of schema.datasets) {
    if (dataset.isHidden || !isNamed(dataset, names)) continue
    const found = amountIn(dataset, schema, names, states)
    if (found !== null) return found
  }
  return null
}

interface Amount {
  readonly dataset: Dataset
  readonly text: string
  readonly field: Field
}

function amountIn(
  dataset: Dataset,
  schema: Schema,
  names: ReadonlySet<string>,
  states: readonly string[],
): Amount | null {
  const field =
    measureNamed(dataset, amounts, notAmount) ??
    measureNamed(
      dataset,
      [...names].map((name) => [name]),
      notAmount,
    )
  if (field === null) return null
  const where = soldConditions([dataset], schema, states)
  return { dataset, field, text: aggregated('sum', pathText({ dataset, field }), where) }
}

function moneyIn(schema: Schema): readonly Metric[] {
  const states = [...deadStates, ...openStates, 'refunded']
  const found = amountOf(schema, words('payment'), states) ?? paidForBills(schema, states)
  if (found === null || isNamed(found.dataset, words('supplier vendor salary payroll'))) return []
  // "rent income" for the amounts of `rent payments`.
  const kinds = nameWords(found.dataset.label).filter((word) => word !== 'payment' && word !== 'receipt')
  const named = kinds.flatMap((word) => [
    `${word} income`,
    `${word}al income`,
    ...cameIn.map((verb) => `${word} ${verb}`),
  ])
  return [
    propose({
      name: 'payments_received',
      label: 'payments received',
      synonyms: [
        'cash received, money received, amount paid, paid amount, cash in, cash, collected amount',
        ...named,
      ].join(', '),
      expression: found.text,
      unit: found.field.unit,
      says: `${found.field.label} of ${found.dataset.label}${found.text.includes(' filter ') ? ' that succeeded' : ''}`,
    }),
  ]
}

/** What people say of payments: "how much rent came in". */
const cameIn: readonly string[] =
  'received, came in, has come in, comes in, collected, taken in, banked'.split(', ')

/** Where nothing is called a payment: what came in for the bills, such as receipts. */
function paidForBills(schema: Schema, states: readonly string[]): Amount | null {
  const paid = owedBills(schema)?.paid
  if (paid === undefined || !visible(paid.dataset).some(isMoment)) return null
  const where = soldConditions([paid.dataset], schema, states)
  return { ...paid, text: aggregated('sum', pathText(paid), where) }
}

function moneyBack(schema: Schema): readonly Metric[] {
  const found = amountOf(schema, words('refund reimbursement'), unrefundedStates) ?? refundOfReturns(schema)
  if (found === null) return []
  return [
    propose({
      name: 'refunded_amount',
      label: 'refunded amount',
      synonyms: 'amount refunded, money given back, refund amount, value of refunds, money refunded',
      expression: found.text,
      unit: found.field.unit,
      says: `${found.field.label} of ${found.dataset.label}`,
    }),
  ]
}

/** `refund amount` of returns. */
function refundOfReturns(schema: Schema): Amount | null {
  const [only, ...more] = schema.datasets.flatMap((dataset) => {
    if (dataset.isHidden || !isNamed(dataset, words('return'))) return []
    const field = measureNamed(dataset, [['refund'], ['refunded'], ['reimbursed']], notAmount)
    if (field === null) return []
    const where = soldConditions([dataset], schema, unrefundedStates)
    return [{ dataset, field, text: aggregated('sum', pathText({ dataset, field }), where) }]
  })
  return only === undefined || more.length > 0 ? null : only
}

function moneyOut(schema: Schema): readonly Metric[] {
  const expense = amountOf(schema, words('expense expenditure spending cost'), deadStates)
  const bought = purchasesOf(schema)
  const found =
    expense === null ? bought : { ...expense, says: `${expense.field.label} of ${expense.dataset.label}` }
  if (found === null) return []
  const purchases =
    bought === null
      ? []
      : [
          propose({
            name: 'purchases',
            label: 'purchases',
            synonyms: 'purchase amount, amount bought, value of purchases, cost of purchases',
            expression: bought.text,
            unit: bought.field.unit,
            says: bought.says,
          }),
        ]
  return [
    propose({
      name: 'spending',
      label: 'spending',
      synonyms: 'expenses, total expenses, expenditure, spend, total spend, total costs, costs',
      expression: found.text,
      unit: found.field.unit,
      says: found.says,
    }),
    ...purchases,
  ]
}

const stockNames: readonly string[] =
  'value of stock, inventory value, stock worth, value of inventory, value of our stock, value of the stock, worth of our stock, stock valuation, tied up in stock, tied up in inventory, money tied up in stock, stock value'.split(
    ', ',
  )

/** "How much money is sitting in the warehouse" */
const storedNames: readonly string[] =
  'in the warehouse, in our warehouse, in the storeroom, in the stockroom, in the depot, in the yard, in the cellar, on the shelves, on our shelves, on the shelf, in stock, in inventory, in storage'
    .split(', ')
    .flatMap((place) =>
      ['money is sitting', 'money sitting', 'is sitting', 'is lying', 'is tied up', 'tied up'].map(
        (verb) => `${verb} ${place}`,
      ),
    )

/** "how much is the wine in the cellar worth" */
function placeNames(onHand: Field): readonly string[] {
  const place = placeOf(onHand)
  return place === null
    ? []
    : [`${place} worth`, `value ${place}`, `worth ${place}`, `stock ${place} worth`, `lying ${place} worth`]
}

/** What one piece is worth, likeliest first. */
const worths = 'unit cost, cost price, cost, purchase price, buying price, buy price, price'
  .split(', ')
  .map((one) => one.split(' '))

function stock(schema: Schema): readonly Metric[] {
  for (const dataset of schema.datasets) {
    if (dataset.isHidden) continue
    const onHand = onHandOf(dataset, 'level')
    // What lies in a shop is worth what the thing costs, which another dataset may say.
    const [priced] =
      onHand === null
        ? []
        : [dataset, ...parentsOf(dataset, schema)].flatMap((of) => {
            const field = measureNamed(of, worths, words('discount'))
            return field === null ? [] : [{ dataset: of, field }]
          })
    if (onHand === null || priced === undefined) continue
    const each = priced.field
    return [
      propose({
        name: 'stock_value',
        label: 'stock value',
        synonyms: [
          ...stockNames,
          ...storedNames,
          ...placeNames(onHand),
          ...(/\b(?:cost|purchase|buying|buy)\b/i.test(each.label)
            ? stockNames.map((one) => `${one} at cost`)
            : []),
        ].join(', '),
        expression: aggregated('sum', `${pathText({ dataset, field: onHand })} * ${pathText(priced)}`, []),
        unit: each.unit,
        says: `${onHand.label} × ${each.label} of ${dataset.label}`,
      }),
    ]
  }
  return []
}
