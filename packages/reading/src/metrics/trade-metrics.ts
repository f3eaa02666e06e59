import { singularLabel, type Dataset, type Field, type Metric } from '@quipu/query'
import { isNamed, pathText, rowsText, type Place, type Schema } from './field-finder.ts'
import { soldConditions } from './not-sold.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { averageNames, countedSales } from './counted-sales.ts'
import { pieceNames } from './counted-units.ts'
import { changeOf, discountMetric, type Amount } from './discounts.ts'
import { headerAmount } from './header-amount.ts'
import { headerDiscount, namedChange } from './header-discount.ts'
import { otherSale, otherSide } from './net-and-gross.ts'
import { aggregated, propose } from './proposal.ts'
import { keptOf, soldOf, unsoldOf } from './sold-rows.ts'
import { earned, thingsSold } from './sold-and-earned.ts'
import { singlesMetrics } from './sold-singly.ts'
import type { Lines, Trade } from './trade.ts'
import { tradeNames as namesOfSales } from './trade-names.ts'
import { measuredName, unitNames } from './unit-words.ts'

/** The name of the metric that holds the lines' own amounts, beside the revenue of whole orders. */
export const lineRevenue = 'line_revenue'

/** The names of all metrics of a trade. */
export const tradeNames: ReadonlySet<string> = new Set([
  'revenue',
  lineRevenue,
  'units_sold',
  'content_sold',
  'gross_sales',
  'net_sales',
  'discounts_given',
  'cost_of_goods',
  'profit',
  'margin',
  'average_order_value',
])

/** Revenue, pieces, discounts, cost, profit, margin and the average order. */
export function tradeMetrics(trade: Trade, schema: Schema): readonly Metric[] {
  const { header, total, lines, hasExtrasOnly, isReduced } = trade
  const states = unsoldOf(trade, schema)
  const sold = soldOf(trade, schema)
  const pieces = keptOf(trade, schema)
  const soldHeaders = soldConditions([header], schema, states)
  const left = sold.length === 0 ? '' : ', without those that were cancelled or never became a sale'
  const unit = (total ?? lines?.amount ?? lines?.price?.field)?.unit ?? null
  const byLine = lines === null ? null : lessDiscount(lineAmount(lines, sold), headerDiscount(trade, sold))
  const byHeader = headerAmount(trade, soldHeaders)
  const isByLine =
    lines !== null &&
    lines.isApart !== true &&
    !hasExtrasOnly &&
    !isReduced &&
    ((lines.hasThing && !lines.isPart) || byHeader === null)
  const revenue = isByLine ? byLine : byHeader
  if (revenue === null) return []
  const other = otherSide(
    isByLine ? (lines?.dataset ?? header) : header,
    isByLine ? (lines?.amount ?? null) : total,
  )
  const made: Metric[] = [
    propose({
      name: 'revenue',
      label: 'revenue',
      synonyms: [
        'sales, turnover, takings, sales revenue, total sales, sales amount, sales volume, sales value, income',
        ...['gross sales', 'net sales'].filter((name) => other === null || !name.startsWith(other.side)),
        // "book sales" is what they came to.
        ...(/ sales$/i.test(header.label) ? [header.label] : []),
      ].join(', '),
      expression: revenue.text,
      unit,
      says: `${revenue.says}${left}`,
    }),
  ]
  made.push(...otherSale(other, other?.dataset === header ? soldHeaders : sold, left))
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
    made.push(
      ...lineMetrics(lines, (netOfLines(trade, sold) ?? byLine ?? revenue).text, sold, left, unit, pieces),
    )
  made.push(...piecesSold(trade, pieces, left))
  if (!made.some(({ name }) => name === 'units_sold' || name === 'profit'))
    made.push(...singlesMetrics(trade, schema, { revenue: revenue.text, sold, pieces, left, unit }))
  const given = discountMetric(trade, { sold, soldHeaders }, left, unit, schema)
  return [...made, ...given, ...averageOf(trade, revenue.text, soldHeaders, unit, schema)]
}

/** "tickets sold": the rows themselves, where each is one piece. Orders and invoices are no pieces. */
function piecesSold(trade: Trade, sold: readonly string[], left: string): readonly Metric[] {
  const rows = soldByRow(trade)
  if (rows === null) return []
  const expression = aggregated('count', rowsText(rows), sold)
  return [thingsSold(rows.label, expression, `number of ${rows.label}${left}`)]
}

