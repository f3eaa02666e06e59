import { isMetric, singularLabel, type Dataset, type Field, type Metric } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isNamed, measureNamed, parentsOf, pathText, type Schema } from './field-finder.ts'
import { deadStates, endedStates, openStates, soldConditions } from './not-sold.ts'
import { tradeOf, type Lines, type Trade } from './trade.ts'

/** Proposes what revenue, cost, profit and similar figures mean in a database, from its names, types and relationships. */
export function deriveMetrics(schema: Schema): readonly Metric[] {
  const trade = tradeOf(schema)
  const found = [
    ...(trade === null ? [] : tradeMetrics(trade, schema)),
    ...moneyIn(schema),
    ...moneyBack(schema),
    ...moneyOut(schema),
    ...recurring(schema),
    ...stock(schema),
  ]
  return found.filter(({ expression }) => isMetric(expression, schema))
}

/** The name of the metric that holds the lines' own amounts, beside the revenue of whole orders. */
export const lineRevenue = 'line_revenue'

interface Proposal {
  readonly name: string
  readonly label: string
  readonly synonyms: string
  readonly expression: string
  readonly unit?: string | null
  readonly says: string
}

function propose({ name, label, synonyms, expression, unit = null, says }: Proposal): Metric {
  const others = synonyms === '' ? [] : synonyms.split(', ')
  return { name, label, description: says, synonyms: others, expression, unit, origin: 'derived' }
}

const aggregated = (name: string, of: string, where: readonly string[]): string =>
  `${name}(${of})${where.length === 0 ? '' : ` filter (where ${where.join(' and ')})`}`

function tradeMetrics(trade: Trade, schema: Schema): readonly Metric[] {
  const { header, total, lines } = trade
  const sold = soldConditions(
    lines === null || lines.dataset === header ? [header] : [lines.dataset, header],
    schema,
  )
  const soldHeaders = soldConditions([header], schema)
  const left = sold.length === 0 ? '' : ', without those that were cancelled or never became a sale'
  const unit = (total ?? lines?.amount ?? lines?.price?.field)?.unit ?? null
  const isByLine = lines !== null && (lines.hasThing || total === null)
  const byLine = lines === null ? null : lineAmount(lines, sold)
  const byHeader =
    total === null
      ? null
      : {
          text: aggregated('sum', pathText({ dataset: header, field: total }), soldHeaders),
          says: `${total.label} of ${header.label}`,
        }
  const revenue = isByLine ? byLine : byHeader
  if (revenue === null) return []
  const made: Metric[] = [
    propose({
      name: 'revenue',
      label: 'revenue',
      synonyms:
        'sales, turnover, takings, sales revenue, total sales, sales amount, sales volume, sales value, gross sales, net sales, income',
      expression: revenue.text,
      unit,
      says: `${revenue.says}${left}`,
    }),
  ]
  if (!isByLine && byLine !== null)
    made.push(
      propose({
        name: lineRevenue,
        label: `revenue of ${lines?.dataset.label ?? ''}`,
        synonyms: '',
        expression: byLine.text,
        unit,
        says: `${byLine.says}${left}`,
      }),
    )
  if (lines !== null) made.push(...lineMetrics(lines, revenue.text, sold, left, unit))
  return [...made, ...averageOf(trade, revenue.text, soldHeaders, unit)]
}

interface Amount {
  readonly text: string
  readonly says: string
}

/** Quantity times price, less the discount; or the line's own amount. */
function lineAmount(lines: Lines, sold: readonly string[]): Amount {
  const { dataset, quantity, price, amount, discount } = lines
  const at = (field: Field): string => pathText({ dataset, field })
  if (amount !== null || quantity === null || price === null) {
    const field = amount ?? quantity
    return {
      text: field === null ? '' : aggregated('sum', at(field), sold),
      says: `${field?.label ?? ''} of ${dataset.label}`,
    }
  }
  const gross = `${at(quantity)} * ${pathText(price)}`
  const says = `${quantity.label} × ${price.field.label}`
  if (discount === null) return { text: aggregated('sum', gross, sold), says: `${says} of ${dataset.label}` }
  const share = shareOf(at(discount), discount)
  const taken = share === null ? at(discount) : `${gross} * ${share}`
  const less = share === null ? `${says} − ${discount.label}` : `${says} × (1 − ${discount.label})`
  const text =
    discount.statistics.nulls > 0 || share === null
      ? `${aggregated('sum', gross, sold)} - ${aggregated('sum', taken, sold)}`
      : aggregated('sum', `${gross} * (1 - ${share})`, sold)
  return { text, says: `${less} of ${dataset.label}` }
}

