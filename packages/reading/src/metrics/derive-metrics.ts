import { isMetric, type Metric } from '@quipu/query'
import type { Schema } from './field-finder.ts'
import { moneyMetrics } from './money-metrics.ts'
import { tradeMetrics } from './trade-metrics.ts'
import { tradeOf } from './trade.ts'

/** Proposes what revenue, cost, profit and similar figures mean in a database, from its names, types and relationships. */
export function deriveMetrics(schema: Schema): readonly Metric[] {
  const trade = tradeOf(schema)
  const found = [...(trade === null ? [] : tradeMetrics(trade, schema)), ...moneyMetrics(schema)]
  return found.filter(({ expression }) => isMetric(expression, schema))
}