/** The rows of which each is one piece that was sold, such as a ticket. Null where there is a quantity, or only documents. */
export function soldByRow({ header, ways, lines }: Trade): Dataset | null {
  // A day at a market is no piece.
  if (ways !== undefined) return null
  if (lines !== null && lines.quantity !== null) return null
  const rows = lines?.dataset ?? header
  return rows !== header || !isNamed(header, documents) ? rows : null
}

const documents: ReadonlySet<string> = new Set([...namesOfSales, 'payment', 'deposit', 'payout'])

function lessDiscount(amount: Amount, off: Amount | null): Amount {
  if (off === null) return amount
  return { text: `${amount.text} - ${off.text}`, says: `${amount.says} − ${off.says}` }
}

/** Tax is no profit: where lines have an amount with tax and one without, profit is made of the one without. */
function netOfLines(trade: Trade, sold: readonly string[]): Amount | null {
  const { lines } = trade
  if (lines === null || !/\bgross\b/i.test(lines.amount?.label ?? '')) return null
  const [net, ...more] = visible(lines.dataset).filter(
    (field) =>
      isMeasure(field) && /\bnet\b/i.test(field.label) && !/\b(?:unit|price|cost)\b/i.test(field.label),
  )
  if (net === undefined || more.length > 0) return null
  const plain: Lines = { ...lines, amount: net, discount: null, change: null }
  return lessDiscount(lineAmount(plain, sold), headerDiscount(trade, sold))
}

/** Quantity times price, less the discount; or the line's own amount. */
export function lineAmount(lines: Lines, sold: readonly string[]): Amount {
  const { dataset, quantity, price, amount } = lines
  if (amount !== null || quantity === null || price === null) {
    const field = amount ?? quantity
    if (field === null) return { text: '', says: dataset.label }
    // What a line says it came to is reduced already, unless the data says otherwise.
    const isPlain = price !== null || lines.base !== undefined
    return changedAmount(
      { ...lines, discount: null, change: isPlain ? null : (lines.change ?? null) },
      [{ dataset, field }],
      sold,
    )
  }
  return changedAmount(lines, [{ dataset, field: quantity }, price], sold)
}

/** A product, changed as the data confirms it, or else as the name and the values of a discount suggest. */
function changedAmount(lines: Lines, factors: readonly Place[], sold: readonly string[]): Amount {
  const { dataset, discount, rate } = lines
  const all = rate === undefined ? factors : [...factors, rate]
  const base = all.map(pathText).join(' * ')
  const product = all.map(({ field }) => field.label).join(' × ')
  const change = lines.change ?? (discount === null ? null : { field: discount, by: namedChange(discount) })
  if (change === null) return { text: aggregated('sum', base, sold), says: `${product} of ${dataset.label}` }
  const { text, says } = changeOf(base, product, { dataset, field: change.field }, change.by)
  const { by, field } = change
  const isOne = field.statistics.nulls === 0 && (by === 'share' || by === 'percent')
  const share = `${pathText({ dataset, field })}${by === 'percent' ? ' / 100' : ''}`
  return {
    // Each summed on its own where a change may be empty: it must not make the amount empty.
    text: isOne
      ? aggregated('sum', `${base} * (1 - ${share})`, sold)
      : `${aggregated('sum', base, sold)} ${by === 'added' ? '+' : '-'} ${aggregated('sum', text, sold)}`,
    says: `${says} of ${dataset.label}`,
  }
}

/** Pieces, cost, profit and margin of lines. */
export function lineMetrics(
  lines: Lines,
  revenue: string,
  sold: readonly string[],
  left: string,
  unit: string | null,
  /** The conditions for pieces. Default: those for money. */
  pieces: readonly string[] = sold,
): readonly Metric[] {
  const { dataset, quantity, cost } = lines
  const made = [...unitsMetric(lines, pieces, left), ...contentMetric(lines, pieces, left)]
  if (cost === null || (quantity === null && !cost.isOfLine)) return made
  const isUnit = !cost.isOfLine && quantity !== null
  const spent = aggregated(
    'sum',
    isUnit ? `${pathText({ dataset, field: quantity })} * ${pathText(cost)}` : pathText(cost),
    sold,
  )
  const costSays = `${isUnit ? `${quantity.label} × ` : ''}${cost.field.label}`
  return [...made, ...earned({ revenue, spent, costSays, left, unit })]
}