/** A discount as a fraction of the price. Null when it is an amount of money. */
function shareOf(path: string, { statistics, label, unit }: Field): string | null {
  const most = Number(statistics.max)
  if (Number.isFinite(most) && most <= 1) return path
  const isPercent = /\b(?:percent|percentage|pct|rate)\b|%/i.test(`${label} ${unit ?? ''}`)
  return isPercent && most <= 100 ? `${path} / 100` : null
}

function lineMetrics(
  lines: Lines,
  revenue: string,
  sold: readonly string[],
  left: string,
  unit: string | null,
): readonly Metric[] {
  const { dataset, quantity, cost } = lines
  const made: Metric[] = []
  if (quantity !== null)
    made.push(
      propose({
        name: 'units_sold',
        label: 'units sold',
        synonyms:
          'units, items sold, pieces sold, quantity sold, number of units sold, sold quantity, pieces',
        expression: aggregated('sum', pathText({ dataset, field: quantity }), sold),
        says: `${quantity.label} of ${dataset.label}${left}`,
      }),
    )
  made.push(...discountMetric(lines, sold, left, unit))
  if (cost === null || (quantity === null && !cost.isOfLine)) return made
  const isUnit = !cost.isOfLine && quantity !== null
  const spent = aggregated(
    'sum',
    isUnit ? `${pathText({ dataset, field: quantity })} * ${pathText(cost)}` : pathText(cost),
    sold,
  )
  const costSays = `${isUnit ? `${quantity.label} × ` : ''}${cost.field.label}`
  made.push(
    propose({
      name: 'cost_of_goods',
      label: 'cost of goods sold',
      synonyms: 'cogs, cost of goods, cost of sales, goods cost',
      expression: spent,
      unit,
      says: `${costSays}${left}`,
    }),
    propose({
      name: 'profit',
      label: 'profit',
      synonyms: 'gross profit, profits, earnings',
      expression: `${revenue} - ${spent}`,
      unit,
      says: `revenue − ${costSays}${left}`,
    }),
    propose({
      name: 'margin',
      label: 'profit margin',
      synonyms: 'margin, gross margin, margins, profitability',
      expression: `100 * (${revenue} - ${spent}) / (${revenue})`,
      unit: 'percent',
      says: `profit in percent of revenue, with cost = ${costSays}${left}`,
    }),
  )
  return made
}

function discountMetric(
  { dataset, quantity, price, discount }: Lines,
  sold: readonly string[],
  left: string,
  unit: string | null,
): readonly Metric[] {
  if (discount === null || quantity === null || price === null) return []
  const path = pathText({ dataset, field: discount })
  const share = shareOf(path, discount)
  const given =
    share === null ? path : `${pathText({ dataset, field: quantity })} * ${pathText(price)} * ${share}`
  const says =
    share === null
      ? `${discount.label} of ${dataset.label}`
      : `${quantity.label} × ${price.field.label} × ${discount.label}`
  return [
    propose({
      name: 'discounts_given',
      label: 'discounts given',
      synonyms: 'discount amount, total discount, value of discounts',
      expression: aggregated('sum', given, sold),
      unit,
      says: `${says}${left}`,
    }),
  ]
}

