import { isMetric, type Metric } from '@quipu/query'
import type { Schema } from './field-finder.ts'
import { billedLineMetrics } from './billed-lines.ts'
import { commissionMetrics } from './commission.ts'
import { accountMetrics, ledgerMetrics } from './ledger.ts'
import { moneyMetrics } from './money-metrics.ts'
import { nightMetrics } from './nights.ts'
import { occupancyMetrics } from './occupancy.ts'
import { owedMetrics } from './owed.ts'
import { areSeveralPaid } from './paid-together.ts'
import { paidOutMetrics } from './paid-out.ts'
import { programMetrics } from './program-money.ts'
import { settlementMetrics } from './settlements.ts'
import { streamMetrics } from './streams.ts'
import { tradeMetrics } from './trade-metrics.ts'
import { tradeOf } from './trade.ts'
import { wasteMetrics } from './waste.ts'
import { hoursWorked, workMetrics } from './work-metrics.ts'

/** Proposes what revenue, cost, profit and similar figures mean in a database, from its names, types and relationships. */
export function deriveMetrics(schema: Schema): readonly Metric[] {
  const trade = tradeOf(schema)
  const streams = streamMetrics(schema)
  // What each thing brought is on the lines of sales, and payments do not know it.
  const hasLines = trade !== null && trade.lines !== null && trade.lines.dataset !== trade.header
  const isSaid = schema.datasets.some(({ isSales }) => isSales === true)
  const isPaidTogether = !hasLines && !isSaid && areSeveralPaid(schema)
  const sold = isPaidTogether
    ? []
    : streams.length > 0 || trade === null
      ? streams
      : tradeMetrics(trade, schema)
  const ledger = sold.length > 0 || isPaidTogether ? [] : ledgerMetrics(schema)
  const accounts = accountMetrics(schema)
  const out = paidOutMetrics(schema)
  const own = new Set([...ledger, ...accounts, ...out].map(({ name }) => name))
  const money = moneyMetrics(schema).filter(({ name }) => !own.has(name))
  const found = [
    ...sold,
    ...ledger,
    ...(sold.length > 0 || ledger.length > 0 ? money : money.map(asIncome)),
    ...accounts,
    ...owedMetrics(schema).filter(({ name }) => !own.has(name)),
    ...(trade === null ? [] : [...commissionMetrics(trade, schema), ...billedLineMetrics(trade, schema)]),
    ...workMetrics(schema),
    ...wasteMetrics(schema),
    ...out,
    ...occupancyMetrics(schema),
    ...nightMetrics(
      sold.find(({ name }) => name === 'revenue'),
      schema,
    ),
    ...programMetrics(schema).filter(({ name }) => !own.has(name)),
    ...settlementMetrics(schema).filter(({ name }) => !own.has(name)),
  ]
  return hoursNotPieces(found.filter(({ expression }) => isMetric(expression, schema)))
}

/** Where work is sold by the hour, its hours are no units: what people call units are the hours worked. */
function hoursNotPieces(metrics: readonly Metric[]): readonly Metric[] {
  const summed = ({ expression }: Metric): string => expression.split(' filter (')[0] ?? expression
  const worked = metrics.find(({ name }) => name === hoursWorked)
  const sold = metrics.find((one) => one.name === 'units_sold' && worked && summed(one) === summed(worked))
  if (sold === undefined) return metrics
  const hours = sold.synonyms.filter((name) => /^(?:h|hrs?|hours?)$/.test(name))
  return metrics.flatMap((one) =>
    one === sold ? [] : one === worked ? [{ ...one, synonyms: [...one.synonyms, ...hours] }] : [one],
  )
}

/** Where nothing else says what was sold, what came in is the income. */
function asIncome(metric: Metric): Metric {
  if (metric.name !== 'payments_received') return metric
  return { ...metric, synonyms: [...metric.synonyms, 'income', 'revenue', 'sales', 'turnover', 'takings'] }
}
