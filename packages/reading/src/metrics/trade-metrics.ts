import { singularLabel, type Field, type Metric } from '@quipu/query'
import { pathText, type Schema } from './field-finder.ts'
import { soldConditions } from './not-sold.ts'
import { aggregated, propose } from './proposal.ts'
import type { Lines, Trade } from './trade.ts'

/** The name of the metric that holds the lines' own amounts, beside the revenue of whole orders. */
export const lineRevenue = 'line_revenue'

/** The names of all metrics of a trade. */
export const tradeNames: ReadonlySet<string> = new Set([
  'revenue',
  lineRevenue,
  'units_sold',
  'content_sold',
  'discounts_given',
  'cost_of_goods',
  'profit',
  'margin',
  'average_order_value',
])

/** Revenue, pieces, discounts, cost, profit, margin and the average order. */
export function tradeMetrics(trade: Trade, schema: Schema): readonly Metric[] {
  const { header, total, lines, hasExtrasOnly, isReduced } = trade
  const sold = soldConditions(
    lines === null || lines.dataset === header ? [header] : [lines.dataset, header],
    schema,
  )
  const soldHeaders = soldConditions([header], schema)
  const left = sold.length === 0 ? '' : ', without those that were cancelled or never became a sale'
  const unit = (total ?? lines?.amount ?? lines?.price?.field)?.unit ?? null
  const isByLine =
    lines !== null && !hasExtrasOnly && !isReduced && ((lines.hasThing && !lines.isPart) || total === null)
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
      synonyms: [
        'sales, turnover, takings, sales revenue, total sales, sales amount, sales volume, sales value, gross sales, net sales, income',
        // "book sales" is what they came to.
        ...(/ sales$/i.test(header.label) ? [header.label] : []),
      ].join(', '),
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
  // The cost of extras says nothing about the profit of the whole.
  if (lines !== null && (!hasExtrasOnly || lines.isPart))
    made.push(...lineMetrics(lines, (isByLine ? revenue : (byLine ?? revenue)).text, sold, left, unit))
  return [...made, ...averageOf(trade, revenue.text, soldHeaders, unit)]
}

interface Amount {
  readonly text: string
  readonly says: string
}

/** What people call the unit in which a quantity is counted: `Qty (kg)`. */
function unitNames({ label, unit }: Field): readonly string[] {
  const words = new Set(`${label} ${unit ?? ''}`.toLowerCase().split(/[^\p{L}]+/u))
  return measures.find((names) => names.some((name) => words.has(name))) ?? []
}

const measures: readonly (readonly string[])[] = [
  ['kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms'],
  ['g', 'gram', 'grams'],
  ['t', 'ton', 'tons', 'tonnes'],
  ['lb', 'lbs', 'pound', 'pounds'],
  ['l', 'litre', 'litres', 'liter', 'liters'],
  ['m', 'metre', 'metres', 'meter', 'meters'],
  ['km', 'kilometre', 'kilometres', 'kilometers'],
  ['h', 'hr', 'hrs', 'hour', 'hours'],
  ['kwh', 'kilowatt hours'],
]

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
        synonyms: [
          'units, items sold, pieces sold, quantity sold, number of units sold, sold quantity, pieces',
          ...unitNames(quantity).flatMap((name) => [name, `${name} sold`]),
        ].join(', '),
        expression: aggregated('sum', pathText({ dataset, field: quantity }), sold),
        says: `${quantity.label} of ${dataset.label}${left}`,
      }),
    )
  made.push(...contentMetric(lines, sold, left), ...discountMetric(lines, sold, left, unit))
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

/** `litres` of a product: pieces times what is in each. */
function contentMetric(
  { dataset, quantity, content }: Lines,
  sold: readonly string[],
  left: string,
): readonly Metric[] {
  const names = content === null ? [] : unitNames(content.field)
  const name = names.toSorted((a, b) => b.length - a.length)[0]
  if (content === null || quantity === null || name === undefined) return []
  const plural = names.find((one) => one.endsWith('s') && one.length > 3) ?? name
  return [
    propose({
      name: 'content_sold',
      label: `${plural} sold`,
      synonyms: names.map((one) => `${one} sold`).join(', '),
      expression: aggregated('sum', `${pathText({ dataset, field: quantity })} * ${pathText(content)}`, sold),
      says: `${quantity.label} × ${content.field.label}${left}`,
    }),
  ]
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
  { header, total, number }: Trade,
  revenue: string,
  sold: readonly string[],
  unit: string | null,
): readonly Metric[] {
  const thing = singularLabel(header.label)
  // Where a sale has several rows, their average would be that of a line.
  const counted = number === null ? header.name : `distinct ${pathText({ dataset: header, field: number })}`
  const each =
    total === null || number !== null
      ? `(${revenue}) / ${aggregated('count', counted, sold)}`
      : aggregated('avg', pathText({ dataset: header, field: total }), sold)
  return [
    propose({
      name: 'average_order_value',
      label: `average ${thing} value`,
      synonyms: [
        ...new Set([
          'average order value',
          'aov',
          'average basket',
          'basket size',
          'average ticket size',
          `average ${thing} amount`,
          `average ${thing} total`,
          `average ${thing} size`,
          `mean ${thing} amount`,
          `mean ${thing} value`,
          `average value per ${thing}`,
          `average revenue per ${thing}`,
          `average sales per ${thing}`,
          `revenue per ${thing}`,
          `sales per ${thing}`,
        ]),
      ].join(', '),
      expression: each,
      unit,
      says:
        number !== null
          ? `revenue per ${number.label}`
          : total === null
            ? `revenue per ${thing}`
            : `average ${total.label} of ${header.label}`,
    }),
  ]
}