function unitsMetric({ dataset, quantity }: Lines, sold: readonly string[], left: string): readonly Metric[] {
  if (quantity === null) return []
  return [
    propose({
      name: 'units_sold',
      label: 'units sold',
      synonyms: [
        'units, items sold, pieces sold, quantity sold, number of units sold, sold quantity, pieces',
        ...[...unitNames(quantity), ...pieceNames(quantity)].flatMap((name) => [name, `${name} sold`]),
        ...[measuredName(quantity) ?? []].flat().map((name) => `${name} sold`),
      ].join(', '),
      expression: aggregated('sum', pathText({ dataset, field: quantity }), sold),
      says: `${quantity.label} of ${dataset.label}${left}`,
    }),
  ]
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

function averageOf(
  trade: Trade,
  revenue: string,
  sold: readonly string[],
  unit: string | null,
  schema: Schema,
): readonly Metric[] {
  const { header, total, number, off } = trade
  const thing = singularLabel(header.label)
  const count = countedSales(trade)
  // Where a sale has several rows, their average would be that of a line.
  const counted =
    number === null ? rowsText(header) : `distinct ${pathText({ dataset: header, field: number })}`
  const each =
    count !== null
      ? `(${revenue}) / ${aggregated('sum', pathText({ dataset: header, field: count }), sold)}`
      : total === null || number !== null || off !== undefined
        ? `(${revenue}) / ${aggregated('count', counted, [...sold, ...hasAnyAmount(trade)])}`
        : aggregated('avg', pathText({ dataset: header, field: total }), sold)
  return [
    propose({
      name: 'average_order_value',
      label: `average ${thing} value`,
      synonyms: [
        ...new Set([
          'average order value',
          'average sale value',
          'average sale amount',
          'aov',
          'average basket',
          'basket size',
          'average ticket size',
          `average ${thing} amount`,
          `average ${thing} total`,
          `average ${thing} size`,
          // A line's own price has another name.
          ...(total !== null && nameWords(total.label).includes('price') ? [`average ${thing} price`] : []),
          `mean ${thing} amount`,
          `mean ${thing} value`,
          `average value per ${thing}`,
          `average revenue per ${thing}`,
          `average sales per ${thing}`,
          `revenue per ${thing}`,
          `sales per ${thing}`,
          ...shortNames(thing, header, schema),
          // "average receipt value", where the rows of a sale share the number of a receipt.
          ...(number === null ? [] : documentNames(number)),
          ...(count === null ? [] : averageNames(schema.datasets)),
        ]),
      ].join(', '),
      expression: each,
      unit,
      says:
        count !== null
          ? `revenue / ${count.label} of ${header.label}`
          : number !== null
            ? `revenue per ${number.label}`
            : total === null || off !== undefined
              ? `revenue per ${thing}`
              : `average ${total.label} of ${header.label}`,
    }),
  ]
}

/** A day at a market without any takings was not held: it is none of those over which the average goes. */
function hasAnyAmount({ header, total, ways, parts }: Trade): readonly string[] {
  const amounts = total === null ? (ways ?? parts ?? []) : []
  if (amounts.length === 0 || amounts.some(({ statistics }) => statistics.nulls === 0)) return []
  const paths = amounts.map((field) => `${pathText({ dataset: header, field })} is not null`)
  return [`(${paths.join(' or ')})`]
}

/** A `till ticket` is a ticket, where nothing else is one. What people spend has names of its own. */
function shortNames(thing: string, header: Dataset, { datasets }: Schema): readonly string[] {
  const short = thing.split(' ').at(-1) ?? thing
  const isOnly = datasets.every(
    (each) => each === header || nameWords(each.label).at(-1) !== nameWords(short).at(-1),
  )
  const named =
    short === thing || !isOnly
      ? []
      : [
          `average ${short} value`,
          `average ${short} amount`,
          `average ${short} total`,
          `revenue per ${short}`,
          ...spentPer([short]),
        ]
  return [...spentPer([thing, ...plainSales({ datasets })]), ...named]
}

/** What people spend is what a sale comes to. */
function spentPer(things: readonly string[]): readonly string[] {
  return things.flatMap((thing) => [`average spend per ${thing}`, `spend per ${thing}`, `spent per ${thing}`])
}

/** What any sale may be called, where no other rows are called so. */
function plainSales({ datasets }: Pick<Schema, 'datasets'>): readonly string[] {
  return ['sale', 'transaction', 'order'].filter((word) =>
    datasets.every(({ label }) => nameWords(label).at(-1) !== word),
  )
}

/** What the average sale is called after the number that its rows share. */
function documentNames({ label }: Field): readonly string[] {
  const own = nameWords(label).filter((word) => !numbered.has(word))
  const [name] = own
  if (name === undefined || own.length > 1) return []
  return [
    `average ${name} value`,
    `average ${name} amount`,
    `average ${name}`,
    `revenue per ${name}`,
    ...spentPer([name]),
  ]
}

const numbered: ReadonlySet<string> = new Set('number no nr id code ref reference'.split(' '))
