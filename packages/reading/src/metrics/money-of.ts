import type { Dataset, Field } from '@quipu/query'
import type { Trade } from './trade.ts'

/** What brings much more money than the trade that names suggest is no side line. */
export function largerOf(main: Trade, others: readonly Trade[]): Trade {
  const larger = others.filter((other) => isMuchMore(moneyOf(other), moneyOf(main)))
  return larger.toSorted((a, b) => moneyOf(b) - moneyOf(a))[0] ?? main
}

/** Whether one sum of money is much more than the other one. */
export function isMuchMore(one: number, other: number): boolean {
  return one > muchMore * other
}

const muchMore = 4

/** About how much money the rows of a trade hold. */
export function moneyOf({ header, total, ways, parts, lines }: Trade): number {
  if (total !== null) return moneyIn(header, total)
  if (lines === null || parts !== undefined)
    return (ways ?? parts ?? []).reduce((sum, field) => sum + moneyIn(header, field), 0)
  const { dataset, quantity, price, amount } = lines
  if (amount !== null) return moneyIn(dataset, amount)
  return dataset.rows * meanOf(quantity ?? undefined) * meanOf(price?.field)
}

/** About how much a field comes to in all rows. */
export function moneyIn({ rows }: Dataset, field: Field): number {
  return (rows - field.statistics.nulls) * meanOf(field)
}

function meanOf(field: Field | undefined): number {
  const { quantiles } = field?.statistics ?? { quantiles: null }
  return quantiles === null ? 0 : (quantiles[0] + quantiles[1] + quantiles[2]) / 3
}
