import type { Dataset, Metric } from '@quipu/query'
import { isBought } from './direction.ts'
import type { Schema } from './field-finder.ts'
import { tradeMetrics } from './trade-metrics.ts'
import { possibleTrades, tradeOf, type Trade } from './trade.ts'

/** Rows that could be the sales of a business, and what its revenue would be. */
export interface PossibleSales {
  readonly dataset: Dataset
  readonly revenue: Metric
  /** What is taken for the sales now. */
  readonly isTaken: boolean
}

/** What could be the sales of a business, what is taken for them now first. The same figure is listed once. */
export function possibleSales(schema: Schema): readonly PossibleSales[] {
  const main = tradeOf(schema)
  const isSaid = ({ header }: Trade): boolean => header.isSales === true
  const others = possibleTrades(schema)
    .filter((trade) => trade.header !== main?.header && (isSaid(trade) || !isBought(trade.header, schema)))
    .toSorted((a, b) => Number(isSaid(b)) - Number(isSaid(a)))
  const found = new Map<string, PossibleSales>()
  for (const trade of main === null ? others : [main, ...others]) {
    const revenue = revenueOf(trade, schema)
    if (revenue !== undefined && !found.has(revenue.expression))
      found.set(revenue.expression, {
        dataset: trade.header,
        revenue,
        isTaken: trade === main || isSaid(trade),
      })
  }
  return [...found.values()]
}

function revenueOf(trade: Trade, schema: Schema): Metric | undefined {
  return tradeMetrics(trade, schema).find(({ name }) => name === 'revenue')
}