function averageOf(
  { header, total }: Trade,
  revenue: string,
  sold: readonly string[],
  unit: string | null,
): readonly Metric[] {
  const thing = singularLabel(header.label)
  const each =
    total === null
      ? `(${revenue}) / ${aggregated('count', header.name, sold)}`
      : aggregated('avg', pathText({ dataset: header, field: total }), sold)
  return [
    propose({
      name: 'average_order_value',
      label: `average ${thing} value`,
      synonyms: [
        ...new Set([
          'average order value',
          'aov',
          'average sale',
          'average basket',
          'basket size',
          'average ticket size',
          `average value per ${thing}`,
          `average revenue per ${thing}`,
          `average sales per ${thing}`,
          `revenue per ${thing}`,
          `sales per ${thing}`,
        ]),
      ].join(', '),
      expression: each,
      unit,
      says: total === null ? `revenue per ${thing}` : `average ${total.label} of ${header.label}`,
    }),
  ]
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const amounts = 'amount, total amount, total, value, price, sum'.split(', ').map((one) => one.split(' '))
const notAmount = words('tax discount fee balance due limit')

/** The sum of the amounts of a dataset with one of these names. */
function amountOf(
  schema: Schema,
  names: ReadonlySet<string>,
  states: readonly string[],
): { readonly dataset: Dataset; readonly text: string; readonly field: Field } | null {
  for (const dataset of schema.datasets) {
    if (dataset.isHidden || !isNamed(dataset, names)) continue
    const field =
      measureNamed(dataset, amounts, notAmount) ??
      measureNamed(
        dataset,
        [...names].map((name) => [name]),
        notAmount,
      )
    if (field === null) continue
    return {
      dataset,
      field,
      text: aggregated('sum', pathText({ dataset, field }), soldConditions([dataset], schema, states)),
    }
  }
  return null
}

function moneyIn(schema: Schema): readonly Metric[] {
  const found = amountOf(schema, words('payment'), [...deadStates, ...openStates, 'refunded'])
  if (found === null || isNamed(found.dataset, words('supplier vendor salary payroll'))) return []
  return [
    propose({
      name: 'payments_received',
      label: 'payments received',
      synonyms: 'cash received, money received, amount paid, paid amount, cash in, cash, collected amount',
      expression: found.text,
      unit: found.field.unit,
      says: `${found.field.label} of ${found.dataset.label} that succeeded`,
    }),
  ]
}

function moneyBack(schema: Schema): readonly Metric[] {
  const found = amountOf(schema, words('refund reimbursement'), deadStates)
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

function moneyOut(schema: Schema): readonly Metric[] {
  const expense = amountOf(schema, words('expense expenditure spending cost'), deadStates)
  const found = expense ?? boughtFrom(schema)
  if (found === null) return []
  return [
    propose({
      name: 'spending',
      label: 'spending',
      synonyms: 'expenses, total expenses, expenditure, spend, total spend, total costs, costs',
      expression: found.text,
      unit: found.field.unit,
      says: `${found.field.label} of ${found.dataset.label}`,
    }),
  ]
}

/** What was bought from suppliers. */
function boughtFrom(schema: Schema): ReturnType<typeof amountOf> {
  const bought = schema.datasets.filter(
    (dataset) =>
      isNamed(dataset, words('purchase procurement')) &&
      parentsOf(dataset, schema).some((each) => isNamed(each, words('supplier vendor'))),
  )
  return amountOf({ ...schema, datasets: bought }, words('purchase procurement'), deadStates)
}

/** Monthly recurring revenue of what runs now. */
function recurring(schema: Schema): readonly Metric[] {
  for (const dataset of schema.datasets) {
    if (dataset.isHidden) continue
    const field =
      visible(dataset).find(({ label }) => /\bmrr\b|\bmonthly recurring revenue\b/i.test(label)) ??
      (isNamed(dataset, words('subscription contract membership'))
        ? measureNamed(dataset, [
            ['monthly', 'fee'],
            ['monthly', 'price'],
            ['monthly', 'amount'],
            ['monthly', 'rent'],
          ])
        : null)
    if (field === null || field.type !== 'number') continue
    const text = aggregated(
      'sum',
      pathText({ dataset, field }),
      soldConditions([dataset], schema, [...deadStates, ...endedStates]),
    )
    const says = `${field.label} of ${dataset.label} that run now`
    return [
      propose({
        name: 'mrr',
        label: 'MRR',
        synonyms: 'monthly recurring revenue, recurring revenue',
        expression: text,
        unit: field.unit,
        says,
      }),
      propose({
        name: 'arr',
        label: 'ARR',
        synonyms: 'annual recurring revenue, yearly recurring revenue',
        expression: `12 * ${text}`,
        unit: field.unit,
        says: `12 × ${says}`,
      }),
    ]
  }
  return []
}

function stock(schema: Schema): readonly Metric[] {
  for (const dataset of schema.datasets) {
    if (dataset.isHidden) continue
    const onHand = measureNamed(
      dataset,
      [['stock'], ['on', 'hand'], ['inventory']],
      words('reorder level minimum maximum value price cost'),
    )
    const each = measureNamed(
      dataset,
      [['unit', 'cost'], ['cost', 'price'], ['cost'], ['purchase', 'price'], ['price']],
      words('discount'),
    )
    if (onHand === null || each === null || nameWords(onHand.label).includes('reorder')) continue
    return [
      propose({
        name: 'stock_value',
        label: 'stock value',
        synonyms: 'value of stock, inventory value, stock worth, value of inventory',
        expression: aggregated(
          'sum',
          `${pathText({ dataset, field: onHand })} * ${pathText({ dataset, field: each })}`,
          [],
        ),
        unit: each.unit,
        says: `${onHand.label} × ${each.label} of ${dataset.label}`,
      }),
    ]
  }
  return []
}
