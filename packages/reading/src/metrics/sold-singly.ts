import { singularLabel, type Dataset, type Field, type Metric } from '@quipu/query'
import { isPeople } from '../lexicon/dataset-fields.ts'
import { isBuyer } from './direction.ts'
import { isNamed, measureNamed, parentsOf, pathText, rowsText, type Schema } from './field-finder.ts'
import { aggregated } from './proposal.ts'
import { earned, thingsSold } from './sold-and-earned.ts'
import type { Trade } from './trade.ts'
import { tradeNames } from './trade-names.ts'

interface Singles {
  readonly thing: Dataset
  /** What one of them cost us. */
  readonly cost: Field | null
}

interface Sold {
  /** Its expression, and the conditions of what was sold. */
  readonly revenue: string
  readonly sold: readonly string[]
  readonly pieces: readonly string[]
  readonly left: string
  readonly unit: string | null
}

/** "cars sold", profit and margin, where each sale is of one thing that is sold once: a car, a house, a painting. */
export function singlesMetrics(
  trade: Trade,
  schema: Schema,
  { revenue, sold, pieces, left, unit }: Sold,
): readonly Metric[] {
  const singles = soldSingly(trade, schema)
  if (singles === null) return []
  const { thing, cost } = singles
  const rows = rowsText(trade.header)
  const counted = thingsSold(
    thing.label,
    aggregated('count', rows, pieces),
    `number of ${trade.header.label}${left}`,
  )
  if (cost === null) return [counted]
  const spent = aggregated('sum', `${pathText({ dataset: thing, field: cost })} each ${rows}`, sold)
  const costSays = `${cost.label} of the ${singularLabel(thing.label).toLowerCase()}`
  return [counted, ...earned({ revenue, spent, costSays, left, unit })]
}

/** The only thing that sales refer to, nearly each of them once. What names a buyer itself, such as an order, is no such thing. */
function soldSingly({ header, lines, total }: Trade, schema: Schema): Singles | null {
  if (total === null || (lines !== null && (lines.dataset !== header || lines.quantity !== null))) return null
  const buyers = parentsOf(header, schema).filter((each) => isBuyer(each))
  const found = schema.relationships.flatMap(({ from, to, fromFields }): readonly Singles[] => {
    const thing = schema.datasets.find(({ name, isHidden }) => name === to && !isHidden)
    const key = header.fields.find(({ name }) => name === fromFields[0])
    if (from !== header.name || thing === undefined || thing === header || key === undefined) return []
    const { distinct, nulls } = key.statistics
    const isOnce =
      nulls <= header.rows * (1 - nearlyAll) &&
      distinct >= (header.rows - nulls) * nearlyAll &&
      thing.rows >= distinct
    if (!isOnce || isPeople(thing) || isNamed(thing, documents)) return []
    if (parentsOf(thing, schema).some((each) => buyers.includes(each))) return []
    const cost = measureNamed(thing, costs, notCost)
    return cost === null && measureNamed(thing, prices, notCost) === null ? [] : [{ thing, cost }]
  })
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
}

const nearlyAll = 0.9
const groups = (list: string): string[][] => list.split(', ').map((one) => one.split(' '))
const costs = groups(
  'purchase price, buying price, buy price, cost price, acquisition cost, acquisition price, cost',
)
const prices = groups('list price, asking price, price, estimate, reserve price')
const notCost = new Set(['unit', 'shipping', 'delivery', 'total'])
const documents: ReadonlySet<string> = new Set([
  ...tradeNames,
  'payment',
  'deposit',
  'payout',
  'project',
  'quote',
  'contract',
])
